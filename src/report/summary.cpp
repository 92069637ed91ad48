// Means, Student's t, and the summary of runs.
// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "base/check.h"
#include "codec/result_fields.h"
#include "report/groups.h"

namespace ragp::report {
namespace {

// Quantiles for 1, 2, ... degrees of freedom, where the expansion below is not yet good enough.
constexpr std::array kFewDegrees{
    12.7062047361747046, 4.30265272974946385, 3.18244630528370959, 2.77644510519779436,
    2.57058183563631551, 2.44691185114496997, 2.36462425159278534, 2.30600413520416668,
    2.26215716279820554, 2.22813885198627475, 2.20098516009163987, 2.17881282966722887,
    2.1603686564627925,  2.14478668791780383, 2.13144954555977568, 2.11990529922125467,
    2.10981557783331709, 2.10092204024103849, 2.09302405440830977, 2.08596344726586484,
    2.0796138447276804,  2.07387306790402617, 2.06865761041904865, 2.06389856162802585,
    2.05953855275329775, 2.05552943864287321, 2.05183051648028556, 2.04840714179524516,
    2.0452296421327043,  2.04227245630123831};

// Coefficients of 1/degrees^k in the Cornish-Fisher expansion around the normal quantile
// (Abramowitz and Stegun 26.7.5 at p = 0.975).
constexpr std::array kManyDegrees{1.9599639845400542, 2.3722712302985628, 2.8224986157396118,
                                  2.5558496795077233, 1.5895340533938235};

template <class Run>
std::vector<SummaryRow> summarize_runs(std::span<const Run> runs) {
  std::vector<SummaryRow> rows;
  std::vector<double> values;
  for (const Group<Run>& group : group_runs(runs)) {
    for (const auto& column : codec::result_columns(std::span<const Run>(group.runs))) {
      values.clear();
      for (const Run& run : group.runs) {
        const auto value = column.get(run);
        const bool none = column.kind == codec::Kind::kOrNone && value == 0.0;
        if (value && !none) values.push_back(*value);
      }
      if (values.empty()) continue;
      const Estimate e = estimate(values);
      rows.push_back({group.name, group.policy, column.name, e.mean, e.ci95, e.n});
    }
  }
  return rows;
}

}  // namespace

double student_t975(std::int64_t degrees) {
  RAGP_CHECK(degrees >= 1);
  const auto index = static_cast<std::size_t>(degrees - 1);
  if (index < kFewDegrees.size()) return kFewDegrees[index];
  const double inverse = 1.0 / static_cast<double>(degrees);
  double t = 0.0;
  for (std::size_t k = kManyDegrees.size(); k-- > 0;) t = t * inverse + kManyDegrees[k];
  return t;
}

Estimate estimate(std::span<const double> values) {
  if (values.empty()) return {};
  const auto n = static_cast<double>(values.size());
  // Around the first value, so that equal values have exactly themselves as mean and no deviation.
  double sum = 0.0;
  for (const double v : values) sum += v - values.front();
  Estimate e{.mean = values.front() + sum / n, .n = static_cast<std::int64_t>(values.size())};
  if (values.size() == 1) return e;
  double squares = 0.0;
  for (const double v : values) squares += (v - e.mean) * (v - e.mean);
  e.ci95 = student_t975(e.n - 1) * std::sqrt(squares / (n - 1.0) / n);
  return e;
}

Estimate scaled(Estimate e, double factor) {
  e.mean *= factor;
  e.ci95 *= factor;
  return e;
}

std::vector<SummaryRow> summarize(std::span<const SimulateRun> runs) {
  return summarize_runs(runs);
}

std::vector<SummaryRow> summarize(std::span<const ReplayRun> runs) {
  return summarize_runs(runs);
}

}  // namespace ragp::report
