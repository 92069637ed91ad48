// Tests of generate: the load and the background that were asked for, reproducibly, and errors.
// SPDX-License-Identifier: Apache-2.0
#include "sim/generate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_scenario.h"
#include "support/workload_equal.h"

namespace ragp::sim {
namespace {

using testing::difference;
using ::testing::HasSubstr;
using testing::list_difference;
using testing::small_scenario;

constexpr std::uint64_t kSeed = 11;

Workload generated(const Scenario& scenario, std::uint64_t seed = kSeed) {
  auto workload = generate(scenario, seed);
  EXPECT_TRUE(workload.has_value());
  return workload ? std::move(*workload) : Workload{};
}

std::string error_of(const Scenario& scenario) {
  const auto workload = generate(scenario, kSeed);
  return workload ? "no error" : workload.error().message;
}

// Serving jobs only, with nothing random but their number and length.
Scenario serving_only(double median_h, double log_sigma) {
  Scenario s = small_scenario();
  s.hours = 200.0;
  s.arrivals = {};
  s.breathing = false;
  s.background.clear();
  s.mix = {{.type = "serve", .weight = 1.0}};
  s.job_types[0].median_h = median_h;
  s.job_types[0].log_sigma = log_sigma;
  return s;
}

// ---- the load -----------------------------------------------------------------------------------

// GPU-hours that the jobs submitted in the run ask for, as a share of those that there are.
double offered_load(const Workload& w) {
  double asked = 0.0;
  for (const WorkloadJob& j : w.jobs) {
    const double gpus = static_cast<double>(j.job.tasks) * j.job.shape.total()[Dim::kSm] / 1000.0;
    asked += gpus * to_hours(j.behaviour.expected());
  }
  double gpus = 0.0;
  for (const NodeSpec& n : w.nodes) gpus += n.gpus;
  return asked / (gpus * to_hours(w.horizon));
}

double mean_offered_load(const Scenario& s) {
  constexpr int kSeeds = 4;
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) sum += offered_load(generated(s, seed));
  return sum / kSeeds;
}

TEST(Generate, OffersTheLoadThatWasAskedFor) {
  EXPECT_NEAR(mean_offered_load(serving_only(0.7, 0.5)), 0.9, 0.01);
  Scenario s = small_scenario();
  s.hours = 400.0;
  s.arrivals = {};
  EXPECT_NEAR(mean_offered_load(s), 0.9, 0.02);
  s.load = 0.3;
  EXPECT_NEAR(mean_offered_load(s), 0.3, 0.01);
}

TEST(Generate, OffersTheLoadAlsoWhereRunningTimesAreCutOff) {
  // 72 h and a minute bound the running time; without them the first mean would be two thirds
  // longer.
  EXPECT_NEAR(mean_offered_load(serving_only(30.0, 1.2)), 0.9, 0.1);
  EXPECT_NEAR(mean_offered_load(serving_only(0.005, 1.5)), 0.9, 0.01);
  EXPECT_NEAR(mean_offered_load(serving_only(100.0, 0.0)), 0.9, 0.1);
}

TEST(Generate, MixesJobTypesByWeight) {
  Scenario s = small_scenario();
  s.hours = 1000.0;
  std::map<std::string, double> share;
  const Workload w = generated(s);
  for (const WorkloadJob& j : w.jobs) share[j.type] += 1.0 / static_cast<double>(w.jobs.size());
  EXPECT_NEAR(share["serve"], 6.0 / 9.0, 0.02);
  EXPECT_NEAR(share["train"], 1.0 / 9.0, 0.02);
  EXPECT_NEAR(share["etl"], 2.0 / 9.0, 0.02);
}

TEST(Generate, GivesEachNodeTypeItsShareToTheNode) {
  Scenario s = small_scenario();
  NodeType other = testing::gpu_node_type();
  other.name = "other";
  s.node_types.push_back(other);
  s.cluster = {{.type = "big", .weight = 0.61}, {.type = "other", .weight = 0.39}};
  s.nodes = 10;
  std::set<std::string> names;
  for (const NodeSpec& n : generated(s).nodes) names.insert(n.name);
  EXPECT_THAT(names, ::testing::ElementsAre("big-0000", "big-0001", "big-0002", "big-0003",
                                            "big-0004", "big-0005", "other-0000", "other-0001",
                                            "other-0002", "other-0003"));
}

// ---- the background -----------------------------------------------------------------------------

Scenario background_only(std::int32_t nodes) {
  Scenario s = small_scenario();
  s.nodes = nodes;
  s.hours = 100.0;
  s.load = 1e-6;
  s.background[0].share = 0.5;
  s.background[0].hours = {.low = 0.5, .high = 20.0};
  return s;
}

double share_in_episode(const Workload& w, Time at) {
  std::set<NodeId> nodes;
  for (const Episode& e : w.episodes) {
    if (e.start <= at && at < e.start + e.length) nodes.insert(e.node);
  }
  return static_cast<double>(nodes.size()) / static_cast<double>(w.nodes.size());
}

TEST(Generate, BackgroundWorkIsInEquilibriumFromTheStartToTheEnd) {
  constexpr std::int32_t kNodes = 4'000;
  const double error = 4.0 * std::sqrt(0.5 * 0.5 / kNodes);
  const Workload w = generated(background_only(kNodes));
  for (const double hour : {0.0, 1.0, 2.0, 4.0, 8.0, 12.0, 50.0, 99.9}) {
    EXPECT_NEAR(share_in_episode(w, Time{} + from_hours(hour)), 0.5, error) << hour;
  }
}

TEST(Generate, ShortAndLongEpisodesAreEquallyLikelyByTheirLogarithm) {
  const Workload w = generated(background_only(4'000));
  int count = 0;
  int short_ones = 0;
  for (const Episode& e : w.episodes) {
    if (e.start == Time{}) continue;  // what is left of an episode that began before
    const double length = to_hours(e.length);
    EXPECT_GE(length, 0.5 - 1e-6);
    EXPECT_LE(length, 20.0 + 1e-6);
    ++count;
    if (length < std::sqrt(0.5 * 20.0)) ++short_ones;
  }
  EXPECT_NEAR(static_cast<double>(short_ones) / count, 0.5, 4.0 * 0.5 / std::sqrt(count));
}

TEST(Generate, EpisodesOfAKindFollowEachOtherOnANode) {
  const Workload w = generated(background_only(300));
  EXPECT_TRUE(std::ranges::is_sorted(w.episodes, {}, &Episode::start));
  std::map<NodeId, Time> busy_until;
  for (const Episode& e : w.episodes) {
    EXPECT_EQ(e.kind, "rebuild");
    EXPECT_EQ(e.io_cpu, 2'000);
    EXPECT_GE(e.storage_ppm, 300'000);
    EXPECT_LE(e.storage_ppm, 600'000);
    EXPECT_GE(e.start, busy_until[e.node]);
    EXPECT_LT(e.start, Time{} + w.horizon);
    busy_until[e.node] = e.start + e.length;
  }
}

TEST(Generate, KindsOfBackgroundWorkAreIndependent) {
  Scenario s = background_only(4'000);
  s.background.push_back(s.background[0]);
  s.background[1].name = "check";
  // Half of the nodes are in an episode of one kind, half in one of the other: three quarters in
  // any.
  EXPECT_NEAR(share_in_episode(generated(s), Time{} + from_hours(50.0)), 0.75,
              4.0 * std::sqrt(0.75 * 0.25 / 4'000));
}

TEST(Generate, AShareOfOneIsAlwaysAndOfZeroIsNever) {
  Scenario s = background_only(50);
  s.background[0].share = 1.0;
  const Workload always = generated(s);
  for (const double hour : {0.0, 33.3, 99.9}) {
    // Rounding to microseconds may part two episodes.
    EXPECT_GE(share_in_episode(always, Time{} + from_hours(hour)), 0.97) << hour;
  }
  s.background[0].share = 0.0;
  EXPECT_TRUE(generated(s).episodes.empty());
}

// ---- jobs ---------------------------------------------------------------------------------------

TEST(Generate, JobsFollowTheirType) {
  Scenario s = small_scenario();
  s.job_types[0].log_sigma = 0.0;
  s.overflow.io_cpu_per_mbps = 0.5;
  const Workload w = generated(s);
  const auto job = std::ranges::find(w.jobs, "serve", &WorkloadJob::type);
  ASSERT_NE(job, w.jobs.end());
  const Behaviour& b = job->behaviour;
  EXPECT_EQ(job->job.shape.demand, s.job_types[0].demand);
  EXPECT_EQ(job->job.shape.hbm_growth, 20'000);
  EXPECT_EQ(b.work, from_hours(0.7));
  EXPECT_EQ(b.load, (Phase{.work = from_seconds(8.0), .needs = {0, 2'000, 1'000}}));
  EXPECT_EQ(b.steady, (Phase{.work = from_hours(0.7), .needs = {300, 600, 200}}));
  EXPECT_EQ(b.burst, Phase{});

  const auto train = std::ranges::find(w.jobs, "train", &WorkloadJob::type);
  ASSERT_NE(train, w.jobs.end());
  EXPECT_EQ(train->job.tasks, 2);
  EXPECT_TRUE(train->behaviour.checkpoints);
  EXPECT_EQ(train->behaviour.steady.work, std::chrono::minutes(15));
  EXPECT_EQ(train->behaviour.burst,
            (Phase{.work = std::chrono::seconds(30), .needs = {0, 6'000, 1'500}}));
}

TEST(Generate, JobsAreInOrderAndNumbered) {
  const Workload w = generated(small_scenario());
  ASSERT_GT(w.jobs.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(w.jobs, {}, &WorkloadJob::submit));
  std::set<std::string> names;
  for (std::size_t i = 0; i < w.jobs.size(); ++i) {
    EXPECT_EQ(w.jobs[i].job.id, JobId::at(i));
    names.insert(w.jobs[i].name);
  }
  EXPECT_EQ(names.size(), w.jobs.size());
}

TEST(Generate, MemoryBreathesBetweenTheRequestAndThePeak) {
  const Workload w = generated(small_scenario());
  for (const WorkloadJob& j : w.jobs) {
    const auto& steps = j.behaviour.hbm;
    ASSERT_EQ(steps.empty(), j.type != "serve");
    if (steps.empty()) continue;
    const auto later = [](const HbmStep& a, const HbmStep& b) { return a.at >= b.at; };
    EXPECT_EQ(std::ranges::adjacent_find(steps, later), steps.end());
    EXPECT_GT(j.behaviour.hbm_cycle, steps.back().at) << "or the next round would come before it";
    const auto [low, high] = std::ranges::minmax(steps, {}, &HbmStep::mib);
    EXPECT_EQ(low.mib, 25'000);
    EXPECT_GE(high.mib, 25'000 + 0.4 * 20'000);
    EXPECT_LE(high.mib, 25'000 + 1.2 * 20'000);
  }
  Scenario still = small_scenario();
  still.breathing = false;
  for (const WorkloadJob& j : generated(still).jobs) EXPECT_TRUE(j.behaviour.hbm.empty());
}

TEST(Generate, JobsOfModelsThatTheClusterHasNotNeverFitButStay) {
  Scenario s = small_scenario();
  s.job_types[0].models = {"other"};
  s.job_types[1].models = {"other", "G80"};
  for (const WorkloadJob& j : generated(s).jobs) {
    const ModelSet& models = j.job.shape.models;
    EXPECT_EQ(models == ModelSet::none(), j.type == "serve");
    EXPECT_EQ(models.has(0), j.type != "serve");
    EXPECT_EQ(models.is_any(), j.type == "etl");
  }
}

// ---- streams ------------------------------------------------------------------------------------

TEST(Generate, EqualSeedsGiveEqualWorkloadsAndOthersOthers) {
  const Workload w = generated(small_scenario(), 1);
  EXPECT_EQ(difference(w, generated(small_scenario(), 1)), "");
  EXPECT_NE(list_difference("jobs", w.jobs, generated(small_scenario(), 2).jobs), "");
  EXPECT_NE(list_difference("episodes", w.episodes, generated(small_scenario(), 2).episodes), "");
}

TEST(Generate, OtherBackgroundWorkLeavesTheJobsAsTheyWere) {
  Scenario s = small_scenario();
  const Workload before = generated(s);
  s.background[0].share = 0.5;
  s.background.push_back({.name = "check",
                          .share = 0.1,
                          .hours = {.low = 0.1, .high = 0.2},
                          .storage = {.low = 0.9, .high = 1.0}});
  const Workload after = generated(s);
  EXPECT_EQ(list_difference("jobs", before.jobs, after.jobs), "");
  EXPECT_EQ(list_difference("nodes", before.nodes, after.nodes), "");
  EXPECT_NE(list_difference("episodes", before.episodes, after.episodes), "");
}

TEST(Generate, ANewKindOfBackgroundWorkLeavesTheOthersAsTheyWere) {
  Scenario s = small_scenario();
  const auto before = generated(s).episodes;
  s.background.push_back({.name = "check",
                          .share = 0.4,
                          .hours = {.low = 0.1, .high = 0.2},
                          .storage = {.low = 0.9, .high = 1.0}});
  auto after = generated(s).episodes;
  std::erase_if(after, [](const Episode& e) { return e.kind == "check"; });
  EXPECT_EQ(list_difference("episodes", before, after), "");
}

TEST(Generate, BreathingLeavesTheRunningTimesAsTheyWere) {
  Scenario s = small_scenario();
  const Workload breathing = generated(s);
  s.breathing = false;
  const Workload still = generated(s);
  ASSERT_EQ(still.jobs.size(), breathing.jobs.size());
  for (std::size_t i = 0; i < still.jobs.size(); ++i) {
    EXPECT_EQ(still.jobs[i].type, breathing.jobs[i].type);
    EXPECT_EQ(still.jobs[i].behaviour.work, breathing.jobs[i].behaviour.work);
  }
}

TEST(Generate, OtherArrivalsLeaveTheRunningTimesAsTheyWere) {
  Scenario s = small_scenario();
  const Workload before = generated(s);
  s.arrivals = {};
  const Workload after = generated(s);
  const std::size_t both = std::min(before.jobs.size(), after.jobs.size());
  ASSERT_GT(both, 20U);
  for (std::size_t i = 0; i < both; ++i) {
    EXPECT_EQ(after.jobs[i].type, before.jobs[i].type);
    EXPECT_EQ(after.jobs[i].behaviour.work, before.jobs[i].behaviour.work);
  }
}

// ---- errors -------------------------------------------------------------------------------------

TEST(Generate, NamesATypeThatTheCatalogueHasNot) {
  Scenario s = small_scenario();
  s.mix[0].type = "serv";
  EXPECT_THAT(error_of(s), HasSubstr("no job type 'serv' (did you mean 'serve'?)"));
  s = small_scenario();
  s.cluster[0].type = "bog";
  EXPECT_THAT(error_of(s), HasSubstr("no node type 'bog' (did you mean 'big'?)"));
}

TEST(Generate, RefusesALoadOfNoGpus) {
  Scenario s = small_scenario();
  s.node_types[0].gpus = 0;
  EXPECT_THAT(error_of(s), HasSubstr("no node has any"));
  s = small_scenario();
  s.cluster.clear();
  EXPECT_THAT(error_of(s), HasSubstr("no node has any"));
  s = small_scenario();
  s.nodes = 0;
  EXPECT_THAT(error_of(s), HasSubstr("no node has any"));
  s = small_scenario();
  s.mix = {{.type = "etl", .weight = 1.0}};
  EXPECT_THAT(error_of(s), HasSubstr("no job of the mix uses any"));
  s.mix.clear();
  EXPECT_THAT(error_of(s), HasSubstr("no job of the mix uses any"));
}

TEST(Generate, RefusesMoreJobsThanItCanHold) {
  Scenario s = small_scenario();
  s.job_types[0].median_h = s.job_types[1].median_h = 1e-9;  // cut off at a minute
  s.job_types[0].load = {};
  s.load = 1e6;
  EXPECT_THAT(error_of(s), HasSubstr("expected at most 50000000"));
}

}  // namespace
}  // namespace ragp::sim
