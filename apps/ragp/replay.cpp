// `ragp replay`: a production trace, or a recorded simulation, under policies.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "codec/trace.h"
#include "commands.h"
#include "lists.h"
#include "options.h"
#include "output.h"
#include "sim/sweep.h"
#include "terminal.h"

namespace ragp::app {
namespace {

struct Flags {
  std::string trace;
  std::string nodes;
  std::vector<std::string> tasks;
  std::string policies = "ragp-io,best-fit,random";
  std::string seeds = "42..51";
  std::string demand = "1.3";
  bool shuffle_nodes = false;
  std::string threads;
  std::string out;
  bool force = false;
  std::string metrics;
  std::string load = "1";
  std::string against;
  std::string format = "table";
  bool no_timing = false;
};

struct Request {
  std::vector<PolicyChoice> policies;
  std::vector<std::uint64_t> seeds;
  sim::ReplayOptions options;
  int threads = 0;
  OutputOptions output;
};

// A share of the cluster's GPUs.
Result<double> parse_share(std::string_view flag, std::string_view text, const char* example) {
  constexpr double kMost = 100.0;
  const auto share = parse_number<double>(text);
  if (!share || !(*share > 0.0) || *share > kMost) {
    return fail(Errc::kInput, std::string(flag) + ": found '" + std::string(text) +
                                  "', expected a share of the cluster's GPUs above 0 and at " +
                                  "most 100, such as " + example);
  }
  return *share;
}

std::string reproduce(const Flags& flags) {
  const std::string against = flags.against.empty() ? "" : " --against " + flags.against;
  if (!flags.trace.empty()) {
    return "ragp replay " + flags.trace + " --policies " + flags.policies + against;
  }
  std::string line = "ragp replay --nodes " + flags.nodes;
  for (const std::string& tasks : flags.tasks) line += " --tasks " + tasks;
  line += " --policies " + flags.policies + " --seeds " + flags.seeds + " --demand " + flags.demand;
  if (flags.shuffle_nodes) line += " --shuffle-nodes";
  if (!flags.metrics.empty()) line += " --metrics " + flags.metrics + " --load " + flags.load;
  return line + against;
}

// What is measured, from the flags that a recorded run has no use for.
Result<sim::ReplayOptions> check_options(const Flags& flags) {
  const auto demand = parse_share("--demand", flags.demand, "1.3");
  if (!demand) return std::unexpected(demand.error());
  const auto load = parse_share("--load", flags.load, "0.95");
  if (!load) return std::unexpected(load.error());
  const auto metrics = sim::parse_metrics(flags.metrics);
  if (!metrics) return std::unexpected(metrics.error());
  if (!flags.trace.empty() && !flags.metrics.empty()) {
    return fail(Errc::kInput, "--metrics: found '" + flags.metrics +
                                  "' with a recorded TRACE, expected --nodes and --tasks");
  }
  return sim::ReplayOptions{.fill = {.demand = *demand, .shuffle_nodes = flags.shuffle_nodes},
                            .metrics = *metrics,
                            .load = *load};
}

Result<Request> check(const Flags& flags) {
  Request r;
  const bool lists = !flags.nodes.empty() && !flags.tasks.empty();
  const bool half = flags.nodes.empty() != flags.tasks.empty();
  if (half || lists == !flags.trace.empty()) {
    return fail(Errc::kInput,
                "replay: expected either a recorded TRACE, or both --nodes FILE and --tasks FILE");
  }
  auto policies = choose_policies(flags.policies);
  if (!policies) return std::unexpected(policies.error());
  r.policies = std::move(*policies);
  if (const auto known = check_against(flags.against, r.policies); !known) {
    return std::unexpected(known.error());
  }
  auto seeds = parse_seeds(flags.seeds);
  if (!seeds) return std::unexpected(seeds.error());
  r.seeds = std::move(*seeds);
  const auto options = check_options(flags);
  if (!options) return std::unexpected(options.error());
  r.options = *options;
  const auto threads = parse_threads(flags.threads);
  if (!threads) return std::unexpected(threads.error());
  r.threads = *threads;
  const auto format = parse_format(flags.format);
  if (!format) return std::unexpected(format.error());
  r.output = {.format = *format,
              .no_timing = flags.no_timing,
              .command = "replay",
              .reproduce = reproduce(flags),
              .folder = flags.out,
              .against = flags.against,
              .force = flags.force};
  return r;
}

int replay_lists(const Flags& flags, const Request& request, const sim::ParallelOptions& parallel) {
  const auto inputs = read_lists(flags.nodes, flags.tasks);
  if (!inputs) return report(inputs.error());
  const auto runs = sim::sweep(*inputs, request.policies, request.seeds, request.options, parallel);
  if (!runs) return report(runs.error());
  return deliver(std::span(*runs), request.output);
}

int replay_trace(const Flags& flags, const Request& request, const sim::ParallelOptions& parallel) {
  const auto workload = codec::read_trace(flags.trace);
  if (!workload) return report(workload.error());
  const auto runs = sim::sweep(*workload, request.policies, parallel);
  return deliver(std::span<const SimulateRun>(runs), request.output);
}

int run(const Flags& flags) {
  const auto request = check(flags);
  if (!request) return report(request.error());
  if (const auto ready = prepare_folder(request->output); !ready) return report(ready.error());
  Progress progress("replaying");
  const sim::ParallelOptions parallel{
      .threads = request->threads,
      .progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); }};
  return flags.trace.empty() ? replay_lists(flags, *request, parallel)
                             : replay_trace(flags, *request, parallel);
}

}  // namespace

Command add_replay(CLI::App& root) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = root.add_subcommand(
      "replay", "offer a production task list, or a recorded simulation, to several policies");
  app->add_option("TRACE", flags->trace, "a trace that `ragp simulate --record` wrote");
  app->add_option("--nodes", flags->nodes,
                  "node table in openb's CSV form (docs/formats.md), plain or .gz");
  app->add_option("--tasks", flags->tasks,
                  "task table in the CSV form of openb or DLRM, plain or .gz; repeatable")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--policies", flags->policies,
                  "comma-separated, `@5d` or `@7d` selects the form; `all` (`ragp policies`)")
      ->capture_default_str();
  app->add_option("--seeds", flags->seeds, "one order of arrival each (task lists only)")
      ->capture_default_str();
  app->add_option("--demand", flags->demand,
                  "GPUs demanded in the end, as a share of the cluster's (task lists only)")
      ->capture_default_str();
  app->add_flag("--shuffle-nodes", flags->shuffle_nodes,
                "node order, which decides ties, by seed instead of as in the file");
  app->add_option("--metrics", flags->metrics,
                  "further experiments on each list: inflation, compaction, departures, "
                  "departures-trace (comma-separated)");
  app->add_option("--load", flags->load,
                  "of the departures: GPUs offered, as a share of the cluster's")
      ->capture_default_str();
  app->add_option("--against", flags->against,
                  "one of the policies: what each other one differs from it, seed by seed");
  add_threads(*app, flags->threads);
  app->add_option("--out", flags->out, "folder for results.json and results.csv");
  app->add_flag("--force", flags->force, "replace results that the folder already holds");
  add_format(*app, flags->format);
  add_no_timing(*app, flags->no_timing);
  app->footer(
      "Example: ragp replay --nodes openb_node_list_gpu_node.csv \\\n"
      "           --tasks openb_pod_list_default.csv.gz --policies ragp-io,best-fit\n"
      "         ragp simulate C --seeds 7 --record c.jsonl.gz && ragp replay c.jsonl.gz");
  return {app, [flags] { return run(*flags); }};
}

}  // namespace ragp::app
