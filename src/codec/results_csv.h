// Results as CSV: a header, then one row per run: scenario or workload, policy, seed, and the
// fields by their flat names ("fragmentation.mean", "allocation.100"). Quoting as in RFC 4180, but
// lines end in a bare newline, as text tools expect. A cell is empty where a run lacks the key of
// another; a missing count is 0. Aborts on a number that is not finite. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/results.h"

namespace ragp::codec {

struct CsvOptions {
  bool no_timing = false;  // leave out what depends on the machine: equal runs, equal bytes
};

// The text as one cell, in quotes where it needs them.
[[nodiscard]] std::string csv_cell(std::string_view text);

[[nodiscard]] std::string results_csv(std::span<const SimulateRun> runs,
                                      const CsvOptions& options = {});
[[nodiscard]] std::string results_csv(std::span<const ReplayRun> runs,
                                      const CsvOptions& options = {});

}  // namespace ragp::codec
