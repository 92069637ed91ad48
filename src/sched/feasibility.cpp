#include "sched/feasibility.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

namespace ragp {
namespace {

bool holds(const DeviceState& device, const Shape& shape) {
  return device.sm >= shape.demand[Dim::kSm] && device.hbm >= shape.demand[Dim::kHbm];
}

bool node_dims_fit(const NodeState& state, const Shape& shape) {
  bool ok = true;
  for (const Dim d : kNodeDims) ok &= shape.demand[d] <= state.residual[d];
  return ok;
}

std::int32_t devices_that_fit(const NodeState& state, const Shape& shape) {
  return static_cast<std::int32_t>(std::ranges::count_if(
      state.devices(), [&](const DeviceState& d) { return holds(d, shape); }));
}

// The amount that the k emptiest devices all have, by one component.
template <class Component>
std::int32_t kth_largest(const NodeState& state, std::int32_t k, Component component) {
  std::array<std::int32_t, kMaxDevices> amounts{};
  std::ranges::transform(state.devices(), amounts.begin(), component);
  const auto used = std::span(amounts).first(static_cast<std::size_t>(state.gpus));
  std::ranges::sort(used, std::greater<>());
  return used[static_cast<std::size_t>(k - 1)];
}

// Keeps the misfit whose missing part of the need is larger.
class Worst {
 public:
  void consider(Dim dim, std::int32_t needed, std::int32_t available) {
    if (needed <= available) return;
    const double missing = static_cast<double>(needed - available) / static_cast<double>(needed);
    if (worst_ && missing <= missing_) return;
    worst_ =
        Misfit{.cause = Misfit::Cause::kDim, .dim = dim, .needed = needed, .available = available};
    missing_ = missing;
  }
  [[nodiscard]] const std::optional<Misfit>& get() const { return worst_; }

 private:
  std::optional<Misfit> worst_;
  double missing_ = 0.0;
};

std::optional<Misfit> worst_dim(const NodeState& state, const Shape& shape) {
  Worst worst;
  for (const Dim d : kNodeDims) worst.consider(d, shape.demand[d], state.residual[d]);
  if (shape.gpus > 0) {
    worst.consider(Dim::kSm, shape.demand[Dim::kSm],
                   kth_largest(state, shape.gpus, &DeviceState::sm));
    worst.consider(Dim::kHbm, shape.demand[Dim::kHbm],
                   kth_largest(state, shape.gpus, &DeviceState::hbm));
  }
  if (worst.get() || shape.gpus == 0 || devices_that_fit(state, shape) >= shape.gpus) {
    return worst.get();
  }
  // Enough of each, but not on the same devices: name what the emptiest ones lack.
  NodeState roomy = state;
  std::ranges::sort(std::span(roomy.slots).first(static_cast<std::size_t>(state.gpus)),
                    [&](const DeviceState& a, const DeviceState& b) {
                      const bool fa = a.sm >= shape.demand[Dim::kSm];
                      const bool fb = b.sm >= shape.demand[Dim::kSm];
                      return fa != fb ? fa : a.hbm > b.hbm;
                    });
  return Misfit{.cause = Misfit::Cause::kDim,
                .dim = Dim::kHbm,
                .needed = shape.demand[Dim::kHbm],
                .available = roomy.slots[static_cast<std::size_t>(shape.gpus - 1)].hbm};
}

}  // namespace

bool fits(const NodeState& state, const Shape& shape) {
  if (!node_dims_fit(state, shape)) return false;
  if (shape.gpus == 0) return true;
  return state.gpus >= shape.gpus && shape.models.has(state.model) &&
         devices_that_fit(state, shape) >= shape.gpus;
}

std::optional<Misfit> misfit(const NodeState& now, const NodeState& empty, const Shape& shape) {
  if (shape.gpus > now.gpus) {
    return Misfit{.cause = Misfit::Cause::kGpus,
                  .dim = Dim::kSm,
                  .needed = shape.gpus,
                  .available = now.gpus,
                  .never = true};
  }
  if (shape.gpus > 0 && !shape.models.has(now.model)) {
    return Misfit{.cause = Misfit::Cause::kModel, .never = true};
  }
  auto why = worst_dim(now, shape);
  if (why) {
    if (const auto always = worst_dim(empty, shape)) {
      why = always;
      why->never = true;
    }
  }
  return why;
}

std::string describe(const Misfit& m) {
  if (m.cause == Misfit::Cause::kModel) return "gpu model: not one of those allowed";
  if (m.cause == Misfit::Cause::kGpus) {
    return "gpus: needs " + std::to_string(m.needed) + ", has " + std::to_string(m.available);
  }
  const DimInfo& d = info(m.dim);
  return std::string(d.name) + ": needs " + std::to_string(m.needed) + " " + std::string(d.unit) +
         ", " + std::to_string(m.available) + (m.never ? " at most (" : " left (") +
         std::to_string(m.needed - m.available) + " short)";
}

std::int64_t copies(const NodeState& state, const Shape& shape) {
  constexpr std::int64_t kUnbounded = std::numeric_limits<std::int32_t>::max();
  std::int64_t most = kUnbounded;
  for (const Dim d : kNodeDims) {
    if (shape.demand[d] > 0)
      most = std::min<std::int64_t>(most, state.residual[d] / shape.demand[d]);
  }
  if (shape.gpus == 0) return most;
  if (shape.gpus > state.gpus || !shape.models.has(state.model)) return 0;
  std::int64_t places = 0;
  std::int32_t devices = 0;
  for (const DeviceState& d : state.devices()) {
    if (!holds(d, shape)) continue;
    ++devices;
    std::int64_t here = kUnbounded;
    for (const auto& [demand, residual] :
         {std::pair(shape.demand[Dim::kSm], d.sm), std::pair(shape.demand[Dim::kHbm], d.hbm)}) {
      if (demand > 0) here = std::min<std::int64_t>(here, residual / demand);
    }
    places += here;
  }
  return devices < shape.gpus ? 0 : std::min(most, places / shape.gpus);
}

void device_choices(const NodeState& state, const Shape& shape, std::vector<DeviceSet>& out) {
  if (shape.gpus == 0) {
    out.push_back(0);
    return;
  }
  const auto devices = state.devices();
  DeviceSet usable = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (holds(devices[i], shape)) usable |= DeviceSet{1} << i;
  }
  if (std::popcount(usable) < shape.gpus) return;
  if (shape.gpus == 1) {
    const DeviceState* previous = nullptr;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (((usable >> i) & 1U) == 0) continue;
      if (previous == nullptr || *previous != devices[i]) out.push_back(DeviceSet{1} << i);
      previous = &devices[i];
    }
    return;
  }
  DeviceSet fullest = usable;  // drop from the empty end until the right number is left
  while (std::popcount(fullest) > shape.gpus) fullest &= ~std::bit_floor(fullest);
  DeviceSet emptiest = usable;
  while (std::popcount(emptiest) > shape.gpus) emptiest &= emptiest - 1;
  out.push_back(fullest);
  const DeviceState& first = devices[static_cast<std::size_t>(std::countr_zero(fullest))];
  const DeviceState& last =
      devices[static_cast<std::size_t>(std::countr_zero(std::bit_floor(emptiest)))];
  if (emptiest != fullest && first != last) out.push_back(emptiest);
}

NodeState after(const NodeState& state, const Shape& shape, DeviceSet slots) {
  NodeState s = state;
  const Resources total = shape.total();
  for (std::size_t i = 0; i < kDimCount; ++i) s.residual.v[i] -= total.v[i];
  for (DeviceSet rest = slots; rest != 0; rest &= rest - 1) {
    DeviceState& d = s.slots[static_cast<std::size_t>(std::countr_zero(rest))];
    d.sm -= shape.demand[Dim::kSm];
    d.hbm -= shape.demand[Dim::kHbm];
    d.growth += shape.hbm_growth;
  }
  return s;
}

DeviceSet devices_of(DeviceSet slots, const DeviceOrder& order) {
  DeviceSet devices = 0;
  for (DeviceSet rest = slots; rest != 0; rest &= rest - 1) {
    devices |= DeviceSet{1} << order[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return devices;
}

}  // namespace ragp
