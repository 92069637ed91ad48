// ragp-cosine: RAGP as its paper describes it: the cosine of demand and residual, plus a buffer for
// growth.
//
// maximise  cos(q, r) - mean over the devices used of max(0, g - h) / g
//
// q: demand and r: residual, both as shares of the largest node; g: the memory that the task is
// expected to grow by on each device, h: the memory left there for it. The paper (Kaarat, Batthula,
// Segall, IISEC 2026) gives the principle, not a formula; the weights here are ours: a task whose
// growth finds no room at all is as bad as one at a right angle to the residual.
// The cosine is scale-free: it cannot tell a nearly full node from an empty one of the same shape.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

double cosine(const Shares& a, const Shares& b) {
  const double norms = std::sqrt(dot(a, a) * dot(b, b));
  return norms > 0.0 ? dot(a, b) / norms : 0.0;
}

// The share of the expected growth that the devices cannot take.
double growth_shortage(const Shape& shape, const NodeState& state, DeviceSet slots) {
  if (shape.hbm_growth <= 0 || slots == 0) return 0.0;
  double shortage = 0.0;
  for (DeviceSet rest = slots; rest != 0; rest &= rest - 1) {
    const DeviceState& d = state.slots[static_cast<std::size_t>(std::countr_zero(rest))];
    const std::int32_t room = d.hbm - shape.demand[Dim::kHbm];
    shortage += std::max(0.0, 1.0 - static_cast<double>(room) / shape.hbm_growth);
  }
  return shortage / std::popcount(slots);
}

class RagpCosine final : public Policy {
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
