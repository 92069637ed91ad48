// Feasibility: does a task fit a node, on which devices, and if not, what is missing.
//
// All functions are pure. A shape must already be reduced to the visible dimensions
// (Shape::seen): a demand in a dimension that the state does not show never fits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/cluster.h"

namespace ragp {

// Why a task does not fit a node: the dimension that is furthest from enough, relative to what the
// task needs.
struct Misfit {
  enum class Cause : std::uint8_t {
    kModel,  // the GPU model is not one of those that the job allows
    kGpus,   // the node has fewer GPUs than the task needs
    kDim,    // too little of `dim`; for sm and hbm: on too few devices
  };
  Cause cause = Cause::kDim;
  Dim dim = Dim::kCpu;
  std::int32_t needed = 0;     // in the unit of dim (sm, hbm: per device); GPUs for kGpus
  std::int32_t available = 0;  // as much of that as the node can give
  bool never = false;          // not even the empty, healthy node would hold the task
};

[[nodiscard]] bool fits(const NodeState& state, const Shape& shape);

// Nothing where the task fits `now`. `empty` is the same node's empty_state().
[[nodiscard]] std::optional<Misfit> misfit(const NodeState& now, const NodeState& empty,
                                           const Shape& shape);
// "storage: needs 3200 MB/s, 2100 left (1100 short)": one line for people.
[[nodiscard]] std::string describe(const Misfit& misfit);

// How many such tasks the node could hold one after the other. Exact for shapes of at most one GPU
// and for whole GPUs; an upper bound for several fractional ones. The largest int32 where nothing
// limits it: such a shape asks for nothing that the state shows.
[[nodiscard]] std::int64_t copies(const NodeState& state, const Shape& shape);

// The distinct sets of slots (places in NodeState::slots) that could take the task, tightest first;
// equal devices are not listed twice. For one GPU that is one set per kind of leftover. For several
// GPUs it is the fullest and the emptiest devices that fit. Appends nothing where it does not fit.
void device_choices(const NodeState& state, const Shape& shape, std::vector<DeviceSet>& out);

// The state with the task on these slots. The slots keep their places (they are not sorted again);
// the parts beyond capacity and residual (StateParts) stay as they are.
[[nodiscard]] NodeState after(const NodeState& state, const Shape& shape, DeviceSet slots);

// The real devices behind a set of slots.
[[nodiscard]] DeviceSet devices_of(DeviceSet slots, const DeviceOrder& order);

}  // namespace ragp
