// Where results go: the standard output in one format, and a folder with all of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/results.h"
#include "options.h"

namespace ragp::app {

struct OutputOptions {
  Format format = Format::kTable;
  bool no_timing = false;
  std::string command;    // for the results
  std::string reproduce;  // the line that repeats the run
  std::string folder;     // empty: none
  std::string against;    // the policy that others are compared with; empty: none
  bool force = false;     // replace results that the folder already holds
};

// An error where the folder holds results and is not to be overwritten, or cannot be made: asked
// before hours of work, not after.
[[nodiscard]] Status prepare_folder(const OutputOptions& options);

// A further file of the folder.
struct NamedText {
  std::string name;
  std::string text;
};

// Writes results.json and results.csv, and `extra`, into the folder, if there is one, then prints
// in the chosen format. The exit code.
[[nodiscard]] int deliver(std::span<const SimulateRun> runs, const OutputOptions& options,
                          const std::vector<NamedText>& extra = {});
[[nodiscard]] int deliver(std::span<const ReplayRun> runs, const OutputOptions& options,
                          const std::vector<NamedText>& extra = {});

}  // namespace ragp::app
