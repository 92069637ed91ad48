// Random nodes, shapes and states for property tests. The amounts are coarse and small, so that
// what fits exactly, what is equal and what is zero all come up often. Call them inside of a
// property.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <rapidcheck.h>

#include "model/cluster.h"
#include "model/job.h"
#include "model/node_state.h"
#include "support/build.h"

namespace ragp::testing {

template <class T>
T draw(T low, T high) {  // both included; all of the range in every case, not only in late ones
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(low, static_cast<T>(high + 1)));
}
inline std::size_t draw_index(std::size_t size) {
  return draw<std::size_t>(0, size - 1);
}
inline bool draw_bool() {
  return draw(0, 1) == 1;
}

inline constexpr std::int32_t kSteps = 8;  // amounts of a node are 0 .. kSteps of a unit

inline std::int32_t unit(Dim d) {
  if (d == Dim::kSm) return kWholeGpu / kSteps;
  return d == Dim::kHbm ? 10 * kGiB : 1000;
}

inline NodeSpec draw_node() {
  NodeSpec spec{.name = "node"};
  spec.gpus = draw(0, 5);
  spec.model = spec.gpus > 0 ? draw<ModelId>(0, 2) : ModelId{0};
  for (const Dim d : kNodeDims) spec.capacity[d] = unit(d) * std::min(kSteps, draw(0, 2 * kSteps));
  if (spec.gpus > 0) {
    spec.capacity[Dim::kSm] = kWholeGpu;
    spec.capacity[Dim::kHbm] = unit(Dim::kHbm) * draw(1, kSteps);
  }
  return spec;
}

inline Cluster draw_cluster(DimSet enforced, int most_nodes = 4) {
  Cluster cluster(enforced);
  const int n = draw(1, most_nodes);
  for (int i = 0; i < n; ++i) RC_ASSERT(cluster.add_node(draw_node()).has_value());
  return cluster;
}

// A task that fits a drawn state about every other time.
inline Shape draw_shape() {
  constexpr std::array kGpus{0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 6};
  Shape s{.gpus = kGpus[draw_index(kGpus.size())]};
  for (const Dim d : kNodeDims) {
    if (draw(0, 4) == 0) s.demand[d] = unit(d) * draw(0, kSteps / 2) + draw(0, 1);
  }
  if (s.gpus > 0) {
    s.demand[Dim::kSm] = draw(0, 2) == 0 ? kWholeGpu : unit(Dim::kSm) * draw(0, kSteps / 2);
    s.demand[Dim::kHbm] = draw_bool() ? 0 : unit(Dim::kHbm) * draw(0, kSteps / 2);
    if (draw(0, 3) == 0) s.hbm_growth = unit(Dim::kHbm) * draw(0, 2);
    if (draw(0, 5) == 0) s.models = models({draw<ModelId>(0, 2), draw<ModelId>(0, 2)});
  }
  return s;
}
// Of at most one GPU, or of whole ones.
inline Shape draw_simple_shape() {
  Shape s = draw_shape();
  if (s.gpus > 1) s.demand[Dim::kSm] = kWholeGpu;
  return s;
}

// A node with anything left on it, and its empty state.
struct DrawnState {
  NodeState now;
  NodeState empty;
};
inline DrawnState draw_state() {
  DrawnState out;
  out.empty = out.now = empty_state(draw_node(), kSevenDims);
  NodeState& s = out.now;
  for (const Dim d : kNodeDims) {
    s.capacity[d] -= unit(d) * draw(0, s.capacity[d] / unit(d) / 2);
    s.residual[d] = draw_bool() ? s.capacity[d] : unit(d) * draw(0, s.capacity[d] / unit(d));
  }
  s.residual[Dim::kSm] = s.residual[Dim::kHbm] = 0;
  for (DeviceState& dev : std::span(s.slots).first(static_cast<std::size_t>(s.gpus))) {
    dev.sm = draw_bool() ? kWholeGpu : unit(Dim::kSm) * draw(0, kSteps);
    dev.hbm = draw_bool() ? dev.hbm : unit(Dim::kHbm) * draw(0, dev.hbm / unit(Dim::kHbm));
    if (draw(0, 3) == 0) dev.growth = unit(Dim::kHbm) * draw(0, 2);
    s.residual[Dim::kSm] += dev.sm;
    s.residual[Dim::kHbm] += dev.hbm;
  }
  s = sorted(s);
  return out;
}

// `n` of the devices, any.
inline DeviceSet draw_devices(std::int32_t n, std::int32_t devices) {
  std::vector<unsigned> order(static_cast<std::size_t>(devices));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<unsigned>(i);
  DeviceSet set = 0;
  for (std::int32_t i = 0; i < n; ++i) {
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(i) +
                    draw_index(order.size() - static_cast<std::size_t>(i))]);
    set |= DeviceSet{1} << order[static_cast<std::size_t>(i)];
  }
  return set;
}

}  // namespace ragp::testing
