// Column generation: a certified upper bound on the GPUs that any scheduler can allocate.
//
// The configuration LP of Gilmore and Gomory (1961) over all packings of every node class; see
// docs/bound.md. Every round's dual prices give a bound that holds by itself (Lagrangian duality),
// whatever the state of the linear program, and in exact integers; the loop only makes it low.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/result.h"
#include "bound/packing.h"
#include "bound/problem.h"

namespace ragp::bound {

// Packings by node class, each once, and dual prices to start from. Carried from one variant of a
// problem to the next, which saves most of the work. Not thread-safe.
struct Pool {
  std::vector<std::pair<std::size_t, Packing>> columns{};
  std::set<std::pair<std::size_t, Packing>> known{};
  std::vector<Value> prices{};  // by shape; empty: none yet

  bool add(std::size_t node_class, const Packing& packing);  // false: was there
};

struct ColumnOptions {
  double gap = 0.0005;    // wanted: (upper - reached) / GPUs of the cluster
  int max_rounds = 2000;  // the bound holds after any number
};

struct LpBound {
  double upper = 0.0;    // GPUs: no scheduler allocates more
  double reached = 0.0;  // GPUs that the linear program allocates with the columns it has
  bool feasible = true;  // false: proven that not all accepted tasks fit together
  bool placed = true;    // the linear program places all accepted tasks
  int rounds = 0;
  std::size_t columns = 0;  // of the linear program
};

// An error only where the solver fails.
[[nodiscard]] Result<LpBound> solve(const Problem& problem, const ColumnOptions& options,
                                    Pool& pool);

}  // namespace ragp::bound
