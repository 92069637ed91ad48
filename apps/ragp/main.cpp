// ragp: one binary, one file per subcommand.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "commands.h"
#include "version.h"

namespace {

using ragp::app::Command;

// CLI11 says "The following argument was not expected": name the nearest subcommand instead.
void suggest_command(int argc, char** argv, const std::vector<Command>& commands) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  std::vector<std::string_view> views;
  names.reserve(commands.size());
  for (const Command& c : commands) names.push_back(c.app->get_name());
  views.assign(names.begin(), names.end());
  for (const std::string& n : names) {
    if (n == argv[1]) return;
  }
  std::fprintf(stderr, "ragp: unknown command '%s'%s\n", argv[1],
               ragp::hint(argv[1], views).c_str());
}

int run(int argc, char** argv) {
  CLI::App root{
      "ragp places GPU work by the shape of what is left over, simulates clusters with their data\n"
      "path, and replays production traces under many policies.",
      "ragp"};
  root.set_version_flag("--version", std::string("ragp ") + RAGP_VERSION);
  root.require_subcommand(1);
  root.footer(
      "Example: ragp simulate C --policies ragp-io,best-fit --seeds 1..3\n"
      "`ragp COMMAND --help` explains each command.");
  const std::vector<Command> commands{
      ragp::app::add_simulate(root), ragp::app::add_replay(root),   ragp::app::add_ablation(root),
      ragp::app::add_bound(root),    ragp::app::add_policies(root), ragp::app::add_scenarios(root)};
  try {
    root.parse(argc, argv);
  } catch (const CLI::CallForHelp& e) {
    return root.exit(e);
  } catch (const CLI::CallForVersion& e) {
    return root.exit(e);
  } catch (const CLI::ParseError& e) {
    suggest_command(argc, argv, commands);
    std::fprintf(stderr, "ragp: %s\n", e.what());
    std::fprintf(stderr, "`ragp --help` and `ragp COMMAND --help` explain the usage.\n");
    return ragp::app::kUsage;
  }
  for (const Command& c : commands) {
    if (c.app->parsed()) return c.run();
  }
  return ragp::app::kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  (void)std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of the write, not a sudden end
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {  // out of memory, above all
    (void)std::fprintf(stderr, "ragp: %s\n", e.what());
    return ragp::app::kFailure;
  }
}
