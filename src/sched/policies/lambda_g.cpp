// lambda-g: a node that is in balance once the task is there, whose rest has the task's shape.
//
// maximise  60 max(0, 1 - 4 variance_d(u_d)) + 20 cos(q, r) + 10 mean_d r_d
//           - sum_d pressure(u_d) - 15 (pairs with one u_d > 0.8 and the other < 0.2)
//           cut off at 0 and 100                  u_d = 1 - r_d + q_d
//           pressure(u) = 500 (u - 0.92) above 0.92, 50 (u - 0.85) above 0.85, else 0
//
// q: demand, r: residual, as shares of the node's capacity; over the dimensions that the node has.
// Lambda-G V3, an open proposal to Koordinator (issue 2837, pull request 2839) and KAI (issue 1373,
// pull request 1374); the constants are those of its published benchmark
// (0x-auth/lambda-g-scheduler).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

// The shares in use of the dimensions that the node has.
struct InUse {
  std::array<double, kDimCount> u{};
  std::size_t dims = 0;

  InUse(const Resources& left, const Resources& capacity) {
    for (std::size_t d = 0; d < kDimCount; ++d) {
      if (capacity.v[d] == 0) continue;
      u[dims++] = 1.0 - static_cast<double>(left.v[d]) / capacity.v[d];
    }
  }
  [[nodiscard]] std::span<const double> all() const { return std::span(u).first(dims); }
};

double variance(std::span<const double> x) {
  const auto n = static_cast<double>(x.size());
  double mean = 0.0;
  for (const double v : x) mean += v / n;
  double sum = 0.0;
  for (const double v : x) sum += (v - mean) * (v - mean);
  return sum / n;
}

double pressure(double u) {
  if (u > 0.92) return 500.0 * (u - 0.92);
  return u > 0.85 ? 50.0 * (u - 0.85) : 0.0;
}

double penalties(std::span<const double> used) {
  double total = 0.0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    total += pressure(used[i]);
    for (const double other : used.subspan(i + 1)) {
      const auto [low, high] = std::minmax(used[i], other);
      if (high > 0.8 && low < 0.2) total += 15.0;
    }
  }
  return total;
}

double score_of(const NodeState& s, const Resources& demand) {
  const InUse used(minus(s.residual, demand), s.capacity);
  if (used.dims == 0) return 0.0;
  const Shares free = share_of(s.residual, s.capacity);
  const double balance = std::max(0.0, 1.0 - 4.0 * variance(used.all()));
  const double alignment = cosine(free, share_of(demand, s.capacity));
  const double headroom = sum(free) / static_cast<double>(used.dims);
  return std::clamp(60.0 * balance + 20.0 * alignment + 10.0 * headroom - penalties(used.all()),
                    0.0, 100.0);
}

class LambdaG final : public FixedPolicy {
 public:
  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const Resources demand = job.shape.total();
    for (std::size_t i = 0; i < options.size(); ++i) {
      scores[i] = score_of(options[i].state(), demand);
    }
  }
};

}  // namespace

std::unique_ptr<Policy> make_lambda_g(const PolicyOptions& /*options*/) {
  return std::make_unique<LambdaG>();
}

}  // namespace ragp
