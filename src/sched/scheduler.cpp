#include "sched/scheduler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace ragp {
namespace {

bool is_closed(ClosedNodes closed, NodeId node) {
  return node.index() < closed.size() && closed[node.index()] != 0;
}

std::optional<NodeId> first_open(const std::set<NodeId>& nodes, ClosedNodes closed) {
  for (const NodeId n : nodes) {
    if (!is_closed(closed, n)) return n;
  }
  return std::nullopt;
}

// 1 for the best, 0 for the worst; all 1 if they are equal. Expects the best first.
void normalize(std::vector<Candidate>& candidates) {
  if (candidates.empty()) return;
  const double high = candidates.front().score;
  const double low = candidates.back().score;
  for (Candidate& c : candidates) {
    c.normalized = high > low ? (c.score - low) / (high - low) : 1.0;
  }
}

}  // namespace

Scheduler::Scheduler(std::unique_ptr<Policy> policy, DimSet visible)
    : policy_(std::move(policy)), visible_(visible) {}

void Scheduler::observe(const Job& job) {
  mix_.observe(job.shape.seen(visible_), static_cast<double>(job.tasks));
}

Job Scheduler::seen(const Job& job) const {
  Job s = job;
  s.shape = job.shape.seen(visible_);
  return s;
}

void Scheduler::sync(const Cluster& cluster) {
  if (cluster.revision() == synced_to_ && cluster.size() == states_.node_count()) return;
  const auto changes = cluster.changes_since(synced_to_);
  synced_to_ = cluster.revision();
  if (!changes || cluster.size() < states_.node_count()) {
    for (std::size_t i = 0; i < cluster.size(); ++i) refresh(cluster, NodeId::at(i));
    return;
  }
  ++sync_round_;
  refreshed_in_.resize(cluster.size(), 0);
  for (const NodeId n : *changes) {  // a node that changed often stands there often
    if (std::exchange(refreshed_in_[n.index()], sync_round_) != sync_round_) refresh(cluster, n);
  }
}

void Scheduler::refresh(const Cluster& cluster, NodeId node) {
  DeviceOrder order{};
  const NodeState now = cluster.state(node, visible_, &order, policy_->reads());
  if (node.index() >= states_.node_count()) {
    states_.assign(node, now, order);
    policy_->node_changed(nullptr, &now);
  } else if (states_.state_of(node) == now) {
    states_.assign(node, now, order);
  } else {
    const NodeState before = states_.state_of(node);
    states_.assign(node, now, order);
    policy_->node_changed(&before, &now);
  }
}

void Scheduler::add_options(const Job& job, const StateIndex::Group& group, NodeId node) {
  choices_.clear();
  device_choices(group.state, job.shape, choices_);
  for (const DeviceSet slots : choices_) {
    options_.push_back({.group = &group, .slots = slots, .node = node});
  }
}

void Scheduler::list_options(const Job& job, ClosedNodes closed) {
  options_.clear();
  for (const StateId id : states_.live()) {
    const StateIndex::Group& group = states_.group(id);
    if (!fits(group.state, job.shape)) continue;
    if (policy_->tells_nodes_apart()) {
      for (const NodeId n : group.nodes) {
        if (!is_closed(closed, n)) add_options(job, group, n);
      }
    } else if (const auto n = first_open(group.nodes, closed)) {
      add_options(job, group, *n);
    }
  }
}

Outlook Scheduler::outlook(const Cluster& cluster) const {
  Resources scale = cluster.largest();
  for (const DimInfo& d : kDims) {
    if (!visible_.has(d.dim)) scale[d.dim] = 0;
  }
  return {.mix = mix_, .states = states_, .scale = scale};
}

void Scheduler::score_options(const Job& job, const Cluster& cluster) {
  scores_.assign(options_.size(), 0.0);
  policy_->score(job, outlook(cluster), options_, scores_);
  for (const double s : scores_) RAGP_CHECK(std::isfinite(s));
}

Placement Scheduler::placement_of(const Option& option) const {
  return {.node = option.node, .devices = devices_of(option.slots, states_.order_of(option.node))};
}

std::optional<Placement> Scheduler::choose(const Job& job, const Cluster& cluster,
                                           ClosedNodes closed) {
  sync(cluster);
  const Job visible_job = seen(job);
  const auto best = policy_->ranking() != nullptr ? best_ranked(visible_job, cluster, closed)
                                                  : best_scored(visible_job, cluster, closed);
  if (!best) return std::nullopt;
  return placement_of(*best);
}

// Both: highest score, then node order, then the tightest devices (the order of the options of a
// node).
std::optional<Option> Scheduler::best_scored(const Job& job, const Cluster& cluster,
                                             ClosedNodes closed) {
  list_options(job, closed);
  if (options_.empty()) return std::nullopt;
  score_options(job, cluster);
  std::size_t best = 0;
  for (std::size_t i = 1; i < options_.size(); ++i) {
    if (scores_[i] > scores_[best] ||
        (scores_[i] == scores_[best] && options_[i].node < options_[best].node)) {
      best = i;
    }
  }
  return options_[best];
}

std::optional<Option> Scheduler::best_ranked(const Job& job, const Cluster& cluster,
                                             ClosedNodes closed) {
  Ranking& ranking = *policy_->ranking();
  const Outlook now = outlook(cluster);
  orders_.order_of(job.shape, ranking, now).best(states_, closed, contenders_);
  if (contenders_.empty()) return std::nullopt;
  standings_.clear();
  for (const Contender& c : contenders_) standings_.push_back(c.standing);
  scores_.assign(contenders_.size(), 0.0);
  ranking.value(now, standings_, scores_);
  std::size_t best = 0;
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    RAGP_CHECK(std::isfinite(scores_[i]));
    const Contender& a = contenders_[i];
    const Contender& b = contenders_[best];
    if (scores_[i] != scores_[best]) {
      if (scores_[i] > scores_[best]) best = i;
    } else if (a.option.node != b.option.node ? a.option.node < b.option.node : a.place < b.place) {
      best = i;
    }
  }
  return contenders_[best].option;
}

Evaluation Scheduler::evaluate(const Job& job, const Cluster& cluster) {
  sync(cluster);
  const Job visible_job = seen(job);
  list_options(visible_job, {});
  if (!options_.empty()) score_options(visible_job, cluster);

  Evaluation e{.candidates = candidates()};
  normalize(e.candidates);
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const NodeId n = NodeId::at(i);
    const auto why =
        misfit(states_.state_of(n), empty_state(cluster.spec(n), visible_), visible_job.shape);
    if (why) e.refusals.push_back({.node = n, .why = *why});
  }
  return e;
}

// The best option of every node that has one, the best node first.
std::vector<Candidate> Scheduler::candidates() const {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < options_.size();) {
    // The options of one node stand together, the tightest devices first.
    std::size_t best = i;
    std::size_t end = i + 1;
    for (; end < options_.size() && options_[end].node == options_[i].node; ++end) {
      if (scores_[end] > scores_[best]) best = end;
    }
    Option option = options_[best];
    if (policy_->tells_nodes_apart()) {
      all.push_back({.where = placement_of(option), .score = scores_[best]});
    } else {
      for (const NodeId n : option.group->nodes) {
        option.node = n;
        all.push_back({.where = placement_of(option), .score = scores_[best]});
      }
    }
    i = end;
  }
  std::ranges::sort(all, [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.where.node < b.where.node;
  });
  return all;
}

std::int64_t Scheduler::room_for(const Job& job, ClosedNodes closed) const {
  std::int64_t room = 0;
  for (const StateId id : states_.live()) {
    const StateIndex::Group& group = states_.group(id);
    const std::int64_t each = copies(group.state, job.shape);
    if (each == 0) continue;
    for (const NodeId n : group.nodes) {
      if (!is_closed(closed, n)) room += each;
      if (room >= job.tasks) return room;
    }
  }
  return room;
}

std::optional<std::vector<Placement>> Scheduler::place(const Job& job, Cluster& cluster,
                                                       ClosedNodes closed) {
  if (job.tasks > 1) {
    sync(cluster);
    if (room_for(seen(job), closed) < job.tasks) return std::nullopt;
  }
  std::vector<Placement> placed;
  while (placed.size() < static_cast<std::size_t>(job.tasks)) {
    const auto where = choose(job, cluster, closed);
    if (!where || !cluster.allocate(job.shape, *where)) {
      for (const Placement& p : placed) cluster.release(job.shape, p);
      return std::nullopt;
    }
    placed.push_back(*where);
  }
  return placed;
}

bool Scheduler::ever_fits(const Job& job, const Cluster& cluster) const {
  const Shape shape = job.shape.seen(visible_);
  std::int64_t room = 0;
  for (std::size_t i = 0; i < cluster.size() && room < job.tasks; ++i) {
    room += copies(empty_state(cluster.spec(NodeId::at(i)), visible_), shape);
  }
  return room >= job.tasks;
}

const NodeState& Scheduler::state_of(const Cluster& cluster, NodeId node) {
  sync(cluster);
  return states_.state_of(node);
}

bool Scheduler::fits_now(const Job& job, const Cluster& cluster, NodeId node) {
  return fits(state_of(cluster, node), job.shape.seen(visible_));
}

}  // namespace ragp
