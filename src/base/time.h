// Time: integer microseconds since the start of a run. There is no global clock: whoever drives
// the core (simulator or service) passes the time in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>

namespace ragp {

using Duration = std::chrono::duration<std::int64_t, std::micro>;

struct Timeline {  // a tag, not a clock: it has no now()
  using duration = Duration;
  using rep = Duration::rep;
  using period = Duration::period;
  using time_point = std::chrono::time_point<Timeline>;
};
using Time = Timeline::time_point;

// The longest span that ragp accepts: a century. Sums of a few stay far from overflow.
inline constexpr double kMaxSeconds = 100.0 * 366 * 86400;

[[nodiscard]] constexpr double to_seconds(Duration d) {
  return static_cast<double>(d.count()) * 1e-6;
}
[[nodiscard]] constexpr double to_hours(Duration d) {
  return to_seconds(d) / 3600.0;
}
// Rounded to the nearest microsecond; s must lie within +-kMaxSeconds.
[[nodiscard]] inline Duration from_seconds(double s) {
  return Duration{std::llround(s * 1e6)};
}
[[nodiscard]] inline Duration from_hours(double h) {
  return from_seconds(h * 3600.0);
}

}  // namespace ragp
