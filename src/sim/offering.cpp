// Offering: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/offering.h"

#include <algorithm>
#include <unordered_map>

#include "base/rng.h"
#include "sched/feasibility.h"
#include "sim/stream.h"

namespace ragp::sim {

Result<Cluster> make_cluster(std::span<const NodeSpec> nodes, DimSet enforced) {
  Cluster cluster(enforced);
  for (const NodeSpec& spec : nodes) {
    if (const auto added = cluster.add_node(spec); !added) return std::unexpected(added.error());
  }
  return cluster;
}

std::vector<NodeSpec> node_order(std::span<const NodeSpec> nodes, std::uint64_t seed,
                                 bool shuffle) {
  std::vector<NodeSpec> ordered(nodes.begin(), nodes.end());
  if (shuffle) {
    Rng order(seed, "fill-up nodes");
    order.shuffle(std::span(ordered));
  }
  return ordered;
}

std::vector<Task> placeable(std::span<const NodeSpec> nodes, std::span<const Task> tasks) {
  std::unordered_map<Shape, bool, ShapeHash> known;  // lists hold few distinct shapes
  const auto holds = [&](const Task& task) {
    const auto [it, is_new] = known.try_emplace(task.shape, false);
    if (is_new) {
      it->second = std::ranges::any_of(
          nodes, [&](const NodeSpec& n) { return fits(empty_state(n, kSevenDims), task.shape); });
    }
    return it->second;
  };
  std::vector<Task> kept;
  std::ranges::copy_if(tasks, std::back_inserter(kept), holds);
  return kept;
}

Offering::Offering(Cluster cluster, const PolicyChoice& policy, std::uint64_t seed)
    : cluster_(std::move(cluster)),
      scheduler_(policy.info->make({.seed = seed}), policy.dims),
      apart_(cluster_.size()),
      capacity_(cluster_.total_gpus() * kWholeGpu) {}

std::optional<Placement> Offering::offer(const Task& task) {
  const Job job{.id = JobId::at(offered_++), .shape = task.shape};
  arrived_ += gpu_milli(task);
  scheduler_.observe(job);
  const auto placed = scheduler_.place(job, cluster_, apart_.closed_to(task));
  if (!placed) return std::nullopt;
  apart_.placed(task, placed->front().node);
  allocated_ += gpu_milli(task);
  return placed->front();
}

void Offering::leave(const Task& task, const Placement& where) {
  cluster_.release(task.shape, where);
  apart_.left(task, where.node);
  allocated_ -= gpu_milli(task);
}

}  // namespace ragp::sim
