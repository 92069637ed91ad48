// scenario_layers: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/scenario_layers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "base/text.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

constexpr std::string_view kBaseKey = "base";
// A mix is one choice: half of one and half of another would be neither.
constexpr std::array<std::string_view, 2> kMixes{"cluster.mix", "workload.mix"};
// What identifies a scenario is not inherited.
constexpr std::array<std::string_view, 3> kOwn{"name", "title", "about"};

// The scenario that `table` is based on; null where it has no base.
Result<const EmbeddedFile*> base_of(toml::table& table, std::span<const EmbeddedFile> library) {
  const toml::node* node = table.get(kBaseKey);
  if (node == nullptr) return nullptr;
  const auto* name = node->as_string();
  if (name == nullptr) {
    return fail(Errc::kInput, location_of(*node) + ": key 'base': found " + describe_value(*node) +
                                  ", expected the name of a built-in scenario");
  }
  if (const EmbeddedFile* found = find_file(library, name->get())) {
    table.erase(kBaseKey);
    return found;
  }
  std::vector<std::string_view> names;
  for (const EmbeddedFile& f : library) names.push_back(f.name);
  return fail(Errc::kInput, location_of(*node) + ": key 'base': no built-in scenario " +
                                quote(name->get()) + hint(name->get(), names));
}

// The scenario with everything that it inherits.
Result<TomlTable> with_bases(TomlTable top, std::string_view file_name,
                             std::span<const EmbeddedFile> library) {
  std::vector<TomlTable> layers;
  std::vector<const EmbeddedFile*> seen;
  layers.push_back(std::move(top));
  for (;;) {
    const auto base = base_of(*layers.back(), library);
    if (!base) return std::unexpected(base.error());
    if (*base == nullptr) break;
    if (std::ranges::find(seen, *base) != seen.end()) {
      return fail(Errc::kInput, std::string(file_name) + ": key 'base': scenario '" +
                                    std::string((*base)->name) + "' is based on itself");
    }
    seen.push_back(*base);
    auto below = parse_toml((*base)->text, (*base)->file);
    if (!below) return std::unexpected(below.error());
    for (const std::string_view key : kOwn) (*below)->erase(key);
    layers.push_back(std::move(*below));
  }
  TomlTable merged = std::move(layers.back());
  layers.pop_back();
  for (; !layers.empty(); layers.pop_back()) lay_over(*merged, *layers.back(), kMixes);
  return merged;
}

constexpr std::string_view kKeyCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

bool is_dotted_key(std::string_view key) {
  const auto pieces = split(key, '.');
  return key.find_first_not_of(kKeyCharacters) == std::string_view::npos &&
         std::ranges::none_of(pieces, [](std::string_view p) { return p.empty(); });
}

bool is_bare(std::string_view value) {
  return !trim(value).empty() && value.find_first_of("\"'[]{}=,#\\") == std::string_view::npos;
}

// The override as a document of its own: one nested key.
Result<TomlTable> parse_layer(const Override& change) {
  const std::string source =
      std::string(kOverridePrefix) + escaped(change.key) + "=" + escaped(change.value);
  if (!is_dotted_key(change.key)) {
    return fail(Errc::kInput, source + ": expected KEY to be names with dots between them");
  }
  if (change.key == kBaseKey) {
    return fail(Errc::kInput, source + ": 'base' can only be given in a file");
  }
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (std::ranges::any_of(change.value, is_control)) {
    return fail(Errc::kInput, source + ": expected VALUE on one line");
  }
  auto layer = parse_toml(change.key + " = " + change.value, source);
  if (layer || !is_bare(change.value)) return layer;
  return parse_toml(change.key + " = \"" + std::string(trim(change.value)) + "\"", source);
}

Status apply(const Override& change, toml::table& document) {
  auto layer = parse_layer(change);
  if (!layer) return std::unexpected(layer.error());
  // A path into a mix changes one weight; the mix itself is replaced.
  const bool whole_mix = std::ranges::find(kMixes, change.key) != kMixes.end();
  lay_over(document, **layer, std::span(kMixes).first(whole_mix ? kMixes.size() : 0));
  return {};
}

}  // namespace

Result<Override> parse_override(std::string_view key_and_value) {
  const std::size_t at = key_and_value.find('=');
  if (at == std::string_view::npos) {
    return fail(Errc::kInput,
                std::string(kOverridePrefix) + escaped(key_and_value) + ": expected KEY=VALUE");
  }
  return Override{.key = std::string(trim(key_and_value.substr(0, at))),
                  .value = std::string(trim(key_and_value.substr(at + 1)))};
}

Result<TomlTable> layer_scenario(std::string_view text, std::string_view file_name,
                                 std::span<const Override> overrides,
                                 std::span<const EmbeddedFile> library) {
  auto top = parse_toml(text, file_name);
  if (!top) return top;
  auto merged = with_bases(std::move(*top), file_name, library);
  if (!merged) return merged;
  for (const Override& change : overrides) {
    if (const Status done = apply(change, **merged); !done) return std::unexpected(done.error());
  }
  return merged;
}

}  // namespace ragp::codec
