#include "sched/queue.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ragp {
namespace {

// What is held for a job is chosen, and questioned, at most this often.
constexpr Duration kReviewHolds = std::chrono::minutes(1);

// The node as it will be when everything on it has ended: empty, at today's effective capacity.
NodeState drained(const NodeState& now) {
  NodeState s = now;
  s.residual = now.capacity;
  const std::int32_t devices = std::max(1, now.gpus);
  s.slots.fill({.sm = now.capacity[Dim::kSm] / devices, .hbm = now.capacity[Dim::kHbm] / devices});
  return s;
}

// How far the node is from holding one task: the missing parts of the need, summed over dimensions,
// and the missing devices. 0 where it fits; infinite where even the drained node would not do.
double shortage(const NodeState& now, const Shape& shape) {
  if (!fits(drained(now), shape)) return std::numeric_limits<double>::infinity();
  double missing = 0.0;
  for (const Dim d : kNodeDims) {
    const std::int32_t lack = shape.demand[d] - now.residual[d];
    if (lack > 0) missing += static_cast<double>(lack) / shape.demand[d];
  }
  const auto ready = std::ranges::count_if(now.devices(), [&](const DeviceState& d) {
    return d.sm >= shape.demand[Dim::kSm] && d.hbm >= shape.demand[Dim::kHbm];
  });
  if (ready < shape.gpus) missing += 1.0 - static_cast<double>(ready) / shape.gpus;
  return missing;
}

}  // namespace

void Queue::push(const Job& job, Time submit) {
  Line& line = lines_[LineKey{.shape = job.shape, .tasks = job.tasks}];
  const Ticket ticket{.submit = submit, .id = job.id};
  if (line.waiting.empty()) {
    line.job = job;
  } else {
    heads_.erase(*line.waiting.begin());
  }
  line.waiting.insert(ticket);
  ++size_;
  heads_.emplace(*line.waiting.begin(), &line);
  if (job.shape.gpus > 0) ++gpu_jobs_;
}

void Queue::pop(Line& line) {
  const Ticket ticket = *line.waiting.begin();
  heads_.erase(ticket);
  --size_;
  line.waiting.erase(line.waiting.begin());
  if (line.job.shape.gpus > 0) --gpu_jobs_;
  if (line.waiting.empty()) {
    lines_.erase(LineKey{.shape = line.job.shape, .tasks = line.job.tasks});
  } else {
    heads_.emplace(*line.waiting.begin(), &line);
  }
}

void Queue::pass(Time now, Scheduler& scheduler, Cluster& cluster, const OnPlaced& on_placed) {
  if (size_ == 0) return;
  wake(scheduler, cluster);
  update_holds(now, scheduler, cluster);
  while (Line* line = next_line()) {
    if (!try_head(*line, scheduler, cluster, on_placed)) line->blocked = true;
  }
}

void Queue::wake(Scheduler& scheduler, const Cluster& cluster) {
  const auto changes = cluster.changes_since(seen_revision_);
  seen_revision_ = cluster.revision();
  for (const auto& [ticket, line] : heads_) {
    if (!line->blocked) continue;
    line->blocked = changes && std::ranges::none_of(*changes, [&](NodeId n) {
                      return scheduler.fits_now(line->job, cluster, n);
                    });
  }
}

Time Queue::last_that_may_start() const {
  for (const auto& [ticket, line] : heads_) {
    if (!line->waits_for_repair) return ticket.submit + options_.overtake;
  }
  return Time::max();
}

Queue::Line* Queue::next_line() {
  const Time last = last_that_may_start();
  for (const auto& [ticket, line] : heads_) {
    if (ticket.submit > last) return nullptr;
    if (!line->blocked) return line;
  }
  return nullptr;
}

bool Queue::try_head(Line& line, Scheduler& scheduler, Cluster& cluster,
                     const OnPlaced& on_placed) {
  line.job.id = line.waiting.begin()->id;
  set_closed(line, false);
  const auto placed = scheduler.place(line.job, cluster, closed_);
  set_closed(line, true);
  if (!placed) return false;
  drop_hold(line);
  const Job job = line.job;
  line.review_hold_at = Time{};  // the next in line has a claim of its own
  pop(line);
  on_placed(job, *placed);
  return true;
}

void Queue::set_closed(const Line& holder, bool closed) {
  for (const NodeId n : holder.held) closed_[n.index()] = closed ? 1 : 0;
}

void Queue::drop_hold(Line& line) {
  if (line.held.empty()) return;
  set_closed(line, false);
  line.held.clear();
  for (const auto& [ticket, other] : heads_) other->blocked = false;  // these nodes are open again
}

void Queue::update_holds(Time now, Scheduler& scheduler, const Cluster& cluster) {
  closed_.resize(cluster.size(), 0);
  const auto limit = static_cast<std::size_t>(
      std::floor(options_.hold_share * static_cast<double>(cluster.size())));
  std::size_t total = 0;
  for (const auto& [ticket, line] : heads_) {
    if (now - ticket.submit < options_.hold_after) return;  // heads_ is in order of submission
    if (now < line->review_hold_at) {
      total += line->held.size();
      continue;
    }
    line->review_hold_at = now + kReviewHolds;
    line->waits_for_repair = !fits_when_drained(line->job, scheduler, cluster);
    const bool may_start = ticket.submit <= last_that_may_start();
    const std::size_t most = total == 0 ? cluster.size() : limit - std::min(limit, total);
    if (!may_start || line->held.size() > most || !is_sound(*line, scheduler, cluster)) {
      drop_hold(*line);
    }
    if (may_start && most > 0 && line->held.empty()) hold(*line, most, scheduler, cluster);
    total += line->held.size();
  }
}

// Whether the nodes, once all that runs on them has ended, would hold the job as they are now.
bool Queue::fits_when_drained(const Job& job, Scheduler& scheduler, const Cluster& cluster) const {
  const Shape shape = job.shape.seen(scheduler.visible());
  std::int64_t room = 0;
  for (std::size_t i = 0; i < cluster.size() && room < job.tasks; ++i) {
    room += copies(drained(scheduler.state_of(cluster, NodeId::at(i))), shape);
  }
  return room >= job.tasks;
}

// Whether the job will fit on what is held for it, and every node of it is of use to it.
bool Queue::is_sound(const Line& line, Scheduler& scheduler, const Cluster& cluster) const {
  const Shape shape = line.job.shape.seen(scheduler.visible());
  std::int64_t room = 0;
  for (const NodeId n : line.held) {
    const std::int64_t here = copies(drained(scheduler.state_of(cluster, n)), shape);
    if (here == 0) return false;
    room += here;
  }
  return room >= line.job.tasks;
}

void Queue::hold(Line& line, std::size_t most, Scheduler& scheduler, const Cluster& cluster) {
  std::vector<NodeId> nodes = nodes_to_hold(line.job, scheduler, cluster);
  if (nodes.size() > most) return;
  line.held = std::move(nodes);
  set_closed(line, true);
}

// Those among the open nodes that lack least; empty where all of them together would not do.
std::vector<NodeId> Queue::nodes_to_hold(const Job& job, Scheduler& scheduler,
                                         const Cluster& cluster) const {
  const Shape shape = job.shape.seen(scheduler.visible());
  std::vector<std::pair<double, NodeId>> nearest;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    if (closed_[i] != 0) continue;
    const NodeId n = NodeId::at(i);
    const double lack = shortage(scheduler.state_of(cluster, n), shape);
    if (std::isfinite(lack)) nearest.emplace_back(lack, n);
  }
  std::ranges::sort(nearest);
  std::vector<NodeId> nodes;
  std::int64_t soon = 0;   // at least one task on each node as soon as it has what it lacks ...
  std::int64_t later = 0;  // ... and this many when it has drained
  for (const auto& [lack, n] : nearest) {
    if (soon >= job.tasks) return nodes;
    const NodeState& s = scheduler.state_of(cluster, n);
    soon += std::max<std::int64_t>(1, copies(s, shape));
    later += copies(drained(s), shape);
    nodes.push_back(n);
  }
  if (later < job.tasks) nodes.clear();
  return nodes;
}

}  // namespace ragp
