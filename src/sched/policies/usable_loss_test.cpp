// Tests of UsableLoss and of what goes with it: sums, groups.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policies/usable_loss.h"

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

StateIndex::Group group_with(std::uint64_t serial, std::vector<DeviceState> devices) {
  return {.state = state_with(std::move(devices)), .nodes = {}, .serial = serial};
}

TEST(UsableLoss, KeepsTheLossesOfEachOptionByGroupAndTask) {
  DemandMix mix;
  mix.observe(gpu_shape(1));
  mix.observe(gpu_shape(1, 500));
  MixTable table;
  table.rebuild(mix);
  const auto group = group_with(7, {{.sm = 500}, {.sm = 1000}});
  const Shape half = gpu_shape(1, 500);
  UsableLoss losses;
  EXPECT_EQ(losses.find(group, half), std::nullopt);
  const std::size_t first = losses.begin(group, half, table);
  losses.add(group_with(0, {{.sm = 0}, {.sm = 1000}}).state, table);
  losses.add(group_with(0, {{.sm = 500}, {.sm = 500}}).state, table);
  EXPECT_EQ(losses.find(group, half), first);
  EXPECT_THAT(losses.at(first), ElementsAre(0, 500));
  EXPECT_THAT(losses.at(first + 1), ElementsAre(1000, 500));
  EXPECT_EQ(losses.find(group_with(8, {{.sm = 1000}}), half), std::nullopt);
  EXPECT_EQ(losses.find(group, gpu_shape(1, 500, kGiB)), std::nullopt) << "another task";
  losses.forget();
  EXPECT_EQ(losses.find(group, half), std::nullopt);
}

TEST(UsableLoss, GroupsAreHandedOverWhole) {
  const auto a = group_with(1, {{.sm = 1000}});
  const auto b = group_with(2, {{.sm = 500}});
  const std::vector<Option> options{{.group = &a}, {.group = &a}, {.group = &b}};
  std::vector<double> scores(3);
  double next = 1.0;
  for_each_group(options, scores, [&](std::span<const Option> group, std::span<double> out) {
    EXPECT_EQ(group.size(), out.size());
    for (double& s : out) s = next;
    next += 1.0;
  });
  EXPECT_THAT(scores, ElementsAre(1.0, 1.0, 2.0));
}

RC_GTEST_PROP(UsableLoss, TheSumIsThatOfTheProducts, (const std::vector<std::int16_t>& amounts)) {
  std::vector<double> weights(amounts.size());
  std::iota(weights.begin(), weights.end(), 1.0);  // whole numbers: exact in any order
  double plain = 0.0;
  for (std::size_t m = 0; m < amounts.size(); ++m) plain += weights[m] * amounts[m];
  RC_ASSERT(weighted_sum(std::span<const double>(weights), amounts) == plain);
}

}  // namespace
}  // namespace ragp
