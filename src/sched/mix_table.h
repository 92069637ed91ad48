// MixTable: the demand mix laid out by column, to ask of one node state at once what every shape of
// the mix could use of it.
//
// Built from a DemandMix; rebuild it when the mix's revision changes. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/node_state.h"
#include "sched/demand_mix.h"

namespace ragp {

class MixTable {
 public:
  void rebuild(std::span<const Shape> shapes);
  void rebuild(const DemandMix& mix) { rebuild(mix.shapes()); }

  [[nodiscard]] std::size_t size() const { return gpus_.size(); }

  // out[m] = GPU that shape m could use on the node, milli-GPU: FGD's usable GPU (idle minus
  // stranded, sched/fragmentation.h). For a CPU-only shape that is all idle GPU if it fits.
  void usable(const NodeState& state, std::span<std::int32_t> out);

 private:
  std::vector<std::int32_t> gpus_;
  std::array<std::vector<std::int32_t>, kDimCount> demand_;  // by dimension, then shape
  std::vector<std::uint64_t> models_;
  std::vector<std::int32_t> devices_;  // scratch: devices that fit
};

}  // namespace ragp
