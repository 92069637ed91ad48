#include "report/bound_table.h"

#include <algorithm>
#include <set>

#include "report/columns.h"
#include "report/table.h"

namespace ragp::report {
namespace {

constexpr int kDecimals = 2;  // the certified gap is 0.05

std::string title_of(const std::string& variant) {
  if (variant == "any") return "any may be\nrefused";
  if (variant == "cpu_kept") return "CPU-only\nkept";
  return variant == "never_refuses" ? "never\nrefuses" : variant;
}

Column bounds(const BoundReport& report, const std::string& variant) {
  Column column{.title = title_of(variant)};
  for (const int demand : demands_of(report.runs)) {
    const auto bound = mean_bound(report.runs, variant, demand);
    column.cells.push_back({bound ? fixed(*bound, kDecimals) : "infeasible"});
  }
  return column;
}

std::string gap_at(const BoundReport& report, int demand) {
  double gap = 0.0;
  for (const std::string& v : variants_of(report.runs)) {
    gap = std::max(gap, largest_gap(report.runs, v, demand));
  }
  return fixed(gap, 3);
}

Column closed(const BoundReport& report, const std::string& policy) {
  Column column{.title = "gap closed\n" + policy, .priority = 1};
  const auto& by_demand = report.gap_closed.at(policy);
  for (const int demand : demands_of(report.runs)) {
    const auto at = by_demand.find(demand);
    column.cells.push_back({at == by_demand.end() ? "-" : fixed(at->second, kDecimals)});
  }
  return column;
}

std::string reading(const BoundReport& report) {
  const bool certified =
      std::ranges::all_of(report.runs, [](const BoundRun& r) { return r.certified; });
  return std::string("No scheduler allocates more than that, whatever it does. 'Never refuses': ") +
         "everything is accepted until the arrivals ask for " + fixed(report.accepted_until, 0) +
         " % of the GPUs. " +
         (certified ? "The linear program reaches every bound to within its gap."
                    : "The bounds are true, but not all gaps are as small as asked for.");
}

}  // namespace

std::string bound_table(const BoundReport& report, const TableStyle& style) {
  std::set<std::uint64_t> seeds;
  for (const BoundRun& r : report.runs) seeds.insert(r.seed);
  const std::string title = "Workload " + report.workload + ", " + std::to_string(seeds.size()) +
                            (seeds.size() == 1 ? " seed" : " seeds, means") +
                            ": upper bounds on the allocation, in % of the cluster's GPUs.";
  Column demands{.title = "arrived\ndemand %"};
  Column gaps{.title = "largest\ngap"};
  for (const int demand : demands_of(report.runs)) {
    demands.cells.push_back({std::to_string(demand)});
    gaps.cells.push_back({gap_at(report, demand)});
  }
  std::vector<Column> columns{std::move(demands)};
  for (const std::string& v : variants_of(report.runs)) columns.push_back(bounds(report, v));
  columns.push_back(std::move(gaps));
  for (const auto& [policy, values] : report.gap_closed) columns.push_back(closed(report, policy));
  return wrap(title, style) + "\n" + render(columns, style) + "\n" + wrap(reading(report), style);
}

}  // namespace ragp::report
