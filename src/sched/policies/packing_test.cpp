// Tests of the packers: dot-product, gpu-packing, gpu-clustering, l2, most-allocated.
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"
#include "support/score.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Optional;

const Shape kWhole = gpu_shape(1);

// ---- dot-product

TEST(DotProduct, PrefersTheNodeThatIsLeastAligned) {
  // Half of the processors and one of four GPUs. Empty: (0.5 x 1 + 0.25 x 1) / 2 = 0.375; with one
  // GPU: (0.5 x 1 + 0.25 x 0.25) / 2 = 0.281.
  const Shape task = with(kWhole, Dim::kCpu, 50'000);
  EXPECT_THAT(scores("dot-product", task, cluster_of({node(4), node(1)})),
              ElementsAre(Optional(62.0), Optional(71.0)));
}

TEST(DotProduct, WeighsTheDataPathWhereItSeesIt) {
  Cluster cluster = cluster_of({node(4), node(4)});
  cluster.set_effective(NodeId{1}, Dim::kStorage, 6'000);
  const Shape task = with(with(kWhole, Dim::kCpu, 50'000), Dim::kStorage, 5'000);
  EXPECT_THAT(scores("dot-product@5d", task, cluster), ElementsAre(Optional(62.0), Optional(62.0)));
  // (0.5 + 0.25 + 0.5 x 1) / 4 and (0.5 + 0.25 + 0.5 x 0.6) / 4
  EXPECT_THAT(scores("dot-product@7d", task, cluster), ElementsAre(Optional(68.0), Optional(73.0)));
}

TEST(DotProduct, DoesNotLookAtMemory) {
  Cluster cluster = cluster_of({node(4), node(4)});
  allocate(cluster, shape_of(Dim::kRam, 500 * kGiB), on(1));
  const Shape task = with(with(kWhole, Dim::kRam, 100 * kGiB), Dim::kHbm, kGiB);
  EXPECT_THAT(scores("dot-product", task, cluster), ElementsAre(Optional(87.0), Optional(87.0)));
}

// ---- gpu-packing

TEST(GpuPacking, GpusInUseThenIdleGpusOfNodesInUseThenIdleNodes) {
  Cluster cluster = cluster_of({node(2), node(2)});
  allocate(cluster, gpu_shape(1, 600), on(1, 0b01));
  EXPECT_THAT(scores("gpu-packing", gpu_shape(1, 300), cluster),
              ElementsAre(Optional(31.0), Optional(96.0)));
  EXPECT_THAT(scores("gpu-packing", kWhole, cluster), ElementsAre(Optional(31.0), Optional(49.0)));
  EXPECT_THAT(scores("gpu-packing", gpu_shape(2, 300), cluster),
              ElementsAre(Optional(31.0), Optional(49.0)))
      << "one in use and one idle";
  EXPECT_THAT(scores("gpu-packing", gpu_shape(2), cluster),
              ElementsAre(Optional(31.0), std::nullopt));
}

TEST(GpuPacking, CountsWhatIsFreeOnTheGpusTogether) {
  Cluster cluster = cluster_of({node(3)});
  allocate(cluster, gpu_shape(1, 600), on(0, 0b001));
  allocate(cluster, gpu_shape(1, 250), on(0, 0b010));
  allocate(cluster, gpu_shape(1, 900), on(0, 0b100));
  // 40 % and 75 %: floor(115 / 10) = 11.
  EXPECT_THAT(scores("gpu-packing", gpu_shape(2, 300), cluster), ElementsAre(Optional(89.0)));
}

TEST(GpuPacking, TheTiersDoNotOverlap) {
  Cluster cluster = cluster_of({node(31), node(31), node(31)});
  for (int i = 0; i < 31; ++i) allocate(cluster, gpu_shape(1, 1), on(0, DeviceSet{1} << i));
  allocate(cluster, kWhole, on(1, 0b1));
  EXPECT_THAT(scores("gpu-packing", gpu_shape(30, 100), cluster),
              ElementsAre(Optional(50.0), Optional(33.0), Optional(31.0)));
}

TEST(GpuPacking, ToATaskWithoutGpusAllNodesAreEqual) {
  EXPECT_THAT(scores("gpu-packing", shape_of(Dim::kCpu, 1), cluster_of({node(0), node(4)})),
              ElementsAre(Optional(0.0), Optional(0.0)));
}

// ---- gpu-clustering

TEST(GpuClustering, GathersTasksOfOneKind) {
  Cluster cluster = cluster_of({node(4), node(4), node(4), node(4)});
  const Shape half = gpu_shape(1, 500);
  allocate(cluster, half, on(0, 0b0001));
  allocate(cluster, kWhole, on(1, 0b0001));
  allocate(cluster, half, on(2, 0b0001));
  allocate(cluster, kWhole, on(2, 0b0010));
  // Fullness: floor(25 x used / 4): 0.5, 1, 1.5 and 0 GPUs.
  EXPECT_THAT(scores("gpu-clustering", gpu_shape(1, 200), cluster),
              ElementsAre(Optional(78.0), Optional(6.0), Optional(59.0), Optional(25.0)));
  EXPECT_THAT(scores("gpu-clustering", kWhole, cluster),
              ElementsAre(Optional(3.0), Optional(81.0), Optional(59.0), Optional(25.0)));
  EXPECT_THAT(scores("gpu-clustering", gpu_shape(2), cluster),
              ElementsAre(Optional(3.0), Optional(6.0), Optional(9.0), Optional(25.0)))
      << "two GPUs are another kind than one";
  EXPECT_THAT(scores("gpu-clustering", shape_of(Dim::kCpu, 1), cluster),
              ElementsAre(Optional(0.0), Optional(0.0), Optional(0.0), Optional(0.0)));
}

TEST(GpuClustering, NodesAreOfAKindAsLongAsATaskOfItRuns) {
  Cluster cluster = cluster_of({node(4)});
  Scheduler scheduler = scheduler_of("gpu-clustering");
  const Shape half = gpu_shape(1, 500);
  allocate(cluster, half, on(0, 0b01));
  allocate(cluster, half, on(0, 0b01));
  cluster.release(half, on(0, 0b01));
  EXPECT_THAT(scores(scheduler, half, cluster), ElementsAre(Optional(78.0)));
  cluster.release(half, on(0, 0b01));
  EXPECT_THAT(scores(scheduler, half, cluster), ElementsAre(Optional(25.0)));
  allocate(cluster, shape_of(Dim::kCpu, 1), on(0));
  EXPECT_THAT(scores(scheduler, half, cluster), ElementsAre(Optional(25.0)))
      << "a task without GPUs is of no kind";
}

TEST(GpuClustering, TellsNodesOfEqualResidualsApart) {
  Cluster cluster = cluster_of({node(4), node(4)});
  allocate(cluster, gpu_shape(2), on(0, 0b0011));
  allocate(cluster, kWhole, on(1, 0b0001));
  allocate(cluster, kWhole, on(1, 0b0010));
  Scheduler scheduler = scheduler_of("gpu-clustering");
  EXPECT_EQ(scheduler.choose(job(0, kWhole), cluster)->node, NodeId{1});
  EXPECT_EQ(scheduler.choose(job(1, gpu_shape(2)), cluster)->node, NodeId{0});
}

// ---- l2

TEST(L2, WeighsADimensionByTheMeanDemandForIt) {
  // Two tasks of two of four GPUs and 20 % of the processors, and one of 50 % of the processors:
  // processors 0.3, GPUs 0.333 on average.
  Scheduler l2 = scheduler_of("l2");
  const Shape task = with(gpu_shape(2), Dim::kCpu, 20'000);
  observe(l2, task);
  observe(l2, shape_of(Dim::kCpu, 50'000));
  observe(l2, task);
  Cluster cluster = cluster_of({node(4), node(4), node(2)});
  allocate(cluster, shape_of(Dim::kCpu, 80'000), on(1));
  allocate(cluster, shape_of(Dim::kRam, 500 * kGiB), on(2));
  // What is left: 80 % and 2 GPUs; 0 and 2; 80 % and 0. Nobody asks for memory.
  const auto by_node = scores(l2, task, cluster);
  EXPECT_THAT(by_node[0], Optional(DoubleNear(-0.3 * 0.64 - 0.25 / 3, 1e-3)));
  EXPECT_THAT(by_node[1], Optional(DoubleNear(-0.25 / 3, 1e-3)));
  EXPECT_THAT(by_node[2], Optional(DoubleNear(-0.3 * 0.64, 1e-3)));
}

RC_GTEST_PROP(L2, APerfectFitIsBest, ()) {
  Cluster cluster = draw_cluster(kFiveDims);
  Scheduler l2 = scheduler_of("l2");
  const Shape task = draw_shape().seen(kFiveDims);
  observe(l2, task);
  for (const auto& score : scores(l2, task, cluster)) RC_ASSERT((!score || *score <= 0.0));
  NodeSpec same{.name = "same", .capacity = task.demand, .gpus = task.gpus};
  RC_PRE(task.models.has(0) || task.gpus == 0);
  const NodeId exact = cluster.add_node(same).value();
  RC_ASSERT(scores(l2, task, cluster)[exact.index()] == std::optional(-0.0));
}

// ---- most-allocated

TEST(MostAllocated, PrefersTheFullestNode) {
  Cluster cluster = cluster_of({node(0), node(0)});
  allocate(cluster, shape_of(Dim::kCpu, 40'000), on(1));
  // Over processors, memory and network: (0.1 + 0.2 + 0) / 3 and (0.5 + 0.2 + 0) / 3.
  const Shape task = with(shape_of(Dim::kCpu, 10'000), Dim::kRam, 200 * kGiB);
  EXPECT_THAT(scores("most-allocated", task, cluster),
              ElementsAre(Optional(DoubleNear(0.1, 1e-12)), Optional(DoubleNear(0.7 / 3, 1e-12))));
}

RC_GTEST_PROP(MostAllocated, IsLeastAllocatedTurnedRound, ()) {
  const Cluster cluster = draw_cluster(kFiveDims);
  const Shape task = draw_shape();
  const auto most = scores("most-allocated", task, cluster);
  const auto least = scores("scalar", task, cluster);
  for (std::size_t n = 0; n < most.size(); ++n) {
    RC_ASSERT(most[n].has_value() == least[n].has_value());
    if (!most[n] || cluster.state(NodeId::at(n), kFiveDims).capacity == Resources{}) continue;
    RC_ASSERT(std::abs(*most[n] + *least[n] - 1.0) < 1e-12);
  }
}

}  // namespace
}  // namespace ragp
