// Results: what a run measured, and summaries over seeds. The JSON keys are those of
// codec/result_fields.h; docs/model.md defines every quantity.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ragp {

struct Percentiles {
  double p50 = 0.0;
  double p95 = 0.0;
  double p99 = 0.0;
};

// One simulated run: a workload under a policy. Means and hours count from warm-up to the end.
struct SimulateRun {
  std::string scenario;
  std::string policy;  // as it was asked for
  std::uint64_t seed = 0;

  double lost_share = 0.0;  // stranded + stalled, share of all GPUs
  struct {
    double mean = 0.0;     // stranded GPUs / all GPUs
    double p95 = 0.0;      // over time
    double of_idle = 0.0;  // stranded GPUs / idle GPUs
  } fragmentation;
  struct {
    double hostable_share = 0.0;  // of idle GPU, could host at least one shape of the mix
    double jobs_per_node =
        0.0;  // mean number of jobs of the mix that a node's leftover still holds
  } residual_health;
  struct {
    double fraction = 0.0;  // of the allocated GPU time
    double gpu_hours = 0.0;
  } stall;
  struct {
    double allocated = 0.0;
    double productive = 0.0;
    double idle = 0.0;
    double idle_while_jobs_wait = 0.0;
  } gpu_hours;
  struct {
    double jobs_per_hour = 0.0;
    double cv = 0.0;  // deviation / mean over the hours
  } throughput;
  struct {
    double mean = 0.0;
    Percentiles at;
  } wait_s;
  Percentiles inflation;  // actual / expected running time of the jobs that finished
  struct {
    std::int64_t submitted = 0;
    std::int64_t finished = 0;
    std::int64_t failed = 0;
    std::int64_t never_fits = 0;
    std::int64_t unfinished = 0;
  } jobs;
  std::int64_t evictions = 0;
  std::int64_t events = 0;
  double wall_s = 0.0;
};

// The fewest nodes on which a whole list was placed (sim/compaction.h).
struct Compaction {
  std::int64_t nodes = 0;
  double share = 0.0;  // of the nodes of the cluster; above 1 where it had to be copied
  std::int64_t gpus = 0;
};

// A cluster from which tasks leave (sim/departures.h).
struct Departures {
  double accepted_share = 0.0;   // GPUs demanded by the tasks placed / by all that came
  double allocated_share = 0.0;  // of the GPUs, over time
  std::map<int, std::int64_t> refused_by_gpus;
};

// One replay of a task list that fills a cluster up: no task leaves.
struct ReplayRun {
  std::string workload;
  std::string policy;
  std::uint64_t seed = 0;
  // By arrived GPU demand in % of the cluster's GPUs; values in % of the cluster's GPUs.
  std::map<int, double> allocation;
  std::map<int, double> fragmentation_fgd;
  double first_refusal_pct = 0.0;  // arrived demand when the first task was refused; 0: none was
  std::map<int, std::int64_t> refused_by_gpus;  // GPUs asked for -> tasks refused
  // Further experiments on the same list, where asked for.
  std::optional<Compaction> compaction;
  std::optional<double> inflation_factor;
  std::optional<Departures> departures;
  std::optional<Departures> departures_trace;
  double placements_per_s = 0.0;
  double wall_s = 0.0;
};

// A metric over the seeds of one (scenario or workload, policy).
struct SummaryRow {
  std::string group;  // scenario or workload
  std::string policy;
  std::string metric;  // "stall.fraction", "allocation.100"
  double mean = 0.0;
  double ci95 = 0.0;  // half width of the 95 % interval of the mean (Student's t); 0 for one seed
  std::int64_t n = 0;
};

// A metric of a policy less that of another, over the seeds that both ran (report/paired.h).
struct PairedRow {
  std::string group;  // scenario or workload
  std::string policy;
  std::string against;
  std::string metric;
  double mean = 0.0;
  double low = 0.0;  // 95 % interval of the mean
  double high = 0.0;
  std::int64_t n = 0;
};

}  // namespace ragp
