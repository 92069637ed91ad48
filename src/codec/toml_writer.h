// TomlWriter: the visitor that writes what a TomlReader reads: every key of a description, in its
// order, with numbers in their shortest exact form. Strings must be UTF-8. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/bounds.h"
#include "codec/toml_document.h"
#include "model/scenario.h"

namespace ragp::codec {

class TomlWriter {
 public:
  void key(std::string_view name, bool value);
  void key(std::string_view name, const std::string& value);
  void key(std::string_view name, std::int32_t value, const Bounds& bounds);
  void key(std::string_view name, double value, const Bounds& bounds);
  void key(std::string_view name, const Range& value, const Bounds& bounds);
  void name(std::string_view name, const std::string& value);
  void names(std::string_view name, const std::vector<std::string>& value);
  void weights(std::string_view name, const std::vector<Part>& parts);

  template <class Enum>
  void choice(std::string_view name, Enum value, std::span<const std::string_view> words) {
    key(name, std::string(words[static_cast<std::size_t>(value)]));
  }

  // In the document: a section of its own; further down: inline.
  template <class Visit>
  void table(std::string_view name, Visit visit) {
    TomlWriter below(path_.empty() ? Form::kSection : Form::kInline, join_path(path_, name));
    visit(below);
    nest(name, below);
  }

  template <class Entry>
  void entries(std::string_view name, std::vector<Entry>& all) {
    for (Entry& entry : all) {
      TomlWriter below(Form::kSection, join_path(name, entry.name));
      describe(below, entry);
      nest(entry.name, below);
    }
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

  TomlWriter() = default;

 private:
  enum class Form : std::uint8_t { kSection, kInline };
  TomlWriter(Form form, std::string path) : form_(form), path_(std::move(path)) {}

  void put(std::string_view name, std::string_view value);
  void nest(std::string_view name, TomlWriter& below);

  Form form_ = Form::kSection;
  std::string path_;
  std::string text_;
};

}  // namespace ragp::codec
