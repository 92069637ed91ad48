// scalar: balancing by one number, the mean share that stays free (spreads the load).
//
// maximise  mean_d (r_d - q_d) / c_d              r: residual, q: demand, c: the node's capacity
//
// Kubernetes' LeastAllocated, the default of kube-scheduler's NodeResourcesFit, over every
// dimension seen.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

class Scalar final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState& s = options[i].state();
      const int dims = present(s.capacity);
      scores[i] = dims > 0 ? sum(share_of(minus(s.residual, demand), s.capacity)) / dims : 0.0;
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_scalar(const PolicyOptions& /*options*/) {
  return std::make_unique<Scalar>();
}

}  // namespace ragp
