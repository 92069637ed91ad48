#include "sched/mix_table.h"

#include <algorithm>

namespace ragp {

void MixTable::rebuild(std::span<const Shape> shapes) {
  const std::size_t n = shapes.size();
  gpus_.resize(n);
  models_.resize(n);
  devices_.resize(n);
  for (auto& column : demand_) column.resize(n);
  for (std::size_t m = 0; m < n; ++m) {
    const Shape& s = shapes[m];
    gpus_[m] = s.gpus;
    models_[m] = s.models.bits();
    for (std::size_t d = 0; d < kDimCount; ++d) demand_[d][m] = s.demand.v[d];
  }
}

void MixTable::usable(const NodeState& state, std::span<std::int32_t> out) {
  const std::size_t n = size();
  std::ranges::fill(out, 0);
  std::ranges::fill(devices_, 0);
  const std::int32_t* sm = demand_[static_cast<std::size_t>(Dim::kSm)].data();
  const std::int32_t* hbm = demand_[static_cast<std::size_t>(Dim::kHbm)].data();
  std::int32_t* usable = out.data();
  std::int32_t* fitting = devices_.data();
  const auto devices = state.devices();
  for (std::size_t i = 0; i < devices.size();) {
    std::size_t end = i + 1;  // equal devices stand together
    while (end < devices.size() && devices[end] == devices[i]) ++end;
    const auto count = static_cast<std::int32_t>(end - i);
    const DeviceState d = devices[i];
    for (std::size_t m = 0; m < n; ++m) {
      const std::int32_t holds = -static_cast<std::int32_t>((sm[m] <= d.sm) & (hbm[m] <= d.hbm));
      usable[m] += holds & (count * d.sm);
      fitting[m] += holds & count;
    }
    i = end;
  }
  for (const Dim d : kNodeDims) {
    const std::int32_t* demand = demand_[static_cast<std::size_t>(d)].data();
    const std::int32_t residual = state.residual[d];
    for (std::size_t m = 0; m < n; ++m) {
      usable[m] &= -static_cast<std::int32_t>(demand[m] <= residual);
    }
  }
  for (std::size_t m = 0; m < n; ++m) {
    const bool model = gpus_[m] == 0 || ((models_[m] >> state.model) & 1U) != 0;
    usable[m] &= -static_cast<std::int32_t>(model & (fitting[m] >= gpus_[m]));
  }
}

}  // namespace ragp
