// Tolerance: how many tasks of a list may stay pending in the packing experiments of Verma et al.
// (EuroSys'15, section 5.1): 0.2 %, for the picky ones that only a handful of nodes could hold.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace ragp::sim {

[[nodiscard]] constexpr std::size_t may_stay_pending(std::size_t tasks) {
  return tasks * 2 / 1000;
}

}  // namespace ragp::sim
