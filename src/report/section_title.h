// The line above a table: what it is about, over how many seeds, and what the signs mean. Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "report/groups.h"

namespace ragp::report {

// "Scenario storage, 5 seeds: ..." for policies that ran fewest to most seeds.
[[nodiscard]] std::string section_title(std::string_view what, std::size_t fewest, std::size_t most,
                                        bool comparison);

template <class Run>
[[nodiscard]] std::string section_title(std::string_view kind,
                                        const std::vector<Group<Run>>& section) {
  const auto seeds = [](const Group<Run>& group) { return group.runs.size(); };
  const auto [fewest, most] = std::ranges::minmax(section, {}, seeds);
  return section_title(std::string(kind) + " " + section.front().name, seeds(fewest), seeds(most),
                       section.size() > 1);
}

}  // namespace ragp::report
