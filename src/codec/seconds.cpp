// seconds: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/seconds.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"

namespace ragp::codec {
namespace {

constexpr std::int64_t kMicros = 1'000'000;
constexpr std::size_t kDecimals = 6;

bool all_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// An exponent, or more decimals than a microsecond has: what other programs write for a double.
std::optional<Duration> parse_rounded(std::string_view text) {
  const auto value = parse_number<double>(text);
  if (!value || !(*value >= 0.0 && *value <= kMaxSeconds)) return std::nullopt;
  return from_seconds(*value);
}

}  // namespace

void append_seconds(std::string& out, Duration span) {
  RAGP_CHECK(span >= Duration::zero());
  const std::int64_t whole = span.count() / kMicros;
  const std::int64_t part = span.count() % kMicros;
  fmt::format_to(std::back_inserter(out), "{}", whole);
  if (part == 0) return;
  fmt::format_to(std::back_inserter(out), ".{:06}", part);
  out.erase(out.find_last_not_of('0') + 1);
}

std::optional<Duration> parse_seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole_text = text.substr(0, point);
  const std::string_view part_text =
      point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  if (!all_digits(whole_text) || !all_digits(part_text) || part_text.size() > kDecimals) {
    return parse_rounded(text);
  }
  const auto whole = parse_number<std::int64_t>(whole_text);
  if (!whole || static_cast<double>(*whole) > kMaxSeconds) return std::nullopt;
  std::int64_t part = 0;
  for (std::size_t i = 0; i < kDecimals; ++i) {
    part = part * 10 + (i < part_text.size() ? part_text[i] - '0' : 0);
  }
  const Duration span{*whole * kMicros + part};
  if (span > from_seconds(kMaxSeconds)) return std::nullopt;
  return span;
}

}  // namespace ragp::codec
