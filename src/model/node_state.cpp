#include "model/node_state.h"

#include <algorithm>

#include "base/rng.h"

namespace ragp {

bool operator==(const NodeState& a, const NodeState& b) {
  return a.gpus == b.gpus && a.model == b.model && a.residual == b.residual &&
         a.capacity == b.capacity && a.gpu_kinds == b.gpu_kinds && a.load == b.load &&
         std::ranges::equal(a.devices(), b.devices());
}

std::size_t NodeStateHash::operator()(const NodeState& s) const {
  const auto word = [](std::int32_t hi, std::int32_t lo) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(hi)) << 32U) |
           static_cast<std::uint32_t>(lo);
  };
  // Empty for most policies: mixed in cheaply.
  std::uint64_t parts = s.gpu_kinds;
  for (const std::int32_t x : s.load.v) parts = parts * 0x100000001b3U + word(0, x);
  std::uint64_t h = word(s.gpus, s.model) ^ parts;
  for (std::size_t i = 0; i < kDimCount; ++i) {
    h = mix64(h, word(s.residual.v[i], s.capacity.v[i]));
  }
  for (const DeviceState& d : s.devices()) {
    h = mix64(mix64(h, word(d.sm, d.hbm)), static_cast<std::uint64_t>(d.growth));
  }
  return h;
}

}  // namespace ragp
