// Growth: whether device memory still suffices once everything on it has grown as expected.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/job.h"
#include "model/node_state.h"

namespace ragp {

// The share of the task's expected growth that its devices could not take if all that runs there
// grew as expected too; 0 (all of it fits) to 1, mean over the devices. 0 for a task that does not
// grow. The state is the one before the task is placed.
[[nodiscard]] double growth_shortage(const Shape& shape, const NodeState& state, DeviceSet slots);

}  // namespace ragp
