// Study: bounds for the arrivals of several seeds, at several demands, under every variant.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "bound/column_generation.h"
#include "model/bound_results.h"
#include "sim/fill_up.h"
#include "sim/parallel.h"

namespace ragp::bound {

struct StudyOptions {
  std::vector<double> demands{1.0, 1.3};  // GPUs demanded / GPUs of the cluster, ascending
  std::vector<std::uint64_t> seeds{42};
  double accepted_until = 90.0;  // never_refuses: all accepted until the arrivals ask for so many %
  ColumnOptions columns{};
};

// The arrivals are those of a fill-up replay to the largest demand; a smaller one is where such a
// replay reports on the way. Runs by seed, demand and variant, whatever the number of threads.
// Errors are those of fill_up() and make_problem().
[[nodiscard]] Result<std::vector<BoundRun>> study(const sim::FillUpInput& input,
                                                  const StudyOptions& options,
                                                  const sim::ParallelOptions& parallel);

}  // namespace ragp::bound
