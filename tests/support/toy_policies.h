// Toy policies, to test the mechanism around a policy: one that does what the test says, and one
// that changes its mind at every decision.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "sched/policy.h"
#include "sched/scheduler.h"

namespace ragp::testing {

// What the toy was asked.
struct Asked {
  int decisions = 0;                 // calls of score()
  std::vector<std::size_t> options;  // how many each of them had
  std::vector<NodeState> states;     // of the nodes, as node_changed() told
  Resources scale;                   // of the last call
  std::vector<Job> jobs;             // of each call
};

class Scripted final : public Policy {
 public:
  using Score = std::function<double(const Job&, const Option&)>;
  explicit Scripted(Score score, Asked* asked = nullptr, bool tells_apart = false)
      : score_(std::move(score)), asked_(asked), tells_apart_(tells_apart) {}

  [[nodiscard]] bool tells_nodes_apart() const override { return tells_apart_; }

  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    for (std::size_t i = 0; i < options.size(); ++i) scores[i] = score_(job, options[i]);
    if (asked_ == nullptr) return;
    ++asked_->decisions;
    asked_->options.push_back(options.size());
    asked_->scale = outlook.scale;
    asked_->jobs.push_back(job);
  }

  void node_changed(const NodeState* before, const NodeState* after) override {
    if (asked_ == nullptr) return;
    auto& states = asked_->states;
    if (before != nullptr) {
      const auto it = std::ranges::find(states, *before);
      RAGP_CHECK(it != states.end());
      states.erase(it);
    }
    if (after != nullptr) states.push_back(*after);
  }

 private:
  Score score_;
  Asked* asked_;
  bool tells_apart_;
};

// Prefers full nodes and empty ones in turn.
class FlipFlop final : public Policy {
 public:
  void score(const Job& /*job*/, const Outlook& /*outlook*/, std::span<const Option> options,
             std::span<double> scores) override {
    sign_ = -sign_;
    for (std::size_t i = 0; i < options.size(); ++i) {
      scores[i] = sign_ * options[i].state().residual[Dim::kSm];
    }
  }

 private:
  double sign_ = 1.0;
};

inline double no_preference(const Job& /*job*/, const Option& /*option*/) {
  return 0.0;
}

inline Scheduler scripted(Scripted::Score score, Asked* asked = nullptr,
                          DimSet visible = kSevenDims, bool tells_apart = false) {
  return {std::make_unique<Scripted>(std::move(score), asked, tells_apart), visible};
}
// Counts what it is asked and has no preference: the first node that fits.
inline Scheduler counting(Asked& asked, DimSet visible = kSevenDims) {
  return scripted(no_preference, &asked, visible);
}

}  // namespace ragp::testing
