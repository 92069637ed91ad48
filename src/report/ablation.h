// Ablation: what of a policy's loss is not seeing I/O, and what is geometry.
//
// Every policy runs in its 5-D and its 7-D form on the same seeds. Its *visibility* is what it
// loses more in five dimensions than in seven; the *geometry* of ragp in one form is what the
// policy loses more than ragp in that same form. All paired by seed (report/paired.h). Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/results.h"
#include "report/paired.h"
#include "report/text_layout.h"

namespace ragp::report {

// One form of a policy: means over the seeds with their 95 % bootstrap intervals, shares as in
// SimulateRun.
struct AblationForm {
  Interval lost;
  Interval stranded;
  Interval stall;
};

struct AblationRow {
  std::string scenario;
  std::string policy;  // without its form
  AblationForm five;
  AblationForm seven;
  Interval visibility;   // lost share: 5-D less 7-D
  Interval geometry_5d;  // lost share: this policy less ragp, both in 5-D
  Interval geometry_7d;
};

inline constexpr std::string_view kAblationReference = "ragp-io";

// Runs are named "policy@5d" and "policy@7d". One row for each scenario and policy that has both
// forms, in order of the runs; ragp-io must be among them, on the same seeds.
[[nodiscard]] std::vector<AblationRow> ablation(std::span<const SimulateRun> runs);

[[nodiscard]] std::string ablation_table(std::span<const AblationRow> rows,
                                         const TableStyle& style);

}  // namespace ragp::report
