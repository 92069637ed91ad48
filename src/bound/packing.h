// Packing: a multiset of tasks that one node can hold at once, and the vocabulary of pricing.
//
// Worth is counted in whole nano-GPU, so that sums are exact and a proof does not rest on rounding.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace ragp::bound {

using Value = std::int64_t;  // nano-GPU
inline constexpr Value kGpu = 1'000'000'000;
inline constexpr Value kMilliGpu = 1'000'000;

struct Entry {
  std::uint32_t shape = 0;  // index into Problem::shapes
  std::int32_t count = 0;   // at least 1
  friend auto operator<=>(const Entry&, const Entry&) = default;
};
using Packing = std::vector<Entry>;  // ascending shapes, each once

// What packings of a node have to keep to. All devices are equal.
struct Bin {
  std::int64_t cpu = 0;        // millicores
  std::int64_t ram = 0;        // MiB
  std::int32_t gpus = 0;       // devices
  std::int32_t device_sm = 0;  // milli-GPU of one device
  friend bool operator==(const Bin&, const Bin&) = default;
};

// A task shape with what it is worth; copies are unlimited. milli > 0: a share of one device;
// else `gpus` whole devices, 0 for CPU-only work.
struct Item {
  std::uint32_t shape = 0;
  std::int64_t cpu = 0;
  std::int64_t ram = 0;
  std::int32_t gpus = 0;
  std::int32_t milli = 0;
  Value value = 0;
  std::int64_t most = 1'000'000;  // copies that exist; a hint, packings may hold more
};

}  // namespace ragp::bound
