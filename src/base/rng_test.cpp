// Tests of rng: the same numbers on every machine, independent streams, unbiased samplers.
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ragp {
namespace {

using ::testing::ElementsAre;

// Mean, deviation, skewness of n draws.
struct Moments {
  double mean = 0.0;
  double deviation = 0.0;
  double skewness = 0.0;
};
template <class Draw>
Moments moments(int n, Draw draw) {
  std::vector<double> xs(static_cast<std::size_t>(n));
  std::ranges::generate(xs, draw);
  Moments m;
  for (const double x : xs) m.mean += x / n;
  for (const double x : xs) m.deviation += (x - m.mean) * (x - m.mean) / n;
  m.deviation = std::sqrt(m.deviation);
  for (const double x : xs) m.skewness += std::pow((x - m.mean) / m.deviation, 3) / n;
  return m;
}

// How often each of 0 .. cells-1 was drawn, as chi-square against the expected shares. For k cells
// it is k-1 on average with a deviation of sqrt(2(k-1)).
template <class Draw>
double chi_square(const std::vector<double>& shares, int n, Draw draw) {
  std::vector<double> counts(shares.size());
  for (int i = 0; i < n; ++i) counts.at(draw()) += 1.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double expected = shares[i] * n;
    if (expected == 0.0) {
      EXPECT_EQ(counts[i], 0.0) << "cell " << i;
      continue;
    }
    sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}
// Far beyond what chance gives (5 deviations), far below what a biased sampler gives.
double limit(std::size_t cells) {
  const auto freedom = static_cast<double>(cells - 1);
  return freedom + 5.0 * std::sqrt(2.0 * freedom);
}

constexpr int kMany = 100'000;

// The golden values come from a second implementation, in another language, which gives the
// published test vectors of xoshiro256++.
TEST(Rng, MixesAsSplitmix64Does) {
  EXPECT_EQ(mix64(0), 0xe220a8397b1dcdafULL);  // published vectors
  EXPECT_EQ(mix64(1234567), 6457827717110365317ULL);
  static_assert(mix64(3, 4) == mix64(mix64(3) ^ 4));
}

TEST(Rng, GivesTheSameNumbersForEver) {
  const auto first_three = [](Rng rng) { return std::array{rng.next(), rng.next(), rng.next()}; };
  EXPECT_THAT(first_three(Rng(1)),
              ElementsAre(0xcfa19c4b05645b93ULL, 0xd02f7784f6d567a0ULL, 0x12ff85ee94bfaf82ULL));
  EXPECT_THAT(first_three(Rng(1, "arrivals")),
              ElementsAre(0xf04785f08b86da02ULL, 0xf81505a6cb552ef4ULL, 0xb4de39a861f22227ULL));
  EXPECT_THAT(first_three(Rng(1, "arrivals", 7)),
              ElementsAre(0xb7f81622536ad13cULL, 0x290ff5b37308198bULL, 0x47d760689e5b0701ULL));
  EXPECT_THAT(first_three(Rng(2026)),
              ElementsAre(0xb5e5d0d60f13f40cULL, 0x18a5c617eacd09f4ULL, 0x4db86acd253435faULL));
}

TEST(Rng, SamplersGiveTheSameNumbersForEver) {
  Rng rng(42, "golden");
  EXPECT_EQ(rng.uniform(), 0.5156728964367501);
  EXPECT_EQ(rng.uniform(), 0.07982978741565161);
  EXPECT_EQ(rng.uniform(), 0.9104277506296554);
  EXPECT_EQ(rng.uniform(2.0, 5.0), 4.642386883621144);
  EXPECT_EQ(rng.below(1), 0U);
  EXPECT_EQ(rng.below(2), 0U);
  EXPECT_EQ(rng.below(10), 7U);
  EXPECT_EQ(rng.below(1'000'003), 383'542U);
  EXPECT_EQ(rng.below((1ULL << 63U) + 1), 6'988'102'232'307'858'616U);
  EXPECT_DOUBLE_EQ(rng.exponential(3.0), 0.00943149963565051);
  EXPECT_DOUBLE_EQ(rng.normal(), 1.6065052007536738);
  EXPECT_DOUBLE_EQ(rng.log_normal(10.0, 0.5), 10.558149014881641);
  EXPECT_DOUBLE_EQ(rng.log_uniform(5.0, 54.0), 29.733215018200056);
  const std::array weights{1.0, 0.0, 2.0, 5.0};
  std::vector<std::size_t> drawn(8);
  std::ranges::generate(drawn, [&] { return rng.weighted(weights); });
  EXPECT_THAT(drawn, ElementsAre(2, 3, 2, 2, 3, 3, 2, 3));
  std::vector<int> items(8);
  std::iota(items.begin(), items.end(), 0);
  rng.shuffle(std::span(items));
  EXPECT_THAT(items, ElementsAre(1, 0, 7, 2, 5, 6, 3, 4));
}

// Correlation of two streams; for independent ones of kMany draws its deviation is 0.003.
double correlation(Rng a, Rng b) {
  double sum = 0.0;
  for (int i = 0; i < kMany; ++i) sum += (a.uniform() - 0.5) * (b.uniform() - 0.5);
  return sum / kMany * 12.0;
}

TEST(Rng, StreamsOfDifferentNamesAreIndependent) {
  EXPECT_GT(correlation(Rng(7, "x"), Rng(7, "x")), 0.9);
  EXPECT_LT(std::abs(correlation(Rng(7, "x"), Rng(8, "x"))), 0.02);
  EXPECT_LT(std::abs(correlation(Rng(7, "x"), Rng(7, "y"))), 0.02);
  EXPECT_LT(std::abs(correlation(Rng(7, "x", 0), Rng(7, "x", 1))), 0.02);
  EXPECT_LT(std::abs(correlation(Rng(7, "x", 1), Rng(8, "x", 0))), 0.02);
  EXPECT_NE(Rng(7, "ab").next(), Rng(7, "ba").next());
  EXPECT_NE(Rng(7, "a").next(), Rng(7, "aa").next());
}

TEST(Rng, FirstNumbersOfConsecutiveIndicesAreUniform) {
  std::uint64_t index = 0;
  const std::vector<double> shares(64, 1.0 / 64);
  EXPECT_LT(chi_square(shares, kMany, [&] { return Rng(3, "job", index++).next() >> 58U; }),
            limit(64));
}

TEST(Rng, UniformHasItsRangeAndMoments) {
  Rng rng(11);
  double low = 1.0;
  double high = 0.0;
  const Moments m = moments(kMany, [&] {
    const double x = rng.uniform();
    low = std::min(low, x);
    high = std::max(high, x);
    return x;
  });
  EXPECT_GE(low, 0.0);
  EXPECT_LT(low, 0.001);
  EXPECT_LT(high, 1.0);
  EXPECT_GT(high, 0.999);
  EXPECT_NEAR(m.mean, 0.5, 0.01);
  EXPECT_NEAR(m.deviation, 0.2887, 0.005);
}

TEST(Rng, UniformNeverReachesTheUpperEnd) {
  Rng rng(12);
  const double next_to_one = std::nextafter(1.0, 2.0);  // between them lies nothing to draw
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.uniform(1.0, next_to_one), 1.0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.uniform(-3.0, -3.0), -3.0);
}

TEST(Rng, BelowIsUnbiased) {
  Rng rng(13);
  for (const std::size_t n : {2U, 3U, 7U, 100U}) {
    const std::vector<double> shares(n, 1.0 / static_cast<double>(n));
    EXPECT_LT(chi_square(shares, kMany, [&] { return rng.below(n); }), limit(n)) << n;
  }
}

TEST(Rng, BelowIsUnbiasedWhereTheRemainderIsLarge) {
  // Of 3 * 2^62 values, x % n alone would give the lowest third twice as often as it should.
  constexpr std::uint64_t kThird = 1ULL << 62U;
  Rng rng(14);
  const std::vector<double> thirds(3, 1.0 / 3);
  EXPECT_LT(chi_square(thirds, kMany, [&] { return rng.below(3 * kThird) / kThird; }), limit(3));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0U);
}

TEST(Rng, ExponentialHasItsMoments) {
  Rng rng(15);
  double low = 1.0;
  const Moments m = moments(kMany, [&] {
    const double x = rng.exponential(4.0);
    low = std::min(low, x);
    return x;
  });
  EXPECT_GE(low, 0.0);
  EXPECT_NEAR(m.mean, 4.0, 0.08);
  EXPECT_NEAR(m.deviation, 4.0, 0.12);
  EXPECT_NEAR(m.skewness, 2.0, 0.3);
}

TEST(Rng, NormalHasItsMomentsAndTails) {
  Rng rng(16);
  int beyond_two = 0;
  const Moments m = moments(kMany, [&] {
    const double x = rng.normal();
    beyond_two += std::abs(x) > 2.0 ? 1 : 0;
    return x;
  });
  EXPECT_NEAR(m.mean, 0.0, 0.02);
  EXPECT_NEAR(m.deviation, 1.0, 0.02);
  EXPECT_NEAR(m.skewness, 0.0, 0.05);
  EXPECT_NEAR(beyond_two / double{kMany}, 0.0455, 0.004);
}

TEST(Rng, LogNormalIsNormalInTheLogarithm) {
  Rng rng(17);
  const Moments m = moments(kMany, [&] { return std::log(rng.log_normal(8.0, 0.5)); });
  EXPECT_NEAR(m.mean, std::log(8.0), 0.01);
  EXPECT_NEAR(m.deviation, 0.5, 0.01);
  EXPECT_NEAR(m.skewness, 0.0, 0.05);
  EXPECT_DOUBLE_EQ(rng.log_normal(8.0, 0.0), 8.0);
}

TEST(Rng, LogUniformIsUniformInTheLogarithm) {
  Rng rng(18);
  const double span = std::log(54.0 / 5.0);
  const Moments m = moments(kMany, [&] {
    const double x = rng.log_uniform(5.0, 54.0);
    EXPECT_GE(x, 5.0);
    EXPECT_LE(x, 54.0 * (1 + 1e-15));
    return std::log(x / 5.0) / span;
  });
  EXPECT_NEAR(m.mean, 0.5, 0.01);
  EXPECT_NEAR(m.deviation, 0.2887, 0.005);
  EXPECT_EQ(rng.log_uniform(3.0, 3.0), 3.0);
}

TEST(Rng, WeightedDrawsInProportionAndNeverAWeightOfZero) {
  Rng rng(19);
  const std::vector<double> weights{0.0, 3.0, 0.0, 1.0, 6.0, 0.0};
  std::vector<double> shares = weights;
  for (double& x : shares) x /= 10.0;
  EXPECT_LT(chi_square(shares, kMany, [&] { return rng.weighted(weights); }), limit(3));
  EXPECT_EQ(rng.weighted(std::array{0.0, 1e-300, 0.0}), 1U);
}

TEST(RngDeathTest, RefusesToDrawFromNothing) {
  EXPECT_DEATH((void)Rng(1).below(0), "broken invariant");
  EXPECT_DEATH((void)Rng(1).weighted(std::array{0.0, 0.0}), "broken invariant");
}

TEST(Rng, ShuffleGivesEveryPermutationEquallyOften) {
  Rng rng(20);
  const std::vector<double> shares(24, 1.0 / 24);
  EXPECT_LT(chi_square(shares, kMany,
                       [&] {
                         std::array items{0U, 1U, 2U, 3U};
                         rng.shuffle(std::span<unsigned>(items));
                         std::size_t rank = 0;  // in lexicographic order
                         for (std::size_t i = 0; i < 4; ++i) {
                           const auto smaller_later =
                               std::count_if(items.begin() + static_cast<std::ptrdiff_t>(i),
                                             items.end(), [&](unsigned x) { return x < items[i]; });
                           rank = rank * (4 - i) + static_cast<std::size_t>(smaller_later);
                         }
                         return rank;
                       }),
            limit(24));
}

RC_GTEST_PROP(Rng, ShuffleKeepsTheItems, (std::vector<int> items, std::uint64_t seed)) {
  std::vector<int> shuffled = items;
  Rng(seed).shuffle(std::span(shuffled));
  RC_ASSERT(std::ranges::is_permutation(shuffled, items));
}

}  // namespace
}  // namespace ragp
