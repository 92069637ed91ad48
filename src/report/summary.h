// Summary: mean and 95 % confidence interval of every metric over the seeds of a policy. Only + - *
// / and sqrt are used, so equal runs give equal bytes on every machine. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/results.h"

namespace ragp::report {

struct Estimate {
  double mean = 0.0;
  double ci95 = 0.0;   // half width of the interval of the mean; 0 for one value
  std::int64_t n = 0;  // 0: no value, and the others mean nothing
};

[[nodiscard]] Estimate estimate(std::span<const double> values);
[[nodiscard]] Estimate scaled(Estimate e, double factor);  // factor > 0

// The 0.975 quantile of Student's t, correct to 1e-7; degrees >= 1.
[[nodiscard]] double student_t975(std::int64_t degrees);

// One row per (scenario or workload, policy) and metric, both in order of first appearance. A
// metric counts the runs in which it exists (a run that finished no job has no inflation), so n may
// be less than the number of runs; where it exists in none there is no row.
[[nodiscard]] std::vector<SummaryRow> summarize(std::span<const SimulateRun> runs);
[[nodiscard]] std::vector<SummaryRow> summarize(std::span<const ReplayRun> runs);

}  // namespace ragp::report
