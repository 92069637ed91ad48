// Queue: which job next. First come first served, with bounded overtaking.
//
// Waiting jobs of equal shape and size share a line: if its first does not fit, none of them does,
// and the line is not tried again until a node changed so that one task would fit there (Ray's
// scheduling classes). A later job may pass an earlier one that does not fit yet, but
//  - for a job that has waited `hold_after`, nodes are held: the ones that lack least for it take
//    no other work until it starts;
//  - no job starts, or has nodes held for it, that came more than `overtake` after one that still
//    waits. (Otherwise each could wait for the other: an evicted job comes back as an early one.)
// Waiting for other jobs to end and waiting for a repair are two things: where the drained cluster,
// as slow as it is now, would not hold a job, nobody waits for it. So every job that fits the
// cluster at all starts eventually, as long as running jobs end. A job that can never fit must not
// be pushed. Time is an argument. Not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "model/workload.h"
#include "sched/scheduler.h"

namespace ragp {

class Queue {
 public:
  explicit Queue(const QueueOptions& options) : options_(options) {}

  // An evicted job comes back with its first submit time, and so to its old place.
  void push(const Job& job, Time submit);

  using OnPlaced = std::function<void(const Job&, const std::vector<Placement>&)>;
  // Places what can be placed at `now`; calls on_placed for each, after it was allocated.
  void pass(Time now, Scheduler& scheduler, Cluster& cluster, const OnPlaced& on_placed);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t gpu_jobs() const { return gpu_jobs_; }

 private:
  struct Ticket {  // the order of the queue
    Time submit;
    JobId id;
    friend auto operator<=>(const Ticket&, const Ticket&) = default;
  };
  struct Line {  // waiting jobs of equal shape and size; dropped when none is left
    Job job;     // any of them: the next to be tried, with its id
    std::set<Ticket> waiting;
    bool blocked = false;
    std::vector<NodeId> held;       // for whichever job is the first
    bool waits_for_repair = false;  // not even the drained nodes would hold a job of this line now
    Time review_hold_at{};
  };
  struct LineKey {
    Shape shape;
    std::int32_t tasks = 1;
    friend bool operator==(const LineKey&, const LineKey&) = default;
  };
  struct LineKeyHash {
    [[nodiscard]] std::size_t operator()(const LineKey& k) const {
      return mix64(ShapeHash{}(k.shape), static_cast<std::uint64_t>(k.tasks));
    }
  };

  void wake(Scheduler& scheduler, const Cluster& cluster);
  [[nodiscard]] Line* next_line();
  // The latest submission that may start: `overtake` after the first job that does not wait for a
  // repair.
  [[nodiscard]] Time last_that_may_start() const;
  bool try_head(Line& line, Scheduler& scheduler, Cluster& cluster, const OnPlaced& on_placed);
  void pop(Line& line);

  void update_holds(Time now, Scheduler& scheduler, const Cluster& cluster);
  void hold(Line& line, std::size_t most, Scheduler& scheduler, const Cluster& cluster);
  [[nodiscard]] std::vector<NodeId> nodes_to_hold(const Job& job, Scheduler& scheduler,
                                                  const Cluster& cluster) const;
  [[nodiscard]] bool fits_when_drained(const Job& job, Scheduler& scheduler,
                                       const Cluster& cluster) const;
  [[nodiscard]] bool is_sound(const Line& line, Scheduler& scheduler, const Cluster& cluster) const;
  void drop_hold(Line& line);
  void set_closed(const Line& holder, bool closed);

  QueueOptions options_;
  std::unordered_map<LineKey, Line, LineKeyHash> lines_;
  std::map<Ticket, Line*> heads_;  // first ticket of each line that is not empty
  std::size_t size_ = 0;
  std::vector<std::uint8_t> closed_;  // by NodeId: held for somebody
  std::size_t gpu_jobs_ = 0;
  std::uint64_t seen_revision_ = 0;
};

}  // namespace ragp
