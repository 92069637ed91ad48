// Tests of text: numbers are read whole or not at all, and a typo finds its name.
// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ragp {
namespace {

using ::testing::ElementsAre;

TEST(ParseNumber, ReadsWholeNumbersUpToTheirLimits) {
  EXPECT_EQ(parse_number<int>("0"), 0);
  EXPECT_EQ(parse_number<int>("-0"), 0);
  EXPECT_EQ(parse_number<int>("007"), 7);
  EXPECT_EQ(parse_number<int>("2147483647"), 2147483647);
  EXPECT_EQ(parse_number<int>("-2147483648"), std::numeric_limits<int>::min());
  EXPECT_EQ(parse_number<int>("2147483648"), std::nullopt);
  EXPECT_EQ(parse_number<int>("-2147483649"), std::nullopt);
  EXPECT_EQ(parse_number<std::int64_t>("9223372036854775807"),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parse_number<std::uint8_t>("255"), 255);
  EXPECT_EQ(parse_number<std::uint8_t>("256"), std::nullopt);
}

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
  for (const std::string_view bad :
       {"", " ", " 1", "1 ", "1\n", "+1", "--1", "1.0", "1e3", "0x10", "1,000", "1_000", "one", "-",
        "\xE2\x88\x92"
        "1"}) {
    EXPECT_EQ(parse_number<int>(bad), std::nullopt) << "'" << bad << "'";
  }
  EXPECT_EQ(parse_number<int>(std::string_view("1\0", 2)), std::nullopt);
  EXPECT_EQ(parse_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<int>(std::string_view{}), std::nullopt);
  EXPECT_EQ(parse_number<int>(std::string_view("123456").substr(1, 3)), 234);
}

TEST(ParseNumber, ReadsFloatingPoint) {
  EXPECT_EQ(parse_number<double>("2.5"), 2.5);
  EXPECT_EQ(parse_number<double>("-.5"), -0.5);
  EXPECT_EQ(parse_number<double>("5."), 5.0);
  EXPECT_EQ(parse_number<double>("1e3"), 1000.0);
  EXPECT_EQ(parse_number<double>("0.1"), 0.1);
  EXPECT_EQ(parse_number<double>("inf"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(parse_number<double>("nan").value()));
  for (const std::string_view bad :
       {"", ".", "e3", "1e", "1e999", "+1", " 1", "1.5x", "0x1p3", "1,5"}) {
    EXPECT_EQ(parse_number<double>(bad), std::nullopt) << "'" << bad << "'";
  }
}

RC_GTEST_PROP(ParseNumber, ReadsBackEveryNumber, (std::int64_t n)) {
  RC_ASSERT(parse_number<std::int64_t>(std::to_string(n)) == n);
  const bool is_small =
      n >= std::numeric_limits<int>::min() && n <= std::numeric_limits<int>::max();
  RC_ASSERT(parse_number<int>(std::to_string(n)).has_value() == is_small);
}

TEST(Split, KeepsEmptyPieces) {
  EXPECT_THAT(split("a,b,c", ','), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split(",", ','), ElementsAre("", ""));
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("a;b", ','), ElementsAre("a;b"));
}

RC_GTEST_PROP(Split, IsUndoneByJoining, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', ',', ' '));
  std::string joined;
  for (const std::string_view piece : split(text, ',')) {
    RC_ASSERT(piece.find(',') == std::string_view::npos);
    joined.append(piece).append(",");
  }
  RC_ASSERT(joined == text + ",");
}

TEST(Trim, TakesBlanksFromBothEndsOnly) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim("ab"), "ab");
  EXPECT_EQ(trim("a "), "a");
  EXPECT_EQ(trim(" a"), "a");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
}

constexpr std::array<std::string_view, 4> kNames{"best-fit", "first-fit", "tetris", "random"};

TEST(Nearest, FindsTheNameBehindATypo) {
  EXPECT_EQ(nearest("tetris", kNames), "tetris");
  EXPECT_EQ(nearest("tertis", kNames), "tetris");
  EXPECT_EQ(nearest("tetri", kNames), "tetris");
  EXPECT_EQ(nearest("xtetris", kNames), "tetris");
  EXPECT_EQ(nearest("bestfit", kNames), "best-fit");
  EXPECT_EQ(nearest("firstfit", kNames), "first-fit");
  EXPECT_EQ(nearest("rndm", kNames), "random");
}

TEST(Nearest, PrefersTheClosestAndOfEquallyCloseOnesTheFirst) {
  constexpr std::array<std::string_view, 3> kClose{"abcx", "abcd", "abce"};
  EXPECT_EQ(nearest("abcd", kClose), "abcd");
  EXPECT_EQ(nearest("abc", kClose), "abcx");
}

TEST(Nearest, AllowsTwoChangesOrAThirdOfALongName) {
  constexpr std::array<std::string_view, 2> kBoth{"cpu", "storage_bandwidth"};
  EXPECT_EQ(nearest("cxx", kBoth), "cpu");
  EXPECT_EQ(nearest("xxxx", kBoth), std::nullopt);
  EXPECT_EQ(nearest("storage-bndwdt", kBoth), "storage_bandwidth");
  EXPECT_EQ(nearest("bandwidth", kBoth), std::nullopt);
  constexpr std::array<std::string_view, 1> kTwelve{"abcdefghijkl"};
  EXPECT_EQ(nearest("abcdefghwxyz", kTwelve), "abcdefghijkl") << "4 of 12";
  EXPECT_EQ(nearest("abcdefgvwxyz", kTwelve), std::nullopt) << "5 of 12";
}

TEST(Nearest, IgnoresWhatIsFarFromEverything) {
  EXPECT_EQ(nearest("kubernetes", kNames), std::nullopt);
  EXPECT_EQ(nearest("", kNames), std::nullopt);
  EXPECT_EQ(nearest("tetris", {}), std::nullopt);
  const std::string long_name(65, 'a');
  const std::array<std::string_view, 1> same{long_name};
  EXPECT_EQ(nearest(long_name, same), std::nullopt);
}

TEST(Hint, NamesTheClosestOrEverything) {
  EXPECT_EQ(hint("tetriz", kNames), " (did you mean 'tetris'?)");
  EXPECT_EQ(hint("kubernetes", kNames), " (known: best-fit, first-fit, tetris, random)");
  EXPECT_EQ(hint("x", {}), "");
}

}  // namespace
}  // namespace ragp
