// Benchmark of placement: decisions per second of Scheduler::choose on a busy cluster in which, for
// each job that is placed, another one ends.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "base/rng.h"
#include "codec/builtin.h"
#include "sched/scheduler.h"
#include "sim/generate.h"

namespace ragp::sim {
namespace {

struct Running {
  Shape shape;
  Placement where;
};

// Scenario C at some size, filled at random to about the load that it has in a run.
class BusyCluster {
 public:
  BusyCluster(std::int32_t nodes, DimSet enforced) : cluster_(enforced) {
    auto scenario = codec::load_scenario("C");
    RAGP_CHECK(scenario.has_value());
    scenario->nodes = nodes;
    scenario->hours = 1.0;
    auto workload = generate(*scenario, 1);
    RAGP_CHECK(workload.has_value());
    for (const WorkloadJob& j : workload->jobs) jobs_.push_back(j.job);
    for (const NodeSpec& spec : workload->nodes) {
      const auto id = cluster_.add_node(spec);
      RAGP_CHECK(id.has_value());
      fill(*id);
    }
  }

  [[nodiscard]] Cluster& cluster() { return cluster_; }
  [[nodiscard]] const Job& next_job() { return jobs_[next_job_++ % jobs_.size()]; }

  void start(const Job& job, const Placement& where) {
    RAGP_CHECK(cluster_.allocate(job.shape, where).has_value());
    running_.push_back({job.shape, where});
  }
  void end_any() {
    std::swap(running_[rng_.below(running_.size())], running_.back());
    cluster_.release(running_.back().shape, running_.back().where);
    running_.pop_back();
  }

 private:
  void fill(NodeId node) {
    constexpr int kTries = 12;
    std::vector<DeviceSet> choices;
    for (int i = 0; i < kTries; ++i) {
      const Job& job = jobs_[rng_.below(jobs_.size())];
      DeviceOrder order{};
      const NodeState state = cluster_.state(node, kSevenDims, &order);
      if (!fits(state, job.shape)) continue;
      choices.clear();
      device_choices(state, job.shape, choices);
      start(job, {.node = node, .devices = devices_of(choices.front(), order)});
    }
  }

  Cluster cluster_;
  std::vector<Job> jobs_;
  std::vector<Running> running_;
  std::size_t next_job_ = 0;
  Rng rng_{1, "evaluate bench"};
};

void choose(benchmark::State& state, const std::string& policy) {
  const auto choice = choose_policy(policy);
  RAGP_CHECK(choice.has_value());
  BusyCluster busy(static_cast<std::int32_t>(state.range(0)), choice->dims);
  Scheduler scheduler(choice->info->make({.seed = 1}), choice->dims);
  constexpr int kLearned = 1000;
  for (int i = 0; i < kLearned; ++i) scheduler.observe(busy.next_job());
  std::int64_t placed = 0;
  for (auto _ : state) {
    const Job& job = busy.next_job();
    const auto where = scheduler.choose(job, busy.cluster());
    if (!where) continue;
    ++placed;
    busy.start(job, *where);
    busy.end_any();
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["placed"] = static_cast<double>(placed) / static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(choose, ragp_io, "ragp-io")->Arg(1'200)->Arg(10'000);
BENCHMARK_CAPTURE(choose, best_fit, "best-fit")->Arg(1'200)->Arg(10'000);

}  // namespace
}  // namespace ragp::sim
