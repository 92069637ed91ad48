// Paired differences: what a policy gains over another on the same seeds, with an interval.
//
// Policies of one seed see the same workload, so the difference seed by seed is free of what the
// workload does to both. Its interval is a percentile bootstrap (Efron and Tibshirani, 1993,
// chapter 13): seeds are drawn again with replacement 10,000 times, and the tails of these means
// are cut off: 2.5 % for many seeds, less for few, where the plain percentiles are too narrow (the
// expanded interval of Hesterberg, The American Statistician 69(4), 2015). Equal input gives equal
// bytes. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/results.h"

namespace ragp::report {

struct Interval {
  double mean = 0.0;
  double low = 0.0;  // the 95 % interval of the mean; mean itself where there is one value
  double high = 0.0;
};

// At least one value.
[[nodiscard]] Interval bootstrap(std::span<const double> values);

// Every metric of every policy less that of `against`, per scenario or workload, over the seeds
// that both have: rows in order of the runs, timings left out. Where a metric is missing in all
// common seeds there is no row.
[[nodiscard]] std::vector<PairedRow> paired(std::span<const SimulateRun> runs,
                                            std::string_view against);
[[nodiscard]] std::vector<PairedRow> paired(std::span<const ReplayRun> runs,
                                            std::string_view against);

}  // namespace ragp::report
