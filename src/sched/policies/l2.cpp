// l2: the node whose residual is nearest to the demand, in the Euclidean norm.
//
// minimise  sum_d a_d ((q_d - r_d) / L_d)^2       a_d: mean of q_d / L_d over the demand mix
//
// q: demand, r: residual, L: the largest node. Norm-based greedy of Panigrahy, Talwar, Uyeda and
// Wieder, Heuristics for Vector Bin Packing, MSR 2011, with its weights by average demand: a
// dimension that nobody asks for does not count. Here the average is over what arrived so far.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

Shares mean_demand(const DemandMix& mix, const Resources& scale) {
  Shares mean;
  for (std::size_t m = 0; m < mix.size(); ++m) {
    const ShapeId id = ShapeId::at(m);
    const Shares demand = share_of(mix.shape(id).total(), scale);
    for (std::size_t d = 0; d < kDimCount; ++d) mean.v[d] += mix.probability(id) * demand.v[d];
  }
  return mean;
}

Shares squares(const Shares& x) {
  Shares s;
  for (std::size_t d = 0; d < kDimCount; ++d) s.v[d] = x.v[d] * x.v[d];
  return s;
}

class L2 final : public Policy {
 public:
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    const Shares weights = mean_demand(outlook.mix, outlook.scale);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Resources left = minus(options[i].state().residual, demand);
      scores[i] = -dot(weights, squares(share_of(left, outlook.scale)));
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_l2(const PolicyOptions& /*options*/) {
  return std::make_unique<L2>();
}

}  // namespace ragp
