// Problem: how many GPUs can be allocated at most, when a demand meets a cluster.
//
// Equal nodes form one class. Of every task shape, `arrived` copies exist, and the first `accepted`
// of them must be placed. Only processors, main memory and GPU compute count: to ignore the other
// dimensions can only raise a bound. Plain data; building is pure and thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "bound/packing.h"
#include "model/cluster.h"
#include "model/job.h"

namespace ragp::bound {

struct NodeClass {
  Bin bin;
  ModelId model = 0;
  std::int64_t count = 0;  // nodes
  friend bool operator==(const NodeClass&, const NodeClass&) = default;
};

struct TaskShape {
  Item item;  // value: the GPUs that one copy allocates
  ModelSet models = ModelSet::any();
  std::int64_t accepted = 0;
  std::int64_t arrived = 0;
};

struct Problem {
  std::vector<NodeClass> classes;
  std::vector<TaskShape> shapes;
  std::int64_t capacity_milli = 0;  // milli-GPU of all nodes
};

inline constexpr std::int64_t kMaxTasks = 1'000'000;  // so that sums of worth fit 64 bits

// Which of the arrivals may not be refused.
enum class Variant : std::uint8_t {
  kAny,           // every task may be
  kCpuKept,       // CPU-only work may not
  kNeverRefuses,  // the first `accepted` arrivals may not
};

// The shapes of `stream`, in order of first appearance. An error for shares of several devices
// (such a task is no multiset of single devices), and beyond kMaxTasks.
[[nodiscard]] Result<Problem> make_problem(std::span<const NodeSpec> nodes,
                                           std::span<const Shape> stream);

// Sets TaskShape::accepted. accepted_prefix: arrivals accepted under kNeverRefuses.
void set_variant(Problem& problem, Variant variant, std::span<const Shape> accepted_prefix);

// Does the class hold one copy of the shape at all?
[[nodiscard]] bool fits(const NodeClass& node, const TaskShape& shape);

}  // namespace ragp::bound
