// Replay of a task list: the fill-up, and the further experiments that were asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "model/results.h"
#include "sim/fill_up.h"

namespace ragp::sim {

struct ReplayMetrics {
  bool inflation = false;
  bool compaction = false;
  bool departures = false;
  bool departures_trace = false;
};
// "inflation,departures": names of experiments; "" is none. An error names the flag --metrics.
[[nodiscard]] Result<ReplayMetrics> parse_metrics(std::string_view list);

struct ReplayOptions {
  FillUpOptions fill;
  ReplayMetrics metrics;
  double load = 1.0;  // of the departures: GPUs offered / GPUs of the cluster
};

// Pure but for the two timings, which read the machine's clock: placements_per_s is the fill-up's,
// wall_s the whole of it. Errors of the experiments.
[[nodiscard]] Result<ReplayRun> replay(const FillUpInput& input, const PolicyChoice& policy,
                                       std::uint64_t seed, const ReplayOptions& options);

}  // namespace ragp::sim
