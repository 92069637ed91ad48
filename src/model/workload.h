// Workload: everything that a simulation is a function of: nodes, jobs with what they do while they
// run, and the background work on the nodes' storage. No randomness is left in it: a generated
// workload and the one read back from its recording run identically.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "model/cluster.h"
#include "model/job.h"

namespace ragp {

// Amounts of the feeds (net, storage, io_cpu), in the order of kFeeds.
using Feeds = std::array<std::int32_t, kFeeds.size()>;

// A stretch of work: how long it takes at full speed, and what full speed draws from the node that
// a task runs on.
struct Phase {
  Duration work{};
  Feeds needs{};
  friend bool operator==(const Phase&, const Phase&) = default;
};

// Memory in use on each device of the task, from `at` after its start.
struct HbmStep {
  Duration at{};
  std::int32_t mib = 0;
  friend bool operator==(const HbmStep&, const HbmStep&) = default;
};

// What a job does while it runs. After `load` it alternates `steady` and `burst` until it has done
// `work` (which counts both); a burst of zero work means that there are none.
struct Behaviour {
  Duration work{};  // at full speed, without the load
  Phase load;       // once per start: reading the model
  Phase steady;
  Phase burst;               // a checkpoint, a batch of images
  bool checkpoints = false;  // an eviction loses what was done since the last burst
  std::vector<HbmStep> hbm;  // strictly ascending `at`; empty: the request, all the time
  Duration hbm_cycle{};      // the steps repeat with this period
  friend bool operator==(const Behaviour&, const Behaviour&) = default;

  // Load and work at full speed: what the job expects to take.
  [[nodiscard]] Duration expected() const { return load.work + work; }
};

struct WorkloadJob {
  std::string name;
  std::string type;
  Time submit{};
  Job job;  // what a scheduler is told
  Behaviour behaviour;
};

// Background work on one node's storage: a rebuild, check, scrub or compaction. Factors are parts
// per million, so that a recording is exact.
struct Episode {
  NodeId node;
  std::string kind;
  Time start{};
  Duration length{};
  std::int32_t storage_ppm = 1'000'000;  // multiplies the storage capacity
  std::int32_t io_cpu = 0;               // millicores taken
};

// How far a later job may overtake an earlier one that does not fit yet.
struct QueueOptions {
  // Nodes are kept free for a job that has waited this long while later ones were placed.
  Duration hold_after = std::chrono::minutes(30);
  // No job is placed that arrived more than this after one that still waits.
  Duration overtake = std::chrono::hours(6);
  // At most this share of the nodes is held at once (but always one job's worth).
  double hold_share = 0.1;

  friend bool operator==(const QueueOptions&, const QueueOptions&) = default;
};

// What happens when the memory in use on a device exceeds what it has.
struct OverflowOptions {
  enum class Mode : std::uint8_t { kSpill, kEvict };
  Mode mode = Mode::kSpill;
  // Every spilled byte is read back once per this time, from the node's storage.
  Duration touch = std::chrono::seconds(10);
  // I/O CPU per spilled traffic, millicores per MB/s.
  double io_cpu_per_mbps = 0.25;
  // A task that would spill more than this share of its request is evicted instead.
  double evict_above = 0.25;
  // A job evicted more often than this fails.
  std::int32_t max_evictions = 20;

  friend bool operator==(const OverflowOptions&, const OverflowOptions&) = default;
};

struct Workload {
  std::string scenario;
  std::uint64_t seed = 0;
  Duration warmup{};   // metrics count from here ...
  Duration horizon{};  // ... to here, where the run ends
  QueueOptions queue;
  OverflowOptions overflow;
  GpuModels models;
  std::vector<NodeSpec> nodes;
  std::vector<WorkloadJob> jobs;  // ascending submit; jobs[i].job.id is i
  std::vector<Episode> episodes;  // ascending start
};

}  // namespace ragp
