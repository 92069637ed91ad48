// Paired differences as a table: the headline metrics of a scenario or workload. Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "model/results.h"
#include "report/text_layout.h"

namespace ragp::report {

// "" where there are no rows. Metrics that the tables of runs do not show are left out.
[[nodiscard]] std::string paired_table(std::span<const PairedRow> rows, const TableStyle& style);

}  // namespace ragp::report
