// Fields: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/trace_fields.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "codec/quote.h"
#include "codec/seconds.h"

namespace ragp::codec {
namespace {

using Kind = JsonValue::Kind;

// What is wrong with the object's keys themselves, or "".
std::string wrong_keys(const JsonValue& object, std::span<const std::string_view> keys,
                       std::size_t required, const std::string& prefix) {
  for (auto it = object.fields.begin(); it != object.fields.end(); ++it) {
    if (std::ranges::find(keys, it->key) == keys.end()) {
      return fmt::format("key '{}{}' is unknown{}", prefix, escaped(it->key), hint(it->key, keys));
    }
    if (std::find_if(object.fields.begin(), it,
                     [&](const JsonField& f) { return f.key == it->key; }) != it) {
      return fmt::format("key '{}{}' stands twice", prefix, it->key);
    }
  }
  for (const std::string_view key : keys.first(required)) {
    if (object.find(key) == nullptr) return fmt::format("key '{}{}' is missing", prefix, key);
  }
  return {};
}

template <class T>
std::optional<T> whole_number(const JsonValue& value) {
  return value.kind == Kind::kNumber ? parse_number<T>(value.text) : std::nullopt;
}

std::string seconds_from(Duration min) {
  std::string text = "seconds from ";
  append_seconds(text, min);
  return text.append(" to ").append(std::to_string(std::llround(kMaxSeconds)));
}

}  // namespace

std::unexpected<Error> fail_at(const Place& place, std::string_view text) {
  return fail(Errc::kInput, fmt::format("{}:{}: {}", place.file, place.line, text));
}

Fields::Fields(const JsonValue& object, Place place, std::span<const std::string_view> keys,
               std::size_t required, std::string prefix)
    : object_(&object), place_(place), prefix_(std::move(prefix)) {
  const std::string wrong = wrong_keys(object, keys, required, prefix_);
  if (!wrong.empty()) status_ = fail_at(place_, wrong);
}

const JsonValue* Fields::find(std::string_view key) const {
  return status_ ? object_->find(key) : nullptr;
}

void Fields::text(std::string_view key, std::string& out) {
  const JsonValue* v = find(key);
  if (v == nullptr) return;
  if (v->kind != Kind::kString) return error(key, v->found(), "text in quotes");
  out = v->text;
}

void Fields::name(std::string_view key, std::string& out) {
  text(key, out);
  if (status_ && out.empty()) error(key, "\"\"", "a name");
}

void Fields::flag(std::string_view key, bool& out) {
  const JsonValue* v = find(key);
  if (v == nullptr) return;
  if (v->kind != Kind::kBool) return error(key, v->found(), "true or false");
  out = v->text == "true";
}

void Fields::amount(std::string_view key, std::int32_t& out, std::int32_t min, std::int32_t max) {
  const JsonValue* v = find(key);
  if (v == nullptr) return;
  const auto value = whole_number<std::int32_t>(*v);
  if (!value || *value < min || *value > max) {
    return error(key, v->found(), fmt::format("a whole number from {} to {}", min, max));
  }
  out = *value;
}

void Fields::item_amount(std::string_view key, const JsonValue& item, std::int32_t& out,
                         std::int32_t max) {
  const auto value = whole_number<std::int32_t>(item);
  if (!value || *value < 0 || *value > max) {
    return error(key, item.found(), fmt::format("a whole number from 0 to {}", max));
  }
  out = *value;
}

void Fields::seed(std::string_view key, std::uint64_t& out) {
  const JsonValue* v = find(key);
  if (v == nullptr) return;
  const auto value = whole_number<std::uint64_t>(*v);
  if (!value) return error(key, v->found(), "a whole number from 0 to 2^64 - 1");
  out = *value;
}

void Fields::number(std::string_view key, double& out, double max) {
  const JsonValue* v = find(key);
  if (v == nullptr) return;
  const auto value = v->kind == Kind::kNumber ? parse_number<double>(v->text) : std::nullopt;
  if (!value || !(*value >= 0.0 && *value <= max)) {
    return error(key, v->found(), fmt::format("a number from 0 to {}", max));
  }
  out = *value;
}

void Fields::seconds(std::string_view key, Duration& out, Duration min) {
  const JsonValue* v = find(key);
  if (v == nullptr) return;
  const auto value = v->kind == Kind::kNumber ? parse_seconds(v->text) : std::nullopt;
  if (!value || *value < min) return error(key, v->found(), seconds_from(min));
  out = *value;
}

void Fields::seconds(std::string_view key, Time& out) {
  Duration since_start = out.time_since_epoch();
  seconds(key, since_start);
  out = Time{since_start};
}

void Fields::item_seconds(std::string_view key, const JsonValue& item, Duration& out) {
  const auto value = item.kind == Kind::kNumber ? parse_seconds(item.text) : std::nullopt;
  if (!value) return error(key, item.found(), seconds_from(Duration::zero()));
  out = *value;
}

Fields Fields::nested(std::string_view key, const JsonValue& value,
                      std::span<const std::string_view> keys, std::size_t required) const {
  Fields inner(value, place_, keys, required, fmt::format("{}{}.", prefix_, key));
  if (value.kind != Kind::kObject) {
    inner.status_ = {};
    inner.prefix_ = prefix_;
    inner.error(key, value.found(), "an object {...}");
  }
  return inner;
}

void Fields::error(std::string_view key, std::string_view found, std::string_view expected) {
  if (!status_) return;
  status_ = fail_at(
      place_, fmt::format("key '{}{}': found {}, expected {}", prefix_, key, found, expected));
}

void Fields::take(const Status& status) {
  if (status_) status_ = status;
}

}  // namespace ragp::codec
