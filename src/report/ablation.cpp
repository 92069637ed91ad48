// Ablation: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "report/ablation.h"

#include <algorithm>

#include "base/check.h"
#include "report/groups.h"

namespace ragp::report {
namespace {

using Runs = std::vector<SimulateRun>;
using Section = std::vector<Group<SimulateRun>>;
using Value = double (*)(const SimulateRun&);

double lost(const SimulateRun& r) {
  return r.lost_share;
}

Interval over_seeds(const Runs& runs, Value value) {
  std::vector<double> values;
  for (const SimulateRun& r : runs) values.push_back(value(r));
  return bootstrap(values);
}

// Lost share of a less b, seed by seed.
Interval lost_more(const Runs& a, const Runs& b) {
  std::vector<double> values;
  for (const SimulateRun& r : a) {
    const auto it = std::ranges::find(b, r.seed, &SimulateRun::seed);
    RAGP_CHECK(it != b.end());
    values.push_back(lost(r) - lost(*it));
  }
  return bootstrap(values);
}

AblationForm form_of(const Runs& runs) {
  return {.lost = over_seeds(runs, lost),
          .stranded = over_seeds(runs, [](const SimulateRun& r) { return r.fragmentation.mean; }),
          .stall = over_seeds(runs, [](const SimulateRun& r) { return r.stall.fraction; })};
}

const Runs* runs_of(const Section& section, const std::string& policy) {
  const auto it = std::ranges::find(section, policy, &Group<SimulateRun>::policy);
  return it == section.end() ? nullptr : &it->runs;
}

void add_section(const Section& section, std::vector<AblationRow>& rows) {
  const std::string ours(kAblationReference);
  const Runs* ours_5d = runs_of(section, ours + "@5d");
  const Runs* ours_7d = runs_of(section, ours + "@7d");
  RAGP_CHECK(ours_5d != nullptr && ours_7d != nullptr);
  for (const Group<SimulateRun>& group : section) {
    const std::string name = group.policy.substr(0, group.policy.find('@'));
    const Runs* seven = runs_of(section, name + "@7d");
    if (group.policy != name + "@5d" || seven == nullptr) continue;
    rows.push_back({.scenario = group.name,
                    .policy = name,
                    .five = form_of(group.runs),
                    .seven = form_of(*seven),
                    .visibility = lost_more(group.runs, *seven),
                    .geometry_5d = lost_more(group.runs, *ours_5d),
                    .geometry_7d = lost_more(*seven, *ours_7d)});
  }
}

}  // namespace

std::vector<AblationRow> ablation(std::span<const SimulateRun> runs) {
  std::vector<AblationRow> rows;
  for (const Section& section : sections_of(runs)) add_section(section, rows);
  return rows;
}

}  // namespace ragp::report
