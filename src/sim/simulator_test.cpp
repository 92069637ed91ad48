// Tests of simulator: exact instants in workloads small enough to compute by hand, and what must
// add up in any workload under any policy.
// SPDX-License-Identifier: Apache-2.0
#include "sim/simulator.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/scheduler.h"
#include "support/workload_builder.h"

namespace ragp::sim {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::draw;
using ::testing::ElementsAre;
using testing::finish_times;
using testing::kIoCpuFeed;
using testing::kNetFeed;
using testing::kStorageFeed;
using testing::run;
using testing::small_node;
using testing::text_of;
using testing::WorkloadBuilder;

constexpr Duration kNow{};  // since the start

// ---- one job ------------------------------------------------------------------------------------

TEST(Simulator, AJobAloneTakesItsLoadAndItsWork) {
  WorkloadBuilder b;
  b.node();
  WorkloadJob& job = b.job(seconds(5), seconds(100));
  draw(job, kStorageFeed, 4000);
  job.behaviour.load = {.work = seconds(7), .needs = {0, 9000, 100}};
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(112)));
  const SimulateRun r = run(w);
  EXPECT_EQ(r.inflation.p50, 1.0);
  EXPECT_EQ(r.stall.gpu_hours, 0.0);
  EXPECT_DOUBLE_EQ(r.gpu_hours.allocated, 107.0 / 3600.0);
}

TEST(Simulator, AJobThatAsksForMoreThanTheNodeDeliversIsSlowedInProportion) {
  WorkloadBuilder b;
  b.node();
  WorkloadJob& job = b.job(kNow, seconds(90));
  draw(job, kStorageFeed, 30'000);  // of 10,000: a third of the speed
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(270)));
  const SimulateRun r = run(w);
  EXPECT_DOUBLE_EQ(r.inflation.p50, 3.0);
  EXPECT_NEAR(r.stall.fraction, 2.0 / 3.0, 1e-9);
}

TEST(Simulator, LoadIsSlowedByWhatItNeedsAndWorkByWhatThatNeeds) {
  WorkloadBuilder b;
  b.node();
  WorkloadJob& job = b.job(kNow, seconds(100));
  draw(job, kIoCpuFeed, 12'500);                                        // 0.8 of it
  job.behaviour.load = {.work = seconds(10), .needs = {0, 40'000, 0}};  // a quarter of it
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(40 + 125)));
}

TEST(Simulator, StepsOfAMicrosecondAreRoundedUpNeverDown) {
  WorkloadBuilder b;
  b.node();
  draw(b.job(kNow, microseconds(10)), kStorageFeed, 30'000);  // 10 us at 10/30: 30 us
  b.node();
  draw(b.job(kNow, microseconds(10)), kStorageFeed, 17'000);  // 10 us at 10/17: 17 us
  b.node();
  draw(b.job(kNow, microseconds(10)), kStorageFeed, 12'345);  // 12.345 us
  EXPECT_THAT(finish_times(b.build()),
              ElementsAre(microseconds(13), microseconds(17), microseconds(30)));
}

TEST(Simulator, WorkOfNoLengthFinishesAtOnce) {
  WorkloadBuilder b;
  b.node();
  b.job(seconds(3), kNow);
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(3)));
}

// ---- sharing ------------------------------------------------------------------------------------

// Two jobs on one node with two GPUs; each draws up to 8000 of the 10,000 of one feed, unasked.
Workload two_sharing(std::size_t feed) {
  WorkloadBuilder b;
  b.node(2);
  b.job(kNow, seconds(100)).behaviour.steady.needs[feed] = 8000;
  b.job(seconds(20), seconds(100)).behaviour.steady.needs[feed] = 8000;
  return b.build();
}

TEST(Simulator, WhoSharesAFeedSpeedsUpWhenTheOtherLeaves) {
  // The first has 80 s left at 20 s and does them at 5/8: until 148 s. By then the second has done
  // 80 s, and does the other 20 s at full speed.
  for (const std::size_t feed : {kNetFeed, kStorageFeed, kIoCpuFeed}) {
    EXPECT_THAT(finish_times(two_sharing(feed)), ElementsAre(seconds(148), seconds(168))) << feed;
  }
}

TEST(Simulator, WhatASmallNeedLeavesOverGoesToTheLargeOne) {
  WorkloadBuilder b;
  b.node(3);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 2000);
  draw(b.job(kNow, seconds(60)), kStorageFeed, 8000);   // 4000 each, half of the speed,
  draw(b.job(kNow, seconds(100)), kStorageFeed, 8000);  // until the first leaves at 100 s; then 5/8
  // 10 s are left at 100 s for the second: 116 s. The third has done 60 s then.
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(100), seconds(116), seconds(156)));
}

TEST(Simulator, NodesShareNothing) {
  WorkloadBuilder b;
  b.node();
  b.node();
  draw(b.job(kNow, seconds(100)), kStorageFeed, 8000);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 8000);
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(100), seconds(100)));
}

TEST(Simulator, AGangRunsAtItsSlowestMember) {
  WorkloadBuilder b;
  b.node();
  const NodeId slow = b.node();
  b.episode(slow, kNow, hours(10), 400'000);
  WorkloadJob& gang = b.job(kNow, seconds(100));
  draw(gang, kStorageFeed, 8000);
  gang.job.tasks = 2;
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(200)));
  const SimulateRun r = run(w);
  EXPECT_NEAR(r.stall.gpu_hours, 2 * 100.0 / 3600.0, 1e-9) << "both members stall";
}

TEST(Simulator, AGangSpeedsUpWhenItsSlowestMemberDoes) {
  WorkloadBuilder b;
  b.node();
  const NodeId slow = b.node();
  b.episode(slow, seconds(10), seconds(50), 400'000);  // half of the speed: costs 25 s
  WorkloadJob& gang = b.job(kNow, seconds(100));
  draw(gang, kStorageFeed, 8000);
  gang.job.tasks = 2;
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(125)));
}

TEST(Simulator, AGangWaitsUntilAllItsTasksFit) {
  WorkloadBuilder b;
  b.node();
  b.node();
  b.job(kNow, seconds(30));
  WorkloadJob& gang = b.job(seconds(1), seconds(10));
  gang.job.tasks = 2;
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(30), seconds(40)));
}

// ---- background work ----------------------------------------------------------------------------

TEST(Simulator, ARebuildInTheMiddleCostsExactlyWhatItTakes) {
  WorkloadBuilder b;
  const NodeId n = b.node();
  b.episode(n, seconds(30), seconds(40), 250'000);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 5000);
  const Workload w = b.build();
  // 30 s of work, then 40 s at half of the speed, then the other 50.
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(120)));
  EXPECT_NEAR(run(w).stall.gpu_hours, 20.0 / 3600.0, 1e-9);
}

TEST(Simulator, EpisodesOnOneNodeMultiply) {
  WorkloadBuilder b;
  const NodeId n = b.node();
  b.episode(n, kNow, seconds(100), 500'000);
  b.episode(n, seconds(40), seconds(100), 400'000);  // together 0.2
  draw(b.job(kNow, seconds(100)), kStorageFeed, 10'000);
  // 40 s at 0.5: 20. 60 s at 0.2: 12. 40 s at 0.4: 16. The other 52 at full speed.
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(40 + 60 + 40 + 52)));
}

TEST(Simulator, BackgroundWorkTakesIoCpu) {
  WorkloadBuilder b;
  const NodeId n = b.node();
  Episode& e = b.episode(n, kNow, seconds(100), 1'000'000);
  e.io_cpu = 9000;
  draw(b.job(kNow, seconds(100)), kIoCpuFeed, 2000);  // of 1000 for 100 s
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(150)));
}

TEST(Simulator, AFeedThatStandsStillHoldsTheJobUntilItDelivers) {
  WorkloadBuilder b;
  const NodeId n = b.node();
  b.episode(n, seconds(10), seconds(1000), 0);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 1);
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(1100)));
}

TEST(Simulator, AnEpisodeOfNoLengthChangesNothing) {
  WorkloadBuilder b;
  const NodeId n = b.node();
  b.episode(n, seconds(10), kNow, 100'000);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 10'000);
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(100)));
}

TEST(Simulator, PartsPerMillionOfTheStorageAreExact) {
  // 3500 ppm of 14,000 are 49; in floating point the product is a little less.
  WorkloadBuilder b;
  NodeSpec spec = small_node();
  spec.capacity[Dim::kStorage] = 14'000;
  b.episode(b.node(spec), kNow, hours(10), 3500);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 98);
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(200)));
}

// ---- bursts -------------------------------------------------------------------------------------

TEST(Simulator, BurstsAreShareOfTheWork) {
  WorkloadBuilder b;
  b.node();
  WorkloadJob& job = b.job(kNow, seconds(100));
  job.behaviour.steady.work = seconds(20);
  job.behaviour.burst = {.work = seconds(5), .needs = {0, 20'000, 0}};  // takes 10 s instead of 5
  // 20 + 5, four times: 100 s of work, each burst at half of the speed.
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(4 * 30)));
}

TEST(Simulator, TheLastPhaseEndsWithTheWork) {
  WorkloadBuilder b;
  b.node();
  WorkloadJob& job = b.job(kNow, seconds(47));
  job.behaviour.steady.work = seconds(20);
  job.behaviour.burst = {.work = seconds(5), .needs = {0, 40'000, 0}};
  // 20, 5 at a quarter, 20, and 2 of the second burst.
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(20 + 20 + 20 + 8)));
}

TEST(Simulator, ABurstSlowsTheNeighbourWhileItLasts) {
  WorkloadBuilder b;
  b.node(2);
  WorkloadJob& bursty = b.job(kNow, seconds(60));
  bursty.behaviour.steady.work = seconds(50);
  bursty.behaviour.burst = {.work = seconds(10), .needs = {0, 5000, 0}};
  draw(b.job(kNow, seconds(100)), kStorageFeed, 10'000);  // has 5000 from 50 s to 60 s
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(60), seconds(105)));
}

// ---- memory -------------------------------------------------------------------------------------

// Half a GPU that asks for `request` of the 80,000 MiB and uses `peak` of it from `at` on.
WorkloadJob& growing(WorkloadBuilder& b, Duration submit, Duration work, std::int32_t request,
                     Duration at, std::int32_t peak) {
  WorkloadJob& job = b.job(submit, work);
  job.job.shape.demand[Dim::kSm] = kWholeGpu / 2;
  job.job.shape.demand[Dim::kHbm] = request;
  if (peak != request) job.behaviour.hbm = {{.at = at, .mib = peak}};
  return job;
}

WorkloadBuilder evicting(Duration horizon = hours(10)) {
  WorkloadBuilder b(horizon);
  b.workload().overflow.mode = OverflowOptions::Mode::kEvict;
  return b;
}

TEST(Simulator, SpilledMemoryIsReadBackFromStorageAndSlows) {
  WorkloadBuilder b;
  b.workload().overflow = {.touch = seconds(1), .io_cpu_per_mbps = 0.0, .evict_above = 1.0};
  b.node();
  growing(b, kNow, seconds(200), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, kNow, seconds(100), 40'000, seconds(50), 60'000);
  // 20,000 MiB spill: 20,971.52 MB/s, of which the storage delivers 10,000.
  const double slowed = 50.0 * 20'971.52 / 10'000.0;
  EXPECT_EQ(job.behaviour.hbm.size(), 1U);
  EXPECT_THAT(
      finish_times(b.build()),
      ElementsAre(microseconds(std::llround(std::ceil((50.0 + slowed) * 1e6))), seconds(200)));
}

TEST(Simulator, SpilledTrafficTakesIoCpu) {
  WorkloadBuilder b;
  b.workload().overflow = {.touch = seconds(10), .io_cpu_per_mbps = 10.0, .evict_above = 1.0};
  b.node();
  growing(b, kNow, seconds(200), 40'000, kNow, 40'000);
  growing(b, kNow, seconds(100), 40'000, seconds(50), 60'000);
  // 2097.152 MB/s, 20,971.52 millicores of 10,000.
  const double slowed = 50.0 * 20'971.52 / 10'000.0;
  EXPECT_THAT(
      finish_times(b.build()),
      ElementsAre(microseconds(std::llround(std::ceil((50.0 + slowed) * 1e6))), seconds(200)));
}

TEST(Simulator, WhatSpillsBeyondTheBoundIsEvicted) {
  const auto evictions = [](double bound) {
    WorkloadBuilder b;
    b.workload().overflow = {.evict_above = bound, .max_evictions = 0};
    b.node();
    growing(b, kNow, seconds(100), 40'000, kNow, 40'000);
    growing(b, kNow, seconds(100), 40'000, seconds(50), 50'000);  // spills a quarter of its request
    return run(b.build()).evictions;
  };
  EXPECT_EQ(evictions(0.25), 0);
  EXPECT_EQ(evictions(0.2499), 1);
}

TEST(Simulator, GrowthThatFitsCostsNothing) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, seconds(100), 40'000, seconds(50), 80'000);
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(100)));
  EXPECT_EQ(run(w).evictions, 0);
}

TEST(Simulator, AnEvictedJobStartsAgainWhereItsWorkWasAndLoadsAgain) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, seconds(100), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, kNow, seconds(90), 40'000, seconds(70), 50'000);
  job.behaviour.load = {.work = seconds(20), .needs = {}};
  const Workload w = b.build();
  // Evicted at 70 s after 50 s of work, it starts again at once, loads until 90 s and does the
  // other 40 s until 130 s. (Its growth would come 70 s after its start.)
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(100), seconds(130)));
  EXPECT_EQ(run(w).evictions, 1);
}

TEST(Simulator, AnEvictionLosesTheWorkSinceTheLastCheckpointAndOnlyThat) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, seconds(100), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, kNow, seconds(85), 40'000, seconds(70), 50'000);
  job.behaviour.checkpoints = true;
  job.behaviour.steady.work = seconds(20);
  job.behaviour.burst.work = seconds(5);
  const Workload w = b.build();
  // At 70 s it has done 70, saved at 25 and at 50: it does the other 35 from 70 s on.
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(100), seconds(105)));
  const SimulateRun r = run(w);
  EXPECT_EQ(r.evictions, 1);
  EXPECT_DOUBLE_EQ(r.inflation.p99, 1.0 + 0.99 * (105.0 / 85.0 - 1.0));
}

TEST(Simulator, AnEvictionDuringTheLoadLosesNoWork) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, seconds(100), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, kNow, seconds(30), 40'000, seconds(50), 50'000);
  job.behaviour.load = {.work = seconds(40), .needs = {}};
  // Evicted at 50 s with 10 s done; at 100 s, when the other leaves, its second growth would fit.
  EXPECT_THAT(finish_times(b.build()), ElementsAre(seconds(100), seconds(50 + 40 + 20)));
}

TEST(Simulator, WorkDoneAtAnOddRateIsNotLostInParts) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, seconds(100), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, kNow, seconds(19), 40'000, seconds(10), 50'000);
  job.behaviour.steady.needs[kStorageFeed] = 30'000;  // a third of the speed
  const Workload w = b.build();
  // Evicted every 10 s, with a third of a second beyond the microsecond each time.
  EXPECT_EQ(run(w).evictions, 5);
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(57), seconds(100)));
}

TEST(Simulator, AnEvictedJobComesBackBeforeWhoCameAfterIt) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, seconds(100), 40'000, kNow, 40'000);
  growing(b, seconds(1), seconds(60), 40'000, seconds(30), 50'000);  // evicted at 31 s
  growing(b, seconds(2), seconds(10), 40'000, kNow, 40'000);         // waits for room since 2 s
  // The evicted one starts at 31 s again and ends at 61 s; only then does the third start.
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(61), seconds(71), seconds(100)));
  EXPECT_DOUBLE_EQ(run(w).wait_s.mean, 59.0 / 3) << "the first start counts";
}

TEST(Simulator, WhoHasStartedIsNotCountedAsWaitingSinceItsSubmission) {
  WorkloadBuilder b = evicting(seconds(100));
  b.node();
  const auto add = [&](Duration submit, Duration work, std::int32_t sm) -> WorkloadJob& {
    WorkloadJob& job = b.job(submit, work);
    job.job.shape.demand[Dim::kSm] = sm;
    job.job.shape.demand[Dim::kHbm] = 20'000;
    return job;
  };
  add(kNow, hours(1), 400);
  add(kNow, seconds(5), 300);
  add(seconds(1), hours(1),
      500);  // starts at 12 s, where the next one was, which waits from then on
  add(seconds(2), hours(1), 300).behaviour.hbm = {{.at = seconds(10), .mib = 60'001}};
  const SimulateRun r = run(b.build());
  EXPECT_EQ(r.evictions, 1);
  EXPECT_DOUBLE_EQ(r.wait_s.mean, 11.0 / 4);
}

TEST(Simulator, AJobEvictedTooOftenFails) {
  const auto run_with = [](std::int32_t most) {
    WorkloadBuilder b = evicting();
    b.workload().overflow.max_evictions = most;
    b.node();
    growing(b, kNow, hours(9), 40'000, kNow, 40'000);
    growing(b, kNow, hours(1), 40'000, minutes(10), 50'000);  // 10 minutes in each attempt
    return run(b.build());
  };
  const SimulateRun enough = run_with(5);
  EXPECT_EQ(enough.jobs.finished, 2);
  EXPECT_EQ(enough.evictions, 5);
  const SimulateRun failed = run_with(4);
  EXPECT_EQ(failed.jobs.finished, 1);
  EXPECT_EQ(failed.jobs.failed, 1);
  EXPECT_EQ(failed.evictions, 5);
}

TEST(Simulator, MemoryStepsRepeatWithTheirCycle) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, hours(9), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, seconds(1), seconds(500), 40'000, kNow, 40'000);
  job.behaviour.hbm = {{.at = seconds(10), .mib = 30'000}, {.at = seconds(95), .mib = 40'000}};
  job.behaviour.hbm_cycle = seconds(100);
  // Two submits, one phase end (that of the longer job is still to come), ten steps: 10, 95, ..,
  // 495, and the one that comes when the job has ended.
  b.workload().horizon = hours(8);
  EXPECT_EQ(run(b.build()).events, 2 + 1 + 10 + 1);
}

TEST(Simulator, MemoryStepsOfAnEarlierStartAreForgotten) {
  WorkloadBuilder b = evicting();
  b.node();
  growing(b, kNow, hours(1), 40'000, kNow, 40'000);
  WorkloadJob& job = growing(b, kNow, seconds(18), 40'000, kNow, 40'000);
  job.behaviour.hbm = {{.at = seconds(10), .mib = 50'000}, {.at = seconds(15), .mib = 40'000}};
  // Evicted and started again at 10 s, it ends at 18 s, before its memory grows again at 20 s. Its
  // first start would have had a step at 15 s.
  EXPECT_EQ(run(b.build()).evictions, 1);
}

// Belief follows memory at once: a job that was placed a moment ago, at the same instant, counts.
TEST(Simulator, MemoryOfAJobPlacedAtTheSameInstantIsNotGivenAwayAgain) {
  WorkloadBuilder b = evicting();
  b.node();
  const auto third_of_gpu = [&](Duration submit, Duration work) -> WorkloadJob& {
    WorkloadJob& job = b.job(submit, work);
    job.job.shape.demand[Dim::kSm] = 300;
    job.job.shape.demand[Dim::kHbm] = 20'000;
    return job;
  };
  third_of_gpu(kNow, seconds(100)).behaviour.hbm = {{.at = seconds(10), .mib = 50'000}};
  third_of_gpu(seconds(20), seconds(10));  // 30,000 MiB are left for these two
  third_of_gpu(seconds(20), seconds(10));
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(30), seconds(40), seconds(100)));
  EXPECT_EQ(run(w).evictions, 0);
}

// The tasks of one gang are placed together, and so can overflow what a neighbour has grown to. The
// neighbour starts again at once, not at some later event.
TEST(Simulator, AJobEvictedByAPlacementIsPlacedAgainAtTheSameInstant) {
  WorkloadBuilder b = evicting();
  b.node();
  b.node();
  const auto add = [&](Duration submit, Duration work, std::int32_t hbm) -> WorkloadJob& {
    WorkloadJob& job = b.job(submit, work);
    job.job.shape.demand[Dim::kSm] = 300;
    job.job.shape.demand[Dim::kHbm] = hbm;
    return job;
  };
  // On the first node, with 30,000 MiB left from 10 s on; the gang sees 18,000 on the second.
  add(kNow, seconds(100), 20'000).behaviour.hbm = {{.at = seconds(10), .mib = 50'000}};
  add(kNow, hours(9), 62'000);
  add(seconds(20), seconds(200), 15'001).job.tasks = 2;
  const Workload w = b.build();
  // Both tasks go to the first node: 80,002. The evicted job starts there again at 20 s with 20 s
  // of work saved, grows 10 s later and is evicted again, and so on, until it has done its 100 s.
  EXPECT_EQ(run(w).evictions, 8);
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(100), seconds(220), hours(9)));
}

// ---- the queue ----------------------------------------------------------------------------------

TEST(Simulator, AJobThatCanNeverFitIsReportedAndBlocksNobody) {
  WorkloadBuilder b;
  b.node();
  b.job(kNow, seconds(10), 2);
  b.job(seconds(1), seconds(10));
  const Workload w = b.build();
  const SimulateRun r = run(w);
  EXPECT_EQ(r.jobs.never_fits, 1);
  EXPECT_EQ(r.jobs.finished, 1);
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(11)));
}

TEST(Simulator, WhatFreesAtAnInstantServesWhatArrivesThen) {
  WorkloadBuilder b;
  b.node();
  b.job(kNow, seconds(10));
  b.job(seconds(10), seconds(10));
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(10), seconds(20)));
  EXPECT_EQ(run(w).wait_s.mean, 0.0);
}

TEST(Simulator, EqualJobsStartInTheOrderOfTheirArrival) {
  WorkloadBuilder b;
  b.node();
  for (int i = 0; i < 4; ++i) b.job(seconds(i), seconds(10));
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w), ElementsAre(seconds(10), seconds(20), seconds(30), seconds(40)));
  EXPECT_DOUBLE_EQ(run(w).wait_s.mean, (0 + 9 + 18 + 27) / 4.0);
}

TEST(Simulator, ReportsWhatIsUnfinishedAtTheEnd) {
  WorkloadBuilder b(seconds(100));
  b.node();
  b.job(kNow, seconds(100));        // ends with the run
  b.job(seconds(10), seconds(10));  // never starts
  b.job(seconds(100), seconds(1));  // is not submitted any more
  const SimulateRun r = run(b.build());
  EXPECT_EQ(r.jobs.submitted, 2);
  EXPECT_EQ(r.jobs.finished, 0);
  EXPECT_EQ(r.jobs.unfinished, 2);
  EXPECT_EQ(r.events, 2);
  EXPECT_DOUBLE_EQ(r.wait_s.mean, 90.0 / 2);
}

TEST(Simulator, CountsGpusThatIdleWhileAJobWaits) {
  WorkloadBuilder b(hours(1));
  b.node(2);
  b.job(kNow, minutes(30));
  b.job(kNow, minutes(30), 2);  // waits for both GPUs for half an hour, while one of them is idle
  const SimulateRun r = run(b.build());
  EXPECT_DOUBLE_EQ(r.gpu_hours.idle, 0.5);
  EXPECT_DOUBLE_EQ(r.gpu_hours.idle_while_jobs_wait, 0.5);
  EXPECT_DOUBLE_EQ(r.gpu_hours.allocated, 1.5);
}

TEST(Simulator, GpusDoNotIdleForWaitingCpuWork) {
  WorkloadBuilder b(hours(1));
  b.node();
  for (int i = 0; i < 2; ++i) b.job(kNow, minutes(30), 0).job.shape.demand[Dim::kCpu] = 40'000;
  const SimulateRun r = run(b.build());
  EXPECT_DOUBLE_EQ(r.wait_s.mean, 900.0) << "one of them waits for the other";
  EXPECT_DOUBLE_EQ(r.gpu_hours.idle, 1.0);
  EXPECT_EQ(r.gpu_hours.idle_while_jobs_wait, 0.0);
}

TEST(Simulator, MetricsCountFromWarmUpOn) {
  WorkloadBuilder b(hours(2));
  b.workload().warmup = hours(1);
  b.node(2);
  draw(b.job(kNow, minutes(45)), kStorageFeed, 20'000);  // at half of the speed: until 1:30
  const SimulateRun r = run(b.build());
  EXPECT_DOUBLE_EQ(r.gpu_hours.allocated, 0.5);
  EXPECT_DOUBLE_EQ(r.gpu_hours.idle, 1.5);
  EXPECT_NEAR(r.stall.gpu_hours, 0.25, 1e-9);
  EXPECT_DOUBLE_EQ(r.throughput.jobs_per_hour, 1.0);
  EXPECT_EQ(r.jobs.submitted, 1);
}

TEST(Simulator, FragmentationIsThatOfTheWholeMixInAllDimensions) {
  // One half of the jobs asks for storage that a third of the run does not have.
  WorkloadBuilder b(hours(3));
  const NodeId n = b.node();
  b.episode(n, hours(1), hours(1), 500'000);
  draw(b.job(hours(3), seconds(1)), kStorageFeed, 6000);  // after the end: only in the mix
  b.job(hours(3), seconds(1));
  const SimulateRun r = run(b.build(), "first-fit@5d");
  EXPECT_DOUBLE_EQ(r.fragmentation.mean, 0.5 / 3.0);
  EXPECT_DOUBLE_EQ(r.lost_share, 0.5 / 3.0);
  EXPECT_EQ(r.fragmentation.p95, 0.5);
}

// ---- what a policy sees -------------------------------------------------------------------------

Workload two_that_need_most_of_the_storage() {
  WorkloadBuilder b;
  b.node(2);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 8000);
  draw(b.job(kNow, seconds(100)), kStorageFeed, 8000);
  return b.build();
}

TEST(Simulator, FiveDimensionsMayOversubscribeStorageSevenWait) {
  const Workload w = two_that_need_most_of_the_storage();
  EXPECT_THAT(finish_times(w, "first-fit@5d"), ElementsAre(seconds(160), seconds(160)));
  EXPECT_THAT(finish_times(w, "first-fit@7d"), ElementsAre(seconds(100), seconds(200)));
  EXPECT_EQ(run(w, "first-fit@7d").stall.gpu_hours, 0.0);
}

TEST(Simulator, SevenDimensionsSeeARebuildThatIsThereAlready) {
  WorkloadBuilder b;
  const NodeId n = b.node(2);
  b.node(2);
  b.episode(n, kNow, hours(10), 500'000);
  for (int i = 0; i < 2; ++i) draw(b.job(kNow, seconds(100)), kStorageFeed, 4000);
  const Workload w = b.build();
  // Blind, both go to the first node, which has 5000 for them.
  EXPECT_THAT(finish_times(w, "first-fit@5d"), ElementsAre(seconds(160), seconds(160)));
  EXPECT_THAT(finish_times(w, "first-fit@7d"), ElementsAre(seconds(100), seconds(100)));
}

TEST(Simulator, SevenDimensionsSeeWhatIsDrawnBeyondWhatWasAskedFor) {
  WorkloadBuilder b;
  b.node(2);
  WorkloadJob& loading = b.job(kNow, seconds(100));
  loading.behaviour.load = {.work = seconds(50), .needs = {0, 7000, 0}};
  draw(b.job(seconds(10), seconds(100)), kStorageFeed, 4000);  // does not fit beside the load
  const Workload w = b.build();
  EXPECT_THAT(finish_times(w, "first-fit@7d"), ElementsAre(seconds(150), seconds(150)));
  EXPECT_EQ(run(w, "first-fit@7d").wait_s.mean, 20.0);
  EXPECT_EQ(run(w, "first-fit@5d").wait_s.mean, 0.0);
}

TEST(Simulator, RoundingTakesNothingOfWhatIsLeft) {
  WorkloadBuilder b;
  NodeSpec spec = small_node(2);
  spec.capacity[Dim::kIoCpu] = 1100;
  b.node(spec);
  b.job(kNow, seconds(100)).behaviour.steady.needs = {0, 3000, 2000};  // at 0.55 of the speed
  // 0.55 x 3000 is a little more than 1650 in floating point.
  draw(b.job(seconds(10), seconds(10)), kStorageFeed, 10'000 - 1650);
  EXPECT_EQ(run(b.build(), "first-fit@7d").wait_s.mean, 0.0);
}

TEST(Simulator, AGangThatIsSlowedOnOneNodeDrawsLessOnTheOther) {
  WorkloadBuilder b;
  const NodeId slow = b.node(1);
  b.node(2);
  WorkloadJob& gang = b.job(kNow, seconds(100));
  gang.job.tasks = 2;
  gang.behaviour.steady.needs[kStorageFeed] = 8000;  // more than it asked for
  b.episode(slow, seconds(30), hours(1), 400'000);   // from then on 4000 on both nodes
  draw(b.job(seconds(10), seconds(50)), kStorageFeed, 6000);
  const SimulateRun r = run(b.build(), "first-fit@7d");
  EXPECT_DOUBLE_EQ(r.wait_s.mean, 20.0 / 2);
}

// ---- properties over random workloads and all policies ------------------------------------------

std::string any_policy() {
  std::vector<std::string> names;
  for (const PolicyInfo& p : policies()) names.emplace_back(p.name);
  return *rc::gen::elementOf(names) + *rc::gen::element<std::string>("@5d", "@7d");
}

struct Mess {  // what a random workload may contain
  bool bursts = true;
  bool episodes = true;
  bool growth = true;
};

Shape any_shape(Rng& rng) {
  Shape s;
  s.gpus = static_cast<std::int32_t>(rng.below(4));  // 0 to 3; nodes have 0, 1, 2 or 4
  if (s.gpus > 0) {
    s.demand[Dim::kSm] = rng.below(2) == 0 ? kWholeGpu : 300;
    s.demand[Dim::kHbm] = static_cast<std::int32_t>(1 + rng.below(40)) * 1000;
  }
  s.demand[Dim::kCpu] = static_cast<std::int32_t>(1 + rng.below(20)) * 1000;
  for (const Dim d : kFeeds) s.demand[d] = static_cast<std::int32_t>(rng.below(8)) * 900;
  return s;
}

void any_behaviour(WorkloadJob& job, const Mess& mess, Rng& rng) {
  Behaviour& b = job.behaviour;
  for (std::size_t f = 0; f < kFeeds.size(); ++f) {
    b.steady.needs[f] = job.job.shape.demand[kFeeds[f]];
  }
  if (!mess.bursts) return;
  if (rng.below(2) == 0) {
    b.load = {.work = seconds(rng.below(60)), .needs = {0, 7000, 1750}};
  }
  if (rng.below(3) == 0) {
    b.steady.work = seconds(20 + rng.below(100));
    b.burst = {.work = seconds(1 + rng.below(30)), .needs = {500, 6000, 1500}};
    b.checkpoints = rng.below(2) == 0;
  }
  if (mess.growth && job.job.shape.gpus > 0 && rng.below(2) == 0) {
    const std::int32_t request = job.job.shape.demand[Dim::kHbm];
    b.hbm = {{.at = seconds(5 + rng.below(50)), .mib = request + 20'000},
             {.at = seconds(60 + rng.below(50)), .mib = request / 2}};
    b.hbm_cycle = seconds(120);
  }
}

// Some 4 nodes and 40 jobs in an hour or two, of which not all finish.
Workload any_workload(std::uint64_t seed, const Mess& mess = {}) {
  Rng rng(seed, "simulator test");
  WorkloadBuilder b(minutes(120));
  b.workload().warmup = minutes(rng.below(30));
  b.workload().seed = seed;
  b.workload().overflow = {
      .mode = rng.below(2) == 0 ? OverflowOptions::Mode::kEvict : OverflowOptions::Mode::kSpill,
      .max_evictions = 3};
  const std::uint64_t nodes = 2 + rng.below(4);
  for (std::uint64_t n = 0; n < nodes; ++n) {
    constexpr std::array kSizes{4, 2, 1, 4, 0};
    const NodeId id = b.node(kSizes[n]);
    if (!mess.episodes || rng.below(2) == 0) continue;
    Episode& e = b.episode(id, minutes(rng.below(60)), minutes(rng.below(60)),
                           static_cast<std::int32_t>(rng.below(1'000'001)));
    e.io_cpu = static_cast<std::int32_t>(rng.below(5)) * 3000;
  }
  std::vector<Shape> shapes;
  for (int i = 0; i < 5; ++i) shapes.push_back(any_shape(rng));
  const std::uint64_t jobs = 10 + rng.below(40);
  for (std::uint64_t i = 0; i < jobs; ++i) {
    WorkloadJob& job = b.job(seconds(rng.below(5400)), seconds(10 + rng.below(1500)));
    job.job.shape = shapes[rng.below(shapes.size())];
    job.job.tasks = rng.below(4) == 0 ? 2 : 1;
    any_behaviour(job, mess, rng);
  }
  return b.build();
}

void assert_sums(const Workload& w, const SimulateRun& r) {
  double gpus = 0.0;
  for (const NodeSpec& n : w.nodes) gpus += n.gpus;
  const double total = gpus * to_hours(w.horizon - w.warmup);
  const double rounding = 1e-9 * total;
  RC_ASSERT(std::abs(r.gpu_hours.allocated + r.gpu_hours.idle - total) <= rounding);
  RC_ASSERT(std::abs(r.gpu_hours.productive + r.stall.gpu_hours - r.gpu_hours.allocated) <=
            rounding);
  RC_ASSERT(r.gpu_hours.productive >= -rounding);
  RC_ASSERT(r.stall.gpu_hours >= -rounding);
  RC_ASSERT(r.gpu_hours.idle_while_jobs_wait <= r.gpu_hours.idle + rounding);
  RC_ASSERT(r.fragmentation.mean * total <= r.gpu_hours.idle + rounding);
  RC_ASSERT(r.lost_share <= 1.0 + 1e-9);
  const auto in_time = std::ranges::count_if(
      w.jobs, [&](const WorkloadJob& j) { return j.submit < Time{} + w.horizon; });
  RC_ASSERT(r.jobs.submitted == in_time);
  RC_ASSERT(r.jobs.submitted ==
            r.jobs.finished + r.jobs.failed + r.jobs.never_fits + r.jobs.unfinished);
}

RC_GTEST_PROP(SimulatorProperty, GpuHoursAndJobsAddUpUnderEveryPolicy, (std::uint64_t seed)) {
  const Workload w = any_workload(seed);
  assert_sums(w, run(w, any_policy()));
}

RC_GTEST_PROP(SimulatorProperty, TwoRunsAreEqualInEveryField, (std::uint64_t seed)) {
  const Workload w = any_workload(seed);
  const std::string policy = any_policy();
  RC_ASSERT(text_of(std::vector{run(w, policy)}) == text_of(std::vector{run(w, policy)}));
}

bool ever_fits(const Workload& w, const Job& job, const PolicyChoice& policy) {
  Cluster cluster(policy.dims);
  for (const NodeSpec& n : w.nodes) RC_ASSERT(cluster.add_node(n).has_value());
  return Scheduler(policy.info->make({}), policy.dims).ever_fits(job, cluster);
}

// Everything that can finish does, and where nothing is lost on the way, the productive hours are
// the work that was asked for, whatever was shared, slowed and sped up.
RC_GTEST_PROP(SimulatorProperty, ProductiveHoursAreTheWorkDone, (std::uint64_t seed)) {
  Workload w = any_workload(seed, {.growth = false});
  w.warmup = {};
  w.horizon = hours(1000);
  const std::string policy = any_policy();
  double gpu_hours = 0.0;
  double gpus_used = 0.0;
  for (const WorkloadJob& j : w.jobs) {
    if (!ever_fits(w, j.job, *choose_policy(policy))) continue;
    const double gpus = static_cast<double>(j.job.tasks) * j.job.shape.total()[Dim::kSm] * 1e-3;
    gpu_hours += gpus * to_hours(j.behaviour.expected());
    gpus_used += gpus;
  }
  const SimulateRun r = run(w, policy);
  RC_ASSERT(r.jobs.unfinished == 0);
  constexpr double kMostPhases = 200.0;  // of a job; each is rounded up to a microsecond
  const double rounding = gpus_used * kMostPhases * 1e-6 / 3600.0;
  RC_ASSERT(std::abs(r.gpu_hours.productive - gpu_hours) <= rounding);
}

// With capacities that do not change and needs that do not either, who sees all dimensions never
// gives away more than a node delivers: nothing stalls.
RC_GTEST_PROP(SimulatorProperty, SevenDimensionsNeverOversubscribeAFeed, (std::uint64_t seed)) {
  Workload w = any_workload(seed, {.bursts = false, .episodes = false});
  Rng rng(seed, "rebuilds");
  for (std::size_t n = 0; n < w.nodes.size(); ++n) {  // from before the first job to after the last
    w.episodes.push_back({.node = NodeId::at(n),
                          .kind = "rebuild",
                          .start = Time{},
                          .length = hours(1000),
                          .storage_ppm = static_cast<std::int32_t>(rng.below(1'000'001)),
                          .io_cpu = static_cast<std::int32_t>(rng.below(10'000))});
  }
  const std::string form = any_policy();
  const SimulateRun r = run(w, form.substr(0, form.find('@')) + "@7d");
  RC_ASSERT(r.stall.gpu_hours == 0.0);
  RC_ASSERT(r.inflation.p99 == 1.0 || r.throughput.jobs_per_hour == 0.0);
}

}  // namespace
}  // namespace ragp::sim
