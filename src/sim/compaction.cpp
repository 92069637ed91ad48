// Cluster compaction: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/compaction.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "sim/offering.h"
#include "sim/tolerance.h"

namespace ragp::sim {
namespace {

// Which nodes stay, by place: the first n of this. Each copy of the cluster has an order of its own
// and goes as a whole before the one below it, so that n means the same for every policy.
std::vector<std::size_t> stay_order(std::size_t nodes, std::size_t copies, std::uint64_t seed) {
  std::vector<std::size_t> order(nodes * copies);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t copy = 0; copy < copies; ++copy) {
    Rng removal(seed, "compaction nodes", copy);
    removal.shuffle(std::span(order).subspan(copy * nodes, nodes));
  }
  return order;
}

class Packing {
 public:
  Packing(const FillUpInput& input, const PolicyChoice& policy, std::uint64_t seed, bool shuffle)
      : nodes_(node_order(input.nodes, seed, shuffle)),
        tasks_(placeable(input.nodes, input.tasks)),
        policy_(policy),
        seed_(seed) {
    Rng order(seed, "compaction order");
    order.shuffle(std::span(tasks_));
    copy_cluster(1);
  }

  void copy_cluster(std::size_t copies) { stay_ = stay_order(nodes_.size(), copies, seed_); }
  [[nodiscard]] bool has_tasks() const { return !tasks_.empty(); }

  // The n nodes that stay, in the order that decides ties.
  [[nodiscard]] std::vector<NodeSpec> staying(std::size_t n) const {
    std::vector<std::size_t> places(stay_.begin(), stay_.begin() + static_cast<std::ptrdiff_t>(n));
    std::ranges::sort(places);
    std::vector<NodeSpec> nodes;
    nodes.reserve(n);
    for (const std::size_t place : places) nodes.push_back(nodes_[place % nodes_.size()]);
    return nodes;
  }

  [[nodiscard]] bool fits(std::size_t n) const {
    auto cluster = make_cluster(staying(n), policy_.dims);
    RAGP_CHECK(cluster.has_value());  // the same nodes made a cluster before
    Offering offering(std::move(*cluster), policy_, seed_);
    std::size_t left = may_stay_pending(tasks_.size());
    for (const Task& task : tasks_) {
      if (offering.offer(task)) continue;
      if (left == 0) return false;
      --left;
    }
    return true;
  }

 private:
  std::vector<NodeSpec> nodes_;
  std::vector<Task> tasks_;
  const PolicyChoice& policy_;
  std::uint64_t seed_;
  std::vector<std::size_t> stay_;
};

}  // namespace

std::size_t smallest_that_fits(std::size_t size, const std::function<bool(std::size_t)>& fits) {
  constexpr std::size_t kFirstSteps = 16;
  constexpr std::size_t kFiner = 4;
  std::size_t step = std::max<std::size_t>(1, size / kFirstSteps);
  for (;;) {
    while (size > step && fits(size - step)) size -= step;
    if (step == 1) return size;
    step = std::max<std::size_t>(1, step / kFiner);
  }
}

Result<Compaction> compaction(const FillUpInput& input, const PolicyChoice& policy,
                              std::uint64_t seed, bool shuffle_nodes) {
  if (const auto able = make_cluster(input.nodes, policy.dims); !able) {
    return std::unexpected(able.error());
  }
  Packing packing(input, policy, seed, shuffle_nodes);
  if (!packing.has_tasks()) {
    return fail(Errc::kInput,
                "workload '" + input.workload + "': compaction needs a task that fits some node");
  }
  std::size_t copies = 1;
  // It ends: at the latest with a copy for every task.
  while (!packing.fits(copies * input.nodes.size())) packing.copy_cluster(copies *= 2);
  const std::size_t nodes = smallest_that_fits(copies * input.nodes.size(),
                                               [&](std::size_t n) { return packing.fits(n); });
  Compaction result{.nodes = static_cast<std::int64_t>(nodes)};
  result.share = static_cast<double>(nodes) / static_cast<double>(input.nodes.size());
  for (const NodeSpec& n : packing.staying(nodes)) result.gpus += n.gpus;
  return result;
}

}  // namespace ragp::sim
