// TomlReader: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/toml_reader.h"

#include <utility>

#include <toml++/toml.h>

#include "base/text.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

constexpr double kMaxWeight = 1e9;

constexpr std::string_view kNameCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kNameCharacters) == std::string_view::npos;
}

}  // namespace

void TomlReader::refuse(std::string_view name, const toml::node& node, std::string_view expected) {
  if (!status_) return;
  status_ = fail(Errc::kInput, location_of(node) + ": key '" + escaped(join_path(path_, name)) +
                                   "': found " + describe_value(node) + ", expected " +
                                   std::string(expected));
}

const toml::node* TomlReader::find(std::string_view name) {
  known_.push_back(name);
  return status_ ? table_.get(name) : nullptr;
}

void TomlReader::refuse_unknown() {
  if (!status_) return;
  for (auto&& [key, value] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    // The key stands where the user mistyped it; in an override both stand in one place.
    std::string at = location_of(value);
    if (!is_override(value)) {
      at = (key.source().path ? *key.source().path : std::string()) + ":" +
           std::to_string(key.source().begin.line) + ":" +
           std::to_string(key.source().begin.column);
    }
    status_ = fail(Errc::kInput, at + ": unknown key '" + escaped(join_path(path_, key.str())) +
                                     "'" + hint(key.str(), known_));
    return;
  }
}

void TomlReader::key(std::string_view name, bool& out) {
  const toml::node* node = find(name);
  if (node == nullptr) return;
  if (const auto* value = node->as_boolean()) {
    out = value->get();
  } else {
    refuse(name, *node, "true or false");
  }
}

std::string TomlReader::text_of(std::string_view name, const toml::node& node) {
  if (const auto* value = node.as_string()) return value->get();
  refuse(name, node, "a string");
  return {};
}

void TomlReader::key(std::string_view name, std::string& out) {
  const toml::node* node = find(name);
  if (node != nullptr) out = text_of(name, *node);
}

void TomlReader::key(std::string_view name, std::int32_t& out, const Bounds& bounds) {
  const toml::node* node = find(name);
  if (node == nullptr) return;
  const auto* value = node->as_integer();
  if (value != nullptr && bounds.contains(static_cast<double>(value->get()))) {
    out = static_cast<std::int32_t>(value->get());
  } else {
    refuse(name, *node, "a whole number " + bounds.text());
  }
}

std::optional<double> TomlReader::number(std::string_view name, const toml::node& node,
                                         const Bounds& bounds) {
  const auto value = node.is_number() ? node.value<double>() : std::nullopt;
  if (value && bounds.contains(*value)) return value;
  refuse(name, node, "a number " + bounds.text());
  return std::nullopt;
}

void TomlReader::key(std::string_view name, double& out, const Bounds& bounds) {
  const toml::node* node = find(name);
  if (node == nullptr) return;
  if (const auto value = number(name, *node, bounds)) out = *value;
}

void TomlReader::key(std::string_view name, Range& out, const Bounds& bounds) {
  const toml::node* node = find(name);
  if (node == nullptr) return;
  const toml::array* pair = node->as_array();
  if (pair == nullptr || pair->size() != 2) {
    return refuse(name, *node, "two numbers, [low, high], each " + bounds.text());
  }
  const auto low = number(name, *pair->get(0), bounds);
  const auto high = number(name, *pair->get(1), bounds);
  if (!low || !high) return;
  if (*low > *high) {
    return refuse(name, *pair->get(0), "at most the high end, " + number_text(*high));
  }
  out = {.low = *low, .high = *high};
}

void TomlReader::check_name(std::string_view name, const toml::node& node, std::string_view text) {
  if (status_ && !is_name(text)) {
    refuse(name, node, "a name of letters, digits, '-' and '_'");
  }
}

void TomlReader::name(std::string_view name, std::string& out) {
  const toml::node* node = find(name);
  if (node == nullptr) return;
  std::string text = text_of(name, *node);
  if (!text.empty()) check_name(name, *node, text);
  if (status_) out = std::move(text);
}

void TomlReader::names(std::string_view name, std::vector<std::string>& out) {
  const toml::node* node = find(name);
  if (node == nullptr) return;
  const toml::array* list = node->as_array();
  if (list == nullptr) return refuse(name, *node, "a list of names");
  std::vector<std::string> texts;
  for (const toml::node& element : *list) {
    texts.push_back(text_of(name, element));
    check_name(name, element, texts.back());
  }
  if (status_) out = std::move(texts);
}

void TomlReader::weights(std::string_view name, std::vector<Part>& out) {
  auto mix = enter(name);
  if (!mix) return;
  std::vector<Part> parts;
  for (std::string& type : mix->entry_names()) {
    const auto weight = mix->number(type, *mix->table_.get(type), between(0.0, kMaxWeight));
    parts.push_back({.type = std::move(type), .weight = weight.value_or(0.0)});
  }
  if (status_) out = std::move(parts);
}

std::optional<std::size_t> TomlReader::choose(std::string_view name,
                                              std::span<const std::string_view> words) {
  const toml::node* node = find(name);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  for (std::size_t i = 0; text != nullptr && i < words.size(); ++i) {
    if (words[i] == text->get()) return i;
  }
  std::string expected;
  for (const std::string_view word : words) {
    expected.append(expected.empty() ? "'" : " or '").append(word).append("'");
  }
  refuse(name, *node, expected);
  return std::nullopt;
}

std::optional<TomlReader> TomlReader::enter(std::string_view name) {
  const toml::node* node = find(name);
  if (node == nullptr) return std::nullopt;
  if (const toml::table* below = node->as_table()) {
    return TomlReader(*below, join_path(path_, name), status_);
  }
  refuse(name, *node, "a table");
  return std::nullopt;
}

std::vector<std::string> TomlReader::entry_names() {
  std::vector<std::string> names;
  for (auto&& [key, value] : table_) {
    if (!is_name(key.str())) {
      status_ =
          fail(Errc::kInput, location_of(value) + ": key '" + escaped(join_path(path_, key.str())) +
                                 "': a name may only have letters, digits, '-' and '_'");
      return {};
    }
    names.emplace_back(key.str());
  }
  return names;
}

}  // namespace ragp::codec
