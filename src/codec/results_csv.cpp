// Runs to CSV, driven by codec/result_fields.h.
// SPDX-License-Identifier: Apache-2.0
#include "codec/results_csv.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "codec/result_fields.h"

namespace ragp::codec {
namespace {

void add_number(std::string& out, Kind kind, double value) {
  RAGP_CHECK(std::isfinite(value));
  if (kind == Kind::kCount) {  // as a double, 100000 would become 1e+05
    out += std::to_string(std::llround(value));
    return;
  }
  std::array<char, 32> buffer{};  // the longest shortest double has 24 characters
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  RAGP_CHECK(error == std::errc{});
  out.append(buffer.data(), end);
}

template <class Run>
std::string to_text(std::span<const Run> runs, const CsvOptions& options) {
  auto columns = result_columns(runs);
  if (options.no_timing) {
    std::erase_if(columns, [](const auto& column) { return column.kind == Kind::kTiming; });
  }
  std::string out(group_key(static_cast<const Run*>(nullptr)));
  out += ",policy,seed";
  for (const auto& column : columns) out.append(",").append(column.name);
  out += '\n';
  for (const Run& run : runs) {
    out += csv_cell(group_of(run));
    out += ',';
    out += csv_cell(run.policy);
    out.append(",").append(std::to_string(run.seed));
    for (const auto& column : columns) {
      out += ',';
      if (const auto value = column.get(run)) add_number(out, column.kind, *value);
    }
    out += '\n';
  }
  return out;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string results_csv(std::span<const SimulateRun> runs, const CsvOptions& options) {
  return to_text(runs, options);
}

std::string results_csv(std::span<const ReplayRun> runs, const CsvOptions& options) {
  return to_text(runs, options);
}

}  // namespace ragp::codec
