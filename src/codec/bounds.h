// bounds: the range that a number of a configuration must lie in, and how to say so.
// Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ragp::codec {

struct Bounds {
  double low = 0.0;
  double high = 0.0;
  bool without_low = false;   // low itself is outside
  bool without_high = false;  // high itself is outside

  [[nodiscard]] constexpr bool contains(double x) const {  // false for NaN
    return (without_low ? x > low : x >= low) && (without_high ? x < high : x <= high);
  }
  [[nodiscard]] std::string text() const;  // "from 0 to 5", "above 0, at most 5"
};

[[nodiscard]] constexpr Bounds between(double low, double high) {
  return {.low = low, .high = high};
}
[[nodiscard]] constexpr Bounds above(double low, double high) {
  return {.low = low, .high = high, .without_low = true};
}
[[nodiscard]] constexpr Bounds below(double low, double high) {
  return {.low = low, .high = high, .without_high = true};
}

// The shortest text that reads back as x: "0.1", "200000", "1e+30".
[[nodiscard]] std::string number_text(double x);

}  // namespace ragp::codec
