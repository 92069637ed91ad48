// gpu-packing: GPUs in use first, then idle GPUs of nodes in use, then idle nodes.
//
// maximise  100 - floor(sum_i free_i / 10)      if every GPU is in use, at least 50
//           50 - idle GPUs to take              if the node is, at least 33
//           33 - idle GPUs of the node          otherwise, at least as many as those
//
// free_i: what is left of GPU i of the option, percent. 0 for a task without GPUs. The rule and its
// constants are those of FGD's authors (ATC'23, section 6), after Gandiva's packing.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "sched/policies/all.h"

namespace ragp {
namespace {

constexpr std::int32_t kMaxScore = 100;
constexpr std::int32_t kPercent = 100;

std::int32_t score_of(const NodeState& state, DeviceSet slots) {
  const std::int32_t whole = state.capacity[Dim::kSm] / state.gpus;
  const auto idle = [&](const DeviceState& d) { return d.sm == whole; };
  const auto idle_gpus = static_cast<std::int32_t>(std::ranges::count_if(state.devices(), idle));
  if (idle_gpus == state.gpus) return std::max(kMaxScore / 3 - idle_gpus, idle_gpus);

  std::int32_t idle_taken = 0;
  std::int32_t free_percent = 0;
  for (DeviceSet rest = slots; rest != 0; rest &= rest - 1) {
    const DeviceState& d = state.slots[static_cast<std::size_t>(std::countr_zero(rest))];
    idle_taken += idle(d) ? 1 : 0;
    free_percent += d.sm * kPercent / kWholeGpu;
  }
  if (idle_taken > 0) return std::max(kMaxScore / 2 - idle_taken, kMaxScore / 3);
  return std::max(kMaxScore - free_percent / 10, kMaxScore / 2);
}

class GpuPacking final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    for (std::size_t i = 0; i < options.size(); ++i) {
      scores[i] = job.shape.gpus > 0 ? score_of(options[i].state(), options[i].slots) : 0;
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_gpu_packing(const PolicyOptions& /*options*/) {
  return std::make_unique<GpuPacking>();
}

}  // namespace ragp
