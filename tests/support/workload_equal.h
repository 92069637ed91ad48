// workload_equal: the first difference between two workloads, for round-trip tests. (The types
// themselves have no operator==, because nothing in the program compares workloads.)
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "model/workload.h"

namespace ragp::testing {

inline bool same(const NodeSpec& a, const NodeSpec& b) {
  return a.name == b.name && a.capacity == b.capacity && a.gpus == b.gpus &&
         (a.gpus == 0 || a.model == b.model);
}

inline bool same(const WorkloadJob& a, const WorkloadJob& b) {
  return a.name == b.name && a.type == b.type && a.submit == b.submit && a.job.id == b.job.id &&
         a.job.shape == b.job.shape && a.job.tasks == b.job.tasks && a.behaviour == b.behaviour;
}

inline bool same(const Episode& a, const Episode& b) {
  return a.node == b.node && a.kind == b.kind && a.start == b.start && a.length == b.length &&
         a.storage_ppm == b.storage_ppm && a.io_cpu == b.io_cpu;
}

inline bool same(const QueueOptions& a, const QueueOptions& b) {
  return a.hold_after == b.hold_after && a.overtake == b.overtake && a.hold_share == b.hold_share;
}

inline bool same(const OverflowOptions& a, const OverflowOptions& b) {
  return a.mode == b.mode && a.touch == b.touch && a.io_cpu_per_mbps == b.io_cpu_per_mbps &&
         a.evict_above == b.evict_above && a.max_evictions == b.max_evictions;
}

template <class List>
std::string list_difference(const char* what, const List& a, const List& b) {
  if (a.size() != b.size()) return std::string("number of ") + what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return std::string(what) + " " + std::to_string(i);
  }
  return {};
}

// What differs first; "" where nothing does.
inline std::string difference(const Workload& a, const Workload& b) {
  if (a.scenario != b.scenario) return "scenario";
  if (a.seed != b.seed) return "seed";
  if (a.warmup != b.warmup || a.horizon != b.horizon) return "warmup or horizon";
  if (!same(a.queue, b.queue)) return "queue";
  if (!same(a.overflow, b.overflow)) return "overflow";
  if (!std::ranges::equal(a.models.names(), b.models.names())) return "models";
  std::string text = list_difference("nodes", a.nodes, b.nodes);
  if (text.empty()) text = list_difference("jobs", a.jobs, b.jobs);
  if (text.empty()) text = list_difference("episodes", a.episodes, b.episodes);
  return text;
}

}  // namespace ragp::testing
