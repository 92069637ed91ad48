// Short ways to write down nodes, shapes, jobs and states in a test. The capacities that a test
// does not name are ample, the demands that it does not name are 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "model/cluster.h"
#include "model/job.h"
#include "model/node_state.h"

namespace ragp::testing {

inline constexpr std::int32_t kGiB = 1024;  // in MiB

// cpu, ram, sm, hbm, net, storage, io_cpu
inline constexpr Resources kAmple{
    {100'000, 1'000 * kGiB, kWholeGpu, 80 * kGiB, 10'000, 10'000, 10'000}};

inline NodeSpec node(std::int32_t gpus, ModelId model = 0, Resources capacity = kAmple) {
  if (gpus == 0) capacity[Dim::kSm] = capacity[Dim::kHbm] = 0;
  return {.name = "node", .capacity = capacity, .gpus = gpus, .model = model};
}

// Tasks of whole GPUs, of a share of one, of none.
inline Shape gpu_shape(std::int32_t gpus, std::int32_t sm = kWholeGpu, std::int32_t hbm = 0) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kSm] = sm;
  s.demand[Dim::kHbm] = hbm;
  return s;
}
inline Shape shape_of(Dim d, std::int32_t amount) {
  Shape s;
  s.demand[d] = amount;
  return s;
}
inline ModelSet models(std::initializer_list<ModelId> ids) {
  ModelSet set = ModelSet::none();
  for (const ModelId id : ids) set.add(id);
  return set;
}
inline Job job(std::uint32_t id, const Shape& shape, std::int32_t tasks = 1) {
  return {.id = JobId{id}, .shape = shape, .tasks = tasks};
}

inline Cluster cluster_of(const std::vector<NodeSpec>& specs, DimSet enforced = kSevenDims) {
  Cluster cluster(enforced);
  for (const NodeSpec& spec : specs) {
    const bool added = cluster.add_node(spec).has_value();
    RAGP_CHECK(added);
  }
  return cluster;
}

// A node with these devices left, ample in everything else.
inline NodeState state_with(std::vector<DeviceState> devices, ModelId model = 0) {
  std::ranges::sort(devices);
  const auto gpus = static_cast<std::int32_t>(devices.size());
  NodeState s = empty_state(node(gpus, model), kSevenDims);
  s.residual[Dim::kSm] = s.residual[Dim::kHbm] = 0;
  std::ranges::copy(devices, s.slots.begin());
  for (const DeviceState& d : devices) {
    s.residual[Dim::kSm] += d.sm;
    s.residual[Dim::kHbm] += d.hbm;
  }
  return s;
}

// The same with the slots in the order that a cluster would give them.
inline NodeState sorted(NodeState s) {
  std::ranges::sort(std::span(s.slots).first(static_cast<std::size_t>(s.gpus)));
  return s;
}

inline DeviceSet first_devices(std::int32_t n) {
  return static_cast<DeviceSet>((std::uint64_t{1} << static_cast<unsigned>(n)) - 1);
}
inline Placement on(std::size_t node_index, DeviceSet devices = 0) {
  return {.node = NodeId::at(node_index), .devices = devices};
}

}  // namespace ragp::testing
