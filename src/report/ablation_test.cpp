// Tests of the ablation: differences that can be taken by hand.
// SPDX-License-Identifier: Apache-2.0
#include "report/ablation.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/ablation_files.h"
#include "report/sample_runs.h"

namespace ragp::report {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Two seeds; the second adds 0.02 of stranded to all. Ours stalls 0.05 blind and 0 seeing; tetris
// strands 0.04 more than ours, stalls as much blind and 0.01 seeing.
std::vector<SimulateRun> runs() {
  std::vector<SimulateRun> all;
  for (const std::uint64_t seed : {1U, 2U}) {
    const double shift = 0.02 * static_cast<double>(seed - 1);
    all.push_back(sample::simulate_run("ragp-io@5d", 0.01 + shift, 0.05, seed));
    all.push_back(sample::simulate_run("ragp-io@7d", 0.01 + shift, 0.0, seed));
    all.push_back(sample::simulate_run("tetris@5d", 0.05 + shift, 0.05, seed));
    all.push_back(sample::simulate_run("tetris@7d", 0.05 + shift, 0.01, seed));
  }
  return all;
}

TEST(Ablation, TellsSeeingFromGeometry) {
  const auto rows = ablation(runs());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].policy, "ragp-io");
  EXPECT_NEAR(rows[0].visibility.mean, 0.05, 1e-12);
  EXPECT_NEAR(rows[0].geometry_7d.mean, 0.0, 1e-12);
  const AblationRow& tetris = rows[1];
  EXPECT_EQ(tetris.scenario, "c-storage");
  EXPECT_NEAR(tetris.five.lost.mean, 0.11, 1e-12);
  EXPECT_NEAR(tetris.seven.lost.mean, 0.07, 1e-12);
  EXPECT_NEAR(tetris.five.stranded.mean, 0.06, 1e-12);
  EXPECT_NEAR(tetris.seven.stall.mean, 0.01 / 0.85, 1e-12);
  EXPECT_NEAR(tetris.visibility.mean, 0.04, 1e-12);
  EXPECT_NEAR(tetris.geometry_5d.mean, 0.04, 1e-12);
  EXPECT_NEAR(tetris.geometry_7d.mean, 0.05, 1e-12);
  // What the seed does to all is not in the differences.
  EXPECT_NEAR(tetris.geometry_7d.high - tetris.geometry_7d.low, 0.0, 1e-12);
  EXPECT_NEAR(tetris.five.lost.high - tetris.five.lost.low, 0.02, 1e-12);
}

TEST(Ablation, ATableNamesAllSeven) {
  const std::string text = ablation_table(ablation(runs()), {});
  EXPECT_THAT(text, StartsWith("Scenario c-storage: lost share"));
  EXPECT_THAT(text, HasSubstr("tetris   11.00 / 7.00  6.00 / 6.00  5.88 / 1.18  4.00 [4.00, 4.00]  "
                              "4.00 [4.00, 4.00]  5.00 [5.00, 5.00]\n"));
}

TEST(Ablation, JsonAndCsvSayTheSame) {
  const auto rows = ablation(runs());
  const auto json = nlohmann::json::parse(ablation_json({"1.2", "ragp ablation"}, rows));
  EXPECT_EQ(json["ragp"]["reproduce"], "ragp ablation");
  const auto& tetris = json["ablation"][1];
  EXPECT_EQ(tetris["scenario"], "c-storage");
  EXPECT_NEAR(tetris["five"]["high"].get<double>(), 0.12, 1e-12);
  EXPECT_NEAR(tetris["geometry_7d"]["mean"].get<double>(), 0.05, 1e-12);
  EXPECT_FALSE(json["ablation"][0].contains("geometry_7d"));
  const std::string csv = ablation_csv(rows);
  EXPECT_THAT(csv, StartsWith("scenario,policy,five.lost.mean,five.lost.low,five.lost.high,"));
  EXPECT_THAT(csv, HasSubstr(",,,,,,\nc-storage,tetris,"));
}

}  // namespace
}  // namespace ragp::report
