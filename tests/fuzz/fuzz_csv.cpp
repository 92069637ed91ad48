// fuzz_csv: any bytes as a table. Besides not crashing, every error must name the file, and every
// cell of a row that reads must accept or explain itself.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "codec/csv.h"
#include "codec/quote.h"

namespace {

using ragp::codec::CsvCell;
using ragp::codec::CsvColumn;
using ragp::codec::CsvReader;

void check_message(const ragp::Error& error) {
  RAGP_CHECK(error.message.starts_with("f.csv:"));
  RAGP_CHECK(!ragp::codec::find_invalid_utf8(error.message));
  RAGP_CHECK(error.message.find_first_of("\n\r\x1b") == std::string::npos);
}

void check_cell(const CsvCell& cell) {
  if (const auto r = cell.integer(-5, 1000); !r) check_message(r.error());
  if (const auto r = cell.number(0.0, 1e6); !r) check_message(r.error());
  if (const auto r = cell.non_empty("text"); !r) check_message(r.error());
}

void read(std::string_view content) {
  constexpr std::array<CsvColumn, 3> kColumns{{{"a"}, {"b"}, {"c", false}}};
  auto csv = CsvReader::open(content, "f.csv", kColumns);
  if (!csv) return check_message(csv.error());
  for (;;) {
    const auto more = csv->next();
    if (!more) return check_message(more.error());
    if (!*more) return;
    for (std::size_t i = 0; i < kColumns.size(); ++i) check_cell(csv->cell(i));
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read({reinterpret_cast<const char*>(data), size});
  return 0;
}
