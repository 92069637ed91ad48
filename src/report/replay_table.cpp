// The columns of the table of a workload.
// SPDX-License-Identifier: Apache-2.0
#include "report/replay_table.h"

#include <algorithm>

#include "report/columns.h"
#include "report/contest.h"
#include "report/experiments_table.h"
#include "report/replay_reading.h"
#include "report/section_title.h"
#include "report/table.h"

namespace ragp::report {
namespace {

// What is left out first where the width does not suffice: the higher, the sooner. Of the refusals
// those of the largest tasks stay longest: it is they that fragmentation hits.
enum Priority : int {
  kKeep,
  kLastPoint,
  kFirstRefusal,
  kFgdFirst,
  kRefusedLargest,
  kFgdLast,
  kRefused,
  kOtherPoints = 1000
};

using Source = codec::ResultColumn<ReplayRun>;

// "100" of "allocation.100"
std::string key_of(const Source& source) {
  return source.name.substr(source.name.find('.') + 1);
}

int point_priority(const std::vector<int>& points, const Source& source, bool allocation) {
  const std::string key = key_of(source);
  if (points.empty()) return kOtherPoints;
  if (key == std::to_string(points.front())) return allocation ? kKeep : kFgdFirst;
  if (key == std::to_string(points.back())) return allocation ? kLastPoint : kFgdLast;
  return kOtherPoints;
}

Getter<ReplayRun> getter(const Source& source) {
  if (source.kind != codec::Kind::kOrNone) return source.get;
  return [get = source.get](const ReplayRun& run) {
    const std::optional<double> value = get(run);
    return value == 0.0 ? std::nullopt : value;
  };
}

Quantity quantity(const ReplaySection& section, const Source& source) {
  Quantity q{.better = source.better, .of_policy = estimates(section, getter(source))};
  q.decimals = source.kind == codec::Kind::kCount ? 0 : 1;
  return q;
}

std::string refused_title(const std::string& gpus) {
  return "refused\n" + gpus + (gpus == "1" ? " GPU" : " GPUs");
}

struct Titled {
  std::string title;
  int priority = 0;
};

Titled describe(const Source& source, const std::vector<int>& points, int after) {
  if (source.name.starts_with("allocation.")) {
    return {"allocated\nat " + key_of(source) + " %", point_priority(points, source, true)};
  }
  if (source.name.starts_with("fragmentation_fgd.")) {
    return {"FGD frag.\nat " + key_of(source) + " %", point_priority(points, source, false)};
  }
  if (source.name == "first_refusal_pct") return {"first\nrefusal %", kFirstRefusal};
  return {refused_title(key_of(source)), after == 0 ? kRefusedLargest : kRefused + after};
}

std::vector<Column> columns_of(const ReplaySection& section, const std::vector<int>& points) {
  std::vector<ReplayRun> runs;
  Column policies{.title = "policy", .align = Align::kLeft};
  for (const Group<ReplayRun>& group : section) {
    policies.cells.push_back({group.policy});
    runs.insert(runs.end(), group.runs.begin(), group.runs.end());
  }
  std::vector<Source> sources = codec::result_columns(std::span<const ReplayRun>(runs));
  std::erase_if(sources, [](const Source& s) {
    return s.kind == codec::Kind::kTiming || of_experiment(s.name);
  });
  int after = static_cast<int>(sources.size());  // how many follow: 0 for the largest tasks refused
  std::vector<Column> columns{std::move(policies)};
  for (const Source& source : sources) {
    const Titled titled = describe(source, points, --after);
    Quantity q = quantity(section, source);
    q.title = titled.title;
    q.priority = titled.priority;
    q.none_is_best = source.kind == codec::Kind::kOrNone;
    if (q.none_is_best) q.none = "none";
    columns.push_back(quantity_column(q));
  }
  return columns;
}

std::string section_text(const ReplaySection& section, const TableStyle& style) {
  constexpr int kDecimals = 1;
  std::string title = section_title("Workload", section);
  title += " Allocation, fragmentation and arrivals in % of the cluster's GPUs.";
  std::string text = wrap(title, style) + "\n" +
                     render(columns_of(section, main_points(section)), style) + "\n" +
                     wrap(allocation_reading(section, kDecimals), style);
  const std::string experiments = experiments_table(section, style);
  return experiments.empty() ? text : text + "\n" + experiments;
}

}  // namespace

std::string replay_table(std::span<const ReplayRun> runs, const TableStyle& style) {
  std::string out;
  for (const ReplaySection& section : sections_of(runs)) {
    if (!out.empty()) out += '\n';
    out += section_text(section, style);
  }
  return out;
}

}  // namespace ragp::report
