// Results as JSON: {"ragp":{"version","reproduce"},"command","runs":[..],"summary":[..]}, two
// blanks of indentation, a newline at the end. "paired":[..] stands at the end where there is any.
// Numbers are the shortest that read back the same. Aborts (RAGP_CHECK) on a number that is not
// finite: a run must never contain one. Bytes in names that are not UTF-8 become U+FFFD. Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "model/results.h"

namespace ragp::codec {

struct ResultsInfo {
  std::string version;
  std::string reproduce{};  // the command line that repeats the runs; left out where empty
  std::string command;      // "simulate", "replay"
  bool no_timing = false;   // leave out what depends on the machine: equal runs, equal bytes
};

[[nodiscard]] std::string results_json(const ResultsInfo& info, std::span<const SimulateRun> runs,
                                       std::span<const SummaryRow> summary,
                                       std::span<const PairedRow> paired = {});
[[nodiscard]] std::string results_json(const ResultsInfo& info, std::span<const ReplayRun> runs,
                                       std::span<const SummaryRow> summary,
                                       std::span<const PairedRow> paired = {});

}  // namespace ragp::codec
