// TomlWriter: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/toml_writer.h"

#include <string>

namespace ragp::codec {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append(1, '\\').append(1, c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20U || byte == 0x7FU) {
      out.append("\\u00").append(1, kHex[byte >> 4U]).append(1, kHex[byte & 0xFU]);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// With a point or an exponent, so that every reader takes it for a float.
std::string float_text(double x) {
  std::string text = number_text(x);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

void TomlWriter::put(std::string_view name, std::string_view value) {
  if (form_ == Form::kInline && !text_.empty()) text_ += ", ";
  text_.append(name).append(" = ").append(value);
  if (form_ == Form::kSection) text_ += '\n';
}

void TomlWriter::nest(std::string_view name, TomlWriter& below) {
  if (below.form_ == Form::kInline) return put(name, "{ " + below.take() + " }");
  text_.append("\n[").append(below.path_).append("]\n").append(below.take());
}

void TomlWriter::key(std::string_view name, bool value) {
  put(name, value ? "true" : "false");
}

void TomlWriter::key(std::string_view name, const std::string& value) {
  put(name, quoted(value));
}

void TomlWriter::key(std::string_view name, std::int32_t value, const Bounds& /*bounds*/) {
  put(name, std::to_string(value));
}

void TomlWriter::key(std::string_view name, double value, const Bounds& /*bounds*/) {
  put(name, float_text(value));
}

void TomlWriter::key(std::string_view name, const Range& value, const Bounds& /*bounds*/) {
  put(name, "[" + float_text(value.low) + ", " + float_text(value.high) + "]");
}

void TomlWriter::name(std::string_view name, const std::string& value) {
  put(name, quoted(value));
}

void TomlWriter::names(std::string_view name, const std::vector<std::string>& value) {
  std::string list;
  for (const std::string& text : value) list.append(list.empty() ? "" : ", ").append(quoted(text));
  put(name, "[" + list + "]");
}

void TomlWriter::weights(std::string_view name, const std::vector<Part>& parts) {
  TomlWriter mix(Form::kInline, join_path(path_, name));
  for (const Part& part : parts) mix.put(part.type, float_text(part.weight));
  nest(name, mix);
}

}  // namespace ragp::codec
