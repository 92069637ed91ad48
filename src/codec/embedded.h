// embedded: the files of scenarios/ as they were when ragp was built (cmake/embed.cmake).
// Thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace ragp::codec {

struct EmbeddedFile {
  std::string_view name;  // the file's stem up to the first '_', in capitals: "C"
  std::string_view file;  // "c_storage_stress.toml"
  std::string_view text;
};

// Every file, by its file name; the definition is generated.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

// "A", "B", ...: every file but the catalogue.
[[nodiscard]] std::span<const EmbeddedFile> builtin_scenarios();
[[nodiscard]] const EmbeddedFile& embedded_catalogue();

// The file of that short name, in capitals or not; null if there is none.
[[nodiscard]] const EmbeddedFile* find_file(std::span<const EmbeddedFile> files,
                                            std::string_view name);

}  // namespace ragp::codec
