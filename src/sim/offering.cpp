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

std::vector<Shape> placeable(std::span<const NodeSpec> nodes, std::span<const Shape> tasks) {
  std::unordered_map<Shape, bool, ShapeHash> known;  // lists hold few distinct shapes
  const auto holds = [&](const Shape& task) {
    const auto [it, is_new] = known.try_emplace(task, false);
    if (is_new) {
      it->second = std::ranges::any_of(
          nodes, [&](const NodeSpec& n) { return fits(empty_state(n, kSevenDims), task); });
    }
    return it->second;
  };
  std::vector<Shape> kept;
  std::ranges::copy_if(tasks, std::back_inserter(kept), holds);
  return kept;
}

Offering::Offering(Cluster cluster, const PolicyChoice& policy, std::uint64_t seed)
    : cluster_(std::move(cluster)),
      scheduler_(policy.info->make({.seed = seed}), policy.dims),
      capacity_(cluster_.total_gpus() * kWholeGpu) {}

std::optional<Placement> Offering::offer(const Shape& task) {
  const Job job{.id = JobId::at(offered_++), .shape = task};
  arrived_ += gpu_milli(task);
  scheduler_.observe(job);
  const auto placed = scheduler_.place(job, cluster_);
  if (!placed) return std::nullopt;
  allocated_ += gpu_milli(task);
  return placed->front();
}

void Offering::leave(const Shape& task, const Placement& where) {
  cluster_.release(task, where);
  allocated_ -= gpu_milli(task);
}

}  // namespace ragp::sim
