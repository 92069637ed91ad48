// What the node and task tables have in common: rows, names, amounts, times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "codec/csv.h"

namespace ragp::codec {

// Names that have to differ, with the line of each.
class UniqueNames {
 public:
  // The cell's text; an error where it is empty or was taken before.
  [[nodiscard]] Result<std::string> take(const CsvCell& cell);

 private:
  std::unordered_map<std::string, std::size_t> lines_;
};

// A whole number in 0..most.
[[nodiscard]] Result<std::int32_t> amount(const CsvCell& cell, std::int64_t most);

// Seconds since the start of the trace; nothing where the file has none.
struct RowTimes {
  std::optional<double> creation_s;
  std::optional<double> deletion_s;  // not before creation_s
  std::optional<double> scheduled_s;
};
struct TimeCells {
  CsvCell creation;
  CsvCell deletion;
  CsvCell scheduled;
};
[[nodiscard]] Result<RowTimes> read_times(const TimeCells& cells);

// A number of GPUs that a node has: at most `most`.
[[nodiscard]] Result<std::int32_t> gpu_count(const CsvCell& cell, std::int32_t most);

// Calls row() on each row until one is an error. A table without rows is an error that names what
// is missing ("tasks").
struct Table {
  std::string_view content;
  std::string_view file;
  std::span<const CsvColumn> columns;
};
[[nodiscard]] Status read_rows(const Table& table, std::string_view what,
                               const std::function<Status(const CsvReader&)>& row);

template <class T>
[[nodiscard]] Status append(std::vector<T>& out, Result<T> value) {
  if (!value) return std::unexpected(std::move(value.error()));
  out.push_back(std::move(*value));
  return {};
}

}  // namespace ragp::codec
