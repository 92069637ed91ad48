// What `ragp simulate` prints, and that its sentences stay true for any set of policies.
// SPDX-License-Identifier: Apache-2.0
#include "report/simulate_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/sample_runs.h"

namespace ragp::report {
namespace {

using sample::simulate_run;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kPlusMinus = "±";
constexpr std::string_view kEscape = "\x1b";

std::vector<SimulateRun> three_policies() {
  std::vector<SimulateRun> runs;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const double s = 0.001 * static_cast<double>(seed);
    runs.push_back(simulate_run("best-fit", 0.011 + s, 0.094 - 2 * s, seed));
    runs.push_back(simulate_run("best-fit@7d", 0.033, 0.004 + s, seed));
    runs.push_back(simulate_run("ragp-io", 0.015 + s, 0.004, seed));
  }
  runs[3].evictions = 2;
  return runs;
}

// The text with its line breaks undone, so that a sentence can be looked for.
std::string unwrapped(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string told(const std::vector<SimulateRun>& runs) {
  return unwrapped(simulate_table(runs, {.chart = false}));
}

void expect_tidy(std::string_view text, std::size_t width) {
  for (const auto line : split(text, '\n')) {
    EXPECT_LE(display_width(line), width) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(SimulateTable, Golden) {
  EXPECT_EQ(simulate_table(three_policies()),
            R"(Scenario c-storage, 3 seeds: mean ± half width of its 95 % confidence interval.
'*' marks the best of a column. Stall is of the allocated GPU time.

                 lost   stranded      stall   productive   wait p95   inflation
policy        share %          %          %      k GPU-h          h         p95
--------------------------------------------------------------------------------
best-fit     10.3±0.2    1.3±0.2*  10.6±0.6    102.1±0.7    5.2±0.1   1.45±0.02
best-fit@7d   3.9±0.2    3.3±0.0    0.7±0.3    113.4±0.3    1.9±0.1   1.03±0.01
ragp-io       2.1±0.2*   1.7±0.2    0.5±0.0*   113.7±0.0*   1.1±0.1*  1.02±0.00*
Too wide to show: jobs finished, evictions (see --format json).

Lost share of all GPUs: █ stranded, ░ stalled
best-fit     ████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 10.3 %
best-fit@7d  ███████████████████░░░░ 3.9 %
ragp-io      ██████████░░ 2.1 %

ragp-io loses 2.1 % of the GPUs, 0.20 of what best-fit, the best 5-D baseline,
loses (10.3 %); best 7-D baseline: best-fit@7d 3.9 %.
)");
}

TEST(SimulateTable, FourteenPoliciesFit) {
  for (const std::uint64_t seeds : {1U, 5U}) {
    const auto runs = sample::fourteen_policies(seeds);
    for (const int width : {40, 60, 80, 120}) {
      const std::string text = simulate_table(runs, {.width = width});
      expect_tidy(text, static_cast<std::size_t>(width));
      EXPECT_THAT(text, HasSubstr("ragp-cosine@7d"));
      EXPECT_THAT(text, Not(HasSubstr(kEscape)));
    }
  }
}

TEST(SimulateTable, ColourChangesNothingElse) {
  std::string text = simulate_table(three_policies(), {.colour = true});
  EXPECT_THAT(text, HasSubstr("\x1b[1;32m"));
  for (const std::string_view code : {"\x1b[1;32m", "\x1b[0m"}) {
    for (auto at = text.find(code); at != std::string::npos; at = text.find(code)) {
      text.erase(at, code.size());
    }
  }
  EXPECT_EQ(text, simulate_table(three_policies()));
}

TEST(SimulateTable, AsciiIsAscii) {
  const std::string text = simulate_table(three_policies(), {.ascii = true});
  EXPECT_TRUE(
      std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; }));
  EXPECT_THAT(text, HasSubstr("+-"));
  expect_tidy(text, 80);
}

TEST(SimulateTable, OneSeedHasNoIntervals) {
  const std::string text = simulate_table(sample::fourteen_policies(1));
  EXPECT_THAT(text, HasSubstr("Scenario c-storage, 1 seed (so no intervals)."));
  EXPECT_THAT(text, Not(HasSubstr(kPlusMinus)));
}

TEST(SimulateTable, OnePolicy) {
  const std::vector<SimulateRun> runs{simulate_run("ragp-io", 0.015, 0.004)};
  const std::string text = simulate_table(runs);
  EXPECT_THAT(text, Not(HasSubstr("*")));
  EXPECT_THAT(unwrapped(text),
              HasSubstr("ragp-io loses 1.9 % of the GPUs: 1.5 % stranded, the rest stalled. It ran "
                        "alone: nothing to compare it with."));
}

TEST(SimulateTable, NothingToShow) {
  EXPECT_EQ(simulate_table({}), "");
  EXPECT_EQ(simulate_chart({}), "");
}

TEST(SimulateTable, OneTablePerScenario) {
  std::vector<SimulateRun> runs = three_policies();
  runs.push_back(simulate_run("random", 0.1, 0.1));
  runs.back().scenario = "other";
  const std::string text = simulate_table(runs);
  EXPECT_THAT(text, HasSubstr("\n\nScenario other, 1 seed"));
  EXPECT_THAT(simulate_chart(runs), HasSubstr("\n\nScenario other\n"));
}

TEST(SimulateTable, NoFinishedJobIsNotAShortWait) {
  std::vector<SimulateRun> runs{simulate_run("ragp-io", 0.01, 0.01), simulate_run("stuck", 0.9, 0),
                                simulate_run("random", 0.1, 0.1)};
  runs[1].jobs.finished = 0;
  runs[1].wait_s = {};
  runs[1].inflation = {};
  const std::string text = simulate_table(runs, {.width = 0, .chart = false});
  EXPECT_THAT(text, HasSubstr("No job finished with stuck.\n"));
  const auto line = split(text, '\n')[6];
  ASSERT_TRUE(line.starts_with("stuck")) << line;
  EXPECT_TRUE(line.ends_with("-")) << line;
  EXPECT_EQ(std::ranges::count(line, '-'), 2) << line;  // wait and inflation
  for (SimulateRun& run : runs) {
    run.jobs = {};
    run.wait_s = {};
    run.inflation = {};
  }
  EXPECT_THAT(simulate_table(runs), HasSubstr("No job finished with ragp-io, stuck, random.\n"));
}

TEST(SimulateTable, TellsOfJobsThatWentWrong) {
  std::vector<SimulateRun> runs{simulate_run("ragp-io", 0.01, 0.01),
                                simulate_run("random", 0.1, 0.1)};
  EXPECT_THAT(told(runs), Not(HasSubstr("Jobs that")));
  for (SimulateRun& run : runs) run.jobs.never_fits = 12;
  runs[1].jobs.failed = 7;
  EXPECT_THAT(told(runs), HasSubstr("Jobs that fit nowhere: 12 of 12000 submitted per run."));
  EXPECT_THAT(told(runs),
              HasSubstr("Jobs that failed: 0 (ragp-io) to 7 (random) of 12000 submitted per run."));
}

TEST(SimulateReading, OursWins) {
  const std::string text = told(sample::fourteen_policies(5));
  EXPECT_THAT(text,
              HasSubstr("ragp-io loses 1.9 % of the GPUs, 0.22 of what ragp-cosine, the best "
                        "5-D baseline, loses (8.7 %); best 7-D baseline: best-fit@7d 3.7 %."));
  EXPECT_THAT(text, Not(HasSubstr("noise")));
}

TEST(SimulateReading, OursDoesNotWin) {
  const std::vector<SimulateRun> runs{simulate_run("tetris", 0.07, 0.02),
                                      simulate_run("best-fit@7d", 0.03, 0.005),
                                      simulate_run("ragp-io", 0.04, 0.0)};
  EXPECT_THAT(told(runs), HasSubstr("best-fit@7d loses least, 3.5 % of the GPUs; ragp-io loses 4.0 "
                                    "%, rank 2 of 3; best 5-D baseline: tetris 9.0 %."));
}

TEST(SimulateReading, OursIsAbsent) {
  const std::vector<SimulateRun> runs{simulate_run("tetris", 0.07, 0.02),
                                      simulate_run("best-fit", 0.03, 0.005)};
  EXPECT_THAT(told(runs), HasSubstr("best-fit loses least, 3.5 % of the GPUs; tetris most, 9.0 %. "
                                    "ragp-io was not run."));
}

TEST(SimulateReading, OnlyOurs) {
  const std::vector<SimulateRun> runs{simulate_run("ragp-5d", 0.01, 0.03),
                                      simulate_run("ragp-io", 0.01, 0.01)};
  EXPECT_THAT(told(runs),
              HasSubstr("ragp-io loses 2.0 % of the GPUs, 0.50 of what ragp-5d loses (4.0 %)."));
}

TEST(SimulateReading, OnlySevenDimensionalBaselines) {
  const std::vector<SimulateRun> runs{simulate_run("tetris@7d", 0.03, 0.01),
                                      simulate_run("ragp-io", 0.01, 0.01)};
  EXPECT_THAT(told(runs), HasSubstr("ragp-io loses 2.0 % of the GPUs, 0.50 of what tetris@7d, the "
                                    "best 7-D baseline, loses (4.0 %). "));
}

TEST(SimulateReading, Ties) {
  std::vector<SimulateRun> runs{simulate_run("tetris", 0.07, 0.02),
                                simulate_run("best-fit@7d", 0.0199, 0.0),
                                simulate_run("ragp-io", 0.02, 0.0)};
  EXPECT_THAT(told(runs), HasSubstr("ragp-io loses 2.0 % of the GPUs, as much as best-fit@7d, 0.22 "
                                    "of what tetris, the best 5-D baseline, loses (9.0 %)"));
  runs.erase(runs.begin());
  EXPECT_THAT(told(runs), HasSubstr("All 2 policies lose the same, 2.0 % of the GPUs."));
}

TEST(SimulateReading, NothingLost) {
  const std::vector<SimulateRun> runs{simulate_run("tetris", 0.07, 0.02),
                                      simulate_run("ragp-io", 0.0, 0.0)};
  EXPECT_THAT(told(runs), HasSubstr("ragp-io loses 0.0 % of the GPUs, tetris, the best 5-D "
                                    "baseline: 9.0 %."));
}

TEST(SimulateReading, SaysWhenTheSeedsCannotTell) {
  std::vector<SimulateRun> runs;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    runs.push_back(simulate_run("ragp-io", 0.02, 0.0, seed));
    runs.push_back(simulate_run("tetris@7d", 0.01 + 0.006 * static_cast<double>(seed), 0.0, seed));
  }
  EXPECT_THAT(told(runs), HasSubstr("The difference between ragp-io and tetris@7d (0.2 points) is "
                                    "within the noise of 3 seeds."));
}

}  // namespace
}  // namespace ragp::report
