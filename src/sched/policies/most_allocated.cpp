// most-allocated: the node with the largest mean share in use (packs).
//
// maximise  mean_d (c_d - r_d + q_d) / c_d        c: the node's capacity, r: residual, q: demand
//
// Kubernetes' MostAllocated, the packing strategy of NodeResourcesFit, over every dimension seen.
// It is `scalar` turned round.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

class MostAllocated final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState& s = options[i].state();
      const Resources used = minus(s.capacity, minus(s.residual, demand));
      const int dims = present(s.capacity);
      scores[i] = dims > 0 ? sum(share_of(used, s.capacity)) / dims : 0.0;
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_most_allocated(const PolicyOptions& /*options*/) {
  return std::make_unique<MostAllocated>();
}

}  // namespace ragp
