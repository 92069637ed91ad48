// The two lists of fields. The order is that of the documented JSON.
// SPDX-License-Identifier: Apache-2.0
#include "codec/result_fields.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/check.h"

namespace ragp::codec {
namespace {

using enum Better;
using enum Kind;
using S = const SimulateRun&;
using R = const ReplayRun&;

constexpr double real(std::int64_t count) {
  return static_cast<double>(count);
}

constexpr auto kSimulate = std::to_array<SimulateField>({
    {"lost_share", "of all GPUs", kLower, kReal, [](S r) { return r.lost_share; }},
    {"fragmentation.mean", "of all GPUs", kLower, kReal, [](S r) { return r.fragmentation.mean; }},
    {"fragmentation.p95", "of all GPUs", kLower, kReal, [](S r) { return r.fragmentation.p95; }},
    {"fragmentation.of_idle", "of idle GPUs", kLower, kReal,
     [](S r) { return r.fragmentation.of_idle; }},
    {"residual_health.hostable_share", "of idle GPUs", kHigher, kReal,
     [](S r) { return r.residual_health.hostable_share; }},
    {"residual_health.jobs_per_node", "jobs", kHigher, kReal,
     [](S r) { return r.residual_health.jobs_per_node; }},
    {"stall.fraction", "of allocated GPU time", kLower, kReal,
     [](S r) { return r.stall.fraction; }},
    {"stall.gpu_hours", "GPU-hours", kLower, kReal, [](S r) { return r.stall.gpu_hours; }},
    {"gpu_hours.allocated", "GPU-hours", kNeither, kReal,
     [](S r) { return r.gpu_hours.allocated; }},
    {"gpu_hours.productive", "GPU-hours", kHigher, kReal,
     [](S r) { return r.gpu_hours.productive; }},
    {"gpu_hours.idle", "GPU-hours", kNeither, kReal, [](S r) { return r.gpu_hours.idle; }},
    {"gpu_hours.idle_while_jobs_wait", "GPU-hours", kLower, kReal,
     [](S r) { return r.gpu_hours.idle_while_jobs_wait; }},
    {"throughput.jobs_per_hour", "jobs/hour", kHigher, kReal,
     [](S r) { return r.throughput.jobs_per_hour; }},
    {"throughput.cv", "1", kLower, kReal, [](S r) { return r.throughput.cv; }},
    {"wait_s.mean", "s", kLower, kReal, [](S r) { return r.wait_s.mean; }},
    {"wait_s.p50", "s", kLower, kReal, [](S r) { return r.wait_s.at.p50; }},
    {"wait_s.p95", "s", kLower, kReal, [](S r) { return r.wait_s.at.p95; }},
    {"wait_s.p99", "s", kLower, kReal, [](S r) { return r.wait_s.at.p99; }},
    // Inflation is near 1 or above, so 0 can only mean that no job finished.
    {"inflation.p50", "1", kLower, kOrNone, [](S r) { return r.inflation.p50; }},
    {"inflation.p95", "1", kLower, kOrNone, [](S r) { return r.inflation.p95; }},
    {"inflation.p99", "1", kLower, kOrNone, [](S r) { return r.inflation.p99; }},
    {"jobs.submitted", "jobs", kNeither, kCount, [](S r) { return real(r.jobs.submitted); }},
    {"jobs.finished", "jobs", kHigher, kCount, [](S r) { return real(r.jobs.finished); }},
    {"jobs.failed", "jobs", kLower, kCount, [](S r) { return real(r.jobs.failed); }},
    {"jobs.never_fits", "jobs", kLower, kCount, [](S r) { return real(r.jobs.never_fits); }},
    {"jobs.unfinished", "jobs", kLower, kCount, [](S r) { return real(r.jobs.unfinished); }},
    {"evictions", "evictions", kLower, kCount, [](S r) { return real(r.evictions); }},
    {"events", "events", kNeither, kCount, [](S r) { return real(r.events); }},
    {"wall_s", "s", kLower, kTiming, [](S r) { return r.wall_s; }},
});

using One = std::map<int, double>;

// Whether the run has what was not asked for in every run.
template <auto kPart>
bool has(R run) {
  return (run.*kPart).has_value();
}
// The part, of a run that has it.
template <auto kPart>
const auto& part(R run) {
  const auto& p = run.*kPart;
  RAGP_CHECK(p.has_value());
  return *p;
}
template <auto kPart>
One accepted(R run) {
  return {{0, part<kPart>(run).accepted_share}};
}
template <auto kPart>
One allocated(R run) {
  return {{0, part<kPart>(run).allocated_share}};
}
One counted(const std::map<int, std::int64_t>& tasks_by_gpus) {
  One counts;
  for (const auto& [gpus, tasks] : tasks_by_gpus) counts[gpus] = real(tasks);
  return counts;
}
template <auto kPart>
One refused(R run) {
  return counted(part<kPart>(run).refused_by_gpus);
}

constexpr auto kReplay = std::to_array<ReplayField>({
    {"allocation", "% of GPUs", kHigher, kReal, true, [](R r) { return r.allocation; }},
    {"fragmentation_fgd", "% of GPUs", kLower, kReal, true,
     [](R r) { return r.fragmentation_fgd; }},
    {"first_refusal_pct", "% of GPUs", kHigher, kOrNone, false,
     [](R r) {
       return One{{0, r.first_refusal_pct}};
     }},
    {"refused_by_gpus", "tasks", kLower, kCount, true,
     [](R r) { return counted(r.refused_by_gpus); }},
    {"compaction.nodes", "nodes", kLower, kCount, false,
     [](R r) {
       return One{{0, real(part<&ReplayRun::compaction>(r).nodes)}};
     },
     has<&ReplayRun::compaction>},
    {"compaction.share", "of the nodes", kLower, kReal, false,
     [](R r) {
       return One{{0, part<&ReplayRun::compaction>(r).share}};
     },
     has<&ReplayRun::compaction>},
    {"compaction.gpus", "GPUs", kLower, kCount, false,
     [](R r) {
       return One{{0, real(part<&ReplayRun::compaction>(r).gpus)}};
     },
     has<&ReplayRun::compaction>},
    {"inflation.factor", "of the list", kHigher, kReal, false,
     [](R r) {
       return One{{0, part<&ReplayRun::inflation_factor>(r)}};
     },
     has<&ReplayRun::inflation_factor>},
    {"departures.accepted_share", "of offered GPUs", kHigher, kReal, false,
     accepted<&ReplayRun::departures>, has<&ReplayRun::departures>},
    {"departures.allocated_share", "of GPUs", kHigher, kReal, false,
     allocated<&ReplayRun::departures>, has<&ReplayRun::departures>},
    {"departures.refused_by_gpus", "tasks", kLower, kCount, true, refused<&ReplayRun::departures>,
     has<&ReplayRun::departures>},
    {"departures_trace.accepted_share", "of offered GPUs", kHigher, kReal, false,
     accepted<&ReplayRun::departures_trace>, has<&ReplayRun::departures_trace>},
    {"departures_trace.allocated_share", "of GPUs", kHigher, kReal, false,
     allocated<&ReplayRun::departures_trace>, has<&ReplayRun::departures_trace>},
    {"departures_trace.refused_by_gpus", "tasks", kLower, kCount, true,
     refused<&ReplayRun::departures_trace>, has<&ReplayRun::departures_trace>},
    {"placements_per_s", "placements/s", kHigher, kTiming, false,
     [](R r) { return One{{0, r.placements_per_s}}; }},
    {"wall_s", "s", kLower, kTiming, false, [](R r) { return One{{0, r.wall_s}}; }},
});

ResultColumn<ReplayRun> replay_column(const ReplayField& field, std::optional<int> key) {
  std::string name(field.name);
  if (key) name += "." + std::to_string(*key);
  return {std::move(name), field.unit, field.better, field.kind,
          [field, key](R run) -> std::optional<double> {
            if (!is_measured(field, run)) return std::nullopt;
            const std::map<int, double> values = field.get(run);
            const auto it = values.find(key.value_or(0));
            if (it != values.end()) return it->second;
            return field.kind == kCount ? std::optional(0.0) : std::nullopt;
          }};
}

}  // namespace

std::span<const SimulateField> simulate_fields() {
  return kSimulate;
}

std::span<const ReplayField> replay_fields() {
  return kReplay;
}

bool is_measured(const ReplayField& field, const ReplayRun& run) {
  return field.measured == nullptr || field.measured(run);
}

bool is_timing(std::string_view metric) {
  const auto names_it = [metric](const auto& f) { return f.kind == kTiming && f.name == metric; };
  return std::ranges::any_of(kSimulate, names_it) || std::ranges::any_of(kReplay, names_it);
}

std::vector<ResultColumn<SimulateRun>> result_columns(std::span<const SimulateRun> /*runs*/) {
  std::vector<ResultColumn<SimulateRun>> columns;
  columns.reserve(kSimulate.size());
  for (const SimulateField& f : kSimulate) {
    columns.push_back({std::string(f.name), f.unit, f.better, f.kind, f.get});
  }
  return columns;
}

std::vector<ResultColumn<ReplayRun>> result_columns(std::span<const ReplayRun> runs) {
  std::vector<ResultColumn<ReplayRun>> columns;
  for (const ReplayField& field : kReplay) {
    const auto measured = [&](R run) { return is_measured(field, run); };
    if (field.measured != nullptr && std::ranges::none_of(runs, measured)) continue;
    if (!field.keyed) {
      columns.push_back(replay_column(field, std::nullopt));
      continue;
    }
    std::set<int> keys;
    for (const ReplayRun& run : runs) {
      if (!measured(run)) continue;
      for (const auto& [key, value] : field.get(run)) keys.insert(key);
    }
    for (const int key : keys) columns.push_back(replay_column(field, key));
  }
  return columns;
}

}  // namespace ragp::codec
