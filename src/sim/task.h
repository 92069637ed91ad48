// Task: one row of a task list, as the replays offer it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "model/job.h"

namespace ragp::sim {

struct Task {
  static constexpr std::int32_t kNoApp = -1;
  static constexpr std::int32_t kNoLimit = std::numeric_limits<std::int32_t>::max();

  Shape shape;
  std::int32_t app = kNoApp;  // the application that it is an instance of: 0, 1, ... in its list
  // Anti-affinity: it shares no node with as many instances of its application that they would be
  // more than this, itself included. At least 1.
  std::int32_t most_per_node = kNoLimit;

  friend constexpr bool operator==(const Task&, const Task&) = default;
};

}  // namespace ragp::sim
