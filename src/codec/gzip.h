// gzip: compression in memory (RFC 1952, through zlib). Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ragp::codec {

[[nodiscard]] bool is_gzip(std::string_view data);

// The content of all members. kInput, with a message that lacks the file's name: truncated,
// corrupt, followed by something else, more than max_bytes.
[[nodiscard]] Result<std::string> gunzip(std::string_view data, std::uint64_t max_bytes);

// One member without date or name. kIo: zlib is out of memory.
[[nodiscard]] Result<std::string> gzip(std::string_view content);

}  // namespace ragp::codec
