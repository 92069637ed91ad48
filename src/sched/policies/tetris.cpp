// tetris: the node whose residual is best aligned with the demand.
//
// maximise  sum_d (q_d / c_d) (r_d / c_d)         q: demand, r: residual, c: the node's capacity
//
// Grandl et al., Multi-resource packing for cluster schedulers, SIGCOMM'14, section 3.2 (the
// alignment score; its job-ordering half belongs to a queue). It prefers empty nodes.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

class Tetris final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState& s = options[i].state();
      scores[i] = dot(share_of(demand, s.capacity), share_of(s.residual, s.capacity));
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_tetris(const PolicyOptions& /*options*/) {
  return std::make_unique<Tetris>();
}

}  // namespace ragp
