// load-aware: the node with the least load, as measured.
//
// maximise  mean_d max(0, c_d - l_d - q_d) / c_d  c: the node's capacity, l: load, q: demand
//
// l is what was measured, not what is allocated; where nothing ever was measured, what is allocated
// stands in. The score of Koordinator's LoadAwareScheduling (koordinator-sh/koordinator,
// pkg/scheduler/plugins/loadaware), with the task's request as the estimate of its load, over every
// dimension seen instead of processors and memory only.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sched/policies/all.h"

namespace ragp {
namespace {

double mean_left(const NodeState& s, const Resources& demand) {
  double left = 0.0;
  double dims = 0.0;
  for (const DimInfo& d : kDims) {
    const double capacity = s.capacity[d.dim];
    if (capacity == 0.0) continue;
    const double load = s.load[d.dim];
    left += std::max(0.0, capacity - load - demand[d.dim]) / capacity;
    dims += 1.0;
  }
  return dims > 0.0 ? left / dims : 0.0;
}

class LoadAware final : public FixedPolicy {
 public:
  [[nodiscard]] StateParts reads() const override { return {.load = true}; }

  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    for (std::size_t i = 0; i < options.size(); ++i) {
      scores[i] = mean_left(options[i].state(), demand);
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_load_aware(const PolicyOptions& /*options*/) {
  return std::make_unique<LoadAware>();
}

}  // namespace ragp
