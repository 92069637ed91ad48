// Tests of the study: no policy passes the bound of its arrivals, and threads change nothing.
// SPDX-License-Identifier: Apache-2.0
#include "bound/study.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/draw.h"
#include "support/workload_builder.h"

namespace ragp::bound {
namespace {

using testing::draw;

sim::Task task(std::int32_t gpus, std::int32_t sm, std::int32_t cpu) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kCpu] = cpu;
  s.demand[Dim::kSm] = sm;
  return {s};
}

sim::FillUpInput draw_input() {
  sim::FillUpInput in{.workload = "drawn", .nodes = {testing::small_node(4)}, .tasks = {}};
  const auto more = draw<std::size_t>(0, 3);
  for (std::size_t i = 0; i < more; ++i) in.nodes.push_back(testing::small_node(draw(1, 4)));
  in.tasks.push_back(task(1, 100 * draw(2, 9), 1000));
  const auto tasks = draw<std::size_t>(0, 6);
  for (std::size_t i = 0; i < tasks; ++i) {
    const std::int32_t gpus = draw(0, 4);
    in.tasks.push_back(task(gpus,
                            gpus == 0   ? 0
                            : gpus == 1 ? 100 * draw(2, 10)
                                        : 1000,
                            4000 * draw(1, 6)));
  }
  return in;
}

RC_GTEST_PROP(Study, NoPolicyPassesTheBoundOfItsArrivals, ()) {
  const sim::FillUpInput in = draw_input();
  const auto seed = draw<std::uint64_t>(0, 1000);
  const auto runs = study(in, {.demands = {1.0, 1.3}, .seeds = {seed}}, {.threads = 1});
  RC_ASSERT(runs.has_value());
  for (const PolicyInfo& policy : policies()) {
    const auto filled = sim::fill_up(in, *choose_policy(policy.name), seed, {.demand = 1.3});
    RC_ASSERT(filled.has_value());
    for (const BoundRun& run : *runs) {
      if (run.variant != "any") continue;
      RC_ASSERT(filled->run.allocation.at(run.demand) <= run.bound + 1e-9);
    }
  }
}

sim::FillUpInput small_input() {
  return {.workload = "small",
          .nodes = {testing::small_node(4), testing::small_node(2), testing::small_node(2)},
          .tasks = {task(1, 810, 1000), task(1, 460, 6000), task(2, 1000, 16'000), task(0, 0, 8000),
                    task(4, 1000, 32'000)}};
}

std::vector<BoundRun> runs_on(int threads) {
  auto runs = study(small_input(), {.demands = {1.0, 1.3}, .seeds = {1, 2}}, {.threads = threads});
  EXPECT_TRUE(runs.has_value());
  return runs.value_or(std::vector<BoundRun>{});
}

TEST(Study, RunsBySeedDemandAndVariantOnAnyNumberOfThreads) {
  const auto one = runs_on(1);
  const auto three = runs_on(3);
  ASSERT_EQ(one.size(), 12U);
  ASSERT_EQ(three.size(), 12U);
  EXPECT_EQ(one[3].demand, 130);
  EXPECT_EQ(one[4].variant, "cpu_kept");
  EXPECT_EQ(one[6].seed, 2U);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].variant, three[i].variant);
    EXPECT_EQ(one[i].bound, three[i].bound);
    EXPECT_EQ(one[i].rounds, three[i].rounds);
    EXPECT_EQ(one[i].columns, three[i].columns);
  }
}

TEST(Study, WhoMayRefuseLessAllocatesNoMoreAndEveryGapIsClosed) {
  for (const BoundRun& run : runs_on(1)) {
    EXPECT_TRUE(run.certified);
    EXPECT_LE(run.gap, 0.05 + 1e-9);
    EXPECT_LE(run.bound, 100.0);
  }
  const auto runs = runs_on(1);
  for (std::size_t i = 0; i < runs.size(); i += 3) {
    EXPECT_LE(runs[i + 1].bound, runs[i].bound);
    EXPECT_LE(runs[i + 2].bound, runs[i].bound);
  }
}

TEST(Study, RefusesWhatAReplayRefuses) {
  sim::FillUpInput in = small_input();
  in.nodes = {testing::small_node(0)};
  const auto runs = study(in, {}, {.threads = 1});
  ASSERT_FALSE(runs.has_value());
  EXPECT_THAT(runs.error().message, ::testing::HasSubstr("no node has any"));
}

}  // namespace
}  // namespace ragp::bound
