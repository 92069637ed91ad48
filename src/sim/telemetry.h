// Telemetry: how the simulator's truth reaches a cluster's belief. This one is perfect: complete,
// exact and at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/cluster.h"
#include "sim/world.h"

namespace ragp::sim {

// Reports what node n delivers and what is drawn from it.
void report_node(const World& world, NodeId n, Cluster& cluster);

}  // namespace ragp::sim
