// For the policies that ask what a placement costs the demand mix in usable GPU (fgd, ragp): the
// losses, remembered by group and task, and their weighted sums.
//
// What the options of a task on nodes in one state cost each shape of a table is a function of the
// state, the task and the table. One instance serves one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sched/mix_table.h"
#include "sched/policy.h"

namespace ragp {

// Calls f(the options of one group, their scores) for every group: its options stand together.
template <class F>
void for_each_group(std::span<const Option> options, std::span<double> scores, F f) {
  for (std::size_t i = 0; i < options.size();) {
    std::size_t end = i + 1;
    while (end < options.size() && options[end].group == options[i].group) ++end;
    f(options.subspan(i, end - i), scores.subspan(i, end - i));
    i = end;
  }
}

// A fixed number of partial sums: the compiler may use vectors, the result is the same anywhere.
template <class Real>
[[nodiscard]] Real weighted_sum(std::span<const Real> weights,
                                std::span<const std::int16_t> amounts) {
  constexpr std::size_t kLanes = 32 / sizeof(Real);
  std::array<Real, kLanes> sums{};
  std::size_t m = 0;
  for (; m + kLanes <= amounts.size(); m += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) {
      sums[k] += weights[m + k] * static_cast<Real>(amounts[m + k]);
    }
  }
  for (; m < amounts.size(); ++m) sums[0] += weights[m] * static_cast<Real>(amounts[m]);
  for (std::size_t left = kLanes; left > 1; left /= 2) {
    for (std::size_t k = 0; k < left / 2; ++k) sums[k] = sums[2 * k] + sums[2 * k + 1];
  }
  return sums[0];
}

class UsableLoss {
 public:
  // The place of the loss of the group's first option; those of the others follow. The task is the
  // whole shape: which devices can take it, and so the options, depends on its memory too.
  [[nodiscard]] std::optional<std::size_t> find(const StateIndex::Group& group,
                                                const Shape& task) const;
  // Where find() has nothing: begin(), then add() the state that each option would leave, in order.
  // The table must be the same until forget().
  std::size_t begin(const StateIndex::Group& group, const Shape& task, MixTable& table);
  void add(const NodeState& left, MixTable& table);

  // By shape of the table: milli-GPU that it could use before and could not after.
  [[nodiscard]] std::span<const std::int16_t> at(std::size_t place) const;

  // It holds as much as it should: time to forget.
  [[nodiscard]] bool full() const;
  void forget();

 private:
  struct Key {
    std::uint64_t serial = 0;  // of the group
    Shape task;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const { return mix64(k.serial, ShapeHash{}(k.task)); }
  };

  std::unordered_map<Key, std::size_t, KeyHash> places_;
  std::vector<std::int16_t> amounts_;  // by place, then shape; at most kMaxDevices whole GPUs each
  std::size_t shapes_ = 0;             // of the table
  std::size_t count_ = 0;              // places given out
  std::vector<std::int32_t> before_;   // of the group begun last
  std::vector<std::int32_t> after_;    // scratch
};

}  // namespace ragp
