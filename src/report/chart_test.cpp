// Bars.
// SPDX-License-Identifier: Apache-2.0
#include "report/chart.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace ragp::report {
namespace {

Chart sample_chart() {
  return {.title = "Loss",
          .first_name = "stranded",
          .second_name = "stalled",
          .unit = "%",
          .bars = {{"a", 2, 6}, {"bb", 1, 1}, {"none", 0, 0}}};
}

TEST(Chart, StacksTwoParts) {
  EXPECT_EQ(render(sample_chart(), {.width = 28}),
            "Loss: █ stranded, ░ stalled\n"
            "a     ████░░░░░░░░░░░░ 8.0 %\n"
            "bb    ██░░ 2.0 %\n"
            "none  0.0 %\n");
}

TEST(Chart, Ascii) {
  EXPECT_EQ(render(sample_chart(), {.width = 28, .ascii = true}),
            "Loss: # stranded, . stalled\n"
            "a     ####............ 8.0 %\n"
            "bb    ##.. 2.0 %\n"
            "none  0.0 %\n");
}

TEST(Chart, FitsWithLongLabels) {
  Chart chart = sample_chart();
  chart.bars.push_back({std::string(100, 'x'), 0.1, 99.9});
  const std::string text = render(chart, {});
  for (const auto line : split(text, '\n')) EXPECT_LE(display_width(line), 80U);
}

TEST(Chart, NothingLostAtAll) {
  Chart chart = sample_chart();
  chart.bars = {{"a", 0, 0}};
  EXPECT_THAT(render(chart, {}), testing::EndsWith("a  0.0 %\n"));
}

TEST(ChartDeathTest, NotFiniteAborts) {
  Chart chart = sample_chart();
  chart.bars[0].first = std::numeric_limits<double>::quiet_NaN();
  EXPECT_DEATH((void)render(chart, {}), "isfinite");
}

}  // namespace
}  // namespace ragp::report
