// Tests of feasibility: what fits, why not, how many, on which devices.
// SPDX-License-Identifier: Apache-2.0
#include "sched/feasibility.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::ElementsAre;
using ::testing::IsEmpty;

NodeState empty_of(const NodeState& s) {
  return empty_state(node(s.gpus, s.model), kSevenDims);
}
std::optional<Misfit> misfit_of(const NodeState& now, const Shape& shape) {
  return misfit(now, empty_of(now), shape);
}
std::vector<DeviceSet> choices_of(const NodeState& s, const Shape& shape) {
  std::vector<DeviceSet> out;
  device_choices(s, shape, out);
  return out;
}

TEST(Fits, TwoHalfFreeGpusDoNotHoldAJobOfEightTenths) {
  const NodeState s = state_with({{500, 0}, {500, 0}});
  EXPECT_FALSE(fits(s, gpu_shape(1, 800)));
  EXPECT_TRUE(fits(s, gpu_shape(1, 500)));
  EXPECT_TRUE(fits(s, gpu_shape(2, 500)));
  EXPECT_EQ(copies(s, gpu_shape(1, 800)), 0);
  const Misfit why = misfit_of(s, gpu_shape(1, 800)).value();
  EXPECT_EQ(describe(why), "sm: needs 800 milli-GPU, 500 left (300 short)");
  EXPECT_FALSE(why.never);
}

TEST(Fits, TenAndThirtyGibOfHbmDoNotHoldTwiceTwenty) {
  const NodeState s = state_with({{1000, 10 * kGiB}, {1000, 30 * kGiB}});
  const Shape twice = gpu_shape(2, 1000, 20 * kGiB);
  EXPECT_FALSE(fits(s, twice)) << "40 GiB in all, but not 20 on each";
  EXPECT_TRUE(fits(s, gpu_shape(1, 1000, 20 * kGiB)));
  EXPECT_TRUE(fits(s, gpu_shape(2, 1000, 10 * kGiB)));
  const Misfit why = misfit_of(s, twice).value();
  EXPECT_EQ(why.dim, Dim::kHbm);
  EXPECT_EQ(why.needed, 20 * kGiB);
  EXPECT_EQ(why.available, 10 * kGiB);
}

TEST(Fits, EightGpuNodesUsedSevenSixSevenDoNotHoldFourGpus) {
  const auto used = [](int n) {
    std::vector<DeviceState> devices(8, {.sm = 1000, .hbm = 80 * kGiB});
    for (int i = 0; i < n; ++i) devices[static_cast<std::size_t>(i)] = {};
    return state_with(devices);
  };
  for (const int n : {7, 6, 7}) {
    EXPECT_FALSE(fits(used(n), gpu_shape(4)));
    EXPECT_EQ(describe(misfit_of(used(n), gpu_shape(4)).value()),
              "sm: needs 1000 milli-GPU, 0 left (1000 short)");
  }
  EXPECT_TRUE(fits(used(4), gpu_shape(4)));
}

TEST(Fits, NodesOfTwoOneAndOneGpusHoldTwoGpusOnTheFirstOnly) {
  const NodeState two = empty_state(node(2), kSevenDims);
  const NodeState one = empty_state(node(1), kSevenDims);
  EXPECT_TRUE(fits(two, gpu_shape(2)));
  EXPECT_FALSE(fits(one, gpu_shape(2)));
  const Misfit why = misfit_of(one, gpu_shape(2)).value();
  EXPECT_EQ(why.cause, Misfit::Cause::kGpus);
  EXPECT_TRUE(why.never);
  EXPECT_EQ(describe(why), "gpus: needs 2, has 1");
  EXPECT_EQ(describe(misfit_of(two, gpu_shape(3)).value()), "gpus: needs 3, has 2");
}

TEST(Fits, AJobForModelsAOrBFitsOnlyThere) {
  Shape s = gpu_shape(1);
  s.models = models({0, 1});
  EXPECT_TRUE(fits(empty_state(node(1, 0), kSevenDims), s));
  EXPECT_TRUE(fits(empty_state(node(1, 1), kSevenDims), s));
  const NodeState c = empty_state(node(1, 2), kSevenDims);
  EXPECT_FALSE(fits(c, s));
  EXPECT_EQ(copies(c, s), 0);
  const Misfit why = misfit_of(c, s).value();
  EXPECT_EQ(why.cause, Misfit::Cause::kModel);
  EXPECT_TRUE(why.never);
  EXPECT_EQ(describe(why), "gpu model: not one of those allowed");
}

TEST(Fits, TheGpuModelDoesNotMatterToCpuWork) {
  Shape s = shape_of(Dim::kCpu, 1000);
  s.models = models({1});
  EXPECT_TRUE(fits(empty_state(node(1, 0), kSevenDims), s));
  EXPECT_TRUE(fits(empty_state(node(0), kSevenDims), s));
}

TEST(Fits, EachDimensionOfTheNodeCounts) {
  for (const Dim d : kNodeDims) {
    NodeState s = empty_state(node(1), kSevenDims);
    s.residual[d] = 100;
    EXPECT_TRUE(fits(s, shape_of(d, 100))) << info(d).name;
    EXPECT_FALSE(fits(s, shape_of(d, 101))) << info(d).name;
    EXPECT_EQ(misfit_of(s, shape_of(d, 101))->dim, d);
  }
}

TEST(Misfit, TellsNeverFromNotNow) {
  NodeState s = empty_state(node(0), kSevenDims);
  s.residual[Dim::kStorage] = 2100;
  const Misfit now = misfit_of(s, shape_of(Dim::kStorage, 3200)).value();
  EXPECT_FALSE(now.never);
  EXPECT_EQ(describe(now), "storage: needs 3200 MB/s, 2100 left (1100 short)");
  const Misfit never = misfit_of(s, shape_of(Dim::kStorage, 13'000)).value();
  EXPECT_TRUE(never.never);
  EXPECT_EQ(describe(never), "storage: needs 13000 MB/s, 10000 at most (3000 short)");
}

TEST(Misfit, NeverNamesWhatIsMissingOnTheEmptyNode) {
  NodeState s = empty_state(node(1), kSevenDims);
  s.residual[Dim::kCpu] = 0;  // the worst now, but it will pass
  Shape shape = gpu_shape(1, 1000, 90 * kGiB);
  shape.demand[Dim::kCpu] = 1000;
  const Misfit why = misfit_of(s, shape).value();
  EXPECT_TRUE(why.never);
  EXPECT_EQ(why.dim, Dim::kHbm);
  EXPECT_EQ(why.available, 80 * kGiB);
}

TEST(Misfit, NamesTheDimensionFurthestFromEnoughRelativeToTheNeed) {
  NodeState s = empty_state(node(0), kSevenDims);
  s.residual[Dim::kCpu] = 900;   // a tenth is missing
  s.residual[Dim::kNet] = 70;    // three tenths are
  s.residual[Dim::kRam] = 9000;  // a tenth, and the most in numbers
  Shape shape = shape_of(Dim::kCpu, 1000);
  shape.demand[Dim::kNet] = 100;
  shape.demand[Dim::kRam] = 10'000;
  EXPECT_EQ(describe(misfit_of(s, shape).value()), "net: needs 100 MB/s, 70 left (30 short)");
}

TEST(Misfit, SaysWhatTheRightDeviceLacksWhereEachHasOnlyOneOfTwo) {
  const NodeState s = state_with({{300, 40 * kGiB}, {1000, 10 * kGiB}});
  const Misfit why = misfit_of(s, gpu_shape(1, 500, 20 * kGiB)).value();
  EXPECT_EQ(why.dim, Dim::kHbm);
  EXPECT_EQ(why.available, 10 * kGiB) << "on the device that has the compute";
  EXPECT_FALSE(why.never);
}

// However much of one component other devices have, the shortage is a true one.
RC_GTEST_PROP(Misfit, IsThereExactlyWhereTheShapeDoesNotFit, ()) {
  const auto [now, empty] = draw_state();
  const Shape shape = draw_shape();
  const auto why = misfit(now, empty, shape);
  RC_CLASSIFY(fits(now, shape));
  RC_ASSERT(why.has_value() == !fits(now, shape));
  if (!why) return;
  RC_ASSERT(why->never == !fits(empty, shape));
  RC_ASSERT(!describe(*why).empty());
  if (why->cause == Misfit::Cause::kModel) {
    RC_ASSERT(!shape.models.has(now.model));
    return;
  }
  RC_ASSERT(why->needed > why->available);
  RC_ASSERT(why->available >= 0);
  if (why->cause == Misfit::Cause::kDim) RC_ASSERT(why->needed == shape.demand[why->dim]);
}

RC_GTEST_PROP(Misfit, NamesWhatHelps, ()) {
  const auto [now, empty] = draw_state();
  const Shape shape = draw_shape();
  const auto why = misfit(now, empty, shape);
  const bool is_short = why && why->cause == Misfit::Cause::kDim && !why->never;
  RC_CLASSIFY(is_short);
  if (!is_short) return;
  // With enough of that dimension, another one is named or it fits.
  NodeState more = now;
  more.residual[why->dim] += shape.demand[why->dim] * 8;
  for (DeviceState& d : std::span(more.slots).first(static_cast<std::size_t>(now.gpus))) {
    if (why->dim == Dim::kSm) d.sm = std::max(d.sm, why->needed);
    if (why->dim == Dim::kHbm) d.hbm = std::max(d.hbm, why->needed);
  }
  const auto next = misfit(more, more, shape);
  RC_ASSERT((!next || next->dim != why->dim));
}

// Places the task as often as it goes, on the emptiest devices. Stops at 200.
std::int64_t place_repeatedly(NodeState s, const Shape& shape) {
  std::int64_t placed = 0;
  while (placed < 200 && fits(s, shape)) {
    s = sorted(after(s, shape, choices_of(s, shape).back()));
    ++placed;
  }
  return placed;
}

RC_GTEST_PROP(Copies, IsWhatPlacingOneAfterTheOtherGives, ()) {
  const NodeState s = draw_state().now;
  const Shape shape = draw_simple_shape();
  RC_CLASSIFY(copies(s, shape) > 1);
  RC_ASSERT(std::min<std::int64_t>(copies(s, shape), 200) == place_repeatedly(s, shape));
}

RC_GTEST_PROP(Copies, IsAnUpperBoundForSeveralFractions, ()) {
  const NodeState s = draw_state().now;
  const Shape shape = draw_shape();
  RC_ASSERT(std::min<std::int64_t>(copies(s, shape), 200) >= place_repeatedly(s, shape));
  RC_ASSERT((copies(s, shape) > 0) == fits(s, shape));
}

TEST(Copies, CountsByTheScarcestDimension) {
  NodeState s = empty_state(node(4), kSevenDims);
  Shape shape = gpu_shape(1, 400);
  EXPECT_EQ(copies(s, shape), 8);
  shape.demand[Dim::kHbm] = 50 * kGiB;
  EXPECT_EQ(copies(s, shape), 4);
  shape.demand[Dim::kCpu] = 40'000;
  EXPECT_EQ(copies(s, shape), 2);
  EXPECT_EQ(copies(s, gpu_shape(3)), 1);
  EXPECT_EQ(copies(s, gpu_shape(5)), 0);
}

TEST(Copies, OfSeveralFractionsIsZeroWhereTooFewDevicesHoldOne) {
  const NodeState s = state_with({{0, 0}, {900, 0}, {900, 0}});
  EXPECT_EQ(copies(s, gpu_shape(3, 300)), 0) << "room for six fractions, on two devices";
}

TEST(Copies, NothingLimitsWhatAsksForNothing) {
  constexpr std::int64_t kNoLimit = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(copies(empty_state(node(0), kSevenDims), Shape{}), kNoLimit);
  EXPECT_EQ(copies(empty_state(node(2), kSevenDims), gpu_shape(2, 0)), kNoLimit);
  EXPECT_EQ(copies(empty_state(node(0), kSevenDims), gpu_shape(2, 0)), 0);
}

TEST(DeviceChoices, OfOneGpuAreOneForEachKindOfLeftoverTheTightestFirst) {
  const NodeState s = state_with({{200, 1}, {500, 1}, {500, 1}, {500, 2}, {1000, 9}});
  EXPECT_THAT(choices_of(s, gpu_shape(1, 500)), ElementsAre(0b00010, 0b01000, 0b10000));
  EXPECT_THAT(choices_of(s, gpu_shape(1, 100, 2)), ElementsAre(0b01000, 0b10000));
  EXPECT_THAT(choices_of(s, gpu_shape(1, 100, 10)), IsEmpty());
}

TEST(DeviceChoices, OfSeveralGpusAreTheFullestAndTheEmptiest) {
  const NodeState s = state_with({{100, 0}, {400, 0}, {500, 0}, {500, 0}, {1000, 0}});
  EXPECT_THAT(choices_of(s, gpu_shape(2, 400)), ElementsAre(0b00110, 0b11000));
  EXPECT_THAT(choices_of(s, gpu_shape(4, 400)), ElementsAre(0b11110));
  EXPECT_THAT(choices_of(s, gpu_shape(5, 400)), IsEmpty());
  EXPECT_THAT(choices_of(state_with({{500, 0}, {500, 0}, {500, 0}}), gpu_shape(2, 500)),
              ElementsAre(0b011));
}

TEST(DeviceChoices, OfCpuWorkIsTheEmptySet) {
  EXPECT_THAT(choices_of(empty_state(node(2), kSevenDims), shape_of(Dim::kCpu, 1)),
              ElementsAre(0U));
}

TEST(DeviceChoices, Appends) {
  std::vector<DeviceSet> out{7};
  device_choices(empty_state(node(1), kSevenDims), gpu_shape(1), out);
  EXPECT_THAT(out, ElementsAre(7U, 1U));
}

RC_GTEST_PROP(DeviceChoices, EachFitsNoTwoAreAlikeAndTheTightestIsFirst, ()) {
  const NodeState s = draw_state().now;
  Shape shape = draw_shape();
  shape.gpus = draw(1, 4);
  shape.demand[Dim::kSm] = std::max(1, shape.demand[Dim::kSm]);  // else all devices are alike
  const std::vector<DeviceSet> choices = choices_of(s, shape);
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < s.devices().size(); ++i) {
    const DeviceState& d = s.slots[i];
    if (d.sm >= shape.demand[Dim::kSm] && d.hbm >= shape.demand[Dim::kHbm]) usable.push_back(i);
  }
  const auto gpus = static_cast<std::size_t>(shape.gpus);
  RC_ASSERT(choices.empty() == (usable.size() < gpus));
  std::vector<NodeState> afters;
  for (const DeviceSet c : choices) {
    RC_ASSERT(std::popcount(c) == shape.gpus);
    RC_ASSERT(std::bit_width(c) <= s.devices().size());
    const NodeState then = after(s, shape, c);
    for (const DeviceState& d : then.devices()) RC_ASSERT((d.sm >= 0 && d.hbm >= 0));
    RC_ASSERT(std::ranges::find(afters, sorted(then)) == afters.end());
    afters.push_back(sorted(then));
  }
  if (choices.empty()) return;
  DeviceSet tightest = 0;
  for (std::size_t i = 0; i < gpus; ++i) tightest |= DeviceSet{1} << usable[i];
  RC_ASSERT(choices.front() == tightest);
  const bool all_alike = s.slots[usable.front()] == s.slots[usable.back()];
  RC_CLASSIFY(choices.size() > 1);
  RC_ASSERT((choices.size() > 1) == (!all_alike && usable.size() > gpus));
}

// The choices of one GPU miss no kind of leftover.
RC_GTEST_PROP(DeviceChoices, OfOneGpuReachEveryAfterState, ()) {
  const NodeState s = draw_state().now;
  Shape shape = draw_shape();
  shape.gpus = 1;
  const std::vector<DeviceSet> choices = choices_of(s, shape);
  for (std::size_t i = 0; i < s.devices().size(); ++i) {
    const DeviceState& d = s.slots[i];
    if (d.sm < shape.demand[Dim::kSm] || d.hbm < shape.demand[Dim::kHbm]) continue;
    const NodeState then = sorted(after(s, shape, DeviceSet{1} << i));
    RC_ASSERT(std::ranges::any_of(choices,
                                  [&](DeviceSet c) { return sorted(after(s, shape, c)) == then; }));
  }
}

// after() foresees what the cluster will say, and devices_of() finds the devices to allocate.
RC_GTEST_PROP(After, IsTheStateOnceTheTaskIsAllocated, ()) {
  Cluster cluster = draw_cluster(kSevenDims, 1);
  for (int i = draw(0, 4); i >= 0; --i) {
    const Shape shape = draw_shape();
    DeviceOrder order{};
    const NodeState s = cluster.state(NodeId{0}, kSevenDims, &order);
    if (!fits(s, shape)) continue;
    const std::vector<DeviceSet> choices = choices_of(s, shape);
    RC_ASSERT(!choices.empty());
    const DeviceSet slots = choices[draw_index(choices.size())];
    RC_ASSERT(cluster.allocate(shape, on(0, devices_of(slots, order))).has_value());
    RC_ASSERT(cluster.state(NodeId{0}, kSevenDims) == sorted(after(s, shape, slots)));
  }
}

}  // namespace
}  // namespace ragp
