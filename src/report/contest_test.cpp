// Who is ahead, and whether the seeds can tell.
// SPDX-License-Identifier: Apache-2.0
#include "report/contest.h"

#include <gtest/gtest.h>

namespace ragp::report {
namespace {

using codec::Better;

Contender made(std::string policy, std::vector<double> values) {
  Contender c{.policy = std::move(policy), .value = estimate(values), .by_seed = {}};
  std::uint64_t seed = 0;
  for (const double v : values) c.by_seed.emplace_back(seed++, v);
  return c;
}

TEST(Contest, RanksWhatTheReaderSees) {
  const Contest c({made("a", {3.0}), made("b", {1.04}), made("c", {0.96}), made("d", {5.0})},
                  Better::kLower, 1);
  EXPECT_EQ(c.best()->policy, "c");
  EXPECT_EQ(c.worst()->policy, "d");
  EXPECT_EQ(c.rank(c.all()[1]), 1U);
  EXPECT_EQ(c.rank(c.all()[0]), 3U);
  EXPECT_TRUE(c.same(c.all()[1], c.all()[2]));
  EXPECT_FALSE(c.ahead(c.all()[2], c.all()[1]));
  EXPECT_EQ(c.equals_of(c.all()[1]), "c");
  EXPECT_EQ(c.equals_of(c.all()[0]), "");
  EXPECT_EQ(c.gap(c.all()[0], c.all()[1]), "2.0");
}

TEST(Contest, HigherIsBetter) {
  const Contest c({made("a", {3.0}), made("b", {1.0})}, Better::kHigher, 1);
  EXPECT_EQ(c.best()->policy, "a");
  EXPECT_EQ(c.worst()->policy, "b");
  EXPECT_TRUE(c.ahead(c.all()[0], c.all()[1]));
}

TEST(Contest, EqualsAreListedShortly) {
  const Contest c({made("a", {1}), made("b", {1}), made("c", {1}), made("d", {1})}, Better::kLower,
                  1);
  EXPECT_EQ(c.equals_of(c.all()[0]), "b, c and 1 more");
}

TEST(Contest, OursIsTheSevenDimensionalForm) {
  const Contest both({made("ragp-5d", {1}), made("ragp-io", {2})}, Better::kLower, 1);
  EXPECT_EQ(both.ours()->policy, "ragp-io");
  const Contest blind({made("tetris", {1}), made("ragp-5d", {2})}, Better::kLower, 1);
  EXPECT_EQ(blind.ours()->policy, "ragp-5d");
  const Contest none({made("ragp-cosine", {1})}, Better::kLower, 1);
  EXPECT_EQ(none.ours(), nullptr);
  EXPECT_TRUE(sees_seven(made("best-fit@7d", {1})));
  EXPECT_FALSE(sees_seven(made("ragp-io@5d", {1})));
}

TEST(Contest, DifferencesAreJudgedSeedBySeed) {
  // The seeds differ by far more than the policies, but the policies always by the same.
  const Contender a = made("a", {1.0, 5.0, 9.0});
  const Contender b = made("b", {1.5, 5.6, 9.4});
  const Contender noisy = made("noisy", {2.0, 4.0, 9.3});
  const Contest c({a, b, noisy}, Better::kLower, 1);
  EXPECT_EQ(c.noise(a, b), std::nullopt);
  EXPECT_EQ(c.noise(a, noisy), 3);
  EXPECT_EQ(c.noise(made("x", {1.0}), made("y", {2.0})), std::nullopt);
}

}  // namespace
}  // namespace ragp::report
