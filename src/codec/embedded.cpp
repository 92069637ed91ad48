// embedded: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/embedded.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace ragp::codec {
namespace {

constexpr std::string_view kCatalogue = "catalogue.toml";

std::vector<EmbeddedFile> all_but_catalogue() {
  std::vector<EmbeddedFile> scenarios;
  for (const EmbeddedFile& f : embedded_files()) {
    if (f.file != kCatalogue) scenarios.push_back(f);
  }
  return scenarios;
}

char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::span<const EmbeddedFile> builtin_scenarios() {
  static const std::vector<EmbeddedFile> scenarios = all_but_catalogue();
  return scenarios;
}

const EmbeddedFile& embedded_catalogue() {
  const auto files = embedded_files();
  const auto it = std::ranges::find(files, kCatalogue, &EmbeddedFile::file);
  RAGP_CHECK(it != files.end());
  return *it;
}

const EmbeddedFile* find_file(std::span<const EmbeddedFile> files, std::string_view name) {
  for (const EmbeddedFile& f : files) {
    if (std::ranges::equal(f.name, name, {}, to_upper, to_upper)) return &f;
  }
  return nullptr;
}

}  // namespace ragp::codec
