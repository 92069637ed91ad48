// Fields: reads the keys of one JSON object into variables, with messages of the form
//   FILE:LINE: key 'x': found A, expected B
//
// The first thing wrong is kept and turns the reads after it into nothing, so that a caller reads
// everything and asks once, at the end, for the status. A key that is not there leaves its variable
// alone: the default of the struct stands. Used by the trace reader only. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "codec/trace_json.h"

namespace ragp::codec {

struct Place {
  std::string_view file;
  std::size_t line = 0;  // from 1
};

// "FILE:LINE: text" as an error.
[[nodiscard]] std::unexpected<Error> fail_at(const Place& place, std::string_view text);

class Fields {
 public:
  // Checks at once that every key of the object is in `keys`, none stands twice and the first
  // `required` of `keys` are there. object, keys and what place refers to must outlive it.
  Fields(const JsonValue& object, Place place, std::span<const std::string_view> keys,
         std::size_t required, std::string prefix = {});

  // The value where the key is there and nothing went wrong so far; else nullptr.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;

  void text(std::string_view key, std::string& out);
  void name(std::string_view key, std::string& out);  // not empty
  void flag(std::string_view key, bool& out);
  void amount(std::string_view key, std::int32_t& out, std::int32_t min, std::int32_t max);
  void seed(std::string_view key, std::uint64_t& out);
  void number(std::string_view key, double& out, double max);  // 0..max
  void seconds(std::string_view key, Duration& out, Duration min = Duration::zero());
  void seconds(std::string_view key, Time& out);
  // The same for an item of the list that `key` has.
  void item_amount(std::string_view key, const JsonValue& item, std::int32_t& out,
                   std::int32_t max);
  void item_seconds(std::string_view key, const JsonValue& item, Duration& out);

  // The fields of the object that `key` has.
  [[nodiscard]] Fields nested(std::string_view key, const JsonValue& value,
                              std::span<const std::string_view> keys, std::size_t required) const;

  void error(std::string_view key, std::string_view found, std::string_view expected);
  void take(const Status& status);  // an error counts as one of this object
  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] const Place& place() const { return place_; }

 private:
  const JsonValue* object_;
  Place place_;
  std::string prefix_;
  Status status_;
};

}  // namespace ragp::codec
