// Tests of recorder: integrals over time, the edges of the window, quantiles.
// SPDX-License-Identifier: Apache-2.0
#include "sim/recorder.h"

#include <vector>

#include <gtest/gtest.h>

namespace ragp::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::int64_t kGpus = 4;

constexpr Time at(Duration since_start) {
  return Time{} + since_start;
}

Shape whole_gpu() {
  Shape s{.gpus = 1};
  s.demand[Dim::kSm] = kWholeGpu;
  return s;
}

// One node with these leftovers, seen by jobs of one whole GPU.
Leftovers idle(std::vector<std::int32_t> sm) {
  NodeState s{.gpus = static_cast<std::int32_t>(sm.size())};
  for (std::size_t d = 0; d < sm.size(); ++d) {
    s.slots[d].sm = sm[d];
    s.residual[Dim::kSm] += sm[d];
  }
  Leftovers leftovers({{.shape = whole_gpu(), .probability = 1.0}}, 1);
  leftovers.update(NodeId{0}, s);
  return leftovers;
}

SimulateRun written(const Recorder& recorder) {
  SimulateRun run;
  recorder.write(run);
  return run;
}

TEST(Recorder, IntegratesWhatHeldBetweenTheCalls) {
  Recorder r(at(hours(0)), at(hours(10)), kGpus);
  r.advance(at(hours(4)), idle({1000, 1000}), true);        // 2 idle, both useful
  r.advance(at(hours(10)), idle({1000, 500, 500}), false);  // 2 idle, 1 of them stranded
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.gpu_hours.idle, 20.0);
  EXPECT_DOUBLE_EQ(run.gpu_hours.allocated, 20.0);
  EXPECT_DOUBLE_EQ(run.gpu_hours.idle_while_jobs_wait, 8.0);
  EXPECT_DOUBLE_EQ(run.fragmentation.mean, 6.0 / 40.0);
  EXPECT_DOUBLE_EQ(run.fragmentation.of_idle, 6.0 / 20.0);
  EXPECT_DOUBLE_EQ(run.residual_health.hostable_share, 14.0 / 20.0);
  EXPECT_DOUBLE_EQ(run.residual_health.jobs_per_node, (4.0 * 2 + 6.0 * 1) / 10.0);
}

TEST(Recorder, CountsFromWarmUpToTheEndOnly) {
  Recorder r(at(hours(2)), at(hours(6)), kGpus);
  r.advance(at(hours(1)), idle({1000, 1000, 1000, 1000}), true);
  r.advance(at(hours(3)), idle({1000}), true);  // half of it before the window
  r.advance(at(hours(5)), idle({1000, 1000}), true);
  r.advance(at(hours(9)), idle({}), true);  // three hours of it after the window
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.gpu_hours.idle, 1.0 + 2.0 * 2);
  EXPECT_DOUBLE_EQ(run.gpu_hours.allocated, 16.0 - 5.0);
}

TEST(Recorder, StallIsWhatRunsBelowFullSpeed) {
  Recorder r(at(hours(0)), at(hours(4)), kGpus);
  r.rate_changed(2.0, 1.0, 0.25);  // 1.5 GPUs stall
  r.advance(at(hours(1)), idle({1000}), false);
  r.rate_changed(2.0, 0.25, 1.0);
  r.rate_changed(1.0, 1.0, 0.0);
  r.advance(at(hours(3)), idle({1000}), false);
  r.rate_changed(1.0, 0.0, 1.0);
  r.advance(at(hours(4)), idle({1000}), false);
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.stall.gpu_hours, 1.5 + 2.0);
  EXPECT_DOUBLE_EQ(run.gpu_hours.allocated, 12.0);
  EXPECT_DOUBLE_EQ(run.gpu_hours.productive, 12.0 - 3.5);
  EXPECT_DOUBLE_EQ(run.stall.fraction, 3.5 / 12.0);
  EXPECT_DOUBLE_EQ(run.lost_share, 3.5 / 16.0);
}

TEST(Recorder, LostShareIsStrandedAndStalledTogether) {
  Recorder r(at(hours(0)), at(hours(1)), kGpus);
  r.rate_changed(3.0, 1.0, 0.5);
  r.advance(at(hours(1)), idle({600}), false);
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.lost_share, (1.5 + 0.6) / 4.0);
}

TEST(Recorder, RatesLeaveNothingBehindHoweverOftenTheyChange) {
  Recorder r(at(hours(0)), at(hours(1)), kGpus);
  double rate = 1.0;
  for (int i = 1; i <= 100'000; ++i) {
    const double next = 1.0 / (1 + i % 7);
    r.rate_changed(0.3, rate, next);
    rate = next;
  }
  r.rate_changed(0.3, rate, 1.0);
  r.advance(at(hours(1)), idle({}), false);
  EXPECT_EQ(written(r).stall.gpu_hours, 0.0);
}

TEST(Recorder, FragmentationQuantileIsOverTime) {
  Recorder r(at(hours(0)), at(hours(100)), kGpus);
  r.advance(at(hours(94)), idle({}), false);
  r.advance(at(hours(98)), idle({500}), false);  // 0.125 of the GPUs
  r.advance(at(hours(100)), idle({900, 900}), false);
  EXPECT_DOUBLE_EQ(written(r).fragmentation.p95, 0.125);
}

TEST(Recorder, FragmentationMayReachTheWholeCluster) {
  Recorder r(at(hours(0)), at(hours(1)), 2);
  Shape two = whole_gpu();
  two.gpus = 3;
  Leftovers leftovers({{.shape = two, .probability = 1.0}}, 1);
  NodeState s{.gpus = 2};
  s.slots[0].sm = s.slots[1].sm = kWholeGpu;
  s.residual[Dim::kSm] = 2 * kWholeGpu;
  leftovers.update(NodeId{0}, s);
  r.advance(at(hours(1)), leftovers, false);
  EXPECT_DOUBLE_EQ(written(r).fragmentation.mean, 1.0);
  EXPECT_DOUBLE_EQ(written(r).fragmentation.p95, 1.0);
}

TEST(Recorder, QuantilesInterpolateBetweenOrderStatistics) {
  Recorder r(at(hours(0)), at(hours(10)), kGpus);
  for (const int s : {40, 0, 30, 10, 20}) r.started(at(hours(1)), at(hours(1)) + seconds(s));
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.wait_s.mean, 20.0);
  EXPECT_DOUBLE_EQ(run.wait_s.at.p50, 20.0);
  EXPECT_DOUBLE_EQ(run.wait_s.at.p95, 38.0);
  EXPECT_DOUBLE_EQ(run.wait_s.at.p99, 39.6);
}

TEST(Recorder, WaitsCountForJobsSubmittedInTheWindow) {
  Recorder r(at(hours(1)), at(hours(2)), kGpus);
  r.started(at(minutes(59)), at(minutes(90)));
  r.started(at(minutes(60)), at(minutes(60)) + seconds(5));
  r.started(at(minutes(120)), at(minutes(121)));
  EXPECT_DOUBLE_EQ(written(r).wait_s.mean, 5.0);
}

TEST(Recorder, WhoNeverStartedHasWaitedUntilTheEnd) {
  Recorder r(at(hours(0)), at(hours(2)), kGpus);
  r.still_waiting(at(minutes(90)));
  EXPECT_DOUBLE_EQ(written(r).wait_s.mean, 1800.0);
}

TEST(Recorder, InflationIsRunningOverExpectedOfWhatFinishedInTheWindow) {
  Recorder r(at(hours(1)), at(hours(3)), kGpus);
  r.finished(at(hours(1)) - Duration{1}, seconds(900), seconds(100));
  r.finished(at(hours(1)), seconds(150), seconds(100));
  r.finished(at(hours(3)), seconds(250), seconds(100));
  r.finished(at(hours(3)) + Duration{1}, seconds(900), seconds(100));
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.inflation.p50, 2.0);
  EXPECT_DOUBLE_EQ(run.throughput.jobs_per_hour, 1.0);
}

TEST(Recorder, ThroughputVariesByWholeHours) {
  Recorder r(at(hours(1)), at(hours(3)) + minutes(30), kGpus);
  for (int i = 0; i < 3; ++i) r.finished(at(hours(1)) + minutes(i), seconds(1), seconds(1));
  r.finished(at(hours(2)), seconds(1), seconds(1));
  r.finished(at(hours(3)) + minutes(10), seconds(1), seconds(1));  // in the half hour at the end
  const SimulateRun run = written(r);
  EXPECT_DOUBLE_EQ(run.throughput.jobs_per_hour, 5.0 / 2.5);
  EXPECT_DOUBLE_EQ(run.throughput.cv, 0.5);  // 3 and 1: deviation 1, mean 2
}

TEST(Recorder, ReportsZerosOfAnEmptyRun) {
  const Recorder r(at(hours(0)), at(hours(1)), 0);
  const SimulateRun run = written(r);
  EXPECT_EQ(run.lost_share, 0.0);
  EXPECT_EQ(run.fragmentation.of_idle, 0.0);
  EXPECT_EQ(run.stall.fraction, 0.0);
  EXPECT_EQ(run.wait_s.at.p99, 0.0);
  EXPECT_EQ(run.inflation.p50, 0.0);
  EXPECT_EQ(run.throughput.cv, 0.0);
}

}  // namespace
}  // namespace ragp::sim
