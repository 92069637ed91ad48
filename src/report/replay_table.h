// What `ragp replay` prints: for each workload a table of the policies and a sentence that says
// what the numbers say. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "model/results.h"
#include "report/text_layout.h"

namespace ragp::report {

// Workloads and policies in order of first appearance; one column for each demand point and size of
// task that the runs have. Values are means over the seeds; '*' marks the best of a column. No
// timings: the text depends on the runs' results only.
[[nodiscard]] std::string replay_table(std::span<const ReplayRun> runs,
                                       const TableStyle& style = {});

}  // namespace ragp::report
