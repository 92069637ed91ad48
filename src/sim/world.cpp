#include "sim/world.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace ragp::sim {
namespace {

constexpr std::size_t kStorageFeed = 1;  // places in kFeeds
constexpr std::size_t kIoCpuFeed = 2;
static_assert(kFeeds[kStorageFeed] == Dim::kStorage && kFeeds[kIoCpuFeed] == Dim::kIoCpu);

double micros(Duration d) {
  return static_cast<double>(d.count());
}

}  // namespace

World::World(const Workload& workload)
    : workload_(workload), nodes_(workload.nodes.size()), jobs_(workload.jobs.size()) {}

void World::touch(NodeId n) {
  NodeTruth& node = nodes_[n.index()];
  if (node.touched) return;
  node.touched = true;
  touched_.push_back(n);
}

const Phase& World::phase(JobId id) const {
  const Behaviour& b = workload_.jobs[id.index()].behaviour;
  switch (jobs_[id.index()].stage) {
    case Running::Stage::kLoad:
      return b.load;
    case Running::Stage::kSteady:
      return b.steady;
    case Running::Stage::kBurst:
      return b.burst;
  }
  return b.steady;
}

void World::enter(Running& r, Running::Stage stage, const Behaviour& b) {
  r.stage = stage;
  if (stage == Running::Stage::kLoad) {
    r.left = micros(b.load.work);
    return;
  }
  const double rest = micros(b.work) - r.done;
  const Phase& p = stage == Running::Stage::kSteady ? b.steady : b.burst;
  const bool alternates = b.burst.work.count() > 0;
  r.left = alternates ? std::min(rest, micros(p.work)) : rest;
  r.length = r.left;
}

void World::start(JobId id, std::vector<Placement> placements, double saved, Time now) {
  Running& r = jobs_[id.index()];
  RAGP_CHECK(!r.active);
  const WorkloadJob& job = workload_.jobs[id.index()];
  r.placements = std::move(placements);
  r.task_rates.assign(r.placements.size(), 0.0);
  r.started = now;
  r.done = r.saved = saved;
  r.rate = 0.0;
  r.rate_since = now;
  r.hbm = job.job.shape.demand[Dim::kHbm];
  r.hbm_step = 0;
  r.active = true;
  ++r.epoch;
  ++r.starts;
  const bool loads = job.behaviour.load.work.count() > 0;
  enter(r, loads ? Running::Stage::kLoad : Running::Stage::kSteady, job.behaviour);
  for (std::size_t t = 0; t < r.placements.size(); ++t) {
    const NodeId n = r.placements[t].node;
    nodes_[n.index()].tasks.push_back({.job = id, .task = static_cast<std::uint32_t>(t)});
    touch(n);
  }
}

void World::stop(JobId id, Time now) {
  Running& r = jobs_[id.index()];
  RAGP_CHECK(r.active);
  advance(r, now);
  const bool working = r.stage != Running::Stage::kLoad;
  if (working && !workload_.jobs[id.index()].behaviour.checkpoints) {
    r.saved = r.done + (r.length - r.left);
  }
  r.active = false;
  ++r.epoch;
  for (const Placement& p : r.placements) {
    std::erase_if(nodes_[p.node.index()].tasks, [&](const TaskRef& t) { return t.job == id; });
    touch(p.node);
  }
}

bool World::next_phase(JobId id, Time now) {
  Running& r = jobs_[id.index()];
  const Behaviour& b = workload_.jobs[id.index()].behaviour;
  advance(r, now);
  if (r.stage != Running::Stage::kLoad) r.done += r.length;
  if (r.stage == Running::Stage::kBurst && b.checkpoints) r.saved = r.done;
  if (r.stage != Running::Stage::kLoad && r.done >= micros(b.work)) return false;
  const bool burst_next = r.stage == Running::Stage::kSteady && b.burst.work.count() > 0;
  enter(r, burst_next ? Running::Stage::kBurst : Running::Stage::kSteady, b);
  ++r.epoch;
  r.rate = 0.0;  // settle() foresees the end of the new phase
  for (const Placement& p : r.placements) touch(p.node);
  return true;
}

void World::set_hbm(JobId id, std::int32_t mib) {
  Running& r = jobs_[id.index()];
  ++r.hbm_step;
  if (r.hbm == mib) return;
  r.hbm = mib;
  for (const Placement& p : r.placements) touch(p.node);
}

void World::begin(const Episode& episode) {
  NodeTruth& node = nodes_[episode.node.index()];
  node.episodes.push_back(&episode);
  update_episodes(node);
  touch(episode.node);
}

void World::end(const Episode& episode) {
  NodeTruth& node = nodes_[episode.node.index()];
  std::erase(node.episodes, &episode);
  update_episodes(node);
  touch(episode.node);
}

void World::update_episodes(NodeTruth& node) const {
  node.storage_factor = 1.0;
  node.io_cpu_taken = 0;
  for (const Episode* e : node.episodes) {
    node.storage_factor *= static_cast<double>(e->storage_ppm) * 1e-6;
    node.io_cpu_taken += e->io_cpu;
  }
}

std::int32_t World::effective(NodeId n, std::size_t feed) const {
  const std::int32_t nominal = workload_.nodes[n.index()].capacity[kFeeds[feed]];
  const NodeTruth& node = nodes_[n.index()];
  if (feed == kStorageFeed) {
    // Factors are parts per million: what their product loses to rounding must not cost a unit.
    constexpr double kHalfPpm = 0.5e-6;
    return static_cast<std::int32_t>(std::floor(nominal * node.storage_factor + kHalfPpm));
  }
  if (feed == kIoCpuFeed) return std::max(0, nominal - node.io_cpu_taken);
  return nominal;
}

std::int32_t World::drawn(NodeId n, std::size_t feed) const {
  constexpr double kRounding = 1e-6;  // of sums of rate x need, which must not add a unit
  return static_cast<std::int32_t>(std::ceil(nodes_[n.index()].drawn[feed] - kRounding));
}

void World::hbm_used(NodeId n, std::span<std::int32_t, kMaxDevices> by_device) const {
  std::array<std::int64_t, kMaxDevices> used{};
  for (const TaskRef& t : nodes_[n.index()].tasks) {
    const Running& r = jobs_[t.job.index()];
    for (DeviceSet rest = r.placements[t.task].devices; rest != 0; rest &= rest - 1) {
      used[static_cast<std::size_t>(std::countr_zero(rest))] += r.hbm;
    }
  }
  const std::int64_t most = workload_.nodes[n.index()].capacity[Dim::kHbm];
  for (std::size_t d = 0; d < used.size(); ++d) {
    by_device[d] = static_cast<std::int32_t>(std::min(used[d], most));
  }
}

void World::advance(Running& r, Time now) const {
  r.left = std::max(0.0, r.left - r.rate * micros(now - r.rate_since));
  r.rate_since = now;
}

Time World::phase_end(JobId id) const {
  const Running& r = jobs_[id.index()];
  if (r.rate <= 0.0) return Time::max();
  constexpr double kNanosecond = 1e-3;  // what rounding may add must not cost a microsecond
  const double wait = std::ceil(r.left / r.rate - kNanosecond);
  constexpr double kFarthest = 4e18;  // a standstill for all that the run will see
  if (wait > kFarthest) return Time::max();
  return r.rate_since + Duration{static_cast<std::int64_t>(wait)};
}

double World::gpu_share(JobId id) const {
  const Job& job = workload_.jobs[id.index()].job;
  return static_cast<double>(job.tasks) * job.shape.total()[Dim::kSm] / kWholeGpu;
}

void World::find_spill(NodeId n) {
  NodeTruth& node = nodes_[n.index()];
  node.spilled.assign(node.tasks.size(), 0);
  users_.clear();
  bool grows = false;
  for (const TaskRef& t : node.tasks) {
    const Running& r = jobs_[t.job.index()];
    const std::int32_t request = workload_.jobs[t.job.index()].job.shape.demand[Dim::kHbm];
    users_.push_back(
        {.devices = r.placements[t.task].devices, .request = request, .in_use = r.hbm});
    grows |= r.hbm > request;
  }
  if (!grows) return;
  const NodeSpec& spec = workload_.nodes[n.index()];
  add_spill(spec.capacity[Dim::kHbm], spec.gpus, users_, node.spilled);
  const OverflowOptions& o = workload_.overflow;
  for (std::size_t i = 0; i < users_.size(); ++i) {
    const double request =
        static_cast<double>(users_[i].request) * std::popcount(users_[i].devices);
    const double most = o.mode == OverflowOptions::Mode::kEvict ? 0.0 : o.evict_above * request;
    if (static_cast<double>(node.spilled[i]) > most) to_evict_.push_back(node.tasks[i].job);
  }
}

void World::list_needs(NodeId n) {
  NodeTruth& node = nodes_[n.index()];
  const OverflowOptions& o = workload_.overflow;
  node.needs.clear();
  for (std::size_t i = 0; i < node.tasks.size(); ++i) {
    const Feeds& base = phase(node.tasks[i].job).needs;
    FeedAmounts need{};
    for (std::size_t f = 0; f < need.size(); ++f) need[f] = base[f];
    constexpr double kMbPerMib = 1.048576;
    const double spill = static_cast<double>(node.spilled[i]) * kMbPerMib / to_seconds(o.touch);
    need[kStorageFeed] += spill;
    need[kIoCpuFeed] += spill * o.io_cpu_per_mbps;
    node.needs.push_back(need);
  }
}

void World::compute_rates(NodeId n) {
  find_spill(n);
  list_needs(n);
  const NodeTruth& node = nodes_[n.index()];
  FeedAmounts capacity{};
  for (std::size_t f = 0; f < capacity.size(); ++f) capacity[f] = effective(n, f);
  rates_.resize(node.needs.size());
  progress_rates(capacity, node.needs, rates_);
  for (std::size_t i = 0; i < node.tasks.size(); ++i) {
    const TaskRef& t = node.tasks[i];
    jobs_[t.job.index()].task_rates[t.task] = rates_[i];
    affected_.push_back(t.job);
  }
}

void World::compute_drawn(NodeId n) {
  NodeTruth& node = nodes_[n.index()];
  node.drawn = {};
  for (std::size_t i = 0; i < node.tasks.size(); ++i) {
    const double rate = jobs_[node.tasks[i].job.index()].rate;
    for (std::size_t f = 0; f < node.drawn.size(); ++f) node.drawn[f] += rate * node.needs[i][f];
  }
}

void World::settle(Time now, std::vector<JobId>& changed) {
  to_evict_.clear();
  affected_.clear();
  settled_.clear();
  std::ranges::sort(touched_);
  for (const NodeId n : touched_) {
    compute_rates(n);
    settled_.push_back(n);
    nodes_[n.index()].touched = false;
  }
  std::ranges::sort(affected_);
  const auto repeated = std::ranges::unique(affected_);
  affected_.erase(repeated.begin(), repeated.end());
  for (const JobId id : affected_) {
    Running& r = jobs_[id.index()];
    const double rate = std::ranges::min(r.task_rates);
    if (rate == r.rate) continue;
    advance(r, now);
    r.rate = rate;
    ++r.epoch;
    changed.push_back(id);
    // A gang that slows down here draws less elsewhere.
    if (r.placements.size() > 1) {
      for (const Placement& p : r.placements) settled_.push_back(p.node);
    }
  }
  touched_.clear();
  std::ranges::sort(settled_);
  const auto twice = std::ranges::unique(settled_);
  settled_.erase(twice.begin(), twice.end());
  for (const NodeId n : settled_) compute_drawn(n);
}

}  // namespace ragp::sim
