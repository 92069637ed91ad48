// Generate: draws a workload from a scenario. The only place of the simulator with randomness.
//
// One random stream per purpose (arrivals, jobs, node order, each node's background), so that a
// change of one does not shift the others, and every policy of a seed sees the same workload.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/scenario.h"
#include "model/workload.h"

namespace ragp::sim {

// An error where the scenario cannot make a workload: no GPUs to be loaded, a type that its
// catalogues do not have, more than kMaxJobs jobs.
[[nodiscard]] Result<Workload> generate(const Scenario& scenario, std::uint64_t seed);

inline constexpr double kMaxJobs = 50e6;

}  // namespace ragp::sim
