// kube-default: what a default kube-scheduler prefers: much left free, and in balance.
//
// maximise  floor(mean_d floor(100 (r_d - q_d) / c_d)) + floor(100 (1 - deviation_d(u_d)))
//           u_d = (c_d - r_d + q_d) / c_d         over d in {cpu, ram} + {storage, io_cpu} where
//           seen
//
// r: residual, q: demand, c: the node's capacity. NodeResourcesFit with LeastAllocated and
// NodeResourcesBalancedAllocation, each with weight 1 and their default resources, which do not
// include GPUs (kubernetes/kubernetes, pkg/scheduler/framework/plugins/noderesources, v1.22 to
// v1.34). Kubernetes breaks ties at random; here, as everywhere, the first node wins. A 7-D form
// has the data path among the resources to score.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

constexpr DimSet kScored = DimSet::of(Dim::kCpu, Dim::kRam, Dim::kStorage, Dim::kIoCpu);
constexpr std::int64_t kMaxScore = 100;

std::int64_t least_allocated(const Resources& left, const Resources& capacity) {
  std::int64_t total = 0;
  std::int64_t dims = 0;
  for (const DimInfo& d : kDims) {
    if (capacity[d.dim] == 0) continue;
    total += kMaxScore * left[d.dim] / capacity[d.dim];
    ++dims;
  }
  return dims > 0 ? total / dims : 0;
}

std::int64_t balanced_allocation(const Resources& left, const Resources& capacity) {
  const double dims = std::max(1, present(capacity));
  const Shares free = share_of(left, capacity);  // deviates as much as what is used
  const double mean = sum(free) / dims;
  double squares = 0.0;
  for (std::size_t d = 0; d < kDimCount; ++d) {
    if (capacity.v[d] > 0) squares += (free.v[d] - mean) * (free.v[d] - mean);
  }
  return static_cast<std::int64_t>((1.0 - std::sqrt(squares / dims)) *
                                   static_cast<double>(kMaxScore));
}

class KubeDefault final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState& s = options[i].state();
      const Resources capacity = only(kScored, s.capacity);
      const Resources left = minus(s.residual, demand);
      scores[i] = static_cast<double>(least_allocated(left, capacity) +
                                      balanced_allocation(left, capacity));
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_kube_default(const PolicyOptions& /*options*/) {
  return std::make_unique<KubeDefault>();
}

}  // namespace ragp
