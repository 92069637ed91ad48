#include "bound/study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "sim/stopwatch.h"
#include "sim/stream.h"

namespace ragp::bound {
namespace {

constexpr std::array<std::pair<Variant, const char*>, 3> kVariants{
    {{Variant::kAny, "any"},
     {Variant::kCpuKept, "cpu_kept"},
     {Variant::kNeverRefuses, "never_refuses"}}};

using Runs = Result<std::vector<BoundRun>>;

// ceiling: what bounds the GPUs already.
Result<BoundRun> run_variant(const Problem& problem, const ColumnOptions& options, double ceiling,
                             Pool& pool) {
  const sim::Stopwatch watch;
  const auto lp = solve(problem, options, pool);
  if (!lp) return std::unexpected(lp.error());
  const double percent = 100'000.0 / static_cast<double>(problem.capacity_milli);
  BoundRun run{.feasible = lp->feasible,
               .rounds = lp->rounds,
               .columns = static_cast<std::int64_t>(lp->columns)};
  if (lp->feasible) {
    run.bound = std::min(ceiling, lp->upper * percent);
    run.gap = std::max(0.0, run.bound - lp->reached * percent);
  }
  run.certified = !lp->feasible || run.gap <= 100.0 * options.gap + 1e-9;
  run.wall_s = watch.seconds();
  return run;
}

// The variants of one seed and demand share their packings.
Runs run_variants(std::span<const NodeSpec> nodes, std::span<const Shape> arrived,
                  std::span<const Shape> accepted, const ColumnOptions& options) {
  auto problem = make_problem(nodes, arrived);
  if (!problem) return std::unexpected(problem.error());
  Pool pool;
  std::vector<BoundRun> runs;
  double ceiling = 100.0;
  for (const auto& [variant, name] : kVariants) {
    set_variant(*problem, variant, accepted);
    auto run = run_variant(*problem, options, ceiling, pool);
    if (!run) return std::unexpected(run.error());
    run->variant = name;
    if (variant == Variant::kAny) ceiling = run->bound;  // who may refuse less allocates no more
    runs.push_back(std::move(*run));
  }
  return runs;
}

// What the bound knows of the tasks. Anti-affinity only takes placements away: the bound still
// holds.
std::vector<Shape> shapes_of(std::span<const sim::Task> tasks) {
  std::vector<Shape> shapes;
  shapes.reserve(tasks.size());
  for (const sim::Task& t : tasks) shapes.push_back(t.shape);
  return shapes;
}

// Nodes that no cluster can have are an error here as they are in a replay.
Result<std::int64_t> capacity_of(const sim::FillUpInput& input) {
  Cluster cluster(kSevenDims);
  std::int64_t milli = 0;
  for (const NodeSpec& spec : input.nodes) {
    if (const auto added = cluster.add_node(spec); !added) return std::unexpected(added.error());
    milli += std::int64_t{spec.gpus} * kWholeGpu;
  }
  if (const auto able = sim::check_demand(input.workload, "the demand is", milli, input.tasks);
      !able) {
    return std::unexpected(able.error());
  }
  return milli;
}

}  // namespace

Result<std::vector<BoundRun>> study(const sim::FillUpInput& input, const StudyOptions& options,
                                    const sim::ParallelOptions& parallel) {
  const auto capacity = capacity_of(input);
  if (!capacity) return std::unexpected(capacity.error());
  const double most = options.demands.back();
  const std::size_t demands = options.demands.size();
  std::vector<Runs> parts(options.seeds.size() * demands);
  sim::run_parallel(parts.size(), parallel, [&](std::size_t i) {
    const std::uint64_t seed = options.seeds[i / demands];
    const double demand = options.demands[i % demands];
    const std::vector<sim::Task> stream = sim::draw_stream(input.tasks, *capacity, most, seed);
    const std::vector<Shape> shapes = shapes_of(stream);
    const auto arrived_until = [&](double percent) {
      return std::span(shapes).first(sim::arrived_at(stream, *capacity, percent));
    };
    const bool last = i % demands + 1 == demands;
    const auto arrived = last ? std::span(shapes) : arrived_until(100.0 * demand);
    const auto accepted = arrived_until(std::min(options.accepted_until, 100.0 * demand));
    parts[i] = run_variants(input.nodes, arrived, accepted, options.columns);
    if (!parts[i]) return;
    for (BoundRun& run : *parts[i]) {
      run.seed = seed;
      run.demand = static_cast<int>(std::lround(100.0 * demand));
    }
  });
  std::vector<BoundRun> runs;
  for (Runs& part : parts) {
    if (!part) return std::unexpected(part.error());
    runs.insert(runs.end(), part->begin(), part->end());
  }
  return runs;
}

}  // namespace ragp::bound
