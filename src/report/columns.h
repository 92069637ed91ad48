// Columns of a comparison: one quantity of every policy, as mean and interval, the best marked.
// Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codec/result_fields.h"
#include "report/summary.h"
#include "report/table.h"

namespace ragp::report {

struct Quantity {
  std::string title{};
  codec::Better better = codec::Better::kNeither;
  int priority = 0;
  int decimals = 0;
  std::string none = "-";     // what stands where there is no value
  bool none_is_best = false;  // "no refusal" beats any refusal
  std::vector<Estimate> of_policy{};
};

// Cells "10.5±0.3", without the interval where it rests on one value. Best is what looks best at
// the decimals shown, so ties share the mark; where all look the same, or one stands alone, nothing
// is marked.
[[nodiscard]] Column quantity_column(const Quantity& quantity);

// "-0.0" never comes out.
[[nodiscard]] std::string fixed(double value, int decimals);
// The decimals (0 to 3) that give the largest value about three digits.
[[nodiscard]] int decimals_for(std::span<const Estimate> values);
[[nodiscard]] double largest(std::span<const Estimate> values);  // of the means; 0 if there is none

// The quantity with its values divided so that they are short, and the unit in its title.
[[nodiscard]] Quantity in_percent(Quantity shares);
[[nodiscard]] Quantity in_time(Quantity seconds);     // s, min or h
[[nodiscard]] Quantity in_gpu_hours(Quantity hours);  // GPU-h or thousands of them

}  // namespace ragp::report
