// Telemetry: how the simulator's truth reaches a cluster's belief. This one is perfect: complete,
// exact and at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/cluster.h"
#include "sim/world.h"

namespace ragp::sim {

// Reports what node n delivers, what is drawn from it and the device memory in use.
void report_node(const World& world, NodeId n, Cluster& cluster);
// The memory alone: it changes with a placement, before the world has settled.
void report_memory(const World& world, NodeId n, Cluster& cluster);

}  // namespace ragp::sim
