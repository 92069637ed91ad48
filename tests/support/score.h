// What a built-in policy says of each node, for tests with scores computed by hand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/cluster.h"
#include "sched/policy.h"
#include "sched/scheduler.h"
#include "support/build.h"

namespace ragp::testing {

inline Scheduler scheduler_of(std::string_view policy) {
  const PolicyChoice choice = choose_policy(policy).value();
  return {choice.info->make({.seed = 1}), choice.dims};
}

// The score of each node's best option, by node; nothing where the task does not fit.
inline std::vector<std::optional<double>> scores(Scheduler& scheduler, const Shape& task,
                                                 const Cluster& cluster) {
  std::vector<std::optional<double>> by_node(cluster.size());
  for (const Candidate& c : scheduler.evaluate(job(0, task), cluster).candidates) {
    by_node[c.where.node.index()] = c.score;
  }
  return by_node;
}
// The same of one that has seen nothing arrive.
inline std::vector<std::optional<double>> scores(std::string_view policy, const Shape& task,
                                                 const Cluster& cluster) {
  Scheduler scheduler = scheduler_of(policy);
  return scores(scheduler, task, cluster);
}

// A task that asks for this much of one dimension on top of what the shape asks for.
inline Shape with(Shape shape, Dim d, std::int32_t amount) {
  shape.demand[d] += amount;
  return shape;
}

inline void allocate(Cluster& cluster, const Shape& shape, const Placement& where) {
  const bool allocated = cluster.allocate(shape, where).has_value();
  RAGP_CHECK(allocated);
}
inline void observe(Scheduler& scheduler, const Shape& shape, std::uint32_t times = 1) {
  for (std::uint32_t i = 0; i < times; ++i) scheduler.observe(job(i, shape));
}

}  // namespace ragp::testing
