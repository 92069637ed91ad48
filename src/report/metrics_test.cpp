// Metrics against the fields they come from.
// SPDX-License-Identifier: Apache-2.0
#include "report/metrics.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_runs.h"

namespace ragp::report {
namespace {

TEST(Metrics, OfASimulation) {
  const SimulateRun run = sample::simulate_run("p", 0.02, 0.03);
  EXPECT_EQ(simulate_metric("lost_share").get(run), 0.05);
  EXPECT_EQ(simulate_metric("fragmentation.mean").get(run), 0.02);
  EXPECT_EQ(simulate_metric("jobs.finished").get(run), 11844.0);
  EXPECT_EQ(simulate_metric("lost_share").better, Better::kLower);
  EXPECT_EQ(simulate_metric("gpu_hours.productive").better, Better::kHigher);
  EXPECT_EQ(simulate_metric("gpu_hours.productive").unit, "GPU-hours");
  EXPECT_EQ(simulate_metric("events").better, Better::kNeither);
  EXPECT_TRUE(simulate_metric("wall_s").timing);
  EXPECT_FALSE(simulate_metric("wait_s.p95").timing);
}

TEST(Metrics, OfAReplayFollowItsKeys) {
  std::vector<std::string> names;
  std::vector<std::string> timings;
  std::map<std::string, double> values;
  for (const ReplayMetric& m : replay_metrics(sample::replay_run("p", 97.5, 99.0, 88.0))) {
    (m.timing ? timings : names).push_back(m.name);
    values[m.name] = m.value;
  }
  EXPECT_THAT(
      names, testing::ElementsAre("allocation.100", "allocation.130", "fragmentation_fgd.100",
                                  "fragmentation_fgd.130", "first_refusal_pct", "refused_by_gpus.0",
                                  "refused_by_gpus.1", "refused_by_gpus.8"));
  EXPECT_EQ(values["allocation.130"], 99.0);
  EXPECT_EQ(values["refused_by_gpus.8"], 25.0);
  EXPECT_THAT(timings, testing::ElementsAre("placements_per_s", "wall_s"));
}

TEST(MetricsDeathTest, UnknownNameAborts) {
  EXPECT_DEATH((void)simulate_metric("speed"), "broken invariant");
}

}  // namespace
}  // namespace ragp::report
