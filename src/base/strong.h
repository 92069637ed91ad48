// Id: a strong index into the dense array of its kind: NodeId{3} is nodes[3].
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace ragp {

template <class Tag>
struct Id {
  std::uint32_t value = 0;
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  [[nodiscard]] static constexpr Id at(std::size_t index) {
    return Id{static_cast<std::uint32_t>(index)};
  }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using NodeId = Id<struct NodeTag>;
using JobId = Id<struct JobTag>;
using ShapeId = Id<struct ShapeTag>;
using StateId = Id<struct StateTag>;

}  // namespace ragp
