// Titles.
// SPDX-License-Identifier: Apache-2.0
#include "report/section_title.h"

namespace ragp::report {

std::string section_title(std::string_view what, std::size_t fewest, std::size_t most,
                          bool comparison) {
  std::string title = std::string(what) + ", ";
  if (fewest < most) title += std::to_string(fewest) + " to ";
  title += std::to_string(most) + (most == 1 ? " seed" : " seeds");
  title +=
      most == 1 ? " (so no intervals)." : ": mean ± half width of its 95 % confidence interval.";
  return comparison ? title + " '*' marks the best of a column." : title;
}

}  // namespace ragp::report
