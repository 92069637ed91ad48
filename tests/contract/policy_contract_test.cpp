// The contract of sched/policy.h, for every policy in both of its forms: what any caller may rely
// on, whatever the policy prefers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "sched/feasibility.h"
#include "sched/policy.h"
#include "sched/scheduler.h"
#include "support/build.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::AnyOf;
using ::testing::HasSubstr;

// ---- a small cluster that is hard to fill, and a day on it

// All amounts are multiples of 1000, so that a share in permille of them is exact.
std::vector<NodeSpec> mixed_nodes() {
  const NodeSpec big = node(8, 0, {{128'000, 1'000'000, 1000, 80'000, 50'000, 14'000, 32'000}});
  const NodeSpec poor = node(8, 0, {{96'000, 500'000, 1000, 40'000, 25'000, 7'000, 16'000}});
  const NodeSpec mid = node(4, 1, {{64'000, 256'000, 1000, 24'000, 10'000, 7'000, 16'000}});
  const NodeSpec two = node(2, 2, {{32'000, 128'000, 1000, 48'000, 10'000, 3'000, 8'000}});
  const NodeSpec cpu = node(0, 0, {{96'000, 512'000, 0, 0, 25'000, 3'000, 8'000}});
  return {big, mid, two, cpu, big, poor, mid, big, two, poor, mid, big};
}

Shape shape(std::int32_t gpus, const Resources& demand, ModelSet allowed = ModelSet::any()) {
  return {.demand = demand, .gpus = gpus, .models = allowed};
}
std::vector<Shape> mixed_shapes() {
  std::vector<Shape> shapes{
      shape(1, {{4'000, 16'000, 250, 10'000, 500, 200, 500}}),
      shape(1, {{8'000, 32'000, 500, 20'000, 1'000, 100, 200}}),
      shape(1, {{6'000, 8'000, 800, 12'000, 200, 300, 300}}),
      shape(1, {{8'000, 60'000, 1000, 24'000, 1'000, 500, 1'000}}),
      shape(1, {{4'000, 30'000, 1000, 8'000, 500, 4'000, 8'000}}),  // feeds on storage
      shape(1, {{4'000, 8'000, 1000, 20'000, 500, 100, 100}}, models({1, 2})),
      shape(2, {{16'000, 64'000, 1000, 40'000, 2'000, 1'000, 2'000}}),
      shape(2, {{4'000, 8'000, 400, 4'000, 200, 100, 100}}),  // parts of two GPUs
      shape(4, {{32'000, 128'000, 1000, 20'000, 5'000, 1'500, 3'000}}),
      shape(8, {{64'000, 400'000, 1000, 40'000, 20'000, 3'000, 6'000}}, models({0})),
      shape(0, {{12'000, 48'000, 0, 0, 300, 200, 300}}),
      shape(0, {{2'000, 2'000, 0, 0, 0, 0, 0}}),
  };
  shapes[0].hbm_growth = 6'000;
  shapes[2].hbm_growth = 3'000;
  return shapes;
}

// What happens to a cluster, in terms that hold for its nodes in any order and in any unit.
struct Event {
  enum class Kind : std::uint8_t { kArrive, kLeave, kEffective, kMeasured, kHbm };
  Kind kind = Kind::kArrive;
  Job job;               // arrives
  std::size_t pick = 0;  // the running job that leaves, or the node of a belief
  Dim dim = Dim::kCpu;
  std::int32_t permille = 0;  // of the capacity
};

constexpr std::size_t kNodes = 12;

std::vector<Event> day(std::uint64_t seed, std::size_t events) {
  const std::vector<Shape> shapes = mixed_shapes();
  Rng rng(seed, "day");
  std::vector<Event> out(events);
  std::uint32_t next_job = 0;
  for (Event& e : out) {
    const std::array weights{6.0, 2.5, 0.5, 0.5, 0.5};
    e.kind = static_cast<Event::Kind>(rng.weighted(weights));
    e.pick = rng.below(1000);
    e.permille = static_cast<std::int32_t>(rng.below(1001));
    e.dim = e.kind == Event::Kind::kEffective ? kFeeds[rng.below(kFeeds.size())]
                                              : kNodeDims[rng.below(kNodeDims.size())];
    if (e.kind == Event::Kind::kMeasured) e.permille /= 4;
    if (e.kind != Event::Kind::kArrive) continue;
    const bool gang = rng.below(6) == 0;
    e.job = job(next_job++, shapes[rng.below(shapes.size())],
                gang ? static_cast<std::int32_t>(2 + rng.below(4)) : 1);
  }
  return out;
}

Scheduler make_scheduler(const PolicyChoice& choice) {
  return {choice.info->make({.seed = 5}), choice.dims};
}

// One cluster under one scheduler. place_of[i] is where node i of mixed_nodes() stands.
class World {
 public:
  World(const PolicyChoice& choice, const std::vector<NodeSpec>& specs,
        std::vector<std::size_t> place_of = {})
      : scheduler(make_scheduler(choice)), cluster(choice.dims), place_of_(std::move(place_of)) {
    if (place_of_.empty()) {
      place_of_.resize(specs.size());
      std::iota(place_of_.begin(), place_of_.end(), std::size_t{0});
    }
    std::vector<NodeSpec> ordered(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) ordered[place_of_[i]] = specs[i];
    for (const NodeSpec& s : ordered) EXPECT_TRUE(cluster.add_node(s).has_value());
  }
  explicit World(const PolicyChoice& choice) : World(choice, mixed_nodes()) {}

  // Returns where an arriving job went.
  std::optional<std::vector<Placement>> apply(const Event& e) {
    if (e.kind == Event::Kind::kArrive) return arrive(e.job);
    if (e.kind == Event::Kind::kLeave) {
      leave(e.pick);
    } else {
      believe(e);
    }
    return std::nullopt;
  }
  void allocate(const Job& j, const std::vector<Placement>& placements) {
    for (const Placement& p : placements) EXPECT_TRUE(cluster.allocate(j.shape, p).has_value());
    running.emplace_back(j, placements);
  }
  [[nodiscard]] NodeId node(std::size_t i) const { return NodeId::at(place_of_[i % kNodes]); }
  [[nodiscard]] NodeState seen(NodeId n) const { return cluster.state(n, scheduler.visible()); }
  [[nodiscard]] std::vector<NodeState> states() const {
    std::vector<NodeState> all;
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      all.push_back(cluster.state(NodeId::at(i), kSevenDims));
    }
    return all;
  }
  // One that is new, but has seen the same jobs arrive.
  [[nodiscard]] Scheduler newcomer(const PolicyChoice& choice) const {
    Scheduler s = make_scheduler(choice);
    for (const Job& j : observed) s.observe(j);
    return s;
  }

  Scheduler scheduler;
  Cluster cluster;
  std::vector<std::pair<Job, std::vector<Placement>>> running;
  std::vector<Job> observed;

 private:
  std::optional<std::vector<Placement>> arrive(const Job& j) {
    observe(j);
    auto placed = scheduler.place(j, cluster);
    if (placed) running.emplace_back(j, *placed);
    return placed;
  }
  void observe(const Job& j) {
    observed.push_back(j);
    scheduler.observe(j);
  }
  void leave(std::size_t pick) {
    if (running.empty()) return;
    std::swap(running[pick % running.size()], running.back());
    for (const Placement& p : running.back().second) {
      cluster.release(running.back().first.shape, p);
    }
    running.pop_back();
  }
  void believe(const Event& e) {
    const NodeId n = node(e.pick);
    const Resources& capacity = cluster.spec(n).capacity;
    const auto part = [&](Dim d) { return capacity[d] / 1000 * e.permille; };
    const auto gpus = static_cast<std::size_t>(cluster.spec(n).gpus);
    switch (e.kind) {
      case Event::Kind::kEffective:
        return cluster.set_effective(n, e.dim, part(e.dim));
      case Event::Kind::kMeasured:
        return cluster.set_measured(n, e.dim, part(e.dim));
      default:
        if (gpus > 0) cluster.set_hbm_measured(n, e.pick / kNodes % gpus, part(Dim::kHbm));
    }
  }

  std::vector<std::size_t> place_of_;
};

// A filled cluster of every day has some jobs placed and some refused, else a test shows nothing.
class Tally {
 public:
  void count(bool placed) { ++(placed ? placed_ : refused_); }
  ~Tally() {
    EXPECT_GT(placed_, 30);
    EXPECT_GT(refused_, 5);
  }
  Tally() = default;
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  Tally(Tally&&) = delete;
  Tally& operator=(Tally&&) = delete;

 private:
  int placed_ = 0;
  int refused_ = 0;
};

// Questions about a cluster, one of each shape.
std::vector<Job> probes() {
  std::vector<Job> jobs;
  std::uint32_t id = 100'000;
  for (const Shape& s : mixed_shapes()) jobs.push_back(job(id++, s));
  return jobs;
}

bool nearly_equal(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

// ---- the contract

class PolicyContract : public ::testing::TestWithParam<std::string> {
 protected:
  PolicyChoice choice = choose_policy(GetParam()).value();
};

void check_evaluation(const World& w, const Job& j, const Evaluation& e) {
  const Shape seen = j.shape.seen(w.scheduler.visible());
  std::vector<bool> named(w.cluster.size());
  for (std::size_t i = 0; i < e.candidates.size(); ++i) {
    const Candidate& c = e.candidates[i];
    ASSERT_TRUE(std::isfinite(c.score));
    ASSERT_GE(c.normalized, 0.0);
    ASSERT_LE(c.normalized, 1.0);
    if (i > 0) {
      ASSERT_LE(c.score, e.candidates[i - 1].score);
    }
    ASSERT_TRUE(fits(w.seen(c.where.node), seen));
    ASSERT_FALSE(named[c.where.node.index()]) << "named twice";
    named[c.where.node.index()] = true;
    Cluster trial = w.cluster;
    ASSERT_TRUE(trial.allocate(j.shape, c.where)) << "on devices that do not hold it";
  }
  for (const Refusal& r : e.refusals) {
    ASSERT_FALSE(fits(w.seen(r.node), seen));
    ASSERT_FALSE(named[r.node.index()]) << "named twice";
    named[r.node.index()] = true;
  }
  ASSERT_TRUE(std::ranges::all_of(named, [](bool x) { return x; }));
}

TEST_P(PolicyContract, ScoresAreFiniteAndOnlyWhatFitsIsChosen) {
  World w(choice);
  Tally tally;
  for (const Event& e : day(1, 200)) {
    if (e.kind == Event::Kind::kArrive) {
      const Evaluation evaluation = w.scheduler.evaluate(e.job, w.cluster);
      ASSERT_NO_FATAL_FAILURE(check_evaluation(w, e.job, evaluation));
      const auto chosen = w.scheduler.choose(e.job, w.cluster);
      ASSERT_EQ(chosen.has_value(), !evaluation.candidates.empty());
      if (chosen) {
        ASSERT_EQ(*chosen, evaluation.candidates.front().where);
      }
      tally.count(chosen.has_value());
    }
    w.apply(e);
  }
}

TEST_P(PolicyContract, CopesWithNothingness) {
  // Nodes without anything, without GPUs, without health; jobs that ask for nothing; no known mix.
  NodeSpec nothing = node(0, 0, {});
  NodeSpec bare = node(2, 0, {});
  bare.capacity[Dim::kSm] = kWholeGpu;
  World w(choice, {nothing, bare, node(0), node(4), node(1)});
  for (const DimInfo& d : kDims) w.cluster.set_effective(NodeId{4}, d.dim, 0);
  std::vector<Job> jobs{job(0, Shape{}), job(1, gpu_shape(1, 0)), job(2, gpu_shape(2, 100)),
                        job(3, gpu_shape(1, 1, 1)), job(4, shape_of(Dim::kNet, 1))};
  jobs[3].shape.hbm_growth = kMaxHbm;
  for (const bool observed : {false, true}) {
    for (const Job& j : jobs) {
      if (observed) w.scheduler.observe(j);
      const Evaluation e = w.scheduler.evaluate(j, w.cluster);
      ASSERT_NO_FATAL_FAILURE(check_evaluation(w, j, e));
      ASSERT_FALSE(e.candidates.empty());
    }
  }
}

// Caches must not show: a scheduler with a long history and one that only saw the same jobs arrive
// agree on every question.
TEST_P(PolicyContract, DecisionsDoNotDependOnWhatWasDecidedBefore) {
  World w(choice);
  Tally tally;
  std::size_t step = 0;
  for (const Event& e : day(2, 300)) {
    const auto placed = w.apply(e);
    if (e.kind == Event::Kind::kArrive) tally.count(placed.has_value());
    if (++step % 30 != 0) continue;
    Scheduler fresh = w.newcomer(choice);
    for (const Job& j : probes()) {
      ASSERT_EQ(fresh.choose(j, w.cluster), w.scheduler.choose(j, w.cluster))
          << "job " << j.id.value;
    }
  }
}

TEST_P(PolicyContract, AskingChangesNothing) {
  World asked(choice);
  World quiet(choice);
  std::size_t step = 0;
  for (const Event& e : day(3, 150)) {
    const std::vector<Job> jobs = probes();
    const Job& j = jobs[step++ % jobs.size()];
    const auto revision = asked.cluster.revision();
    (void)asked.scheduler.evaluate(j, asked.cluster);
    (void)asked.scheduler.choose(j, asked.cluster);
    ASSERT_EQ(asked.cluster.revision(), revision);
    ASSERT_EQ(asked.apply(e), quiet.apply(e));
  }
}

// Both ask about the same nodes in another order. What one chose is as good to the other: the same
// state, or one with the same score. (`random` draws by node, so only what fits is the same.)
void check_permuted(const World& w, const World& permuted, const Evaluation& a, const Evaluation& b,
                    bool draws) {
  ASSERT_EQ(a.candidates.size(), b.candidates.size());
  for (const Candidate& c : a.candidates) {
    const NodeId there = permuted.node(c.where.node.index());
    ASSERT_EQ(w.seen(c.where.node), permuted.seen(there));
    const auto same = std::ranges::find_if(
        b.candidates, [&](const Candidate& other) { return other.where.node == there; });
    ASSERT_NE(same, b.candidates.end());
    if (draws) continue;
    ASSERT_TRUE(nearly_equal(c.score, same->score)) << c.score << " there " << same->score;
    if (same == b.candidates.begin()) {
      ASSERT_TRUE(nearly_equal(c.score, a.candidates[0].score));
    }
  }
}

TEST_P(PolicyContract, TheOrderOfNodesMattersOnlyBetweenEquals) {
  const bool draws = choice.info->name == "random";
  std::vector<std::size_t> place_of(kNodes);
  std::iota(place_of.begin(), place_of.end(), std::size_t{0});
  Rng rng(4);
  rng.shuffle(std::span(place_of));
  World w(choice);
  World permuted(choice, mixed_nodes(), place_of);
  Tally tally;
  for (const Event& e : day(4, 200)) {
    const auto placed = w.apply(e);
    if (e.kind != Event::Kind::kArrive) {
      permuted.apply(e);
      continue;
    }
    tally.count(placed.has_value());
    if (placed) {  // the other one follows, so that both stay in the same state
      std::vector<Placement> elsewhere = *placed;
      for (Placement& p : elsewhere) p.node = permuted.node(p.node.index());
      permuted.allocate(e.job, elsewhere);
    }
    Scheduler here = w.newcomer(choice);
    Scheduler there = w.newcomer(choice);
    for (const Job& j : probes()) {
      ASSERT_NO_FATAL_FAILURE(check_permuted(w, permuted, here.evaluate(j, w.cluster),
                                             there.evaluate(j, permuted.cluster), draws));
    }
  }
}

class Rescaled {
 public:
  explicit Rescaled(Dim d) : dim_(d) {}
  [[nodiscard]] std::vector<NodeSpec> nodes() const {
    std::vector<NodeSpec> specs = mixed_nodes();
    for (NodeSpec& s : specs) s.capacity[dim_] *= 2;
    return specs;
  }
  [[nodiscard]] Event event(Event e) const {
    e.job.shape.demand[dim_] *= 2;
    return e;
  }

 private:
  Dim dim_;
};

TEST_P(PolicyContract, UnitsDoNotMatter) {
  for (const Dim d : kNodeDims) {
    const Rescaled twice(d);
    World w(choice);
    World scaled(choice, twice.nodes());
    Tally tally;
    for (const Event& e : day(5, 150)) {
      const auto placed = w.apply(e);
      ASSERT_EQ(placed, scaled.apply(twice.event(e))) << info(d).name;
      if (e.kind == Event::Kind::kArrive) tally.count(placed.has_value());
    }
  }
}

// The 5-D form knows nothing of the data path: beliefs about it and demands on it change nothing.
// The 7-D form sees both.
TEST_P(PolicyContract, OnlyTheSevenDimensionalFormSeesTheDataPath) {
  constexpr std::array kHidden{Dim::kStorage, Dim::kIoCpu};
  World w(choice);
  World other(choice);
  Rng rng(6);
  bool same = true;
  for (const Event& e : day(6, 200)) {
    const Dim d = kHidden[rng.below(2)];
    other.cluster.set_effective(NodeId::at(rng.below(kNodes)), d,
                                static_cast<std::int32_t>(rng.below(9000)));
    other.cluster.set_measured(NodeId::at(rng.below(kNodes)), d,
                               static_cast<std::int32_t>(rng.below(9000)));
    Event changed = e;
    changed.job.shape.demand[d] = static_cast<std::int32_t>(rng.below(9000));
    same &= w.apply(e) == other.apply(changed);
    if (!same) break;
  }
  EXPECT_EQ(same, choice.dims == kFiveDims);
}

// A ledger that knows more than the form does refuses some tasks in the middle of a gang.
TEST_P(PolicyContract, AGangIsPlacedWholeOrTheClusterStaysAsItWas) {
  World w(choice);
  w.cluster = cluster_of(mixed_nodes(), kSevenDims);
  Rng rng(7);
  const std::vector<Shape> shapes = mixed_shapes();
  int whole = 0;
  int none = 0;
  for (std::uint32_t i = 0; i < 120; ++i) {
    const Job gang =
        job(i, shapes[rng.below(shapes.size())], static_cast<std::int32_t>(2 + rng.below(8)));
    w.scheduler.observe(gang);
    const std::vector<NodeState> before = w.states();
    const auto placed = w.scheduler.place(gang, w.cluster);
    if (!placed) {
      ++none;
      ASSERT_EQ(w.states(), before);
    } else {
      ++whole;
      ASSERT_EQ(placed->size(), static_cast<std::size_t>(gang.tasks));
      for (const Placement& p : *placed) w.cluster.release(gang.shape, p);
      ASSERT_EQ(w.states(), before);
      w.allocate(gang, *placed);
    }
    while (w.running.size() > 12) w.apply({.kind = Event::Kind::kLeave, .pick = rng.below(1000)});
  }
  EXPECT_GT(whole, 20);
  EXPECT_GT(none, 20);
}

TEST_P(PolicyContract, AClosedNodeIsNeverChosen) {
  World w(choice);
  Rng rng(8);
  std::vector<std::uint8_t> closed(kNodes);
  int chosen_among_open = 0;
  for (const Event& e : day(8, 200)) {
    w.apply(e);
    for (auto& c : closed) c = rng.below(3) == 0 ? 0 : 1;
    const std::vector<Job> jobs = probes();
    const Job& j = jobs[rng.below(jobs.size())];
    const Evaluation all = w.scheduler.evaluate(j, w.cluster);
    const auto best_open = std::ranges::find_if(
        all.candidates, [&](const Candidate& c) { return closed[c.where.node.index()] == 0; });
    const auto chosen = w.scheduler.choose(j, w.cluster, closed);
    ASSERT_EQ(chosen.has_value(), best_open != all.candidates.end());
    if (!chosen) continue;
    ++chosen_among_open;
    ASSERT_EQ(closed[chosen->node.index()], 0);
    ASSERT_EQ(*chosen, best_open->where);
    Job gang = j;
    gang.tasks = 2;
    Cluster trial = w.cluster;
    Scheduler fresh = w.newcomer(choice);
    if (const auto placed = fresh.place(gang, trial, closed)) {
      for (const Placement& p : *placed) ASSERT_EQ(closed[p.node.index()], 0);
    }
  }
  EXPECT_GT(chosen_among_open, 50);
}

std::vector<std::string> both_forms_of_each() {
  std::vector<std::string> all;
  for (const PolicyInfo& p : policies()) {
    all.push_back(std::string(p.name) + "@5d");
    all.push_back(std::string(p.name) + "@7d");
  }
  return all;
}
std::string test_name(const ::testing::TestParamInfo<std::string>& param) {
  std::string name = param.param;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Every, PolicyContract, ::testing::ValuesIn(both_forms_of_each()),
                         test_name);

// ---- the table of policies

TEST(PolicyTable, EveryNameStandsForItsOwnForm) {
  for (const PolicyInfo& p : policies()) {
    const PolicyChoice own = choose_policy(p.name).value();
    EXPECT_EQ(own.info->name, p.name);
    EXPECT_EQ(own.dims, p.dims);
    EXPECT_FALSE(p.summary.empty());
    EXPECT_FALSE(p.formula.empty());
    EXPECT_FALSE(p.source.empty());
  }
}

TEST(PolicyTable, AFormCanBeAskedFor) {
  EXPECT_EQ(choose_policy("tetris@7d")->dims, kSevenDims);
  EXPECT_EQ(choose_policy("tetris@5d")->dims, kFiveDims);
  EXPECT_EQ(choose_policy("tetris@7d")->asked, "tetris@7d");
  EXPECT_THAT(choose_policy("tetris@6d").error().message, HasSubstr("unknown form '6d'"));
  EXPECT_THAT(choose_policy("tetris@").error().message, HasSubstr("unknown form ''"));
  EXPECT_EQ(choose_policy("tertis").error().message,
            "unknown policy 'tertis' (did you mean 'tetris'?)");
  EXPECT_THAT(choose_policy("").error().message, HasSubstr("unknown policy ''"));
}

TEST(PolicyTable, AListHasEveryChoiceOnce) {
  const auto asked = [](std::string_view list) {
    std::vector<std::string> names;
    const auto chosen = choose_policies(list);
    for (const PolicyChoice& c : *chosen) names.push_back(c.asked);
    return names;
  };
  EXPECT_EQ(asked("tetris, random,tetris"), (std::vector<std::string>{"tetris", "random"}));
  std::vector<std::string> all = asked("all");
  for (const PolicyInfo& p : policies()) EXPECT_THAT(all, ::testing::Contains(std::string(p.name)));
  EXPECT_THAT(all, ::testing::Contains("tetris@7d"));
  EXPECT_EQ(asked("random,all").front(), "random");
  EXPECT_EQ(asked("random,all").size(), all.size());
  EXPECT_FALSE(choose_policies("tetris,nonsense"));
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

// ---- random

TEST(RandomPolicy, EveryNodeAndEveryDeviceIsEquallyLikely) {
  // Node 0 has one kind of leftover on three devices and another on one; node 1 is like nodes 2
  // to 4.
  Cluster cluster = cluster_of({node(4), node(1), node(1), node(1), node(1)});
  ASSERT_TRUE(cluster.allocate(gpu_shape(1, 500), on(0, 0b0010)));
  Scheduler scheduler = make_scheduler(choose_policy("random").value());
  constexpr std::uint32_t kDraws = 5000;
  std::array<double, 5> by_node{};
  double half_free = 0.0;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const Placement p = scheduler.choose(job(i, gpu_shape(1, 300)), cluster).value();
    by_node.at(p.node.index()) += 1.0 / kDraws;
    if (p == on(0, 0b0010)) half_free += 1.0 / kDraws;
  }
  for (const double share : by_node) EXPECT_NEAR(share, 0.2, 0.03);
  EXPECT_NEAR(half_free / by_node[0], 0.25, 0.06);
}

TEST(RandomPolicy, TheSeedDecides) {
  const Cluster cluster = cluster_of(std::vector<NodeSpec>(1000, node(1)));
  const auto choice_of = [&](std::uint64_t seed) {
    Scheduler s(choose_policy("random")->info->make({.seed = seed}), kFiveDims);
    return s.choose(job(0, gpu_shape(1)), cluster)->node;
  };
  EXPECT_EQ(choice_of(1), choice_of(1));
  EXPECT_NE(choice_of(1), choice_of(2));
}

}  // namespace
}  // namespace ragp
