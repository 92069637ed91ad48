// ragp-cosine: RAGP as its paper describes it: the cosine of demand and residual, plus a buffer for
// growth.
//
// maximise  cos(q, r) - share of the task's expected growth that finds no memory (sched/growth.h)
//
// q: demand and r: residual, both as shares of the largest node. The paper (Kaarat, Batthula,
// Segall, IISEC 2026) gives the principle, not a formula; the weights here are ours: a task whose
// growth finds no room at all is as bad as one at a right angle to the residual.
// The cosine is scale-free: it cannot tell a nearly full node from an empty one of the same shape.
// SPDX-License-Identifier: Apache-2.0
#include "sched/growth.h"
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

class RagpCosine final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    const Shares demand = share_of(job.shape.total(), outlook.scale);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState& s = options[i].state();
      scores[i] = cosine(demand, share_of(s.residual, outlook.scale)) -
                  growth_shortage(job.shape, s, options[i].slots);
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_ragp_cosine(const PolicyOptions& /*options*/) {
  return std::make_unique<RagpCosine>();
}

}  // namespace ragp
