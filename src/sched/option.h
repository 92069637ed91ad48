// Option and Outlook: what a policy is asked about, and what it may know beside it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/job.h"
#include "sched/demand_mix.h"
#include "sched/state_index.h"

namespace ragp {

// One way to place a task: on these slots (places in NodeState::slots) of a node in this group.
struct Option {
  const StateIndex::Group* group = nullptr;
  DeviceSet slots = 0;
  NodeId node;  // the first node of the group that may be used

  [[nodiscard]] const NodeState& state() const { return group->state; }
};

// What a scheduler knows beyond the single node.
struct Outlook {
  const DemandMix& mix;      // what is expected next
  const StateIndex& states;  // all nodes
  // The largest node in each dimension (sm and hbm summed over devices): the scale of a score. 0
  // where no node has any or the policy does not see it: that dimension is left out.
  Resources scale;
};

}  // namespace ragp
