// The ablation as JSON and CSV: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "report/ablation_files.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codec/results_csv.h"

namespace ragp::report {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Interval& i) {
  return {{"mean", i.mean}, {"low", i.low}, {"high", i.high}};
}

Json json_of(const AblationForm& form) {
  Json json = json_of(form.lost);
  json["stranded"] = json_of(form.stranded);
  json["stall"] = json_of(form.stall);
  return json;
}

bool ours(const AblationRow& row) {
  return row.policy == kAblationReference;
}

Json json_of(const AblationRow& row) {
  Json json;
  json["scenario"] = row.scenario;
  json["policy"] = row.policy;
  json["five"] = json_of(row.five);
  json["seven"] = json_of(row.seven);
  json["visibility"] = json_of(row.visibility);
  if (ours(row)) return json;
  json["geometry_5d"] = json_of(row.geometry_5d);
  json["geometry_7d"] = json_of(row.geometry_7d);
  return json;
}

std::vector<std::pair<std::string_view, const Interval*>> columns_of(const AblationRow& row) {
  return {{"five.lost", &row.five.lost},           {"five.stranded", &row.five.stranded},
          {"five.stall", &row.five.stall},         {"seven.lost", &row.seven.lost},
          {"seven.stranded", &row.seven.stranded}, {"seven.stall", &row.seven.stall},
          {"visibility", &row.visibility},         {"geometry_5d", &row.geometry_5d},
          {"geometry_7d", &row.geometry_7d}};
}

}  // namespace

std::string ablation_json(const AblationInfo& info, std::span<const AblationRow> rows) {
  Json json;
  json["ragp"] = {{"version", info.version}, {"reproduce", info.reproduce}};
  json["command"] = "ablation";
  Json& list = json["ablation"] = Json::array();
  for (const AblationRow& row : rows) list.push_back(json_of(row));
  // The default handler throws on a name that is not UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ablation_csv(std::span<const AblationRow> rows) {
  std::string text = "scenario,policy";
  const AblationRow names;
  for (const auto& [name, interval] : columns_of(names)) {
    text += fmt::format(",{0}.mean,{0}.low,{0}.high", name);
  }
  text += '\n';
  for (const AblationRow& row : rows) {
    text += codec::csv_cell(row.scenario) + "," + row.policy;
    for (const auto& [name, i] : columns_of(row)) {
      const bool none = ours(row) && name.starts_with("geometry");
      text += none ? ",,," : fmt::format(",{},{},{}", i->mean, i->low, i->high);
    }
    text += '\n';
  }
  return text;
}

}  // namespace ragp::report
