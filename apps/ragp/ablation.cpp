// `ragp ablation`: what of a policy's loss is not seeing I/O, and what is geometry.
// SPDX-License-Identifier: Apache-2.0
#include "report/ablation.h"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "codec/builtin.h"
#include "commands.h"
#include "options.h"
#include "report/ablation_files.h"
#include "sim/sweep.h"
#include "terminal.h"
#include "version.h"

namespace ragp::app {
namespace {

struct Flags {
  std::string scenarios = "A,B,C,D";
  std::string policies = "ragp-io,scalar,tetris,best-fit,first-fit,random";
  std::string seeds = "1..20";
  std::vector<std::string> sets;
  std::string threads;
  std::string format = "table";
};

struct Request {
  std::vector<Scenario> scenarios;
  std::vector<PolicyChoice> policies;  // both forms of each
  std::vector<std::uint64_t> seeds;
  int threads = 0;
  Format format = Format::kTable;
};

Result<std::vector<Scenario>> load_scenarios(const Flags& flags) {
  const auto overrides = parse_sets(flags.sets);
  if (!overrides) return std::unexpected(overrides.error());
  std::vector<Scenario> scenarios;
  for (const std::string_view piece : split(flags.scenarios, ',')) {
    auto scenario = codec::load_scenario(std::string(trim(piece)), *overrides);
    if (!scenario) return std::unexpected(scenario.error());
    if (std::ranges::find(scenarios, scenario->name, &Scenario::name) != scenarios.end()) {
      return fail(Errc::kInput,
                  "--scenarios: found '" + scenario->name + "' twice, expected names that differ");
    }
    scenarios.push_back(std::move(*scenario));
  }
  return scenarios;
}

// Both forms of ours, then of each other policy; a second name of the same policy (ragp-5d is
// ragp-io@5d) is the same.
Result<std::vector<PolicyChoice>> both_forms(const std::string& list) {
  if (list.contains('@')) {
    return fail(Errc::kInput, "--policies: found '" + list +
                                  "', expected names without a form: an ablation runs both");
  }
  const auto asked = choose_policies(std::string(report::kAblationReference) + "," + list);
  if (!asked) return std::unexpected(asked.error());
  std::vector<PolicyChoice> forms;
  for (const PolicyChoice& p : *asked) {
    const auto same = [&](const PolicyChoice& f) { return f.info->make == p.info->make; };
    if (std::ranges::any_of(forms, same)) continue;
    for (const char* form : {"@5d", "@7d"}) {
      auto choice = choose_policy(std::string(p.info->name) + form);
      if (!choice) return std::unexpected(choice.error());
      forms.push_back(std::move(*choice));
    }
  }
  return forms;
}

Result<Request> check(const Flags& flags) {
  Request r;
  auto scenarios = load_scenarios(flags);
  if (!scenarios) return std::unexpected(scenarios.error());
  r.scenarios = std::move(*scenarios);
  auto policies = both_forms(flags.policies);
  if (!policies) return std::unexpected(policies.error());
  r.policies = std::move(*policies);
  auto seeds = parse_seeds(flags.seeds);
  if (!seeds) return std::unexpected(seeds.error());
  r.seeds = std::move(*seeds);
  const auto threads = parse_threads(flags.threads);
  if (!threads) return std::unexpected(threads.error());
  r.threads = *threads;
  const auto format = parse_format(flags.format);
  if (!format) return std::unexpected(format.error());
  r.format = *format;
  return r;
}

std::string reproduce(const Flags& flags) {
  std::string line = "ragp ablation --scenarios " + flags.scenarios + " --policies " +
                     flags.policies + " --seeds " + flags.seeds;
  for (const std::string& s : flags.sets) line += " --set " + s;
  return line;
}

Result<std::vector<SimulateRun>> simulate_all(const Request& request) {
  std::vector<SimulateRun> all;
  for (const Scenario& scenario : request.scenarios) {
    Progress progress("scenario " + scenario.name);
    auto runs = sim::sweep(
        scenario, request.policies, request.seeds,
        {.threads = request.threads,
         .progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); }});
    if (!runs) return runs;
    std::ranges::move(*runs, std::back_inserter(all));
  }
  return all;
}

int run(const Flags& flags) {
  const auto request = check(flags);
  if (!request) return report(request.error());
  const auto runs = simulate_all(*request);
  if (!runs) return report(runs.error());
  const auto rows = report::ablation(*runs);
  switch (request->format) {
    case Format::kTable:
      return print(report::ablation_table(rows, stdout_style()));
    case Format::kJson:
      return print(report::ablation_json({RAGP_VERSION, reproduce(flags)}, rows));
    case Format::kCsv:
      return print(report::ablation_csv(rows));
  }
  return kFailure;
}

}  // namespace

Command add_ablation(CLI::App& root) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = root.add_subcommand(
      "ablation", "what of each policy's loss is not seeing I/O, and what is geometry");
  app->add_option("--scenarios", flags->scenarios, "comma-separated names or TOML files")
      ->capture_default_str();
  app->add_option("--policies", flags->policies,
                  "comma-separated, without forms: both run, and ragp-io always; `all`")
      ->capture_default_str();
  add_seeds(*app, flags->seeds);
  add_sets(*app, flags->sets);
  add_threads(*app, flags->threads);
  add_format(*app, flags->format);
  app->footer("Example: ragp ablation --scenarios C --policies best-fit,tetris --seeds 1..5");
  return {app, [flags] { return run(*flags); }};
}

}  // namespace ragp::app
