// Tests of make_problem and set_variant.
// SPDX-License-Identifier: Apache-2.0
#include "bound/problem.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workload_builder.h"

namespace ragp::bound {
namespace {

using testing::small_node;

Shape task(std::int32_t gpus, std::int32_t sm, std::int32_t cpu) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kCpu] = cpu;
  s.demand[Dim::kSm] = sm;
  return s;
}

NodeSpec model_node(ModelId model) {
  NodeSpec spec = small_node(2);
  spec.model = model;
  return spec;
}

TEST(Problem, EqualNodesAreOneClassWhateverTheirNames) {
  std::vector<NodeSpec> nodes{model_node(0), model_node(1), model_node(0), small_node(0)};
  nodes[2].name = "other";
  const auto p = make_problem(nodes, {});
  ASSERT_TRUE(p.has_value());
  ASSERT_EQ(p->classes.size(), 3U);
  EXPECT_EQ(p->classes[0].count, 2);
  EXPECT_EQ(p->classes[1].count, 1);
  EXPECT_EQ(p->classes[2].bin.gpus, 0);
  EXPECT_EQ(p->capacity_milli, 6000);
}

TEST(Problem, CountsArrivalsByShapeAndIgnoresTheOtherDimensions) {
  Shape with_memory = task(1, 500, 100);
  with_memory.demand[Dim::kHbm] = 1000;
  with_memory.hbm_growth = 7;
  const std::vector<Shape> stream{task(1, 500, 100), task(2, 1000, 100), with_memory};
  const auto p = make_problem(std::vector{small_node(2)}, stream);
  ASSERT_TRUE(p.has_value());
  ASSERT_EQ(p->shapes.size(), 2U);
  EXPECT_EQ(p->shapes[0].arrived, 2);
  EXPECT_EQ(p->shapes[0].item.milli, 500);
  EXPECT_EQ(p->shapes[0].item.value, kGpu / 2);
  EXPECT_EQ(p->shapes[1].item.gpus, 2);
  EXPECT_EQ(p->shapes[1].item.value, 2 * kGpu);
}

TEST(Problem, VariantsSayWhatMustBePlaced) {
  const std::vector<Shape> stream{task(0, 0, 100), task(1, 500, 100), task(0, 0, 100),
                                  task(0, 0, 0)};
  auto p = make_problem(std::vector{small_node(2)}, stream);
  ASSERT_TRUE(p.has_value());
  const auto accepted = [&](Variant v) {
    set_variant(*p, v, std::span(stream).first(2));
    return std::vector{p->shapes[0].accepted, p->shapes[1].accepted, p->shapes[2].accepted};
  };
  EXPECT_THAT(accepted(Variant::kCpuKept), ::testing::ElementsAre(2, 0, 0));
  EXPECT_THAT(accepted(Variant::kNeverRefuses), ::testing::ElementsAre(1, 1, 0));
  EXPECT_THAT(accepted(Variant::kAny), ::testing::ElementsAre(0, 0, 0));
}

TEST(Problem, FitsLooksAtModelsDevicesAndBothCapacities) {
  const std::vector<NodeSpec> nodes{model_node(1), small_node(0)};
  Shape p100 = task(1, 1000, 100);
  p100.models = ModelSet::none();
  p100.models.add(0);
  Shape big = task(1, 1000, 64'001);
  const std::vector<Shape> stream{task(1, 1000, 100), p100, big, task(0, 0, 100), task(3, 1000, 1)};
  const auto p = make_problem(nodes, stream);
  ASSERT_TRUE(p.has_value());
  const auto fits_at = [&](std::size_t node) {
    std::vector<bool> all;
    for (const TaskShape& s : p->shapes) all.push_back(fits(p->classes[node], s));
    return all;
  };
  EXPECT_THAT(fits_at(0), ::testing::ElementsAre(true, false, false, true, false));
  EXPECT_THAT(fits_at(1), ::testing::ElementsAre(false, false, false, true, false));
}

TEST(Problem, RefusesSharesOfSeveralDevices) {
  const auto p = make_problem(std::vector{small_node(2)}, std::vector{task(2, 500, 100)});
  ASSERT_FALSE(p.has_value());
  EXPECT_THAT(p.error().message, ::testing::HasSubstr("500 milli-GPU of 2 GPUs"));
}

}  // namespace
}  // namespace ragp::bound
