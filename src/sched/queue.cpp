#include "sched/queue.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ragp {
namespace {

// How far the node is from holding one task: the missing parts of the need, summed over dimensions,
// and the missing devices. 0 where it fits; infinite where even the drained node would not do.
double shortage(const NodeState& now, const NodeState& drained, const Shape& shape) {
  if (!fits(drained, shape)) return std::numeric_limits<double>::infinity();
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

// The node as it will be when everything on it has ended: empty, at today's effective capacity.
NodeState drained(const NodeState& now, const NodeSpec& spec, DimSet visible) {
  NodeState s = empty_state(spec, visible);
  s.residual = now.capacity;
  return s;
}

}  // namespace

void Queue::push(const Job& job, Time submit) {
  Line& line = lines_[LineKey{.shape = job.shape, .tasks = job.tasks}];
  if (line.waiting.empty()) {
    line.job = job;
    line.blocked = false;
  } else {
    heads_.erase(*line.waiting.begin());
  }
  const Ticket ticket{.submit = submit, .id = job.id};
  line.waiting.insert(ticket);
  waiting_.emplace(ticket, &line);
  heads_.emplace(*line.waiting.begin(), &line);
  if (job.shape.gpus > 0) ++gpu_jobs_;
}

void Queue::pop(Line& line) {
  const Ticket ticket = *line.waiting.begin();
  heads_.erase(ticket);
  waiting_.erase(ticket);
  line.waiting.erase(line.waiting.begin());
  if (!line.waiting.empty()) heads_.emplace(*line.waiting.begin(), &line);
  if (line.job.shape.gpus > 0) --gpu_jobs_;
}

void Queue::pass(Time now, Scheduler& scheduler, Cluster& cluster, const OnPlaced& on_placed) {
  if (waiting_.empty()) return;
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

Queue::Line* Queue::next_line() {
  if (waiting_.empty()) return nullptr;
  const Time last = waiting_.begin()->first.submit + options_.overtake;
  for (const auto& [ticket, line] : heads_) {
    if (ticket.submit > last) return nullptr;
    if (!line->blocked) return line;
  }
  return nullptr;
}

bool Queue::try_head(Line& line, Scheduler& scheduler, Cluster& cluster,
                     const OnPlaced& on_placed) {
  line.job.id = line.waiting.begin()->id;
  const JobId id = line.job.id;
  set_closed(id, false);
  const auto placed = scheduler.place(line.job, cluster, closed_);
  if (!placed) {
    set_closed(id, true);
    return false;
  }
  drop_hold(id);
  const Job job = line.job;
  pop(line);
  on_placed(job, *placed);
  return true;
}

void Queue::set_closed(JobId holder, bool closed) {
  const auto it = holds_.find(holder);
  if (it == holds_.end()) return;
  for (const NodeId n : it->second) closed_[n.index()] = closed ? 1 : 0;
}

void Queue::drop_hold(JobId id) {
  const auto it = holds_.find(id);
  if (it == holds_.end()) return;
  set_closed(id, false);
  held_nodes_ -= it->second.size();
  holds_.erase(it);
  for (const auto& [ticket, line] : heads_) line->blocked = false;  // these nodes are open again
}

void Queue::update_holds(Time now, Scheduler& scheduler, const Cluster& cluster) {
  closed_.resize(cluster.size(), 0);
  for (const auto& [ticket, line] : heads_) {
    if (now - ticket.submit < options_.hold_after) return;  // heads_ is in order of submission
    if (const auto held = holds_.find(ticket.id); held != holds_.end()) {
      const bool sound = std::ranges::all_of(held->second, [&](NodeId n) {
        const NodeState& s = scheduler.state_of(cluster, n);
        return fits(drained(s, cluster.spec(n), scheduler.visible()),
                    line->job.shape.seen(scheduler.visible()));
      });
      if (sound) continue;
      drop_hold(ticket.id);
    }
    hold(ticket, line->job, scheduler, cluster);
  }
}

void Queue::hold(const Ticket& ticket, const Job& job, Scheduler& scheduler,
                 const Cluster& cluster) {
  const auto need = static_cast<std::size_t>(job.tasks);
  const auto limit = static_cast<std::size_t>(
      std::floor(options_.hold_share * static_cast<double>(cluster.size())));
  if (!holds_.empty() && held_nodes_ + need > limit) return;
  const Shape shape = job.shape.seen(scheduler.visible());
  std::vector<std::pair<double, NodeId>> nearest;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    if (closed_[i] != 0) continue;
    const NodeId n = NodeId::at(i);
    const NodeState& s = scheduler.state_of(cluster, n);
    const double lack = shortage(s, drained(s, cluster.spec(n), scheduler.visible()), shape);
    if (std::isfinite(lack)) nearest.emplace_back(lack, n);
  }
  if (nearest.size() < need) return;
  std::ranges::sort(nearest);
  auto& nodes = holds_[ticket.id];
  for (std::size_t i = 0; i < need; ++i) nodes.push_back(nearest[i].second);
  held_nodes_ += need;
  set_closed(ticket.id, true);
}

}  // namespace ragp
