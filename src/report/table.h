// Table: plain text in aligned columns, for terminals and pipes. Columns are parted by two blanks,
// lines never end in one, and there is no escape sequence unless colour is asked for. Pure;
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/text_layout.h"

namespace ragp::report {

struct Cell {
  std::string text;
  bool best = false;  // marked with '*'
};

struct Column {
  std::string title;  // several lines are parted by '\n'
  Align align = Align::kRight;
  int priority = 0;  // 0: stays; else, where the width does not suffice, the highest goes first
  std::vector<Cell> cells{};
};

// A header, a rule and one line per row; below, one line that names the columns that were left out
// for lack of width. All columns must have the same number of cells. Where even the columns that
// stay are too wide, the texts of the first are shortened.
[[nodiscard]] std::string render(std::span<const Column> columns, const TableStyle& style);

}  // namespace ragp::report
