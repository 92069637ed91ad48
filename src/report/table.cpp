// Layout of tables: what fits, then lines.
// SPDX-License-Identifier: Apache-2.0
#include "report/table.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"

namespace ragp::report {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::string_view kBestOn = "\x1b[1;32m";
constexpr std::string_view kBestOff = "\x1b[0m";

// A column with its texts made printable and its widths known.
struct Laid {
  std::vector<std::string> title{};
  std::vector<std::string> texts{};
  std::vector<bool> best{};
  Align align = Align::kRight;
  int priority = 0;
  bool has_mark = false;  // one character after every text is kept for '*'
  std::size_t text_width = 0;

  [[nodiscard]] std::size_t width() const { return text_width + (has_mark ? 1 : 0); }
};

Laid lay_out(const Column& column, const TableStyle& style) {
  Laid laid{.align = column.align, .priority = column.priority};
  for (const std::string_view line : split(column.title, '\n')) {
    laid.title.push_back(printable(line, style));
    laid.text_width = std::max(laid.text_width, display_width(laid.title.back()));
  }
  for (const Cell& cell : column.cells) {
    laid.texts.push_back(printable(cell.text, style));
    laid.best.push_back(cell.best);
    laid.has_mark = laid.has_mark || cell.best;
    laid.text_width = std::max(laid.text_width, display_width(laid.texts.back()));
  }
  return laid;
}

std::size_t total_width(const std::vector<Laid>& columns) {
  std::size_t total = columns.empty() ? 0 : kGap.size() * (columns.size() - 1);
  for (const Laid& c : columns) total += c.width();
  return total;
}

std::string joined_title(const Laid& column) {
  std::string name;
  for (const std::string& line : column.title) name.append(name.empty() ? "" : " ").append(line);
  return name;
}

// Takes columns out until the rest fits; returns their names in the order of the table.
std::vector<std::string> drop_columns(std::vector<Laid>& columns, std::size_t width) {
  std::vector<std::string> dropped_names;
  std::vector<std::string> all_names;
  all_names.reserve(columns.size());
  for (const Laid& c : columns) all_names.push_back(joined_title(c));
  while (total_width(columns) > width) {
    auto worst = columns.begin();
    for (auto it = columns.begin(); it != columns.end(); ++it) {
      if (it->priority >= worst->priority) worst = it;  // of equals the last goes first
    }
    if (worst->priority == 0) break;
    dropped_names.push_back(joined_title(*worst));
    columns.erase(worst);
  }
  std::erase_if(all_names, [&](const std::string& name) {
    return std::ranges::find(dropped_names, name) == dropped_names.end();
  });
  return all_names;
}

void shorten_first(std::vector<Laid>& columns, std::size_t width) {
  const std::size_t total = total_width(columns);
  if (total <= width) return;
  Laid& first = columns.front();
  const std::size_t excess = total - width;
  const std::size_t room = first.text_width > excess ? first.text_width - excess : 1;
  for (std::string& text : first.texts) text = shortened(text, room);
  for (std::string& line : first.title) line = shortened(line, room);
  first.text_width = room;
}

void end_line(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

std::string header(const std::vector<Laid>& columns) {
  std::size_t lines = 0;
  for (const Laid& c : columns) lines = std::max(lines, c.title.size());
  std::string out;
  for (std::size_t i = 0; i < lines; ++i) {
    std::string line;
    for (const Laid& c : columns) {
      if (&c != &columns.front()) line += kGap;
      const std::size_t missing = lines - c.title.size();  // titles stand on the rule
      line += padded(i < missing ? "" : c.title[i - missing], c.text_width, c.align);
      if (c.has_mark) line += ' ';
    }
    end_line(line);
    out += line;
  }
  return out;
}

std::string row_line(const std::vector<Laid>& columns, std::size_t row, bool colour) {
  std::string line;
  for (const Laid& c : columns) {
    if (&c != &columns.front()) line += kGap;
    const bool best = c.best[row];
    const std::string text = c.texts[row] + (best ? "*" : c.has_mark ? " " : "");
    const std::string cell = padded(text, c.width(), c.align);
    if (!best || !colour) {
      line += cell;
      continue;
    }
    // Blanks stay outside of the colour, so that those at the end can go.
    const std::size_t from = cell.find_first_not_of(' ');
    const std::size_t to = cell.find_last_not_of(' ') + 1;
    line.append(cell, 0, from).append(kBestOn).append(cell, from, to - from).append(kBestOff);
    line.append(cell, to);
  }
  end_line(line);
  return line;
}

}  // namespace

std::string render(std::span<const Column> columns, const TableStyle& style) {
  if (columns.empty()) return {};
  std::vector<Laid> laid;
  for (const Column& c : columns) {
    RAGP_CHECK(c.cells.size() == columns.front().cells.size());
    laid.push_back(lay_out(c, style));
  }
  std::vector<std::string> left_out;
  if (style.width > 0) {
    const auto width = static_cast<std::size_t>(style.width);
    left_out = drop_columns(laid, width);
    shorten_first(laid, width);
  }
  std::string out = header(laid);
  out.append(total_width(laid), '-').append("\n");
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    out += row_line(laid, row, style.colour);
  }
  if (left_out.empty()) return out;
  std::string names;
  for (const std::string& name : left_out) names.append(names.empty() ? "" : ", ").append(name);
  return out + wrap("Too wide to show: " + names + " (see --format json).", style);
}

}  // namespace ragp::report
