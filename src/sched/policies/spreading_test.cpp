// Tests of the spreaders and balancers: kube-default, lambda-g, load-aware.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
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

auto near(double x) {
  return Optional(DoubleNear(x, 1e-9));
}

// ---- kube-default

TEST(KubeDefault, AddsWhatIsLeftAndHowBalancedItIs) {
  Cluster cluster = cluster_of({node(1), node(1)});
  allocate(cluster, shape_of(Dim::kRam, 250 * kGiB), on(1));
  const Shape task = with(shape_of(Dim::kCpu, 33'333), Dim::kRam, 125 * kGiB);
  // Empty: floor((66 + 87) / 2) = 76, deviation |0.66667 - 0.875| / 2 = 0.104: 89.
  // Other: floor((66 + 62) / 2) = 64, deviation |0.66667 - 0.625| / 2 = 0.0208: 97.
  EXPECT_THAT(scores("kube-default", task, cluster), ElementsAre(Optional(165.0), Optional(161.0)));
}

TEST(KubeDefault, DoesNotSeeGpusNorTheNetwork) {
  Cluster cluster = cluster_of({node(8), node(1), node(1)});
  allocate(cluster, shape_of(Dim::kNet, 9'000), on(2));
  EXPECT_THAT(scores("kube-default", gpu_shape(1), cluster),
              ElementsAre(Optional(200.0), Optional(200.0), Optional(200.0)));
}

TEST(KubeDefault, TheSevenDimensionalFormScoresTheDataPathToo) {
  Cluster cluster = cluster_of({node(1)});
  const Shape task = shape_of(Dim::kStorage, 6'000);
  EXPECT_THAT(scores("kube-default@5d", task, cluster), ElementsAre(Optional(200.0)));
  // Left: 1, 1, 0.4, 1: mean 85; deviation sqrt((3 x 0.0225 + 0.2025) / 4) = 0.2598: 74.
  EXPECT_THAT(scores("kube-default@7d", task, cluster), ElementsAre(Optional(159.0)));
}

RC_GTEST_PROP(KubeDefault, IsAnIntegerFromZeroToTwoHundred, ()) {
  const Cluster cluster = draw_cluster(kSevenDims);
  for (const auto& score : scores("kube-default@7d", draw_shape(), cluster)) {
    if (!score) continue;
    RC_ASSERT(*score == std::floor(*score));
    RC_ASSERT(*score >= 0.0 && *score <= 200.0);
  }
}

// ---- lambda-g

TEST(LambdaG, AddsBalanceAlignmentAndHeadroom) {
  // Half of the processors, the memory and the network of an empty node: in balance and aligned.
  Shape task = with(shape_of(Dim::kCpu, 50'000), Dim::kRam, 500 * kGiB);
  task.demand[Dim::kNet] = 5'000;
  EXPECT_THAT(scores("lambda-g", task, cluster_of({node(0)})), ElementsAre(near(90.0)));
  // Half of the processors only: variance 0.5^2 x 2 / 9, cos = 1 / sqrt(3).
  EXPECT_THAT(scores("lambda-g", shape_of(Dim::kCpu, 50'000), cluster_of({node(0)})),
              ElementsAre(near(60.0 * (1.0 - 4.0 * 0.5 / 9.0) + 20.0 / std::sqrt(3.0) + 10.0)));
}

TEST(LambdaG, AnAlmostFullDimensionCosts) {
  // 90 % of the processors: variance 0.18; 50 x 0.05 and two pairs apart.
  const double aligned = 20.0 / std::sqrt(3.0);
  EXPECT_THAT(scores("lambda-g", shape_of(Dim::kCpu, 90'000), cluster_of({node(0)})),
              ElementsAre(near(60.0 * 0.28 + aligned + 10.0 - 2.5 - 30.0)));
  // 95 % of all three.
  Shape task = with(shape_of(Dim::kCpu, 95'000), Dim::kRam, 950 * kGiB);
  task.demand[Dim::kNet] = 9'500;
  EXPECT_THAT(scores("lambda-g", task, cluster_of({node(0)})),
              ElementsAre(near(60.0 + 20.0 + 10.0 - 3 * 15.0)));
}

TEST(LambdaG, HeadroomIsWhatIsLeftBeforeTheTask) {
  Cluster cluster = cluster_of({node(0)});
  Shape half = with(shape_of(Dim::kCpu, 50'000), Dim::kRam, 500 * kGiB);
  half.demand[Dim::kNet] = 5'000;
  allocate(cluster, half, on(0));
  Shape fifth = with(shape_of(Dim::kCpu, 20'000), Dim::kRam, 200 * kGiB);
  fifth.demand[Dim::kNet] = 2'000;
  EXPECT_THAT(scores("lambda-g", fifth, cluster), ElementsAre(near(60.0 + 20.0 + 5.0)));
}

RC_GTEST_PROP(LambdaG, IsCutOffAtZeroAndAHundred, ()) {
  const Cluster cluster = draw_cluster(kSevenDims);
  for (const auto& score : scores("lambda-g@7d", draw_shape(), cluster)) {
    RC_ASSERT((!score || (*score >= 0.0 && *score <= 100.0)));
  }
}

TEST(LambdaG, IsZeroWhereThePenaltiesAreMore) {
  EXPECT_THAT(scores("lambda-g", shape_of(Dim::kCpu, 100'000), cluster_of({node(0)})),
              ElementsAre(Optional(0.0)));
}

// ---- load-aware

TEST(LoadAware, TheMeasuredLoadCountsNotThePromisedOne) {
  // Half of the network of node 0 is promised and a tenth in use; nothing of node 1 is promised and
  // four tenths are in use. The residual says the contrary.
  Cluster cluster = cluster_of({node(0), node(0)});
  allocate(cluster, shape_of(Dim::kNet, 5'000), on(0));
  cluster.set_measured(NodeId{0}, Dim::kNet, 1'000);
  cluster.set_measured(NodeId{1}, Dim::kNet, 4'000);
  EXPECT_THAT(scores("load-aware", shape_of(Dim::kNet, 1'000), cluster),
              ElementsAre(near(2.8 / 3), near(2.5 / 3)));
  EXPECT_EQ(scheduler_of("scalar").choose(job(0, shape_of(Dim::kNet, 1'000)), cluster)->node,
            NodeId{1});
}

TEST(LoadAware, NothingInUseIsAMeasurementToo) {
  Cluster cluster = cluster_of({node(2), node(2)});
  for (const std::size_t n : {0U, 1U}) allocate(cluster, gpu_shape(1, 1, 40 * kGiB), on(n, 0b01));
  Scheduler scheduler = scheduler_of("load-aware");
  const auto before = scores(scheduler, gpu_shape(0), cluster);
  EXPECT_EQ(before[0], before[1]);
  cluster.set_hbm_measured(NodeId{1}, 0, 0);
  const auto after = scores(scheduler, gpu_shape(0), cluster);
  // A quarter of the memory of two devices, one of five dimensions.
  EXPECT_THAT(after[1], near(*before[1] + 0.05));
  EXPECT_EQ(after[0], before[0]);
}

TEST(LoadAware, MoreThanThereIsLeftIsNothingLeft) {
  // Measured below the promise, the load leaves room that the promise does not; measured above what
  // a degraded link delivers, it does not count as less than none.
  Cluster cluster = cluster_of({node(0)});
  cluster.set_measured(NodeId{0}, Dim::kNet, 9'000);
  cluster.set_effective(NodeId{0}, Dim::kNet, 3'000);
  EXPECT_THAT(scores("load-aware", shape_of(Dim::kCpu, 0), cluster), ElementsAre(near(2.0 / 3)));
}

RC_GTEST_PROP(LoadAware, IsLeastAllocatedWhereNothingWasMeasured, ()) {
  Cluster cluster = draw_cluster(kFiveDims);
  const Shape running = draw_shape();
  Scheduler first_fit = scheduler_of("first-fit");
  RC_PRE(first_fit.place(job(0, running), cluster).has_value());
  const Shape task = draw_shape();
  const auto aware = scores("load-aware", task, cluster);
  const auto least = scores("scalar", task, cluster);
  for (std::size_t n = 0; n < aware.size(); ++n) {
    RC_ASSERT(aware[n].has_value() == least[n].has_value());
    if (aware[n]) RC_ASSERT(std::abs(*aware[n] - *least[n]) < 1e-12);
  }
}

}  // namespace
}  // namespace ragp
