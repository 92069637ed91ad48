#include "sim/simulator.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "sched/feasibility.h"
#include "sched/queue.h"
#include "sched/scheduler.h"
#include "sim/event_queue.h"
#include "sim/leftovers.h"
#include "sim/recorder.h"
#include "sim/telemetry.h"
#include "sim/world.h"

namespace ragp::sim {
namespace {

// What does not fit even one empty node is not work that leftovers could be good for.
std::vector<WeightedShape> true_mix(const Workload& workload) {
  std::unordered_map<Shape, bool, ShapeHash> fits_somewhere;
  std::vector<Job> jobs;
  for (const WorkloadJob& j : workload.jobs) {
    const auto [it, is_new] = fits_somewhere.try_emplace(j.job.shape, false);
    if (is_new) {
      it->second = std::ranges::any_of(workload.nodes, [&](const NodeSpec& n) {
        return fits(empty_state(n, kSevenDims), j.job.shape);
      });
    }
    if (it->second) jobs.push_back(j.job);
  }
  return mix_of(jobs);
}

Cluster make_cluster(const Workload& workload, DimSet enforced) {
  Cluster cluster(enforced);
  for (const NodeSpec& spec : workload.nodes) {
    const bool added = cluster.add_node(spec).has_value();
    RAGP_CHECK(added);  // whoever made the workload has checked its nodes
  }
  return cluster;
}

enum class JobStatus : std::uint8_t {
  kPending,
  kWaiting,
  kRunning,
  kFinished,
  kFailed,
  kNeverFits
};

// What the run knows of a job beyond the workload.
struct JobLog {
  JobStatus status = JobStatus::kPending;
  bool has_started = false;
  Duration ran{};  // in earlier attempts
  std::int32_t evictions = 0;
  double stalled_rate = 1.0;  // the rate that the recorder counts for it
};

class Run {
 public:
  Run(const Workload& workload, const PolicyChoice& policy);
  SimulateRun play();

 private:
  void foresee_submit();
  void foresee_episode();
  void handle(const Event& event);
  void on_submit(JobId id);
  void on_phase_end(JobId id);
  void on_hbm_step(JobId id);
  void finish(JobId id);
  void evict(JobId id);
  void leave(JobId id);
  void place_waiting();
  void on_placed(const Job& job, const std::vector<Placement>& placements);
  void begin(const Episode& episode, std::uint32_t subject);
  bool settle();
  void settle_once();
  void count_rate(JobId id, double rate);
  void foresee_hbm(JobId id);
  [[nodiscard]] const WorkloadJob& input(JobId id) const { return workload_.jobs[id.index()]; }
  [[nodiscard]] SimulateRun report();

  const Workload& workload_;
  Time now_{};
  Time end_;
  EventQueue events_;
  World world_;
  Cluster truth_;   // the ledger in all dimensions, for the metrics
  Cluster belief_;  // what the scheduler is told
  Scheduler scheduler_;
  Queue queue_;
  Leftovers leftovers_;
  Recorder recorder_;
  std::vector<JobLog> log_;
  std::uint32_t next_submit_ = 0;
  std::uint32_t next_episode_ = 0;
  std::vector<JobId> changed_;  // scratch
  std::int64_t event_count_ = 0;
  std::int64_t evictions_ = 0;
};

Run::Run(const Workload& workload, const PolicyChoice& policy)
    : workload_(workload),
      end_(Time{} + workload.horizon),
      world_(workload),
      truth_(make_cluster(workload, kPartitionedDims)),
      belief_(make_cluster(workload, policy.dims)),
      scheduler_(policy.info->make({.seed = workload.seed}), policy.dims),
      queue_(workload.queue),
      leftovers_(true_mix(workload), workload.nodes.size()),
      recorder_(Time{} + workload.warmup, end_, truth_.total_gpus()),
      log_(workload.jobs.size()) {
  for (std::size_t i = 0; i < workload.nodes.size(); ++i) {
    leftovers_.update(NodeId::at(i), truth_.state(NodeId::at(i), kSevenDims));
  }
}

// The inputs are sorted, so that one of each kind in the queue is enough.
void Run::foresee_submit() {
  if (next_submit_ == workload_.jobs.size()) return;
  const std::uint32_t subject = next_submit_++;
  events_.push(
      {.at = workload_.jobs[subject].submit, .kind = EventKind::kSubmit, .subject = subject});
}

void Run::foresee_episode() {
  if (next_episode_ == workload_.episodes.size()) return;
  const std::uint32_t subject = next_episode_++;
  events_.push({.at = workload_.episodes[subject].start,
                .kind = EventKind::kEpisodeStart,
                .subject = subject});
}

SimulateRun Run::play() {
  foresee_submit();
  foresee_episode();
  while (!events_.empty() && events_.top().at < end_) {
    const Time at = events_.top().at;
    RAGP_CHECK(at >= now_);
    recorder_.advance(at, leftovers_, queue_.gpu_jobs() > 0);
    now_ = at;
    while (!events_.empty() && events_.top().at == at) handle(events_.pop());
    settle();
    do {
      place_waiting();
    } while (settle());  // an eviction made room
  }
  recorder_.advance(end_, leftovers_, queue_.gpu_jobs() > 0);
  return report();
}

void Run::handle(const Event& event) {
  ++event_count_;
  const JobId job{event.subject};
  switch (event.kind) {
    case EventKind::kPhaseEnd:
      if (world_.running(job).active && world_.running(job).epoch == event.epoch) on_phase_end(job);
      break;
    case EventKind::kEpisodeEnd:
      world_.end(workload_.episodes[event.subject]);
      break;
    case EventKind::kEpisodeStart:
      begin(workload_.episodes[event.subject], event.subject);
      break;
    case EventKind::kHbmStep:
      if (world_.running(job).active && world_.running(job).starts == event.epoch) on_hbm_step(job);
      break;
    case EventKind::kSubmit:
      on_submit(job);
      break;
  }
}

void Run::begin(const Episode& episode, std::uint32_t subject) {
  world_.begin(episode);
  events_.push(
      {.at = episode.start + episode.length, .kind = EventKind::kEpisodeEnd, .subject = subject});
  foresee_episode();
}

void Run::on_submit(JobId id) {
  foresee_submit();
  const WorkloadJob& in = input(id);
  scheduler_.observe(in.job);
  if (!scheduler_.ever_fits(in.job, belief_)) {
    log_[id.index()].status = JobStatus::kNeverFits;
    return;
  }
  log_[id.index()].status = JobStatus::kWaiting;
  queue_.push(in.job, in.submit);
}

void Run::on_phase_end(JobId id) {
  if (world_.next_phase(id, now_)) {
    count_rate(id, 0.0);  // until settle() gives the new phase its rate
  } else {
    finish(id);
  }
}

void Run::on_hbm_step(JobId id) {
  const auto& steps = input(id).behaviour.hbm;
  world_.set_hbm(id, steps[world_.running(id).hbm_step % steps.size()].mib);
  foresee_hbm(id);
}

// The next step of the job's memory; the list repeats with the cycle.
void Run::foresee_hbm(JobId id) {
  const Behaviour& b = input(id).behaviour;
  if (b.hbm.empty()) return;
  const Running& r = world_.running(id);
  const auto round = static_cast<std::int64_t>(r.hbm_step / b.hbm.size());
  if (round > 0 && b.hbm_cycle.count() == 0) return;
  const Time at = r.started + b.hbm[r.hbm_step % b.hbm.size()].at + round * b.hbm_cycle;
  if (at >= end_) return;
  events_.push({.at = at, .kind = EventKind::kHbmStep, .subject = id.value, .epoch = r.starts});
}

void Run::leave(JobId id) {
  world_.stop(id, now_);
  log_[id.index()].ran += now_ - world_.running(id).started;
  count_rate(id, 1.0);  // a job that is gone stalls nothing
  for (const Placement& p : world_.running(id).placements) {
    truth_.release(input(id).job.shape, p);
    belief_.release(input(id).job.shape, p);
  }
}

void Run::finish(JobId id) {
  leave(id);
  log_[id.index()].status = JobStatus::kFinished;
  recorder_.finished(now_, log_[id.index()].ran, input(id).behaviour.expected());
}

void Run::evict(JobId id) {
  leave(id);
  ++evictions_;
  JobLog& log = log_[id.index()];
  if (++log.evictions > workload_.overflow.max_evictions) {
    log.status = JobStatus::kFailed;
    return;
  }
  log.status = JobStatus::kWaiting;
  queue_.push(input(id).job, input(id).submit);
}

void Run::place_waiting() {
  queue_.pass(now_, scheduler_, belief_,
              [this](const Job& job, const std::vector<Placement>& p) { on_placed(job, p); });
}

void Run::on_placed(const Job& job, const std::vector<Placement>& placements) {
  for (const Placement& p : placements) {
    const bool allocated = truth_.allocate(job.shape, p).has_value();
    RAGP_CHECK(allocated);  // every form sees the partitioned dimensions
  }
  JobLog& log = log_[job.id.index()];
  if (!log.has_started) recorder_.started(input(job.id).submit, now_);
  log.has_started = true;
  log.status = JobStatus::kRunning;
  world_.start(job.id, placements, world_.running(job.id).saved, now_);
  count_rate(job.id, 0.0);  // until settle() gives it one
  for (const Placement& p : placements) report_memory(world_, p.node, belief_);
  foresee_hbm(job.id);
}

void Run::count_rate(JobId id, double rate) {
  double& counted = log_[id.index()].stalled_rate;
  recorder_.rate_changed(world_.gpu_share(id), counted, rate);
  counted = rate;
}

void Run::settle_once() {
  changed_.clear();
  world_.settle(now_, changed_);
  for (const JobId id : changed_) {
    const Running& r = world_.running(id);
    count_rate(id, r.rate);
    const Time at = world_.phase_end(id);
    if (at < end_) {
      events_.push({.at = at, .kind = EventKind::kPhaseEnd, .subject = id.value, .epoch = r.epoch});
    }
  }
  for (const NodeId n : world_.settled()) {
    const NodeReading reading = read_node(world_, n);
    report_node(reading, n, truth_);
    report_node(reading, n, belief_);
    leftovers_.update(n, truth_.state(n, kSevenDims));
  }
}

// Evictions free memory and feeds, which changes rates again. True if there were any.
bool Run::settle() {
  settle_once();
  const std::int64_t before = evictions_;
  while (!world_.to_evict().empty()) {
    std::vector<JobId> victims(world_.to_evict().begin(), world_.to_evict().end());
    std::ranges::sort(victims);
    const auto repeated = std::ranges::unique(victims);
    victims.erase(repeated.begin(), repeated.end());
    for (const JobId id : victims) evict(id);
    settle_once();
  }
  return evictions_ > before;
}

SimulateRun Run::report() {
  SimulateRun run;
  run.scenario = workload_.scenario;
  run.seed = workload_.seed;
  run.evictions = evictions_;
  run.events = event_count_;
  for (std::size_t i = 0; i < log_.size(); ++i) {
    const WorkloadJob& in = workload_.jobs[i];
    if (in.submit >= end_) continue;
    ++run.jobs.submitted;
    switch (log_[i].status) {
      case JobStatus::kFinished:
        ++run.jobs.finished;
        break;
      case JobStatus::kFailed:
        ++run.jobs.failed;
        break;
      case JobStatus::kNeverFits:
        ++run.jobs.never_fits;
        break;
      default:
        ++run.jobs.unfinished;
    }
    if (log_[i].status == JobStatus::kWaiting && !log_[i].has_started) {
      recorder_.still_waiting(in.submit);
    }
  }
  recorder_.write(run);
  return run;
}

}  // namespace

SimulateRun simulate(const Workload& workload, const PolicyChoice& policy) {
  SimulateRun run = Run(workload, policy).play();
  run.policy = policy.asked;
  return run;
}

}  // namespace ragp::sim
