// OrderBook: the orders of the shapes that were asked about, within a bound of memory: those that
// were not asked about for longest go first. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>

#include "sched/shape_order.h"

namespace ragp {

class OrderBook {
 public:
  explicit OrderBook(std::size_t most_entries = kMostEntries) : most_entries_(most_entries) {}

  // The shape's order, up to date; valid until the next call.
  ShapeOrder& order_of(const Shape& shape, Ranking& ranking, const Outlook& outlook);

  [[nodiscard]] std::size_t entries() const { return entries_; }

 private:
  static constexpr std::size_t kMostEntries = std::size_t{1} << 22U;  // about 130 MB

  struct Page {
    ShapeOrder order;
    std::size_t counted = 0;  // in entries_
    std::uint64_t last_asked = 0;
  };
  void drop_oldest();

  std::unordered_map<Shape, Page, ShapeHash> pages_;
  std::size_t most_entries_;
  std::size_t entries_ = 0;
  std::uint64_t asked_ = 0;
};

}  // namespace ragp
