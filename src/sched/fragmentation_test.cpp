// Tests of fragmentation: what is idle and of no use to a job of a given shape.
// SPDX-License-Identifier: Apache-2.0
#include "sched/fragmentation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/feasibility.h"
#include "support/build.h"
#include "support/draw.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)

TEST(Stranded, IsWhatLiesOnDevicesTooSmallForTheShape) {
  const NodeState s = state_with({{300, 0}, {500, 0}, {1000, 0}});
  EXPECT_EQ(stranded(s, gpu_shape(1, 200)), 0);
  EXPECT_EQ(stranded(s, gpu_shape(1, 400)), 300);
  EXPECT_EQ(stranded(s, gpu_shape(1, 600)), 800);
  EXPECT_EQ(stranded(s, gpu_shape(2, 400)), 300);
  EXPECT_EQ(stranded(s, gpu_shape(2, 600)), 1800) << "one device of two does not hold the job";
}

TEST(Stranded, IsAllWhereAnyDimensionIsShort) {
  for (const Dim d : kNodeDims) {
    NodeState s = empty_state(node(2), kSevenDims);
    Shape shape = gpu_shape(1, 500);
    shape.demand[d] = 100;
    EXPECT_EQ(stranded(s, shape), 0) << info(d).name;
    s.residual[d] = 99;
    EXPECT_EQ(stranded(s, shape), 2000) << info(d).name;
  }
  Shape other = gpu_shape(1, 500);
  other.models = models({1});
  EXPECT_EQ(stranded(empty_state(node(2, 0), kSevenDims), other), 2000);
}

TEST(Stranded, CountsTheMemoryOfTheDevice) {
  const NodeState s = state_with({{1000, 10 * kGiB}, {1000, 30 * kGiB}});
  EXPECT_EQ(stranded(s, gpu_shape(1, 100, 20 * kGiB)), 1000);
  EXPECT_EQ(stranded(s, gpu_shape(2, 100, 20 * kGiB)), 2000);
  EXPECT_EQ(stranded_fgd(s, gpu_shape(1, 100, 20 * kGiB)), 0) << "as published: without memory";
}

TEST(Stranded, CpuWorkStrandsNothingWhereItFits) {
  NodeState s = empty_state(node(2), kSevenDims);
  EXPECT_EQ(stranded(s, shape_of(Dim::kCpu, 100)), 0);
  EXPECT_EQ(stranded_fgd(s, shape_of(Dim::kCpu, 100)), 2000) << "as published: all of it";
  s.residual[Dim::kCpu] = 99;
  EXPECT_EQ(stranded(s, shape_of(Dim::kCpu, 100)), 2000);
}

TEST(StrandedFgd, LooksAtCpuModelAndComputeOnly) {
  NodeState s = state_with({{300, 0}, {1000, 0}});
  Shape shape = gpu_shape(1, 400);
  shape.demand[Dim::kCpu] = 100;
  for (const Dim d : {Dim::kRam, Dim::kNet, Dim::kStorage, Dim::kIoCpu}) {
    shape.demand[d] = kMaxAmount;
  }
  EXPECT_EQ(stranded_fgd(s, shape), 300);
  shape.models = models({1});
  EXPECT_EQ(stranded_fgd(s, shape), 1300);
  shape.models = ModelSet::any();
  s.residual[Dim::kCpu] = 99;
  EXPECT_EQ(stranded_fgd(s, shape), 1300);
  EXPECT_EQ(stranded_fgd(state_with({{300, 0}, {1000, 0}}), gpu_shape(2, 400)), 1300);
}

TEST(Stranded, AFullNodeHasNothingToStrand) {
  const NodeState s = state_with({{0, 0}, {0, 0}});
  EXPECT_EQ(stranded(s, gpu_shape(1)), 0);
  EXPECT_EQ(stranded_fgd(s, gpu_shape(1)), 0);
}

// From the definition, without fits().
std::int32_t naive(const NodeState& s, const Shape& m) {
  std::int32_t idle = 0;
  std::int32_t usable = 0;
  std::int32_t devices = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(s.gpus); ++i) {
    idle += s.slots[i].sm;
    if (s.slots[i].sm < m.demand[Dim::kSm] || s.slots[i].hbm < m.demand[Dim::kHbm]) continue;
    usable += s.slots[i].sm;
    ++devices;
  }
  for (const Dim d : kNodeDims) {
    if (m.demand[d] > s.residual[d]) return idle;
  }
  if (m.gpus == 0) return 0;
  return devices < m.gpus || !m.models.has(s.model) ? idle : idle - usable;
}

RC_GTEST_PROP(Stranded, IsWhatTheDefinitionSays, ()) {
  const NodeState s = draw_state().now;
  const Shape shape = draw_shape();
  RC_ASSERT(stranded(s, shape) == naive(s, shape));
  RC_ASSERT(stranded(s, shape) >= 0);
  RC_ASSERT(stranded(s, shape) <= s.residual[Dim::kSm]);
  Shape cpu_and_gpu = gpu_shape(shape.gpus, shape.demand[Dim::kSm]);
  cpu_and_gpu.models = shape.models;
  cpu_and_gpu.demand[Dim::kCpu] = shape.demand[Dim::kCpu];
  RC_ASSERT(stranded_fgd(s, shape) ==
            (shape.gpus == 0 ? s.residual[Dim::kSm] : naive(s, cpu_and_gpu)));
}

RC_GTEST_PROP(Stranded, AnEmptyNodeThatFitsStrandsNothing, ()) {
  const NodeState empty = draw_state().empty;
  const Shape shape = draw_shape();
  RC_ASSERT(stranded(empty, shape) == (fits(empty, shape) ? 0 : empty.residual[Dim::kSm]));
}

}  // namespace
}  // namespace ragp
