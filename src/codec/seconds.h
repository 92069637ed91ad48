// seconds: spans of time as decimal seconds, without loss: a microsecond is the sixth decimal.
// Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace ragp::codec {

// "12", "0.25", "3600.000001": as many decimals as it takes. span must not be negative.
void append_seconds(std::string& out, Duration span);

// The span that a decimal number says, to the nearest microsecond; nothing where it is no number,
// negative, or beyond kMaxSeconds. Up to six decimals are read exactly.
[[nodiscard]] std::optional<Duration> parse_seconds(std::string_view text);

}  // namespace ragp::codec
