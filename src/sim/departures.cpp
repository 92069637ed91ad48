// Departures: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/departures.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <vector>

#include "base/rng.h"
#include "sim/offering.h"
#include "sim/stream.h"

namespace ragp::sim {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Window {
  double from = 0.0;
  double to = 0.0;
};

// A loss system and what is measured of it in the window.
class LossSystem {
 public:
  LossSystem(Cluster cluster, const PolicyChoice& policy, std::uint64_t seed, Window window)
      : offering_(std::move(cluster), policy, seed), window_(window) {}

  // Times never go back.
  void arrive(double now, const Task& task, double leaves) {
    leave_until(now);
    account(now);
    const auto where = offering_.offer(task);
    if (where) leaving_.push({leaves, next_++, task, *where});
    if (now < window_.from || now > window_.to) return;
    offered_ += gpu_milli(task);
    if (where) accepted_ += gpu_milli(task);
    if (!where) ++result_.refused_by_gpus[task.shape.gpus];
  }

  [[nodiscard]] Departures finish() {
    leave_until(window_.to);
    account(window_.to);
    const double length = window_.to - window_.from;
    if (offered_ > 0) {
      result_.accepted_share = static_cast<double>(accepted_) / static_cast<double>(offered_);
    }
    if (length > 0.0) {
      result_.allocated_share = area_ / length / static_cast<double>(offering_.capacity());
    }
    return result_;
  }

 private:
  struct Leaving {
    double at;
    std::size_t order;
    Task task;
    Placement where;
    bool operator>(const Leaving& o) const { return at != o.at ? at > o.at : order > o.order; }
  };

  void leave_until(double now) {
    while (!leaving_.empty() && leaving_.top().at <= now) {
      account(leaving_.top().at);
      offering_.leave(leaving_.top().task, leaving_.top().where);
      leaving_.pop();
    }
  }

  // The allocation has been as it is since the last call.
  void account(double now) {
    const double from = std::max(last_, window_.from);
    const double to = std::min(now, window_.to);
    if (to > from) area_ += (to - from) * static_cast<double>(offering_.allocated());
    last_ = now;
  }

  Offering offering_;
  Window window_;
  std::priority_queue<Leaving, std::vector<Leaving>, std::greater<>> leaving_;
  std::size_t next_ = 0;
  double last_ = -kNever;
  double area_ = 0.0;  // milli-GPU x time
  std::int64_t offered_ = 0;
  std::int64_t accepted_ = 0;
  Departures result_;
};

std::int64_t demand_of(const std::vector<Task>& tasks) {
  return std::transform_reduce(tasks.begin(), tasks.end(), std::int64_t{0}, std::plus<>(),
                               gpu_milli);
}

// The cluster of these nodes, or why the experiment makes no sense.
Result<Cluster> cluster_for(const FillUpInput& input, const std::vector<NodeSpec>& nodes,
                            DimSet dims) {
  auto cluster = make_cluster(nodes, dims);
  if (!cluster) return cluster;
  const auto able = check_demand(input.workload, "departures offer",
                                 cluster->total_gpus() * kWholeGpu, input.tasks);
  if (!able) return std::unexpected(able.error());
  return cluster;
}

struct Stay {
  std::size_t task = 0;
  double from = 0.0;
  double to = kNever;
};

// Every task once: by arrival, and by seed where that is the same.
std::vector<Stay> stays_of(const FillUpInput& input, std::uint64_t seed) {
  double start = kNever;
  for (const TaskTimes& t : input.times) {
    start = std::min({start, t.arrives_s.value_or(kNever), t.leaves_s.value_or(kNever)});
  }
  std::vector<Stay> stays;
  for (std::size_t i = 0; i < input.times.size(); ++i) {
    const TaskTimes& t = input.times[i];
    stays.push_back({i, t.arrives_s.value_or(start), t.leaves_s.value_or(kNever)});
  }
  Rng order(seed, "departures order");
  order.shuffle(std::span(stays));
  std::ranges::stable_sort(stays, {}, &Stay::from);
  return stays;
}

// The most milli-GPU that are asked for at one time.
std::int64_t peak_demand(const FillUpInput& input, const std::vector<Stay>& stays) {
  std::vector<std::pair<double, std::int64_t>> steps;
  for (const Stay& s : stays) {
    const std::int64_t asked = gpu_milli(input.tasks[s.task]);
    if (s.to > s.from) steps.insert(steps.end(), {{s.from, asked}, {s.to, -asked}});
  }
  std::ranges::sort(steps);  // at one time, what leaves (negative) comes first
  std::int64_t now = 0;
  std::int64_t peak = 0;
  for (const auto& [at, change] : steps) peak = std::max(peak, now += change);
  return peak;
}

// Of the nodes in random order, the first that have so many GPUs; kept in the order for ties.
std::vector<NodeSpec> cut_to(const std::vector<NodeSpec>& nodes, double gpus, std::uint64_t seed) {
  std::vector<std::size_t> places(nodes.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  Rng order(seed, "departures nodes");
  order.shuffle(std::span(places));
  std::int64_t have = 0;
  std::size_t kept = 0;
  while (kept < places.size() && static_cast<double>(have) < gpus)
    have += nodes[places[kept++]].gpus;
  places.resize(kept);
  std::ranges::sort(places);
  std::vector<NodeSpec> cut;
  cut.reserve(places.size());
  for (const std::size_t place : places) cut.push_back(nodes[place]);
  return cut;
}

Window covered(const std::vector<Stay>& stays) {
  Window w{stays.front().from, stays.back().from};
  for (const Stay& s : stays) {
    if (s.to < kNever) w.to = std::max(w.to, s.to);
  }
  return w;
}

}  // namespace

Result<Departures> departures(const FillUpInput& input, const PolicyChoice& policy,
                              std::uint64_t seed, double load, bool shuffle_nodes) {
  constexpr Window kWindow{3.0, 8.0};
  auto cluster = cluster_for(input, node_order(input.nodes, seed, shuffle_nodes), policy.dims);
  if (!cluster) return std::unexpected(cluster.error());
  const double mean_milli =
      static_cast<double>(demand_of(input.tasks)) / static_cast<double>(input.tasks.size());
  const double gap = mean_milli / (load * static_cast<double>(cluster->total_gpus() * kWholeGpu));
  LossSystem system(std::move(*cluster), policy, seed, kWindow);
  Rng arrivals(seed, "departures arrivals");
  Rng sample(seed, "departures sample");
  Rng lifetimes(seed, "departures lifetimes");
  double now = arrivals.exponential(gap);
  while (now < kWindow.to) {
    const Task& task = input.tasks[sample.below(input.tasks.size())];
    system.arrive(now, task, now + lifetimes.exponential(1.0));
    now += arrivals.exponential(gap);
  }
  return system.finish();
}

Result<Departures> departures_trace(const FillUpInput& input, const PolicyChoice& policy,
                                    std::uint64_t seed, double load, bool shuffle_nodes) {
  const auto has_times = [](const TaskTimes& t) { return t.arrives_s || t.leaves_s; };
  if (!std::ranges::any_of(input.times, has_times)) {
    return fail(Errc::kInput, "workload '" + input.workload +
                                  "': departures-trace needs creation_time and deletion_time, but "
                                  "no task has any");
  }
  const std::vector<Stay> stays = stays_of(input, seed);
  const double peak_gpus = static_cast<double>(peak_demand(input, stays)) / kWholeGpu;
  const auto nodes = cut_to(node_order(input.nodes, seed, shuffle_nodes), peak_gpus / load, seed);
  auto cluster = cluster_for(input, nodes, policy.dims);
  if (!cluster) return std::unexpected(cluster.error());
  LossSystem system(std::move(*cluster), policy, seed, covered(stays));
  for (const Stay& s : stays) system.arrive(s.from, input.tasks[s.task], s.to);
  return system.finish();
}

}  // namespace ragp::sim
