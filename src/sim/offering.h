// Offering: a cluster under a policy that tasks are offered to one by one: placed, or refused at
// once. What every replay of a task list is made of, and where anti-affinity is kept, for every
// policy alike. One instance serves one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "model/cluster.h"
#include "sched/scheduler.h"
#include "sim/anti_affinity.h"
#include "sim/task.h"

namespace ragp::sim {

// An error for a node that cannot be.
[[nodiscard]] Result<Cluster> make_cluster(std::span<const NodeSpec> nodes, DimSet enforced);

// The nodes in the order in which they decide ties: as given, or by seed.
[[nodiscard]] std::vector<NodeSpec> node_order(std::span<const NodeSpec> nodes, std::uint64_t seed,
                                               bool shuffle);

// Those tasks, in their order, that at least one empty node holds, in all dimensions. What no
// policy could place says nothing about policies.
[[nodiscard]] std::vector<Task> placeable(std::span<const NodeSpec> nodes,
                                          std::span<const Task> tasks);

class Offering {
 public:
  Offering(Cluster cluster, const PolicyChoice& policy, std::uint64_t seed);

  // Nothing where the task fits nowhere now.
  [[nodiscard]] std::optional<Placement> offer(const Task& task);
  // A placed task leaves. `where` must be what offer() answered.
  void leave(const Task& task, const Placement& where);

  // GPU demand in thousandths of a GPU: of the cluster, offered so far, allocated now.
  [[nodiscard]] std::int64_t capacity() const { return capacity_; }
  [[nodiscard]] std::int64_t arrived() const { return arrived_; }
  [[nodiscard]] std::int64_t allocated() const { return allocated_; }
  [[nodiscard]] const Cluster& cluster() const { return cluster_; }

 private:
  Cluster cluster_;
  Scheduler scheduler_;
  AntiAffinity apart_;
  std::int64_t capacity_;
  std::int64_t arrived_ = 0;
  std::int64_t allocated_ = 0;
  std::size_t offered_ = 0;  // tasks; the id of the next
};

}  // namespace ragp::sim
