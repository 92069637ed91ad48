// Tests of demand_mix: a distribution that forgets at its half-life and never grows beyond its
// bound.
// SPDX-License-Identifier: Apache-2.0
#include "sched/demand_mix.h"

#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)

// One of endlessly many shapes.
Shape shape_number(std::int32_t i) {
  return shape_of(Dim::kCpu, i + 1);
}
std::optional<ShapeId> find(const DemandMix& mix, const Shape& shape) {
  for (std::size_t i = 0; i < mix.size(); ++i) {
    if (mix.shape(ShapeId::at(i)) == shape) return ShapeId::at(i);
  }
  return std::nullopt;
}
double probability(const DemandMix& mix, const Shape& shape) {
  const auto id = find(mix, shape);
  return id ? mix.probability(*id) : 0.0;
}
double sum(const DemandMix& mix) {
  double total = 0.0;
  for (std::size_t i = 0; i < mix.size(); ++i) total += mix.probability(ShapeId::at(i));
  return total;
}

RC_GTEST_PROP(DemandMix, IsADistributionOfBoundedSize, ()) {
  const auto most = static_cast<std::size_t>(draw(1, 6));
  DemandMix mix({.half_life = 0.5 * draw(1, 40), .max_shapes = most});
  for (int i = draw(1, 200); i > 0; --i) {
    mix.observe(shape_number(draw(0, 9)), draw(1, 64));
    RC_ASSERT(mix.size() <= most);
    RC_ASSERT(std::abs(sum(mix) - 1.0) < 1e-9);
    for (std::size_t s = 0; s < mix.size(); ++s) {
      RC_ASSERT(mix.probability(ShapeId::at(s)) >= 0.0);
      RC_ASSERT(find(mix, mix.shape(ShapeId::at(s))) == ShapeId::at(s));  // none is there twice
    }
  }
}

TEST(DemandMix, CountsTasksAndKeepsIdsStable) {
  DemandMix mix({.half_life = 1e9});
  EXPECT_EQ(mix.size(), 0U);
  mix.observe(shape_number(0), 3.0);
  mix.observe(shape_number(1));
  EXPECT_EQ(find(mix, shape_number(0)), ShapeId{0});
  EXPECT_EQ(find(mix, shape_number(1)), ShapeId{1});
  EXPECT_NEAR(mix.probability(ShapeId{0}), 0.75, 1e-6);
  mix.observe(shape_number(0));
  EXPECT_EQ(mix.size(), 2U);
  EXPECT_NEAR(mix.probability(ShapeId{0}), 0.8, 1e-6);
}

TEST(DemandMix, AnArrivalsWeightHalvesEveryHalfLife) {
  constexpr double kHalfLife = 40.0;
  DemandMix mix({.half_life = kHalfLife});
  mix.observe(shape_number(0));
  for (int i = 1; i <= 120; ++i) {
    mix.observe(shape_number(1));
    // The i later arrivals weigh 1, 2^-1/h, ... 2^-(i-1)/h, the first 2^-i/h.
    const double step = std::exp2(-1.0 / kHalfLife);
    const double first = std::pow(step, i);
    const double later = (1.0 - first) / (1.0 - step);
    EXPECT_NEAR(probability(mix, shape_number(0)), first / (first + later), 1e-12) << i;
  }
}

TEST(DemandMix, IsTheSameWhereverItRenormalises) {
  // At a half-life of one arrival the scale passes 1e100 every 332 arrivals.
  DemandMix mix({.half_life = 1.0});
  for (int i = 0; i < 2000; ++i) {
    mix.observe(shape_number(i % 2));
    if (i < 60) continue;
    EXPECT_NEAR(probability(mix, shape_number(i % 2)), 2.0 / 3, 1e-12) << i;
    EXPECT_NEAR(probability(mix, shape_number((i + 1) % 2)), 1.0 / 3, 1e-12) << i;
  }
}

TEST(DemandMix, StaysADistributionAfterVeryManyArrivals) {
  DemandMix mix({.half_life = 50.0, .max_shapes = 8});
  Rng rng(1);
  for (int i = 0; i < 200'000; ++i) {
    mix.observe(shape_number(static_cast<std::int32_t>(rng.below(40))),
                static_cast<double>(1 + rng.below(1000)));
  }
  EXPECT_NEAR(sum(mix), 1.0, 1e-9);
}

TEST(DemandMix, TheLightestMakesRoom) {
  DemandMix mix({.half_life = 1e9, .max_shapes = 3});
  mix.observe(shape_number(0), 5.0);
  mix.observe(shape_number(1), 2.0);
  mix.observe(shape_number(2), 3.0);
  mix.observe(shape_number(3), 1.0);
  EXPECT_EQ(mix.size(), 3U);
  EXPECT_EQ(find(mix, shape_number(1)), std::nullopt);
  EXPECT_EQ(find(mix, shape_number(3)), ShapeId{1}) << "its place is taken over";
  EXPECT_NEAR(probability(mix, shape_number(3)), 1.0 / 9, 1e-6) << "its weight is not";
  mix.observe(shape_number(1), 1.0);
  EXPECT_EQ(find(mix, shape_number(3)), std::nullopt);
  EXPECT_NEAR(probability(mix, shape_number(0)), 5.0 / 9, 1e-6);
}

TEST(DemandMix, RevisionMovesWithTheShapes) {
  DemandMix mix({.half_life = 1000.0, .max_shapes = 2});
  const std::uint64_t empty = mix.revision();
  mix.observe(shape_number(0));
  const std::uint64_t one = mix.revision();
  EXPECT_NE(one, empty);
  mix.observe(shape_number(0));
  EXPECT_EQ(mix.revision(), one);
  mix.observe(shape_number(1));
  const std::uint64_t two = mix.revision();
  EXPECT_NE(two, one);
  mix.observe(shape_number(2));
  EXPECT_NE(mix.revision(), two) << "a shape was replaced";
}

TEST(DemandMix, RevisionMovesEightTimesPerHalfLife) {
  DemandMix mix({.half_life = 80.0, .max_shapes = 2});
  mix.observe(shape_number(0));
  const std::uint64_t first = mix.revision();
  for (int i = 0; i < 10; ++i) mix.observe(shape_number(0));
  EXPECT_NE(mix.revision(), first) << "an eighth of 80 arrivals";
  const std::uint64_t second = mix.revision();
  for (int i = 0; i < 9; ++i) mix.observe(shape_number(0));
  EXPECT_EQ(mix.revision(), second);
}

TEST(DemandMix, TheMeanIsThatOfTheRevision) {
  DemandMix mix({.half_life = 1e6, .max_shapes = 4});
  EXPECT_EQ(mix.mean()[static_cast<std::size_t>(Dim::kSm)], 0.0);
  mix.observe(gpu_shape(2));
  mix.observe(gpu_shape(1), 3.0);
  EXPECT_NEAR(mix.mean()[static_cast<std::size_t>(Dim::kSm)], 1250.0, 0.01);
  mix.observe(gpu_shape(2), 100.0);
  EXPECT_NEAR(mix.mean()[static_cast<std::size_t>(Dim::kSm)], 1250.0, 0.01)
      << "weights alone do not move it";
}

TEST(DemandMix, TellsShapesApartByEveryPart) {
  DemandMix mix;
  Shape a = gpu_shape(1, 500);
  mix.observe(a);
  Shape b = a;
  b.hbm_growth = 1;
  mix.observe(b);
  Shape c = a;
  c.models = models({0});
  mix.observe(c);
  Shape d = a;
  d.gpus = 2;
  mix.observe(d);
  EXPECT_EQ(mix.size(), 4U);
}

}  // namespace
}  // namespace ragp
