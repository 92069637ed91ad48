// What `ragp replay` prints, and that its sentences stay true for any set of policies.
// SPDX-License-Identifier: Apache-2.0
#include "report/replay_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/sample_runs.h"

namespace ragp::report {
namespace {

using sample::replay_run;
using testing::HasSubstr;
using testing::Not;

std::vector<ReplayRun> three_policies() {
  return {replay_run("fgd", 95.2, 98.1, 71.3), replay_run("ragp-io", 97.1, 98.4, 88.2),
          replay_run("random", 88, 93, 40)};
}

std::vector<ReplayRun> fourteen_policies(std::uint64_t seeds) {
  std::vector<ReplayRun> runs;
  for (const sample::Made& made : sample::kFourteen) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const double s = 0.1 * static_cast<double>(seed);
      runs.push_back(replay_run(made.policy, 97.2 - 50 * made.stranded - s,
                                99 - 40 * made.stranded - s, 90 - 400 * made.stranded + s, seed));
    }
  }
  return runs;
}

std::string told(const std::vector<ReplayRun>& runs) {
  std::string text = replay_table(runs);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

TEST(ReplayTable, Golden) {
  EXPECT_EQ(replay_table(three_policies()),
            R"(Workload openb-multigpu50, 1 seed (so no intervals). '*' marks the best of a
column. Allocation, fragmentation and arrivals in % of the cluster's GPUs.

         allocated   allocated   FGD frag.   FGD frag.       first   refused
policy    at 100 %    at 130 %    at 100 %    at 130 %   refusal %    8 GPUs
-----------------------------------------------------------------------------
fgd           95.2        98.1         4.3         1.7        71.3        47
ragp-io       97.1*       98.4*        2.4*        1.4*       88.2*       29*
random        88.0        93.0        11.5         6.8        40.0       120
Too wide to show: refused 0 GPUs, refused 1 GPU (see --format json).

At 100 % of arrivals ragp-io allocates 97.1 %, 1.9 points more than fgd, the
best baseline; at 130 % of arrivals ragp-io allocates 98.4 %, 0.3 points more
than fgd, the best baseline. First refusal: ragp-io at 88.2 %, fgd at 71.3 %.
)");
}

TEST(ReplayTable, FourteenPoliciesFit) {
  for (const std::uint64_t seeds : {1U, 10U}) {
    const auto runs = fourteen_policies(seeds);
    for (const int width : {40, 80}) {
      const std::string text = replay_table(runs, {.width = width});
      for (const auto line : split(text, '\n')) {
        EXPECT_LE(display_width(line), static_cast<std::size_t>(width)) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
      }
      EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    }
    EXPECT_THAT(replay_table(runs), HasSubstr("8 GPUs\n"));  // the largest tasks stay
  }
}

TEST(ReplayTable, OneSeedHasNoIntervals) {
  EXPECT_THAT(replay_table(fourteen_policies(1)), Not(HasSubstr("±")));
  EXPECT_THAT(replay_table(fourteen_policies(2)), HasSubstr("±"));
}

TEST(ReplayTable, NoTimings) {
  std::vector<ReplayRun> runs = three_policies();
  const std::string before = replay_table(runs);
  for (ReplayRun& run : runs) run.wall_s = run.placements_per_s = 4711.0;
  EXPECT_EQ(replay_table(runs), before);
}

TEST(ReplayTable, NoRefusalIsTheBest) {
  std::vector<ReplayRun> runs = three_policies();
  runs[2].first_refusal_pct = 0.0;
  runs[2].refused_by_gpus.clear();
  const std::string text = replay_table(runs);
  EXPECT_THAT(text, HasSubstr("none*        0*\n"));
  EXPECT_THAT(text, Not(HasSubstr("88.2*")));
}

TEST(ReplayTable, OtherDemandPoints) {
  std::vector<ReplayRun> runs = three_policies();
  for (ReplayRun& run : runs) run.allocation = {{50, 49.5}, {90, 85.0}};
  const std::string text = replay_table(runs);
  EXPECT_THAT(text, HasSubstr("at 90 %"));
  EXPECT_THAT(told(runs), HasSubstr("At 50 % of arrivals ragp-io allocates 49.5 %, as much as fgd, "
                                    "the best baseline; at 90 %"));
  for (ReplayRun& run : runs) run.allocation.clear();
  EXPECT_THAT(told(runs), HasSubstr("No demand point was reached."));
}

TEST(ReplayTable, OneTablePerWorkload) {
  std::vector<ReplayRun> runs = three_policies();
  runs[2].workload = "other";
  EXPECT_THAT(replay_table(runs), HasSubstr("\n\nWorkload other, 1 seed"));
  EXPECT_EQ(replay_table({}), "");
}

TEST(ReplayReading, OursWins) {
  EXPECT_THAT(told(three_policies()),
              HasSubstr("At 100 % of arrivals ragp-io allocates 97.1 %, 1.9 points more than fgd, "
                        "the best baseline; at 130 % of arrivals ragp-io allocates 98.4 %, 0.3 "
                        "points more than fgd, the best baseline. First refusal: ragp-io at 88.2 "
                        "%, fgd at 71.3 %."));
}

TEST(ReplayReading, OursDoesNotWin) {
  std::vector<ReplayRun> runs = three_policies();
  runs[1].allocation[100] = 95.0;
  EXPECT_THAT(told(runs), HasSubstr("At 100 % of arrivals ragp-io allocates 95.0 % (rank 2 of 3), "
                                    "0.2 points less than fgd, the best baseline;"));
}

TEST(ReplayReading, OursIsAbsentOrAlone) {
  std::vector<ReplayRun> runs = three_policies();
  runs.erase(runs.begin() + 1);
  EXPECT_THAT(told(runs), HasSubstr("At 100 % of arrivals fgd allocates most, 95.2 %, and random "
                                    "least, 88.0 %"));
  EXPECT_THAT(told(runs), HasSubstr("ragp-io was not run."));
  runs = {replay_run("ragp-io", 97.1, 98.4, 88.2)};
  EXPECT_THAT(told(runs), HasSubstr("At 100 % of arrivals ragp-io allocates 97.1 %; at 130 % of "
                                    "arrivals ragp-io allocates 98.4 %. First refusal: ragp-io at "
                                    "88.2 %. It ran alone: nothing to compare it with."));
}

TEST(ReplayTable, ExperimentsHaveATableOfTheirOwn) {
  std::vector runs{sample::replay_run("a", 97, 98, 88), sample::replay_run("b", 95, 96, 71)};
  EXPECT_THAT(replay_table(runs), Not(HasSubstr("needed")));
  runs[0].compaction = {.nodes = 80, .share = 0.8, .gpus = 320};
  runs[1].compaction = {.nodes = 90, .share = 0.9, .gpus = 360};
  EXPECT_THAT(replay_table(runs), HasSubstr(R"(
           nodes     GPUs
policy  needed %   needed
--------------------------
a           80.0*     320*
b           90.0      360
)"));
}

}  // namespace
}  // namespace ragp::report
