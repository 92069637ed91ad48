// Bound results: how many GPUs a scheduler can allocate at most, as `ragp bound` computes it.
// docs/bound.md defines every quantity. Plain data; the functions are pure and thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ragp {

// One linear program: a seed's arrivals up to a demand, under a variant. Shares are % of the
// cluster's GPUs.
struct BoundRun {
  std::string variant;  // "any", "cpu_kept", "never_refuses"
  std::uint64_t seed = 0;
  int demand = 0;            // arrived GPU demand, % of the cluster's GPUs
  bool feasible = true;      // false: proven that what must be kept does not fit; no bound then
  double bound = 0.0;        // no scheduler allocates more
  double gap = 0.0;          // bound - what the linear program reaches with the columns it has
  bool certified = false;    // the gap is as small as asked for
  int rounds = 0;            // of column generation
  std::int64_t columns = 0;  // packings in the linear program
  double wall_s = 0.0;
};

struct BoundReport {
  std::string workload;
  double accepted_until = 0.0;  // % of the cluster's GPUs, for never_refuses
  std::vector<BoundRun> runs;   // by seed, demand, variant
  // (policy - fgd) / (bound - fgd) by policy and demand, where replay results were given.
  std::map<std::string, std::map<int, double>> gap_closed{};
};

// Names and demands in order of first appearance.
[[nodiscard]] std::vector<std::string> variants_of(std::span<const BoundRun> runs);
[[nodiscard]] std::vector<int> demands_of(std::span<const BoundRun> runs);

// Mean over the seeds; nothing where the variant is infeasible for one of them.
[[nodiscard]] std::optional<double> mean_bound(std::span<const BoundRun> runs,
                                               std::string_view variant, int demand);
// Largest over the seeds, of those that are feasible; 0 where none is.
[[nodiscard]] double largest_gap(std::span<const BoundRun> runs, std::string_view variant,
                                 int demand);

}  // namespace ragp
