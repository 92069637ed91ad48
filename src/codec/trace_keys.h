// trace_keys: which keys each object of a trace may have; the required ones come first. Used by the
// trace reader only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "model/dims.h"

namespace ragp::codec::trace_keys {

template <std::size_t N, std::size_t M>
constexpr auto joined(const std::array<std::string_view, N>& a,
                      const std::array<std::string_view, M>& b) {
  std::array<std::string_view, N + M> all{};
  for (std::size_t i = 0; i < N; ++i) all[i] = a[i];
  for (std::size_t i = 0; i < M; ++i) all[N + i] = b[i];
  return all;
}
template <class... Names>
constexpr auto list(Names... names) {
  return std::array<std::string_view, sizeof...(names)>{names...};
}
constexpr auto dims() {
  std::array<std::string_view, kDimCount> names{};
  for (std::size_t i = 0; i < kDimCount; ++i) names[i] = kDims[i].name;
  return names;
}
constexpr auto feeds() {
  std::array<std::string_view, kFeeds.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = info(kFeeds[i]).name;
  return names;
}

inline constexpr auto kHeader = list("ragp_trace", "horizon_s", "scenario", "seed", "warmup_s",
                                     "queue", "overflow", "models", "lines");
inline constexpr std::size_t kHeaderRequired = 2;

inline constexpr auto kQueue = list("hold_after_s", "overtake_s", "hold_share");
inline constexpr auto kOverflow =
    list("mode", "touch_s", "io_cpu_per_mbps", "evict_above", "max_evictions");

inline constexpr auto kNode = joined(joined(list("node", "gpus"), dims()), list("model"));
inline constexpr std::size_t kNodeRequired = 2 + kDimCount;

inline constexpr auto kJob =
    joined(list("job", "submit_s", "work_s", "type", "tasks", "gpus", "hbm_growth", "models",
                "load", "steady", "burst", "checkpoints", "hbm_steps", "hbm_cycle_s"),
           dims());
inline constexpr std::size_t kJobRequired = 3;
// What a job without GPUs cannot have.
inline constexpr auto kJobNeedsGpu = list("sm", "hbm", "hbm_growth");

inline constexpr auto kPhase = joined(list("work_s"), feeds());
inline constexpr std::size_t kPhaseRequired = 1;

inline constexpr auto kEpisode =
    list("episode", "node", "start_s", "length_s", "storage_factor_ppm", "io_cpu");
inline constexpr std::size_t kEpisodeRequired = 4;

}  // namespace ragp::codec::trace_keys
