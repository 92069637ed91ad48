// Scenario: the description from which workloads are drawn, one per seed: a cluster, a job mix, the
// arrivals, the background work. Plain data with defaults; docs/formats.md explains every key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/dims.h"
#include "model/workload.h"

namespace ragp {

// A range to draw from.
struct Range {
  double low = 0.0;
  double high = 0.0;
  friend bool operator==(const Range&, const Range&) = default;
};

// An entry of the node catalogue.
struct NodeType {
  std::string name;
  std::string gpu_model;  // empty without GPUs
  std::int32_t gpus = 0;
  Resources capacity;  // sm and hbm per device
  std::string source;  // where the figures come from
  friend bool operator==(const NodeType&, const NodeType&) = default;
};

// Bytes read once, at up to this rate.
struct Transfer {
  double mb = 0.0;
  std::int32_t mbps = 0;
  friend bool operator==(const Transfer&, const Transfer&) = default;
};

// A burst of data movement: every `every_s` of steady work, `length_s` at these needs.
struct BurstSpec {
  double every_s = 0.0;  // 0: no bursts
  double length_s = 0.0;
  Feeds needs{};
  friend bool operator==(const BurstSpec&, const BurstSpec&) = default;
};

// Memory that grows with what a server has in flight and falls when requests finish.
struct BreathingSpec {
  double period_s = 0.0;  // 0: the memory in use stays at the request
  Range peak;             // of the growth, as a share of Shape::hbm_growth; drawn per period
  friend bool operator==(const BreathingSpec&, const BreathingSpec&) = default;
};

// An entry of the job catalogue.
struct JobType {
  std::string name;
  std::int32_t gpus = 0;
  std::int32_t tasks = 1;
  Resources demand;  // per task; sm and hbm per device
  std::int32_t hbm_growth = 0;
  std::vector<std::string> models;  // allowed GPU models; empty: any
  double median_h = 1.0;            // running time, log-normal
  double log_sigma = 0.5;
  Transfer load;
  BurstSpec burst;
  bool checkpoints = false;
  BreathingSpec breathing;
  std::string source;
  friend bool operator==(const JobType&, const JobType&) = default;
};

// Background work on the nodes' storage.
struct BackgroundType {
  std::string name;
  double share = 0.0;  // of the nodes, on average, at any time
  Range hours;         // length, log-uniform
  Range storage;       // factor on the storage capacity, uniform
  std::int32_t io_cpu = 0;
  friend bool operator==(const BackgroundType&, const BackgroundType&) = default;
};

// A part of a mix: a type's name and its weight.
struct Part {
  std::string type;
  double weight = 0.0;
  friend bool operator==(const Part&, const Part&) = default;
};

struct ArrivalSpec {
  enum class Pattern : std::uint8_t { kPoisson, kBursty };
  Pattern pattern = Pattern::kPoisson;
  // Bursty: the rate alternates between `peak` times the mean and what keeps the mean.
  double peak = 4.0;
  double peak_share = 0.1;  // of the time spent at the peak
  double cycle_h = 2.0;     // mean length of a peak and a calm together
  double batch_mean = 1.0;  // jobs that arrive together, geometric
  friend bool operator==(const ArrivalSpec&, const ArrivalSpec&) = default;
};

struct Scenario {
  std::string name;
  std::string title;
  std::string about;
  double hours = 72.0;
  double warmup_h = 12.0;
  std::int32_t nodes = 100;
  double load = 0.85;  // offered GPU load as a share of the cluster's GPUs
  bool breathing = false;
  ArrivalSpec arrivals;
  QueueOptions queue;
  OverflowOptions overflow;
  std::vector<Part> cluster;  // weights by nodes
  std::vector<Part> mix;      // weights by jobs
  std::vector<BackgroundType> background;
  std::vector<NodeType> node_types;
  std::vector<JobType> job_types;
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace ragp
