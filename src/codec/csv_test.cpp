// Tests of csv and quote: what RFC 4180 allows, and a message for everything else.
// SPDX-License-Identifier: Apache-2.0
#include "codec/csv.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "codec/quote.h"

namespace ragp::codec {
namespace {

using Rows = std::vector<std::vector<std::string>>;
constexpr std::array<CsvColumn, 2> kAB{{{"a"}, {"b"}}};

// All rows of the columns a and b, or the message.
struct Outcome {
  Rows rows;
  std::string message;
};
Outcome read_all(std::string_view content) {
  Outcome out;
  Result<CsvReader> csv = CsvReader::open(content, "f.csv", kAB);
  if (!csv) return {{}, csv.error().message};
  for (;;) {
    const Result<bool> more = csv->next();
    if (!more) out.message = more.error().message;
    if (!more || !*more) return out;
    out.rows.push_back({std::string(csv->cell(0).text), std::string(csv->cell(1).text)});
  }
}
std::string error_of(std::string_view content) {
  return read_all(content).message;
}

TEST(Csv, ReadsRowsWithAndWithoutAFinalLineBreak) {
  const Rows rows{{"1", "2"}, {"3", ""}};
  EXPECT_EQ(read_all("a,b\n1,2\n3,\n").rows, rows);
  EXPECT_EQ(read_all("a,b\n1,2\n3,").rows, rows);
  EXPECT_EQ(read_all("a,b\r\n1,2\r\n3,\r\n").rows, rows);
  EXPECT_EQ(read_all("\xEF\xBB\xBF"
                     "a,b\n1,2\n3,\n")
                .rows,
            rows);
  EXPECT_EQ(read_all("a,b\n1,2\n3,\n\n\r\n\n").rows, rows);
  EXPECT_EQ(read_all("a,b\n").rows, Rows{});
  EXPECT_EQ(read_all("a,b").rows, Rows{});
}

TEST(Csv, FindsColumnsByNameInAnyOrder) {
  EXPECT_EQ(read_all("x,b,y,a\n1,2,3,4\n").rows, (Rows{{"4", "2"}}));
}

TEST(Csv, ReadsQuotedFields) {
  EXPECT_EQ(read_all("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n").rows, (Rows{{"x,y", "say \"hi\""}}));
  EXPECT_EQ(read_all("\"a\",\"b\"\n\"\",\"l1\nl2\"").rows, (Rows{{"", "l1\nl2"}}));
  EXPECT_EQ(read_all("a,b\n\"\"\"\",\"\"\"\"\"\"\r\n").rows, (Rows{{"\"", "\"\""}}));
}

TEST(Csv, CountsLinesThroughQuotedLineBreaks) {
  auto csv = CsvReader::open("a,b\n\"1\n2\n3\",x\n5,6\n", "f.csv", kAB).value();
  ASSERT_TRUE(csv.next().value());
  EXPECT_EQ(csv.line(), 2U);
  EXPECT_EQ(csv.cell(0).line, 2U);
  EXPECT_EQ(csv.cell(1).line, 4U);
  ASSERT_TRUE(csv.next().value());
  EXPECT_EQ(csv.cell(0).line, 5U);
}

TEST(Csv, OptionalColumnsMayBeMissing) {
  constexpr std::array<CsvColumn, 2> kColumns{{{"a"}, {"z", false}}};
  auto csv = CsvReader::open("a\n1\n", "f.csv", kColumns).value();
  ASSERT_TRUE(csv.next().value());
  EXPECT_TRUE(csv.cell(0).present);
  EXPECT_FALSE(csv.cell(1).present);
  EXPECT_TRUE(csv.cell(1).empty());
}

TEST(Csv, SurvivesBeingMoved) {
  std::vector<CsvReader> readers;
  readers.push_back(CsvReader::open("a,b\n\"x\"\"\",2\n", "f.csv", kAB).value());
  ASSERT_TRUE(readers[0].next().value());
  readers.reserve(100);
  EXPECT_EQ(readers[0].cell(0).text, "x\"");
}

TEST(Csv, NamesMissingAndRepeatedColumns) {
  EXPECT_EQ(error_of("a,c,d\n"),
            "f.csv:1: column 'b' is missing; found the columns a, c, d "
            "(did you mean 'a'?)");
  constexpr std::array<CsvColumn, 1> kGpu{{{"gpu_milli"}}};
  EXPECT_EQ(CsvReader::open("name,gpu_mili,x\n", "f.csv", kGpu).error().message,
            "f.csv:1: column 'gpu_milli' is missing; found the columns name, gpu_mili, x "
            "(did you mean 'gpu_mili'?)");
  EXPECT_EQ(CsvReader::open("one,two\n", "f.csv", kGpu).error().message,
            "f.csv:1: column 'gpu_milli' is missing; found the columns one, two");
  EXPECT_EQ(error_of("a,b,a\n1,2,3\n"), "f.csv:1: column 'a' stands twice in the header");
  EXPECT_EQ(error_of("a;b\n1;2\n"),
            "f.csv:1: column 'a' is missing; found the columns a;b "
            "(did you mean 'a;b'?)");
}

TEST(Csv, ListsOnlyTheFirstOfVeryManyColumns) {
  std::string header;
  for (int i = 0; i < 1000; ++i) header += "column" + std::to_string(i) + ",";
  const std::string text = error_of(header + "z\n");
  EXPECT_LT(text.size(), 600U);
  EXPECT_NE(text.find("column29 and 971 more"), std::string::npos) << text;
}

TEST(Csv, RejectsWhatIsNoTable) {
  EXPECT_EQ(error_of(""), "f.csv: found nothing, expected a header with the column 'a'");
  EXPECT_EQ(error_of(" \n\n"), "f.csv: found nothing, expected a header with the column 'a'");
  EXPECT_EQ(error_of("a,b\n1\n"), "f.csv:2: found 1 fields, expected 2 as in the header");
  EXPECT_EQ(error_of("a,b\n1,2\n1,2,3\n"), "f.csv:3: found 3 fields, expected 2 as in the header");
  EXPECT_EQ(error_of("a,b\n\n1,2\n"), "f.csv:2: found a blank line, expected a row");
  EXPECT_EQ(error_of("a,b\n1,\"2\n3,4\n"),
            "f.csv:2: found a quote that is never closed, expected a second one");
  EXPECT_EQ(error_of("a,b\n1,\"2\"x\n"),
            "f.csv:2: found 'x' after a closing quote, expected a comma or a new line");
  EXPECT_EQ(error_of("a,b\n1,2\"x\n"),
            "f.csv:2: found a quote inside of '2\"', expected it around the whole field");
  EXPECT_EQ(error_of("a,b\r1,2\r"),
            "f.csv:1: found a carriage return alone, expected a line feed after it");
  EXPECT_EQ(error_of(std::string_view("a,b\n1,2\n\0,4\n", 12)),
            "f.csv:3: found a NUL byte, expected text (binary, or UTF-16?)");
  EXPECT_EQ(error_of("a,b\n1,caf\xE9\n"), "f.csv:2: found the byte '\\xe9', expected UTF-8 text");
}

CsvCell cell(std::string_view text) {
  return {.file = "f.csv", .column = "n", .line = 7, .present = true, .text = text};
}
std::string integer_error(std::string_view text) {
  const auto r = cell(text).integer(0, 100);
  return r ? "(no error)" : r.error().message;
}

TEST(CsvCell, ReadsWholeNumbersInRange) {
  EXPECT_EQ(cell("0").integer(0, 100).value(), 0);
  EXPECT_EQ(cell("100").integer(0, 100).value(), 100);
  EXPECT_EQ(cell("-5").integer(-5, 5).value(), -5);
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(cell(std::to_string(kMin)).integer(kMin, kMax).value(), kMin);
  EXPECT_EQ(cell(std::to_string(kMax)).integer(kMin, kMax).value(), kMax);
}

TEST(CsvCell, SaysWhatIsWrongWithAWholeNumber) {
  const auto expected = [](const std::string& found) {
    return "f.csv:7: column 'n': found " + found + ", expected a whole number from 0 to 100";
  };
  EXPECT_EQ(integer_error(""), expected("'' (empty)"));
  EXPECT_EQ(integer_error("many"), expected("'many' (not a number)"));
  EXPECT_EQ(integer_error("1x"), expected("'1x' (not a number)"));
  EXPECT_EQ(integer_error("+1"), expected("'+1' (not a number)"));
  EXPECT_EQ(integer_error("-1"), expected("'-1' (negative)"));
  EXPECT_EQ(integer_error("-99999999999999999999"), expected("'-99999999999999999999' (negative)"));
  EXPECT_EQ(integer_error("nan"), expected("'nan' (not a finite number)"));
  EXPECT_EQ(integer_error("inf"), expected("'inf' (not a finite number)"));
  EXPECT_EQ(integer_error("1.5"), expected("'1.5' (not a whole number)"));
  EXPECT_EQ(integer_error("1e1"), expected("'1e1' (not a whole number)"));
  EXPECT_EQ(integer_error("1e999"), expected("'1e999' (too large or too small for a number)"));
  EXPECT_EQ(integer_error("99999999999999999999"), expected("'99999999999999999999' (too large)"));
  EXPECT_EQ(integer_error("101"), expected("'101'"));
  EXPECT_EQ(integer_error(" 1"), expected("' 1' (blanks around it)"));
  EXPECT_EQ(integer_error("1\n"), expected("'1\\n' (blanks around it)"));
}

TEST(CsvCell, SaysWhatIsWrongWithANumber) {
  const auto error = [](std::string_view text) {
    const auto r = cell(text).number(0.0, 10.0);
    return r ? "(no error)" : r.error().message;
  };
  const auto expected = [](const std::string& found) {
    return "f.csv:7: column 'n': found " + found + ", expected a number from 0 to 10";
  };
  EXPECT_EQ(cell("2.5").number(0.0, 10.0).value(), 2.5);
  EXPECT_EQ(error(""), expected("'' (empty)"));
  EXPECT_EQ(error("x"), expected("'x' (not a number)"));
  EXPECT_EQ(error("-0.1"), expected("'-0.1' (negative)"));
  EXPECT_EQ(error("nan"), expected("'nan' (not a finite number)"));
  EXPECT_EQ(error("1e999"), expected("'1e999' (too large or too small for a number)"));
  EXPECT_EQ(error("10.5"), expected("'10.5'"));
}

TEST(Quote, EscapesAndShortens) {
  EXPECT_EQ(quote("plain"), "'plain'");
  EXPECT_EQ(quote(""), "'' (empty)");
  EXPECT_EQ(quote("a\nb\tc\x1b[0m\x7f"), "'a\\nb\\tc\\x1b[0m\\x7f'");
  EXPECT_EQ(quote("gr\xC3\xBC\xC3\x9F"), "'gr\xC3\xBC\xC3\x9F'");
  EXPECT_EQ(quote("\xC2\x9B"
                  "31m"),
            "'\\xc2\\x9b31m'");  // a control character of eight bits
  EXPECT_EQ(quote("\xFF"), "'\\xff'");
  EXPECT_EQ(quote(std::string(200, 'x')), "'" + std::string(60, 'x') + "...'");
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "\xE2\x82\xAC";
  EXPECT_EQ(find_invalid_utf8(quote(wide)), std::nullopt);
}

TEST(Quote, FindsWhatIsNotUtf8) {
  EXPECT_EQ(find_invalid_utf8("ok \xE2\x82\xAC \xF0\x9F\x98\x80"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("ab\xC3"), 2U);            // cut
  EXPECT_EQ(find_invalid_utf8("a\xC0\x80"), 1U);         // overlong
  EXPECT_EQ(find_invalid_utf8("\xED\xA0\x80"), 0U);      // surrogate
  EXPECT_EQ(find_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
  EXPECT_EQ(find_invalid_utf8("\x80"), 0U);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + "\"";
}

// Any table of printable text, quotes and line breaks reads back as it was written.
RC_GTEST_PROP(Csv, ReadsBackAnyTable, ()) {
  const auto text =
      rc::gen::container<std::string>(rc::gen::element('x', 'y', ',', '"', '\n', '\r'));
  const auto rows =
      *rc::gen::container<Rows>(rc::gen::container<std::vector<std::string>>(2, text));
  std::string file = "a,b\n";
  for (const auto& row : rows) file += quoted(row[0]) + "," + quoted(row[1]) + "\r\n";
  const Outcome out = read_all(file);
  RC_ASSERT(out.message.empty());
  RC_ASSERT(out.rows == rows);
}

RC_GTEST_PROP(Quote, IsAlwaysPrintable, (const std::string& text)) {
  const std::string shown = quote(text);
  RC_ASSERT(!find_invalid_utf8(shown));
  RC_ASSERT(shown.size() <= kMaxQuoted + 5);
  for (const char c : shown) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20U);
}

}  // namespace
}  // namespace ragp::codec
