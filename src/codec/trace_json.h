// trace_json: one line of JSON as a small tree that keeps numbers as they were written, so that
// the trace reader is exact and can quote what it found. Used by the trace reader only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ragp::codec {

struct JsonField;

struct JsonValue {
  // kOther: no JSON value, like NaN; kept so that the reader can name the key that has it.
  enum class Kind : std::uint8_t { kOther, kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  std::string_view text;  // a string's characters without escapes; a scalar as written
  std::vector<JsonValue> items;
  std::vector<JsonField> fields;  // in the order of the line, repeated keys included

  // The first field of that name, or nullptr.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  // What a message says was found: 3, "text", a list, an object.
  [[nodiscard]] std::string found() const;
};

struct JsonField {
  std::string_view key;
  JsonValue value;
};

// Not thread-safe: one parser per thread.
class JsonLineParser {
 public:
  JsonLineParser();
  ~JsonLineParser();
  JsonLineParser(const JsonLineParser&) = delete;
  JsonLineParser& operator=(const JsonLineParser&) = delete;
  JsonLineParser(JsonLineParser&&) = delete;
  JsonLineParser& operator=(JsonLineParser&&) = delete;

  // The object that the line consists of. Its text lives until the next call. Errors say what is
  // wrong, not where the line stands.
  [[nodiscard]] Result<JsonValue> parse(std::string_view line);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ragp::codec
