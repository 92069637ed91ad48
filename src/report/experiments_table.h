// The further experiments of a replay (compaction, inflation, departures) as a table of the
// policies of one workload. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "report/replay_reading.h"
#include "report/text_layout.h"

namespace ragp::report {

// Whether a metric of a replay belongs to an experiment: it has no place in the fill-up's table.
[[nodiscard]] bool of_experiment(std::string_view metric);
// "" where no experiment was made.
[[nodiscard]] std::string experiments_table(const ReplaySection& section, const TableStyle& style);

}  // namespace ragp::report
