// `ragp bound`: what no scheduler can exceed on a task list.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "bound/study.h"
#include "codec/bound_json.h"
#include "commands.h"
#include "lists.h"
#include "options.h"
#include "report/bound_table.h"
#include "terminal.h"
#include "version.h"

namespace ragp::app {
namespace {

struct Flags {
  std::string nodes;
  std::string tasks;
  std::string seeds = "42";
  std::string demand = "1.0,1.3";
  std::string accepted_until = "90";
  std::string gap = "0.05";
  std::string results;
  std::string threads;
  std::string format = "table";
  bool no_timing = false;
};

struct Request {
  bound::StudyOptions study;
  int threads = 0;
  Format format = Format::kTable;
};

// A number above 0 and at most `most`.
Result<double> parse_positive(std::string_view flag, std::string_view text, double most) {
  const auto value = parse_number<double>(trim(text));
  if (value && *value > 0.0 && *value <= most) return *value;
  return fail(Errc::kInput, std::string(flag) + ": found '" + std::string(text) +
                                "', expected a number above 0, at most " +
                                std::to_string(static_cast<int>(most)));
}

Result<std::vector<double>> parse_demands(std::string_view text) {
  constexpr double kMost = 100.0;
  std::vector<double> demands;
  for (const std::string_view piece : split(text, ',')) {
    const auto demand = parse_positive("--demand", piece, kMost);
    if (!demand) return std::unexpected(demand.error());
    demands.push_back(*demand);
  }
  std::ranges::sort(demands);
  const auto repeated = std::ranges::unique(demands);
  demands.erase(repeated.begin(), repeated.end());
  return demands;
}

Result<Request> check(const Flags& flags) {
  constexpr double kPercent = 100.0;
  constexpr double kMostAccepted = 10'000.0;
  Request r;
  auto seeds = parse_seeds(flags.seeds);
  if (!seeds) return std::unexpected(seeds.error());
  r.study.seeds = std::move(*seeds);
  auto demands = parse_demands(flags.demand);
  if (!demands) return std::unexpected(demands.error());
  r.study.demands = std::move(*demands);
  const auto accepted = parse_positive("--accepted-until", flags.accepted_until, kMostAccepted);
  if (!accepted) return std::unexpected(accepted.error());
  r.study.accepted_until = *accepted;
  const auto gap = parse_positive("--gap", flags.gap, kPercent);
  if (!gap) return std::unexpected(gap.error());
  r.study.columns.gap = *gap / kPercent;
  const auto threads = parse_threads(flags.threads);
  if (!threads) return std::unexpected(threads.error());
  r.threads = *threads;
  const auto format = parse_format(flags.format);
  if (!format || *format == Format::kCsv) {
    return fail(Errc::kInput, "--format: found '" + flags.format + "', expected table or json");
  }
  r.format = *format;
  return r;
}

std::string reproduce(const Flags& flags) {
  return "ragp bound --nodes " + flags.nodes + " --tasks " + flags.tasks + " --seeds " +
         flags.seeds + " --demand " + flags.demand + " --accepted-until " + flags.accepted_until +
         " --gap " + flags.gap + (flags.results.empty() ? "" : " --results " + flags.results);
}

// How much of the way from FGD to the bound each policy goes. Nothing at a demand where FGD was not
// run or leaves no way to go.
Status add_gap_closed(const std::string& path, BoundReport& report) {
  const auto allocations = codec::read_allocations(path, report.workload);
  if (!allocations) return std::unexpected(allocations.error());
  const auto fgd = allocations->find("fgd");
  if (fgd == allocations->end()) {
    return fail(Errc::kInput, path + ": expected results of policy 'fgd' among others");
  }
  for (const int demand : demands_of(report.runs)) {
    const auto bound = mean_bound(report.runs, "any", demand);
    const auto start = fgd->second.find(demand);
    if (!bound || start == fgd->second.end() || *bound <= start->second) continue;
    for (const auto& [policy, at] : *allocations) {
      const auto reached = at.find(demand);
      if (policy == "fgd" || reached == at.end()) continue;
      report.gap_closed[policy][demand] =
          (reached->second - start->second) / (*bound - start->second);
    }
  }
  return {};
}

int deliver(const Flags& flags, const Request& request, const BoundReport& report) {
  if (request.format == Format::kTable) return print(report::bound_table(report, stdout_style()));
  return print(codec::bound_json({.version = RAGP_VERSION,
                                  .reproduce = reproduce(flags),
                                  .command = "bound",
                                  .no_timing = flags.no_timing},
                                 report));
}

int run(const Flags& flags) {
  const auto request = check(flags);
  if (!request) return report(request.error());
  const auto input = read_lists(flags.nodes, {flags.tasks});
  if (!input) return report(input.error());
  Progress progress("bounding");
  auto runs = bound::study(
      input->front(), request->study,
      {.threads = request->threads,
       .progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); }});
  if (!runs) return report(runs.error());
  BoundReport result{.workload = input->front().workload,
                     .accepted_until = request->study.accepted_until,
                     .runs = std::move(*runs)};
  if (!flags.results.empty()) {
    if (const auto added = add_gap_closed(flags.results, result); !added) {
      return report(added.error());
    }
  }
  return deliver(flags, *request, result);
}

}  // namespace

Command add_bound(CLI::App& root) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = root.add_subcommand(
      "bound", "upper bounds on the GPUs that any scheduler can allocate on a task list");
  app->add_option("--nodes", flags->nodes,
                  "node table in openb's CSV form (docs/formats.md), plain or .gz")
      ->required();
  app->add_option("--tasks", flags->tasks,
                  "task table in the CSV form of openb or DLRM, plain or .gz")
      ->required();
  app->add_option("--demand", flags->demand,
                  "GPUs demanded, as shares of the cluster's; the largest draws the arrivals")
      ->capture_default_str();
  app->add_option("--seeds", flags->seeds, "one order of arrival each, as in `ragp replay`")
      ->capture_default_str();
  app->add_option("--accepted-until", flags->accepted_until,
                  "for a scheduler that never refuses what fits: the arrived demand, in % of the\n"
                  "GPUs, until which everything was accepted")
      ->capture_default_str();
  app->add_option("--gap", flags->gap, "how close to prove each bound, in points of the GPUs")
      ->capture_default_str();
  app->add_option("--results", flags->results,
                  "JSON of `ragp replay` with policy fgd: report how much of the way from it to\n"
                  "the bound each policy goes");
  add_threads(*app, flags->threads);
  app->add_option("--format", flags->format, "table or json on the standard output")
      ->capture_default_str();
  add_no_timing(*app, flags->no_timing);
  app->footer(
      "Example: ragp bound --nodes openb_node_list_gpu_node.csv \\\n"
      "           --tasks openb_pod_list_default.csv.gz");
  return {app, [flags] { return run(*flags); }};
}

}  // namespace ragp::app
