// data_dir: where the recorded input data is, which is too large for the repository. The
// environment variable RAGP_DATA names the folder; without it, the one beside the repository is
// taken.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace ragp::testing {

inline std::filesystem::path data_root() {
  const char* set = std::getenv("RAGP_DATA");
  return set != nullptr && *set != '\0' ? set : RAGP_SOURCE_DIR "/../shared/data";
}

// The folder `name` of the data, or nothing where it is not on this machine.
inline std::optional<std::filesystem::path> data_dir(std::string_view name) {
  std::filesystem::path dir = data_root() / name;
  std::error_code ignored;  // what cannot be seen is not there
  if (std::filesystem::is_directory(dir, ignored)) return dir;
  return std::nullopt;
}

// What a test that needs the folder says when it skips itself.
inline std::string data_missing(std::string_view name) {
  return "NOT TESTED ON REAL DATA: there is no folder " + (data_root() / name).string() +
         "; set RAGP_DATA to the folder that holds '" + std::string(name) + "'";
}

}  // namespace ragp::testing
