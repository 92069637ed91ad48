// Tests of arrivals: the mean holds whatever the pattern, and a burst is one.
// SPDX-License-Identifier: Apache-2.0
#include "sim/arrivals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace ragp::sim {
namespace {

constexpr ArrivalSpec kPoisson{};
constexpr ArrivalSpec kBursty{
    .pattern = ArrivalSpec::Pattern::kBursty, .peak = 4.0, .peak_share = 0.1, .cycle_h = 2.0};
constexpr Duration kHorizon = std::chrono::hours(50);

std::vector<Time> drawn(const ArrivalSpec& spec, double per_hour, std::uint64_t seed,
                        Duration horizon = kHorizon) {
  Rng rng(seed, "arrivals test");
  return arrival_times(spec, per_hour, horizon, rng);
}

struct Moments {
  double mean = 0.0;
  double variance = 0.0;
};
Moments moments(const std::vector<double>& values) {
  Moments m;
  const auto n = static_cast<double>(values.size());
  for (const double v : values) m.mean += v / n;
  for (const double v : values) m.variance += (v - m.mean) * (v - m.mean) / (n - 1.0);
  return m;
}

// Arrivals in the whole run, one value per seed.
std::vector<double> counts(const ArrivalSpec& spec, double per_hour) {
  constexpr std::uint64_t kSeeds = 400;
  std::vector<double> all;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    all.push_back(static_cast<double>(drawn(spec, per_hour, seed).size()));
  }
  return all;
}

// The mean over many seeds lies within four standard errors of what was asked for.
void expect_mean(const ArrivalSpec& spec, double per_hour) {
  const auto all = counts(spec, per_hour);
  const Moments m = moments(all);
  const double error = std::sqrt(m.variance / static_cast<double>(all.size()));
  const double expected = per_hour * to_hours(kHorizon);
  EXPECT_NEAR(m.mean, expected, 4.0 * error);
  EXPECT_LT(error, 0.05 * expected) << "the test could not tell a wrong mean";
}

TEST(Arrivals, PoissonKeepsTheMean) {
  expect_mean(kPoisson, 3.0);
}

TEST(Arrivals, BurstyKeepsTheMean) {
  expect_mean(kBursty, 20.0);
}

TEST(Arrivals, BatchesKeepTheMean) {
  ArrivalSpec spec = kPoisson;
  spec.batch_mean = 3.5;
  expect_mean(spec, 10.0);
  spec = kBursty;
  spec.batch_mean = 3.5;
  expect_mean(spec, 20.0);
}

TEST(Arrivals, CountsOfAPoissonProcessVaryByTheirMean) {
  const Moments m = moments(counts(kPoisson, 3.0));
  EXPECT_NEAR(m.variance / m.mean, 1.0, 0.3);  // four errors of a variance of 400 values
}

TEST(Arrivals, AscendWithinTheHorizon) {
  for (const ArrivalSpec& spec : {kPoisson, kBursty}) {
    const auto times = drawn(spec, 100.0, 1);
    ASSERT_FALSE(times.empty());
    EXPECT_TRUE(std::ranges::is_sorted(times));
    EXPECT_GE(times.front(), Time{});
    EXPECT_LT(times.back(), Time{} + kHorizon);
  }
}

TEST(Arrivals, APeakReallyPeaks) {
  // In 6 minutes of a calm at 2/3 of the mean or of a peak at 4 times the mean: 67 or 400 arrivals.
  const auto times = drawn(kBursty, 1000.0, 3, std::chrono::hours(400));
  std::map<std::int64_t, int> per_bin;
  for (const Time t : times) ++per_bin[t.time_since_epoch() / std::chrono::minutes(6)];
  int peaks = 0;
  int calms = 0;
  for (const auto& [bin, count] : per_bin) {
    if (count > 300) ++peaks;
    if (count < 120) ++calms;
  }
  // Of 4000 bins a tenth lies in peaks. A peak lasts two bins on average, and the two that hold a
  // switch are mixed.
  EXPECT_GT(peaks, 80);
  EXPECT_LT(peaks, 500);
  EXPECT_GT(calms, 2800);
  EXPECT_LT(calms, 3900);
}

TEST(Arrivals, WithoutACalmAllArrivalsLieInPeaks) {
  ArrivalSpec spec = kBursty;
  spec.peak = 10.0;  // x 0.1 of the time: nothing is left for the calm
  expect_mean(spec, 50.0);
  const auto times = drawn(spec, 1000.0, 5, std::chrono::hours(400));
  std::map<std::int64_t, int> per_bin;
  for (const Time t : times) ++per_bin[t.time_since_epoch() / std::chrono::minutes(6)];
  EXPECT_LT(per_bin.size(), 1200U);  // of 4000: most of the time nothing arrives
}

TEST(Arrivals, BatchesAreGeometricWithTheirMean) {
  ArrivalSpec spec = kPoisson;
  spec.batch_mean = 4.0;
  std::map<Time, int> batches;
  for (const Time t : drawn(spec, 2000.0, 7)) ++batches[t];
  std::vector<double> sizes;
  double singles = 0.0;
  for (const auto& [at, size] : batches) {
    sizes.push_back(size);
    if (size == 1) singles += 1.0;
  }
  const auto n = static_cast<double>(sizes.size());
  const Moments m = moments(sizes);
  EXPECT_NEAR(m.mean, 4.0, 4.0 * std::sqrt(m.variance / n));
  EXPECT_NEAR(singles / n, 0.25, 4.0 * std::sqrt(0.25 * 0.75 / n));
}

TEST(Arrivals, NothingArrivesAtARateOfZero) {
  EXPECT_TRUE(drawn(kPoisson, 0.0, 1).empty());
  EXPECT_TRUE(drawn(kBursty, 0.0, 1).empty());
}

}  // namespace
}  // namespace ragp::sim
