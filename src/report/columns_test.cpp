// Rounding, units and marks.
// SPDX-License-Identifier: Apache-2.0
#include "report/columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragp::report {
namespace {

using codec::Better;
using testing::ElementsAre;

std::vector<std::string> shown(const Quantity& quantity) {
  std::vector<std::string> all;
  for (const Cell& c : quantity_column(quantity).cells) all.push_back(c.text + (c.best ? "*" : ""));
  return all;
}

Quantity quantity(Better better, std::vector<double> means, std::int64_t n = 1) {
  Quantity q{.better = better, .decimals = 1};
  for (const double m : means) q.of_policy.push_back({.mean = m, .ci95 = 0.25, .n = n});
  return q;
}

TEST(Columns, MarksTheBestByDirection) {
  EXPECT_THAT(shown(quantity(Better::kLower, {3, 1, 2})), ElementsAre("3.0", "1.0*", "2.0"));
  EXPECT_THAT(shown(quantity(Better::kHigher, {3, 1, 2})), ElementsAre("3.0*", "1.0", "2.0"));
  EXPECT_THAT(shown(quantity(Better::kNeither, {3, 1, 2})), ElementsAre("3.0", "1.0", "2.0"));
}

TEST(Columns, TiesWithinRoundingShareTheMark) {
  EXPECT_THAT(shown(quantity(Better::kLower, {1.04, 0.96, 2})), ElementsAre("1.0*", "1.0*", "2.0"));
}

TEST(Columns, MarksThatTellNothingApartAreLeftOut) {
  EXPECT_THAT(shown(quantity(Better::kLower, {1.04, 0.96})), ElementsAre("1.0", "1.0"));
  EXPECT_THAT(shown(quantity(Better::kLower, {1})), ElementsAre("1.0"));
}

TEST(Columns, IntervalOnlyOverSeveralValues) {
  EXPECT_THAT(shown(quantity(Better::kLower, {1, 2}, 3)), ElementsAre("1.0±0.2*", "2.0±0.2"));
}

TEST(Columns, NoValueIsNeverBestUnlessThatIsGood) {
  Quantity q = quantity(Better::kLower, {5, 3, 0});
  q.of_policy[2].n = 0;
  EXPECT_THAT(shown(q), ElementsAre("5.0", "3.0*", "-"));
  q.none = "none";
  q.none_is_best = true;
  EXPECT_THAT(shown(q), ElementsAre("5.0", "3.0", "none*"));
  for (Estimate& e : q.of_policy) e.n = 0;
  EXPECT_THAT(shown(q), ElementsAre("none", "none", "none"));
}

TEST(Columns, NoNegativeZero) {
  EXPECT_EQ(fixed(-0.04, 1), "0.0");
  EXPECT_EQ(fixed(-0.06, 1), "-0.1");
  EXPECT_EQ(fixed(0.0, 0), "0");
  EXPECT_EQ(fixed(1234.5678, 2), "1234.57");
}

TEST(Columns, UnitsFollowTheLargestValue) {
  EXPECT_EQ(in_time(quantity(Better::kLower, {0, 119})).title, "s");
  EXPECT_EQ(in_time(quantity(Better::kLower, {30, 120})).title, "min");
  EXPECT_EQ(in_time(quantity(Better::kLower, {30, 7200})).title, "h");
  EXPECT_THAT(shown(in_time(quantity(Better::kLower, {1800, 7200}))), ElementsAre("0.5*", "2.0"));
  EXPECT_EQ(in_gpu_hours(quantity(Better::kHigher, {9999})).title, "GPU-h");
  EXPECT_EQ(in_gpu_hours(quantity(Better::kHigher, {134400})).title, "k GPU-h");
  EXPECT_THAT(shown(in_percent(quantity(Better::kLower, {0.019, 1.0}))),
              ElementsAre("1.9*", "100.0"));
  EXPECT_THAT(shown(in_percent(quantity(Better::kLower, {0.0012, 0.0034}))),
              ElementsAre("0.12*", "0.34"));
}

}  // namespace
}  // namespace ragp::report
