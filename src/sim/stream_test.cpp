// Tests of the stream of arrivals; fill_up_test.cpp tests what it holds.
// SPDX-License-Identifier: Apache-2.0
#include "sim/stream.h"

#include <vector>

#include <gtest/gtest.h>

namespace ragp::sim {
namespace {

Task task(std::int32_t gpus) {
  Shape s{.gpus = gpus};
  s.demand[Dim::kSm] = gpus > 0 ? kWholeGpu : 0;
  return {s};
}

TEST(Stream, ArrivedAtEndsBeforeTheTaskThatWouldPassTheDemand) {
  const std::vector<Task> stream{task(0), task(2), task(1), task(0), task(2)};
  EXPECT_EQ(arrived_at(stream, 4000, 49.0), 1U);
  EXPECT_EQ(arrived_at(stream, 4000, 50.0), 2U);
  EXPECT_EQ(arrived_at(stream, 4000, 100.0), 4U);
  EXPECT_EQ(arrived_at(stream, 4000, 125.0), 5U);
  EXPECT_EQ(arrived_at({}, 4000, 100.0), 0U);
}

TEST(Stream, ASeedGivesOneStream) {
  const std::vector<Task> tasks{task(0), task(1), task(2)};
  const auto first = draw_stream(tasks, 20'000, 1.3, 7);
  EXPECT_EQ(first, draw_stream(tasks, 20'000, 1.3, 7));
  EXPECT_NE(first, draw_stream(tasks, 20'000, 1.3, 8));
}

}  // namespace
}  // namespace ragp::sim
