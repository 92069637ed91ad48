// Tests of the linear program: one that can be solved by hand, and its duals.
// SPDX-License-Identifier: Apache-2.0
#include "bound/master.h"

#include <array>

#include <gtest/gtest.h>

namespace ragp::bound {
namespace {

// One class of 3 nodes; 4 tasks of shape 0 arrive, of shape 1 at least 1 and at most 9.
Problem three_nodes(std::int64_t accepted) {
  Problem p;
  p.classes.push_back({.bin = {}, .model = 0, .count = 3});
  p.shapes.push_back({.item = {.shape = 0}, .accepted = 0, .arrived = 4});
  p.shapes.push_back({.item = {.shape = 1}, .accepted = accepted, .arrived = 9});
  return p;
}

constexpr std::array kGains{1.0, 0.5};  // of shape 0 and shape 1

TEST(Master, SolvesByHandAndItsDualsAreWorthPerUnit) {
  const Problem p = three_nodes(1);
  Master master(p, kGains, 100.0);
  master.add_column(0, {{0, 2}}, 2.0);
  master.add_column(0, {{1, 1}}, 0.5);
  const auto s = master.solve();
  ASSERT_TRUE(s.has_value());
  EXPECT_NEAR(s->objective, 4.5, 1e-9);  // two nodes of shape 0, one of shape 1
  EXPECT_NEAR(s->missing, 0.0, 1e-9);
  EXPECT_NEAR(s->class_duals[0], 0.5, 1e-9);  // a further node would hold a further shape 1
  EXPECT_NEAR(s->shape_duals[0], 0.75, 1e-9);
}

TEST(Master, TakesAColumnUpAfterItHasBeenSolved) {
  const Problem p = three_nodes(0);
  Master master(p, kGains, 100.0);
  master.add_column(0, {{1, 1}}, 0.5);
  ASSERT_TRUE(master.solve().has_value());
  master.add_column(0, {{1, 3}}, 1.5);
  const auto s = master.solve();
  ASSERT_TRUE(s.has_value());
  EXPECT_NEAR(s->objective, 4.5, 1e-9);
}

TEST(Master, LeavesTasksOfAPackingOut) {
  const Problem p = three_nodes(0);
  Master master(p, kGains, 100.0);
  master.add_column(0, {{0, 2}, {1, 1}}, 2.5);  // three of them hold more of shape 0 than arrive
  const auto s = master.solve();
  ASSERT_TRUE(s.has_value());
  EXPECT_NEAR(s->objective, 4.0 + 1.5, 1e-9);
  EXPECT_NEAR(s->shape_duals[0], 1.0, 1e-9);
}

TEST(Master, CountsWhatMustBePlacedAndIsNot) {
  const Problem p = three_nodes(5);
  Master master(p, kGains, 100.0);
  master.add_column(0, {{1, 1}}, 0.5);
  const auto s = master.solve();
  ASSERT_TRUE(s.has_value());
  EXPECT_NEAR(s->missing, 2.0, 1e-9);
  EXPECT_NEAR(s->objective, 1.5 - 200.0, 1e-9);
  EXPECT_LT(s->shape_duals[1], 0.0);
}

}  // namespace
}  // namespace ragp::bound
