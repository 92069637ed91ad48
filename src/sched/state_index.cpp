#include "sched/state_index.h"

#include "base/check.h"

namespace ragp {

void StateIndex::clear() {
  const std::uint64_t serial = next_serial_;
  const std::uint64_t log_end = revision() + 1;  // no log reaches back beyond this
  *this = StateIndex();
  next_serial_ = serial;
  log_start_ = log_end;
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
  const StateId id = group_of_[node.index()];
  std::set<NodeId>& nodes = groups_[id.index()].nodes;
  nodes.insert(node);
  if (*nodes.begin() == node) touch(id);
}

void StateIndex::touch(StateId id) {
  const std::size_t keep = 2 * group_of_.size() + 1024;
  if (log_.size() >= 2 * keep) {
    const std::size_t drop = log_.size() - keep;
    log_.erase(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(drop));
    log_start_ += drop;
  }
  log_.push_back(id);
}

std::optional<std::span<const StateId>> StateIndex::changes_since(std::uint64_t since) const {
  if (since < log_start_ || since > revision()) return std::nullopt;
  return std::span(log_).subspan(since - log_start_);
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
  const bool was_first = *group.nodes.begin() == node;
  group.nodes.erase(node);
  if (!group.nodes.empty()) {
    if (was_first) touch(id);
    return;
  }
  ids_.erase(group.state);
  const std::size_t place = place_in_live_[id.index()];
  live_[place] = live_.back();
  place_in_live_[live_[place].index()] = place;
  live_.pop_back();
  free_.push_back(id);
}

}  // namespace ragp
