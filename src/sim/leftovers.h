// Leftovers: what the idle capacity of a cluster is still good for, kept up node by node.
//
// Fragmentation and residual health of docs/model.md, always in the true seven dimensions and for
// the mix of the whole workload, whatever a policy sees or has learned. Sums are exact integers, so
// they depend on the nodes' states only, not on the order of the changes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/cluster.h"

namespace ragp::sim {

struct WeightedShape {
  Shape shape;
  double probability = 0.0;
};

class Leftovers {
 public:
  Leftovers(std::vector<WeightedShape> mix, std::size_t nodes);

  void update(NodeId n, const NodeState& state);

  [[nodiscard]] std::int64_t idle_milli() const { return idle_; }
  // sum over nodes of F(n|M), in GPUs.
  [[nodiscard]] double stranded_gpus() const;
  // Idle GPU on devices that at least one GPU shape of the mix fits, in GPUs.
  [[nodiscard]] double hostable_gpus() const { return static_cast<double>(hostable_) * 1e-3; }
  // Expected number of jobs of the mix that one node still holds, mean over nodes.
  [[nodiscard]] double jobs_per_node() const;

 private:
  struct NodeRow {
    std::int32_t idle = 0;
    std::int32_t hostable = 0;
  };
  std::vector<WeightedShape> mix_;
  std::vector<NodeRow> rows_;
  std::vector<std::int32_t> stranded_;      // node x shape, milli-GPU
  std::vector<std::int32_t> copies_;        // node x shape
  std::vector<std::int64_t> stranded_sum_;  // by shape
  std::vector<std::int64_t> copies_sum_;    // by shape
  std::int64_t idle_ = 0;
  std::int64_t hostable_ = 0;
};

// The empirical mix of the workload's jobs, each weighted by its number of tasks.
[[nodiscard]] std::vector<WeightedShape> mix_of(std::span<const Job> jobs);

}  // namespace ragp::sim
