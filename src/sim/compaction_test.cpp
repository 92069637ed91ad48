// Tests of compaction: the search on made-up predicates, and clusters small enough to check.
// SPDX-License-Identifier: Apache-2.0
#include "sim/compaction.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

using testing::small_node;

Task task(std::int32_t gpus) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kCpu] = 100;
  s.demand[Dim::kSm] = gpus > 0 ? kWholeGpu : 0;
  return {s};
}

FillUpInput input(std::size_t nodes, std::int32_t gpus, std::vector<Task> tasks) {
  return {.workload = "list",
          .nodes = std::vector<NodeSpec>(nodes, small_node(gpus)),
          .tasks = std::move(tasks)};
}

Compaction compacted(const FillUpInput& in, const char* policy, std::uint64_t seed = 1) {
  const auto result = compaction(in, *choose_policy(policy), seed, false);
  EXPECT_TRUE(result.has_value());
  return result.value_or(Compaction{});
}

RC_GTEST_PROP(SmallestThatFits, FindsTheThresholdOfAMonotonePredicate, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 3000);
  const auto threshold = *rc::gen::inRange<std::size_t>(1, size + 1);
  RC_ASSERT(smallest_that_fits(size, [&](std::size_t n) { return n >= threshold; }) == threshold);
}

RC_GTEST_PROP(SmallestThatFits, WhatItAnswersFitsAndOneLessDoesNot, ()) {
  const auto fit = *rc::gen::container<std::vector<bool>>(200, rc::gen::arbitrary<bool>());
  const auto fits = [&](std::size_t n) { return n >= fit.size() || fit[n]; };
  const std::size_t found = smallest_that_fits(fit.size(), fits);
  RC_ASSERT(fits(found));
  RC_ASSERT(found == 1 || !fits(found - 1));
}

TEST(Compaction, NeedsAsManyNodesAsTheTasksFill) {
  // 20 nodes of 2 GPUs; 14 tasks of one GPU fill 7 of them, whatever the order.
  const Compaction c = compacted(input(20, 2, std::vector<Task>(14, task(1))), "first-fit");
  EXPECT_EQ(c.nodes, 7);
  EXPECT_DOUBLE_EQ(c.share, 0.35);
  EXPECT_EQ(c.gpus, 14);
}

TEST(Compaction, AListThatDoesNotFitGetsCopiesOfTheCluster) {
  const Compaction c = compacted(input(2, 2, std::vector<Task>(14, task(1))), "first-fit");
  EXPECT_EQ(c.nodes, 7);
  EXPECT_DOUBLE_EQ(c.share, 3.5);
}

TEST(Compaction, WhatNoNodeHoldsIsLeftOut) {
  std::vector<Task> tasks(4, task(1));
  tasks.push_back(task(3));  // nodes have two
  EXPECT_EQ(compacted(input(5, 2, tasks), "first-fit").nodes, 2);
  const auto none = compaction(input(5, 2, {task(3)}), *choose_policy("first-fit"), 1, false);
  ASSERT_FALSE(none.has_value());
  EXPECT_THAT(none.error().message, ::testing::HasSubstr("compaction needs a task"));
}

TEST(Compaction, TwoInAThousandMayStayPending) {
  EXPECT_EQ(compacted(input(600, 1, std::vector<Task>(499, task(1))), "first-fit").nodes, 499);
  EXPECT_EQ(compacted(input(600, 1, std::vector<Task>(500, task(1))), "first-fit").nodes, 499);
}

TEST(Compaction, ASpreaderNeedsMoreThanAPacker) {
  std::vector<Task> tasks(20, task(1));
  tasks.insert(tasks.end(), 10, task(4));
  double spread = 0.0;
  double packed = 0.0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    spread += compacted(input(30, 4, tasks), "scalar", seed).share;
    packed += compacted(input(30, 4, tasks), "best-fit", seed).share;
  }
  EXPECT_LT(packed, spread);
}

}  // namespace
}  // namespace ragp::sim
