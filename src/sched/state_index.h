// StateIndex: the nodes of a cluster grouped by equal state, so that each distinct state is scored
// once however many nodes share it (Borg's equivalence classes, EuroSys'15 section 3.4).
//
// Only nodes whose state changed are touched. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/strong.h"
#include "model/node_state.h"

namespace ragp {

class StateIndex {
 public:
  struct Group {
    NodeState state;
    std::set<NodeId> nodes;    // in node order; empty in a group that is not live
    std::uint64_t serial = 0;  // never given out twice: a cache key that outlives the group's id
  };

  void clear();
  [[nodiscard]] std::size_t node_count() const { return group_of_.size(); }
  // Puts the node, known or the next new one, into the group of its state.
  void assign(NodeId node, const NodeState& state, const DeviceOrder& order);

  [[nodiscard]] const NodeState& state_of(NodeId node) const {
    return groups_[group_of_[node.index()].index()].state;
  }
  [[nodiscard]] const DeviceOrder& order_of(NodeId node) const { return orders_[node.index()]; }
  // Every new group, and every one whose first node is another one than before, appends its id to a
  // bounded log. Nothing where the log no longer reaches back to `since`: look at all live groups.
  [[nodiscard]] std::uint64_t revision() const { return log_start_ + log_.size(); }
  [[nodiscard]] std::optional<std::span<const StateId>> changes_since(std::uint64_t since) const;

  // The live groups, in no order that means anything.
  [[nodiscard]] std::span<const StateId> live() const { return live_; }
  [[nodiscard]] const Group& group(StateId id) const { return groups_[id.index()]; }

 private:
  [[nodiscard]] StateId intern(const NodeState& state);
  void leave(NodeId node);
  void touch(StateId id);

  std::vector<Group> groups_;
  std::vector<std::size_t> place_in_live_;  // by StateId
  std::vector<StateId> free_;
  std::vector<StateId> live_;
  std::unordered_map<NodeState, StateId, NodeStateHash> ids_;
  std::vector<StateId> group_of_;    // by NodeId
  std::vector<DeviceOrder> orders_;  // by NodeId
  std::uint64_t next_serial_ = 0;
  std::vector<StateId> log_;
  std::uint64_t log_start_ = 0;
};

}  // namespace ragp
