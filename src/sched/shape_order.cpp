#include "sched/shape_order.h"

#include <algorithm>

#include "sched/feasibility.h"

namespace ragp {
namespace {

const NodeId* first_open(const std::set<NodeId>& nodes, ClosedNodes closed) {
  for (const NodeId& n : nodes) {
    if (n.index() >= closed.size() || closed[n.index()] == 0) return &n;
  }
  return nullptr;
}

// Whether a goes before b: the order of two options of one kind.
bool before(const Contender& a, const Contender& b) {
  if (a.standing.merit != b.standing.merit) return a.standing.merit > b.standing.merit;
  if (a.option.node != b.option.node) return a.option.node < b.option.node;
  return a.place < b.place;
}

}  // namespace

bool ShapeOrder::worse(const Entry& a, const Entry& b) {
  if (a.merit != b.merit) return a.merit < b.merit;
  if (a.node != b.node) return a.node > b.node;
  return a.place > b.place;
}

bool ShapeOrder::holds(const Entry& e, const StateIndex& states) {
  const StateIndex::Group& group = states.group(e.group);
  return group.serial == e.serial && !group.nodes.empty() && *group.nodes.begin() == e.node;
}

Contender ShapeOrder::contender(const Kind& kind, const Entry& e, NodeId node,
                                const StateIndex& states) {
  return {.option = {.group = &states.group(e.group), .slots = e.slots, .node = node},
          .standing = {.kind = kind.number, .merit = e.merit},
          .place = e.place};
}

void ShapeOrder::follow(const Shape& shape, Ranking& ranking, std::uint64_t epoch,
                        const Outlook& outlook) {
  const StateIndex& states = outlook.states;
  const auto changes = states.changes_since(followed_to_);
  followed_to_ = states.revision();
  // Entries that no longer hold may outnumber the others so far before they are cleared away.
  constexpr std::size_t kSlack = 1024;
  const bool stale = size_ > 4 * size_when_built_ + kSlack;
  if (!changes || epoch != epoch_ || stale || changes->size() > states.live().size()) {
    epoch_ = epoch;
    rebuild(shape, ranking, outlook);
    return;
  }
  for (const StateId id : *changes) add(shape, ranking, outlook, id);
}

void ShapeOrder::rebuild(const Shape& shape, Ranking& ranking, const Outlook& outlook) {
  kinds_.clear();
  place_of_kind_.clear();
  size_ = 0;
  for (const StateId id : outlook.states.live()) add(shape, ranking, outlook, id);
  size_when_built_ = size_;
}

void ShapeOrder::add(const Shape& shape, Ranking& ranking, const Outlook& outlook, StateId id) {
  const StateIndex::Group& group = outlook.states.group(id);
  if (group.nodes.empty() || !fits(group.state, shape)) return;
  choices_.clear();
  device_choices(group.state, shape, choices_);
  options_.clear();
  const NodeId node = *group.nodes.begin();
  for (const DeviceSet slots : choices_) {
    options_.push_back({.group = &group, .slots = slots, .node = node});
  }
  standings_.resize(options_.size());
  ranking.rank(shape, outlook, options_, standings_);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    push(standings_[i].kind, {.merit = standings_[i].merit,
                              .serial = group.serial,
                              .node = node,
                              .group = id,
                              .slots = options_[i].slots,
                              .place = static_cast<std::uint32_t>(i)});
  }
}

void ShapeOrder::push(std::uint32_t kind, const Entry& entry) {
  const auto [known, is_new] = place_of_kind_.emplace(kind, kinds_.size());
  if (is_new) kinds_.push_back({.number = kind, .heap = {}});
  std::vector<Entry>& heap = kinds_[known->second].heap;
  heap.push_back(entry);
  std::ranges::push_heap(heap, worse);
  ++size_;
}

const ShapeOrder::Entry* ShapeOrder::top(Kind& kind, const StateIndex& states, std::size_t& size) {
  while (!kind.heap.empty()) {
    if (holds(kind.heap.front(), states)) return &kind.heap.front();
    std::ranges::pop_heap(kind.heap, worse);
    kind.heap.pop_back();
    --size;
  }
  return nullptr;
}

void ShapeOrder::best(const StateIndex& states, ClosedNodes closed, std::vector<Contender>& out) {
  out.clear();
  for (Kind& kind : kinds_) {
    if (closed.empty()) {
      if (const Entry* e = top(kind, states, size_)) {
        out.push_back(contender(kind, *e, e->node, states));
      }
      continue;
    }
    const std::size_t own = out.size();  // the place of this kind's best
    for (const Entry& e : kind.heap) {
      if (!holds(e, states)) continue;
      const NodeId* node = first_open(states.group(e.group).nodes, closed);
      if (node == nullptr) continue;
      const Contender c = contender(kind, e, *node, states);
      if (out.size() == own) {
        out.push_back(c);
      } else if (before(c, out[own])) {
        out[own] = c;
      }
    }
  }
}

}  // namespace ragp
