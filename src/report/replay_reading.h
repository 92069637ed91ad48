// The sentence under the table of a replayed workload. It is computed from the runs and true for
// any set of policies, whoever wins. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/results.h"
#include "report/groups.h"

namespace ragp::report {

using ReplaySection = std::vector<Group<ReplayRun>>;  // one workload; not empty

// The demand points that a sentence is about, in % of the cluster's GPUs, ascending: 100 (or, where
// that was not measured, the lowest) and the highest.
[[nodiscard]] std::vector<int> main_points(const ReplaySection& section);

// Who fills the cluster how far, and who refuses first; decimals are those of the table.
[[nodiscard]] std::string allocation_reading(const ReplaySection& section, int decimals);

}  // namespace ragp::report
