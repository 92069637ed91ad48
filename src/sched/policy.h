// Policy: the one question that a placement policy answers: how good is each option?
//
// Mechanism (feasibility, device sets, grouping equal nodes, normalising, tie-breaking, committing,
// explaining) is the Scheduler's; a policy only scores. An option is a node *and* a set of its
// devices, so the choice of devices cannot hide outside of the policy.
//
// A policy may keep caches, but what it answers is a function of what it is asked: the contract
// tests hold it to that. One instance serves one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/job.h"
#include "sched/option.h"
#include "sched/ranking.h"

namespace ragp {

class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  Policy(Policy&&) = delete;
  Policy& operator=(Policy&&) = delete;
  virtual ~Policy() = default;

  // Writes scores[i] for options[i]; every option is feasible. Higher is better, every score is
  // finite. Only the order and the ratio of differences matter: the scheduler rescales.
  virtual void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
                     std::span<double> scores) = 0;

  // A node went from one state to another; null: it was not there before, or is no longer.
  virtual void node_changed(const NodeState* /*before*/, const NodeState* /*after*/) {}

  // What it reads of a state beyond capacity and residual.
  [[nodiscard]] virtual StateParts reads() const { return {}; }

  // The same scores by standings, for those policies that can say so; the decisions are then found
  // without asking about every option. Null for the others.
  [[nodiscard]] virtual Ranking* ranking() { return nullptr; }

  // Whether nodes in the same state may score differently. If not, one of them is asked for all.
  [[nodiscard]] virtual bool tells_nodes_apart() const { return false; }
};

// A policy whose score is a function of the task's shape, the node's state, the slots and the scale
// alone, not of the mix, the other nodes or the job's id: its own merit.
class FixedPolicy : public Policy, private Ranking {
 public:
  [[nodiscard]] Ranking* ranking() final { return this; }

 private:
  std::uint64_t epoch(const Outlook& outlook) final;
  void rank(const Shape& shape, const Outlook& outlook, std::span<const Option> options,
            std::span<Standing> standings) final;
  void value(const Outlook& outlook, std::span<const Standing> standings,
             std::span<double> scores) final;

  Resources scale_;
  std::uint64_t epoch_ = 0;
  std::vector<double> scores_;  // scratch
};

// A policy whose scores are made of standings.
class RankedPolicy : public Policy, private Ranking {
 public:
  [[nodiscard]] Ranking* ranking() final { return this; }
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) final;
};

struct PolicyOptions {
  std::uint64_t seed = 0;  // for those that need randomness
};

struct PolicyInfo {
  std::string_view name;     // as in --policies NAME
  std::string_view summary;  // one line
  std::string_view formula;  // what is maximised
  std::string_view source;   // paper, section
  DimSet dims;               // the form that the bare name stands for
  std::unique_ptr<Policy> (*make)(const PolicyOptions&);
};

// Every policy built in, in the order of the documentation.
[[nodiscard]] std::span<const PolicyInfo> policies();

// A policy in one form, as asked for: "tetris" (its own form), "tetris@7d", "tetris@5d".
struct PolicyChoice {
  std::string asked;
  const PolicyInfo* info = nullptr;
  DimSet dims;
};
[[nodiscard]] Result<PolicyChoice> choose_policy(std::string_view asked);
// Comma-separated choices, without repeats; "all" is every policy, and the 7-D form of those whose
// own form is 5-D, so that seeing more and packing better can be told apart.
[[nodiscard]] Result<std::vector<PolicyChoice>> choose_policies(std::string_view list);

}  // namespace ragp
