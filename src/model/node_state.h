// NodeState: what a scheduler knows of a node at one instant, as a value.
//
// Nodes with equal states are interchangeable for placement, so a state is also the key by which
// they are grouped. To that end the devices are sorted by what is left on them, the fullest first;
// DeviceOrder says which real device stands at each place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>

#include "model/dims.h"
#include "model/gpu_models.h"

namespace ragp {

inline constexpr std::size_t kMaxDevices = 32;  // GPUs of one node

// GPUs of one node as a bit set: bit i is device i.
using DeviceSet = std::uint32_t;

// Which kinds of GPU task run on a node: bit 0 for tasks that share GPUs, bit k for tasks of k
// whole ones. At most kMaxDevices + 1 kinds.
using GpuKinds = std::uint64_t;

// What a state holds beyond capacity and residual. A part that nobody reads is left empty: it must
// not tell nodes apart.
struct StateParts {
  bool gpu_kinds = false;
  bool load = false;
};

struct DeviceState {
  std::int32_t sm = 0;      // residual, milli-GPU
  std::int32_t hbm = 0;     // residual, MiB
  std::int32_t growth = 0;  // MiB that the tasks on it are still expected to grow by
  friend constexpr auto operator<=>(const DeviceState&, const DeviceState&) = default;
};

struct NodeState {
  Resources capacity;  // believed effective; sm and hbm summed over devices; 0 where not visible
  Resources residual;  // what is left of it, never negative; sm and hbm summed over devices
  std::int32_t gpus = 0;
  ModelId model = 0;
  GpuKinds gpu_kinds = 0;  // StateParts::gpu_kinds
  // StateParts::load. What was measured; where nothing ever was, what is allocated. sm and hbm
  // summed over devices; 0 where not visible, cut off at the largest int32.
  Resources load;
  std::array<DeviceState, kMaxDevices> slots{};  // the first `gpus`, fullest first

  [[nodiscard]] std::span<const DeviceState> devices() const {
    return std::span(slots).first(static_cast<std::size_t>(gpus));
  }
  friend bool operator==(const NodeState& a, const NodeState& b);
};

struct NodeStateHash {
  [[nodiscard]] std::size_t operator()(const NodeState& s) const;
};

using DeviceOrder = std::array<std::uint8_t, kMaxDevices>;  // place in NodeState::slots -> device

}  // namespace ragp
