// What `ragp bound` prints: the bounds of a workload by demand and variant. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/bound_results.h"
#include "report/text_layout.h"

namespace ragp::report {

// One row per demand, then a sentence on what the columns mean and whether all is certified.
[[nodiscard]] std::string bound_table(const BoundReport& report, const TableStyle& style = {});

}  // namespace ragp::report
