// quote: text of a file that is not ours, made fit to stand in a message: escaped and shortened, so
// that a stray binary file neither floods nor garbles a terminal. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ragp::codec {

// The offset of the first byte that is not part of well-formed UTF-8, if there is one.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// Control characters and bytes that are not UTF-8 become \n, \t, \r or \xHH; what is longer than
// kMaxQuoted bytes ends in "...".
inline constexpr std::size_t kMaxQuoted = 60;
[[nodiscard]] std::string escaped(std::string_view text);
// The same in single quotes; '' (empty) says so.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace ragp::codec
