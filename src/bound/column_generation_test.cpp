// Tests of the bound: optima known by hand, and against every placement on tiny clusters.
// SPDX-License-Identifier: Apache-2.0
#include "bound/column_generation.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/draw.h"
#include "support/exhaustive.h"
#include "support/workload_builder.h"

namespace ragp::bound {
namespace {

using testing::draw;

Shape task(std::int32_t gpus, std::int32_t sm, std::int32_t cpu = 1000) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kCpu] = cpu;
  s.demand[Dim::kSm] = sm;
  return s;
}

NodeSpec node(std::int32_t gpus, std::int32_t cpu) {
  NodeSpec spec = testing::small_node(gpus);
  spec.capacity[Dim::kCpu] = cpu;
  return spec;
}

struct Case {
  std::vector<NodeSpec> nodes;
  std::vector<Shape> stream;
};

LpBound bound_of(const Case& c, Variant variant = Variant::kAny, std::size_t accepted = 0) {
  auto problem = make_problem(c.nodes, c.stream);
  EXPECT_TRUE(problem.has_value());
  set_variant(*problem, variant, std::span(c.stream).first(accepted));
  Pool pool;
  const auto bound = solve(*problem, {.gap = 1e-6}, pool);
  EXPECT_TRUE(bound.has_value());
  return bound.value_or(LpBound{});
}

// ---- by hand ------------------------------------------------------------------------------------

TEST(ColumnGeneration, AnOddShareStrandsTheRestOfItsDevice) {
  const Case c{{node(2, 64'000)}, std::vector(3, task(1, 810))};
  EXPECT_NEAR(bound_of(c).upper, 1.62, 1e-4);
}

// One 4-GPU node and two 1-GPU nodes; two tasks of 3 GPUs: only one finds a place, and small tasks
// take the rest.
TEST(ColumnGeneration, LargeTasksFitOnlyLargeNodes) {
  const Case c{{node(4, 64'000), node(1, 64'000), node(1, 64'000)},
               {task(3, 1000), task(3, 1000), task(1, 600), task(1, 600)}};
  EXPECT_NEAR(bound_of(c).upper, 3.0 + 2 * 0.6, 1e-4);
}

// Each node has processors for one GPU task besides its CPU-only task.
TEST(ColumnGeneration, KeptCpuOnlyTasksCostGpus) {
  const Case c{{node(2, 8000), node(2, 8000)},
               {task(1, 1000, 4000), task(1, 1000, 4000), task(1, 1000, 4000), task(1, 1000, 4000),
                task(0, 0, 4000), task(0, 0, 4000)}};
  EXPECT_NEAR(bound_of(c).upper, 4.0, 1e-4);
  EXPECT_NEAR(bound_of(c, Variant::kCpuKept).upper, 2.0, 1e-4);
}

TEST(ColumnGeneration, WhatWasAcceptedFirstStandsInTheWay) {
  const Case c{{node(2, 64'000)}, {task(1, 600), task(1, 600), task(2, 1000)}};
  EXPECT_NEAR(bound_of(c).upper, 2.0, 1e-4);
  EXPECT_NEAR(bound_of(c, Variant::kNeverRefuses, 2).upper, 1.2, 1e-4);
}

TEST(ColumnGeneration, AllModelsAreRespected) {
  NodeSpec old = node(1, 64'000);
  old.model = 1;
  Shape only_new = task(1, 1000);
  only_new.models = ModelSet::none();
  only_new.models.add(0);
  const Case c{{node(1, 64'000), old}, {only_new, only_new}};
  EXPECT_NEAR(bound_of(c).upper, 1.0, 1e-4);
}

TEST(ColumnGeneration, ProvesThatWhatMustBeKeptDoesNotFit) {
  const Case c{{node(1, 8000)}, {task(1, 1000), task(0, 0, 5000), task(0, 0, 5000)}};
  EXPECT_TRUE(bound_of(c).feasible);
  EXPECT_FALSE(bound_of(c, Variant::kCpuKept).feasible);
  const Case never{{node(1, 8000)}, {task(0, 0, 9000), task(1, 1000)}};  // fits no node at all
  EXPECT_FALSE(bound_of(never, Variant::kCpuKept).feasible);
}

TEST(ColumnGeneration, TheLimitOfRoundsCostsTheGapAndNotTheBound) {
  const Case c{{node(2, 64'000)}, std::vector(3, task(1, 810))};
  auto problem = make_problem(c.nodes, c.stream);
  Pool pool;
  const auto bound = solve(*problem, {.gap = 1e-6, .max_rounds = 1}, pool);
  ASSERT_TRUE(bound.has_value());
  EXPECT_EQ(bound->rounds, 1);
  EXPECT_GE(bound->upper, 1.62);
  EXPECT_TRUE(std::isfinite(bound->upper));
}

// ---- against every placement --------------------------------------------------------------------

Case draw_case() {
  Case c;
  const auto nodes = draw<std::size_t>(1, 3);
  for (std::size_t i = 0; i < nodes; ++i) {
    c.nodes.push_back(node(draw(0, 2), 1000 * draw(1, 6)));
    c.nodes.back().model = static_cast<ModelId>(draw(0, 1));
  }
  const auto tasks = draw<std::size_t>(1, 6);
  for (std::size_t i = 0; i < tasks; ++i) {
    const std::int32_t gpus = draw(0, 2);
    const std::int32_t sm = gpus == 0 ? 0 : gpus == 1 ? 100 * draw(3, 10) : 1000;
    c.stream.push_back(task(gpus, sm, 1000 * draw(0, 3)));
    if (draw(0, 3) == 0) {
      c.stream.back().models = ModelSet::none();
      c.stream.back().models.add(static_cast<ModelId>(draw(0, 1)));
    }
  }
  return c;
}

std::optional<Value> optimum(const Case& c, Variant variant, std::size_t accepted) {
  std::vector<testing::ClusterNode> nodes;
  for (const NodeSpec& spec : c.nodes) {
    const NodeClass kind = make_problem(std::span(&spec, 1), {})->classes.front();
    nodes.push_back({kind, testing::empty_node(kind.bin)});
  }
  std::vector<testing::OfferedTask> tasks;
  for (std::size_t i = 0; i < c.stream.size(); ++i) {
    const TaskShape shape = make_problem({}, std::span(&c.stream[i], 1))->shapes.front();
    const bool kept = (variant == Variant::kCpuKept && shape.item.value == 0) ||
                      (variant == Variant::kNeverRefuses && i < accepted);
    tasks.push_back({shape, kept});
  }
  return testing::best_on_cluster(nodes, tasks);
}

RC_GTEST_PROP(ColumnGeneration, NoPlacementIsAboveTheBound, ()) {
  const Case c = draw_case();
  const auto variant = static_cast<Variant>(draw(0, 2));
  const std::size_t accepted = draw<std::size_t>(0, c.stream.size());
  const auto best = optimum(c, variant, accepted);
  const LpBound bound = bound_of(c, variant, accepted);
  if (best) {
    RC_ASSERT(bound.feasible);
    RC_ASSERT(bound.placed);
    RC_ASSERT(std::isfinite(bound.upper));
    RC_ASSERT(bound.upper >= static_cast<double>(*best) / static_cast<double>(kGpu) - 1e-9);
  }
  if (bound.feasible && bound.placed) {
    RC_ASSERT(bound.upper - bound.reached <= 1e-4);
    RC_ASSERT(bound.upper >= bound.reached - 1e-6);
  }
}

// On a single node the integer optimum of the first variant with unlimited copies is the bound.
RC_GTEST_PROP(ColumnGeneration, OneNodeAndManyCopiesIsThePricingProblem, ()) {
  Case c = draw_case();
  c.nodes.resize(1);
  std::vector<Shape> many;
  for (int copy = 0; copy < 12; ++copy) many.insert(many.end(), c.stream.begin(), c.stream.end());
  for (Shape& s : many) s.demand[Dim::kCpu] = std::max(1000, s.demand[Dim::kCpu]);
  c.stream = many;
  const auto problem = make_problem(c.nodes, c.stream);
  std::vector<Item> items;
  for (const TaskShape& s : problem->shapes) {
    if (s.item.value > 0 && fits(problem->classes[0], s)) items.push_back(s.item);
  }
  const Value best = testing::best_on_node(testing::empty_node(problem->classes[0].bin), items);
  RC_ASSERT(std::abs(bound_of(c).upper - static_cast<double>(best) / static_cast<double>(kGpu)) <=
            1e-4);
}

}  // namespace
}  // namespace ragp::bound
