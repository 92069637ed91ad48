// The ablation as JSON and CSV, for scripts: numbers as in codec/results_json.h. Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "report/ablation.h"

namespace ragp::report {

struct AblationInfo {
  std::string version;
  std::string reproduce;  // the command line that repeats the runs
};

// {"ragp":{"version","reproduce"},"ablation":[{"scenario","policy","five":{"mean","low","high",
// "stranded":{..},"stall":{..}},"seven":{..},"visibility":{..},"geometry_5d":{..},
// "geometry_7d":{..}}]}; the first three of "five" and "seven" are of the lost share; ragp-io
// itself has no geometry.
[[nodiscard]] std::string ablation_json(const AblationInfo& info,
                                        std::span<const AblationRow> rows);
// One line per scenario and policy, "five.lost.mean" and so on; cells without a value are empty.
[[nodiscard]] std::string ablation_csv(std::span<const AblationRow> rows);

}  // namespace ragp::report
