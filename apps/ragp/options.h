// What several subcommands share: seeds, output formats, and where results go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "codec/scenario.h"
#include "sched/policy.h"
#include "sim/parallel.h"

namespace CLI {
class App;
}

namespace ragp::app {

// "1..10", "3", "1,4,7..9": ascending ranges, no repeats, at most 100,000 seeds.
[[nodiscard]] Result<std::vector<std::uint64_t>> parse_seeds(std::string_view text);

// The options that several subcommands have, each into its own text until it is parsed.
void add_seeds(CLI::App& app, std::string& seeds);
void add_sets(CLI::App& app, std::vector<std::string>& sets);
void add_threads(CLI::App& app, std::string& threads);
void add_format(CLI::App& app, std::string& format);
void add_no_timing(CLI::App& app, bool& no_timing);

enum class Format { kTable, kJson, kCsv };
[[nodiscard]] Result<Format> parse_format(std::string_view text);

// "0" is not a number of threads; "" is as many as the machine has.
[[nodiscard]] Result<int> parse_threads(std::string_view text);

// An error where `against` is neither empty nor one of the policies as they were asked for.
[[nodiscard]] Status check_against(std::string_view against,
                                   const std::vector<PolicyChoice>& policies);

// The values of `--set KEY=VALUE`.
[[nodiscard]] Result<std::vector<codec::Override>> parse_sets(const std::vector<std::string>& sets);

// The command line as it was given, for the results.
[[nodiscard]] std::string join(const std::vector<std::string>& words);

// Prints the error as `ragp: ...` and returns the exit code that belongs to it.
[[nodiscard]] int report(const Error& error);

// Writes all of text to the standard output. A reader that has gone away is not a failure.
[[nodiscard]] int print(std::string_view text);

}  // namespace ragp::app
