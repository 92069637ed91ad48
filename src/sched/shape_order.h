// ShapeOrder: the options of one task shape, in the order of their standings.
//
// Kept up to date at the price of what changed: a group that is new, or whose first node is another
// one, is ranked once; what no longer holds is recognised when it comes to the top. Memory: about
// 32 bytes an option, at most a few times the options there are. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sched/ranking.h"

namespace ragp {

// Which nodes may not be used now; empty means none. One byte per node, by NodeId.
using ClosedNodes = std::span<const std::uint8_t>;

// An option that could be the best of its kind.
struct Contender {
  Option option;
  Standing standing;
  std::uint32_t place = 0;  // among the options of its group: the tightest devices first
};

class ShapeOrder {
 public:
  // Brings it up to date. The ranking's epoch() was asked with this outlook.
  void follow(const Shape& shape, Ranking& ranking, std::uint64_t epoch, const Outlook& outlook);

  // The best of every kind among the open nodes: most merit, then node order, then the tightest
  // devices. At the price of the number of kinds, or of options where nodes are closed.
  void best(const StateIndex& states, ClosedNodes closed, std::vector<Contender>& out);

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Entry {
    double merit = 0.0;
    std::uint64_t serial = 0;  // of the group
    NodeId node;               // the group's first
    StateId group;
    DeviceSet slots = 0;
    std::uint32_t place = 0;
  };
  struct Kind {
    std::uint32_t number = 0;
    std::vector<Entry> heap;  // the best on top
  };
  static bool worse(const Entry& a, const Entry& b);
  static bool holds(const Entry& e, const StateIndex& states);
  static Contender contender(const Kind& kind, const Entry& e, NodeId node,
                             const StateIndex& states);

  void rebuild(const Shape& shape, Ranking& ranking, const Outlook& outlook);
  void add(const Shape& shape, Ranking& ranking, const Outlook& outlook, StateId id);
  void push(std::uint32_t kind, const Entry& entry);
  static const Entry* top(Kind& kind, const StateIndex& states, std::size_t& size);

  std::vector<Kind> kinds_;
  std::unordered_map<std::uint32_t, std::size_t> place_of_kind_;
  std::size_t size_ = 0;  // entries, with those that no longer hold
  std::size_t size_when_built_ = 0;
  std::uint64_t epoch_ = ~std::uint64_t{0};
  std::uint64_t followed_to_ = 0;  // of the index
  // Scratch.
  std::vector<DeviceSet> choices_;
  std::vector<Option> options_;
  std::vector<Standing> standings_;
};

}  // namespace ragp
