// Metrics: what reports say about a run, with unit and direction. A view of the list of fields in
// codec/result_fields.h, so that tables, summaries and files cannot disagree on a name. Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result_fields.h"

namespace ragp::report {

using codec::Better;
using codec::Kind;

struct SimulateMetric {
  std::string_view name;  // "lost_share", "fragmentation.mean"
  std::string_view unit;
  Better better = Better::kNeither;
  bool timing = false;
  bool or_none = false;  // 0 stands for "there is none" and has no place in a mean
  double (*get)(const SimulateRun&) = nullptr;
};

[[nodiscard]] std::span<const SimulateMetric> simulate_metrics();
// The metric of that name; aborts where there is none.
[[nodiscard]] const SimulateMetric& simulate_metric(std::string_view name);

// The metrics of a replay depend on the demand points and task sizes that the run has.
struct ReplayMetric {
  std::string name;  // "allocation.100", "first_refusal_pct", "refused_by_gpus.8"
  std::string_view unit;
  Better better = Better::kNeither;
  bool timing = false;
  bool or_none = false;
  double value = 0.0;
};

[[nodiscard]] std::vector<ReplayMetric> replay_metrics(const ReplayRun& run);

}  // namespace ragp::report
