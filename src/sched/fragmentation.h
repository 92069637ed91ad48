// Fragmentation: how much of a node's idle GPU a job of a given shape could not use.
//
// After Weng et al., Beware of Fragmentation (FGD), ATC'23, section 4, extended from CPU and GPU to
// all dimensions of the state and to believed effective capacity. All amounts in milli-GPU.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/job.h"
#include "model/node_state.h"

namespace ragp {

// If the shape does not fit in any dimension, all idle GPU of the node; otherwise what is idle on
// the devices that are too small for it.
[[nodiscard]] std::int32_t stranded(const NodeState& state, const Shape& shape);

// Exactly as FGD's authors publish it: memory is not looked at, and for a CPU-only shape all idle
// GPU counts as a fragment.
[[nodiscard]] std::int32_t stranded_fgd(const NodeState& state, const Shape& shape);

}  // namespace ragp
