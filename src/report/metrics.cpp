// SimulateMetric and ReplayMetric from the fields that codec declares.
// SPDX-License-Identifier: Apache-2.0
#include "report/metrics.h"

#include <algorithm>

#include "base/check.h"

namespace ragp::report {
namespace {

std::vector<SimulateMetric> from_fields() {
  std::vector<SimulateMetric> metrics;
  for (const codec::SimulateField& f : codec::simulate_fields()) {
    metrics.push_back({.name = f.name,
                       .unit = f.unit,
                       .better = f.better,
                       .timing = f.kind == Kind::kTiming,
                       .or_none = f.kind == Kind::kOrNone,
                       .get = f.get});
  }
  return metrics;
}

}  // namespace

std::span<const SimulateMetric> simulate_metrics() {
  static const std::vector<SimulateMetric> metrics = from_fields();
  return metrics;
}

const SimulateMetric& simulate_metric(std::string_view name) {
  const auto all = simulate_metrics();
  const auto it = std::ranges::find(all, name, &SimulateMetric::name);
  RAGP_CHECK(it != all.end());
  return *it;
}

std::vector<ReplayMetric> replay_metrics(const ReplayRun& run) {
  std::vector<ReplayMetric> metrics;
  for (auto& column : codec::result_columns(std::span(&run, 1))) {
    const auto value = column.get(run);
    RAGP_CHECK(value.has_value());
    metrics.push_back({.name = std::move(column.name),
                       .unit = column.unit,
                       .better = column.better,
                       .timing = column.kind == Kind::kTiming,
                       .or_none = column.kind == Kind::kOrNone,
                       .value = *value});
  }
  return metrics;
}

}  // namespace ragp::report
