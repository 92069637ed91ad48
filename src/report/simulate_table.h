// What `ragp simulate` prints: for each scenario a table of the policies, bars of the lost share,
// and a sentence that says what the numbers say. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "model/results.h"
#include "report/text_layout.h"

namespace ragp::report {

// Scenarios and policies in order of first appearance. Values are means over the seeds; '*' marks
// the best of a column. No timings: the text depends on the runs' results only.
[[nodiscard]] std::string simulate_table(std::span<const SimulateRun> runs,
                                         const TableStyle& style = {});
// Only the bars: stranded and stalled GPUs, which add up to the lost share.
[[nodiscard]] std::string simulate_chart(std::span<const SimulateRun> runs,
                                         const TableStyle& style = {});

}  // namespace ragp::report
