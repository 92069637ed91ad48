#include "sched/state_index.h"

#include "base/check.h"

namespace ragp {

void StateIndex::clear() {
  const std::uint64_t serial = next_serial_;
  *this = StateIndex();
  next_serial_ = serial;
}

void StateIndex::assign(NodeId node, const NodeState& state, const DeviceOrder& order) {
  RAGP_CHECK(node.index() <= group_of_.size());
  if (node.index() == group_of_.size()) {
    group_of_.push_back(intern(state));
    orders_.push_back(order);
  } else {
    orders_[node.index()] = order;
    if (state_of(node) == state) return;
    leave(node);
    group_of_[node.index()] = intern(state);
  }
  groups_[group_of_[node.index()].index()].nodes.insert(node);
}

StateId StateIndex::intern(const NodeState& state) {
  if (const auto known = ids_.find(state); known != ids_.end()) return known->second;
  StateId id;
  if (free_.empty()) {
    id = StateId::at(groups_.size());
    groups_.emplace_back();
    place_in_live_.push_back(0);
  } else {
    id = free_.back();
    free_.pop_back();
  }
  groups_[id.index()].state = state;
  groups_[id.index()].serial = next_serial_++;
  place_in_live_[id.index()] = live_.size();
  live_.push_back(id);
  ids_.emplace(state, id);
  return id;
}

void StateIndex::leave(NodeId node) {
  const StateId id = group_of_[node.index()];
  Group& group = groups_[id.index()];
  group.nodes.erase(node);
  if (!group.nodes.empty()) return;
  ids_.erase(group.state);
  const std::size_t place = place_in_live_[id.index()];
  live_[place] = live_.back();
  place_in_live_[live_[place].index()] = place;
  live_.pop_back();
  free_.push_back(id);
}

}  // namespace ragp
