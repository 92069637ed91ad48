// Tests of paired differences: the pairing, and the bootstrap against what is known of it.
// SPDX-License-Identifier: Apache-2.0
#include "report/paired.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "report/paired_table.h"
#include "report/sample_runs.h"
#include "report/summary.h"

namespace ragp::report {
namespace {

using ::testing::HasSubstr;

TEST(Bootstrap, OneValueOrEqualOnesHaveNoWidth) {
  for (const auto& values : {std::vector{0.3}, std::vector{0.3, 0.3, 0.3}}) {
    const Interval i = bootstrap(values);
    EXPECT_EQ(i.mean, 0.3);
    EXPECT_EQ(i.low, 0.3);
    EXPECT_EQ(i.high, 0.3);
  }
}

TEST(Bootstrap, TwoValuesReachFromOneToTheOther) {
  // A quarter of the means is each of the values, so the cut ends are the values.
  const Interval i = bootstrap(std::vector{1.0, 3.0});
  EXPECT_DOUBLE_EQ(i.mean, 2.0);
  EXPECT_DOUBLE_EQ(i.low, 1.0);
  EXPECT_DOUBLE_EQ(i.high, 3.0);
}

TEST(Bootstrap, IsTheNormalIntervalForManyValues) {
  Rng rng(1, "test");
  std::vector<double> values(400);
  for (double& v : values) v = 5.0 + rng.normal();
  const Interval i = bootstrap(values);
  const double half = estimate(values).ci95;
  EXPECT_NEAR(i.low, i.mean - half, 0.1 * half);
  EXPECT_NEAR(i.high, i.mean + half, 0.1 * half);
}

TEST(Bootstrap, IsAsWideAsStudentsIntervalForFewValues) {
  // Plain percentiles would be narrower by a fifth.
  const std::vector values{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0};
  const Interval i = bootstrap(values);
  const double half = estimate(values).ci95;
  EXPECT_NEAR(i.high - i.low, 2 * half, 0.05 * 2 * half);
}

TEST(Bootstrap, FollowsTheSkewOfTheValues) {
  const Interval i = bootstrap(std::vector{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 10.0});
  EXPECT_GT(i.high - i.mean, i.mean - i.low);
  EXPECT_EQ(i.low, 0.0);
}

const PairedRow& row(const std::vector<PairedRow>& rows, std::string_view metric) {
  const auto it = std::ranges::find(rows, metric, &PairedRow::metric);
  EXPECT_NE(it, rows.end());
  return *it;
}

TEST(Paired, TakesTheDifferenceSeedBySeed) {
  // Seeds shift both policies by 10; the difference is 2 in one seed and 3 in the other. The seed
  // that only one has does not count.
  const std::vector runs{
      sample::replay_run("a", 82, 95, 50, 1), sample::replay_run("b", 80, 95, 50, 1),
      sample::replay_run("a", 93, 95, 50, 2), sample::replay_run("b", 90, 95, 0, 2),
      sample::replay_run("a", 10, 95, 50, 3)};
  const auto rows = paired(std::span<const ReplayRun>(runs), "b");
  const PairedRow& r = row(rows, "allocation.100");
  EXPECT_EQ(r.policy, "a");
  EXPECT_EQ(r.against, "b");
  EXPECT_EQ(r.n, 2);
  EXPECT_DOUBLE_EQ(r.mean, 2.5);
  EXPECT_DOUBLE_EQ(r.low, 2.0);
  EXPECT_DOUBLE_EQ(r.high, 3.0);
  EXPECT_EQ(row(rows, "first_refusal_pct").n, 1);  // b refused nothing in seed 2
  EXPECT_TRUE(std::ranges::none_of(rows, [](const PairedRow& p) { return p.metric == "wall_s"; }));
}

TEST(Paired, NobodyIsComparedWithWhoDidNotRun) {
  const std::vector runs{sample::simulate_run("a", 0.1, 0.1)};
  EXPECT_TRUE(paired(std::span<const SimulateRun>(runs), "b").empty());
  EXPECT_TRUE(paired(std::span<const SimulateRun>(runs), "a").empty());
}

TEST(PairedTable, MarksWhatTheSeedsCannotTell) {
  const std::vector<PairedRow> rows{{"C", "a", "b", "lost_share", -0.02, -0.03, -0.01, 5},
                                    {"C", "a", "b", "stall.fraction", 0.001, -0.002, 0.004, 5},
                                    {"C", "a", "b", "events", 7, 6, 8, 5}};
  EXPECT_EQ(paired_table(rows, {}),
            R"(C: less b, paired by seed (bootstrap of the mean); '?': the interval holds 0.

policy  metric          difference        95 % interval
-------------------------------------------------------
a       lost_share         -0.0200   -0.0300 .. -0.0100
a       stall.fraction      0.0010  ? -0.0020 .. 0.0040
)");
  EXPECT_EQ(paired_table({}, {}), "");
}

}  // namespace
}  // namespace ragp::report
