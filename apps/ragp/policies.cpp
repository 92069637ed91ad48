// `ragp policies`: what there is to choose from.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "commands.h"
#include "options.h"
#include "sched/policy.h"

namespace ragp::app {
namespace {

int run() {
  std::string text;
  for (const PolicyInfo& p : policies()) {
    text.append(p.name)
        .append(p.dims == kSevenDims ? " (7-D)\n" : " (5-D)\n")
        .append("    ")
        .append(p.summary)
        .append("\n    score:  ")
        .append(p.formula)
        .append("\n    source: ")
        .append(p.source)
        .append("\n");
  }
  text +=
      "\n5-D sees cpu, ram, sm, hbm, net; 7-D sees storage and io_cpu too. Every policy has both\n"
      "forms: tetris@7d, ragp-io@5d.\n";
  return print(text);
}

}  // namespace

Command add_policies(CLI::App& root) {
  CLI::App* app = root.add_subcommand("policies", "list the placement policies and their formulas");
  app->footer("Example: ragp policies");
  return {app, run};
}

}  // namespace ragp::app
