// Paired differences: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "report/paired.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "base/check.h"
#include "base/rng.h"
#include "report/groups.h"
#include "report/summary.h"

namespace ragp::report {
namespace {

constexpr std::size_t kResamples = 10'000;

// How many of the means lie below the interval: 2.5 % for many values, fewer for few, so that it is
// then as wide as Student's t (the "expanded" percentile interval of Hesterberg, 2015).
std::size_t tail_of(std::size_t values) {
  const auto n = static_cast<double>(values);
  const double t = student_t975(static_cast<std::int64_t>(values) - 1) * std::sqrt(n / (n - 1.0));
  const double below = 0.5 * std::erfc(t / std::sqrt(2.0));
  return static_cast<std::size_t>(below * static_cast<double>(kResamples));
}

template <class Run>
std::optional<double> value_of(const codec::ResultColumn<Run>& column, const Run& run) {
  const std::optional<double> value = column.get(run);
  const bool none = column.kind == codec::Kind::kOrNone && value == 0.0;
  return none ? std::nullopt : value;
}

template <class Run>
std::vector<double> differences(const Group<Run>& ours, const Group<Run>& theirs,
                                const codec::ResultColumn<Run>& column) {
  std::map<std::uint64_t, double> reference;
  for (const Run& run : theirs.runs) {
    if (const auto value = value_of(column, run)) reference.emplace(run.seed, *value);
  }
  std::vector<double> all;
  for (const Run& run : ours.runs) {
    const auto it = reference.find(run.seed);
    const auto value = value_of(column, run);
    if (value && it != reference.end()) all.push_back(*value - it->second);
  }
  return all;
}

template <class Run>
void add_section(const std::vector<Group<Run>>& section, std::string_view against,
                 std::vector<PairedRow>& rows) {
  const auto reference = std::ranges::find(section, against, &Group<Run>::policy);
  if (reference == section.end()) return;
  for (const Group<Run>& group : section) {
    if (group.policy == against) continue;
    std::vector<Run> both = group.runs;
    both.insert(both.end(), reference->runs.begin(), reference->runs.end());
    for (const auto& column : codec::result_columns(std::span<const Run>(both))) {
      if (column.kind == codec::Kind::kTiming) continue;
      const std::vector<double> values = differences(group, *reference, column);
      if (values.empty()) continue;
      const Interval i = bootstrap(values);
      rows.push_back({group.name, group.policy, reference->policy, column.name, i.mean, i.low,
                      i.high, static_cast<std::int64_t>(values.size())});
    }
  }
}

template <class Run>
std::vector<PairedRow> paired_runs(std::span<const Run> runs, std::string_view against) {
  std::vector<PairedRow> rows;
  for (const auto& section : sections_of(runs)) add_section(section, against, rows);
  return rows;
}

}  // namespace

Interval bootstrap(std::span<const double> values) {
  RAGP_CHECK(!values.empty());
  const auto n = static_cast<double>(values.size());
  // Around the first value, so that equal values have exactly themselves as mean and interval.
  const double base = values.front();
  double sum = 0.0;
  for (const double v : values) sum += v - base;
  Interval i{.mean = base + sum / n, .low = base + sum / n, .high = base + sum / n};
  if (values.size() == 1) return i;
  std::vector<double> means(kResamples);
  Rng rng(0, "bootstrap");  // the same draws for every metric: equal values, equal intervals
  for (double& mean : means) {
    double drawn = 0.0;
    for (std::size_t k = 0; k < values.size(); ++k)
      drawn += values[rng.below(values.size())] - base;
    mean = base + drawn / n;
  }
  const std::size_t tail = tail_of(values.size());
  std::ranges::nth_element(means, means.begin() + static_cast<std::ptrdiff_t>(tail));
  i.low = means[tail];
  std::ranges::nth_element(means, means.end() - static_cast<std::ptrdiff_t>(tail) - 1);
  i.high = means[kResamples - tail - 1];
  return i;
}

std::vector<PairedRow> paired(std::span<const SimulateRun> runs, std::string_view against) {
  return paired_runs(runs, against);
}

std::vector<PairedRow> paired(std::span<const ReplayRun> runs, std::string_view against) {
  return paired_runs(runs, against);
}

}  // namespace ragp::report
