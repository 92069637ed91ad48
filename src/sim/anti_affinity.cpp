// AntiAffinity: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/anti_affinity.h"

#include <algorithm>

#include "base/check.h"

namespace ragp::sim {

ClosedNodes AntiAffinity::closed_to(const Task& task) {
  const auto index = static_cast<std::size_t>(task.app);
  if (task.app == Task::kNoApp || index >= apps_.size() || apps_[index].all.on.empty()) return {};
  const App& app = apps_[index];
  if (task.most_per_node == Task::kNoLimit && app.limited.empty()) return {};
  closed_.resize(nodes_);
  for (std::size_t n = 0; n < nodes_; ++n) closed_[n] = app.all.on[n] >= task.most_per_node;
  for (const Count& with : app.limited) {
    for (std::size_t n = 0; n < nodes_; ++n) {
      const bool full = with.on[n] > 0 && app.all.on[n] >= with.most_per_node;
      closed_[n] = static_cast<std::uint8_t>(closed_[n] | static_cast<std::uint8_t>(full));
    }
  }
  return closed_;
}

void AntiAffinity::placed(const Task& task, NodeId node) {
  change(task, node, 1);
}

void AntiAffinity::left(const Task& task, NodeId node) {
  change(task, node, -1);
}

void AntiAffinity::change(const Task& task, NodeId node, std::int32_t by) {
  if (task.app == Task::kNoApp) return;
  const auto index = static_cast<std::size_t>(task.app);
  if (index >= apps_.size()) apps_.resize(index + 1);
  App& app = apps_[index];
  app.all.on.resize(nodes_);
  app.all.on[node.index()] += by;
  RAGP_CHECK(app.all.on[node.index()] >= 0);
  if (task.most_per_node == Task::kNoLimit) return;
  limited(app, task.most_per_node).on[node.index()] += by;
}

AntiAffinity::Count& AntiAffinity::limited(App& app, std::int32_t most_per_node) const {
  const auto it = std::ranges::find(app.limited, most_per_node, &Count::most_per_node);
  if (it != app.limited.end()) return *it;
  return app.limited.emplace_back(most_per_node, std::vector<std::int32_t>(nodes_));
}

}  // namespace ragp::sim
