// bounds: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/bounds.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ragp::codec {

std::string Bounds::text() const {
  const std::string from = number_text(low);
  const std::string to = number_text(high);
  if (without_low) return "above " + from + (without_high ? ", below " : ", at most ") + to;
  return "from " + from + (without_high ? " to below " : " to ") + to;
}

std::string number_text(double x) {
  std::array<char, 32> buffer{};  // the longest shortest double has 24 characters
  const double size = std::abs(x);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e15);
  const auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, form).ptr;
  return {buffer.data(), end};
}

}  // namespace ragp::codec
