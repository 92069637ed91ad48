// World: the simulator's truth: which tasks run where, how fast, and what the nodes really deliver.
// Policies never see it; telemetry (telemetry.h) reports from it.
//
// Rates change only on nodes that were touched: a change marks its nodes, settle() recomputes them
// and returns which jobs' rates moved. Exact between events: a rate is constant from one settle()
// to the next. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "model/workload.h"
#include "sim/data_path.h"
#include "sim/spill.h"

namespace ragp::sim {

// A running job. Progress is in microseconds of work at full speed.
struct Running {
  enum class Stage : std::uint8_t { kLoad, kSteady, kBurst };
  std::vector<Placement> placements;  // by task
  std::vector<double> task_rates;     // by task: what its node would let it do
  Time started{};
  Stage stage = Stage::kLoad;
  double length = 0.0;  // of the present phase (of kLoad: not counted as work)
  double left = 0.0;    // of the present phase
  double done = 0.0;    // of Behaviour::work, up to the present phase's start
  double saved = 0.0;   // of Behaviour::work, that an eviction does not lose
  double rate = 0.0;    // of progress: the slowest task's
  Time rate_since{};
  std::uint32_t epoch = 0;   // of the foreseen phase end
  std::uint32_t starts = 0;  // how often it was started
  std::int32_t hbm = 0;      // MiB in use on each device
  std::size_t hbm_step = 0;  // next step of Behaviour::hbm
  bool active = false;
};

class World {
 public:
  explicit World(const Workload& workload);

  // Starts the job with `saved` microseconds of its work already done.
  void start(JobId id, std::vector<Placement> placements, double saved, Time now);
  // Takes it off its nodes; its state stays readable until it starts again.
  void stop(JobId id, Time now);
  // Ends the present phase, which must be done, and enters the next. False: that was the last.
  bool next_phase(JobId id, Time now);
  // The job's memory goes to its next step.
  void set_hbm(JobId id, std::int32_t mib);
  void begin(const Episode& episode);
  void end(const Episode& episode);

  // Recomputes the touched nodes. Appends the jobs whose foreseen phase end changed, each once, in
  // job order.
  void settle(Time now, std::vector<JobId>& changed);
  // The nodes recomputed by the last settle(), ascending.
  [[nodiscard]] std::span<const NodeId> settled() const { return settled_; }

  // Jobs whose growth, at the last settle(), did not fit device memory so badly that they must go.
  [[nodiscard]] std::span<const JobId> to_evict() const { return to_evict_; }

  [[nodiscard]] const Running& running(JobId id) const { return jobs_[id.index()]; }
  // When the present phase ends at the present rate; Time::max() at a standstill.
  [[nodiscard]] Time phase_end(JobId id) const;
  // GPUs that the job occupies: tasks x devices x share of the device.
  [[nodiscard]] double gpu_share(JobId id) const;

  // What the node's feeds deliver now, and how much of it is drawn; in the feed's unit.
  [[nodiscard]] std::int32_t effective(NodeId n, std::size_t feed) const;
  [[nodiscard]] std::int32_t drawn(NodeId n, std::size_t feed) const;
  // Writes what is in use on each of the node's devices, MiB, at most what the device has.
  void hbm_used(NodeId n, std::span<std::int32_t, kMaxDevices> by_device) const;

 private:
  struct TaskRef {
    JobId job;
    std::uint32_t task = 0;
  };
  struct NodeTruth {
    std::vector<TaskRef> tasks;         // in order of start
    std::vector<std::int64_t> spilled;  // MiB, by place in tasks
    std::vector<FeedAmounts> needs;     // at full speed, by place in tasks
    double storage_factor = 1.0;
    std::int32_t io_cpu_taken = 0;
    std::vector<const Episode*> episodes;
    FeedAmounts drawn{};
    bool touched = false;
  };

  void touch(NodeId n);
  void enter(Running& r, Running::Stage stage, const Behaviour& b);
  void advance(Running& r, Time now) const;
  void update_episodes(NodeTruth& node) const;
  [[nodiscard]] const Phase& phase(JobId id) const;
  void find_spill(NodeId n);
  void list_needs(NodeId n);
  void compute_rates(NodeId n);
  void compute_drawn(NodeId n);

  const Workload& workload_;
  std::vector<NodeTruth> nodes_;
  std::vector<Running> jobs_;
  std::vector<NodeId> touched_;
  std::vector<NodeId> settled_;
  std::vector<JobId> to_evict_;
  // Scratch of settle().
  std::vector<JobId> affected_;
  std::vector<MemoryUser> users_;
  std::vector<double> rates_;
};

}  // namespace ragp::sim
