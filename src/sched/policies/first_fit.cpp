// first-fit: the first node, in node order, that the task fits; its fullest devices.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sched/policies/all.h"

namespace ragp {
namespace {

class FirstFit final : public FixedPolicy {
 public:
  void score(const Job& /*job*/, const Outlook& /*outlook*/, std::span<const Option> /*options*/,
             std::span<double> scores) override {
    std::ranges::fill(scores, 0.0);  // all equal: the scheduler's tie-break decides
  }
};

}  // namespace

std::unique_ptr<Policy> make_first_fit(const PolicyOptions& /*options*/) {
  return std::make_unique<FirstFit>();
}

}  // namespace ragp
