// toml_document: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/toml_document.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <toml++/toml.h>

#include "base/text.h"
#include "codec/bounds.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

// A dotted key nests one table per dot, and toml++ frees nested tables by recursion.
constexpr std::ptrdiff_t kMaxDots = 16'000;

std::string location(const toml::source_region& region) {
  std::string text = region.path ? *region.path : std::string();
  if (text.starts_with(kOverridePrefix)) return text;
  return text + ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column);
}

void lay_over_at(toml::table& under, toml::table& over, const std::string& path,
                 std::span<const std::string_view> replaced) {
  for (auto&& [key, value] : over) {
    const std::string here = join_path(path, key.str());
    toml::table* below = under[key.str()].as_table();
    toml::table* above = value.as_table();
    const bool merge = std::ranges::find(replaced, here) == replaced.end();
    if (below != nullptr && above != nullptr && merge) {
      lay_over_at(*below, *above, here, replaced);
      continue;
    }
    const toml::key name = key;
    under.erase(name.str());  // an assignment would keep the old key with its old place
    value.visit([&](auto& concrete) { under.insert(name, std::move(concrete)); });
  }
}

}  // namespace

void TomlDeleter::operator()(toml::table* table) const {
  delete table;
}

Result<TomlTable> parse_toml(std::string_view text, std::string_view source) {
  if (std::ranges::count(text, '.') > kMaxDots) {
    return fail(Errc::kInput, std::string(source) + ": more than " + std::to_string(kMaxDots) +
                                  " dots; that is not one of our files");
  }
  try {
    return TomlTable(new toml::table(toml::parse(text, source)));
  } catch (const toml::parse_error& e) {
    return fail(Errc::kInput,
                location(e.source()) + ": not valid TOML: " + std::string(e.description()));
  }
}

void lay_over(toml::table& under, toml::table& over, std::span<const std::string_view> replaced) {
  lay_over_at(under, over, {}, replaced);
}

bool is_override(const toml::node& node) {
  return node.source().path && node.source().path->starts_with(kOverridePrefix);
}

std::string location_of(const toml::node& node) {
  return location(node.source());
}

std::string describe_value(const toml::node& node) {
  if (const auto* s = node.as_string()) return "the string " + quote(s->get());
  if (const auto* i = node.as_integer()) return std::to_string(i->get());
  if (const auto* f = node.as_floating_point()) return number_text(f->get());
  if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
  if (node.is_array()) return "an array";
  if (node.is_table()) return "a table";
  return "a date or time";
}

const toml::node* find_node(const toml::table& root, std::string_view path) {
  const toml::node* node = &root;
  for (const std::string_view key : split(path, '.')) {
    const toml::table* table = node->as_table();
    node = table == nullptr ? nullptr : table->get(key);
    if (node == nullptr) return nullptr;
  }
  return node;
}

std::string join_path(std::string_view path, std::string_view key) {
  std::string joined(path);
  return joined.append(path.empty() ? "" : ".").append(key);
}

}  // namespace ragp::codec
