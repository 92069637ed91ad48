// Tests of MixedRoom: near to the number of mean jobs that fit, smooth, and exact in sums.
// SPDX-License-Identifier: Apache-2.0
#include "sched/mixed_room.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)

Shape one_gpu_four_cores() {
  Shape s = gpu_shape(1);
  s.demand[Dim::kCpu] = 4000;
  return s;
}
Resources left(std::int32_t cores, std::int32_t gpus) {
  Resources r;
  r[Dim::kCpu] = cores * 1000;
  r[Dim::kSm] = gpus * kWholeGpu;
  return r;
}
constexpr std::int32_t kLargest = 8 * kWholeGpu;
MixedRoom room_for(const Shape& shape) {
  DemandMix mix;
  mix.observe(shape);
  MixedRoom room;
  room.rebuild(mix, kLargest);
  return room;
}
// What room of that many GPUs is worth on one node, in micro-GPU.
double worth(double gpus) {
  return 1e6 * gpus * std::pow(gpus / 8, 0.25);
}

TEST(MixedRoom, OfOneDimensionIsAllThatIsIdle) {
  EXPECT_EQ(room_for(gpu_shape(1)).of(left(0, 8)), 8'000'000);
  EXPECT_EQ(room_for(gpu_shape(2)).of(left(0, 8)), 8'000'000);
}

TEST(MixedRoom, LeavesThatMatchCountByTheFourthRootOfTheDimensions) {
  // 8 mean jobs in both dimensions.
  EXPECT_NEAR(static_cast<double>(room_for(one_gpu_four_cores()).of(left(32, 8))),
              worth(8 / std::pow(2.0, 0.25)), 1.0);
}

TEST(MixedRoom, IsNearTheScarcerDimension) {
  const MixedRoom room = room_for(one_gpu_four_cores());
  EXPECT_NEAR(static_cast<double>(room.of(left(4, 8))), worth(1), 100.0);
  EXPECT_NEAR(static_cast<double>(room.of(left(320, 8))), 8'000'000.0, 800.0);
  EXPECT_EQ(room.of(left(0, 8)), 0) << "nothing of what the mean job needs";
  EXPECT_EQ(room.of(left(32, 0)), 0);
}

TEST(MixedRoom, OnOneNodeIsWorthMoreThanInPieces) {
  const MixedRoom room = room_for(one_gpu_four_cores());
  EXPECT_GT(room.of(left(32, 8)), 2 * room.of(left(16, 4)));
  EXPECT_LT(room.of(left(32, 8)), 3 * room.of(left(16, 4)));
}

TEST(MixedRoom, ACpuClusterHasNone) {
  DemandMix mix;
  mix.observe(shape_of(Dim::kCpu, 4000));
  MixedRoom room;
  room.rebuild(mix, 0);
  EXPECT_EQ(room.of(left(32, 0)), 0);
}

TEST(MixedRoom, AnEmptyMixAsksForNothing) {
  MixedRoom room;
  room.rebuild(DemandMix{}, kLargest);
  EXPECT_EQ(room.of(left(32, 8)), 0);
}

TEST(MixedRoom, WeighsShapesByHowOftenTheyCome) {
  DemandMix mix;
  mix.observe(gpu_shape(1), 3.0);
  mix.observe(shape_of(Dim::kCpu, 16'000), 1.0);
  MixedRoom room;
  room.rebuild(mix, kLargest);
  // The mean job: 0.75 GPU and 4 cores. 8 cores hold two of it, far fewer than the GPUs do.
  EXPECT_NEAR(static_cast<double>(room.of(left(8, 80))), worth(1.5), 200.0)
      << "later arrivals weigh a little more";
}

RC_GTEST_PROP(MixedRoom, NeverGrowsWhenSomethingIsTaken, ()) {
  const MixedRoom room = room_for(one_gpu_four_cores());
  const auto cores = *rc::gen::inRange(0, 128);
  const auto gpus = *rc::gen::inRange(0, 9);
  const auto fewer_cores = *rc::gen::inRange(0, cores + 1);
  const auto fewer_gpus = *rc::gen::inRange(0, gpus + 1);
  RC_ASSERT(room.of(left(fewer_cores, fewer_gpus)) <= room.of(left(cores, gpus)));
}

}  // namespace
}  // namespace ragp
