// Made-up runs for the tests of this folder: every field set, numbers chosen by hand, so that texts
// can be written down in tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/results.h"

namespace ragp::report::sample {

// A run in which lost_share = stranded + stalled, with the rest derived from these.
inline SimulateRun simulate_run(std::string policy, double stranded, double stalled,
                                std::uint64_t seed = 1) {
  SimulateRun run;
  run.scenario = "c-storage";
  run.policy = std::move(policy);
  run.seed = seed;
  run.lost_share = stranded + stalled;
  run.fragmentation = {.mean = stranded, .p95 = 2 * stranded, .of_idle = 4 * stranded};
  run.residual_health = {.hostable_share = 1 - 4 * stranded, .jobs_per_node = 1.5};
  run.stall = {.fraction = stalled / 0.85, .gpu_hours = 134400 * stalled};
  run.gpu_hours = {.allocated = 114240,
                   .productive = 114240 - 134400 * stalled,
                   .idle = 20160,
                   .idle_while_jobs_wait = 20160 * stranded};
  run.throughput = {.jobs_per_hour = 70.5, .cv = 0.25};
  run.wait_s = {.mean = 600, .at = {.p50 = 60, .p95 = 180000 * run.lost_share, .p99 = 36000}};
  run.inflation = {.p50 = 1, .p95 = 1 + 5 * stalled, .p99 = 1 + 9 * stalled};
  run.jobs = {
      .submitted = 12000, .finished = 11844, .failed = 0, .never_fits = 0, .unfinished = 156};
  run.events = 123456;
  run.wall_s = 1.25;
  return run;
}

struct Made {
  const char* policy;
  double stranded;
  double stalled;
};

// The forms of all policies, as `--policies all` lists them.
inline constexpr std::array kFourteen{
    Made{"ragp-io", 0.015, 0.004},        Made{"ragp-5d", 0.009, 0.044},
    Made{"ragp-cosine", 0.062, 0.025},    Made{"scalar", 0.084, 0.025},
    Made{"tetris", 0.070, 0.022},         Made{"best-fit", 0.011, 0.094},
    Made{"first-fit", 0.018, 0.081},      Made{"random", 0.077, 0.028},
    Made{"ragp-cosine@7d", 0.051, 0.003}, Made{"scalar@7d", 0.063, 0.002},
    Made{"tetris@7d", 0.050, 0.001},      Made{"best-fit@7d", 0.033, 0.004},
    Made{"first-fit@7d", 0.036, 0.006},   Made{"random@7d", 0.060, 0.004}};

// Each policy under seeds 1 .. seeds, which all policies share: seed s shifts every loss alike.
inline std::vector<SimulateRun> fourteen_policies(std::uint64_t seeds) {
  std::vector<SimulateRun> runs;
  for (const Made& made : kFourteen) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const double shift =
          1.0 + 0.04 * (static_cast<double>(seed) - 0.5 * (1.0 + static_cast<double>(seeds)));
      runs.push_back(simulate_run(made.policy, made.stranded * shift, made.stalled * shift, seed));
    }
  }
  return runs;
}

inline ReplayRun replay_run(std::string policy, double at_100, double at_130, double first_refusal,
                            std::uint64_t seed = 1) {
  ReplayRun run;
  run.workload = "openb-multigpu50";
  run.policy = std::move(policy);
  run.seed = seed;
  run.allocation = {{100, at_100}, {130, at_130}};
  run.fragmentation_fgd = {{100, 99.5 - at_100}, {130, 99.8 - at_130}};
  run.first_refusal_pct = first_refusal;
  run.refused_by_gpus = {{0, 0}, {1, 12}, {8, static_cast<std::int64_t>(10 * (100 - at_100))}};
  run.placements_per_s = 51234.5;
  run.wall_s = 0.16;
  return run;
}

}  // namespace ragp::report::sample
