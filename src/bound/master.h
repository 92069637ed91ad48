// Master: the linear program over the packings known so far, solved by COIN-OR CLP.
//
//   max   sum_c value_c x_c - penalty sum_s missing_s - sum_s gain_s dropped_s
//   s.t.  sum of x_c of a node class         <= nodes of the class
//         accepted_s - missing_s <= sum_c a_cs x_c - dropped_s <= arrived_s    for every shape s
//         x, missing, dropped >= 0
//
// `missing` keeps it feasible whatever must be placed. `dropped` leaves tasks of a packing out, so
// that every part of a known packing counts as known, and no arrival is worth more than its gain.
// In GPUs, not nano-GPUs. Starts every solve
// from the last basis. Deterministic. Not thread-safe; one per thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "bound/packing.h"
#include "bound/problem.h"

namespace ragp::bound {

struct MasterSolution {
  double objective = 0.0;             // GPUs, the penalty included
  double missing = 0.0;               // tasks
  std::vector<double> class_duals{};  // GPUs that one more node is worth, >= 0
  std::vector<double>
      shape_duals{};  // GPUs that one more arrival is worth; < 0: what keeping costs
};

class Master {
 public:
  // gains: what a copy of each shape adds to the value of a packing; penalty: what a task costs
  // that has to be placed and is not. In GPUs.
  Master(const Problem& problem, std::span<const double> gains, double penalty);
  Master(const Master&) = delete;
  Master& operator=(const Master&) = delete;
  Master(Master&&) = delete;
  Master& operator=(Master&&) = delete;
  ~Master();

  // value: GPUs that the packing allocates.
  void add_column(std::size_t node_class, const Packing& packing, double value);
  // An error (kIo: not the caller's) where CLP gives up.
  [[nodiscard]] Result<MasterSolution> solve();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ragp::bound
