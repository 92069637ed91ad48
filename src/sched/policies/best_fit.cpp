// best-fit: the node with the least left over, as a mean over dimensions of shares of the largest
// node.
//
// maximise  - mean_d (r_d - q_d) / largest_d      r: residual, q: demand of the task
//
// The L1 form of FGD's authors (ATC'23, section 6; cpu and GPU there), over every dimension seen.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

class BestFit final : public Policy {
 public:
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    const double dims = present(outlook.scale);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Resources left = minus(options[i].state().residual, demand);
      scores[i] = -sum(share_of(left, outlook.scale)) / dims;
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_best_fit(const PolicyOptions& /*options*/) {
  return std::make_unique<BestFit>();
}

}  // namespace ragp
