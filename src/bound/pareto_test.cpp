// Tests of keep_pareto against the definition.
// SPDX-License-Identifier: Apache-2.0
#include "bound/pareto.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/draw.h"

namespace ragp::bound {
namespace {

bool beats(const Label& a, const Label& b) {
  return a.cpu <= b.cpu && a.ram <= b.ram && a.value >= b.value;
}

TEST(Pareto, KeepsOneOfEqualsAndDropsTheBeaten) {
  std::vector<Label> labels{{.cpu = 2, .ram = 2, .value = 5},
                            {.cpu = 1, .ram = 2, .value = 5},
                            {.cpu = 1, .ram = 2, .value = 5},
                            {.cpu = 3, .ram = 1, .value = 1}};
  keep_pareto(labels);
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0].cpu, 1);
  EXPECT_EQ(labels[1].cpu, 3);
}

RC_GTEST_PROP(Pareto, KeepsExactlyWhatNoOtherBeats, ()) {
  std::vector<Label> all(testing::draw<std::size_t>(0, 40));
  for (Label& l : all) {
    l = {.cpu = testing::draw(0, 6), .ram = testing::draw(0, 6), .value = testing::draw(0, 6)};
  }
  std::vector<Label> kept = all;
  keep_pareto(kept);
  for (const Label& l : all) {
    RC_ASSERT(std::ranges::any_of(kept, [&](const Label& k) { return beats(k, l); }));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < kept.size(); ++j) RC_ASSERT(i == j || !beats(kept[i], kept[j]));
  }
}

}  // namespace
}  // namespace ragp::bound
