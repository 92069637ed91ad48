#include "codec/bound_json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/text.h"
#include "codec/file.h"

namespace ragp::codec {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  RAGP_CHECK(std::isfinite(value));
  return value;
}

Json levels(const BoundReport& report, std::string_view variant) {
  Json json = Json::object();
  for (const int demand : demands_of(report.runs)) {
    const auto bound = mean_bound(report.runs, variant, demand);
    json[std::to_string(demand)] = bound ? number(*bound) : Json();
  }
  return json;
}

Json gaps(const BoundReport& report, std::string_view variant) {
  Json json = Json::object();
  for (const int demand : demands_of(report.runs)) {
    json[std::to_string(demand)] = number(largest_gap(report.runs, variant, demand));
  }
  return json;
}

Json run_json(const BoundRun& run, bool no_timing) {
  Json json;
  json["seed"] = run.seed;
  json["demand"] = run.demand;
  json["variant"] = run.variant;
  json["feasible"] = run.feasible;
  json["bound"] = run.feasible ? number(run.bound) : Json();
  json["gap"] = run.feasible ? number(run.gap) : Json();
  json["certified"] = run.certified;
  json["rounds"] = run.rounds;
  json["columns"] = run.columns;
  if (!no_timing) json["wall_s"] = number(run.wall_s);
  return json;
}

void add_totals(Json& json, const BoundReport& report, bool no_timing) {
  std::int64_t columns = 0;
  int rounds = 0;
  bool certified = true;
  double gap = 0.0;
  double wall_s = 0.0;
  for (const BoundRun& run : report.runs) {
    columns = std::max(columns, run.columns);
    rounds += run.rounds;
    certified = certified && run.certified;
    gap = std::max(gap, run.gap);
    wall_s += run.wall_s;
  }
  json["columns"] = columns;
  json["rounds"] = rounds;
  json["certified"] = certified;
  json["gap"] = number(gap);
  if (!no_timing) json["wall_s"] = number(wall_s);
}

// Policy, metric and mean of a row of the summary, or what is wrong with it.
Result<void> add_row(const Json& row, std::string_view workload, Allocations& allocations) {
  for (const char* key : {"workload", "policy", "metric"}) {
    if (!row.is_object() || !row.contains(key) || !row[key].is_string()) {
      return fail(Errc::kInput, "key '" + std::string(key) + "': expected a string");
    }
  }
  constexpr std::string_view kMetric = "allocation.";
  const auto metric = row["metric"].get<std::string>();
  if (row["workload"].get<std::string>() != workload || !metric.starts_with(kMetric)) return {};
  const auto demand = parse_number<int>(std::string_view(metric).substr(kMetric.size()));
  if (!demand || !row.contains("mean") || !row["mean"].is_number()) {
    return fail(Errc::kInput, "key 'mean' of '" + metric + "': expected a number");
  }
  allocations[row["policy"].get<std::string>()][*demand] = row["mean"].get<double>();
  return {};
}

}  // namespace

std::string bound_json(const ResultsInfo& info, const BoundReport& report) {
  Json json;
  json["ragp"]["version"] = info.version;
  if (!info.reproduce.empty()) json["ragp"]["reproduce"] = info.reproduce;
  json["command"] = info.command;
  json["workload"] = report.workload;
  json["accepted_until"] = number(report.accepted_until);
  json["bound"] = levels(report, "any");
  for (const std::string& v : variants_of(report.runs)) json["variants"][v] = levels(report, v);
  for (const std::string& v : variants_of(report.runs)) json["gaps"][v] = gaps(report, v);
  add_totals(json, report, info.no_timing);
  for (const auto& [policy, at] : report.gap_closed) {
    for (const auto& [demand, share] : at) {
      json["gap_closed"][policy][std::to_string(demand)] = number(share);
    }
  }
  Json& runs = json["runs"] = Json::array();
  for (const BoundRun& run : report.runs) runs.push_back(run_json(run, info.no_timing));
  // The default handler throws on a name that is not UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Allocations> read_allocations(const std::string& path, std::string_view workload) {
  const auto content = read_file(path);
  if (!content) return std::unexpected(content.error());
  return parse_allocations(*content, path, workload);
}

Result<Allocations> parse_allocations(std::string_view content, std::string_view file,
                                      std::string_view workload) {
  const std::string where = std::string(file) + ": ";
  const Json json = Json::parse(content, nullptr, false);
  if (!json.is_object() || !json.contains("summary") || !json["summary"].is_array()) {
    return fail(Errc::kInput, where +
                                  "expected the JSON that `ragp replay --format json` writes, " +
                                  "with a list 'summary'");
  }
  Allocations allocations;
  std::size_t index = 0;
  for (const Json& row : json["summary"]) {
    if (const auto added = add_row(row, workload, allocations); !added) {
      return fail(Errc::kInput,
                  where + "summary[" + std::to_string(index) + "]: " + added.error().message);
    }
    ++index;
  }
  if (allocations.empty()) {
    return fail(Errc::kInput,
                where + "holds no GPU allocation of workload '" + std::string(workload) + "'");
  }
  return allocations;
}

}  // namespace ragp::codec
