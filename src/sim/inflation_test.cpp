// Tests of inflation: counts that can be checked by hand.
// SPDX-License-Identifier: Apache-2.0
#include "sim/inflation.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

FillUpInput input(std::size_t nodes, std::vector<Task> tasks) {
  return {.workload = "list",
          .nodes = std::vector<NodeSpec>(nodes, testing::small_node(4)),
          .tasks = std::move(tasks)};
}

Task task(std::int32_t gpus) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kSm] = gpus > 0 ? kWholeGpu : 0;
  return {s};
}

Result<double> factor(const FillUpInput& in) {
  return inflation_factor(in, *choose_policy("first-fit"), 1, false);
}

TEST(Inflation, IsWhatFitsOverTheList) {
  // 12 GPUs, tasks of one: 12 are placed, and the 13th is refused.
  EXPECT_DOUBLE_EQ(*factor(input(3, std::vector<Task>(5, task(1)))), 12.0 / 5.0);
  EXPECT_DOUBLE_EQ(*factor(input(3, std::vector<Task>(48, task(1)))), 0.25);
}

TEST(Inflation, StopsAtTheRefusalBeyondTheTolerance) {
  // Of 1000 tasks, two may be refused: the 13th and the 14th; the 15th ends it.
  EXPECT_DOUBLE_EQ(*factor(input(3, std::vector<Task>(1000, task(1)))), 14.0 / 1000.0);
}

TEST(Inflation, WhatNoNodeHoldsIsLeftOut) {
  std::vector<Task> tasks(5, task(1));
  tasks.push_back(task(5));
  EXPECT_DOUBLE_EQ(*factor(input(3, tasks)), 12.0 / 5.0);
}

TEST(Inflation, NeedsATaskThatTakesSomething) {
  for (const FillUpInput& in : {input(3, {task(5)}), input(3, {task(0)}), input(3, {})}) {
    const auto result = factor(in);
    ASSERT_FALSE(result.has_value());
    EXPECT_THAT(result.error().message, ::testing::HasSubstr("inflation needs a task"));
  }
}

}  // namespace
}  // namespace ragp::sim
