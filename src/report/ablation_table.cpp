// The ablation as one table for each scenario, in % of all GPUs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/ablation.h"
#include "report/columns.h"
#include "report/table.h"

namespace ragp::report {
namespace {

constexpr double kPercent = 100.0;

std::string mean_of(const Interval& i) {
  return fixed(kPercent * i.mean, 2);
}

// "6.41 [5.90, 6.95]", with '?' where the seeds do not tell it from 0.
std::string with_interval(const Interval& i) {
  const std::string mark = i.low <= 0.0 && i.high >= 0.0 ? "? " : "";
  return mark + mean_of(i) + " [" + fixed(kPercent * i.low, 2) + ", " +
         fixed(kPercent * i.high, 2) + "]";
}

std::string forms(const Interval& five, const Interval& seven) {
  return mean_of(five) + " / " + mean_of(seven);
}

std::string section_text(std::span<const AblationRow> rows, const TableStyle& style) {
  Column policy{.title = "policy", .align = Align::kLeft};
  Column lost{.title = "lost\n5-D / 7-D"};
  Column stranded{.title = "stranded\n5-D / 7-D", .priority = 2};
  Column stall{.title = "stall\n5-D / 7-D", .priority = 1};
  Column visibility{.title = "visibility\n5-D less 7-D"};
  Column geometry_5d{.title = "geometry in 5-D\nless ragp-io@5d"};
  Column geometry_7d{.title = "geometry in 7-D\nless ragp-io"};
  for (const AblationRow& row : rows) {
    const bool ours = row.policy == kAblationReference;
    policy.cells.push_back({row.policy});
    lost.cells.push_back({forms(row.five.lost, row.seven.lost)});
    stranded.cells.push_back({forms(row.five.stranded, row.seven.stranded)});
    stall.cells.push_back({forms(row.five.stall, row.seven.stall)});
    visibility.cells.push_back({with_interval(row.visibility)});
    geometry_5d.cells.push_back({ours ? "-" : with_interval(row.geometry_5d)});
    geometry_7d.cells.push_back({ours ? "-" : with_interval(row.geometry_7d)});
  }
  const std::string title =
      "Scenario " + rows.front().scenario +
      ": lost share of all GPUs in % and differences in points, paired by seed, with 95 % "
      "bootstrap intervals; '?': the interval holds 0. Stall is of the allocated GPU time.";
  // All columns matter here: the table may be wider than a terminal, the title not.
  TableStyle wide = style;
  wide.width = 0;
  return wrap(title, style) + "\n" +
         render(
             std::vector{std::move(policy), std::move(lost), std::move(stranded), std::move(stall),
                         std::move(visibility), std::move(geometry_5d), std::move(geometry_7d)},
             wide);
}

}  // namespace

std::string ablation_table(std::span<const AblationRow> rows, const TableStyle& style) {
  std::string out;
  for (auto it = rows.begin(); it != rows.end();) {
    const auto end = std::find_if(it, rows.end(),
                                  [&](const AblationRow& r) { return r.scenario != it->scenario; });
    if (!out.empty()) out += '\n';
    out += section_text(std::span(it, end), style);
    it = end;
  }
  return out;
}

}  // namespace ragp::report
