// Bounds as JSON, and what they need of the results of a replay. docs/bound.md lists the keys.
// Pure but for read_*; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "codec/results_json.h"
#include "model/bound_results.h"

namespace ragp::codec {

// Ordered as the documentation lists it, two blanks of indentation, a newline at the end. Aborts
// (RAGP_CHECK) on a number that is not finite.
[[nodiscard]] std::string bound_json(const ResultsInfo& info, const BoundReport& report);

// Mean GPU allocation by policy and demand, both as in the file.
using Allocations = std::map<std::string, std::map<int, double>>;

// Of one workload, from what `ragp replay --format json` wrote. Errors name the file, and the key
// that is missing or not what it should be.
[[nodiscard]] Result<Allocations> read_allocations(const std::string& path,
                                                   std::string_view workload);
[[nodiscard]] Result<Allocations> parse_allocations(std::string_view content, std::string_view file,
                                                    std::string_view workload);

}  // namespace ragp::codec
