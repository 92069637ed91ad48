// Units, rounding, and which cells are the best.
// SPDX-License-Identifier: Apache-2.0
#include "report/columns.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace ragp::report {
namespace {

using codec::Better;

// The mean as the reader sees it.
double rounded(const Estimate& e, int decimals) {
  return parse_number<double>(fixed(e.mean, decimals)).value_or(e.mean);
}

// The best of the rounded means, or nothing where no cell deserves a mark for its value.
std::optional<double> best_mean(const Quantity& q) {
  std::optional<double> low;
  std::optional<double> high;
  for (const Estimate& e : q.of_policy) {
    if (e.n == 0) continue;
    const double value = rounded(e, q.decimals);
    low = std::min(low.value_or(value), value);
    high = std::max(high.value_or(value), value);
  }
  if (q.better == Better::kNeither || low == high) return std::nullopt;
  return q.better == Better::kLower ? low : high;
}

Quantity in_unit(Quantity q, double factor, std::string_view unit) {
  for (Estimate& e : q.of_policy) e = scaled(e, factor);
  q.title += unit;
  q.decimals = decimals_for(q.of_policy);
  return q;
}

}  // namespace

Column quantity_column(const Quantity& quantity) {
  const auto has_value = [](const Estimate& e) { return e.n > 0; };
  const auto values = std::ranges::count_if(quantity.of_policy, has_value);
  const bool some_lack = values < std::ranges::ssize(quantity.of_policy);
  const bool none_wins = quantity.none_is_best && some_lack && values > 0;
  const std::optional<double> best = none_wins ? std::nullopt : best_mean(quantity);
  Column column{.title = quantity.title, .priority = quantity.priority};
  for (const Estimate& e : quantity.of_policy) {
    if (e.n == 0) {
      column.cells.push_back({quantity.none, none_wins});
      continue;
    }
    std::string text = fixed(e.mean, quantity.decimals);
    if (e.n > 1) text += "±" + fixed(e.ci95, quantity.decimals);
    column.cells.push_back({std::move(text), best == rounded(e, quantity.decimals)});
  }
  return column;
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.front() == '-' ? text.substr(1) : text;
}

double largest(std::span<const Estimate> values) {
  double top = 0.0;
  for (const Estimate& e : values) {
    if (e.n > 0) top = std::max(top, e.mean);
  }
  return top;
}

int decimals_for(std::span<const Estimate> values) {
  const double top = largest(values);
  if (top >= 100.0) return 0;
  if (top >= 1.0 || top <= 0.0) return 1;
  return top >= 0.1 ? 2 : 3;
}

Quantity in_percent(Quantity shares) {
  constexpr double kPercent = 100.0;
  Quantity q = in_unit(std::move(shares), kPercent, "%");
  q.decimals = std::max(q.decimals, 1);  // 100.0 stands beside 10.5
  return q;
}

Quantity in_time(Quantity seconds) {
  constexpr double kMinute = 60.0;
  constexpr double kHour = 3600.0;
  // Up to two of a unit the smaller one says more.
  const double top = largest(seconds.of_policy);
  if (top >= 2 * kHour) return in_unit(std::move(seconds), 1.0 / kHour, "h");
  if (top >= 2 * kMinute) return in_unit(std::move(seconds), 1.0 / kMinute, "min");
  return in_unit(std::move(seconds), 1.0, "s");
}

Quantity in_gpu_hours(Quantity hours) {
  constexpr double kLong = 10000.0;
  if (largest(hours.of_policy) < kLong) return in_unit(std::move(hours), 1.0, "GPU-h");
  Quantity q = in_unit(std::move(hours), 1e-3, "k GPU-h");
  q.decimals = std::max(q.decimals, 1);
  return q;
}

}  // namespace ragp::report
