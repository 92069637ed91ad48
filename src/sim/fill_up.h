// Fill-up replay: the experiment of FGD's authors (ATC'23, section 6.1) on a task list.
//
// The tasks arrive one by one in random order (sim/stream.h); a placed task never leaves, one that
// fits nowhere is dropped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/cluster.h"
#include "model/results.h"
#include "sched/policy.h"
#include "sim/task.h"

namespace ragp::sim {

// When a task comes and goes, in seconds; nothing: before or after what the trace covers.
struct TaskTimes {
  std::optional<double> arrives_s;
  std::optional<double> leaves_s;  // not before arrives_s
};

struct FillUpInput {
  std::string workload;  // its name in the results
  std::vector<NodeSpec> nodes;
  std::vector<Task> tasks;
  std::vector<TaskTimes> times{};  // of the tasks, in their order; or empty
};

struct FillUpOptions {
  double demand = 1.3;         // GPUs demanded / GPUs of the cluster
  bool shuffle_nodes = false;  // node order decides ties: by seed instead of as in the file
};

struct FillUpResult {
  ReplayRun run;  // placements_per_s and wall_s are left 0
  std::int64_t placed = 0;
};

// An error for nodes that cannot be, a cluster without GPUs or tasks without any.
[[nodiscard]] Result<FillUpResult> fill_up(const FillUpInput& input, const PolicyChoice& policy,
                                           std::uint64_t seed, const FillUpOptions& options);

}  // namespace ragp::sim
