// `ragp policies`: what there is to choose from.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <CLI/CLI.hpp>

#include "commands.h"
#include "options.h"
#include "sched/policy.h"

namespace ragp::app {
namespace {

std::string_view form_of(const PolicyInfo& p) {
  return p.dims == kSevenDims ? "7-D" : "5-D";
}

std::string as_text() {
  std::string text;
  for (const PolicyInfo& p : policies()) {
    text.append(p.name)
        .append(" (")
        .append(form_of(p))
        .append(")\n    ")
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
  return text;
}

// A cell of a table: a bar would end it.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string as_markdown() {
  std::string text =
      "| policy | form | prefers | score (higher is better) | source |\n|---|---|---|---|---|\n";
  for (const PolicyInfo& p : policies()) {
    text.append("| `").append(p.name).append("` | ").append(form_of(p));
    for (const std::string_view column : {p.summary, p.formula, p.source}) {
      text.append(" | ").append(cell(column));
    }
    text.append(" |\n");
  }
  return text;
}

int run(const std::string& format) {
  if (format == "text") return print(as_text());
  if (format == "markdown") return print(as_markdown());
  return report(Error{.code = Errc::kInput,
                      .message = "--format: found '" + format + "', expected text or markdown"});
}

}  // namespace

Command add_policies(CLI::App& root) {
  auto format = std::make_shared<std::string>("text");
  CLI::App* app = root.add_subcommand("policies", "list the placement policies and their formulas");
  app->add_option("--format", *format, "text, or markdown for docs/policies.md")
      ->capture_default_str();
  app->footer("Example: ragp policies --format markdown");
  return {app, [format] { return run(*format); }};
}

}  // namespace ragp::app
