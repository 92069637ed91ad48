// Bars are rounded at both ends on one scale, so that equal sums have equal lengths.
// SPDX-License-Identifier: Apache-2.0
#include "report/chart.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "report/columns.h"

namespace ragp::report {
namespace {

constexpr std::size_t kGap = 2;

struct Glyphs {
  std::string_view first;
  std::string_view second;
};

Glyphs glyphs(const TableStyle& style) {
  return style.ascii ? Glyphs{"#", "."} : Glyphs{"█", "░"};
}

std::string repeated(std::string_view glyph, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += glyph;
  return out;
}

struct Geometry {
  std::size_t label = 0;
  std::size_t value = 0;
  std::size_t bar = 0;
  double scale = 0.0;  // characters per unit
};

std::string value_text(const Chart& chart, const Bar& bar) {
  return fixed(bar.first + bar.second, chart.decimals) + " " + chart.unit;
}

Geometry measure(const Chart& chart, const TableStyle& style) {
  constexpr std::size_t kUnlimited = 80;
  Geometry g;
  const std::size_t width = style.width > 0 ? static_cast<std::size_t>(style.width) : kUnlimited;
  double longest = 0.0;
  for (const Bar& bar : chart.bars) {
    RAGP_CHECK(std::isfinite(bar.first) && std::isfinite(bar.second));
    RAGP_CHECK(bar.first >= 0.0 && bar.second >= 0.0);
    g.label = std::max(g.label, display_width(printable(bar.label, style)));
    g.value = std::max(g.value, display_width(value_text(chart, bar)));
    longest = std::max(longest, bar.first + bar.second);
  }
  g.label = std::min(g.label, std::max<std::size_t>(1, width / 2));
  const std::size_t taken = g.label + kGap + 1 + g.value;
  g.bar = width > taken ? width - taken : 1;
  g.scale = longest > 0.0 ? static_cast<double>(g.bar) / longest : 0.0;
  return g;
}

std::string bar_line(const Chart& chart, const Bar& bar, const Geometry& g,
                     const TableStyle& style) {
  const auto cells = [&](double value) {
    return std::min(g.bar, static_cast<std::size_t>(std::llround(value * g.scale)));
  };
  const std::size_t first = cells(bar.first);
  const std::size_t both = cells(bar.first + bar.second);
  const Glyphs glyph = glyphs(style);
  std::string line =
      padded(shortened(printable(bar.label, style), g.label), g.label + kGap, Align::kLeft);
  line += repeated(glyph.first, first) + repeated(glyph.second, both - first);
  if (both > 0) line += ' ';
  return line + value_text(chart, bar) + "\n";
}

}  // namespace

std::string render(const Chart& chart, const TableStyle& style) {
  const Glyphs glyph = glyphs(style);
  std::string out = wrap(chart.title + ": " + std::string(glyph.first) + " " + chart.first_name +
                             ", " + std::string(glyph.second) + " " + chart.second_name,
                         style);
  const Geometry g = measure(chart, style);
  for (const Bar& bar : chart.bars) out += bar_line(chart, bar, g, style);
  return out;
}

}  // namespace ragp::report
