// Chart: horizontal bars of two stacked parts, for terminals and pipes. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/text_layout.h"

namespace ragp::report {

struct Bar {
  std::string label;
  double first = 0.0;  // both parts finite and at least 0
  double second = 0.0;
};

struct Chart {
  std::string title;
  std::string first_name;
  std::string second_name;
  std::string unit;  // follows the value at the end of a bar, which is the sum of both parts
  int decimals = 1;
  std::vector<Bar> bars;
};

// A line with title and legend, then one line per bar; the longest bar fills the width. The parts
// are drawn in full and light blocks, or '#' and '.' with style.ascii.
[[nodiscard]] std::string render(const Chart& chart, const TableStyle& style);

}  // namespace ragp::report
