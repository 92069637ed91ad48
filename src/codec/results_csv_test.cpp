// The CSV: header, numbers, quoting, missing keys, and what no_timing leaves out.
// SPDX-License-Identifier: Apache-2.0
#include "codec/results_csv.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "codec/result_fields.h"

namespace ragp::codec {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::Not;

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> all = split(text, '\n');
  EXPECT_TRUE(all.back().empty()) << "no newline at the end";
  all.pop_back();
  return all;
}

ReplayRun replay_run(std::string policy) {
  ReplayRun run;
  run.workload = "openb";
  run.policy = std::move(policy);
  run.seed = 7;
  run.allocation = {{100, 97.5}};
  run.fragmentation_fgd = {{100, 2.0}};
  run.placements_per_s = 1000.0;
  return run;
}

TEST(ResultsCsv, SimulateHeader) {
  EXPECT_EQ(results_csv(std::span<const SimulateRun>{}),
            "scenario,policy,seed,lost_share,fragmentation.mean,fragmentation.p95,"
            "fragmentation.of_idle,residual_health.hostable_share,residual_health.jobs_per_node,"
            "stall.fraction,stall.gpu_hours,gpu_hours.allocated,gpu_hours.productive,"
            "gpu_hours.idle,gpu_hours.idle_while_jobs_wait,throughput.jobs_per_hour,throughput.cv,"
            "wait_s.mean,wait_s.p50,wait_s.p95,wait_s.p99,inflation.p50,inflation.p95,"
            "inflation.p99,jobs.submitted,jobs.finished,jobs.failed,jobs.never_fits,"
            "jobs.unfinished,evictions,events,wall_s\n");
}

TEST(ResultsCsv, NumbersReadBackAndCountsStayWhole) {
  SimulateRun run;
  run.scenario = "a";
  run.policy = "p";
  run.lost_share = 0.1 + 0.2;
  run.events = 100000;
  run.wall_s = 2.5;
  const std::string csv = results_csv(std::span(&run, 1));
  const auto cells = split(lines(csv)[1], ',');
  EXPECT_EQ(cells.size(), split(lines(csv)[0], ',').size());
  EXPECT_EQ(cells[3], "0.30000000000000004");
  EXPECT_EQ(parse_number<double>(cells[3]), run.lost_share);
  EXPECT_EQ(cells[cells.size() - 2], "100000");
  EXPECT_EQ(cells.back(), "2.5");
}

TEST(ResultsCsv, QuotesWhereNeeded) {
  SimulateRun run;
  run.scenario = "a,b";
  run.policy = "say \"hi\"\nthere";
  const std::string csv = results_csv(std::span(&run, 1));
  EXPECT_NE(csv.find("\n\"a,b\",\"say \"\"hi\"\"\nthere\",0,"), std::string::npos) << csv;
}

TEST(ResultsCsv, ReplayColumnsAreTheUnionOfKeys) {
  std::vector<ReplayRun> runs{replay_run("x"), replay_run("y")};
  runs[0].refused_by_gpus = {{8, 2}};
  runs[1].allocation[130] = 99.0;
  EXPECT_THAT(lines(results_csv(runs)),
              ElementsAre("workload,policy,seed,allocation.100,allocation.130,"
                          "fragmentation_fgd.100,first_refusal_pct,refused_by_gpus.8,"
                          "placements_per_s,wall_s",
                          "openb,x,7,97.5,,2,0,2,1000,0", "openb,y,7,97.5,99,2,0,0,1000,0"));
}

TEST(ResultsCsv, NoTiming) {
  const std::vector<ReplayRun> replays{replay_run("x")};
  const std::string replay = results_csv(replays, {.no_timing = true});
  EXPECT_THAT(replay, Not(testing::HasSubstr("wall_s")));
  EXPECT_THAT(replay, Not(testing::HasSubstr("placements_per_s")));
  const std::vector<SimulateRun> runs(1);
  EXPECT_THAT(lines(results_csv(runs, {.no_timing = true}))[0], EndsWith(",evictions,events"));
}

TEST(ResultsCsvDeathTest, NotFiniteAborts) {
  std::vector<SimulateRun> runs(1);
  runs[0].lost_share = std::numeric_limits<double>::quiet_NaN();
  EXPECT_DEATH((void)results_csv(runs), "isfinite");
}

TEST(ResultFields, OneListFeedsAll) {
  const std::vector<SimulateRun> runs(1);
  EXPECT_EQ(result_columns(runs).size(), simulate_fields().size());
  EXPECT_TRUE(is_timing("wall_s"));
  EXPECT_TRUE(is_timing("placements_per_s"));
  EXPECT_FALSE(is_timing("lost_share"));
  EXPECT_FALSE(is_timing("allocation.100"));
}

TEST(ResultsCsv, AnExperimentThatOnlySomeRunsMadeLeavesEmptyCells) {
  std::vector runs{replay_run("a"), replay_run("b")};
  runs[1].departures = {
      .accepted_share = 0.5, .allocated_share = 0.25, .refused_by_gpus = {{2, 4}}};
  const std::string csv = results_csv(std::span<const ReplayRun>(runs), {.no_timing = true});
  EXPECT_THAT(lines(csv)[0], EndsWith("first_refusal_pct,departures.accepted_share,"
                                      "departures.allocated_share,departures.refused_by_gpus.2"));
  EXPECT_THAT(lines(csv)[1], EndsWith(",,,"));
  EXPECT_THAT(lines(csv)[2], EndsWith(",0.5,0.25,4"));
}

}  // namespace
}  // namespace ragp::codec
