// Sweep: a scenario or task lists under several policies and seeds, in parallel.
//
// Paired: every policy sees the same workload of a seed. Runs come back in the order (seed, policy)
// of the request whatever the number of threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/scenario.h"
#include "sim/parallel.h"
#include "sim/replay.h"

namespace ragp::sim {

[[nodiscard]] Result<std::vector<SimulateRun>> sweep(const Scenario& scenario,
                                                     std::span<const PolicyChoice> policies,
                                                     std::span<const std::uint64_t> seeds,
                                                     const ParallelOptions& options);

// The same for one workload that is there already (a recording).
[[nodiscard]] std::vector<SimulateRun> sweep(const Workload& workload,
                                             std::span<const PolicyChoice> policies,
                                             const ParallelOptions& options);

// Task lists: runs in the order (list, seed, policy).
[[nodiscard]] Result<std::vector<ReplayRun>> sweep(std::span<const FillUpInput> inputs,
                                                   std::span<const PolicyChoice> policies,
                                                   std::span<const std::uint64_t> seeds,
                                                   const ReplayOptions& replay_options,
                                                   const ParallelOptions& options);

}  // namespace ragp::sim
