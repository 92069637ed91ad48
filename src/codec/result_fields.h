// The one list of what a run reports: the keys of the JSON, the columns of the CSV and the metrics
// of the summaries all come from here, in this order. What names a run (scenario or workload,
// policy, seed) stands before the fields and is not among them. Immutable; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/results.h"

namespace ragp::codec {

enum class Better : std::uint8_t { kNeither, kLower, kHigher };

enum class Kind : std::uint8_t {
  kReal,
  kCount,   // a whole number, below 2^53
  kOrNone,  // 0 stands for "there is none" and has no place in a mean
  kTiming,  // depends on the machine and its load: what no_timing drops
};

struct SimulateField {
  std::string_view name;  // a '.' separates a JSON object from its key
  std::string_view unit;
  Better better = Better::kNeither;
  Kind kind = Kind::kReal;
  double (*get)(const SimulateRun&) = nullptr;
};

struct ReplayField {
  std::string_view name;  // a '.' separates a JSON object from its key
  std::string_view unit;
  Better better = Better::kNeither;
  Kind kind = Kind::kReal;
  bool keyed = false;  // a map by an integer; else get returns exactly one entry
  std::map<int, double> (*get)(const ReplayRun&) = nullptr;
  bool (*measured)(const ReplayRun&) = nullptr;  // null: in every run
};

[[nodiscard]] std::span<const SimulateField> simulate_fields();
[[nodiscard]] std::span<const ReplayField> replay_fields();
[[nodiscard]] bool is_measured(const ReplayField& field, const ReplayRun& run);
// Whether a metric of either kind of run, named as in SummaryRow, is a timing.
[[nodiscard]] bool is_timing(std::string_view metric);

// A field as flat text wants it: "fragmentation.mean", "allocation.100".
template <class Run>
struct ResultColumn {
  std::string name;
  std::string_view unit;
  Better better = Better::kNeither;
  Kind kind = Kind::kReal;
  // Nothing where the run lacks the key; a count that is missing is 0.
  std::function<std::optional<double>(const Run&)> get;
};
// Keyed fields have one column for each key that any of the runs has, ascending.
[[nodiscard]] std::vector<ResultColumn<SimulateRun>> result_columns(
    std::span<const SimulateRun> runs);
[[nodiscard]] std::vector<ResultColumn<ReplayRun>> result_columns(std::span<const ReplayRun> runs);

// What a run is grouped by, and the word for it in files.
[[nodiscard]] inline const std::string& group_of(const SimulateRun& run) {
  return run.scenario;
}
[[nodiscard]] inline const std::string& group_of(const ReplayRun& run) {
  return run.workload;
}
[[nodiscard]] constexpr std::string_view group_key(const SimulateRun*) {
  return "scenario";
}
[[nodiscard]] constexpr std::string_view group_key(const ReplayRun*) {
  return "workload";
}

}  // namespace ragp::codec
