// Tests of leftovers: kept up node by node, it equals what the final states alone would give.
// SPDX-License-Identifier: Apache-2.0
#include "sim/leftovers.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/feasibility.h"
#include "sched/fragmentation.h"

namespace ragp::sim {
namespace {

constexpr std::int32_t kCpu = 1000;

Shape gpu_shape(std::int32_t gpus, std::int32_t sm, std::int32_t cpu = 0) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kSm] = sm;
  s.demand[Dim::kCpu] = cpu;
  return s;
}
Shape cpu_shape(std::int32_t cpu) {
  Shape s;
  s.demand[Dim::kCpu] = cpu;
  return s;
}

// A node with this much left on each of its devices.
NodeState node_with(std::vector<std::int32_t> sm, std::int32_t cpu = kCpu, ModelId model = 0) {
  std::ranges::sort(sm);
  NodeState s{.gpus = static_cast<std::int32_t>(sm.size()), .model = model};
  s.residual[Dim::kCpu] = cpu;
  s.capacity[Dim::kCpu] = kCpu;
  for (std::size_t d = 0; d < sm.size(); ++d) {
    s.slots[d].sm = sm[d];
    s.residual[Dim::kSm] += sm[d];
    s.capacity[Dim::kSm] += kWholeGpu;
  }
  return s;
}

TEST(Leftovers, WeighsWhatEachShapeCannotUse) {
  // Whole GPUs cannot use the 600 of the second device, half ones can use everything.
  Leftovers left({{gpu_shape(1, 1000), 0.25}, {gpu_shape(1, 500), 0.75}}, 1);
  left.update(NodeId{0}, node_with({1000, 600}));
  EXPECT_EQ(left.idle_milli(), 1600);
  EXPECT_DOUBLE_EQ(left.stranded_gpus(), 0.25 * 0.6);
  EXPECT_DOUBLE_EQ(left.hostable_gpus(), 1.6);
  EXPECT_DOUBLE_EQ(left.jobs_per_node(), 0.25 * 1 + 0.75 * 3);
}

TEST(Leftovers, WhereAShapeLacksAnythingAllIdleGpuIsStrandedForIt) {
  Leftovers left({{gpu_shape(1, 500, 200), 1.0}}, 1);
  left.update(NodeId{0}, node_with({1000, 1000}, 199));
  EXPECT_DOUBLE_EQ(left.stranded_gpus(), 2.0);
  EXPECT_DOUBLE_EQ(left.hostable_gpus(), 0.0);
  EXPECT_DOUBLE_EQ(left.jobs_per_node(), 0.0);
}

TEST(Leftovers, CpuWorkUsesNoGpuButStrandsNoneWhereItFits) {
  Leftovers left({{cpu_shape(300), 1.0}}, 1);
  left.update(NodeId{0}, node_with({1000}));
  EXPECT_DOUBLE_EQ(left.stranded_gpus(), 0.0);
  EXPECT_DOUBLE_EQ(left.hostable_gpus(), 0.0) << "CPU work makes no GPU useful";
  EXPECT_DOUBLE_EQ(left.jobs_per_node(), 3.0);
  left.update(NodeId{0}, node_with({1000}, 299));
  EXPECT_DOUBLE_EQ(left.stranded_gpus(), 1.0);
}

TEST(Leftovers, TwoHalvesOfOneDeviceDoNotHostATaskOfTwoDevices) {
  Leftovers left({{gpu_shape(2, 400), 1.0}}, 1);
  left.update(NodeId{0}, node_with({1000, 300}));
  EXPECT_DOUBLE_EQ(left.stranded_gpus(), 1.3);
  EXPECT_DOUBLE_EQ(left.hostable_gpus(), 0.0);
  EXPECT_DOUBLE_EQ(left.jobs_per_node(), 0.0);
}

TEST(Leftovers, JobsPerNodeIsTheMeanOverAllNodes) {
  Leftovers left({{gpu_shape(1, 1000), 1.0}}, 4);
  left.update(NodeId{2}, node_with({1000, 1000}));
  EXPECT_DOUBLE_EQ(left.jobs_per_node(), 0.5);
}

TEST(Leftovers, AreNothingWithoutNodesOrShapes) {
  const Leftovers no_nodes({{gpu_shape(1, 1000), 1.0}}, 0);
  EXPECT_EQ(no_nodes.jobs_per_node(), 0.0);
  Leftovers no_shapes({}, 1);
  no_shapes.update(NodeId{0}, node_with({1000}));
  EXPECT_EQ(no_shapes.idle_milli(), 1000);
  EXPECT_EQ(no_shapes.stranded_gpus(), 0.0);
}

// ---- the mix ------------------------------------------------------------------------------------

TEST(MixOf, WeighsShapesByTheirTasks) {
  const std::vector<Job> jobs{{.id = JobId{0}, .shape = gpu_shape(1, 500), .tasks = 1},
                              {.id = JobId{1}, .shape = gpu_shape(2, 1000), .tasks = 6},
                              {.id = JobId{2}, .shape = gpu_shape(1, 500), .tasks = 1}};
  const auto mix = mix_of(jobs);
  ASSERT_EQ(mix.size(), 2U);
  EXPECT_EQ(mix[0].shape, gpu_shape(1, 500));
  EXPECT_DOUBLE_EQ(mix[0].probability, 0.25);
  EXPECT_DOUBLE_EQ(mix[1].probability, 0.75);
}

TEST(MixOf, LooksAtWhatIsAskedForNotAtWhatItMayGrowTo) {
  Shape grows = gpu_shape(1, 500);
  grows.hbm_growth = 77;
  const auto mix = mix_of(std::vector<Job>{{.shape = grows}, {.shape = gpu_shape(1, 500)}});
  ASSERT_EQ(mix.size(), 1U);
  EXPECT_EQ(mix[0].shape.hbm_growth, 0);
  EXPECT_DOUBLE_EQ(mix[0].probability, 1.0);
}

TEST(MixOf, OfNothingIsEmpty) {
  EXPECT_TRUE(mix_of({}).empty());
}

// ---- properties ---------------------------------------------------------------------------------

NodeState any_node() {
  const auto sm = *rc::gen::resize(
      8, rc::gen::container<std::vector<std::int32_t>>(rc::gen::element(0, 50, 300, 500, 1000)));
  return node_with(sm, *rc::gen::inRange(0, kCpu + 1), *rc::gen::inRange<ModelId>(0, 2));
}

std::vector<WeightedShape> any_mix() {
  std::vector<WeightedShape> mix;
  const auto count = *rc::gen::inRange(0, 6);
  for (int i = 0; i < count; ++i) {
    Shape shape = gpu_shape(*rc::gen::inRange(0, 5), *rc::gen::element(100, 300, 500, 1000),
                            *rc::gen::inRange(1, kCpu));
    if (shape.gpus == 0) shape.demand[Dim::kSm] = 0;
    if (*rc::gen::inRange(0, 3) == 0) {
      shape.models = ModelSet::none();
      shape.models.add(1);
    }
    mix.push_back({.shape = shape, .probability = 1.0 / count});
  }
  return mix;
}

// Idle GPU on the devices that some GPU shape of the mix could take now, by the definition.
std::int64_t hostable_milli(const std::vector<WeightedShape>& mix, const NodeState& state) {
  std::int64_t milli = 0;
  for (const DeviceState& d : state.devices()) {
    const bool useful = std::ranges::any_of(mix, [&](const WeightedShape& m) {
      return m.shape.gpus > 0 && fits(state, m.shape) && d.sm >= m.shape.demand[Dim::kSm];
    });
    if (useful) milli += d.sm;
  }
  return milli;
}

RC_GTEST_PROP(Leftovers, AfterAnyUpdatesEqualWhatTheFinalStatesGive, ()) {
  const auto mix = any_mix();
  const auto nodes = *rc::gen::inRange<std::size_t>(1, 5);
  std::vector<NodeState> states(nodes);
  Leftovers kept_up(mix, nodes);
  const auto updates = *rc::gen::inRange(1, 20);
  for (int i = 0; i < updates; ++i) {
    const auto n = *rc::gen::inRange<std::size_t>(0, nodes);
    states[n] = any_node();
    kept_up.update(NodeId::at(n), states[n]);
  }
  Leftovers fresh(mix, nodes);
  std::int64_t idle = 0;
  std::int64_t hostable = 0;
  double stranded_milli = 0.0;
  double jobs = 0.0;
  for (std::size_t n = nodes; n-- > 0;) {  // in another order
    fresh.update(NodeId::at(n), states[n]);
    idle += states[n].residual[Dim::kSm];
    hostable += hostable_milli(mix, states[n]);
    for (const WeightedShape& m : mix) {
      stranded_milli += m.probability * stranded(states[n], m.shape);
      jobs += m.probability * static_cast<double>(copies(states[n], m.shape));
    }
  }
  RC_ASSERT(kept_up.idle_milli() == fresh.idle_milli());
  RC_ASSERT(kept_up.stranded_gpus() == fresh.stranded_gpus());
  RC_ASSERT(kept_up.hostable_gpus() == fresh.hostable_gpus());
  RC_ASSERT(kept_up.jobs_per_node() == fresh.jobs_per_node());

  RC_ASSERT(fresh.idle_milli() == idle);
  RC_ASSERT(std::abs(fresh.stranded_gpus() - stranded_milli * 1e-3) < 1e-9);
  RC_ASSERT(std::abs(fresh.hostable_gpus() - static_cast<double>(hostable) * 1e-3) < 1e-9);
  const double per_node = jobs / static_cast<double>(nodes);
  RC_ASSERT(std::abs(fresh.jobs_per_node() - per_node) <= 1e-9 * std::max(1.0, per_node));
}

}  // namespace
}  // namespace ragp::sim
