// `ragp scenarios`: the built-in scenarios, and their text as a start for one's own.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <CLI/CLI.hpp>

#include "codec/builtin.h"
#include "codec/embedded.h"
#include "codec/scenario.h"
#include "commands.h"
#include "options.h"
#include "terminal.h"

namespace ragp::app {
namespace {

int list() {
  std::string text;
  for (const codec::EmbeddedFile& file : codec::builtin_scenarios()) {
    const auto scenario = codec::load_scenario(std::string(file.name));
    if (!scenario) return report(scenario.error());
    text.append(scenario->name).append("  ").append(scenario->title).append("\n");
    text.append(report::wrap(scenario->about, stdout_style())).append("\n");
  }
  text += "`ragp scenarios NAME` prints the whole scenario as TOML: a start for your own.\n";
  return print(text);
}

int show(const std::string& name) {
  const auto scenario = codec::load_scenario(name);
  if (!scenario) return report(scenario.error());
  return print(codec::write_scenario(*scenario));
}

}  // namespace

Command add_scenarios(CLI::App& root) {
  auto name = std::make_shared<std::string>();
  CLI::App* app = root.add_subcommand("scenarios", "list the built-in scenarios, or print one");
  app->add_option("NAME", *name, "a built-in scenario or a TOML file, printed with every key");
  app->footer("Example: ragp scenarios C > mine.toml && ragp simulate mine.toml");
  return {app, [name] { return name->empty() ? list() : show(*name); }};
}

}  // namespace ragp::app
