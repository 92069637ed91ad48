// Spill: what of the tasks' device memory does not fit any more and is served from storage.
//
// On each device every task keeps what it requested; growth beyond that is granted in order of
// start while there is room, the rest spills. Pure; amounts in MiB.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "model/node_state.h"

namespace ragp::sim {

struct MemoryUser {
  DeviceSet devices = 0;
  std::int32_t request = 0;  // per device
  std::int32_t in_use = 0;   // per device
};

// Adds to out[i] what users[i] spills, summed over its devices. users are in order of start.
void add_spill(std::int32_t device_capacity, std::int32_t devices,
               std::span<const MemoryUser> users, std::span<std::int64_t> out);

}  // namespace ragp::sim
