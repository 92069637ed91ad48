// MixedRoom: how much GPU a node could still give to the demand mix as a whole, as a smooth number.
//
// q(s) = h (h / G)^(1/4)       h(s) = g (sum_d (e_d / R_d)^4)^(-1/4)
//
// d: the dimensions that the mean job of the mix asks for, e: the mean job, g: its GPU compute, R:
// what is left of the node, G: the GPUs of the largest node. A job that arrives next wants the mean
// of nothing, but a stream of them does: a node whose leftovers stand in the proportions of e
// serves g for each mean job that fits, one that is short of anything serves less. The norm is
// close to the minimum over d, and smooth, so that it also tells two nodes apart of which neither
// is short yet. h alone is of degree one: it does not mind whether the same room stands on one node
// or on eight, and a policy that follows it spreads its jobs until no node is empty. The factor
// makes room on one node worth a little more than the same room in pieces. 0 where a dimension that
// the mean job needs is used up.
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
  // largest_gpu: G in milli-GPU, above 0 where the mean job asks for GPUs.
  void rebuild(const DemandMix& mix, std::int32_t largest_gpu);

  // In micro-GPU: an integer, so that sums over nodes are exact in any order.
  [[nodiscard]] std::int64_t of(const Resources& residual) const;

 private:
  std::array<double, kDimCount> mean_{};  // e, sm and hbm over all devices of a job
  double largest_gpu_ = 0.0;
};

}  // namespace ragp
