// Table cells: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/table_cells.h"

#include <fmt/format.h>

#include "base/time.h"
#include "model/dims.h"
#include "model/node_state.h"

namespace ragp::codec {
namespace {

Status read_time(const CsvCell& cell, std::optional<double>& out) {
  if (cell.empty()) return {};
  const Result<double> seconds = cell.number(0.0, kMaxSeconds);
  if (!seconds) return std::unexpected(seconds.error());
  out = *seconds;
  return {};
}

}  // namespace

Result<std::string> UniqueNames::take(const CsvCell& cell) {
  const Result<std::string_view> name = cell.non_empty("a name");
  if (!name) return std::unexpected(name.error());
  const auto [it, is_new] = lines_.try_emplace(std::string(*name), cell.line);
  if (is_new) return it->first;
  return cell.error(fmt::format("a name of its own (line {} has this one)", it->second));
}

Result<std::int32_t> amount(const CsvCell& cell, std::int64_t most) {
  const Result<std::int64_t> value = cell.integer(0, most);
  if (!value) return std::unexpected(value.error());
  return static_cast<std::int32_t>(*value);
}

Result<RowTimes> read_times(const TimeCells& cells) {
  RowTimes times;
  Status s = read_time(cells.creation, times.creation_s);
  if (s) s = read_time(cells.deletion, times.deletion_s);
  if (s) s = read_time(cells.scheduled, times.scheduled_s);
  if (!s) return std::unexpected(s.error());
  if (times.creation_s && times.deletion_s && *times.deletion_s < *times.creation_s) {
    return cells.deletion.error(fmt::format("at least the creation_time, {}", *times.creation_s));
  }
  return times;
}

Result<std::int32_t> gpu_count(const CsvCell& cell, std::int32_t most) {
  Result<std::int32_t> gpus = amount(cell, kMaxDevices);
  if (!gpus || *gpus <= most) return gpus;
  return cell.error(fmt::format("at most {}, the GPUs of the largest node", most));
}

Status read_rows(const Table& table, std::string_view what,
                 const std::function<Status(const CsvReader&)>& row) {
  Result<CsvReader> csv = CsvReader::open(table.content, table.file, table.columns);
  if (!csv) return std::unexpected(std::move(csv.error()));
  bool any = false;
  for (;;) {
    const Result<bool> more = csv->next();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    if (Status s = row(*csv); !s) return s;
    any = true;
  }
  if (any) return {};
  return fail(Errc::kInput, fmt::format("{}: found a header without {}, expected at least one row",
                                        table.file, what));
}

}  // namespace ragp::codec
