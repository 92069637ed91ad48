// file: whole files in and out of memory, plain or gzip.
//
// Reading tells gzip by its first two bytes, whatever the name. Writing is all or nothing: the
// content goes to a temporary beside the target, which takes the target's name once it is safely
// on the disk. Thread-safe as long as no two callers write one path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ragp::codec {

// The largest content that read_file returns: a guard against gzip bombs and wrong files.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{4} << 30U;

// The content of the file, decompressed where it is gzip (any number of members). kInput: missing,
// unreadable, a folder, damaged gzip, larger than max_bytes; kIo: the machine failed while reading.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            std::uint64_t max_bytes = kMaxFileBytes);

// Replaces or creates the file; gzip where the path ends in ".gz" (without a date: equal content
// makes equal files). An existing file keeps its permissions, a link its place. On failure (kIo)
// the old file is untouched and no temporary stays. What is no regular file (/dev/stdout, a pipe)
// cannot be replaced and is written straight.
[[nodiscard]] Status write_file_atomically(const std::string& path, std::string_view content);

}  // namespace ragp::codec
