// Tests of departures: a trace that can be followed by hand, and queueing theory for the steady
// state.
// SPDX-License-Identifier: Apache-2.0
#include "sim/departures.h"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

using ::testing::HasSubstr;

Task task(std::int32_t gpus) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kSm] = gpus > 0 ? kWholeGpu : 0;
  return {s};
}

FillUpInput input(std::size_t nodes, std::int32_t gpus, std::vector<Task> tasks,
                  std::vector<TaskTimes> times = {}) {
  return {.workload = "list",
          .nodes = std::vector<NodeSpec>(nodes, testing::small_node(gpus)),
          .tasks = std::move(tasks),
          .times = std::move(times)};
}

const PolicyChoice& first_fit() {
  static const PolicyChoice choice = *choose_policy("first-fit");
  return choice;
}

// ---- trace --------------------------------------------------------------------------------------

TEST(DeparturesTrace, FollowsTheTimesOfTheTrace) {
  // Peak demand 2 GPUs; at load 2 one GPU stays. The second comes too early; the third comes as the
  // first leaves, and stays to the end (10): allocated 9 of 10.
  const FillUpInput in =
      input(3, 1, {task(1), task(1), task(1)}, {{0.0, 5.0}, {4.0, 10.0}, {5.0, 9.0}});
  const auto d = departures_trace(in, first_fit(), 1, 2.0, false);
  ASSERT_TRUE(d.has_value());
  EXPECT_DOUBLE_EQ(d->accepted_share, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(d->allocated_share, 0.9);
  EXPECT_EQ(d->refused_by_gpus, (std::map<int, std::int64_t>{{1, 1}}));
}

TEST(DeparturesTrace, HoldsItsOwnPeakAtLoadOne) {
  const FillUpInput in =
      input(3, 1, {task(1), task(1), task(1)}, {{0.0, 5.0}, {4.0, 10.0}, {5.0, 9.0}});
  const auto d = departures_trace(in, first_fit(), 1, 1.0, false);
  ASSERT_TRUE(d.has_value());
  EXPECT_DOUBLE_EQ(d->accepted_share, 1.0);
  EXPECT_DOUBLE_EQ(d->allocated_share, (5.0 + 6.0 + 4.0) / (2 * 10.0));
}

TEST(DeparturesTrace, WithoutATimeATaskWasThereBeforeOrStays) {
  const FillUpInput in = input(1, 1, {task(1), task(1), task(1)},
                               {{std::nullopt, 2.0}, {2.0, std::nullopt}, {4.0, 5.0}});
  const auto d = departures_trace(in, first_fit(), 1, 1.0, false);
  ASSERT_TRUE(d.has_value());
  EXPECT_DOUBLE_EQ(d->accepted_share, 2.0 / 3.0);  // the second never leaves
  EXPECT_DOUBLE_EQ(d->allocated_share, 1.0);       // from 2 on
}

TEST(DeparturesTrace, NeedsTimes) {
  for (const auto& times : {std::vector<TaskTimes>{}, std::vector<TaskTimes>(1)}) {
    const auto d = departures_trace(input(1, 1, {task(1)}, times), first_fit(), 1, 1.0, false);
    ASSERT_FALSE(d.has_value());
    EXPECT_THAT(d.error().message, HasSubstr("creation_time"));
  }
}

// ---- steady state -------------------------------------------------------------------------------

// Erlang's loss formula: the share of arrivals refused by c servers at a load of a.
double erlang_b(int servers, double a) {
  double b = 1.0;
  for (int k = 1; k <= servers; ++k) b = a * b / (k + a * b);
  return b;
}

TEST(Departures, TasksOfOneGpuAreLostAsErlangSays) {
  // 20 GPUs, one each: M/M/20/20. Means over seeds; a window of 5 has about 100 arrivals.
  constexpr int kSeeds = 400;
  double accepted = 0.0;
  double allocated = 0.0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto d = departures(input(5, 4, {task(1)}), first_fit(), seed, 1.0, false);
    ASSERT_TRUE(d.has_value());
    accepted += d->accepted_share / kSeeds;
    allocated += d->allocated_share / kSeeds;
  }
  const double expected = 1.0 - erlang_b(20, 20.0);
  EXPECT_NEAR(accepted, expected, 0.015);
  EXPECT_NEAR(allocated, expected, 0.015);
}

TEST(Departures, NextToNothingIsLostAtALightLoad) {
  const auto d = departures(input(50, 4, {task(1)}), first_fit(), 1, 0.5, false);
  ASSERT_TRUE(d.has_value());
  EXPECT_DOUBLE_EQ(d->accepted_share, 1.0);
  EXPECT_NEAR(d->allocated_share, 0.5, 0.1);
  EXPECT_TRUE(d->refused_by_gpus.empty());
}

TEST(Departures, NeedGpusOnBothSides) {
  EXPECT_THAT(departures(input(1, 0, {task(1)}), first_fit(), 1, 1.0, false).error().message,
              HasSubstr("no node has any"));
  EXPECT_THAT(departures(input(1, 1, {task(0)}), first_fit(), 1, 1.0, false).error().message,
              HasSubstr("no task asks for any"));
}

}  // namespace
}  // namespace ragp::sim
