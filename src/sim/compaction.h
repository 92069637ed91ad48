// Cluster compaction: how few nodes a policy needs to place a whole task list.
//
// After Verma et al. (CLUSTER'14; EuroSys'15, section 5.1): nodes are removed in random order, so
// that the mix of node types stays, and the list is packed again from scratch, until it no longer
// fits. A list that does not fit at first gets copies of the cluster before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/result.h"
#include "model/results.h"
#include "sched/policy.h"
#include "sim/fill_up.h"

namespace ragp::sim {

// The size at which removing stops. Removes a sixteenth of `size` at a time while the rest `fits`,
// then a quarter of that, and so on down to one by one: every size that was tried down to the
// answer fits, and the answer less one does not (or is 0). Where fits() is not monotone, as with
// real policies, that is still what was observed. fits(size) is taken as given; size >= 1.
[[nodiscard]] std::size_t smallest_that_fits(std::size_t size,
                                             const std::function<bool(std::size_t)>& fits);

// Tasks come once, in the order of the seed; the order of removal is the seed's too, the same for
// every policy. Tasks that no empty node holds are left out; 0.2 % of the others may stay pending.
// shuffle_nodes as in fill_up(). An error for nodes that cannot be, or where no task is left.
[[nodiscard]] Result<Compaction> compaction(const FillUpInput& input, const PolicyChoice& policy,
                                            std::uint64_t seed, bool shuffle_nodes);

}  // namespace ragp::sim
