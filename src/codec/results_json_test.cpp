// The documented JSON: keys, their order, types, and what no_timing leaves out.
// SPDX-License-Identifier: Apache-2.0
#include "codec/results_json.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "codec/result_fields.h"

namespace ragp::codec {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;

SimulateRun simulate_run() {
  SimulateRun run;
  run.scenario = "a";
  run.policy = "best-fit@7d";
  run.seed = std::numeric_limits<std::uint64_t>::max();
  run.lost_share = 0.1;
  run.fragmentation = {.mean = 0.25, .p95 = 0.5, .of_idle = 0.75};
  run.wait_s = {.mean = 1, .at = {.p50 = 2, .p95 = 3, .p99 = 4}};
  run.jobs = {.submitted = 10, .finished = 5, .failed = 1, .never_fits = 2, .unfinished = 2};
  run.events = 100000;
  run.wall_s = 1.5;
  return run;
}

ReplayRun replay_run() {
  ReplayRun run;
  run.workload = "openb";
  run.policy = "random";
  run.seed = 3;
  run.allocation = {{130, 98.5}, {100, 97.0}};
  run.fragmentation_fgd = {{100, 2.5}, {130, 1.25}};
  run.first_refusal_pct = 88.0;
  run.refused_by_gpus = {{0, 0}, {8, 12}};
  run.placements_per_s = 1e5;
  run.wall_s = 0.5;
  return run;
}

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> all;
  for (const auto& item : json.items()) all.push_back(item.key());
  return all;
}

Json written(const SimulateRun& run, bool no_timing = false) {
  const std::vector<SummaryRow> rows{{"a", "best-fit@7d", "lost_share", 0.1, 0.0, 1},
                                     {"a", "best-fit@7d", "wall_s", 1.5, 0.0, 1}};
  const ResultsInfo info{.version = "0.1.0", .command = "simulate a", .no_timing = no_timing};
  return Json::parse(results_json(info, std::span(&run, 1), rows));
}

Json written(const ReplayRun& run, bool no_timing = false) {
  const std::vector<SummaryRow> rows{{"openb", "random", "allocation.100", 97.0, 0.5, 10},
                                     {"openb", "random", "placements_per_s", 1e5, 0.0, 10}};
  const ResultsInfo info{.version = "0.1.0", .command = "replay", .no_timing = no_timing};
  return Json::parse(results_json(info, std::span(&run, 1), rows));
}

TEST(ResultsJson, TopLevelKeysInOrder) {
  const Json json = written(simulate_run());
  EXPECT_THAT(keys(json), ElementsAre("ragp", "command", "runs", "summary"));
  EXPECT_THAT(keys(json["ragp"]), ElementsAre("version"));
  EXPECT_EQ(json["ragp"]["version"], "0.1.0");
  EXPECT_EQ(json["command"], "simulate a");
}

TEST(ResultsJson, SimulateKeysInOrder) {
  const Json json = written(simulate_run());
  const Json& run = json["runs"][0];
  EXPECT_THAT(keys(run),
              ElementsAre("scenario", "policy", "seed", "lost_share", "fragmentation",
                          "residual_health", "stall", "gpu_hours", "throughput", "wait_s",
                          "inflation", "jobs", "evictions", "events", "wall_s"));
  EXPECT_THAT(keys(run["fragmentation"]), ElementsAre("mean", "p95", "of_idle"));
  EXPECT_THAT(keys(run["residual_health"]), ElementsAre("hostable_share", "jobs_per_node"));
  EXPECT_THAT(keys(run["stall"]), ElementsAre("fraction", "gpu_hours"));
  EXPECT_THAT(keys(run["gpu_hours"]),
              ElementsAre("allocated", "productive", "idle", "idle_while_jobs_wait"));
  EXPECT_THAT(keys(run["throughput"]), ElementsAre("jobs_per_hour", "cv"));
  EXPECT_THAT(keys(run["wait_s"]), ElementsAre("mean", "p50", "p95", "p99"));
  EXPECT_THAT(keys(run["inflation"]), ElementsAre("p50", "p95", "p99"));
  EXPECT_THAT(keys(run["jobs"]),
              ElementsAre("submitted", "finished", "failed", "never_fits", "unfinished"));
  EXPECT_EQ(run["wait_s"].dump(), R"({"mean":1.0,"p50":2.0,"p95":3.0,"p99":4.0})");
  EXPECT_EQ(run["jobs"]["never_fits"].dump(), "2");
  EXPECT_EQ(run["events"].dump(), "100000");
  EXPECT_EQ(run["seed"].dump(), "18446744073709551615");
  EXPECT_EQ(run["lost_share"].dump(), "0.1");
}

TEST(ResultsJson, ReplayKeysInOrder) {
  const Json json = written(replay_run());
  EXPECT_EQ(json["runs"][0].dump(),
            R"({"workload":"openb","policy":"random","seed":3,)"
            R"("allocation":{"100":97.0,"130":98.5},"fragmentation_fgd":{"100":2.5,"130":1.25},)"
            R"("first_refusal_pct":88.0,"refused_by_gpus":{"0":0,"8":12},)"
            R"("placements_per_s":100000.0,"wall_s":0.5})");
}

TEST(ResultsJson, ReplayWithoutRefusalsKeepsTheKey) {
  ReplayRun run = replay_run();
  run.refused_by_gpus.clear();
  EXPECT_EQ(written(run)["runs"][0]["refused_by_gpus"].dump(), "{}");
}

TEST(ResultsJson, SummaryRows) {
  EXPECT_EQ(written(simulate_run())["summary"][0].dump(),
            R"({"scenario":"a","policy":"best-fit@7d","metric":"lost_share","mean":0.1,)"
            R"("ci95":0.0,"n":1})");
  EXPECT_EQ(written(replay_run())["summary"][0].dump(),
            R"({"workload":"openb","policy":"random","metric":"allocation.100","mean":97.0,)"
            R"("ci95":0.5,"n":10})");
}

TEST(ResultsJson, NoTimingDropsTimingsEverywhere) {
  SimulateRun slow = simulate_run();
  slow.wall_s = 99.0;
  EXPECT_EQ(written(simulate_run(), true).dump(), written(slow, true).dump());
  EXPECT_FALSE(written(slow, true)["runs"][0].contains("wall_s"));
  EXPECT_EQ(written(slow, true)["summary"].size(), 1U);
  EXPECT_EQ(written(slow, false)["summary"].size(), 2U);

  const Json replay = written(replay_run(), true);
  EXPECT_FALSE(replay["runs"][0].contains("wall_s"));
  EXPECT_FALSE(replay["runs"][0].contains("placements_per_s"));
  EXPECT_EQ(replay["summary"].size(), 1U);
}

TEST(ResultsJson, Layout) {
  const ResultsInfo info{.version = "1", .command = "simulate"};
  EXPECT_EQ(results_json(info, std::span<const SimulateRun>{}, {}),
            "{\n  \"ragp\": {\n    \"version\": \"1\"\n  },\n  \"command\": \"simulate\",\n"
            "  \"runs\": [],\n  \"summary\": []\n}\n");
}

TEST(ResultsJson, NamesMayHoldAnyBytes) {
  SimulateRun run = simulate_run();
  run.scenario = "caf\xE9 \"x\"\n";
  EXPECT_EQ(written(run)["runs"][0]["scenario"], "caf\xEF\xBF\xBD \"x\"\n");
}

TEST(ResultsJsonDeathTest, NotFiniteAborts) {
  SimulateRun run = simulate_run();
  run.stall.fraction = std::numeric_limits<double>::quiet_NaN();
  EXPECT_DEATH((void)written(run), "isfinite");
  run.stall.fraction = std::numeric_limits<double>::infinity();
  EXPECT_DEATH((void)written(run), "isfinite");
}

TEST(ResultsJson, ExperimentsAreThereWhereTheyWereMade) {
  std::vector runs{replay_run(), replay_run()};
  runs[1].compaction = {.nodes = 40, .share = 0.8, .gpus = 160};
  runs[1].inflation_factor = 1.25;
  runs[1].departures = {
      .accepted_share = 0.9, .allocated_share = 0.85, .refused_by_gpus = {{8, 3}}};
  const std::vector<PairedRow> pairs{{"openb", "a", "b", "inflation.factor", 0.1, 0.05, 0.15, 2}};
  const Json json =
      Json::parse(results_json({.command = "replay"}, std::span<const ReplayRun>(runs), {}, pairs));
  EXPECT_FALSE(json["runs"][0].contains("compaction"));
  EXPECT_FALSE(json["runs"][0].contains("departures"));
  const Json& made = json["runs"][1];
  EXPECT_EQ(made["compaction"].dump(), R"({"nodes":40,"share":0.8,"gpus":160})");
  EXPECT_EQ(made["inflation"].dump(), R"({"factor":1.25})");
  EXPECT_EQ(made["departures"].dump(),
            R"({"accepted_share":0.9,"allocated_share":0.85,"refused_by_gpus":{"8":3}})");
  EXPECT_FALSE(made.contains("departures_trace"));
  EXPECT_EQ(json["paired"][0].dump(),
            R"({"workload":"openb","policy":"a","against":"b","metric":"inflation.factor",)"
            R"("mean":0.1,"low":0.05,"high":0.15,"n":2})");
}

}  // namespace
}  // namespace ragp::codec
