// Telemetry: how the simulator's truth reaches a cluster's belief. This one is perfect: complete,
// exact and at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "model/cluster.h"
#include "sim/world.h"

namespace ragp::sim {

// What a node delivers, what is drawn from it, and the memory in use on its devices.
struct NodeReading {
  Feeds effective{};
  Feeds drawn{};
  std::array<std::int32_t, kMaxDevices> hbm{};
};

[[nodiscard]] NodeReading read_node(const World& world, NodeId n);
void report_node(const NodeReading& reading, NodeId n, Cluster& cluster);
// The memory alone: it changes with a placement, before the world has settled.
void report_memory(const World& world, NodeId n, Cluster& cluster);

}  // namespace ragp::sim
