// Widths are counted in code points, never in bytes.
// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace ragp::report {
namespace {

// The first byte of a code point is the one that is not of the form 10xxxxxx.
constexpr bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

constexpr bool is_control(char c) {
  constexpr unsigned char kDelete = 0x7F;
  return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == kDelete;
}

std::string ascii_only(std::string_view text) {
  constexpr std::string_view kPlusMinus = "±";
  std::string out;
  while (!text.empty()) {
    if (text.starts_with(kPlusMinus)) {
      out += "+-";
      text.remove_prefix(kPlusMinus.size());
      continue;
    }
    const bool plain = static_cast<unsigned char>(text.front()) < 0x80;
    if (plain) out += text.front();
    if (!plain && starts_character(text.front())) out += '?';
    text.remove_prefix(1);
  }
  return out;
}

// The pieces between blanks; a percent sign stays with its number.
std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view piece : split(text, ' ')) {
    if (piece.empty()) continue;
    if (piece.front() == '%' && !all.empty()) {
      all.back().append(" ").append(piece);
    } else {
      all.emplace_back(piece);
    }
  }
  return all;
}

}  // namespace

std::string printable(std::string_view text, const TableStyle& style) {
  std::string out = style.ascii ? ascii_only(text) : std::string(text);
  std::ranges::replace_if(out, is_control, '?');
  return out;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::string padded(std::string_view text, std::size_t width, Align align) {
  const std::size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return align == Align::kLeft ? std::string(text) + blanks : blanks + std::string(text);
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t bytes = 0;
  for (std::size_t seen = 0; bytes < text.size(); ++bytes) {
    if (starts_character(text[bytes]) && ++seen == width) break;
  }
  return std::string(text.substr(0, bytes)) + "~";
}

std::string wrap(std::string_view text, const TableStyle& style) {
  std::string out;
  std::string line;
  const std::string clean = printable(text, style);
  const std::size_t width =
      style.width > 0 ? static_cast<std::size_t>(style.width) : display_width(clean);
  for (const std::string& piece : words(clean)) {
    const std::string word = shortened(piece, std::max<std::size_t>(width, 1));
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      out.append(line).append("\n");
      line.clear();
    }
    line.append(line.empty() ? "" : " ").append(word);
  }
  return out + line + "\n";
}

}  // namespace ragp::report
