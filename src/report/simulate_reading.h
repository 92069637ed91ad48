// The sentence under the table of a scenario. It is computed from the runs and true for any set of
// policies, whoever wins. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/results.h"
#include "report/groups.h"

namespace ragp::report {

using SimulateSection = std::vector<Group<SimulateRun>>;  // one scenario; not empty

// Who loses how much of the GPUs; decimals are those of the table, in percent.
[[nodiscard]] std::string lost_share_reading(const SimulateSection& section, int decimals);
// Jobs that fit nowhere, failed, or never finished anywhere: one sentence each, where there are
// any.
[[nodiscard]] std::vector<std::string> job_notes(const SimulateSection& section);

}  // namespace ragp::report
