// Pareto: partial packings that no other beats in processors, memory and worth together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bound/packing.h"

namespace ragp::bound {

inline constexpr std::uint32_t kNoParent = 0xffffffffU;

// A partial packing: what it takes of the node, what it is worth, and how it came about: its
// parent and the choice that was added.
struct Label {
  std::int64_t cpu = 0;
  std::int64_t ram = 0;
  Value value = 0;
  std::uint32_t parent = kNoParent;
  std::uint32_t choice = 0;
};

// Removes every label for which another takes no more and is worth no less; of equals the first
// stays. The rest is left in ascending order of (cpu, ram). n log n. Pure; thread-safe.
void keep_pareto(std::vector<Label>& labels);

}  // namespace ragp::bound
