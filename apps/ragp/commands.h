// The subcommands of `ragp`: each adds itself to the command line and says how to run it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace ragp::app {

// What main() returns. Usage and input are the caller's to mend, a failure is ours or the
// machine's.
inline constexpr int kOk = 0;
inline constexpr int kFailure = 1;
inline constexpr int kUsage = 2;

// A subcommand, and what runs it once the line has been parsed.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

[[nodiscard]] Command add_simulate(CLI::App& root);
[[nodiscard]] Command add_replay(CLI::App& root);
[[nodiscard]] Command add_ablation(CLI::App& root);
[[nodiscard]] Command add_bound(CLI::App& root);
[[nodiscard]] Command add_policies(CLI::App& root);
[[nodiscard]] Command add_scenarios(CLI::App& root);

}  // namespace ragp::app
