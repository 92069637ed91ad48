// Tests of MixedRoom: near to the number of mean jobs that fit, smooth, and exact in sums.
// SPDX-License-Identifier: Apache-2.0
#include "sched/mixed_room.h"

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
MixedRoom room_for(const Shape& shape) {
  DemandMix mix;
  mix.observe(shape);
  MixedRoom room;
  room.rebuild(mix);
  return room;
}

TEST(MixedRoom, OfOneDimensionIsAllThatIsIdle) {
  EXPECT_EQ(room_for(gpu_shape(1)).of(left(0, 8)), 8'000'000);
  EXPECT_EQ(room_for(gpu_shape(2)).of(left(0, 8)), 8'000'000);
}

TEST(MixedRoom, LeavesThatMatchCountByTheFourthRootOfTheDimensions) {
  // 8 mean jobs in both dimensions: 8 GPUs / 2^(1/4).
  EXPECT_EQ(room_for(one_gpu_four_cores()).of(left(32, 8)), 6'727'171);
}

TEST(MixedRoom, IsNearTheScarcerDimension) {
  const MixedRoom room = room_for(one_gpu_four_cores());
  EXPECT_NEAR(static_cast<double>(room.of(left(4, 8))), 1'000'000.0, 100.0);
  EXPECT_NEAR(static_cast<double>(room.of(left(320, 8))), 8'000'000.0, 800.0);
  EXPECT_EQ(room.of(left(0, 8)), 0) << "nothing of what the mean job needs";
  EXPECT_EQ(room.of(left(32, 0)), 0);
}

TEST(MixedRoom, AnEmptyMixAsksForNothing) {
  MixedRoom room;
  room.rebuild(DemandMix{});
  EXPECT_EQ(room.of(left(32, 8)), 0);
}

TEST(MixedRoom, WeighsShapesByHowOftenTheyCome) {
  DemandMix mix;
  mix.observe(gpu_shape(1), 3.0);
  mix.observe(shape_of(Dim::kCpu, 16'000), 1.0);
  MixedRoom room;
  room.rebuild(mix);
  // The mean job: 0.75 GPU and 4 cores. 8 cores hold two of it, far fewer than the GPUs do.
  EXPECT_NEAR(static_cast<double>(room.of(left(8, 80))), 1'500'000.0, 200.0)
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
