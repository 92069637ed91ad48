// The built-in scenarios: that they load, what their mix comes to, and that every job fits
// somewhere.
// SPDX-License-Identifier: Apache-2.0
#include "codec/builtin.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragp::codec {
namespace {

using ::testing::HasSubstr;

Scenario load(const std::string& name) {
  auto s = load_scenario(name);
  EXPECT_TRUE(s) << s.error().message;
  return std::move(s).value_or(Scenario{});
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in(std::filesystem::path(RAGP_SOURCE_DIR) / path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Builtin, HasTheScenariosOfTheFolder) {
  std::vector<std::string> names;
  for (const EmbeddedFile& f : builtin_scenarios()) names.emplace_back(f.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"A", "B", "C", "D"}));
  EXPECT_TRUE(std::ranges::is_sorted(names));
  for (const EmbeddedFile& f : embedded_files()) {
    EXPECT_EQ(f.text, content(std::filesystem::path("scenarios") / f.file)) << f.file;
  }
}

TEST(Builtin, EveryScenarioLoadsAndSurvivesWriting) {
  for (const EmbeddedFile& f : builtin_scenarios()) {
    const Scenario s = load(std::string(f.name));
    EXPECT_EQ(s.name, f.name);
    EXPECT_FALSE(s.title.empty() || s.about.empty()) << f.file;
    const auto back = parse_scenario(write_scenario(s), "w.toml", {}, Catalogue{});
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, s) << f.file;
  }
}

// B, C and D differ from A in what they are about, and in nothing else.
TEST(Builtin, ScenariosBuildOnA) {
  const Scenario a = load("a");
  Scenario b = load("B");
  EXPECT_EQ(b.arrivals.pattern, ArrivalSpec::Pattern::kBursty);
  b.arrivals = a.arrivals;
  Scenario c = load("C");
  EXPECT_EQ(c.background.size(), 3U);
  c.background.clear();
  Scenario d = load("D");
  EXPECT_TRUE(d.breathing);
  EXPECT_EQ(d.background, load("C").background);
  d.breathing = false;
  d.background.clear();
  for (Scenario* s : {&b, &c, &d}) {
    s->name = a.name;
    s->title = a.title;
    s->about = a.about;
    EXPECT_EQ(*s, a);
  }
}

TEST(Builtin, LoadsFilesToo) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "ragp_builtin_test.toml";
  std::ofstream(path) << "base = \"c\"\n[cluster]\nnodes = 3\n";
  const auto s = load_scenario(path.string(), std::vector<Override>{{"workload.load", "0.5"}});
  std::filesystem::remove(path);
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->name, "ragp_builtin_test");
  EXPECT_EQ(s->nodes, 3);
  EXPECT_EQ(s->load, 0.5);
  EXPECT_EQ(s->background.size(), 3U);
}

TEST(Builtin, TheExampleOfTheDocumentationLoads) {
  const std::string text = content("docs/formats.md");
  const std::string fence = "```toml\n";
  const std::size_t from = text.find(fence) + fence.size();
  const std::string example = text.substr(from, text.find("```", from) - from);
  const auto s = parse_scenario(example, "docs/formats.md", {}, builtin_catalogue());
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->name, "small");
  EXPECT_EQ(s->cluster.size(), 2U);
}

TEST(Builtin, SaysWhatThereIsWhereANameIsUnknown) {
  EXPECT_THAT(load_scenario("Z").error().message,
              HasSubstr("no scenario and no file is named 'Z' (built-in scenarios: A, B, C, D"));
  EXPECT_THAT(load_scenario("").error().message, HasSubstr("'' (empty)"));
  EXPECT_FALSE(load_scenario("no/such/file.toml"));
  EXPECT_FALSE(load_scenario(::testing::TempDir()));  // a folder
}

// ---- the catalogue ------------------------------------------------------------------------------

TEST(BuiltinCatalogue, EveryTypeSaysWhereItsFiguresComeFrom) {
  for (const NodeType& n : builtin_catalogue().node_types)
    EXPECT_GT(n.source.size(), 40U) << n.name;
  for (const JobType& j : builtin_catalogue().job_types) EXPECT_GT(j.source.size(), 40U) << j.name;
}

// What a task may need at some time: its demand, a load, a burst, its memory at full growth.
Resources most(const JobType& j) {
  Resources r = j.demand;
  r[Dim::kHbm] += j.hbm_growth;
  r[Dim::kStorage] = std::max(r[Dim::kStorage], j.load.mbps);
  for (std::size_t i = 0; i < kFeeds.size(); ++i) {
    r[kFeeds[i]] = std::max(r[kFeeds[i]], j.burst.needs[i]);
  }
  return r;
}

constexpr double kMargin = 0.95;  // of a node, so that none is filled to the brim by one task

bool fits_with_margin(const JobType& j, const NodeType& n) {
  const bool allowed =
      j.gpus == 0 || j.models.empty() || std::ranges::find(j.models, n.gpu_model) != j.models.end();
  const Resources need = most(j);
  const bool all = std::ranges::all_of(kDims, [&](const DimInfo& d) {
    return d.dim == Dim::kSm || need[d.dim] <= kMargin * n.capacity[d.dim];
  });
  return allowed && j.gpus <= n.gpus && all;
}

TEST(BuiltinCatalogue, EveryJobFitsSomeNodeOfScenarioA) {
  const Scenario a = load("A");
  for (const JobType& j : builtin_catalogue().job_types) {
    EXPECT_TRUE(std::ranges::any_of(a.node_types, [&](const NodeType& n) {
      return fits_with_margin(j, n);
    })) << j.name;
  }
}

// ---- what the mix of scenario A comes to --------------------------------------------------------

double mean_hours(const JobType& j) {
  return j.median_h * std::exp(j.log_sigma * j.log_sigma / 2);
}
// Of one job, in hours of whole GPUs.
double gpu_hours(const JobType& j) {
  return mean_hours(j) * j.gpus * j.tasks * j.demand[Dim::kSm] / kWholeGpu;
}

// The mean of a feed while a job runs: steady work, bursts, and the load at its start.
double mean_need(const JobType& j, std::size_t feed) {
  const double steady = j.demand[kFeeds[feed]];
  double mean = steady;
  if (j.burst.every_s > 0) {
    mean = (steady * j.burst.every_s + j.burst.needs[feed] * j.burst.length_s) /
           (j.burst.every_s + j.burst.length_s);
  }
  if (kFeeds[feed] == Dim::kStorage) mean += j.load.mb / (mean_hours(j) * 3600);
  return mean;
}

Shares mean_demand(const JobType& j) {
  Shares demand;
  for (const Dim d : {Dim::kCpu, Dim::kRam}) demand[d] = j.demand[d];
  for (const Dim d : {Dim::kSm, Dim::kHbm}) {
    demand[d] = static_cast<double>(j.gpus) * j.demand[d];
  }
  for (std::size_t i = 0; i < kFeeds.size(); ++i) demand[kFeeds[i]] = mean_need(j, i);
  return demand;
}

struct Load {
  std::map<std::string, double> gpu_share;  // job type -> share of all GPU-hours
  Shares used;                              // of the healthy capacity, at the scenario's load
  double jobs_per_hour = 0.0;
};

Load load_of(const Scenario& s) {
  const auto weight = [](const std::vector<Part>& mix, const std::string& type) {
    return std::ranges::find(mix, type, &Part::type)->weight;
  };
  Shares capacity;
  double all_nodes = 0.0;
  for (const Part& part : s.cluster) all_nodes += part.weight;
  for (const NodeType& n : s.node_types) {
    for (const DimInfo& d : kDims) {
      const bool per_device = d.dim == Dim::kSm || d.dim == Dim::kHbm;
      capacity[d.dim] += s.nodes * weight(s.cluster, n.name) / all_nodes * n.capacity[d.dim] *
                         (per_device ? n.gpus : 1);
    }
  }
  double hours = 0.0;
  for (const JobType& j : s.job_types) hours += weight(s.mix, j.name) * gpu_hours(j);
  Load load;
  const double rate = s.load * capacity[Dim::kSm] / kWholeGpu / hours;  // jobs/h per weight
  for (const JobType& j : s.job_types) {
    const double jobs = rate * weight(s.mix, j.name);
    load.jobs_per_hour += jobs;
    load.gpu_share[j.name] = weight(s.mix, j.name) * gpu_hours(j) / hours;
    const Shares demand = mean_demand(j);
    for (const DimInfo& d : kDims) {
      load.used[d.dim] += jobs * mean_hours(j) * j.tasks * demand[d.dim] / capacity[d.dim];
    }
  }
  return load;
}

TEST(BuiltinMix, SharesArePlausible) {
  const Load load = load_of(load_scenario("A").value());
  const std::set<std::string> serving{"llm-8b", "llm-70b", "rag", "diffusion", "multimodal"};
  const std::set<std::string> batch{"embed", "cpu-etl"};
  double serving_share = 0.0;
  double batch_share = 0.0;
  for (const auto& [type, share] : load.gpu_share) {
    std::printf("%-16s %5.1f %% of the GPU-hours\n", type.c_str(), 100 * share);
    if (serving.contains(type)) serving_share += share;
    if (batch.contains(type)) batch_share += share;
  }
  for (const DimInfo& d : kDims) {
    std::printf("%-16s %5.1f %% of the capacity\n", std::string(d.name).c_str(),
                100 * load.used[d.dim]);
  }
  std::printf("%.0f jobs per hour\n", load.jobs_per_hour);
  EXPECT_NEAR(serving_share, 0.45, 0.03);
  EXPECT_NEAR(1 - serving_share - batch_share, 0.45, 0.03);
  EXPECT_NEAR(load.used[Dim::kSm], 0.85, 1e-9);
  EXPECT_GE(load.used[Dim::kStorage], 0.55);
  EXPECT_LE(load.used[Dim::kStorage], 0.65);
  for (const Dim d : {Dim::kCpu, Dim::kRam, Dim::kHbm, Dim::kNet, Dim::kIoCpu}) {
    EXPECT_LT(load.used[d], 0.75) << info(d).name;
  }
}

}  // namespace
}  // namespace ragp::codec
