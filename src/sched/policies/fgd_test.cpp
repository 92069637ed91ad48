// Tests of fgd: the formula against FGD's definition, computed the plain way, and each detail of
// the authors' implementation by a hand-computed score.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/feasibility.h"
#include "sched/fragmentation.h"
#include "support/build.h"
#include "support/draw.h"
#include "support/score.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::ElementsAre;
using ::testing::Optional;

const Shape kWhole = gpu_shape(1);
const Shape kHalf = gpu_shape(1, 500);

TEST(Fgd, ScoresTheFragmentsThatAreMadeOrUsedUp) {
  // Whole and half GPUs come equally often. A half task leaves half a GPU, of no use to the whole
  // ones: 0.25 GPU lost; on a GPU that is half full it uses a fragment up: 0.25 won.
  Cluster cluster = cluster_of({node(1), node(1)});
  allocate(cluster, kHalf, on(1, 0b1));
  Scheduler fgd = scheduler_of("fgd");
  observe(fgd, kWhole);
  observe(fgd, kHalf);
  EXPECT_THAT(scores(fgd, kHalf, cluster), ElementsAre(Optional(43.0), Optional(56.0)));
}

TEST(Fgd, ChoosesTheDeviceOfTheLeastFragmentsNotTheTightest) {
  // 300 on the device with 600 leaves 300 there, of no use to the tasks of 400. On the one with 700
  // it leaves 400.
  Cluster cluster = cluster_of({node(2)});
  allocate(cluster, gpu_shape(1, 400), on(0, 0b01));
  allocate(cluster, gpu_shape(1, 300), on(0, 0b10));
  Scheduler fgd = scheduler_of("fgd");
  observe(fgd, gpu_shape(1, 300));
  observe(fgd, gpu_shape(1, 400));
  EXPECT_EQ(fgd.choose(job(0, gpu_shape(1, 300)), cluster), on(0, 0b10));
}

TEST(Fgd, TasksThatDifferByMemoryHaveOptionsOfTheirOwn) {
  // Memory makes no fragments, but it decides which devices can take a task.
  Cluster cluster = cluster_of({node(2)});
  allocate(cluster, gpu_shape(1, 500, 70 * kGiB), on(0, 0b01));
  Scheduler fgd = scheduler_of("fgd");
  observe(fgd, kWhole);
  observe(fgd, kHalf);
  EXPECT_EQ(fgd.choose(job(0, gpu_shape(1, 500, 40 * kGiB)), cluster), on(0, 0b10));
  EXPECT_EQ(fgd.choose(job(1, kHalf), cluster), on(0, 0b01)) << "uses a fragment up";
  EXPECT_EQ(fgd.choose(job(2, gpu_shape(1, 500, 40 * kGiB)), cluster), on(0, 0b10));
}

TEST(Fgd, OnlyTheShapesThatCoverMostOfTheMixCount) {
  // Among 24 half tasks a whole one is 4 %: nobody minds that a half task breaks a GPU. Among 22,
  // three are 12 %: 0.06 GPU lost.
  const Cluster cluster = cluster_of({node(1)});
  Scheduler rare = scheduler_of("fgd");
  observe(rare, kHalf, 24);
  observe(rare, kWhole);
  EXPECT_THAT(scores(rare, kHalf, cluster), ElementsAre(Optional(50.0)));
  Scheduler typical = scheduler_of("fgd");
  observe(typical, kHalf, 22);
  observe(typical, kWhole, 3);
  EXPECT_THAT(scores(typical, kHalf, cluster), ElementsAre(Optional(48.0)));
}

TEST(Fgd, TheTypicalShapesStandForTheWholeMix) {
  // Eight GPUs go, and half tasks, all of the mix that counts, can use eight less: nothing is won.
  const Cluster cluster = cluster_of({node(8)});
  Scheduler fgd = scheduler_of("fgd");
  observe(fgd, kHalf, 24);
  observe(fgd, gpu_shape(8));
  EXPECT_THAT(scores(fgd, gpu_shape(8), cluster), ElementsAre(Optional(50.0)));
}

TEST(Fgd, ToACpuOnlyShapeAllIdleGpuIsAFragment) {
  Scheduler fgd = scheduler_of("fgd");
  const Shape cpu_only = shape_of(Dim::kCpu, kAmple[Dim::kCpu]);
  const Shape gpu = with(kWhole, Dim::kCpu, 1000);
  observe(fgd, gpu);
  observe(fgd, cpu_only);
  // Taking the GPU takes it from a half of the mix that calls it a fragment.
  EXPECT_THAT(scores(fgd, gpu, cluster_of({node(1)})), ElementsAre(Optional(62.0)));
  // The last processors leave a GPU that the other half cannot use.
  EXPECT_THAT(scores(fgd, cpu_only, cluster_of({node(1), node(0)})),
              ElementsAre(Optional(37.0), Optional(50.0)));
}

TEST(Fgd, DoesNotLookAtMemory) {
  // After the task there is no memory left for another; and tasks that differ in memory alone are
  // one shape, too frequent to be rare.
  Scheduler fgd = scheduler_of("fgd");
  const Shape big = with(kWhole, Dim::kRam, kAmple[Dim::kRam]);
  observe(fgd, big);
  EXPECT_THAT(scores(fgd, big, cluster_of({node(2)})), ElementsAre(Optional(50.0)));

  observe(fgd, kHalf, 93);
  for (std::int32_t ram = 1; ram <= 6; ++ram) observe(fgd, with(kWhole, Dim::kRam, ram));
  EXPECT_THAT(scores(fgd, kHalf, cluster_of({node(1)})), ElementsAre(Optional(49.0)));
}

TEST(Fgd, TheSevenDimensionalFormStrandsForWantOfStorage) {
  Cluster cluster = cluster_of({node(2)});
  cluster.set_effective(NodeId{0}, Dim::kStorage, 1000);
  const Shape fed = with(kWhole, Dim::kStorage, 1000);
  for (const auto& [policy, score] : {std::pair{"fgd@5d", 50.0}, std::pair{"fgd@7d", 26.0}}) {
    Scheduler fgd = scheduler_of(policy);
    observe(fgd, fed);
    EXPECT_THAT(scores(fgd, fed, cluster), ElementsAre(Optional(score))) << policy;
  }
}

TEST(Fgd, KnowsNothingWithoutAMix) {
  EXPECT_THAT(scores("fgd", kWhole, cluster_of({node(1), node(8)})),
              ElementsAre(Optional(73.0), Optional(73.0)))
      << "one GPU less is one GPU less that nobody uses";
}

// ---- against the definition

struct Weighted {
  Shape shape;
  double weight = 0.0;
};

std::vector<Weighted> typical_shapes(const DemandMix& mix) {
  std::vector<Weighted> all;
  for (std::size_t m = 0; m < mix.size(); ++m) {
    Shape shape = mix.shape(ShapeId::at(m));
    shape.demand[Dim::kRam] = shape.demand[Dim::kHbm] = shape.demand[Dim::kNet] = 0;
    shape.hbm_growth = 0;
    const auto known = std::ranges::find(all, shape, &Weighted::shape);
    const double p = mix.probability(ShapeId::at(m));
    if (known == all.end()) {
      all.push_back({shape, p});
    } else {
      known->weight += p;
    }
  }
  std::ranges::stable_sort(all, std::greater<>(), &Weighted::weight);
  double covered = 0.0;
  std::size_t kept = 0;
  while (kept < all.size() && covered < 0.95) covered += all[kept++].weight;
  all.resize(kept);
  for (Weighted& w : all) w.weight /= covered;
  return all;
}

double fragments(const NodeState& state, const std::vector<Weighted>& typical) {
  double gpus = 0.0;
  for (const Weighted& w : typical) gpus += w.weight * stranded_fgd(state, w.shape) / kWholeGpu;
  return gpus;
}

RC_GTEST_PROP(Fgd, IsItsDefinition, ()) {
  const Cluster cluster = draw_cluster(kFiveDims);
  Scheduler fgd = scheduler_of("fgd");
  for (int i = draw(1, 12); i > 0; --i) {
    observe(fgd, draw_shape().seen(kFiveDims), draw<std::uint32_t>(1, 9));
  }
  const std::vector<Weighted> typical = typical_shapes(fgd.mix());
  const Shape task = draw_shape().seen(kFiveDims);
  for (const Candidate& c : fgd.evaluate(job(0, task), cluster).candidates) {
    const NodeState before = fgd.state_of(cluster, c.where.node);
    double best = -1.0;
    std::vector<DeviceSet> choices;
    device_choices(before, task, choices);
    for (const DeviceSet slots : choices) {
      const double won =
          fragments(before, typical) - fragments(after(before, task, slots), typical);
      best = std::max(best, std::floor(100.0 / (1.0 + std::exp(-won)) + 1e-9));
    }
    RC_ASSERT(c.score == best);
  }
}

}  // namespace
}  // namespace ragp
