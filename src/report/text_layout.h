// Text on a terminal: widths, padding and line breaks, UTF-8 aware. Text from outside is made
// harmless here: control characters become '?'. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ragp::report {

struct TableStyle {
  int width = 80;       // characters in a line; 0: as many as needed
  bool colour = false;  // the best of each column in bold green
  bool ascii = false;   // for locales that are not UTF-8: "+-" for a plus-minus sign, '#' for bars
  bool chart = true;    // simulate_table: bars of the lost share under each table
};

enum class Align : std::uint8_t { kLeft, kRight };

// The text as it may be printed: without control characters and, if asked, in ASCII.
[[nodiscard]] std::string printable(std::string_view text, const TableStyle& style);
// Characters on a terminal: code points of UTF-8 (wide and combining ones count as 1 too).
[[nodiscard]] std::size_t display_width(std::string_view text);
// The text followed by blanks up to the width, or preceded by them.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width, Align align);
// The text, or its beginning and '~' where it is wider than width, which is at least 1.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
// Printable text broken at blanks into lines of at most style.width, each ended by a newline. A
// longer word is cut.
[[nodiscard]] std::string wrap(std::string_view text, const TableStyle& style);

}  // namespace ragp::report
