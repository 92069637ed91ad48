#include "sched/fragmentation.h"

#include "sched/feasibility.h"

namespace ragp {

std::int32_t stranded(const NodeState& state, const Shape& shape) {
  const std::int32_t idle = state.residual[Dim::kSm];
  if (idle == 0 || !fits(state, shape)) return idle;
  if (shape.gpus == 0) return 0;
  std::int32_t too_small = 0;
  for (const DeviceState& d : state.devices()) {
    const bool holds = d.sm >= shape.demand[Dim::kSm] && d.hbm >= shape.demand[Dim::kHbm];
    if (!holds) too_small += d.sm;
  }
  return too_small;
}

std::int32_t stranded_fgd(const NodeState& state, const Shape& shape) {
  const std::int32_t idle = state.residual[Dim::kSm];
  if (idle == 0 || shape.gpus == 0 || !shape.models.has(state.model) ||
      state.residual[Dim::kCpu] < shape.demand[Dim::kCpu]) {
    return idle;
  }
  std::int32_t too_small = 0;
  std::int32_t devices = 0;
  for (const DeviceState& d : state.devices()) {
    if (d.sm >= shape.demand[Dim::kSm]) {
      ++devices;
    } else {
      too_small += d.sm;
    }
  }
  return devices < shape.gpus ? idle : too_small;
}

}  // namespace ragp
