// Scheduler: filter, score, pick, explain, commit. The same decisions in the simulator, in a live
// service and in `explain`.
//
// A decision is a function of (job, cluster, what was observed before). Between calls the scheduler
// keeps an index of the cluster's nodes that it brings up to date from the cluster's change log; it
// must be asked about one and the same cluster throughout. Not thread-safe; it knows no clock, no
// thread, no file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/cluster.h"
#include "sched/feasibility.h"
#include "sched/order_book.h"
#include "sched/policy.h"

namespace ragp {

// The best way to place the task on one feasible node.
struct Candidate {
  Placement where;
  double score = 0.0;  // as the policy gave it
  double normalized =
      0.0;  // rescaled to [0, 1] over the feasible nodes; 1 for all where all are equal
};
struct Refusal {
  NodeId node;
  Misfit why;
};
struct Evaluation {
  std::vector<Candidate> candidates;  // best first; equal scores in node order
  std::vector<Refusal> refusals;      // in node order
};

class Scheduler {
 public:
  // visible: the dimensions that the policy's form knows; nothing else influences a decision.
  Scheduler(std::unique_ptr<Policy> policy, DimSet visible);

  [[nodiscard]] DimSet visible() const { return visible_; }
  [[nodiscard]] const DemandMix& mix() const { return mix_; }

  // A job arrived: the demand mix learns its shape.
  void observe(const Job& job);

  // One task of the job on every node: the explained answer. Changes nothing.
  [[nodiscard]] Evaluation evaluate(const Job& job, const Cluster& cluster);

  // The placement that evaluate() ranks first among the open nodes; the fast path.
  [[nodiscard]] std::optional<Placement> choose(const Job& job, const Cluster& cluster,
                                                ClosedNodes closed = {});

  // Places and allocates all tasks of the job, or none and the cluster is as it was before.
  [[nodiscard]] std::optional<std::vector<Placement>> place(const Job& job, Cluster& cluster,
                                                            ClosedNodes closed = {});

  // Whether the empty, healthy cluster could hold all tasks of the job at once.
  [[nodiscard]] bool ever_fits(const Job& job, const Cluster& cluster) const;

  // The node as the policy sees it now; valid until the cluster changes.
  [[nodiscard]] const NodeState& state_of(const Cluster& cluster, NodeId node);
  // Whether one task of the job fits this node now.
  [[nodiscard]] bool fits_now(const Job& job, const Cluster& cluster, NodeId node);

 private:
  void sync(const Cluster& cluster);
  void refresh(const Cluster& cluster, NodeId node);
  void list_options(const Job& job, ClosedNodes closed);
  void add_options(const Job& job, const StateIndex::Group& group, NodeId node);
  void score_options(const Job& job, const Cluster& cluster);
  [[nodiscard]] Outlook outlook(const Cluster& cluster) const;
  [[nodiscard]] std::optional<Option> best_ranked(const Job& job, const Cluster& cluster,
                                                  ClosedNodes closed);
  [[nodiscard]] std::optional<Option> best_scored(const Job& job, const Cluster& cluster,
                                                  ClosedNodes closed);
  [[nodiscard]] std::int64_t room_for(const Job& job, ClosedNodes closed) const;
  [[nodiscard]] Job seen(const Job& job) const;
  [[nodiscard]] std::vector<Candidate> candidates() const;
  [[nodiscard]] Placement placement_of(const Option& option) const;

  std::unique_ptr<Policy> policy_;
  DimSet visible_;
  DemandMix mix_;
  StateIndex states_;
  OrderBook orders_;
  std::uint64_t synced_to_ = 0;
  std::uint64_t sync_round_ = 0;
  std::vector<std::uint64_t> refreshed_in_;  // by NodeId: the last round that looked at it
  // Scratch of the current decision, kept to spare allocations.
  std::vector<Option> options_;
  std::vector<double> scores_;
  std::vector<DeviceSet> choices_;
  std::vector<Contender> contenders_;
  std::vector<Standing> standings_;
};

}  // namespace ragp
