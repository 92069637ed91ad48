// Departures: a cluster from which tasks leave, under a policy that refuses what does not fit at
// once (a loss system). Fragments then come from leaving too, not only from filling up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/results.h"
#include "sched/policy.h"
#include "sim/fill_up.h"

namespace ragp::sim {

// Steady state: Poisson arrivals drawn from the list with replacement, lifetimes exponential with
// mean 1 whatever the shape, at such a rate that the offered GPUs (arrivals x lifetime x GPUs) are
// `load` times the cluster's. Starts empty; 3 mean lifetimes pass unmeasured, 5 are measured. Every
// policy sees the same arrivals and lifetimes of a seed. load > 0. An error for nodes that cannot
// be, or where cluster or tasks have no GPUs.
[[nodiscard]] Result<Departures> departures(const FillUpInput& input, const PolicyChoice& policy,
                                            std::uint64_t seed, double load, bool shuffle_nodes);

// The trace's own times (FillUpInput::times): a task without a time of arrival is there from the
// start, one without an end stays. At one instant leaving comes first; arrivals at one instant are
// in the order of the seed. The trace may be far smaller than the cluster: of the nodes, in random
// order of the seed, the first stay whose GPUs reach the trace's peak demand / load. Measured from
// the first to the last time of the trace. Errors as above, and where no task has times.
[[nodiscard]] Result<Departures> departures_trace(const FillUpInput& input,
                                                  const PolicyChoice& policy, std::uint64_t seed,
                                                  double load, bool shuffle_nodes);

}  // namespace ragp::sim
