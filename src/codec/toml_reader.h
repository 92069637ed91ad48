// TomlReader: the visitor that fills values from one table of a configuration.
//
// A description (codec/scenario_keys.h) names each key once, with its place and its bounds;
// visited by a TomlReader it reads, visited by a TomlWriter it writes. Keys that are absent leave
// their value alone; keys that the description did not name are refused. The first error stays in
// the status that all readers of a document share, and stops further reading:
//   FILE:LINE:COL: key 'a.b': found X, expected Y
// Not thread-safe; the document must outlive it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "codec/bounds.h"
#include "codec/toml_document.h"
#include "model/scenario.h"

namespace ragp::codec {

class TomlReader {
 public:
  // path: of this table, dotted; "" for the document.
  TomlReader(const toml::table& table, std::string path, Status& status)
      : table_(table), path_(std::move(path)), status_(status) {}

  void key(std::string_view name, bool& out);
  void key(std::string_view name, std::string& out);
  void key(std::string_view name, std::int32_t& out, const Bounds& bounds);
  void key(std::string_view name, double& out, const Bounds& bounds);
  void key(std::string_view name, Range& out, const Bounds& bounds);  // [low, high]
  // What other texts refer to: letters, digits, '-' and '_' only; may be empty.
  void name(std::string_view name, std::string& out);
  void names(std::string_view name, std::vector<std::string>& out);
  // A table of weights, replaced as a whole, in the order of the names.
  void weights(std::string_view name, std::vector<Part>& out);

  template <class Enum>
  void choice(std::string_view name, Enum& out, std::span<const std::string_view> words) {
    if (const auto i = choose(name, words)) out = static_cast<Enum>(*i);
  }

  template <class Visit>
  void table(std::string_view name, Visit visit) {
    if (auto below = enter(name)) {
      visit(*below);
      below->refuse_unknown();
    }
  }

  // A table of named tables: each changes the entry of its name, or adds one.
  template <class Entry>
  void entries(std::string_view name, std::vector<Entry>& out) {
    auto group = enter(name);
    if (!group) return;
    for (const std::string& entry : group->entry_names()) {
      group->table(entry, [&](TomlReader& reader) { describe(reader, entry_of(out, entry)); });
    }
  }

  void refuse_unknown();

 private:
  template <class Entry>
  static Entry& entry_of(std::vector<Entry>& all, const std::string& name) {
    const auto it = std::ranges::find(all, name, &Entry::name);
    if (it != all.end()) return *it;
    Entry& added = all.emplace_back();
    added.name = name;
    return added;
  }

  // The value at `name` unless it is absent or there was an error already.
  const toml::node* find(std::string_view name);
  std::optional<TomlReader> enter(std::string_view name);
  std::vector<std::string> entry_names();
  std::optional<double> number(std::string_view name, const toml::node& node, const Bounds& bounds);
  std::optional<std::size_t> choose(std::string_view name, std::span<const std::string_view> words);
  std::string text_of(std::string_view name, const toml::node& node);
  void check_name(std::string_view name, const toml::node& node, std::string_view text);
  void refuse(std::string_view name, const toml::node& node, std::string_view expected);

  const toml::table& table_;
  std::string path_;
  Status& status_;
  std::vector<std::string_view> known_;
};

}  // namespace ragp::codec
