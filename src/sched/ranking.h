// Ranking: what a policy says of options once, so that it need not be asked about every one of them
// at every decision.
//
// What a policy thinks of an option is a function of many things, but most of them stay: the state
// of the node changes only when something happens to it. A policy that ranks splits its score into
// what stays, the Standing, and what may change with every arrival. The scheduler keeps the
// standings of a task's options in order and asks only about the best of each kind. Decisions are
// the same as by asking about all (property-tested).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "sched/option.h"

namespace ragp {

// Of two options of one kind, the one with more merit has the higher score, whatever else holds;
// with equal merit they are equal.
struct Standing {
  std::uint32_t kind = 0;
  double merit = 0.0;
  friend bool operator==(const Standing&, const Standing&) = default;
};

class Ranking {
 public:
  Ranking() = default;
  Ranking(const Ranking&) = delete;
  Ranking& operator=(const Ranking&) = delete;
  Ranking(Ranking&&) = delete;
  Ranking& operator=(Ranking&&) = delete;
  virtual ~Ranking() = default;

  // Reads the outlook. Standings hold until the number that it answers changes.
  virtual std::uint64_t epoch(const Outlook& outlook) = 0;

  // The standings of all options of a task on one group: a function of the shape, the group's
  // state, the slots and the epoch. After epoch(), with the same outlook.
  virtual void rank(const Shape& shape, const Outlook& outlook, std::span<const Option> options,
                    std::span<Standing> standings) = 0;

  // Their scores now, as Policy::score() would give them. After epoch(), with the same outlook.
  virtual void value(const Outlook& outlook, std::span<const Standing> standings,
                     std::span<double> scores) = 0;
};

}  // namespace ragp
