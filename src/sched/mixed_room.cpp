#include "sched/mixed_room.h"

#include <cmath>

namespace ragp {

void MixedRoom::rebuild(const DemandMix& mix, std::int32_t largest_gpu) {
  mean_ = mix.mean();
  largest_gpu_ = largest_gpu;
}

std::int64_t MixedRoom::of(const Resources& residual) const {
  constexpr double kMicroPerMilli = 1000.0;
  double sum = 0.0;
  for (std::size_t d = 0; d < kDimCount; ++d) {
    if (mean_[d] <= 0.0) continue;
    if (residual.v[d] <= 0) return 0;
    const double shortness = mean_[d] / residual.v[d];
    sum += (shortness * shortness) * (shortness * shortness);
  }
  if (sum == 0.0 || largest_gpu_ <= 0.0) return 0;
  // Only operations that IEEE 754 rounds exactly: the same integer on any machine.
  const double mean_gpu = mean_[static_cast<std::size_t>(Dim::kSm)];
  const double room = mean_gpu / std::sqrt(std::sqrt(sum));
  return std::llround(kMicroPerMilli * room * std::sqrt(std::sqrt(room / largest_gpu_)));
}

}  // namespace ragp
