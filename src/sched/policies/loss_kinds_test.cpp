// Tests of LossKinds and of weighted sums.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/loss_kinds.h"

#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::ElementsAre;

TEST(LossKinds, TellsRowsAndCostsApart) {
  DemandMix mix;
  mix.observe(gpu_shape(1));
  mix.observe(gpu_shape(1, 500));
  MixTable table;
  table.rebuild(mix);
  const NodeState state = state_with({{.sm = 500}, {.sm = 1000}});
  const NodeState one_whole = state_with({{.sm = 0}, {.sm = 1000}});
  const NodeState two_halves = state_with({{.sm = 500}, {.sm = 500}});
  LossKinds losses;
  losses.from(state, table);
  const std::uint32_t a = losses.kind_of(one_whole, 0.0, table);
  const std::uint32_t b = losses.kind_of(two_halves, 0.0, table);
  const std::uint32_t c = losses.kind_of(two_halves, 0.25, table);
  EXPECT_THAT(losses.amounts(a), ElementsAre(0, 500));
  EXPECT_THAT(losses.amounts(b), ElementsAre(1000, 500));
  EXPECT_NE(b, c);
  EXPECT_THAT(losses.amounts(c), ElementsAre(1000, 500));
  EXPECT_EQ(losses.unpriced(c), 0.25);

  // The same loss on another state is the same kind.
  losses.from(state_with({{.sm = 500}, {.sm = 1000}, {.sm = 1000}}), table);
  EXPECT_EQ(losses.kind_of(state_with({{.sm = 0}, {.sm = 1000}, {.sm = 1000}}), 0.0, table), a);
  losses.forget();
  losses.from(state, table);
  EXPECT_EQ(losses.kind_of(two_halves, 0.0, table), 0U);
}

RC_GTEST_PROP(LossKinds, TheSumIsThatOfTheProducts, (const std::vector<std::int16_t>& amounts)) {
  std::vector<double> weights(amounts.size());
  std::iota(weights.begin(), weights.end(), 1.0);  // whole numbers: exact in any order
  double plain = 0.0;
  for (std::size_t m = 0; m < amounts.size(); ++m) plain += weights[m] * amounts[m];
  RC_ASSERT(weighted_sum(std::span<const double>(weights), amounts) == plain);
}

}  // namespace
}  // namespace ragp
