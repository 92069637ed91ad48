// builtin: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/builtin.h"

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "codec/file.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

constexpr std::uint64_t kMaxScenarioBytes = std::uint64_t{16} << 20U;

// Whether the user meant a name rather than a path to a file.
bool is_unknown_name(const std::string& text) {
  std::error_code ignored;  // what cannot be looked at is reported by the one who reads it
  return text.find('/') == std::string::npos && !std::filesystem::exists(text, ignored);
}

std::string builtin_names() {
  std::string names;
  for (const EmbeddedFile& f : builtin_scenarios()) {
    names.append(names.empty() ? "" : ", ").append(f.name);
  }
  return names;
}

}  // namespace

const Catalogue& builtin_catalogue() {
  static const Catalogue types = [] {
    auto parsed = parse_catalogue(embedded_catalogue().text, embedded_catalogue().file);
    RAGP_CHECK(parsed.has_value());
    return std::move(*parsed);
  }();
  return types;
}

Result<Scenario> load_scenario(const std::string& name_or_path,
                               std::span<const Override> overrides) {
  if (const EmbeddedFile* f = find_file(builtin_scenarios(), name_or_path)) {
    return parse_scenario(f->text, f->file, overrides, builtin_catalogue());
  }
  if (is_unknown_name(name_or_path)) {
    return fail(Errc::kInput, "no scenario and no file is named " + quote(name_or_path) +
                                  " (built-in scenarios: " + builtin_names() + ")");
  }
  const auto text = read_file(name_or_path, kMaxScenarioBytes);
  if (!text) return std::unexpected(text.error());
  return parse_scenario(*text, name_or_path, overrides, builtin_catalogue());
}

}  // namespace ragp::codec
