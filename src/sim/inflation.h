// Workload inflation: how much of a workload like the list a policy places on the whole cluster.
//
// After Verma et al. (CLUSTER'14): the workload is scaled up until it no longer fits. Here tasks
// are drawn from the list with replacement and offered one by one; nothing leaves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "sched/policy.h"
#include "sim/fill_up.h"

namespace ragp::sim {

// Tasks offered before the refusal that exceeds the tolerance (0.2 % of the list's tasks), over the
// tasks of the list: 1 is the list itself. Every policy is offered the same tasks of a seed. Tasks
// that no empty node holds are left out of the list; shuffle_nodes as in fill_up(). An error for
// nodes that cannot be, or where no task is left that asks for anything.
[[nodiscard]] Result<double> inflation_factor(const FillUpInput& input, const PolicyChoice& policy,
                                              std::uint64_t seed, bool shuffle_nodes);

}  // namespace ragp::sim
