// Tests of data_path: max-min fairness of one feed against its definition and a naive reference,
// and what a task that several feeds could limit really gets.
// SPDX-License-Identifier: Apache-2.0
#include "sim/data_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ragp::sim {
namespace {

constexpr std::size_t kNet = 0;  // places in kFeeds
constexpr std::size_t kStorage = 1;
constexpr std::size_t kIoCpu = 2;
constexpr double kTiny = 1e-9;  // relative, for what only rounding may change
constexpr FeedAmounts kPlenty{1e9, 1e9, 1e9};

std::vector<double> shared(double capacity, const std::vector<double>& needs) {
  std::vector<double> grants(needs.size(), -1.0);
  share_max_min(capacity, needs, grants);
  return grants;
}

std::vector<double> rates_of(const FeedAmounts& capacity, const std::vector<FeedAmounts>& needs) {
  std::vector<double> rates(needs.size(), -1.0);
  progress_rates(capacity, needs, rates);
  return rates;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Raises all grants together, a step at a time, until a need is met or the capacity is used up.
std::vector<double> progressive_filling(double capacity, const std::vector<double>& needs) {
  std::vector<double> grants(needs.size(), 0.0);
  double left = capacity;
  for (;;) {
    double smallest_gap = std::numeric_limits<double>::infinity();
    double hungry = 0.0;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (grants[i] >= needs[i]) continue;
      smallest_gap = std::min(smallest_gap, needs[i] - grants[i]);
      hungry += 1.0;
    }
    if (hungry == 0.0 || left <= 0.0) return grants;
    const double step = std::min(smallest_gap, left / hungry);
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (grants[i] < needs[i]) grants[i] = std::min(needs[i], grants[i] + step);
    }
    left = step < smallest_gap ? 0.0 : left - step * hungry;
  }
}

// ---- one feed -----------------------------------------------------------------------------------

struct Feed {
  double capacity = 0.0;
  std::vector<double> needs;
};

// Whole amounts, with many equal ones and zeros among them; short about half of the time.
Feed any_feed() {
  const auto amounts = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<int>>(rc::gen::element(0, 1, 7, 10, 10, 30, 200, 999, 5000)));
  Feed feed;
  feed.needs.assign(amounts.begin(), amounts.end());
  feed.capacity = std::floor(sum(feed.needs) * *rc::gen::inRange(0, 200) / 100.0);
  return feed;
}

TEST(ShareMaxMin, ServesSmallNeedsInFullAndSplitsTheRestEqually) {
  EXPECT_EQ(shared(100.0, {10.0, 80.0, 70.0}), (std::vector<double>{10.0, 45.0, 45.0}));
  EXPECT_EQ(shared(100.0, {80.0, 20.0, 10.0}), (std::vector<double>{70.0, 20.0, 10.0}));
}

TEST(ShareMaxMin, GrantsEverythingWhereThereIsEnough) {
  EXPECT_EQ(shared(100.0, {40.0, 60.0, 0.0}), (std::vector<double>{40.0, 60.0, 0.0}));
  EXPECT_EQ(shared(0.0, {0.0, 0.0}), (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(shared(5.0, {}), std::vector<double>{});
}

TEST(ShareMaxMin, GrantsNothingOfNothing) {
  EXPECT_EQ(shared(0.0, {5.0, 0.0, 1.0}), (std::vector<double>{0.0, 0.0, 0.0}));
}

RC_GTEST_PROP(ShareMaxMin, NobodyGetsMoreThanItNeedsNorAllMoreThanThereIs, ()) {
  const Feed feed = any_feed();
  const auto grants = shared(feed.capacity, feed.needs);
  for (std::size_t i = 0; i < grants.size(); ++i) {
    RC_ASSERT(grants[i] >= 0.0);
    RC_ASSERT(grants[i] <= feed.needs[i]);
  }
  RC_ASSERT(sum(grants) <= feed.capacity * (1.0 + kTiny));
}

// The definition: whoever lacks something could only gain from somebody with no more than it has.
RC_GTEST_PROP(ShareMaxMin, WhoLacksSomethingHasTheLargestGrantOfAFeedThatIsUsedUp, ()) {
  const Feed feed = any_feed();
  const auto grants = shared(feed.capacity, feed.needs);
  const double largest = *std::ranges::max_element(grants);
  for (std::size_t i = 0; i < grants.size(); ++i) {
    if (grants[i] == feed.needs[i]) continue;
    RC_ASSERT(sum(grants) >= feed.capacity * (1.0 - kTiny));
    RC_ASSERT(grants[i] == largest);
  }
}

RC_GTEST_PROP(ShareMaxMin, AgreesWithProgressiveFilling, ()) {
  const Feed feed = any_feed();
  const auto grants = shared(feed.capacity, feed.needs);
  const auto expected = progressive_filling(feed.capacity, feed.needs);
  for (std::size_t i = 0; i < grants.size(); ++i) {
    RC_ASSERT(std::abs(grants[i] - expected[i]) <= kTiny * feed.needs[i]);
  }
}

RC_GTEST_PROP(ShareMaxMin, EqualNeedsGetEqualParts, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 33);
  const double need = *rc::gen::inRange(1, 10'000);
  const double capacity = *rc::gen::inRange(0, 10'000);
  const auto grants = shared(capacity, std::vector<double>(count, need));
  const double part = std::min(need, capacity / static_cast<double>(count));
  for (const double grant : grants) RC_ASSERT(grant == part);
}

RC_GTEST_PROP(ShareMaxMin, TheOrderOfTheTasksDoesNotMatter, ()) {
  const Feed feed = any_feed();
  std::vector<std::size_t> order(feed.needs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  std::vector<double> shuffled;
  for (const std::size_t i : order) shuffled.push_back(feed.needs[i]);
  const auto grants = shared(feed.capacity, feed.needs);
  const auto again = shared(feed.capacity, shuffled);
  for (std::size_t k = 0; k < order.size(); ++k) RC_ASSERT(again[k] == grants[order[k]]);
}

// ---- all feeds of a node ------------------------------------------------------------------------

struct Node {
  FeedAmounts capacity{};
  std::vector<FeedAmounts> needs;
};

// Up to ten tasks; each feed is between a third and a third more of what they need together.
Node any_node() {
  Node node;
  const auto count = *rc::gen::inRange<std::size_t>(1, 11);
  for (std::size_t i = 0; i < count; ++i) {
    FeedAmounts need{};
    for (double& n : need) n = *rc::gen::element(0, 1, 10, 100, 250, 900, 3000);
    node.needs.push_back(need);
  }
  for (std::size_t f = 0; f < node.capacity.size(); ++f) {
    double wanted = 0.0;
    for (const FeedAmounts& n : node.needs) wanted += n[f];
    node.capacity[f] = std::floor(wanted * *rc::gen::inRange(30, 130) / 100.0);
  }
  return node;
}

FeedAmounts used(const Node& node, const std::vector<double>& rates) {
  FeedAmounts total{};
  for (std::size_t i = 0; i < rates.size(); ++i) {
    for (std::size_t f = 0; f < total.size(); ++f) total[f] += rates[i] * node.needs[i][f];
  }
  return total;
}

TEST(ProgressRates, FullSpeedWhereNoFeedIsShort) {
  EXPECT_EQ(rates_of({10.0, 20.0, 30.0}, {{4.0, 20.0, 0.0}, {6.0, 0.0, 30.0}}),
            (std::vector<double>{1.0, 1.0}));
}

TEST(ProgressRates, WhoNeedsNothingRunsAtFullSpeedWhateverIsShort) {
  EXPECT_EQ(rates_of({0.0, 0.0, 0.0}, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}),
            (std::vector<double>{1.0, 0.0}));
  EXPECT_EQ(rates_of({0.0, 0.0, 0.0}, {}), std::vector<double>{});
}

TEST(ProgressRates, AFeedThatDeliversNothingStopsWhoNeedsIt) {
  EXPECT_EQ(rates_of({1e9, 0.0, 1e9}, {{5.0, 100.0, 5.0}, {5.0, 0.0, 5.0}}),
            (std::vector<double>{0.0, 1.0}));
}

TEST(ProgressRates, TheSlowestFeedDecides) {
  // Storage gives both 60 of 120 and 60 of 60, the network 30 each of 40 and of 30.
  EXPECT_EQ(rates_of({60.0, 120.0, 1e9}, {{40.0, 120.0, 0.0}, {30.0, 60.0, 0.0}}),
            (std::vector<double>{0.5, 1.0}));
}

// A is held up by the network only, B by storage only. What B cannot use of the network goes to A,
// although A needs storage, too: 10 a + 10 b = 10 and a + 10 b = 2.
TEST(ProgressRates, WhatOneTaskCannotUseGoesToAnotherThatBothFeedsCouldLimit) {
  const auto rates = rates_of({10.0, 2.0, 1e9}, {{10.0, 1.0, 0.0}, {10.0, 10.0, 0.0}});
  EXPECT_NEAR(rates[0], 8.0 / 9.0, 1e-4);
  EXPECT_NEAR(rates[1], 1.0 / 9.0, 1e-4);
}

TEST(ProgressRates, ATaskThatOneFeedStopsTakesNothingOfTheOthers) {
  const auto rates = rates_of({10.0, 0.0, 1e9}, {{10.0, 1.0, 0.0}, {10.0, 0.0, 0.0}});
  EXPECT_EQ(rates, (std::vector<double>{0.0, 1.0}));
}

RC_GTEST_PROP(ProgressRates, LieBetweenStandstillAndFullSpeed, ()) {
  const Node node = any_node();
  for (const double rate : rates_of(node.capacity, node.needs)) {
    RC_ASSERT(rate >= 0.0);
    RC_ASSERT(rate <= 1.0);
  }
}

RC_GTEST_PROP(ProgressRates, NoFeedDeliversMoreThanItHas, ()) {
  const Node node = any_node();
  const FeedAmounts total = used(node, rates_of(node.capacity, node.needs));
  for (std::size_t f = 0; f < total.size(); ++f) {
    RC_ASSERT(total[f] <= node.capacity[f] * (1.0 + kTiny));
  }
}

// Bottleneck fairness, the definition for several feeds: whoever runs below full speed needs a feed
// that is used up and of which nobody draws more. The rounds come close to it.
RC_GTEST_PROP(ProgressRates, WhoIsSlowedHasAUsedUpFeedOfWhichNobodyDrawsMore, ()) {
  constexpr double kClose = 0.02;
  const Node node = any_node();
  const auto rates = rates_of(node.capacity, node.needs);
  const FeedAmounts total = used(node, rates);
  FeedAmounts most{};
  for (std::size_t i = 0; i < rates.size(); ++i) {
    for (std::size_t f = 0; f < most.size(); ++f) {
      most[f] = std::max(most[f], rates[i] * node.needs[i][f]);
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (rates[i] >= 1.0 - kTiny) continue;
    bool limited = false;
    for (std::size_t f = 0; f < most.size(); ++f) {
      limited |= node.needs[i][f] > 0.0 && total[f] >= node.capacity[f] * (1.0 - kClose) &&
                 rates[i] * node.needs[i][f] >= most[f] * (1.0 - kClose);
    }
    RC_ASSERT(limited);
  }
}

RC_GTEST_PROP(ProgressRates, OneShortFeedIsSharedByWaterFillingExactly, ()) {
  Node node = any_node();
  const auto feed = *rc::gen::inRange<std::size_t>(0, kFeeds.size());
  for (std::size_t f = 0; f < kFeeds.size(); ++f) {
    if (f != feed) node.capacity[f] = kPlenty[f];
  }
  std::vector<double> needs;
  for (const FeedAmounts& n : node.needs) needs.push_back(n[feed]);
  const auto rates = rates_of(node.capacity, node.needs);
  const auto expected = progressive_filling(node.capacity[feed], needs);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double rate = needs[i] > 0.0 ? expected[i] / needs[i] : 1.0;
    RC_ASSERT(std::abs(rates[i] - rate) <= kTiny);
  }
}

RC_GTEST_PROP(ProgressRates, MoreOfTheOneShortFeedSlowsNobody, ()) {
  Node node = any_node();
  node.capacity[kNet] = kPlenty[kNet];
  node.capacity[kIoCpu] = kPlenty[kIoCpu];
  const auto before = rates_of(node.capacity, node.needs);
  node.capacity[kStorage] += *rc::gen::inRange(1, 1000);
  const auto after = rates_of(node.capacity, node.needs);
  for (std::size_t i = 0; i < before.size(); ++i) RC_ASSERT(after[i] >= before[i]);
}

RC_GTEST_PROP(ProgressRates, EqualTasksRunEquallyFast, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 20);
  const FeedAmounts need{7.0, 300.0, 75.0};
  const Node node{.capacity = {*rc::gen::inRange(1, 140) * 1.0, *rc::gen::inRange(1, 6000) * 1.0,
                               *rc::gen::inRange(1, 1500) * 1.0},
                  .needs = std::vector(count, need)};
  double expected = 1.0;
  for (std::size_t f = 0; f < need.size(); ++f) {
    expected = std::min(expected, node.capacity[f] / static_cast<double>(count) / need[f]);
  }
  const auto rates = rates_of(node.capacity, node.needs);
  for (const double rate : rates) {
    RC_ASSERT(rate == rates.front());
    RC_ASSERT(std::abs(rate - expected) <= kTiny);
  }
}

RC_GTEST_PROP(ProgressRates, TheOrderOfTheTasksDoesNotMatter, ()) {
  const Node node = any_node();
  std::vector<FeedAmounts> turned(node.needs.rbegin(), node.needs.rend());
  const auto rates = rates_of(node.capacity, node.needs);
  auto again = rates_of(node.capacity, turned);
  std::ranges::reverse(again);
  for (std::size_t i = 0; i < rates.size(); ++i) RC_ASSERT(std::abs(again[i] - rates[i]) <= kTiny);
}

}  // namespace
}  // namespace ragp::sim
