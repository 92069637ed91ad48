// MixedRoom: how much GPU a node could still give to the demand mix as a whole, as a smooth number.
//
// q(s) = g (sum_d (e_d / R_d)^4)^(-1/4), over the dimensions that the mean job of the mix asks for
//
// e: the mean job, g: its GPU compute, R: what is left of the node. A job that arrives next wants
// the mean of nothing, but a stream of them does: a node whose leftovers stand in the proportions
// of e serves g for each mean job that fits, one that is short of anything serves less. The norm is
// close to the minimum over d, and smooth, so that it also tells two nodes apart of which neither
// is short yet. 0 where a dimension that the mean job needs is used up.
//
// Rebuild it when the mix's revision changes. Not thread-safe while rebuilding.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "model/node_state.h"
#include "sched/demand_mix.h"

namespace ragp {

class MixedRoom {
 public:
  void rebuild(const DemandMix& mix);

  // In micro-GPU: an integer, so that sums over nodes are exact in any order.
  [[nodiscard]] std::int64_t of(const Resources& residual) const;

 private:
  std::array<double, kDimCount> mean_{};  // e, sm and hbm over all devices of a job
};

}  // namespace ragp
