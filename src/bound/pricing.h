// Pricing: the multiset of tasks on one node that is worth most; the subproblem of column
// generation.
//
// Exact to a tolerance that the caller states: a dynamic program over the devices of the node whose
// states are Pareto-optimal labels (processors, memory, worth), pruned by the Lagrangian
// relaxation. Nothing is rounded. Where the states would be too many, the tolerance is raised,
// which makes `upper` larger but leaves it true. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "bound/packing.h"
#include "bound/relaxation.h"

namespace ragp::bound {

struct PricingOptions {
  Value floor = 0;           // packings worth no more than that are of no interest
  Value tolerance = 0;       // how far `upper` may be above the best
  std::size_t packings = 1;  // how many to return at most
  Prices start{};            // where to look for prices first
};

struct PricingResult {
  Value upper = 0;  // no packing is worth more; at most the best, or floor, + tolerance
  std::vector<Packing> packings{};  // good ones, the best first
  Prices prices{};                  // a start for the next call
};

// Items that do not fit the bin alone, take nothing or are worth nothing are left out.
[[nodiscard]] PricingResult price(const Bin& bin, std::span<const Item> items,
                                  const PricingOptions& options);

}  // namespace ragp::bound
