// Vectors as shares of a scale, for the policies that compare demand and residual dimension by
// dimension. A dimension whose scale is 0 is absent: nobody has it, or the policy does not see it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "model/dims.h"

namespace ragp {

// part / whole per dimension; 0 where the whole is 0.
[[nodiscard]] constexpr Shares share_of(const Resources& part, const Resources& whole) {
  Shares s;
  for (std::size_t i = 0; i < kDimCount; ++i) {
    if (whole.v[i] > 0) s.v[i] = static_cast<double>(part.v[i]) / static_cast<double>(whole.v[i]);
  }
  return s;
}

[[nodiscard]] constexpr int present(const Resources& scale) {
  int n = 0;
  for (const std::int32_t x : scale.v) n += x > 0 ? 1 : 0;
  return n;
}

[[nodiscard]] constexpr double sum(const Shares& s) {
  double total = 0.0;
  for (const double x : s.v) total += x;
  return total;
}

[[nodiscard]] constexpr double dot(const Shares& a, const Shares& b) {
  double total = 0.0;
  for (std::size_t i = 0; i < kDimCount; ++i) total += a.v[i] * b.v[i];
  return total;
}

// 0 where either is nothing.
[[nodiscard]] inline double cosine(const Shares& a, const Shares& b) {
  const double norms = std::sqrt(dot(a, a) * dot(b, b));
  return norms > 0.0 ? dot(a, b) / norms : 0.0;
}

// What FGD's authors weigh in the classical baselines (ATC'23, section 6): processors and GPU
// compute; memory is left to the filter. A 7-D form gives the data path the same weight.
inline constexpr DimSet kWeighed = DimSet::of(Dim::kCpu, Dim::kSm, Dim::kStorage, Dim::kIoCpu);

// The amounts in these dimensions, 0 in the others.
[[nodiscard]] constexpr Resources only(DimSet dims, Resources amounts) {
  for (const DimInfo& d : kDims) {
    if (!dims.has(d.dim)) amounts[d.dim] = 0;
  }
  return amounts;
}

// What is left on the node as a whole once the task is there.
[[nodiscard]] constexpr Resources minus(const Resources& residual, const Resources& demand) {
  Resources r = residual;
  for (std::size_t i = 0; i < kDimCount; ++i) r.v[i] -= demand.v[i];
  return r;
}

}  // namespace ragp
