#include "sim/recorder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ragp::sim {
namespace {

constexpr std::size_t kBins = 10'000;  // of the stranded share: a resolution of 0.01 %

std::int64_t stalled_nano(double gpus, double rate) {
  return std::llround(gpus * (1.0 - rate) * 1e9);
}

// The p-quantile by linear interpolation between order statistics; 0 of nothing. Sorts.
double quantile(std::vector<double>& values, double p) {
  if (values.empty()) return 0.0;
  std::ranges::sort(values);
  const double at = p * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return std::lerp(values[low], values[high], at - std::floor(at));
}

Percentiles percentiles(std::vector<double> values) {
  return {
      .p50 = quantile(values, 0.5), .p95 = quantile(values, 0.95), .p99 = quantile(values, 0.99)};
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0.0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double share(double part, double whole) {
  return whole > 0.0 ? part / whole : 0.0;
}

}  // namespace

Recorder::Recorder(Time from, Time to, std::int64_t total_gpus)
    : from_(from),
      to_(to),
      total_gpus_(static_cast<double>(total_gpus)),
      fragmentation_hours_(kBins + 1, 0.0),
      finished_per_hour_(static_cast<std::size_t>(std::floor(to_hours(to - from))), 0.0) {}

void Recorder::advance(Time now, const Leftovers& leftovers, bool gpu_jobs_wait) {
  const Time begin = std::max(now_, from_);
  const Time end = std::min(now, to_);
  now_ = now;
  if (end <= begin) return;
  const double hours = to_hours(end - begin);
  const double idle = static_cast<double>(leftovers.idle_milli()) * 1e-3;
  const double stranded = leftovers.stranded_gpus();
  allocated_ += hours * (total_gpus_ - idle);
  idle_ += hours * idle;
  if (gpu_jobs_wait) idle_while_waiting_ += hours * idle;
  stranded_ += hours * stranded;
  stalled_ += hours * static_cast<double>(stalled_nano_) * 1e-9;
  hostable_ += hours * leftovers.hostable_gpus();
  jobs_per_node_hours_ += hours * leftovers.jobs_per_node();
  const double fragmentation = std::clamp(share(stranded, total_gpus_), 0.0, 1.0);
  fragmentation_hours_[static_cast<std::size_t>(fragmentation * kBins)] += hours;
}

void Recorder::rate_changed(double gpus, double rate_before, double rate_after) {
  stalled_nano_ += stalled_nano(gpus, rate_after) - stalled_nano(gpus, rate_before);
}

void Recorder::started(Time submit, Time now) {
  if (submit >= from_ && submit < to_) waits_s_.push_back(to_seconds(now - submit));
}

void Recorder::still_waiting(Time submit) {
  // A lower bound, so that a policy cannot shorten its waits by never starting the hard jobs.
  started(submit, to_);
}

void Recorder::finished(Time now, Duration running, Duration expected) {
  if (now < from_ || now > to_) return;
  inflations_.push_back(share(to_seconds(running), to_seconds(expected)));
  const auto hour = static_cast<std::size_t>(to_hours(now - from_));
  if (hour < finished_per_hour_.size()) finished_per_hour_[hour] += 1.0;
}

void Recorder::write(SimulateRun& run) const {
  const double hours = window_hours();
  const double gpu_hours = total_gpus_ * hours;
  run.lost_share = share(stranded_ + stalled_, gpu_hours);
  run.fragmentation.mean = share(stranded_, gpu_hours);
  run.fragmentation.of_idle = share(stranded_, idle_);
  double below = 0.0;
  for (std::size_t bin = 0; bin <= kBins; ++bin) {
    below += fragmentation_hours_[bin];
    if (below >= 0.95 * hours) {
      run.fragmentation.p95 = static_cast<double>(bin) / kBins;
      break;
    }
  }
  run.residual_health = {.hostable_share = share(hostable_, idle_),
                         .jobs_per_node = share(jobs_per_node_hours_, hours)};
  run.stall = {.fraction = share(stalled_, allocated_), .gpu_hours = stalled_};
  run.gpu_hours = {.allocated = allocated_,
                   .productive = allocated_ - stalled_,
                   .idle = idle_,
                   .idle_while_jobs_wait = idle_while_waiting_};
  run.throughput.jobs_per_hour = share(static_cast<double>(inflations_.size()), hours);
  const double per_hour = mean(finished_per_hour_);
  double squares = 0.0;
  for (const double n : finished_per_hour_) squares += (n - per_hour) * (n - per_hour);
  const double deviation =
      std::sqrt(share(squares, static_cast<double>(finished_per_hour_.size())));
  run.throughput.cv = share(deviation, per_hour);
  run.wait_s = {.mean = mean(waits_s_), .at = percentiles(waits_s_)};
  run.inflation = percentiles(inflations_);
}

}  // namespace ragp::sim
