// Sweep: a scenario or a task list under several policies and seeds, in parallel.
//
// Paired: every policy sees the same workload of a seed. Runs come back in the order (seed, policy)
// of the request whatever the number of threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/scenario.h"
#include "sim/fill_up.h"
#include "sim/parallel.h"

namespace ragp::sim {

[[nodiscard]] Result<std::vector<SimulateRun>> sweep(const Scenario& scenario,
                                                     std::span<const PolicyChoice> policies,
                                                     std::span<const std::uint64_t> seeds,
                                                     const ParallelOptions& options);

// The same for one workload that is there already (a recording).
[[nodiscard]] std::vector<SimulateRun> sweep(const Workload& workload,
                                             std::span<const PolicyChoice> policies,
                                             const ParallelOptions& options);

[[nodiscard]] Result<std::vector<ReplayRun>> sweep(const FillUpInput& input,
                                                   std::span<const PolicyChoice> policies,
                                                   std::span<const std::uint64_t> seeds,
                                                   const FillUpOptions& fill,
                                                   const ParallelOptions& options);

}  // namespace ragp::sim
