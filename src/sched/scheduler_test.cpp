// Tests of scheduler: what it asks a policy, what it does with the answer, and that a decision is
// explained as it is taken.
// SPDX-License-Identifier: Apache-2.0
#include "sched/scheduler.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"
#include "support/toy_policies.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<NodeId> nodes_of(const std::vector<Placement>& placements) {
  std::vector<NodeId> nodes;
  for (const Placement& p : placements) nodes.push_back(p.node);
  return nodes;
}
std::vector<NodeId> nodes_of(const std::vector<Candidate>& candidates) {
  std::vector<NodeId> nodes;
  for (const Candidate& c : candidates) nodes.push_back(c.where.node);
  return nodes;
}
std::vector<NodeState> all_states(const Cluster& cluster) {
  std::vector<NodeState> states;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    states.push_back(cluster.state(NodeId::at(i), kSevenDims));
  }
  return states;
}
void allocate(Cluster& cluster, const Shape& shape, const Placement& where) {
  const Status done = cluster.allocate(shape, where);
  ASSERT_TRUE(done) << done.error().message;
}
// A score that is arbitrary, but the same for the same option.
double arbitrary(const Job& job, const Option& option) {
  const std::uint64_t h = mix64(NodeStateHash{}(option.state()), mix64(option.slots, job.id.value));
  return static_cast<double>(h % 7);  // few values: ties come up
}
double arbitrary_by_node(const Job& job, const Option& option) {
  return static_cast<double>(mix64(option.node.value, mix64(option.slots, job.id.value)) % 7);
}

TEST(Scheduler, ChoosesTheHighestScore) {
  const Cluster cluster = cluster_of({node(1), node(4), node(2)});
  Scheduler most = scripted([](const Job&, const Option& o) { return o.state().gpus; });
  EXPECT_EQ(most.choose(job(0, gpu_shape(1)), cluster)->node, NodeId{1});
  Scheduler least = scripted([](const Job&, const Option& o) { return -o.state().gpus; });
  EXPECT_EQ(least.choose(job(0, gpu_shape(1)), cluster)->node, NodeId{0});
  EXPECT_EQ(least.choose(job(0, gpu_shape(2)), cluster)->node, NodeId{2})
      << "the feasible ones only";
  EXPECT_EQ(least.choose(job(0, gpu_shape(5)), cluster), std::nullopt);
}

TEST(Scheduler, BreaksTiesByNodeOrderThenByTheTightestDevices) {
  Cluster cluster = cluster_of({node(0), node(3), node(2)});
  allocate(cluster, gpu_shape(1, 600), on(1, 0b100));
  Scheduler scheduler = scripted(no_preference);
  EXPECT_EQ(scheduler.choose(job(0, gpu_shape(1, 300)), cluster), on(1, 0b100));
  EXPECT_EQ(scheduler.choose(job(0, gpu_shape(1, 500)), cluster), on(1, 0b001));
  EXPECT_EQ(scheduler.choose(job(0, shape_of(Dim::kCpu, 1)), cluster), on(0));
}

TEST(Scheduler, DevicesAreThoseOfTheNodeItself) {
  // Two nodes in the same state whose full devices are different ones.
  Cluster cluster = cluster_of({node(2), node(2)});
  allocate(cluster, gpu_shape(1), on(0, 0b01));
  allocate(cluster, gpu_shape(1), on(1, 0b10));
  Scheduler scheduler = scripted(no_preference);
  const auto placed = scheduler.place(job(0, gpu_shape(1), 2), cluster).value();
  EXPECT_THAT(placed, ElementsAre(on(0, 0b10), on(1, 0b01)));
}

TEST(Scheduler, AsksOncePerStateUnlessThePolicyTellsNodesApart) {
  Cluster cluster = cluster_of(std::vector<NodeSpec>(50, node(1)));
  allocate(cluster, gpu_shape(1, 500), on(7, 1));
  Asked grouped;
  Scheduler by_state = counting(grouped);
  EXPECT_EQ(by_state.choose(job(0, gpu_shape(1, 300)), cluster)->node, NodeId{0});
  EXPECT_THAT(grouped.options, ElementsAre(2U));
  Asked single;
  Scheduler by_node = scripted([](const Job&, const Option& o) { return o.node.value == 31; },
                               &single, kSevenDims, true);
  EXPECT_EQ(by_node.choose(job(0, gpu_shape(1, 300)), cluster)->node, NodeId{31});
  EXPECT_THAT(single.options, ElementsAre(50U));
}

TEST(Scheduler, ShowsThePolicyOnlyWhatItsFormSees) {
  Resources capacity = kAmple;
  capacity[Dim::kStorage] = 5;
  Cluster cluster = cluster_of({node(2, 0, capacity)}, kFiveDims);
  Asked asked;
  Scheduler scheduler = scripted(
      [](const Job& j, const Option& o) {
        EXPECT_EQ(j.shape.demand[Dim::kStorage], 0);
        EXPECT_EQ(o.state().residual[Dim::kStorage], 0);
        EXPECT_EQ(o.state().capacity[Dim::kIoCpu], 0);
        return 0.0;
      },
      &asked, kFiveDims);
  Job hungry = job(0, gpu_shape(1));
  hungry.shape.demand[Dim::kStorage] = 1'000'000;
  scheduler.observe(hungry);
  EXPECT_EQ(scheduler.mix().shape(ShapeId{0}).demand[Dim::kStorage], 0);
  EXPECT_TRUE(scheduler.choose(hungry, cluster)) << "blind to storage";
  EXPECT_TRUE(scheduler.ever_fits(hungry, cluster));
  EXPECT_EQ(asked.scale[Dim::kStorage], 0);
  EXPECT_EQ(asked.scale[Dim::kSm], 2 * kWholeGpu);
  EXPECT_EQ(asked.scale[Dim::kNet], kAmple[Dim::kNet]);
  Scheduler sees = scripted(no_preference);
  EXPECT_FALSE(sees.choose(hungry, cluster));
  EXPECT_FALSE(sees.ever_fits(hungry, cluster));
}

TEST(Scheduler, NeverUsesClosedNodes) {
  const Cluster cluster = cluster_of({node(1), node(1), node(1)});
  Scheduler scheduler = scripted(no_preference);
  const std::vector<std::uint8_t> first_two{1, 1, 0};
  EXPECT_EQ(scheduler.choose(job(0, gpu_shape(1)), cluster, first_two)->node, NodeId{2});
  const std::vector<std::uint8_t> all{1, 1, 1};
  EXPECT_EQ(scheduler.choose(job(0, gpu_shape(1)), cluster, all), std::nullopt);
  const std::vector<std::uint8_t> short_list{1};  // what is not named is open
  EXPECT_EQ(scheduler.choose(job(0, gpu_shape(1)), cluster, short_list)->node, NodeId{1});
}

TEST(Scheduler, ObservesEveryTaskOfAJob) {
  Scheduler scheduler = scripted(no_preference);
  scheduler.observe(job(0, gpu_shape(1), 3));
  scheduler.observe(job(1, gpu_shape(2)));
  EXPECT_NEAR(scheduler.mix().probability(ShapeId{0}), 0.75, 1e-3);
}

TEST(Evaluate, ListsCandidatesBestFirstAndRefusalsInNodeOrder) {
  Cluster cluster = cluster_of({node(1), node(4), node(0), node(2), node(4, 1)});
  allocate(cluster, gpu_shape(2), on(3, 0b11));
  Job one = job(0, gpu_shape(1));
  one.shape.models = models({0});
  Scheduler scheduler = scripted([](const Job&, const Option& o) { return 10.0 * o.state().gpus; });
  const Evaluation e = scheduler.evaluate(one, cluster);
  ASSERT_THAT(nodes_of(e.candidates), ElementsAre(NodeId{1}, NodeId{0}));
  EXPECT_EQ(e.candidates[0].score, 40.0);
  EXPECT_EQ(e.candidates[0].normalized, 1.0);
  EXPECT_EQ(e.candidates[1].score, 10.0);
  EXPECT_EQ(e.candidates[1].normalized, 0.0);
  ASSERT_EQ(e.refusals.size(), 3U);
  EXPECT_EQ(e.refusals[0].node, NodeId{2});
  EXPECT_EQ(describe(e.refusals[0].why), "gpus: needs 1, has 0");
  EXPECT_EQ(e.refusals[1].node, NodeId{3});
  EXPECT_EQ(describe(e.refusals[1].why), "sm: needs 1000 milli-GPU, 0 left (1000 short)");
  EXPECT_EQ(e.refusals[2].node, NodeId{4});
  EXPECT_EQ(e.refusals[2].why.cause, Misfit::Cause::kModel);
}

TEST(Evaluate, GivesEqualScoresTheSameRankInNodeOrder) {
  const Cluster cluster = cluster_of({node(2), node(1), node(2)});
  Scheduler scheduler = scripted(no_preference);
  const Evaluation e = scheduler.evaluate(job(0, gpu_shape(1)), cluster);
  EXPECT_THAT(nodes_of(e.candidates), ElementsAre(NodeId{0}, NodeId{1}, NodeId{2}));
  for (const Candidate& c : e.candidates) EXPECT_EQ(c.normalized, 1.0);
  EXPECT_THAT(e.refusals, IsEmpty());
}

TEST(Evaluate, TakesTheBestDevicesOfEachNode) {
  Cluster cluster = cluster_of({node(2)});
  allocate(cluster, gpu_shape(1, 500), on(0, 0b10));
  Scheduler loose = scripted([](const Job&, const Option& o) { return o.slots; });
  const Evaluation e = loose.evaluate(job(0, gpu_shape(1, 300)), cluster);
  ASSERT_EQ(e.candidates.size(), 1U);
  EXPECT_EQ(e.candidates[0].where, on(0, 0b01));
}

// evaluate() and choose() are one decision, with any closed nodes, whatever the policy.
RC_GTEST_PROP(Evaluate, RanksFirstWhatIsChosen, ()) {
  Cluster cluster = draw_cluster(kSevenDims, 6);
  const bool apart = draw_bool();
  Scheduler scheduler = scripted(apart ? arbitrary_by_node : arbitrary, nullptr, kSevenDims, apart);
  for (int step = draw(1, 15); step > 0; --step) {
    const Job j = job(draw<std::uint32_t>(0, 1000), draw_shape());
    const Evaluation e = scheduler.evaluate(j, cluster);
    RC_ASSERT(e.candidates.size() + e.refusals.size() == cluster.size());
    for (const Candidate& c : e.candidates) {
      RC_ASSERT(fits(cluster.state(c.where.node, kSevenDims), j.shape));
      RC_ASSERT((c.normalized >= 0.0 && c.normalized <= 1.0));
    }
    for (const Refusal& r : e.refusals) {
      RC_ASSERT(!fits(cluster.state(r.node, kSevenDims), j.shape));
    }
    const auto chosen = scheduler.choose(j, cluster);
    RC_ASSERT(chosen.has_value() == !e.candidates.empty());
    if (!chosen) continue;
    RC_ASSERT(*chosen == e.candidates.front().where);
    std::vector<std::uint8_t> closed(cluster.size());
    for (auto& c : closed) c = draw<std::uint8_t>(0, 1);
    const auto open = std::ranges::find_if(
        e.candidates, [&](const Candidate& c) { return closed[c.where.node.index()] == 0; });
    const auto among_open = scheduler.choose(j, cluster, closed);
    RC_ASSERT(among_open.has_value() == (open != e.candidates.end()));
    if (among_open) RC_ASSERT(*among_open == open->where);
    RC_ASSERT(cluster.allocate(j.shape, *chosen).has_value());
  }
}

TEST(Place, AllocatesEveryTaskOfAGang) {
  Cluster cluster = cluster_of({node(2), node(1), node(1)});
  Scheduler scheduler = scripted(no_preference);
  const auto placed = scheduler.place(job(0, gpu_shape(1), 4), cluster);
  ASSERT_TRUE(placed);
  EXPECT_THAT(nodes_of(*placed), ElementsAre(NodeId{0}, NodeId{0}, NodeId{1}, NodeId{2}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(cluster.state(NodeId::at(i), kSevenDims).residual[Dim::kSm], 0);
  }
}

TEST(Place, AGangOfMoreTasksThanThereIsRoomForTouchesNothing) {
  Cluster cluster = cluster_of({node(2), node(1), node(1)});
  Asked asked;
  Scheduler scheduler = counting(asked);
  const std::uint64_t revision = cluster.revision();
  EXPECT_EQ(scheduler.place(job(0, gpu_shape(1), 5), cluster), std::nullopt);
  EXPECT_EQ(scheduler.place(job(0, gpu_shape(2), 2), cluster), std::nullopt);
  EXPECT_EQ(cluster.revision(), revision);
  EXPECT_EQ(asked.decisions, 0) << "seen without asking the policy";
  const std::vector<std::uint8_t> closed{1, 0, 0};
  EXPECT_EQ(scheduler.place(job(0, gpu_shape(1), 3), cluster, closed), std::nullopt);
  EXPECT_EQ(cluster.revision(), revision) << "room on closed nodes does not count";
  EXPECT_TRUE(scheduler.place(job(0, gpu_shape(1), 2), cluster, closed));
}

TEST(Place, GivesBackWhatAGangHasWhenItsLastTaskIsRefused) {
  // The ledger knows storage, the policy's form does not: the refusal comes at the third task.
  Cluster cluster = cluster_of({node(4)}, kSevenDims);
  Scheduler scheduler = scripted(no_preference, nullptr, kFiveDims);
  Shape shape = gpu_shape(1);
  shape.demand[Dim::kStorage] = kAmple[Dim::kStorage] / 2;
  const std::vector<NodeState> before = all_states(cluster);
  EXPECT_EQ(scheduler.place(job(0, shape, 3), cluster), std::nullopt);
  EXPECT_EQ(all_states(cluster), before);
  EXPECT_TRUE(scheduler.place(job(0, shape, 2), cluster));
}

TEST(Place, PlacesAGangThatAsksForNothingThatTheFormSees) {
  Cluster cluster = cluster_of({node(0), node(0)}, kFiveDims);
  Scheduler scheduler = scripted(no_preference, nullptr, kFiveDims);
  const Job reader = job(0, shape_of(Dim::kStorage, 100), 3);
  EXPECT_TRUE(scheduler.ever_fits(reader, cluster));
  EXPECT_TRUE(scheduler.place(reader, cluster));
}

// All tasks or none, under a policy that changes its mind all the time, in a ledger that knows more
// than the policy.
RC_GTEST_PROP(Place, IsAllOrNothing, ()) {
  Cluster cluster = draw_cluster(kSevenDims, 4);
  Scheduler scheduler(std::make_unique<FlipFlop>(), draw_bool() ? kSevenDims : kFiveDims);
  for (int step = 0; step < 12; ++step) {
    const Job j = job(0, draw_shape(), draw(1, 6));
    const std::vector<NodeState> before = all_states(cluster);
    const auto placed = scheduler.place(j, cluster);
    if (placed) {
      RC_ASSERT(placed->size() == static_cast<std::size_t>(j.tasks));
      for (const Placement& p : *placed) {
        RC_ASSERT(std::popcount(p.devices) == j.shape.gpus);
        cluster.release(j.shape, p);
      }
    }
    RC_ASSERT(all_states(cluster) == before);
    if (placed) {
      for (const Placement& p : *placed) RC_ASSERT(cluster.allocate(j.shape, p).has_value());
    }
  }
}

TEST(EverFits, JudgesByTheEmptyHealthyCluster) {
  Cluster cluster = cluster_of({node(2), node(1), node(1)});
  const Scheduler scheduler = scripted(no_preference);
  allocate(cluster, gpu_shape(2), on(0, 0b11));
  cluster.set_effective(NodeId{1}, Dim::kStorage, 0);
  EXPECT_TRUE(scheduler.ever_fits(job(0, gpu_shape(2)), cluster));
  EXPECT_TRUE(scheduler.ever_fits(job(0, gpu_shape(1), 4), cluster));
  EXPECT_FALSE(scheduler.ever_fits(job(0, gpu_shape(1), 5), cluster));
  EXPECT_FALSE(scheduler.ever_fits(job(0, gpu_shape(2), 2), cluster));
  EXPECT_FALSE(scheduler.ever_fits(job(0, gpu_shape(3)), cluster)) << "four GPUs, but not together";
  EXPECT_TRUE(scheduler.ever_fits(job(0, shape_of(Dim::kStorage, 10'000), 3), cluster));
  EXPECT_FALSE(scheduler.ever_fits(job(0, shape_of(Dim::kStorage, 10'001)), cluster));
}

RC_GTEST_PROP(EverFits, IsWhetherTheEmptyClusterTakesTheJob, ()) {
  Cluster cluster = draw_cluster(kSevenDims, 4);
  Scheduler scheduler = scripted(no_preference);
  const Job j = job(0, draw_simple_shape(), draw(1, 8));
  RC_ASSERT(scheduler.ever_fits(j, cluster) == scheduler.place(j, cluster).has_value());
}

// Whatever changed since the last question: node_changed() has told the policy of every state, and
// the scheduler's own view is the cluster's.
RC_GTEST_PROP(Sync, FollowsTheClusterThroughAnyChanges, ()) {
  Cluster cluster = draw_cluster(kSevenDims, 4);
  Asked asked;
  Scheduler scheduler = counting(asked);
  for (int round = 0; round < 6; ++round) {
    for (int i = draw(0, 6); i > 0; --i) {
      const NodeId n = NodeId::at(draw_index(cluster.size()));
      cluster.set_measured(n, Dim::kNet, unit(Dim::kNet) * draw(0, kSteps));
    }
    if (draw_bool()) RC_ASSERT(cluster.add_node(draw_node()).has_value());
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      RC_ASSERT(scheduler.state_of(cluster, NodeId::at(i)) ==
                cluster.state(NodeId::at(i), kSevenDims));
    }
    RC_ASSERT(std::ranges::is_permutation(asked.states, all_states(cluster)));
  }
}

TEST(Sync, ReadsEveryNodeWhereTheLogNoLongerReachesBack) {
  Cluster cluster = cluster_of({node(1), node(2)});
  Asked asked;
  Scheduler scheduler = counting(asked);
  (void)scheduler.state_of(cluster, NodeId{0});
  cluster.set_measured(NodeId{0}, Dim::kNet, 77);
  for (std::int32_t i = 1; i <= 9000; ++i) cluster.set_measured(NodeId{1}, Dim::kNet, i);
  EXPECT_EQ(scheduler.state_of(cluster, NodeId{0}), cluster.state(NodeId{0}, kSevenDims));
  EXPECT_TRUE(std::ranges::is_permutation(asked.states, all_states(cluster)));
  Scheduler late = scripted(no_preference);
  EXPECT_EQ(late.state_of(cluster, NodeId{0}), cluster.state(NodeId{0}, kSevenDims));
}

TEST(Sync, FitsNowIsAboutTheNodeAsItIs) {
  Cluster cluster = cluster_of({node(1), node(2)});
  Scheduler scheduler = scripted(no_preference);
  EXPECT_FALSE(scheduler.fits_now(job(0, gpu_shape(2)), cluster, NodeId{0}));
  EXPECT_TRUE(scheduler.fits_now(job(0, gpu_shape(2)), cluster, NodeId{1}));
  allocate(cluster, gpu_shape(1, 1), on(1, 0b01));
  EXPECT_FALSE(scheduler.fits_now(job(0, gpu_shape(2)), cluster, NodeId{1}));
  cluster.release(gpu_shape(1, 1), on(1, 0b01));
  EXPECT_TRUE(scheduler.fits_now(job(0, gpu_shape(2)), cluster, NodeId{1}));
}

TEST(SchedulerDeathTest, AScoreThatIsNotFiniteIsABug) {
  const Cluster cluster = cluster_of({node(1)});
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Scheduler scheduler = scripted([bad](const Job&, const Option&) { return bad; });
    EXPECT_DEATH((void)scheduler.choose(job(0, gpu_shape(1)), cluster), "broken invariant");
  }
}

}  // namespace
}  // namespace ragp
