// Paired differences: one line for each policy and headline metric.
// SPDX-License-Identifier: Apache-2.0
#include "report/paired_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "report/columns.h"
#include "report/table.h"

namespace ragp::report {
namespace {

bool headline(std::string_view metric) {
  constexpr std::array kOthers{
      std::string_view("lost_share"),         std::string_view("first_refusal_pct"),
      std::string_view("fragmentation.mean"), std::string_view("stall.fraction"),
      std::string_view("compaction.share"),   std::string_view("inflation.factor")};
  return metric.starts_with("allocation.") || metric.ends_with(".accepted_share") ||
         std::ranges::find(kOthers, metric) != kOthers.end();
}

// Enough that the larger end of the interval shows two digits.
int decimals_of(const PairedRow& row) {
  const double size = std::max({std::abs(row.mean), std::abs(row.low), std::abs(row.high)});
  if (size >= 1.0 || size == 0.0) return 2;
  return size >= 0.1 ? 3 : 4;
}

std::string section_text(std::span<const PairedRow> rows, const TableStyle& style) {
  Column policy{.title = "policy", .align = Align::kLeft};
  Column metric{.title = "metric", .align = Align::kLeft};
  Column mean{.title = "difference"};
  Column interval{.title = "95 % interval"};
  for (const PairedRow& row : rows) {
    const int d = decimals_of(row);
    policy.cells.push_back({row.policy});
    metric.cells.push_back({row.metric});
    mean.cells.push_back({fixed(row.mean, d)});
    const bool undecided = row.low <= 0.0 && row.high >= 0.0;
    interval.cells.push_back(
        {(undecided ? "? " : "") + fixed(row.low, d) + " .. " + fixed(row.high, d)});
  }
  const PairedRow& first = rows.front();
  const std::string title = first.group + ": less " + first.against +
                            ", paired by seed (bootstrap of the mean); '?': the interval holds 0.";
  return wrap(title, style) + "\n" +
         render(std::vector{std::move(policy), std::move(metric), std::move(mean),
                            std::move(interval)},
                style);
}

}  // namespace

std::string paired_table(std::span<const PairedRow> rows, const TableStyle& style) {
  std::vector<PairedRow> shown;
  std::ranges::copy_if(rows, std::back_inserter(shown),
                       [](const PairedRow& r) { return headline(r.metric); });
  std::string out;
  for (auto it = shown.begin(); it != shown.end();) {
    const auto end =
        std::find_if(it, shown.end(), [&](const PairedRow& r) { return r.group != it->group; });
    if (!out.empty()) out += '\n';
    out += section_text(std::span(it, end), style);
    it = end;
  }
  return out;
}

}  // namespace ragp::report
