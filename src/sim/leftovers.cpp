#include "sim/leftovers.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "sched/feasibility.h"

namespace ragp::sim {
namespace {

// Idle GPU on the devices that are too small for the shape; marks the others as useful.
std::int32_t too_small(const NodeState& state, const Shape& shape, std::span<bool> useful) {
  std::int32_t lost = 0;
  const auto devices = state.devices();
  for (std::size_t d = 0; d < devices.size(); ++d) {
    if (devices[d].sm >= shape.demand[Dim::kSm] && devices[d].hbm >= shape.demand[Dim::kHbm]) {
      useful[d] = true;
    } else {
      lost += devices[d].sm;
    }
  }
  return lost;
}

}  // namespace

Leftovers::Leftovers(std::vector<WeightedShape> mix, std::size_t nodes)
    : mix_(std::move(mix)),
      rows_(nodes),
      stranded_(nodes * mix_.size()),
      copies_(nodes * mix_.size()),
      stranded_sum_(mix_.size()),
      copies_sum_(mix_.size()) {}

void Leftovers::update(NodeId n, const NodeState& state) {
  NodeRow& row = rows_[n.index()];
  const std::size_t at = n.index() * mix_.size();
  const std::int32_t idle = state.residual[Dim::kSm];
  std::array<bool, kMaxDevices> useful{};
  for (std::size_t m = 0; m < mix_.size(); ++m) {
    const Shape& shape = mix_[m].shape;
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto held = static_cast<std::int32_t>(std::min(kMost, copies(state, shape)));
    std::int32_t lost = held > 0 ? 0 : idle;  // as stranded() of sched/fragmentation.h
    if (held > 0 && shape.gpus > 0) lost = too_small(state, shape, useful);
    stranded_sum_[m] += lost - stranded_[at + m];
    copies_sum_[m] += held - copies_[at + m];
    stranded_[at + m] = lost;
    copies_[at + m] = held;
  }
  std::int32_t hostable = 0;
  for (std::size_t d = 0; d < state.devices().size(); ++d) {
    if (useful[d]) hostable += state.slots[d].sm;
  }
  idle_ += idle - row.idle;
  hostable_ += hostable - row.hostable;
  row = {.idle = idle, .hostable = hostable};
}

double Leftovers::stranded_gpus() const {
  double milli = 0.0;
  for (std::size_t m = 0; m < mix_.size(); ++m) {
    milli += mix_[m].probability * static_cast<double>(stranded_sum_[m]);
  }
  return milli * 1e-3;
}

double Leftovers::jobs_per_node() const {
  double jobs = 0.0;
  for (std::size_t m = 0; m < mix_.size(); ++m) {
    jobs += mix_[m].probability * static_cast<double>(copies_sum_[m]);
  }
  return rows_.empty() ? 0.0 : jobs / static_cast<double>(rows_.size());
}

std::vector<WeightedShape> mix_of(std::span<const Job> jobs) {
  std::vector<WeightedShape> mix;
  std::unordered_map<Shape, std::size_t, ShapeHash> index;
  double total = 0.0;
  for (const Job& job : jobs) {
    Shape shape = job.shape;
    shape.hbm_growth = 0;  // what it may grow to does not decide where it fits
    const auto [it, is_new] = index.emplace(shape, mix.size());
    if (is_new) mix.push_back({.shape = shape});
    mix[it->second].probability += job.tasks;
    total += job.tasks;
  }
  for (WeightedShape& m : mix) m.probability /= total;
  return mix;
}

}  // namespace ragp::sim
