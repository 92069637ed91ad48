// CSV: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Why text is not a number of the kind that was asked for, in brackets after the found text.
std::string_view flaw(std::string_view text, bool whole) {
  if (text.empty()) return "";  // quote() says it
  if (trim(text).size() != text.size()) return " (blanks around it)";
  double value = 0.0;
  const char* end = std::to_address(text.end());
  const auto [rest, code] = std::from_chars(std::to_address(text.begin()), end, value);
  if (rest != end || code == std::errc::invalid_argument) return " (not a number)";
  if (text.starts_with('-')) return " (negative)";
  if (code == std::errc::result_out_of_range) return " (too large or too small for a number)";
  if (!std::isfinite(value)) return " (not a finite number)";
  if (text.find_first_not_of("0123456789") == std::string_view::npos) return " (too large)";
  return whole ? " (not a whole number)" : "";
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// The header's names for a message: the first ones, where there are very many.
std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 30;
  std::string text;
  for (const std::string& n : names.first(std::min(names.size(), kMost))) {
    text.append(text.empty() ? "" : ", ").append(n);
  }
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

std::string missing_column(std::string_view name, std::span<const std::string> found) {
  const std::vector<std::string_view> candidates(found.begin(), found.end());
  std::string text =
      fmt::format("column '{}' is missing; found the columns {}", name, listed(found));
  if (const auto close = nearest(name, candidates)) text += hint(name, std::span(&*close, 1));
  return text;
}

}  // namespace

std::unexpected<Error> CsvCell::error(std::string_view expected) const {
  return fail(Errc::kInput, fmt::format("{}:{}: column '{}': found {}, expected {}", file, line,
                                        column, quote(text), expected));
}

Result<std::int64_t> CsvCell::integer(std::int64_t min, std::int64_t max) const {
  const auto value = parse_number<std::int64_t>(text);
  if (value && *value >= min && *value <= max) return *value;
  const bool explained = !value || (*value < 0 && min >= 0);
  return fail(
      Errc::kInput,
      fmt::format("{}:{}: column '{}': found {}{}, expected a whole number from {} to {}", file,
                  line, column, quote(text), explained ? flaw(text, true) : "", min, max));
}

Result<double> CsvCell::number(double min, double max) const {
  const auto value = parse_number<double>(text);
  if (value && *value >= min && *value <= max) return *value;
  const bool explained = !value || !std::isfinite(*value) || (*value < 0 && min >= 0);
  return fail(Errc::kInput,
              fmt::format("{}:{}: column '{}': found {}{}, expected a number from {} to {}", file,
                          line, column, quote(text), explained ? flaw(text, false) : "", min, max));
}

Result<std::string_view> CsvCell::non_empty(std::string_view what) const {
  if (text.empty()) return error(what);
  return text;
}

Result<CsvReader> CsvReader::open(std::string_view content, std::string_view file,
                                  std::span<const CsvColumn> columns) {
  if (content.starts_with(kByteOrderMark)) content.remove_prefix(kByteOrderMark.size());
  CsvReader reader(content, file);
  const std::size_t nul = content.find('\0');
  if (nul != std::string_view::npos) {
    return reader.error(1 + count_lines(content.substr(0, nul)),
                        "found a NUL byte, expected text (binary, or UTF-16?)");
  }
  if (const auto bad = find_invalid_utf8(content)) {
    return reader.error(
        1 + count_lines(content.substr(0, *bad)),
        fmt::format("found the byte {}, expected UTF-8 text", quote(content.substr(*bad, 1))));
  }
  if (const Status s = reader.find_columns(columns); !s) return std::unexpected(s.error());
  return reader;
}

Status CsvReader::find_columns(std::span<const CsvColumn> columns) {
  if (trim(rest_).empty()) {
    return fail(Errc::kInput,
                fmt::format("{}: found nothing, expected a header with the column '{}'", file_,
                            columns.empty() ? "" : columns.front().name));
  }
  if (const Status s = read_row(); !s) return s;
  width_ = fields_.size();
  std::vector<std::string> found;
  std::unordered_set<std::string_view> seen;
  for (const Field& f : fields_) {
    if (!seen.insert(f.text).second) {
      return error(f.line, fmt::format("column {} stands twice in the header", quote(f.text)));
    }
    found.push_back(f.text.empty() ? "''" : escaped(f.text));
  }
  for (const CsvColumn& c : columns) {
    const auto it = std::ranges::find(fields_, c.name, &Field::text);
    if (it == fields_.end() && c.required) return error(1, missing_column(c.name, found));
    places_.push_back(it == fields_.end() ? kAbsent
                                          : static_cast<std::size_t>(it - fields_.begin()));
    columns_.push_back(c);
  }
  return {};
}

Result<bool> CsvReader::next() {
  if (rest_.starts_with('\n') || rest_.starts_with('\r')) {
    if (rest_.find_first_not_of("\r\n") != std::string_view::npos) {
      return error(line_, "found a blank line, expected a row");
    }
    rest_ = {};
  }
  if (rest_.empty()) return false;
  if (const Status s = read_row(); !s) return std::unexpected(s.error());
  if (fields_.size() != width_) {
    return error(row_line_, fmt::format("found {} fields, expected {} as in the header",
                                        fields_.size(), width_));
  }
  return true;
}

CsvCell CsvReader::cell(std::size_t index) const {
  const std::size_t place = places_[index];
  CsvCell cell{.file = file_, .column = columns_[index].name, .line = row_line_, .text = {}};
  if (place == kAbsent || fields_.size() != width_) return cell;
  cell.present = true;
  cell.line = fields_[place].line;
  cell.text = fields_[place].text;
  return cell;
}

Status CsvReader::read_row() {
  fields_.clear();
  unquoted_.clear();
  row_line_ = line_;
  for (;;) {
    const Result<bool> more = read_field();
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
  }
}

Result<bool> CsvReader::read_field() {
  const Status s = rest_.starts_with('"') ? read_quoted() : read_plain();
  if (!s) return std::unexpected(s.error());
  if (rest_.empty()) return false;
  if (rest_.front() == ',') {
    rest_.remove_prefix(1);
    return true;
  }
  // The field readers stop only at the end, at a comma, or at a line break.
  rest_.remove_prefix(rest_.front() == '\r' ? 2 : 1);
  ++line_;
  return false;
}

Status CsvReader::read_plain() {
  const std::size_t end = std::min(rest_.find_first_of(",\r\n\""), rest_.size());
  const std::string_view stop = rest_.substr(end, 2);
  if (stop.starts_with('"')) {
    return error(line_,
                 fmt::format("found a quote inside of {}, expected it around the whole field",
                             quote(rest_.substr(0, end + 1))));
  }
  if (stop.starts_with('\r') && stop != "\r\n") {
    return error(line_, "found a carriage return alone, expected a line feed after it");
  }
  fields_.push_back({rest_.substr(0, end), line_});
  rest_.remove_prefix(end);
  return {};
}

Status CsvReader::read_quoted() {
  const std::size_t start_line = line_;
  rest_.remove_prefix(1);
  std::string* joined = nullptr;  // set once the field is not one piece of the content
  std::string_view piece;
  for (;;) {
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) {
      return error(start_line, "found a quote that is never closed, expected a second one");
    }
    piece = rest_.substr(0, end);
    line_ += count_lines(piece);
    rest_.remove_prefix(end + 1);
    if (!rest_.starts_with('"')) break;
    if (joined == nullptr) joined = &unquoted_.emplace_back();
    joined->append(piece).append(1, '"');
    rest_.remove_prefix(1);
  }
  if (!rest_.empty() && !rest_.starts_with(',') && !rest_.starts_with('\n') &&
      !rest_.starts_with("\r\n")) {
    return error(line_,
                 fmt::format("found {} after a closing quote, expected a comma or a new line",
                             quote(rest_.substr(0, 1))));
  }
  if (joined != nullptr) piece = joined->append(piece);
  fields_.push_back({piece, start_line});
  return {};
}

std::unexpected<Error> CsvReader::error(std::size_t line, std::string text) const {
  return fail(Errc::kInput, fmt::format("{}:{}: {}", file_, line, text));
}

}  // namespace ragp::codec
