// `ragp simulate`: scenarios under policies.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <CLI/CLI.hpp>

#include "codec/builtin.h"
#include "codec/file.h"
#include "codec/trace.h"
#include "commands.h"
#include "options.h"
#include "output.h"
#include "sim/generate.h"
#include "sim/sweep.h"
#include "terminal.h"

namespace ragp::app {
namespace {

struct Flags {
  std::string scenario;
  std::string policies = "ragp-io,ragp-5d,scalar,tetris,best-fit,scalar@7d,tetris@7d,best-fit@7d";
  std::string seeds = "1..5";
  std::vector<std::string> sets;
  std::string threads;
  std::string out;
  bool force = false;
  std::string record;
  std::string against;
  std::string format = "table";
  bool no_timing = false;
};

// The flags, checked.
struct Request {
  Scenario scenario;
  std::vector<PolicyChoice> policies;
  std::vector<std::uint64_t> seeds;
  int threads = 0;
  OutputOptions output;
};

// The line that repeats the run; what changes only its speed or its form is left out.
std::string reproduce(const Flags& flags) {
  std::string line = "ragp simulate " + flags.scenario + " --policies " + flags.policies +
                     " --seeds " + flags.seeds;
  for (const std::string& s : flags.sets) line += " --set " + s;
  if (!flags.against.empty()) line += " --against " + flags.against;
  return line;
}

Result<Request> check(const Flags& flags) {
  Request r;
  const auto overrides = parse_sets(flags.sets);
  if (!overrides) return std::unexpected(overrides.error());
  auto scenario = codec::load_scenario(flags.scenario, *overrides);
  if (!scenario) return std::unexpected(scenario.error());
  r.scenario = std::move(*scenario);
  auto policies = choose_policies(flags.policies);
  if (!policies) return std::unexpected(policies.error());
  r.policies = std::move(*policies);
  if (const auto known = check_against(flags.against, r.policies); !known) {
    return std::unexpected(known.error());
  }
  auto seeds = parse_seeds(flags.seeds);
  if (!seeds) return std::unexpected(seeds.error());
  r.seeds = std::move(*seeds);
  const auto threads = parse_threads(flags.threads);
  if (!threads) return std::unexpected(threads.error());
  r.threads = *threads;
  const auto format = parse_format(flags.format);
  if (!format) return std::unexpected(format.error());
  if (!flags.record.empty() && r.seeds.size() != 1) {
    return fail(Errc::kInput, "--record: a recording holds one seed, but --seeds " + flags.seeds +
                                  " has " + std::to_string(r.seeds.size()));
  }
  r.output = {.format = *format,
              .no_timing = flags.no_timing,
              .command = "simulate",
              .reproduce = reproduce(flags),
              .folder = flags.out,
              .against = flags.against,
              .force = flags.force};
  return r;
}

Status record(const Request& request, const std::string& path) {
  const auto workload = sim::generate(request.scenario, request.seeds.front());
  if (!workload) return std::unexpected(workload.error());
  return codec::write_file_atomically(path, codec::write_trace(*workload));
}

int run(const Flags& flags) {
  const auto request = check(flags);
  if (!request) return report(request.error());
  if (const auto ready = prepare_folder(request->output); !ready) return report(ready.error());
  if (!flags.record.empty()) {
    if (const auto recorded = record(*request, flags.record); !recorded) {
      return report(recorded.error());
    }
  }
  auto progress = std::make_unique<Progress>("simulating");
  const auto runs = sim::sweep(
      request->scenario, request->policies, request->seeds,
      {.threads = request->threads,
       .progress = [&](std::size_t done, std::size_t total) { progress->update(done, total); }});
  progress.reset();
  if (!runs) return report(runs.error());
  return deliver(std::span(*runs), request->output,
                 {{"scenario.toml", codec::write_scenario(request->scenario)}});
}

}  // namespace

Command add_simulate(CLI::App& root) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = root.add_subcommand("simulate", "run a scenario under several policies");
  app->add_option("SCENARIO", flags->scenario,
                  "a built-in scenario (`ragp scenarios`) or a TOML file")
      ->required();
  app->add_option("--policies", flags->policies,
                  "comma-separated, `@5d` or `@7d` selects the form; `all` (`ragp policies`)")
      ->capture_default_str();
  add_seeds(*app, flags->seeds);
  add_sets(*app, flags->sets);
  add_threads(*app, flags->threads);
  app->add_option("--out", flags->out,
                  "folder for results.json, results.csv and the effective scenario.toml");
  app->add_flag("--force", flags->force, "replace results that the folder already holds");
  app->add_option("--record", flags->record,
                  "write the workload of the one seed as a trace that `ragp replay` reads "
                  "(.jsonl or .jsonl.gz)");
  app->add_option("--against", flags->against,
                  "one of the policies: what each other one differs from it, seed by seed");
  add_format(*app, flags->format);
  add_no_timing(*app, flags->no_timing);
  app->footer(
      "Example: ragp simulate C --policies ragp-io,best-fit,best-fit@7d --seeds 1..10 \\\n"
      "           --set cluster.nodes=200 --out results/");
  return {app, [flags] { return run(*flags); }};
}

}  // namespace ragp::app
