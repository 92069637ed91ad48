// dot-product: the node whose residual is least aligned with the demand (packs).
//
// minimise  mean over d in {cpu, sm} + {storage, io_cpu} where seen of (q_d / L_d) (r_d / L_d)
//
// q: demand, r: residual, L: the largest node. Tetris' product (Grandl et al., SIGCOMM'14) turned
// round, as FGD's authors use it (ATC'23, section 6): a small product is a full node. The score is
// an integer from 0 to 100 there, which leaves few levels and many ties; they go to the first node.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

constexpr double kMaxScore = 100.0;

class DotProduct final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources scale = only(kWeighed, outlook.scale);
    const Shares demand = share_of(job.shape.total(), scale);
    const double dims = std::max(1, present(scale));
    for (std::size_t i = 0; i < options.size(); ++i) {
      const double product = dot(demand, share_of(options[i].state().residual, scale));
      scores[i] = std::floor(kMaxScore * (1.0 - product / dims));
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_dot_product(const PolicyOptions& /*options*/) {
  return std::make_unique<DotProduct>();
}

}  // namespace ragp
