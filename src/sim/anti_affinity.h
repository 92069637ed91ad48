// AntiAffinity: which application runs where, and which nodes are closed to its next instance.
//
// A node never holds more instances of an application than any one of them allows
// (Task::most_per_node), whoever came first, as in Kubernetes. Tasks without an application cost
// nothing; one with it costs a pass over one integer per node and limit. An application's counts
// exist from its first instance on. One instance serves one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/cluster.h"
#include "sched/scheduler.h"
#include "sim/task.h"

namespace ragp::sim {

class AntiAffinity {
 public:
  explicit AntiAffinity(std::size_t nodes) : nodes_(nodes) {}

  // Where the task may not go now; valid until the next call.
  [[nodiscard]] ClosedNodes closed_to(const Task& task);
  void placed(const Task& task, NodeId node);
  // The task was placed on that node before.
  void left(const Task& task, NodeId node);

 private:
  // Instances of one application by node: those with this limit, or all where it is kNoLimit.
  struct Count {
    std::int32_t most_per_node;
    std::vector<std::int32_t> on;
  };
  struct App {
    Count all{Task::kNoLimit, {}};
    std::vector<Count> limited;  // few: one per distinct limit
  };

  void change(const Task& task, NodeId node, std::int32_t by);
  [[nodiscard]] Count& limited(App& app, std::int32_t most_per_node) const;

  std::size_t nodes_;
  std::vector<App> apps_;             // by Task::app
  std::vector<std::uint8_t> closed_;  // scratch, kept to spare allocations
};

}  // namespace ragp::sim
