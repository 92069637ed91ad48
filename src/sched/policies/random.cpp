// random: every feasible node is equally likely, and on it every device that fits.
//
// The draw is a hash of (seed, job, node), so that a decision depends on nothing that came before.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/rng.h"
#include "sched/policies/all.h"

namespace ragp {
namespace {

class Random final : public Policy {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}

  [[nodiscard]] bool tells_nodes_apart() const override { return true; }

  void score(const Job& job, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    const std::uint64_t draw = mix64(seed_, job.id.value);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const std::uint64_t h = mix64(draw, options[i].node.value);
      const auto node = static_cast<double>(h >> 36U);  // 28 bits
      scores[i] = node + device_draw(h, options[i]);
    }
  }

 private:
  // In [0, 1): the largest of one draw per equal device, so that a kind of leftover that many
  // devices share is as likely as all of them together.
  static double device_draw(std::uint64_t node_hash, const Option& option) {
    if (std::popcount(option.slots) != 1) return 0.0;
    const auto slot = static_cast<std::size_t>(std::countr_zero(option.slots));
    const auto devices = option.state().devices();
    const auto equal = std::ranges::count(devices, devices[slot]);
    const double u = static_cast<double>(mix64(node_hash, slot) >> 40U) * 0x1.0p-24;
    return std::pow(u, 1.0 / static_cast<double>(equal));
  }

  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Policy> make_random(const PolicyOptions& options) {
  return std::make_unique<Random>(options.seed);
}

}  // namespace ragp
