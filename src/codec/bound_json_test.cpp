// Tests of the JSON of bounds, and of reading the allocations of a replay.
// SPDX-License-Identifier: Apache-2.0
#include "codec/bound_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ragp::codec {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

BoundReport report() {
  BoundReport r{.workload = "default", .accepted_until = 90.0};
  for (const std::uint64_t seed : {1U, 2U}) {
    const double bound = seed == 1 ? 96.0 : 97.0;
    r.runs.push_back({.variant = "any",
                      .seed = seed,
                      .demand = 100,
                      .bound = bound,
                      .gap = 0.01,
                      .certified = true,
                      .rounds = 5,
                      .columns = 30,
                      .wall_s = 1.5});
    r.runs.push_back({.variant = "cpu_kept",
                      .seed = seed,
                      .demand = 100,
                      .feasible = seed == 1,
                      .bound = 95.0,
                      .gap = 0.04,
                      .certified = true,
                      .rounds = 2,
                      .columns = 40});
  }
  r.gap_closed["ragp-io"][100] = 0.25;
  return r;
}

TEST(BoundJson, HoldsMeansOverTheSeedsAndNullWhereOneIsInfeasible) {
  const Json json = Json::parse(bound_json({.version = "1", .command = "bound"}, report()));
  EXPECT_EQ(json["bound"]["100"], 96.5);
  EXPECT_EQ(json["variants"]["any"]["100"], 96.5);
  EXPECT_TRUE(json["variants"]["cpu_kept"]["100"].is_null());
  EXPECT_EQ(json["gaps"]["cpu_kept"]["100"], 0.04);
  EXPECT_EQ(json["columns"], 40);
  EXPECT_EQ(json["rounds"], 14);
  EXPECT_EQ(json["certified"], true);
  EXPECT_EQ(json["gap"], 0.04);
  EXPECT_EQ(json["wall_s"], 3.0);
  EXPECT_EQ(json["gap_closed"]["ragp-io"]["100"], 0.25);
  EXPECT_TRUE(json["runs"][3]["bound"].is_null());
}

TEST(BoundJson, NoTimingLeavesOutWhatDependsOnTheMachine) {
  const auto text = bound_json({.version = "1", .command = "bound", .no_timing = true}, report());
  EXPECT_THAT(text, ::testing::Not(HasSubstr("wall_s")));
}

TEST(BoundJson, ReadsTheMeanAllocationsOfAWorkload) {
  const auto read = parse_allocations(R"({"summary": [
    {"workload": "default", "policy": "fgd", "metric": "allocation.100", "mean": 95.5},
    {"workload": "default", "policy": "fgd", "metric": "first_refusal_pct", "mean": 90},
    {"workload": "other", "policy": "fgd", "metric": "allocation.130", "mean": 1}]})",
                                      "r.json", "default");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, (Allocations{{"fgd", {{100, 95.5}}}}));
}

std::string error_of(std::string_view content) {
  const auto read = parse_allocations(content, "r.json", "default");
  return read ? "no error" : read.error().message;
}

TEST(BoundJson, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(error_of("{"), HasSubstr("r.json: expected the JSON"));
  EXPECT_THAT(error_of("[]"), HasSubstr("r.json: expected the JSON"));
  EXPECT_THAT(error_of(R"({"summary": []})"), HasSubstr("no GPU allocation of workload 'default'"));
  EXPECT_THAT(error_of(R"({"summary": [{"workload": "default", "policy": 3}]})"),
              HasSubstr("r.json: summary[0]: key 'policy'"));
  EXPECT_THAT(error_of(R"({"summary": [{"workload": "default", "policy": "fgd",
                "metric": "allocation.100", "mean": "high"}]})"),
              HasSubstr("summary[0]: key 'mean' of 'allocation.100'"));
}

}  // namespace
}  // namespace ragp::codec
