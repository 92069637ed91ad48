// The seven dimensions: the one table that names, units, JSON keys, CSV columns and documentation
// come from, and the vectors indexed by them.
//
// Amounts are exact int32 in each dimension's unit, so that what is allocated can be released
// without a rest; scores work on doubles, shares of a capacity. A node's totals are int32 too:
// 2 PiB of RAM, 2 PB/s.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ragp {

enum class Dim : std::uint8_t { kCpu, kRam, kSm, kHbm, kNet, kStorage, kIoCpu };
inline constexpr std::size_t kDimCount = 7;

struct DimInfo {
  Dim dim;
  std::string_view name;  // in JSON, CSV, TOML, metrics and flags: one spelling everywhere
  std::string_view unit;
  std::string_view meaning;
};
inline constexpr std::array<DimInfo, kDimCount> kDims{{
    {Dim::kCpu, "cpu", "millicores", "processor time for the job itself"},
    {Dim::kRam, "ram", "MiB", "main memory"},
    {Dim::kSm, "sm", "milli-GPU", "compute of one GPU (per device; 1000 is the whole device)"},
    {Dim::kHbm, "hbm", "MiB", "memory of one GPU (per device)"},
    {Dim::kNet, "net", "MB/s", "network bandwidth of the node"},
    {Dim::kStorage, "storage", "MB/s", "bandwidth of the storage path that feeds the node"},
    {Dim::kIoCpu, "io_cpu", "millicores", "processor time spent on moving data"},
}};
[[nodiscard]] constexpr const DimInfo& info(Dim d) {
  return kDims[static_cast<std::size_t>(d)];
}

inline constexpr std::int32_t kWholeGpu = 1000;  // milli-GPU in one device
// The largest amount of one node or task in any dimension (100 TB of RAM, 100 TB/s); the memory of
// one device is limited to a tenth, so that the sum over a node's devices fits 32 bits.
inline constexpr std::int32_t kMaxAmount = 100'000'000;
inline constexpr std::int32_t kMaxHbm = kMaxAmount / 10;

// A set of dimensions: what is visible to a policy, or enforced by a ledger.
class DimSet {
 public:
  constexpr DimSet() = default;
  template <class... Dims>
  static constexpr DimSet of(Dims... dims) {
    DimSet s;
    (s.add(dims), ...);
    return s;
  }
  constexpr void add(Dim d) { bits_ = static_cast<std::uint8_t>(bits_ | bit(d)); }
  [[nodiscard]] constexpr bool has(Dim d) const { return (bits_ & bit(d)) != 0; }
  friend constexpr bool operator==(DimSet, DimSet) = default;

 private:
  static constexpr unsigned bit(Dim d) { return 1U << static_cast<unsigned>(d); }
  std::uint8_t bits_ = 0;
};

// What RAGP sees (5-D) and what RAGP-I/O sees (7-D).
inline constexpr DimSet kFiveDims =
    DimSet::of(Dim::kCpu, Dim::kRam, Dim::kSm, Dim::kHbm, Dim::kNet);
inline constexpr DimSet kSevenDims =
    DimSet::of(Dim::kCpu, Dim::kRam, Dim::kSm, Dim::kHbm, Dim::kNet, Dim::kStorage, Dim::kIoCpu);
// Handed out in exclusive parts: no scheduler can give away more than there is.
inline constexpr DimSet kPartitionedDims = DimSet::of(Dim::kCpu, Dim::kRam, Dim::kSm, Dim::kHbm);

// The feeds: bandwidth that the jobs of a node share while they run.
inline constexpr std::array kFeeds{Dim::kNet, Dim::kStorage, Dim::kIoCpu};
// What a node has as a whole; sm and hbm are counted per device.
inline constexpr std::array kNodeDims{Dim::kCpu, Dim::kRam, Dim::kNet, Dim::kStorage, Dim::kIoCpu};

template <class Rep>
struct DimVector {
  std::array<Rep, kDimCount> v{};

  constexpr Rep& operator[](Dim d) { return v[static_cast<std::size_t>(d)]; }
  constexpr Rep operator[](Dim d) const { return v[static_cast<std::size_t>(d)]; }
  friend constexpr bool operator==(const DimVector&, const DimVector&) = default;
};

using Resources = DimVector<std::int32_t>;  // amounts in the units of kDims
using Totals = DimVector<std::int64_t>;     // sums of amounts
using Shares = DimVector<double>;           // fractions of a capacity, for scores only

}  // namespace ragp
