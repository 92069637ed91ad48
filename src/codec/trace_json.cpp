// trace_json: see the header. simdjson's on-demand interface, because its document tree would turn
// every number into a double or fail the whole line for one that is too large.
// SPDX-License-Identifier: Apache-2.0
#include "codec/trace_json.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "base/text.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;

constexpr int kMaxDepth = 8;  // a trace needs 3

std::string_view take_digits(std::string_view& text) {
  const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

// Whether the text is a number by the grammar of RFC 8259: no "+1", "01", "1.", ".5".
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view whole = take_digits(text);
  if (whole.empty() || (whole.size() > 1 && whole.starts_with('0'))) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (take_digits(text).empty()) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (take_digits(text).empty()) return false;
  }
  return text.empty();
}

JsonValue::Kind scalar_kind(std::string_view text) {
  if (text == "null") return JsonValue::Kind::kNull;
  if (text == "true" || text == "false") return JsonValue::Kind::kBool;
  return is_number(text) ? JsonValue::Kind::kNumber : JsonValue::Kind::kOther;
}

error_code convert(ondemand::value value, JsonValue& out, int depth);

error_code convert_object(ondemand::object object, JsonValue& out, int depth) {
  out.kind = JsonValue::Kind::kObject;
  for (auto item : object) {
    ondemand::field field;
    if (const error_code e = std::move(item).get(field)) return e;
    JsonField& f = out.fields.emplace_back();
    if (const error_code e = field.unescaped_key().get(f.key)) return e;
    if (const error_code e = convert(field.value(), f.value, depth + 1)) return e;
  }
  return simdjson::SUCCESS;
}

error_code convert_array(ondemand::array array, JsonValue& out, int depth) {
  out.kind = JsonValue::Kind::kArray;
  for (auto item : array) {
    ondemand::value value;
    if (const error_code e = std::move(item).get(value)) return e;
    if (const error_code e = convert(value, out.items.emplace_back(), depth + 1)) return e;
  }
  return simdjson::SUCCESS;
}

error_code convert(ondemand::value value, JsonValue& out, int depth) {
  if (depth > kMaxDepth) return simdjson::DEPTH_ERROR;
  const std::string_view token = trim(value.raw_json_token());
  switch (token.empty() ? '\0' : token.front()) {
    case '{': {
      ondemand::object object;
      if (const error_code e = value.get_object().get(object)) return e;
      return convert_object(object, out, depth);
    }
    case '[': {
      ondemand::array array;
      if (const error_code e = value.get_array().get(array)) return e;
      return convert_array(array, out, depth);
    }
    case '"':
      out.kind = JsonValue::Kind::kString;
      return value.get_string().get(out.text);
    case '\0':
    case '}':
    case ']':
    case ',':
    case ':':
      return simdjson::TAPE_ERROR;
    default:  // the iterator steps over what nobody took
      out.kind = scalar_kind(token);
      out.text = token;
      return simdjson::SUCCESS;
  }
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto it = std::ranges::find(fields, key, &JsonField::key);
  return it == fields.end() ? nullptr : &it->value;
}

std::string JsonValue::found() const {
  switch (kind) {
    case Kind::kString:
      return "\"" + escaped(text) + "\"";
    case Kind::kArray:
      return fmt::format("a list of {}", items.size());
    case Kind::kObject:
      return "an object";
    default:
      return escaped(text);
  }
}

struct JsonLineParser::Impl {
  ondemand::parser parser;
  std::string buffer;  // the line with the padding that simdjson reads beyond the end

  // The document must have been started, or be nullptr.
  [[nodiscard]] std::unexpected<Error> invalid(error_code code, ondemand::document* document) const;
};

std::unexpected<Error> JsonLineParser::Impl::invalid(error_code code,
                                                     ondemand::document* document) const {
  std::string near;
  const char* at = nullptr;
  if (document != nullptr && document->current_location().get(at) == simdjson::SUCCESS) {
    const auto offset = static_cast<std::size_t>(at - buffer.data());
    const std::size_t end = buffer.size() - simdjson::SIMDJSON_PADDING;
    if (offset < end)
      near = " near " + quote(std::string_view(buffer).substr(offset, end - offset));
  }
  return fail(Errc::kInput,
              fmt::format("not valid JSON{}: {}", near, simdjson::error_message(code)));
}

JsonLineParser::JsonLineParser() : impl_(std::make_unique<Impl>()) {}
JsonLineParser::~JsonLineParser() = default;

Result<JsonValue> JsonLineParser::parse(std::string_view line) {
  std::string& buffer = impl_->buffer;
  buffer.assign(line).append(simdjson::SIMDJSON_PADDING, ' ');
  ondemand::document document;
  error_code code = impl_->parser.iterate(buffer.data(), line.size(), buffer.size()).get(document);
  if (code != simdjson::SUCCESS) return impl_->invalid(code, nullptr);
  ondemand::object object;
  code = document.get_object().get(object);
  if (code == simdjson::INCORRECT_TYPE) {
    return fail(Errc::kInput, fmt::format("found {}, expected a JSON object", quote(trim(line))));
  }
  JsonValue root;
  if (code == simdjson::SUCCESS) code = convert_object(object, root, 0);
  if (code != simdjson::SUCCESS) return impl_->invalid(code, &document);
  const char* rest = nullptr;
  if (document.current_location().get(rest) != simdjson::OUT_OF_BOUNDS) {
    return impl_->invalid(simdjson::TRAILING_CONTENT, &document);
  }
  return root;
}

}  // namespace ragp::codec
