// Arrivals: the instants at which jobs are submitted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "base/time.h"
#include "model/scenario.h"

namespace ragp::sim {

// Submit times in [0, horizon), ascending, `per_hour` on average.
//
// Poisson: independent arrivals. Bursty: a Markov-modulated Poisson process with two states, whose
// rate is `peak` times the mean for `peak_share` of the time and what keeps the mean otherwise;
// in both, arrivals come in geometric batches of `batch_mean` jobs.
[[nodiscard]] std::vector<Time> arrival_times(const ArrivalSpec& spec, double per_hour,
                                              Duration horizon, Rng& rng);

}  // namespace ragp::sim
