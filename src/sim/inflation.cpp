// Workload inflation: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/inflation.h"

#include <algorithm>

#include "base/rng.h"
#include "sim/offering.h"
#include "sim/tolerance.h"

namespace ragp::sim {

Result<double> inflation_factor(const FillUpInput& input, const PolicyChoice& policy,
                                std::uint64_t seed, bool shuffle_nodes) {
  auto cluster = make_cluster(node_order(input.nodes, seed, shuffle_nodes), policy.dims);
  if (!cluster) return std::unexpected(cluster.error());
  const std::vector<Task> tasks = placeable(input.nodes, input.tasks);
  const auto asks = [](const Task& t) { return t.shape.total() != Resources{}; };
  if (!std::ranges::any_of(tasks, asks)) {  // would go on for ever
    return fail(Errc::kInput, "workload '" + input.workload +
                                  "': inflation needs a task that fits some node and takes "
                                  "something of it");
  }
  Offering offering(std::move(*cluster), policy, seed);
  Rng sample(seed, "inflation sample");
  std::size_t left = may_stay_pending(tasks.size());
  for (std::size_t offered = 0;; ++offered) {
    if (offering.offer(tasks[sample.below(tasks.size())])) continue;
    if (left == 0) return static_cast<double>(offered) / static_cast<double>(tasks.size());
    --left;
  }
}

}  // namespace ragp::sim
