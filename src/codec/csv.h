// CSV: a reader for RFC 4180 tables with a header line.
//
// Columns are found by name, in any order; those that the caller does not ask for are skipped.
// Accepts LF and CRLF, a byte-order mark, quoted fields ("" for a quote, line breaks inside), blank
// lines at the end. Everything else that RFC 4180 does not allow is an error, as is a NUL byte or
// what is not UTF-8. Messages read
//   FILE:LINE: column 'NAME': found 'X', expected Y
// Cells are views: the content must outlive the reader, and a cell is valid until the next row.
// A reader belongs to one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ragp::codec {

struct CsvColumn {
  std::string_view name;
  bool required = true;
};

// One field of one row, or of none where an optional column is not in the file.
struct CsvCell {
  std::string_view file;
  std::string_view column;
  std::size_t line = 0;  // where it starts, from 1
  bool present = false;  // false: the file lacks the column
  std::string_view text;

  [[nodiscard]] bool empty() const { return text.empty(); }
  // A whole number in min..max.
  [[nodiscard]] Result<std::int64_t> integer(std::int64_t min, std::int64_t max) const;
  // A finite number in min..max.
  [[nodiscard]] Result<double> number(double min, double max) const;
  // The text, which may not be empty; `what` is what the message expects.
  [[nodiscard]] Result<std::string_view> non_empty(std::string_view what) const;
  // "FILE:LINE: column 'NAME': found 'X', expected Y"
  [[nodiscard]] std::unexpected<Error> error(std::string_view expected) const;
};

class CsvReader {
 public:
  // A copy's cells would refer to the original.
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;
  CsvReader(CsvReader&&) = default;
  CsvReader& operator=(CsvReader&&) = default;
  ~CsvReader() = default;

  // Reads the header. An error where a required column is missing or any name stands twice.
  [[nodiscard]] static Result<CsvReader> open(std::string_view content, std::string_view file,
                                              std::span<const CsvColumn> columns);

  // Steps to the next row; false at the end. An error ends the reading.
  [[nodiscard]] Result<bool> next();
  // The line on which the row starts, from 1.
  [[nodiscard]] std::size_t line() const { return row_line_; }
  // The current row's field of columns[index] of open().
  [[nodiscard]] CsvCell cell(std::size_t index) const;

 private:
  struct Field {
    std::string_view text;
    std::size_t line;
  };
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  CsvReader(std::string_view content, std::string_view file) : rest_(content), file_(file) {}

  [[nodiscard]] Status read_row();
  [[nodiscard]] Result<bool> read_field();  // true: another one follows on the row
  [[nodiscard]] Status read_quoted();
  [[nodiscard]] Status read_plain();
  [[nodiscard]] Status find_columns(std::span<const CsvColumn> columns);
  [[nodiscard]] std::unexpected<Error> error(std::size_t line, std::string text) const;

  std::string_view rest_;  // what is not read yet
  std::string_view file_;
  std::size_t line_ = 1;  // of the start of rest_
  std::size_t row_line_ = 0;
  std::vector<CsvColumn> columns_;
  std::vector<std::size_t> places_;   // by column: which field, or kAbsent
  std::size_t width_ = 0;             // fields in the header
  std::vector<Field> fields_;         // of the current row
  std::deque<std::string> unquoted_;  // fields that had "" in them; a deque keeps the views valid
};

}  // namespace ragp::codec
