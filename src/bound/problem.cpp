#include "bound/problem.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace ragp::bound {
namespace {

// The shape as the bound sees it: what it ignores must not part equal shapes.
Shape relevant(const Shape& s) {
  Shape r = s.seen(DimSet::of(Dim::kCpu, Dim::kRam, Dim::kSm));
  r.hbm_growth = 0;
  return r;
}

void add_node(Problem& problem, const NodeSpec& spec) {
  NodeClass node{.bin = {.cpu = spec.capacity[Dim::kCpu],
                         .ram = spec.capacity[Dim::kRam],
                         .gpus = spec.gpus,
                         .device_sm = spec.gpus > 0 ? spec.capacity[Dim::kSm] : 0},
                 .model = spec.gpus > 0 ? spec.model : ModelId{0},
                 .count = 1};
  problem.capacity_milli += std::int64_t{node.bin.gpus} * node.bin.device_sm;
  const auto same = std::ranges::find_if(problem.classes, [&](const NodeClass& c) {
    return c.bin == node.bin && c.model == node.model;
  });
  if (same == problem.classes.end()) {
    problem.classes.push_back(node);
  } else {
    ++same->count;
  }
}

Result<TaskShape> task_shape(const Shape& s, std::size_t index) {
  const std::int32_t sm = s.demand[Dim::kSm];
  const bool share = s.gpus == 1 && sm < kWholeGpu;
  if (s.gpus > 1 && sm != kWholeGpu) {
    return fail(Errc::kInput, "bound: a task asks for " + std::to_string(sm) + " milli-GPU of " +
                                  std::to_string(s.gpus) + " GPUs, expected whole ones");
  }
  return TaskShape{.item = {.shape = static_cast<std::uint32_t>(index),
                            .cpu = s.demand[Dim::kCpu],
                            .ram = s.demand[Dim::kRam],
                            .gpus = share ? 0 : s.gpus,
                            .milli = share ? sm : 0,
                            .value = std::int64_t{s.gpus} * sm * kMilliGpu},
                   .models = s.gpus > 0 ? s.models : ModelSet::any()};
}

// Such a task always finds a place, and packings need not tell how many of them they hold.
bool takes_nothing(const Item& i) {
  return i.cpu == 0 && i.ram == 0 && i.gpus == 0 && i.milli == 0;
}

}  // namespace

Result<Problem> make_problem(std::span<const NodeSpec> nodes, std::span<const Shape> stream) {
  if (stream.size() > static_cast<std::size_t>(kMaxTasks)) {
    return fail(Errc::kInput, "bound: " + std::to_string(stream.size()) +
                                  " tasks arrive, expected at most " + std::to_string(kMaxTasks));
  }
  Problem problem;
  for (const NodeSpec& spec : nodes) add_node(problem, spec);
  std::unordered_map<Shape, std::size_t, ShapeHash> index;
  for (const Shape& s : stream) {
    const auto [it, is_new] = index.emplace(relevant(s), problem.shapes.size());
    if (is_new) {
      auto shape = task_shape(it->first, it->second);
      if (!shape) return std::unexpected(shape.error());
      problem.shapes.push_back(*shape);
    }
    TaskShape& shape = problem.shapes[it->second];
    shape.item.most = ++shape.arrived;
  }
  return problem;
}

void set_variant(Problem& problem, Variant variant, std::span<const Shape> accepted_prefix) {
  for (TaskShape& t : problem.shapes) {
    const bool kept = variant == Variant::kCpuKept && t.item.value == 0;
    t.accepted = kept && !takes_nothing(t.item) ? t.arrived : 0;
  }
  if (variant != Variant::kNeverRefuses) return;
  // make_problem() numbers shapes by first appearance, and the prefix begins the same stream.
  std::unordered_map<Shape, std::size_t, ShapeHash> index;
  for (const Shape& s : accepted_prefix) {
    const auto it = index.emplace(relevant(s), index.size()).first;
    TaskShape& shape = problem.shapes[it->second];
    if (!takes_nothing(shape.item)) ++shape.accepted;
  }
}

bool fits(const NodeClass& node, const TaskShape& shape) {
  const Item& i = shape.item;
  if (i.cpu > node.bin.cpu || i.ram > node.bin.ram) return false;
  if (i.gpus == 0 && i.milli == 0) return true;
  const bool whole_fits =
      i.gpus <= node.bin.gpus && (i.gpus == 0 || node.bin.device_sm >= kWholeGpu);
  const bool share_fits = i.milli <= node.bin.device_sm && node.bin.gpus > 0;
  return whole_fits && share_fits && shape.models.has(node.model);
}

}  // namespace ragp::bound
