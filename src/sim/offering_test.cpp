// Tests of offering: anti-affinity holds under every policy, and only it closes nodes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/offering.h"

#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/draw.h"
#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

using testing::draw;

Task instance(std::int32_t app, std::int32_t most_per_node) {
  Task t{.app = app, .most_per_node = most_per_node};
  t.shape.demand[Dim::kCpu] = 1;  // the nodes never run out of it
  return t;
}

Offering offering(std::size_t nodes, const char* policy) {
  const std::vector<NodeSpec> specs(nodes, testing::small_node(4));
  const PolicyChoice choice = *choose_policy(policy);
  return {make_cluster(specs, choice.dims).value(), choice, 1};
}

TEST(AntiAffinity, ANodeTakesSoManyOfAnApplication) {
  Offering o = offering(2, "first-fit");
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(o.offer(instance(0, 2)).has_value()) << i;
  EXPECT_FALSE(o.offer(instance(0, 2)).has_value());
  EXPECT_TRUE(o.offer(instance(1, 2)).has_value());  // another application
}

TEST(AntiAffinity, WithoutALimitOrAnApplicationEverythingFits) {
  Offering o = offering(1, "first-fit");
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(o.offer(instance(0, Task::kNoLimit)).has_value());
    ASSERT_TRUE(o.offer(instance(Task::kNoApp, 1)).has_value());
  }
}

TEST(AntiAffinity, WhoLeavesMakesRoom) {
  Offering o = offering(1, "first-fit");
  const auto where = o.offer(instance(0, 1));
  ASSERT_TRUE(where.has_value());
  ASSERT_FALSE(o.offer(instance(0, 1)).has_value());
  o.leave(instance(0, 1), *where);
  EXPECT_TRUE(o.offer(instance(0, 1)).has_value());
}

TEST(AntiAffinity, TheStrictestOnTheNodeDecidesWhoeverCameFirst) {
  Offering o = offering(1, "first-fit");
  const auto strict = o.offer(instance(0, 2));
  ASSERT_TRUE(strict.has_value());
  ASSERT_TRUE(o.offer(instance(0, Task::kNoLimit)).has_value());
  EXPECT_FALSE(o.offer(instance(0, Task::kNoLimit)).has_value());
  EXPECT_FALSE(o.offer(instance(0, 8)).has_value());
  o.leave(instance(0, 2), *strict);
  EXPECT_TRUE(o.offer(instance(0, 8)).has_value());
  EXPECT_FALSE(o.offer(instance(0, 2)).has_value());  // there are two, though without a limit
}

// A node and what is on it.
class Ledger {
 public:
  void add(const Task& task, const Placement& where) { on_.emplace_back(task, where); }
  std::pair<Task, Placement> take() {
    const auto it = on_.begin() + draw<std::ptrdiff_t>(0, std::ssize(on_) - 1);
    auto taken = *it;
    on_.erase(it);
    return taken;
  }
  [[nodiscard]] bool empty() const { return on_.empty(); }
  [[nodiscard]] bool may_hold(const Task& task, NodeId node) const {
    std::int32_t count = 1;
    std::int32_t most = task.most_per_node;
    for (const auto& [other, where] : on_) {
      if (other.app != task.app || where.node != node) continue;
      ++count;
      most = std::min(most, other.most_per_node);
    }
    return count <= most;
  }

 private:
  std::vector<std::pair<Task, Placement>> on_;
};

RC_GTEST_PROP(AntiAffinity, NoPolicyBreaksItAndNothingElseIsRefused, ()) {
  constexpr std::size_t kNodes = 3;
  const auto& all = policies();
  const auto& policy = all[draw<std::size_t>(0, all.size() - 1)];
  const PolicyChoice choice = *choose_policy(policy.name);
  const std::vector<NodeSpec> specs(kNodes, testing::small_node(4));
  Offering o(make_cluster(specs, choice.dims).value(), choice, 1);
  Ledger ledger;
  for (int i = 0; i < 40; ++i) {
    if (!ledger.empty() && draw(0, 3) == 0) {
      const auto [task, where] = ledger.take();
      o.leave(task, where);
      continue;
    }
    const std::int32_t most = draw(1, 4);
    const Task task = instance(draw(0, 1), most == 4 ? Task::kNoLimit : most);
    bool any = false;
    for (std::size_t n = 0; n < kNodes; ++n) any = any || ledger.may_hold(task, NodeId::at(n));
    const auto where = o.offer(task);
    RC_ASSERT(where.has_value() == any);
    if (!where) continue;
    RC_ASSERT(ledger.may_hold(task, where->node));
    ledger.add(task, *where);
  }
}

}  // namespace
}  // namespace ragp::sim
