// Tests of fill_up: clusters small enough to check by hand, and what holds for any list of tasks.
// SPDX-License-Identifier: Apache-2.0
#include "sim/fill_up.h"

#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

using ::testing::HasSubstr;
using testing::small_node;
using testing::text_of;

using Points = std::map<int, double>;
using Refused = std::map<int, std::int64_t>;

Task task(std::int32_t gpus, std::int32_t sm = kWholeGpu) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kCpu] = 100;
  s.demand[Dim::kSm] = gpus > 0 ? sm : 0;
  return {s};
}

FillUpInput input(std::vector<std::int32_t> gpus_of_nodes, std::vector<Task> tasks) {
  FillUpInput in{.workload = "list", .nodes = {}, .tasks = std::move(tasks)};
  for (const std::int32_t gpus : gpus_of_nodes) in.nodes.push_back(small_node(gpus));
  return in;
}

FillUpResult filled(const FillUpInput& in, double demand, std::uint64_t seed = 1,
                    bool shuffle_nodes = false) {
  auto result = fill_up(in, *choose_policy("first-fit"), seed,
                        {.demand = demand, .shuffle_nodes = shuffle_nodes});
  EXPECT_TRUE(result.has_value());
  return result ? std::move(*result) : FillUpResult{};
}

std::string error_of(const FillUpInput& in) {
  const auto result = fill_up(in, *choose_policy("first-fit"), 1, {});
  return result ? "no error" : result.error().message;
}

// ---- by hand ------------------------------------------------------------------------------------

TEST(FillUp, FillsTheClusterAndRefusesTheRest) {
  const FillUpResult r = filled(input({2, 2}, {task(1), task(1)}), 1.5);  // 6 tasks for 4 GPUs
  EXPECT_EQ(r.placed, 4);
  EXPECT_EQ(r.run.refused_by_gpus, (Refused{{1, 2}}));
  EXPECT_DOUBLE_EQ(r.run.first_refusal_pct, 125.0);
  EXPECT_EQ(r.run.allocation, (Points{{100, 100.0}, {150, 100.0}}));
  EXPECT_EQ(r.run.fragmentation_fgd, (Points{{100, 0.0}, {150, 0.0}}));
  EXPECT_EQ(r.run.workload, "list");
  EXPECT_EQ(r.run.policy, "first-fit");
  EXPECT_EQ(r.run.seed, 1U);
}

TEST(FillUp, WhatNoTaskFitsIntoIsAFragment) {
  // Two devices hold one task of 0.6 each. Of four tasks, 2.4 of the 2.6 GPUs asked for, the third
  // is refused at 90 %; the fourth would go beyond 100 %.
  const FillUpResult r = filled(input({2}, {task(1, 600)}), 1.3);
  EXPECT_EQ(r.placed, 2);
  EXPECT_EQ(r.run.refused_by_gpus, (Refused{{1, 2}}));
  EXPECT_DOUBLE_EQ(r.run.first_refusal_pct, 90.0);
  EXPECT_EQ(r.run.allocation, (Points{{100, 60.0}, {130, 60.0}}));
  EXPECT_EQ(r.run.fragmentation_fgd, (Points{{100, 40.0}, {130, 40.0}}));
}

TEST(FillUp, APointIsReportedBeforeTheTaskThatPassesIt) {
  // Three tasks of 0.9 on three devices: 90 % at the point 100, none of the next ones fits.
  const FillUpResult r = filled(input({3}, {task(1, 900)}), 2.0);
  EXPECT_DOUBLE_EQ(r.run.allocation.at(100), 90.0);
  // Tasks of a quarter: four of them are exactly 100 % and belong to the point.
  EXPECT_DOUBLE_EQ(filled(input({1}, {task(1, 250)}), 2.0).run.allocation.at(100), 100.0);
}

TEST(FillUp, WithoutARefusalThereIsNoFirst) {
  const FillUpResult r = filled(input({4}, {task(1), task(2)}), 0.75);
  EXPECT_EQ(r.run.first_refusal_pct, 0.0);
  EXPECT_TRUE(r.run.refused_by_gpus.empty());
  EXPECT_EQ(r.run.allocation, (Points{{75, 75.0}}));
}

TEST(FillUp, CutsAListThatHoldsMore) {
  const FillUpResult r = filled(input({4}, std::vector<Task>(10, task(1))), 1.0);
  EXPECT_EQ(r.placed, 4);
  EXPECT_TRUE(r.run.refused_by_gpus.empty());
  EXPECT_EQ(r.run.allocation, (Points{{100, 100.0}}));
}

TEST(FillUp, CountsRefusalsByTheNumberOfGpus) {
  // No node has two GPUs; CPU work is placed, but demands nothing.
  const FillUpResult r = filled(input({1, 1}, {task(2), task(0), task(0)}), 1.0);
  EXPECT_EQ(r.placed, 2);
  EXPECT_EQ(r.run.refused_by_gpus, (Refused{{2, 1}}));
  EXPECT_DOUBLE_EQ(r.run.first_refusal_pct, 100.0);
  EXPECT_EQ(r.run.allocation, (Points{{100, 0.0}}));
  EXPECT_NEAR(r.run.fragmentation_fgd.at(100), 100.0, 1e-9);
}

TEST(FillUp, RareShapesDoNotCountAsTypical) {
  // 96 of 100 tasks are whole GPUs. On a full cluster but for half a device, nothing but that half
  // is a fragment; were the rare halves typical, it would be less than all of it.
  std::vector<Task> tasks(96, task(1));
  tasks.insert(tasks.end(), 4, task(1, 500));
  FillUpInput in = input({1}, tasks);
  for (std::uint64_t seed = 1; seed < 200; ++seed) {
    const FillUpResult r = filled(in, 0.5, seed);
    if (r.run.allocation.at(50) != 50.0) continue;  // a half did not come first
    EXPECT_DOUBLE_EQ(r.run.fragmentation_fgd.at(50), 50.0);
    return;
  }
  FAIL() << "no seed puts a half first";
}

// ---- order --------------------------------------------------------------------------------------

TEST(FillUp, EqualSeedsGiveEqualRunsAndOthersAnotherOrder) {
  const FillUpInput in = input({4, 4, 4}, {task(1), task(2), task(3), task(4), task(1, 300)});
  const auto text = [&](std::uint64_t seed) {
    return text_of(std::vector{filled(in, 1.3, seed).run});
  };
  EXPECT_EQ(text(1), text(1));
  std::map<std::int64_t, int> placed;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) ++placed[filled(in, 1.3, seed).placed];
  EXPECT_GT(placed.size(), 1U);
}

TEST(FillUp, TheOrderOfTheNodesIsThatOfTheInputUnlessShuffled) {
  // First-fit puts the task of one GPU on the first node. Only if that is the small one, or if the
  // other task came first, are both placed.
  const FillUpInput in = input({1, 2}, {task(1), task(2)});
  int both = 0;
  constexpr std::uint64_t kSeeds = 60;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    EXPECT_EQ(filled(in, 1.0, seed, false).placed, 2);
    if (filled(in, 1.0, seed, true).placed == 2) ++both;
  }
  EXPECT_GT(both, 60 * 3 / 4 - 14);  // three of four; four standard deviations
  EXPECT_LT(both, 60 * 3 / 4 + 14);
}

// ---- the stream ---------------------------------------------------------------------------------

RC_GTEST_PROP(FillUp, DemandsTheWantedShareToWithinOneTask, ()) {
  std::vector<Task> tasks;
  std::int32_t largest = 0;
  std::int64_t in_list = 0;
  const auto count = *rc::gen::inRange(1, 20);
  for (int i = 0; i < count; ++i) {
    const auto gpus = *rc::gen::inRange(0, 5);
    tasks.push_back(task(gpus));
    largest = std::max(largest, gpus);
    in_list += gpus;
  }
  RC_PRE(largest > 0);
  const auto nodes = *rc::gen::inRange<std::size_t>(1, 8);
  const double demand = *rc::gen::inRange(10, 250) / 100.0;
  const FillUpInput in = input(std::vector<std::int32_t>(nodes, 4), tasks);
  const FillUpResult r = filled(in, demand, *rc::gen::inRange<std::uint64_t>(0, 100));
  const double capacity = 4.0 * static_cast<double>(nodes);
  const int last = static_cast<int>(std::lround(100.0 * demand));
  double demanded = r.run.allocation.at(last) / 100.0 * capacity;
  std::int64_t tasks_seen = r.placed;
  for (const auto& [gpus, refused] : r.run.refused_by_gpus) {
    demanded += static_cast<double>(gpus * refused);
    tasks_seen += refused;
  }
  const double target = std::floor(demand * capacity * 1000.0) / 1000.0;
  RC_ASSERT(demanded <= target + 1e-9);
  RC_ASSERT(demanded > target - largest - 1e-9);
  if (static_cast<double>(in_list) <= target) RC_ASSERT(tasks_seen >= count);  // the list itself
}

// ---- errors -------------------------------------------------------------------------------------

TEST(FillUp, RefusesAClusterOrTasksWithoutGpus) {
  EXPECT_THAT(error_of(input({0, 0}, {task(1)})), HasSubstr("no node has any"));
  EXPECT_THAT(error_of(input({}, {task(1)})), HasSubstr("no node has any"));
  EXPECT_THAT(error_of(input({1}, {task(0)})), HasSubstr("no task asks for any"));
  EXPECT_THAT(error_of(input({1}, {})), HasSubstr("no task asks for any"));
}

TEST(FillUp, RefusesTasksThatTakeNothingOfTheirGpus) {
  EXPECT_THAT(error_of(input({1}, {task(1, 0)})), HasSubstr("no task asks for any"));
}

TEST(FillUp, RefusesANodeThatCannotBe) {
  FillUpInput in = input({1}, {task(1)});
  in.nodes[0].name = "odd";
  in.nodes[0].gpus = 33;
  EXPECT_THAT(error_of(in), HasSubstr("node 'odd': 33 GPUs"));
}

}  // namespace
}  // namespace ragp::sim
