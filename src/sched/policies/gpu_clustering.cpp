// gpu-clustering: tasks of one kind together: those that share a GPU, those of one, of two, ...
//
// maximise  T + floor(25 (1 - r_sm / L_sm))
//
// T: 75 on a node with GPU tasks of this kind only, 50 with this kind among others, 25 on a node
// without GPU tasks, 0 with other kinds only; r_sm: idle GPU, L_sm: of the largest node. 0 for a
// task without GPUs. The rule and its constants are those of FGD's authors (ATC'23, section 6),
// after the affinity of Gandiva (Xiao et al., OSDI'18).
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "sched/policies/all.h"

namespace ragp {
namespace {

constexpr std::int64_t kQuarter = 25;

std::int64_t tier(GpuKinds on_node, GpuKinds task) {
  if ((on_node & task) != 0) return std::has_single_bit(on_node) ? 3 : 2;
  return on_node == 0 ? 1 : 0;
}

class GpuClustering final : public FixedPolicy {
 public:
  [[nodiscard]] StateParts reads() const override { return {.gpu_kinds = true}; }

  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    const GpuKinds kind = job.shape.gpu_kind();
    const std::int64_t largest = outlook.scale[Dim::kSm];
    for (std::size_t i = 0; i < options.size(); ++i) {
      scores[i] = 0.0;
      if (kind == 0 || largest == 0) continue;
      const NodeState& s = options[i].state();
      const std::int64_t fullness = kQuarter * (largest - s.residual[Dim::kSm]) / largest;
      scores[i] = static_cast<double>(kQuarter * tier(s.gpu_kinds, kind) + fullness);
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_gpu_clustering(const PolicyOptions& /*options*/) {
  return std::make_unique<GpuClustering>();
}

}  // namespace ragp
