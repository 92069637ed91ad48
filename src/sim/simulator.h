// Simulator: plays a workload against the scheduling core in virtual time.
//
// Discrete events drive a fluid data path (data_path.h); between two events every rate is constant,
// so the integrals are exact. The scheduler decides on a Cluster that knows only what telemetry
// reported. A run is a function of (workload, policy, form): no clock, no threads, no randomness of
// its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/results.h"
#include "model/workload.h"
#include "sched/policy.h"

namespace ragp::sim {

// Runs the whole workload. wall_s is left 0.
[[nodiscard]] SimulateRun simulate(const Workload& workload, const PolicyChoice& policy);

}  // namespace ragp::sim
