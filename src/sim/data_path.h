// Data path of one node: how its feeds are shared by the tasks that run on it (a fluid model).
//
// Each feed is shared max-min fairly: nobody gets more than it needs, and no one's grant could grow
// without shrinking that of somebody who has no more (Bertsekas and Gallager, Data Networks, 6.5;
// the sharing of SimGrid's LMM for one resource). A task progresses at
//     x = min over feeds of granted / needed,
// the rate of its slowest feed (perfect overlap of the stages; SiloD, EuroSys'23; DS-Analyzer,
// VLDB'21). GPU stall is 1 - x = 1 - AU of MLPerf Storage. What a task cannot use of one feed
// because another one limits it goes back to the others, so that whoever runs below full speed has
// a feed that is used up and of which nobody draws more: bottleneck fairness (SimGrid's BMF), by a
// few fixed rounds. Where only one feed is short, the first round is exact.
//
// Pure functions; amounts in the unit of the feed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "model/dims.h"

namespace ragp::sim {

using FeedAmounts = std::array<double, kFeeds.size()>;

// The max-min fair grants of one feed: grants[i] <= needs[i], sum of grants <= capacity.
void share_max_min(double capacity, std::span<const double> needs, std::span<double> grants);

// The progress rates, in [0, 1], of tasks with these needs on a node with these capacities. A task
// that needs nothing runs at 1.
void progress_rates(const FeedAmounts& capacity, std::span<const FeedAmounts> needs,
                    std::span<double> rates);

}  // namespace ragp::sim
