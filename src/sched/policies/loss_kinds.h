// For the policies that ask what a placement costs the demand mix in usable GPU (fgd, ragp): the
// losses that occur, each once, and their weighted sums.
//
// A loss is a row: by shape of a table, the milli-GPU that it could use before and could not after.
// Few rows occur however many nodes there are, so that what they cost now is summed up once for
// each. One instance serves one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sched/mix_table.h"

namespace ragp {

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

class LossKinds {
 public:
  // What a task takes from a state, option by option: from(the state before), then the number of
  // the loss that comes with each state after, and with a cost that has no price. The table must be
  // the same until forget().
  void from(const NodeState& before, MixTable& table);
  [[nodiscard]] std::uint32_t kind_of(const NodeState& after, double unpriced, MixTable& table);

  [[nodiscard]] std::span<const std::int16_t> amounts(std::uint32_t kind) const;
  [[nodiscard]] double unpriced(std::uint32_t kind) const { return unpriced_[kind]; }

  // It holds as much as it should: time to forget, and all numbers with it.
  [[nodiscard]] bool full() const;
  void forget();

 private:
  [[nodiscard]] bool equal(std::uint32_t kind, double unpriced) const;

  std::unordered_multimap<std::uint64_t, std::uint32_t> kinds_;  // by hash of row and cost
  std::vector<std::int16_t> amounts_;  // by kind, then shape; at most kMaxDevices whole GPUs each
  std::vector<double> unpriced_;       // by kind
  std::size_t shapes_ = 0;             // of the table
  // Scratch.
  std::vector<std::int32_t> before_;
  std::vector<std::int32_t> after_;
  std::vector<std::int16_t> row_;
};

}  // namespace ragp
