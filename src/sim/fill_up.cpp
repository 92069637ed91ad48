#include "sim/fill_up.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "base/rng.h"
#include "sched/fragmentation.h"
#include "sim/offering.h"
#include "sim/stream.h"

namespace ragp::sim {
namespace {

// FGD's typical pods: the most frequent shapes that cover 95 % of the tasks, memory aside.
std::vector<std::pair<Shape, double>> typical_shapes(const std::vector<Task>& tasks) {
  constexpr double kCoverage = 0.95;
  std::vector<std::pair<Shape, double>> counts;
  std::unordered_map<Shape, std::size_t, ShapeHash> index;
  for (const Task& t : tasks) {
    Shape s = t.shape;
    s.demand[Dim::kRam] = 0;
    const auto [it, is_new] = index.emplace(s, counts.size());
    if (is_new) counts.emplace_back(s, 0.0);
    counts[it->second].second += 1.0;
  }
  std::ranges::stable_sort(counts, std::greater<>(), &std::pair<Shape, double>::second);
  double covered = 0.0;
  std::size_t kept = 0;
  const double wanted = kCoverage * static_cast<double>(tasks.size());
  while (kept < counts.size() && covered < wanted) covered += counts[kept++].second;
  counts.resize(kept);
  for (auto& [shape, weight] : counts) weight /= covered;
  return counts;
}

double fragmentation_fgd(const Cluster& cluster,
                         const std::vector<std::pair<Shape, double>>& typical) {
  double milli = 0.0;
  for (std::size_t n = 0; n < cluster.size(); ++n) {
    const NodeState state = cluster.state(NodeId::at(n), kSevenDims);
    for (const auto& [shape, p] : typical) milli += p * stranded_fgd(state, shape);
  }
  return 100.0 * milli / static_cast<double>(cluster.total_gpus() * kWholeGpu);
}

}  // namespace

Result<FillUpResult> fill_up(const FillUpInput& input, const PolicyChoice& policy,
                             std::uint64_t seed, const FillUpOptions& options) {
  auto cluster = make_cluster(node_order(input.nodes, seed, options.shuffle_nodes), policy.dims);
  if (!cluster) return std::unexpected(cluster.error());
  const std::int64_t capacity = cluster->total_gpus() * kWholeGpu;
  if (const auto able = check_demand(input.workload, "the demand is", capacity, input.tasks);
      !able) {
    return std::unexpected(able.error());
  }
  const std::vector<Task> stream = draw_stream(input.tasks, capacity, options.demand, seed);
  const auto typical = typical_shapes(input.tasks);

  FillUpResult result;
  result.run.workload = input.workload;
  result.run.policy = policy.asked;
  result.run.seed = seed;
  const int last = static_cast<int>(std::lround(100.0 * options.demand));
  std::set<int> points{std::min(100, last), last};
  Offering offering(std::move(*cluster), policy, seed);
  const auto percent = [capacity](std::int64_t milli) {
    return 100.0 * static_cast<double>(milli) / static_cast<double>(capacity);
  };
  const auto report = [&](int point) {
    result.run.allocation[point] = percent(offering.allocated());
    result.run.fragmentation_fgd[point] = fragmentation_fgd(offering.cluster(), typical);
  };
  for (const Task& task : stream) {
    const double next = percent(gpu_milli(task)) + percent(offering.arrived());
    while (!points.empty() && *points.begin() < last && next > *points.begin()) {
      report(*points.begin());
      points.erase(points.begin());
    }
    if (offering.offer(task)) {
      ++result.placed;
      continue;
    }
    if (result.run.refused_by_gpus.empty()) {
      result.run.first_refusal_pct = percent(offering.arrived());
    }
    ++result.run.refused_by_gpus[task.shape.gpus];
  }
  for (const int point : points) report(point);
  return result;
}

}  // namespace ragp::sim
