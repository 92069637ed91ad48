// best-fit: the node with the least left over.
//
// maximise  - mean over d in {cpu, sm} + {storage, io_cpu} where seen of (r_d - q_d) / largest_d
//
// r: residual, q: demand of the task, largest: the largest node. The L1 form that FGD's authors
// compare with (ATC'23, section 6): processors and GPU compute weigh the same, memory is left to
// the filter. Its 7-D form gives the two dimensions of the data path the same weight.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

class BestFit final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    const Resources scale = only(kWeighed, outlook.scale);
    const double dims = std::max(1, present(scale));
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Resources left = minus(options[i].state().residual, demand);
      scores[i] = -sum(share_of(left, scale)) / dims;
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_best_fit(const PolicyOptions& /*options*/) {
  return std::make_unique<BestFit>();
}

}  // namespace ragp
