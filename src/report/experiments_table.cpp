// The columns of the experiments.
// SPDX-License-Identifier: Apache-2.0
#include "report/experiments_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "report/columns.h"
#include "report/contest.h"
#include "report/table.h"

namespace ragp::report {
namespace {

struct Shown {
  std::string_view metric;
  std::string_view title;
  int decimals;
  bool percent;
};
constexpr std::array kShown{
    Shown{"compaction.share", "nodes\nneeded ", 1, true},
    Shown{"compaction.gpus", "GPUs\nneeded", 0, false},
    Shown{"inflation.factor", "inflation\nfactor", 3, false},
    Shown{"departures.accepted_share", "departures:\naccepted ", 1, true},
    Shown{"departures.allocated_share", "departures:\nallocated ", 1, true},
    Shown{"departures_trace.accepted_share", "trace:\naccepted ", 1, true},
    Shown{"departures_trace.allocated_share", "trace:\nallocated ", 1, true}};

}  // namespace

bool of_experiment(std::string_view metric) {
  const std::string_view experiment = metric.substr(0, metric.find('.'));
  return experiment == "compaction" || experiment == "inflation" || experiment == "departures" ||
         experiment == "departures_trace";
}

std::string experiments_table(const ReplaySection& section, const TableStyle& style) {
  std::vector<ReplayRun> runs;
  Column policies{.title = "policy", .align = Align::kLeft};
  for (const Group<ReplayRun>& group : section) {
    policies.cells.push_back({group.policy});
    runs.insert(runs.end(), group.runs.begin(), group.runs.end());
  }
  std::vector<Column> columns{std::move(policies)};
  for (const auto& source : codec::result_columns(std::span<const ReplayRun>(runs))) {
    const auto* shown = std::ranges::find(kShown, source.name, &Shown::metric);
    if (shown == kShown.end()) continue;
    Quantity q{.title = std::string(shown->title),
               .better = source.better,
               .priority = static_cast<int>(columns.size()),
               .decimals = shown->decimals,
               .of_policy = estimates(section, Getter<ReplayRun>(source.get))};
    columns.push_back(quantity_column(shown->percent ? in_percent(std::move(q)) : q));
  }
  return columns.size() == 1 ? "" : render(columns, style);
}

}  // namespace ragp::report
