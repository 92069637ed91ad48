// Groups: runs by (scenario or workload, policy), in order of first appearance. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "codec/result_fields.h"

namespace ragp::report {

// The seeds of one policy on one scenario or workload: never empty.
template <class Run>
struct Group {
  std::string name;  // of the scenario or workload
  std::string policy;
  std::vector<Run> runs;
};

template <class Run>
[[nodiscard]] std::vector<Group<Run>> group_runs(std::span<const Run> runs) {
  std::vector<Group<Run>> groups;
  for (const Run& run : runs) {
    const std::string& name = codec::group_of(run);
    auto it = std::ranges::find_if(
        groups, [&](const Group<Run>& g) { return g.name == name && g.policy == run.policy; });
    if (it == groups.end()) it = groups.insert(it, {name, run.policy, {}});
    it->runs.push_back(run);
  }
  return groups;
}

// Those groups again, one list for each scenario or workload.
template <class Run>
[[nodiscard]] std::vector<std::vector<Group<Run>>> sections_of(std::span<const Run> runs) {
  std::vector<std::vector<Group<Run>>> sections;
  for (Group<Run>& group : group_runs(runs)) {
    auto it = std::ranges::find_if(
        sections, [&](const auto& section) { return section.front().name == group.name; });
    if (it == sections.end()) it = sections.insert(it, std::vector<Group<Run>>{});
    it->push_back(std::move(group));
  }
  return sections;
}

}  // namespace ragp::report
