// Tests of pricing: packings by hand, and against every packing of small nodes.
// SPDX-License-Identifier: Apache-2.0
#include "bound/pricing.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/draw.h"
#include "support/exhaustive.h"

namespace ragp::bound {
namespace {

using testing::best_on_node;
using testing::draw;
using testing::draw_bool;
using testing::empty_node;

constexpr Bin kFourGpus{.cpu = 16'000, .ram = 64'000, .gpus = 4, .device_sm = 1000};

Item share(std::uint32_t shape, std::int32_t milli, std::int64_t cpu, Value value) {
  return {.shape = shape, .cpu = cpu, .ram = 1000, .milli = milli, .value = value};
}
Item whole(std::uint32_t shape, std::int32_t gpus, std::int64_t cpu, Value value) {
  return {.shape = shape, .cpu = cpu, .ram = 1000, .gpus = gpus, .value = value};
}

Value worth(const Packing& packing, std::span<const Item> items) {
  Value sum = 0;
  for (const Entry& e : packing) sum += e.count * items[e.shape].value;
  return sum;
}

std::vector<Item> tasks_of(const Packing& packing, std::span<const Item> items) {
  std::vector<Item> tasks;
  for (const Entry& e : packing)
    tasks.insert(tasks.end(), static_cast<std::size_t>(e.count), items[e.shape]);
  return tasks;
}

TEST(Pricing, TwoOddSharesDoNotShareADevice) {
  const std::vector<Item> items{share(0, 600, 0, 600)};
  const PricingResult r = price(kFourGpus, items, {});
  EXPECT_EQ(r.upper, 4 * 600);
  EXPECT_EQ(r.packings.front(), (Packing{{0, 4}}));
}

TEST(Pricing, SharesThatFillADeviceBeatAWholeOne) {
  const std::vector<Item> items{share(0, 600, 0, 600), share(1, 400, 0, 401), whole(2, 1, 0, 1000)};
  const PricingResult r = price(kFourGpus, items, {});
  EXPECT_EQ(r.upper, 4 * 1001);
  EXPECT_EQ(r.packings.front(), (Packing{{0, 4}, {1, 4}}));
}

TEST(Pricing, ProcessorsLimitWhatTheDevicesCouldHold) {
  const std::vector<Item> items{whole(0, 1, 6000, 1000), whole(1, 2, 1000, 1500)};
  const PricingResult r = price(kFourGpus, items, {});
  EXPECT_EQ(r.upper, 2 * 1000 + 1500);
}

TEST(Pricing, CpuOnlyTasksCompeteForProcessors) {
  const std::vector<Item> items{whole(0, 4, 8000, 4000), whole(1, 0, 4000, 700)};
  const PricingResult r = price(kFourGpus, items, {});
  EXPECT_EQ(r.upper, 4000 + 2 * 700);
  EXPECT_EQ(r.packings.front(), (Packing{{0, 1}, {1, 2}}));
}

// Of two equal shapes one stands in for both, as often as both exist.
TEST(Pricing, EqualShapesThatExistOnceEachFitTogether) {
  std::vector<Item> items{whole(0, 0, 8000, 7), whole(1, 0, 8000, 7)};
  for (Item& i : items) i.most = 1;
  EXPECT_GE(price(kFourGpus, items, {}).upper, 2 * 7);
}

TEST(Pricing, ANodeWithoutGpusHoldsCpuOnlyTasks) {
  const std::vector<Item> items{whole(0, 0, 5000, 7), share(1, 100, 1, 9), whole(2, 1, 1, 9)};
  EXPECT_EQ(price({.cpu = 16'000, .ram = 64'000}, items, {}).upper, 3 * 7);
}

TEST(Pricing, WorthlessAndOversizedItemsAreLeftOut) {
  const std::vector<Item> items{whole(0, 1, 0, 0),
                                whole(1, 1, 0, -5),
                                whole(2, 5, 0, 9),
                                whole(3, 1, 16'001, 9),
                                {.shape = 4, .value = 9}};
  const PricingResult r = price(kFourGpus, items, {});
  EXPECT_EQ(r.upper, 0);
  EXPECT_TRUE(r.packings.empty());
}

// Small amounts, so that ties, exact fits and items of no use all come up.
std::vector<Item> draw_items() {
  std::vector<Item> items;
  const auto count = draw<std::uint32_t>(1, 5);
  for (std::uint32_t s = 0; s < count; ++s) {
    Item i{.shape = s, .cpu = draw(1, 4), .ram = draw(0, 4), .value = draw(-3, 40)};
    if (draw_bool()) {
      i.milli = 100 * draw(3, 9);
    } else {
      i.gpus = draw(0, 2);
    }
    items.push_back(i);
  }
  return items;
}

Bin draw_bin() {
  const std::int32_t gpus = draw(0, 3);
  return {.cpu = draw(0, 7), .ram = draw(0, 9), .gpus = gpus, .device_sm = gpus > 0 ? 1000 : 0};
}

RC_GTEST_PROP(Pricing, EqualsTheBestOfAllPackings, ()) {
  const Bin bin = draw_bin();
  const std::vector<Item> items = draw_items();
  const Value best = best_on_node(empty_node(bin), items);
  const PricingResult r = price(bin, items, {.packings = 3});
  RC_ASSERT(r.upper == best);
  RC_ASSERT(r.packings.empty() == (best == 0));
  for (const Packing& p : r.packings)
    RC_ASSERT(testing::holds(empty_node(bin), tasks_of(p, items)));
  if (best > 0) RC_ASSERT(worth(r.packings.front(), items) == best);
}

RC_GTEST_PROP(Pricing, StaysWithinTheToleranceAboveTheBestAndTheFloor, ()) {
  const Bin bin = draw_bin();
  const std::vector<Item> items = draw_items();
  const PricingOptions options{.floor = draw(0, 60),
                               .tolerance = draw(0, 20),
                               .start = {.cpu = draw(0, 20), .ram = draw(0, 20)}};
  const Value best = best_on_node(empty_node(bin), items);
  const PricingResult r = price(bin, items, options);
  RC_ASSERT(r.upper >= best || r.upper >= options.floor);
  RC_ASSERT(best <= std::max(r.upper, options.floor));
  RC_ASSERT(r.upper <= std::max(best, options.floor) + options.tolerance);
}

RC_GTEST_PROP(Relaxation, BoundsEveryPackingAtAnyPrices, ()) {
  const Bin bin = draw_bin();
  std::vector<Item> items = draw_items();
  std::erase_if(items, [&](const Item& i) {
    return i.value <= 0 || i.cpu > bin.cpu || i.ram > bin.ram || i.gpus > bin.gpus ||
           i.milli > bin.device_sm;
  });
  const Value best = best_on_node(empty_node(bin), items);
  const Relaxation r(bin, items, {.cpu = draw(0, 20), .ram = draw(0, 20)});
  const Value bound = r.bound_with_cpu_only(bin.gpus, bin.cpu, bin.ram);
  RC_ASSERT(bound >= best);
  const Relaxation tight = tighten(bin, items, r.prices());
  const Value tightened = tight.bound_with_cpu_only(bin.gpus, bin.cpu, bin.ram);
  RC_ASSERT(tightened >= best);
  RC_ASSERT(tightened <= bound);
}

}  // namespace
}  // namespace ragp::bound
