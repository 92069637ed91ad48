// Runs and summaries to ordered JSON, driven by codec/result_fields.h.
// SPDX-License-Identifier: Apache-2.0
#include "codec/results_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "codec/result_fields.h"

namespace ragp::codec {
namespace {

using Json = nlohmann::ordered_json;

Json number(Kind kind, double value) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  RAGP_CHECK(std::isfinite(value));
  if (kind != Kind::kCount) return value;
  RAGP_CHECK(std::abs(value) < kExactIntegers);
  return static_cast<std::int64_t>(value);
}

template <class Run>
Json identity(const Run& run) {
  Json json;
  json[std::string(group_key(&run))] = group_of(run);
  json["policy"] = run.policy;
  json["seed"] = run.seed;
  return json;
}

// The value of that name: "a", or "a.b" in the object "a".
Json& place(Json& json, std::string_view name) {
  const std::size_t dot = name.find('.');
  Json& at = json[std::string(name.substr(0, dot))];
  return dot == std::string_view::npos ? at : at[std::string(name.substr(dot + 1))];
}

Json run_json(const SimulateRun& run, bool no_timing) {
  Json json = identity(run);
  for (const SimulateField& f : simulate_fields()) {
    if (no_timing && f.kind == Kind::kTiming) continue;
    place(json, f.name) = number(f.kind, f.get(run));
  }
  return json;
}

Json run_json(const ReplayRun& run, bool no_timing) {
  Json json = identity(run);
  for (const ReplayField& f : replay_fields()) {
    if (no_timing && f.kind == Kind::kTiming) continue;
    if (!is_measured(f, run)) continue;
    Json& at = place(json, f.name);
    const auto values = f.get(run);
    if (!f.keyed) {
      at = number(f.kind, values.begin()->second);
      continue;
    }
    at = Json::object();
    for (const auto& [key, value] : values) at[std::to_string(key)] = number(f.kind, value);
  }
  return json;
}

Json row_json(std::string_view group_name, const SummaryRow& row) {
  Json json;
  json[std::string(group_name)] = row.group;
  json["policy"] = row.policy;
  json["metric"] = row.metric;
  json["mean"] = number(Kind::kReal, row.mean);
  json["ci95"] = number(Kind::kReal, row.ci95);
  json["n"] = row.n;
  return json;
}

Json paired_json(std::string_view group_name, const PairedRow& row) {
  Json json;
  json[std::string(group_name)] = row.group;
  json["policy"] = row.policy;
  json["against"] = row.against;
  json["metric"] = row.metric;
  json["mean"] = number(Kind::kReal, row.mean);
  json["low"] = number(Kind::kReal, row.low);
  json["high"] = number(Kind::kReal, row.high);
  json["n"] = row.n;
  return json;
}

template <class Run>
std::string to_text(const ResultsInfo& info, std::span<const Run> runs,
                    std::span<const SummaryRow> summary, std::span<const PairedRow> paired) {
  Json json;
  json["ragp"]["version"] = info.version;
  if (!info.reproduce.empty()) json["ragp"]["reproduce"] = info.reproduce;
  json["command"] = info.command;
  Json& run_list = json["runs"] = Json::array();
  for (const Run& run : runs) run_list.push_back(run_json(run, info.no_timing));
  Json& rows = json["summary"] = Json::array();
  const std::string_view group_name = group_key(static_cast<const Run*>(nullptr));
  for (const SummaryRow& row : summary) {
    if (info.no_timing && is_timing(row.metric)) continue;
    rows.push_back(row_json(group_name, row));
  }
  if (!paired.empty()) {
    Json& pairs = json["paired"] = Json::array();
    for (const PairedRow& row : paired) pairs.push_back(paired_json(group_name, row));
  }
  // The default handler throws on a name that is not UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string results_json(const ResultsInfo& info, std::span<const SimulateRun> runs,
                         std::span<const SummaryRow> summary, std::span<const PairedRow> paired) {
  return to_text(info, runs, summary, paired);
}

std::string results_json(const ResultsInfo& info, std::span<const ReplayRun> runs,
                         std::span<const SummaryRow> summary, std::span<const PairedRow> paired) {
  return to_text(info, runs, summary, paired);
}

}  // namespace ragp::codec
