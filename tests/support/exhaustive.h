// exhaustive: best packings of tiny nodes and clusters by trying everything, to test bounds
// against.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bound/packing.h"
#include "bound/problem.h"

namespace ragp::testing {

// What is left of a node, device by device.
struct Leftover {
  std::int64_t cpu = 0;
  std::int64_t ram = 0;
  std::int32_t device_sm = 0;
  std::vector<std::int32_t> devices{};  // milli-GPU left
};

inline Leftover empty_node(const bound::Bin& bin) {
  return {bin.cpu, bin.ram, bin.device_sm,
          std::vector<std::int32_t>(static_cast<std::size_t>(bin.gpus), bin.device_sm)};
}

// Every way to add the item. Untouched devices are alike: whole ones are taken in order.
inline std::vector<Leftover> ways_to_add(const Leftover& node, const bound::Item& item) {
  std::vector<Leftover> ways;
  Leftover next = node;
  next.cpu -= item.cpu;
  next.ram -= item.ram;
  if (next.cpu < 0 || next.ram < 0) return ways;
  if (item.milli > 0) {
    for (std::size_t d = 0; d < node.devices.size(); ++d) {
      if (node.devices[d] < item.milli) continue;
      ways.push_back(next);
      ways.back().devices[d] -= item.milli;
    }
    return ways;
  }
  std::int32_t missing = item.gpus;
  for (std::int32_t& left : next.devices) {
    if (missing > 0 && left == node.device_sm) {
      left = 0;
      --missing;
    }
  }
  if (missing == 0) ways.push_back(next);
  return ways;
}

// The most that copies of the items are worth together on one node.
inline bound::Value best_on_node(const Leftover& node, std::span<const bound::Item> items) {
  if (items.empty()) return 0;
  bound::Value best = best_on_node(node, items.subspan(1));
  for (const Leftover& next : ways_to_add(node, items.front())) {
    best = std::max(best, items.front().value + best_on_node(next, items));
  }
  return best;
}

inline bool holds(const Leftover& node, std::span<const bound::Item> tasks) {
  if (tasks.empty()) return true;
  const auto ways = ways_to_add(node, tasks.front());
  return std::ranges::any_of(ways,
                             [&](const Leftover& next) { return holds(next, tasks.subspan(1)); });
}

// A task of a tiny cluster, and whether it has to be placed.
struct OfferedTask {
  bound::TaskShape shape;
  bool kept = false;
};

struct ClusterNode {
  bound::NodeClass kind;
  Leftover left;
};

// The most that can be allocated, in nano-GPU; nothing where what must be kept does not fit.
inline std::optional<bound::Value> best_on_cluster(std::vector<ClusterNode>& nodes,
                                                   std::span<const OfferedTask> tasks) {
  if (tasks.empty()) return 0;
  const OfferedTask& task = tasks.front();
  std::optional<bound::Value> best;
  if (!task.kept) best = best_on_cluster(nodes, tasks.subspan(1));
  for (ClusterNode& node : nodes) {
    if (!bound::fits(node.kind, task.shape)) continue;
    const Leftover before = node.left;
    for (const Leftover& next : ways_to_add(before, task.shape.item)) {
      node.left = next;
      const auto rest = best_on_cluster(nodes, tasks.subspan(1));
      if (rest) best = std::max(best.value_or(0), *rest + task.shape.item.value);
    }
    node.left = before;
  }
  return best;
}

}  // namespace ragp::testing
