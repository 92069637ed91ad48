// Tests of what runs on several threads: sweeps give the same runs on any number of them.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/generate.h"
#include "sim/parallel.h"
#include "sim/sweep.h"
#include "support/small_scenario.h"
#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

using ::testing::HasSubstr;
using testing::small_scenario;
using testing::text_of;

constexpr std::array kThreads{1, 2, 4, 0};
constexpr std::array<std::uint64_t, 3> kSeeds{1, 2, 3};

std::vector<PolicyChoice> some_policies() {
  return *choose_policies("ragp-io,best-fit@7d,scalar,random");
}

Scenario scenario() {
  Scenario s = small_scenario();
  s.hours = 4.0;
  return s;
}

FillUpInput task_list() {
  FillUpInput in{.workload = "list", .nodes = {}, .tasks = {}};
  for (int n = 0; n < 20; ++n) in.nodes.push_back(testing::small_node(4));
  for (const std::int32_t gpus : {0, 1, 1, 1, 2, 4}) {
    Shape s{.gpus = gpus};
    s.demand[Dim::kCpu] = 1000;
    if (gpus > 0) s.demand[Dim::kSm] = gpus == 1 ? 400 : kWholeGpu;
    in.tasks.push_back({s});
  }
  return in;
}

// ---- run_parallel -------------------------------------------------------------------------------

TEST(RunParallel, CallsEveryIndexOnce) {
  for (const int threads : kThreads) {
    std::vector<std::atomic<int>> calls(500);
    run_parallel(calls.size(), {.threads = threads}, [&](std::size_t i) { ++calls[i]; });
    for (const auto& c : calls) EXPECT_EQ(c, 1);
  }
}

TEST(RunParallel, CallsNothingForACountOfZero) {
  for (const int threads : kThreads) {
    run_parallel(0, {.threads = threads}, [](std::size_t /*i*/) { FAIL(); });
  }
}

TEST(RunParallel, ReportsProgressOneByOne) {
  for (const int threads : kThreads) {
    std::vector<std::size_t> reports;  // one call at a time: no lock
    run_parallel(200,
                 {.threads = threads,
                  .progress =
                      [&](std::size_t done, std::size_t total) {
                        EXPECT_EQ(total, 200U);
                        reports.push_back(done);
                      }},
                 [](std::size_t /*i*/) {});
    ASSERT_EQ(reports.size(), 200U);
    for (std::size_t i = 0; i < reports.size(); ++i) EXPECT_EQ(reports[i], i + 1);
  }
}

TEST(RunParallel, SeveralThreadsWorkAtTheSameTime) {
  std::mutex mutex;
  std::condition_variable arrived;
  int there = 0;
  std::atomic<int> met{0};
  run_parallel(4, {.threads = 4}, [&](std::size_t /*i*/) {
    std::unique_lock lock(mutex);
    ++there;
    arrived.notify_all();
    if (arrived.wait_for(lock, std::chrono::seconds(20), [&] { return there == 4; })) ++met;
  });
  EXPECT_EQ(met, 4) << "nobody waits for the others in vain";
}

TEST(RunParallel, OneThreadGoesInOrder) {
  std::vector<std::size_t> order;
  run_parallel(50, {.threads = 1}, [&](std::size_t i) { order.push_back(i); });
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

// ---- sweeps -------------------------------------------------------------------------------------

TEST(Sweep, ScenarioRunsAreTheSameOnAnyNumberOfThreads) {
  const auto policies = some_policies();
  std::string expected;
  for (const int threads : kThreads) {
    const auto runs = sweep(scenario(), policies, kSeeds, {.threads = threads});
    ASSERT_TRUE(runs.has_value());
    ASSERT_EQ(runs->size(), kSeeds.size() * policies.size());
    for (std::size_t i = 0; i < runs->size(); ++i) {
      EXPECT_EQ((*runs)[i].seed, kSeeds[i / policies.size()]);
      EXPECT_EQ((*runs)[i].policy, policies[i % policies.size()].asked);
      EXPECT_GT((*runs)[i].wall_s, 0.0);
      EXPECT_GT((*runs)[i].jobs.finished, 0);
    }
    if (expected.empty()) expected = text_of(*runs);
    EXPECT_EQ(text_of(*runs), expected) << threads << " threads";
  }
}

TEST(Sweep, EveryPolicyOfASeedSeesTheSameWorkload) {
  const auto runs = sweep(scenario(), some_policies(), kSeeds, {.threads = 2});
  ASSERT_TRUE(runs.has_value());
  std::map<std::uint64_t, std::set<std::int64_t>> submitted;
  for (const SimulateRun& r : *runs) submitted[r.seed].insert(r.jobs.submitted);
  for (const auto& [seed, counts] : submitted) EXPECT_EQ(counts.size(), 1U) << seed;
}

TEST(Sweep, ARecordingRunsTheSameOnAnyNumberOfThreads) {
  const auto workload = generate(scenario(), 5);
  ASSERT_TRUE(workload.has_value());
  std::string expected;
  for (const int threads : kThreads) {
    const auto runs = sweep(*workload, some_policies(), {.threads = threads});
    if (expected.empty()) expected = text_of(runs);
    EXPECT_EQ(text_of(runs), expected) << threads << " threads";
  }
}

TEST(Sweep, FillUpRunsAreTheSameOnAnyNumberOfThreads) {
  const FillUpInput list = task_list();
  const ReplayOptions options{
      .fill = {.shuffle_nodes = true},
      .metrics = {.inflation = true, .compaction = true, .departures = true}};
  const auto policies = some_policies();
  std::string expected;
  for (const int threads : kThreads) {
    const auto runs = sweep(std::span(&list, 1), policies, kSeeds, options, {.threads = threads});
    ASSERT_TRUE(runs.has_value());
    ASSERT_EQ(runs->size(), kSeeds.size() * policies.size());
    for (std::size_t i = 0; i < runs->size(); ++i) {
      EXPECT_EQ((*runs)[i].seed, kSeeds[i / policies.size()]);
      EXPECT_EQ((*runs)[i].policy, policies[i % policies.size()].asked);
      EXPECT_GT((*runs)[i].placements_per_s, 0.0);
      EXPECT_GT((*runs)[i].wall_s, 0.0);
    }
    if (expected.empty()) expected = text_of(*runs);
    EXPECT_EQ(text_of(*runs), expected) << threads << " threads";
  }
}

TEST(Sweep, AnErrorIsReturnedAndEveryIndexStillReported) {
  Scenario wrong = scenario();
  wrong.mix[0].type = "none such";
  FillUpInput no_gpus = task_list();
  no_gpus.nodes.assign(3, testing::small_node(0));
  for (const int threads : kThreads) {
    std::size_t reported = 0;
    const ParallelOptions options{
        .threads = threads, .progress = [&](std::size_t done, std::size_t) { reported = done; }};
    const auto runs = sweep(wrong, some_policies(), kSeeds, options);
    ASSERT_FALSE(runs.has_value());
    EXPECT_EQ(runs.error().code, Errc::kInput);
    EXPECT_THAT(runs.error().message, HasSubstr("no job type 'none such'"));
    EXPECT_EQ(reported, kSeeds.size() * some_policies().size());

    const auto fills = sweep(std::span(&no_gpus, 1), some_policies(), kSeeds, {}, options);
    ASSERT_FALSE(fills.has_value());
    EXPECT_THAT(fills.error().message, HasSubstr("no node has any"));
  }
}

TEST(Sweep, OfNothingIsEmpty) {
  EXPECT_TRUE(sweep(scenario(), {}, kSeeds, {})->empty());
  EXPECT_TRUE(sweep(scenario(), some_policies(), {}, {})->empty());
}

}  // namespace
}  // namespace ragp::sim
