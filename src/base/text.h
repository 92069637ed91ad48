// Text helpers that every layer may use: exact number parsing and "did you mean".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace ragp {

// The whole of text as a number, or nothing: no blanks, no sign '+', no rest, no overflow. For
// floating point this accepts "nan" and "inf": the caller says whether they make sense.
template <class T>
[[nodiscard]] std::optional<T> parse_number(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest != end || text.empty()) return std::nullopt;
  return value;
}

// The pieces between separators, in order; "" has one piece, the empty one.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string_view trim(std::string_view text);

// The candidate closest to name by edit distance, if it is close enough to be a likely typo.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view name,
                                                      std::span<const std::string_view> candidates);
// " (did you mean 'x'?)", or " (known: a, b, c)" where nothing is close.
[[nodiscard]] std::string hint(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace ragp
