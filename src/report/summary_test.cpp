// Statistics against known values, and the rows of a summary.
// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <array>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "report/sample_runs.h"

namespace ragp::report {
namespace {

TEST(StudentT, KnownQuantiles) {
  struct Known {
    std::int64_t degrees;
    double t;
  };
  // From printed tables, with more digits where those were computed in high precision.
  constexpr std::array kKnown{
      Known{1, 12.7062047},     Known{2, 4.3026527},   Known{3, 3.1824463},
      Known{4, 2.7764451},      Known{5, 2.5705818},   Known{9, 2.2621572},
      Known{10, 2.2281389},     Known{19, 2.0930241},  Known{29, 2.0452296},
      Known{30, 2.0422725},     Known{31, 2.0395134},  Known{40, 2.0210754},
      Known{60, 2.0002978},     Known{120, 1.9799304}, Known{1000, 1.9623391},
      Known{1000000, 1.9599664}};
  for (const Known& k : kKnown) EXPECT_NEAR(student_t975(k.degrees), k.t, 1e-6) << k.degrees;
}

TEST(StudentT, FallsTowardsTheNormalQuantile) {
  for (std::int64_t degrees = 2; degrees < 200; ++degrees) {
    EXPECT_LT(student_t975(degrees), student_t975(degrees - 1)) << degrees;
  }
  EXPECT_NEAR(student_t975(std::int64_t{1} << 60), 1.959963984540054, 1e-12);
}

TEST(Estimate, MeanAndInterval) {
  // Deviation sqrt(5/3), so the half width is 3.1824463 * sqrt(5/3) / 2.
  const Estimate e = estimate(std::array{1.0, 2.0, 3.0, 4.0});
  EXPECT_DOUBLE_EQ(e.mean, 2.5);
  EXPECT_NEAR(e.ci95, 2.0542, 1e-4);
  EXPECT_EQ(e.n, 4);
  // Two values: t is 12.7062, and the half width that times half their distance.
  EXPECT_NEAR(estimate(std::array{10.0, 12.0}).ci95, 12.7062, 1e-4);
}

TEST(Estimate, OneValueHasNoInterval) {
  const Estimate e = estimate(std::array{0.3});
  EXPECT_EQ(e.mean, 0.3);
  EXPECT_EQ(e.ci95, 0.0);
  EXPECT_EQ(e.n, 1);
  EXPECT_EQ(estimate({}).n, 0);
}

TEST(Estimate, EqualValuesAreExact) {
  const Estimate e = estimate(std::array{0.1, 0.1, 0.1});
  EXPECT_EQ(e.mean, 0.1);
  EXPECT_EQ(e.ci95, 0.0);
}

std::optional<SummaryRow> row(std::span<const SummaryRow> rows, std::string_view policy,
                              std::string_view metric) {
  for (const SummaryRow& r : rows) {
    if (r.policy == policy && r.metric == metric) return r;
  }
  return std::nullopt;
}

TEST(Summarize, GroupsInOrderOfFirstAppearance) {
  std::vector<SimulateRun> runs{sample::simulate_run("b", 0.1, 0.0, 1),
                                sample::simulate_run("a", 0.2, 0.0, 1),
                                sample::simulate_run("b", 0.3, 0.0, 2)};
  runs.push_back(runs[0]);
  runs.back().scenario = "other";
  const std::vector<SummaryRow> rows = summarize(runs);
  EXPECT_EQ(rows.front().policy, "b");
  EXPECT_EQ(rows.front().metric, "lost_share");
  EXPECT_EQ(rows.front().n, 2);
  EXPECT_NEAR(rows.front().mean, 0.2, 1e-15);
  EXPECT_NEAR(rows.front().ci95, 12.7062 * 0.1, 1e-4);
  EXPECT_EQ(rows.back().group, "other");
  EXPECT_EQ(rows.back().metric, "wall_s");
  EXPECT_EQ(row(rows, "a", "fragmentation.mean")->ci95, 0.0);
}

TEST(Summarize, RunsThatFinishedNothingHaveNoInflation) {
  std::vector<SimulateRun> runs{sample::simulate_run("a", 0.1, 0.1, 1),
                                sample::simulate_run("a", 0.1, 0.1, 2)};
  runs[1].inflation = {};
  runs[1].jobs.finished = 0;
  EXPECT_EQ(row(summarize(runs), "a", "inflation.p95")->mean, 1.5);
  EXPECT_EQ(row(summarize(runs), "a", "inflation.p95")->n, 1);
  EXPECT_EQ(row(summarize(runs), "a", "jobs.finished")->n, 2);
  runs[0].inflation = {};
  EXPECT_FALSE(row(summarize(runs), "a", "inflation.p95").has_value());
}

TEST(Summarize, ReplayKeysThatSomeSeedsLack) {
  std::vector<ReplayRun> runs{sample::replay_run("a", 90.0, 95.0, 70.0, 1),
                              sample::replay_run("a", 92.0, 96.0, 0.0, 2)};
  runs[1].refused_by_gpus.erase(1);  // none refused
  runs[1].allocation.erase(130);     // not reached
  const std::vector<SummaryRow> rows = summarize(runs);
  EXPECT_EQ(row(rows, "a", "allocation.100")->mean, 91.0);
  EXPECT_EQ(row(rows, "a", "allocation.130")->n, 1);
  EXPECT_EQ(row(rows, "a", "refused_by_gpus.1")->mean, 6.0);
  EXPECT_EQ(row(rows, "a", "refused_by_gpus.1")->n, 2);
  EXPECT_EQ(row(rows, "a", "first_refusal_pct")->mean, 70.0);
  EXPECT_EQ(row(rows, "a", "first_refusal_pct")->n, 1);
}

}  // namespace
}  // namespace ragp::report
