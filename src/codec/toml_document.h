// toml_document: TOML texts laid over each other to one table, in which every value still knows the
// text, line and column that it came from.
//
// toml++ itself is heavy; only .cpp files include it. Its exceptions end here. Thread-safe as far
// as each table is used by one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toml {
inline namespace v3 {
class node;   // NOLINT(readability-identifier-naming): theirs
class table;  // NOLINT(readability-identifier-naming): theirs
}  // namespace v3
}  // namespace toml

namespace ragp::codec {

struct TomlDeleter {
  void operator()(toml::table* table) const;
};
using TomlTable = std::unique_ptr<toml::table, TomlDeleter>;

// A source that starts so is a command line's "--set KEY=VALUE": it has no lines.
inline constexpr std::string_view kOverridePrefix = "--set ";

// `source` names the text in messages: "FILE:LINE:COL: ...", or "--set KEY=VALUE: ...". kInput: not
// valid TOML, or nested so deeply that freeing it would exhaust the stack.
[[nodiscard]] Result<TomlTable> parse_toml(std::string_view text, std::string_view source);

// Moves the keys of `over` into `under`. Where both have a table the two are merged, except at the
// dotted paths in `replaced`; everything else is replaced.
void lay_over(toml::table& under, toml::table& over, std::span<const std::string_view> replaced);

[[nodiscard]] bool is_override(const toml::node& node);
// "FILE:LINE:COL" or "--set KEY=VALUE".
[[nodiscard]] std::string location_of(const toml::node& node);
// What a value is, for messages: "the string 'x'", "3.5", "an array".
[[nodiscard]] std::string describe_value(const toml::node& node);
// The node at a dotted path; null where there is none.
[[nodiscard]] const toml::node* find_node(const toml::table& root, std::string_view path);
// "a.b" from "a" and "b"; "b" from "" and "b".
[[nodiscard]] std::string join_path(std::string_view path, std::string_view key);

}  // namespace ragp::codec
