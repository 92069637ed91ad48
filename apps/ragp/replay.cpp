// `ragp replay`: a production trace, or a recorded simulation, under policies.
// SPDX-License-Identifier: Apache-2.0
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
  std::string tasks;
  std::string policies = "ragp-io,best-fit,random";
  std::string seeds = "42..51";
  std::string demand = "1.3";
  bool shuffle_nodes = false;
  std::string threads;
  std::string out;
  bool force = false;
  std::string format = "table";
  bool no_timing = false;
};

struct Request {
  std::vector<PolicyChoice> policies;
  std::vector<std::uint64_t> seeds;
  double demand = 1.3;
  int threads = 0;
  OutputOptions output;
};

Result<double> parse_demand(std::string_view text) {
  constexpr double kMost = 100.0;
  const auto demand = parse_number<double>(text);
  if (!demand || !(*demand > 0.0) || *demand > kMost) {
    return fail(Errc::kInput, "--demand: found '" + std::string(text) +
                                  "', expected a share of the cluster's GPUs above 0, such as 1.3");
  }
  return *demand;
}

std::string reproduce(const Flags& flags) {
  if (!flags.trace.empty()) return "ragp replay " + flags.trace + " --policies " + flags.policies;
  return "ragp replay --nodes " + flags.nodes + " --tasks " + flags.tasks + " --policies " +
         flags.policies + " --seeds " + flags.seeds + " --demand " + flags.demand +
         (flags.shuffle_nodes ? " --shuffle-nodes" : "");
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
  auto seeds = parse_seeds(flags.seeds);
  if (!seeds) return std::unexpected(seeds.error());
  r.seeds = std::move(*seeds);
  const auto demand = parse_demand(flags.demand);
  if (!demand) return std::unexpected(demand.error());
  r.demand = *demand;
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
              .force = flags.force};
  return r;
}

int replay_lists(const Flags& flags, const Request& request, const sim::ParallelOptions& parallel) {
  const auto input = read_lists(flags.nodes, flags.tasks);
  if (!input) return report(input.error());
  const auto runs =
      sim::sweep(*input, request.policies, request.seeds,
                 {.demand = request.demand, .shuffle_nodes = flags.shuffle_nodes}, parallel);
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
  app->add_option("--nodes", flags->nodes, "node table in openb's CSV form, plain or .gz");
  app->add_option("--tasks", flags->tasks, "task table in openb's CSV form, plain or .gz");
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
  app->add_option("--threads", flags->threads, "default: as many as the machine has");
  app->add_option("--out", flags->out, "folder for results.json and results.csv");
  app->add_flag("--force", flags->force, "replace results that the folder already holds");
  app->add_option("--format", flags->format, "table, json or csv on the standard output")
      ->capture_default_str();
  app->add_flag("--no-timing", flags->no_timing,
                "leave out what depends on the machine, so that equal runs are equal bytes");
  app->footer(
      "Example: ragp replay --nodes openb_node_list_gpu_node.csv \\\n"
      "           --tasks openb_pod_list_default.csv.gz --policies ragp-io,best-fit\n"
      "         ragp simulate C --seeds 7 --record c.jsonl.gz && ragp replay c.jsonl.gz");
  return {app, [flags] { return run(*flags); }};
}

}  // namespace ragp::app
