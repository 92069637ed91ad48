// Recorder: what a run's report needs, integrated exactly over time between warm-up and horizon.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "model/results.h"
#include "sim/leftovers.h"

namespace ragp::sim {

class Recorder {
 public:
  Recorder(Time from, Time to, std::int64_t total_gpus);

  // The state that held since the last call ends at `now`. Call before the state changes.
  void advance(Time now, const Leftovers& leftovers, bool gpu_jobs_wait);

  // A running job's contribution changed: GPUs that it occupies, and its rate before and after.
  void rate_changed(double gpus, double rate_before, double rate_after);

  void started(Time submit, Time now);
  void still_waiting(Time submit);
  void finished(Time now, Duration running, Duration expected);

  // Fills in everything but names, job counts, evictions and events.
  void write(SimulateRun& run) const;

 private:
  [[nodiscard]] double window_hours() const { return to_hours(to_ - from_); }

  Time from_;
  Time to_;
  Time now_;
  double total_gpus_;
  std::int64_t stalled_nano_ = 0;  // GPUs stalled now, x 1e9: integers, so that nothing drifts

  // GPU-hours in the window.
  double allocated_ = 0.0;
  double stalled_ = 0.0;
  double stranded_ = 0.0;
  double idle_ = 0.0;
  double idle_while_waiting_ = 0.0;
  double hostable_ = 0.0;
  double jobs_per_node_hours_ = 0.0;
  std::vector<double> fragmentation_hours_;  // by bin of stranded share
  std::vector<double> finished_per_hour_;
  std::vector<double> waits_s_;
  std::vector<double> inflations_;
};

}  // namespace ragp::sim
