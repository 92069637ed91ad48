// Tests of the table of bounds.
// SPDX-License-Identifier: Apache-2.0
#include "report/bound_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragp::report {
namespace {

using ::testing::HasSubstr;

BoundReport report() {
  BoundReport r{.workload = "default", .accepted_until = 90.0};
  r.runs.push_back({.variant = "any",
                    .seed = 1,
                    .demand = 100,
                    .bound = 96.844,
                    .gap = 0.0482,
                    .certified = true});
  r.runs.push_back(
      {.variant = "never_refuses", .seed = 1, .demand = 100, .feasible = false, .certified = true});
  return r;
}

TEST(BoundTable, ShowsBoundsGapsAndWhatIsInfeasible) {
  const std::string table = bound_table(report());
  EXPECT_THAT(table, HasSubstr("Workload default, 1 seed"));
  EXPECT_THAT(table, HasSubstr("96.84"));
  EXPECT_THAT(table, HasSubstr("infeasible"));
  EXPECT_THAT(table, HasSubstr("0.048"));
  EXPECT_THAT(table, HasSubstr("to within its gap"));
}

TEST(BoundTable, SaysWhenABoundIsNotCertified) {
  BoundReport r = report();
  r.runs[0].certified = false;
  EXPECT_THAT(bound_table(r), HasSubstr("not all gaps are as small"));
}

TEST(BoundTable, HasAColumnForEveryPolicyWhoseResultsWereGiven) {
  BoundReport r = report();
  r.gap_closed["ragp-io"][100] = 0.254;
  const std::string table = bound_table(r, {.width = 0});
  EXPECT_THAT(table, HasSubstr("ragp-io"));
  EXPECT_THAT(table, HasSubstr("0.25"));
}

}  // namespace
}  // namespace ragp::report
