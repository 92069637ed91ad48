// Layout of tables and texts.
// SPDX-License-Identifier: Apache-2.0
#include "report/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace ragp::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<Column> sample_columns() {
  return {{.title = "name", .align = Align::kLeft, .cells = {{"a"}, {"long-name"}}},
          {.title = "first\n%", .cells = {{"1.5±0.1", true}, {"20.5±1.0"}}},
          {.title = "second", .priority = 1, .cells = {{"7"}, {"8", true}}},
          {.title = "third", .priority = 2, .cells = {{"1"}, {"2"}}}};
}

std::size_t widest(std::string_view text) {
  std::size_t width = 0;
  for (const auto line : split(text, '\n')) width = std::max(width, display_width(line));
  return width;
}

TEST(Table, AlignsAndMarks) {
  EXPECT_EQ(render(sample_columns(), {}),
            "              first\n"
            "name              %   second   third\n"
            "------------------------------------\n"
            "a           1.5±0.1*       7       1\n"
            "long-name  20.5±1.0        8*      2\n");
}

TEST(Table, DropsTheLeastImportantColumnsAndSaysSo) {
  const std::string text = render(sample_columns(), {.width = 30});
  EXPECT_EQ(text,
            "              first\n"
            "name              %   second\n"
            "-----------------------------\n"
            "a           1.5±0.1*       7\n"
            "long-name  20.5±1.0        8*\n"
            "Too wide to show: third (see\n"
            "--format json).\n");
  EXPECT_THAT(render(sample_columns(), {.width = 22}), HasSubstr("second, third"));
}

TEST(Table, WidthZeroShowsAll) {
  EXPECT_THAT(render(sample_columns(), {.width = 0}), HasSubstr("third"));
}

TEST(Table, ShortensNamesWhereNothingElseHelps) {
  const std::string text = render(sample_columns(), {.width = 16});
  EXPECT_THAT(text, HasSubstr("long~  20.5±1.0\n"));
  EXPECT_LE(widest(text), 16U);
}

TEST(Table, ColourOnlyIfAsked) {
  EXPECT_THAT(render(sample_columns(), {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render(sample_columns(), {.colour = true}),
              HasSubstr("a           \x1b[1;32m1.5±0.1*\x1b[0m       7       1\n"));
}

TEST(Table, Ascii) {
  const std::string text = render(sample_columns(), {.ascii = true});
  EXPECT_THAT(text, HasSubstr("a           1.5+-0.1*       7       1\n"));
}

TEST(TextLayout, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("1.5±0.1"), 7U);
  EXPECT_EQ(display_width("█░"), 2U);
  EXPECT_EQ(padded("±", 3, Align::kRight), "  ±");
  EXPECT_EQ(shortened("ä±öü", 3), "ä±~");
  EXPECT_EQ(shortened("äöü", 3), "äöü");
}

TEST(TextLayout, ForeignTextIsHarmless) {
  EXPECT_EQ(printable("a\x1b[31mb\n", {}), "a?[31mb?");
  EXPECT_EQ(printable("é±", {.ascii = true}), "?+-");
}

TEST(TextLayout, WrapsAtBlanksAndKeepsPercents) {
  EXPECT_EQ(wrap("it loses 1.9 % of it", {.width = 11}), "it loses\n1.9 % of it\n");
  EXPECT_EQ(wrap("abcdefghij k", {.width = 5}), "abcd~\nk\n");
  EXPECT_EQ(wrap("any length goes", {.width = 0}), "any length goes\n");
}

TEST(TableDeathTest, RaggedColumnsAbort) {
  std::vector<Column> columns = sample_columns();
  columns[1].cells.pop_back();
  EXPECT_DEATH((void)render(columns, {}), "broken invariant");
}

}  // namespace
}  // namespace ragp::report
