// The columns of the table of a scenario, its title, and the order of what is printed.
// SPDX-License-Identifier: Apache-2.0
#include "report/simulate_table.h"

#include <algorithm>
#include <cmath>

#include "report/chart.h"
#include "report/columns.h"
#include "report/contest.h"
#include "report/metrics.h"
#include "report/section_title.h"
#include "report/simulate_reading.h"
#include "report/table.h"

namespace ragp::report {
namespace {

// What is left out first where the width does not suffice: the higher, the sooner.
enum Priority : int {
  kKeep,
  kStranded,
  kStall,
  kProductive,
  kWait,
  kInflation,
  kFinished,
  kEvictions
};

Quantity quantity(const SimulateSection& section, std::string title, std::string_view metric,
                  int priority) {
  const SimulateMetric& m = simulate_metric(metric);
  const Getter<SimulateRun> get = [&m](const SimulateRun& run) -> std::optional<double> {
    const double value = m.get(run);
    if (m.or_none && value == 0.0) return std::nullopt;
    return value;
  };
  return {.title = std::move(title),
          .better = m.better,
          .priority = priority,
          .of_policy = estimates(section, get)};
}

// The wait of 0 that a run reports in which nothing finished is not a short wait.
Quantity wait(const SimulateSection& section) {
  Quantity q = quantity(section, "wait p95\n", "wait_s.p95", kWait);
  const Getter<SimulateRun> get = [](const SimulateRun& run) -> std::optional<double> {
    if (run.jobs.finished == 0) return std::nullopt;
    return run.wait_s.at.p95;
  };
  q.of_policy = estimates(section, get);
  return in_time(std::move(q));
}

Quantity inflation(const SimulateSection& section) {
  Quantity q = quantity(section, "inflation\np95", "inflation.p95", kInflation);
  constexpr double kLarge = 10.0;
  q.decimals = largest(q.of_policy) < kLarge ? 2 : 1;
  return q;
}

Quantity counts(Quantity q) {
  constexpr double kMany = 10.0;
  const bool whole = std::ranges::all_of(
      q.of_policy, [](const Estimate& e) { return e.mean == std::floor(e.mean); });
  q.decimals = whole || largest(q.of_policy) >= kMany ? 0 : 1;
  return q;
}

Column policies(const SimulateSection& section) {
  Column column{.title = "policy", .align = Align::kLeft};
  for (const Group<SimulateRun>& group : section) column.cells.push_back({group.policy});
  return column;
}

std::vector<Column> columns_of(const SimulateSection& section, const Quantity& lost) {
  const auto share = [&](std::string title, std::string_view metric, int priority) {
    return quantity_column(in_percent(quantity(section, std::move(title), metric, priority)));
  };
  std::vector<Column> columns{
      policies(section),
      quantity_column(lost),
      share("stranded\n", "fragmentation.mean", kStranded),
      share("stall\n", "stall.fraction", kStall),
      quantity_column(
          in_gpu_hours(quantity(section, "productive\n", "gpu_hours.productive", kProductive))),
      quantity_column(counts(quantity(section, "jobs\nfinished", "jobs.finished", kFinished))),
      quantity_column(wait(section)),
      quantity_column(inflation(section))};
  const Quantity evictions = counts(quantity(section, "evictions", "evictions", kEvictions));
  if (largest(evictions.of_policy) > 0.0) columns.push_back(quantity_column(evictions));
  return columns;
}

Quantity lost_share(const SimulateSection& section) {
  return in_percent(quantity(section, "lost\nshare ", "lost_share", kKeep));
}

Chart chart_of(const SimulateSection& section, int decimals) {
  constexpr double kPercent = 100.0;
  Chart chart{.title = "Lost share of all GPUs",
              .first_name = "stranded",
              .second_name = "stalled",
              .unit = "%",
              .decimals = decimals,
              .bars = {}};
  const auto lost = quantity(section, "", "lost_share", kKeep).of_policy;
  const auto stranded = quantity(section, "", "fragmentation.mean", kKeep).of_policy;
  for (std::size_t i = 0; i < section.size(); ++i) {
    const double first = std::min(stranded[i].mean, lost[i].mean);
    chart.bars.push_back({section[i].policy, kPercent * first, kPercent * (lost[i].mean - first)});
  }
  return chart;
}

std::string section_text(const SimulateSection& section, const TableStyle& style) {
  const Quantity lost = lost_share(section);
  const std::string title = section_title("Scenario", section);
  // The two add up in the bars, where both are of all GPUs, but not in the table.
  std::string out = wrap(title + " Stall is of the allocated GPU time.", style) + "\n";
  out += render(columns_of(section, lost), style) + "\n";
  if (style.chart && section.size() > 1) {
    out += render(chart_of(section, lost.decimals), style) + "\n";
  }
  out += wrap(lost_share_reading(section, lost.decimals), style);
  for (const std::string& note : job_notes(section)) out += wrap(note, style);
  return out;
}

}  // namespace

std::string simulate_table(std::span<const SimulateRun> runs, const TableStyle& style) {
  std::string out;
  for (const SimulateSection& section : sections_of(runs)) {
    if (!out.empty()) out += '\n';
    out += section_text(section, style);
  }
  return out;
}

std::string simulate_chart(std::span<const SimulateRun> runs, const TableStyle& style) {
  std::string out;
  for (const SimulateSection& section : sections_of(runs)) {
    if (!out.empty()) out += '\n';
    out += wrap("Scenario " + section.front().name, style);
    out += render(chart_of(section, lost_share(section).decimals), style);
  }
  return out;
}

}  // namespace ragp::report
