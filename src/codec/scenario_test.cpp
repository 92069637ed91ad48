// Scenario files: what is read, what is refused, and how it is said.
// SPDX-License-Identifier: Apache-2.0
#include "codec/scenario.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "codec/builtin.h"

namespace ragp::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kTypes = R"(
[node_types.big]
gpu_model = "X"
gpus = 8
cpu = 96_000
ram = 1_000_000
hbm = 80_000
storage = 14_000
[node_types.small]
cpu = 8_000
ram = 64_000
[job_types.serve]
gpus = 1
cpu = 4_000
ram = 32_000
median_h = 2
sm = 500
hbm = 20_000
hbm_growth = 4_000
storage = 500
load = { mb = 16_000, mbps = 2_000 }
[job_types.etl]
cpu = 4_000
ram = 16_000
median_h = 0.5
)";

constexpr std::string_view kScenario = R"(name = "T"
[cluster]
mix = { big = 1 }
[workload]
mix = { serve = 3, etl = 1 }
)";

Catalogue types() {
  auto parsed = parse_catalogue(kTypes, "types.toml");
  EXPECT_TRUE(parsed) << parsed.error().message;
  return std::move(parsed).value_or(Catalogue{});
}

Result<Scenario> parse(const std::string& text, const std::vector<std::string>& sets = {}) {
  std::vector<Override> overrides;
  for (const std::string& set : sets) {
    auto change = parse_override(set);
    if (!change) return std::unexpected(change.error());
    overrides.push_back(std::move(*change));
  }
  return parse_scenario(text, "t.toml", overrides, types());
}

std::string error_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  const auto parsed = parse(text, sets);
  if (parsed) return "no error";
  EXPECT_EQ(parsed.error().code, Errc::kInput);
  return parsed.error().message;
}

std::string with(std::string_view more) {
  return std::string(kScenario) + std::string(more);
}

TEST(Scenario, AbsentKeysKeepTheirDefaults) {
  const auto s = parse(with(""));
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->name, "T");
  EXPECT_EQ(s->hours, Scenario{}.hours);
  EXPECT_EQ(s->queue, QueueOptions{});
  EXPECT_EQ(s->overflow, OverflowOptions{});
  EXPECT_EQ(s->arrivals, ArrivalSpec{});
  EXPECT_TRUE(s->background.empty());
}

TEST(Scenario, HoldsTheTypesItUsesByName) {
  const auto s = parse(with(""));
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_THAT(s->cluster, ElementsAre(Part{.type = "big", .weight = 1}));
  EXPECT_THAT(s->mix,
              ElementsAre(Part{.type = "etl", .weight = 1}, Part{.type = "serve", .weight = 3}));
  ASSERT_EQ(s->node_types.size(), 1U);
  EXPECT_EQ(s->node_types[0].name, "big");
  EXPECT_EQ(s->node_types[0].capacity[Dim::kSm], kWholeGpu);
  ASSERT_EQ(s->job_types.size(), 2U);
  EXPECT_EQ(s->job_types[0].name, "etl");
  EXPECT_EQ(s->job_types[1].demand[Dim::kStorage], 500);
}

TEST(Scenario, ReadsEverySection) {
  const auto s = parse(with(R"(
[run]
hours = 24
warmup_h = 2.5
[arrivals]
pattern = "bursty"
peak = 3
[queue]
hold_after_min = 45
overtake_h = 1.5
[overflow]
mode = "evict"
touch_s = 20
[background.rebuild]
share = 0.15
hours = [5, 54]
storage = [0.3, 0.6]
io_cpu = 2000
)"));
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->hours, 24);
  EXPECT_EQ(s->warmup_h, 2.5);
  EXPECT_EQ(s->arrivals.pattern, ArrivalSpec::Pattern::kBursty);
  EXPECT_EQ(s->arrivals.peak, 3);
  EXPECT_EQ(s->queue.hold_after, std::chrono::minutes(45));
  EXPECT_EQ(s->queue.overtake, std::chrono::minutes(90));
  EXPECT_EQ(s->overflow.mode, OverflowOptions::Mode::kEvict);
  EXPECT_EQ(s->overflow.touch, std::chrono::seconds(20));
  EXPECT_THAT(s->background, ElementsAre(BackgroundType{.name = "rebuild",
                                                        .share = 0.15,
                                                        .hours = {.low = 5, .high = 54},
                                                        .storage = {.low = 0.3, .high = 0.6},
                                                        .io_cpu = 2000}));
}

TEST(Scenario, ChangesOnlyTheGivenKeysOfAKnownType) {
  const auto s = parse(with("[job_types.serve]\nstorage = 7\nload = { mb = 5 }\n"));
  ASSERT_TRUE(s) << s.error().message;
  const JobType& serve = s->job_types[1];
  EXPECT_EQ(serve.demand[Dim::kStorage], 7);
  EXPECT_EQ(serve.demand[Dim::kHbm], 20'000);
  EXPECT_EQ(serve.load, (Transfer{.mb = 5, .mbps = 2'000}));
}

TEST(Scenario, AddsTypesOfItsOwn) {
  const auto s = parse(
      "[cluster]\nmix = { mine = 1 }\n[workload]\nmix = { etl = 1 }\n[node_types.mine]\ncpu = "
      "5\nram = 6\n");
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->name, "t");  // the stem of the file's name
  EXPECT_EQ(s->node_types[0].name, "mine");
  EXPECT_EQ(s->node_types[0].capacity[Dim::kCpu], 5);
}

struct Refusal {
  std::string_view text;
  std::string_view message;
};

// Lines count from kScenario's five.
constexpr std::array kRefusals{
    Refusal{"[run]\nhuors = 3", "t.toml:7:1: unknown key 'run.huors' (did you mean 'hours'?)"},
    Refusal{"[clustre]", "t.toml:6:2: unknown key 'clustre' (did you mean 'cluster'?)"},
    Refusal{"[job_types.serve.load]\nmbs = 1", "unknown key 'job_types.serve.load.mbs'"},
    Refusal{"[run]\nhours = \"3\"",
            "t.toml:7:9: key 'run.hours': found the string '3', expected a number above 0, at most "
            "87600"},
    Refusal{"[run]\nhours = nan", "found nan, expected a number above 0"},
    Refusal{"[run]\nhours = inf", "found inf, expected"},
    Refusal{"[run]\nhours = -1", "found -1, expected"},
    Refusal{"[run]\nhours = 1979-05-27", "found a date or time, expected"},
    Refusal{"[run]\nhours = 5",
            "t.toml:7:9: key 'run.warmup_h': found 12, expected less than "
            "run.hours, which is 5"},
    Refusal{"[run]\nwarmup_h = 72", "key 'run.warmup_h': found 72, expected less than run.hours"},
    Refusal{"[arrivals]\npattern = \"busty\"",
            "key 'arrivals.pattern': found the string 'busty', expected 'poisson' or 'bursty'"},
    Refusal{"[arrivals]\npattern = \"bursty\"\npeak = 20\n",
            "t.toml:8:8: key 'arrivals.peak': found 20, expected at most 10"},
    Refusal{"[overflow]\nmode = 1", "key 'overflow.mode': found 1, expected 'spill' or 'evict'"},
    Refusal{"[overflow]\nmax_evictions = 1.5",
            "found 1.5, expected a whole number from 0 to 1000000"},
    Refusal{"[background]\nrebuild = 3", "key 'background.rebuild': found 3, expected a table"},
    Refusal{"[background.x]\nshare = 1.0", "found 1, expected a number from 0 to below 1"},
    Refusal{"[background.x]\nshare = 0.1", "key 'background.x.hours': found none, expected"},
    Refusal{"[background.x]\nhours = [5, 4]",
            "t.toml:7:10: key 'background.x.hours': found 5, expected at most the high end, 4"},
    Refusal{"[background.x]\nhours = [5]", "found an array, expected two numbers, [low, high]"},
    Refusal{"[background.x]\nhours = [5, true]", "found true, expected a number"},
    Refusal{"[background.\"x y\"]\nshare = 0", "a name may only have letters, digits"},
    Refusal{"[node_types.big]\ngpus = 0", "t.toml:7:8: key 'node_types.big.gpu_model': found 'X'"},
    Refusal{"[node_types.big]\ngpus = 33", "found 33, expected a whole number from 0 to 32"},
    Refusal{"[node_types.big]\nsm = 1000", "unknown key 'node_types.big.sm'"},
    Refusal{"[node_types.n]\ncpu = 1\nram = 1\ngpus = 1\ngpu_model = \"Y\"",
            "key 'node_types.n.hbm': found 0"},
    Refusal{"[node_types.n]\ngpu_model = \"Y Z\"", "found the string 'Y Z', expected a name of"},
    Refusal{"[job_types.serve]\ngpus = 0", "key 'job_types.serve.sm': found 500, expected 0"},
    Refusal{"[job_types.serve]\nsm = 1001", "found 1001, expected a whole number from 0 to 1000"},
    Refusal{"[job_types.serve]\nstorage = 99999999999",
            "found 99999999999, expected a whole number"},
    Refusal{"[job_types.serve]\ntasks = 0", "found 0, expected a whole number from 1"},
    Refusal{"[job_types.serve]\nmodels = \"X\"", "found the string 'X', expected a list of names"},
    Refusal{"[job_types.serve]\nmodels = [1]", "found 1, expected a string"},
    Refusal{"[job_types.serve]\nload = { mbps = 0 }", "key 'job_types.serve.load.mbps': found 0"},
    Refusal{"[job_types.serve]\nburst = { every_s = 5 }", "key 'job_types.serve.burst.length_s'"},
    Refusal{"[job_types.serve]\ncheckpoints = true", "key 'job_types.serve.checkpoints'"},
    Refusal{"[job_types.etl]\nbreathing = { period_s = 5 }", "key 'job_types.etl.hbm_growth'"},
    Refusal{"[job_types.new]\ncpu = 0\nram = 0\nmedian_h = 1",
            "key 'job_types.new': found a type that asks for"},
    Refusal{"[job_types.new]\ncpu = 0\nram = 0\nmedian_h = 1\ngpus = 1",
            "key 'job_types.new.sm': found 0"},
    Refusal{"[job_types.sreve]\nstorage = 9",
            "t.toml:6:1: key 'job_types.sreve.cpu': missing, but a new type needs it (did you mean "
            "the type 'serve'?)"},
    Refusal{"[node_types.other]\ncpu = 9", "key 'node_types.other.ram': missing, but a new type"},
    Refusal{"base = \"A\"", "unknown key 'workload.base'"},
    Refusal{"x = [1,\n", "t.toml:6:9: not valid TOML: "},
    Refusal{"[run]\n[run]", "t.toml:7:1: not valid TOML: "},
};

TEST(Scenario, SaysWhereAndWhatIsWrong) {
  for (const Refusal& r : kRefusals) {
    EXPECT_THAT(error_of(with(r.text)), HasSubstr(r.message)) << r.text;
  }
}

TEST(Scenario, ChecksTheMixes) {
  EXPECT_THAT(error_of("[cluster]\nmix = { big = 1 }\n"),
              HasSubstr("t.toml: key 'workload.mix': found no types, expected a table"));
  const auto mix = [](std::string_view text) {
    return error_of("[cluster]\nmix = " + std::string(text) + "\n[workload]\nmix = { etl = 1 }\n");
  };
  EXPECT_THAT(mix("{}"), HasSubstr("t.toml:2:7: key 'cluster.mix': found no types"));
  EXPECT_THAT(mix("{ big = 0 }"), HasSubstr("key 'cluster.mix': found no weight above 0"));
  EXPECT_THAT(mix("{ big = -1 }"), HasSubstr("key 'cluster.mix.big': found -1, expected a number"));
  EXPECT_THAT(mix("{ big = nan }"), HasSubstr("found nan, expected"));
  EXPECT_THAT(mix("{ bog = 1 }"),
              HasSubstr("t.toml:2:15: key 'cluster.mix.bog': no such type (did you mean 'big'?)"));
  EXPECT_THAT(mix("[1]"), HasSubstr("found an array, expected a table"));
}

TEST(Scenario, OverridesApplyBeforeReading) {
  const auto s = parse(with(""), {"cluster.nodes=7", "workload.load = 0.5",
                                  "arrivals.pattern=bursty", "job_types.serve.storage=9",
                                  "background.scrub.share=0.5", "background.scrub.hours=[1, 2]",
                                  "background.scrub.storage=[0.5, 0.5]", "title=a b", "nodes=1"});
  EXPECT_THAT(s.error().message, HasSubstr("--set nodes=1: unknown key 'nodes'"));
  const auto t =
      parse(with(""), {"cluster.nodes=7", "workload.load = 0.5", "arrivals.pattern=bursty",
                       "job_types.serve.storage=9", "cluster.nodes=8", "title=a b"});
  ASSERT_TRUE(t) << t.error().message;
  EXPECT_EQ(t->nodes, 8);  // the last one wins
  EXPECT_EQ(t->load, 0.5);
  EXPECT_EQ(t->title, "a b");
  EXPECT_EQ(t->arrivals.pattern, ArrivalSpec::Pattern::kBursty);
  EXPECT_EQ(t->job_types[1].demand[Dim::kStorage], 9);
}

TEST(Scenario, OverridesOfAMix) {
  const auto one = parse(with(""), {"workload.mix.etl=5"});
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_THAT(one->mix,
              ElementsAre(Part{.type = "etl", .weight = 5}, Part{.type = "serve", .weight = 3}));
  const auto all = parse(with(""), {"workload.mix={ etl = 5 }"});
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_THAT(all->mix, ElementsAre(Part{.type = "etl", .weight = 5}));
}

TEST(Scenario, ErrorsOfOverridesNameThem) {
  const auto refused = [](const std::string& set) { return error_of(with(""), {set}); };
  EXPECT_EQ(
      refused("cluster.nodes=0"),
      "--set cluster.nodes=0: key 'cluster.nodes': found 0, expected a whole number from 1 to "
      "200000");
  EXPECT_THAT(refused("cluster.nodes=many"), HasSubstr("found the string 'many', expected"));
  EXPECT_THAT(
      refused("cluster.nods=5"),
      HasSubstr("--set cluster.nods=5: unknown key 'cluster.nods' (did you mean 'nodes'?)"));
  EXPECT_THAT(refused("workload.load=5.5"), HasSubstr("expected a number above 0, at most 5"));
  EXPECT_THAT(refused("run.hours=2"),
              HasSubstr("--set run.hours=2: key 'run.warmup_h': found 12, expected less than"));
  EXPECT_THAT(refused("cluster.mix={ bog = 1 }"), HasSubstr("--set cluster.mix={ bog = 1 }: key"));
  EXPECT_THAT(refused("cluster.nodes.x=5"), HasSubstr("found a table, expected a whole number"));
  EXPECT_THAT(refused("cluster.nodes=[1,"), HasSubstr("--set cluster.nodes=[1,: not valid TOML"));
  EXPECT_THAT(refused("cluster.nodes="), HasSubstr("--set cluster.nodes=: not valid TOML"));
  EXPECT_THAT(refused("cluster..nodes=1"), HasSubstr("expected KEY to be names with dots"));
  EXPECT_THAT(refused("a b=1"), HasSubstr("expected KEY to be names with dots"));
  EXPECT_THAT(refused("=1"), HasSubstr("expected KEY to be names with dots"));
  EXPECT_THAT(refused("title=1\nload = 3"), HasSubstr("expected VALUE on one line"));
  EXPECT_THAT(refused("job_types.sreve.storage=9"), HasSubstr("did you mean the type 'serve'?"));
  EXPECT_THAT(refused("node_types.small.cpu=9"),
              HasSubstr("--set node_types.small.cpu=9: type 'small' is in no mix"));
  EXPECT_THAT(error_of("[cluster]\nmix = { big = 1 }\n[workload]\nmix = { etl = 1 }\n"
                       "[job_types.serve]\nload = { mb = 5 }\n",
                       {"job_types.serve.load.mb=6"}),
              HasSubstr("--set job_types.serve.load.mb=6: type 'serve' is in no mix"));
  EXPECT_THAT(refused("base=A"), HasSubstr("'base' can only be given in a file"));
  EXPECT_THAT(refused("cluster.nodes"), HasSubstr("--set cluster.nodes: expected KEY=VALUE"));
}

constexpr std::array kLibrary{
    EmbeddedFile{"P", "p.toml",
                 "name = \"P\"\ntitle = \"Parent\"\n[cluster]\nnodes = 5\n"
                 "mix = { big = 1, small = 1 }\n[workload]\nload = 0.5\n"
                 "mix = { etl = 1 }\n[job_types.etl]\nram = 1\nnet = 2\n"},
    EmbeddedFile{"Q", "q.toml", "base = \"p\"\n[workload]\nload = 0.6\n"},
    EmbeddedFile{"R", "r.toml", "base = \"S\"\n"},
    EmbeddedFile{"S", "s.toml", "base = \"R\"\n"},
};

Result<Scenario> derive(std::string_view text) {
  return parse_scenario(text, "child.toml", {}, types(), kLibrary);
}

TEST(Scenario, InheritsFromItsBase) {
  const auto s = derive("base = \"Q\"\n[cluster]\nmix = { small = 2 }\n[job_types.etl]\nnet = 3\n");
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_EQ(s->name, "child");
  EXPECT_EQ(s->title, "");
  EXPECT_EQ(s->nodes, 5);
  EXPECT_EQ(s->load, 0.6);
  EXPECT_THAT(s->cluster, ElementsAre(Part{.type = "small", .weight = 2}));
  EXPECT_EQ(s->job_types[0].demand[Dim::kCpu], 4'000);
  EXPECT_EQ(s->job_types[0].demand[Dim::kRam], 1);
  EXPECT_EQ(s->job_types[0].demand[Dim::kNet], 3);
}

TEST(Scenario, RefusesABadBase) {
  EXPECT_THAT(derive("base = \"T\"\n").error().message,
              HasSubstr("child.toml:1:8: key 'base': no built-in scenario 'T'"));
  EXPECT_THAT(derive("base = 1\n").error().message,
              HasSubstr("key 'base': found 1, expected the name of a built-in scenario"));
  EXPECT_THAT(derive("base = \"R\"\n").error().message, HasSubstr("is based on itself"));
}

TEST(Scenario, NestingCannotExhaustTheStack) {
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "a.";
  EXPECT_THAT(error_of(deep + "a = 1"), HasSubstr("more than 16000 dots"));
  EXPECT_THAT(error_of(deep.substr(0, 30'000) + "a = 1"), HasSubstr("unknown key 'a'"));
}

TEST(Scenario, EveryPrefixOfAFileIsReadOrRefused) {
  const std::string text(builtin_scenarios()[0].text);
  for (std::size_t n = 0; n < text.size(); n += 7) {
    const auto s = parse(text.substr(0, n));
    EXPECT_TRUE(s || !s.error().message.empty());
  }
}

TEST(Catalogue, HoldsTypesOnly) {
  const Catalogue c = types();
  ASSERT_EQ(c.node_types.size(), 2U);
  EXPECT_EQ(c.node_types[0].name, "big");
  ASSERT_EQ(c.job_types.size(), 2U);
  EXPECT_EQ(c.job_types[0].name, "etl");
  const auto other = parse_catalogue("[cluster]\nnodes = 1\n", "c.toml");
  EXPECT_EQ(other.error().message,
            "c.toml:1:2: unknown key 'cluster' (known: node_types, job_types)");
  EXPECT_FALSE(parse_catalogue("[job_types.x]\n", "c.toml"));
}

RC_GTEST_PROP(Scenario, OverridesOfAnyKindAreReadOrRefused,
              (const std::string& key, const std::string& value)) {
  const std::vector<Override> overrides{{.key = key, .value = value},
                                        {.key = "workload.load", .value = value}};
  for (const Override& change : overrides) {
    const auto s = parse_scenario(kScenario, "t.toml", std::span(&change, 1), Catalogue{});
    RC_ASSERT(s.has_value() || !s.error().message.empty());
  }
}

}  // namespace
}  // namespace ragp::codec
