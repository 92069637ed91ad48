// workload_builder: tiny workloads for tests, in a few words, and what can be learned from their
// runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "codec/results_json.h"
#include "model/workload.h"
#include "sched/policy.h"
#include "sim/simulator.h"

namespace ragp::testing {

// Round numbers; sm and hbm per device.
inline NodeSpec small_node(std::int32_t gpus = 1) {
  NodeSpec spec{.name = {}, .capacity = {}, .gpus = gpus};
  spec.capacity[Dim::kCpu] = 64'000;
  spec.capacity[Dim::kRam] = 512'000;
  spec.capacity[Dim::kSm] = gpus > 0 ? kWholeGpu : 0;
  spec.capacity[Dim::kHbm] = gpus > 0 ? 80'000 : 0;
  spec.capacity[Dim::kNet] = 10'000;
  spec.capacity[Dim::kStorage] = 10'000;
  spec.capacity[Dim::kIoCpu] = 10'000;
  return spec;
}

class WorkloadBuilder {
 public:
  explicit WorkloadBuilder(Duration horizon = std::chrono::hours(10)) {
    workload_.scenario = "test";
    workload_.seed = 1;
    workload_.horizon = horizon;
  }

  [[nodiscard]] Workload& workload() { return workload_; }

  NodeId node(NodeSpec spec) {
    const NodeId id = NodeId::at(workload_.nodes.size());
    spec.name = "n" + std::to_string(id.value);
    workload_.nodes.push_back(std::move(spec));
    return id;
  }
  NodeId node(std::int32_t gpus = 1) { return node(small_node(gpus)); }

  // A job of one task on whole GPUs that moves no data. The reference holds until the next call.
  WorkloadJob& job(Duration submit, Duration work, std::int32_t gpus = 1) {
    WorkloadJob j{.submit = Time{} + submit};
    j.job.shape.gpus = gpus;
    j.job.shape.demand[Dim::kSm] = gpus > 0 ? kWholeGpu : 0;
    j.job.shape.demand[Dim::kCpu] = 100;
    j.behaviour.work = work;
    j.behaviour.steady.work = work;
    workload_.jobs.push_back(std::move(j));
    return workload_.jobs.back();
  }

  // The storage of the node delivers `ppm` parts per million from `start` on.
  Episode& episode(NodeId node, Duration start, Duration length, std::int32_t ppm) {
    workload_.episodes.push_back({.node = node,
                                  .kind = "rebuild",
                                  .start = Time{} + start,
                                  .length = length,
                                  .storage_ppm = ppm});
    return workload_.episodes.back();
  }

  // In order of submission, ids and names given.
  [[nodiscard]] Workload build() {
    std::ranges::stable_sort(workload_.jobs, {}, &WorkloadJob::submit);
    std::ranges::stable_sort(workload_.episodes, {}, &Episode::start);
    for (std::size_t i = 0; i < workload_.jobs.size(); ++i) {
      workload_.jobs[i].job.id = JobId::at(i);
      workload_.jobs[i].name = "j" + std::to_string(i);
    }
    return workload_;
  }

 private:
  Workload workload_;
};

// The job asks for this much of a feed and draws it while it works.
inline void draw(WorkloadJob& job, std::size_t feed, std::int32_t amount) {
  job.job.shape.demand[kFeeds[feed]] = amount;
  job.behaviour.steady.needs[feed] = amount;
}
inline constexpr std::size_t kNetFeed = 0;  // places in kFeeds
inline constexpr std::size_t kStorageFeed = 1;
inline constexpr std::size_t kIoCpuFeed = 2;

inline SimulateRun run(const Workload& workload, std::string_view policy = "first-fit") {
  const auto choice = choose_policy(policy);
  RAGP_CHECK(choice.has_value());
  return sim::simulate(workload, *choice);
}

// When the jobs finish, ascending, to the microsecond, of those that do before the horizon. A job
// that finishes at t is finished in a run to t + 1 us and not in a run to t, so that each instant
// can be found by bisection.
inline std::vector<Duration> finish_times(Workload workload,
                                          std::string_view policy = "first-fit") {
  const Duration horizon = workload.horizon;
  const auto finished_before = [&](Duration t) {
    workload.horizon = t;
    return run(workload, policy).jobs.finished;
  };
  std::vector<Duration> times;
  const std::int64_t all = finished_before(horizon);
  Duration low{};
  for (std::int64_t k = 1; k <= all; ++k) {
    Duration high =
        horizon;  // the first instant before which k jobs are finished is in (low, high]
    while (high - low > Duration{1}) {
      const Duration middle = low + (high - low) / 2;
      (finished_before(middle) >= k ? high : low) = middle;
    }
    times.push_back(high - Duration{1});
    low = high - Duration{1};
  }
  return times;
}

// Every field of the runs but the timings, as text: equal texts, equal runs.
template <class Run>
std::string text_of(const std::vector<Run>& runs) {
  return codec::results_json({.no_timing = true}, std::span<const Run>(runs), {});
}

}  // namespace ragp::testing
