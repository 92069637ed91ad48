#include "sched/growth.h"

#include <algorithm>
#include <bit>

namespace ragp {

double growth_shortage(const Shape& shape, const NodeState& state, DeviceSet slots) {
  if (shape.hbm_growth <= 0 || slots == 0) return 0.0;
  double shortage = 0.0;
  for (DeviceSet rest = slots; rest != 0; rest &= rest - 1) {
    const DeviceState& d = state.slots[static_cast<std::size_t>(std::countr_zero(rest))];
    const std::int32_t room = d.hbm - shape.demand[Dim::kHbm] - d.growth;
    shortage += std::clamp(1.0 - static_cast<double>(room) / shape.hbm_growth, 0.0, 1.0);
  }
  return shortage / std::popcount(slots);
}

}  // namespace ragp
