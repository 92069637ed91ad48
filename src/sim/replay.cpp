// Replay of a task list: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/replay.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "sim/compaction.h"
#include "sim/departures.h"
#include "sim/inflation.h"
#include "sim/stopwatch.h"

namespace ragp::sim {
namespace {

struct Name {
  std::string_view name;
  bool ReplayMetrics::*flag;
};
constexpr std::array kNames{Name{"inflation", &ReplayMetrics::inflation},
                            Name{"compaction", &ReplayMetrics::compaction},
                            Name{"departures", &ReplayMetrics::departures},
                            Name{"departures-trace", &ReplayMetrics::departures_trace}};

std::unexpected<Error> unknown(std::string_view name) {
  std::vector<std::string_view> names;
  names.reserve(kNames.size());
  for (const Name& n : kNames) names.push_back(n.name);
  std::string expected;
  for (const std::string_view n : names) expected.append(expected.empty() ? "" : ", ").append(n);
  const auto close = nearest(name, names);
  return fail(Errc::kInput, "--metrics: found '" + std::string(name) + "', expected any of " +
                                expected +
                                (close ? " (did you mean '" + std::string(*close) + "'?)" : ""));
}

// Runs one experiment, if it was asked for, into its place.
template <class T, class Experiment>
Status measure(bool asked, std::optional<T>& out, const Experiment& experiment) {
  if (!asked) return {};
  auto result = experiment();
  if (!result) return std::unexpected(result.error());
  out = std::move(*result);
  return {};
}

}  // namespace

Result<ReplayMetrics> parse_metrics(std::string_view list) {
  ReplayMetrics metrics;
  if (list.empty()) return metrics;
  for (const std::string_view piece : split(list, ',')) {
    const auto* it = std::ranges::find(kNames, trim(piece), &Name::name);
    if (it == kNames.end()) return unknown(trim(piece));
    metrics.*(it->flag) = true;
  }
  return metrics;
}

Result<ReplayRun> replay(const FillUpInput& input, const PolicyChoice& policy, std::uint64_t seed,
                         const ReplayOptions& options) {
  const Stopwatch watch;
  auto filled = fill_up(input, policy, seed, options.fill);
  if (!filled) return std::unexpected(filled.error());
  ReplayRun run = std::move(filled->run);
  run.placements_per_s = static_cast<double>(filled->placed) / watch.seconds();
  const bool shuffle = options.fill.shuffle_nodes;
  const ReplayMetrics& asked = options.metrics;
  Status s = measure(asked.compaction, run.compaction,
                     [&] { return compaction(input, policy, seed, shuffle); });
  if (s) {
    s = measure(asked.inflation, run.inflation_factor,
                [&] { return inflation_factor(input, policy, seed, shuffle); });
  }
  if (s) {
    s = measure(asked.departures, run.departures,
                [&] { return departures(input, policy, seed, options.load, shuffle); });
  }
  if (s) {
    s = measure(asked.departures_trace, run.departures_trace,
                [&] { return departures_trace(input, policy, seed, options.load, shuffle); });
  }
  if (!s) return std::unexpected(s.error());
  run.wall_s = watch.seconds();
  return run;
}

}  // namespace ragp::sim
