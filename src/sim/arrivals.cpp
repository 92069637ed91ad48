#include "sim/arrivals.h"

#include <algorithm>
#include <cmath>

namespace ragp::sim {
namespace {

// Number of failures before a success: mean batch_mean - 1.
std::int64_t extra_jobs(double batch_mean, Rng& rng) {
  if (batch_mean <= 1.0) return 0;
  const double stay = 1.0 - 1.0 / batch_mean;
  return static_cast<std::int64_t>(std::log(1.0 - rng.uniform()) / std::log(stay));
}

class Rate {
 public:
  Rate(const ArrivalSpec& spec, double batches_per_hour, Rng& rng) : spec_(spec), rng_(rng) {
    const bool bursty = spec.pattern == ArrivalSpec::Pattern::kBursty;
    high_ = batches_per_hour * (bursty ? spec.peak : 1.0);
    low_ = batches_per_hour;
    if (bursty) {
      const double rest = 1.0 - spec.peak * spec.peak_share;
      low_ = batches_per_hour * std::max(0.0, rest) / (1.0 - spec.peak_share);
      at_peak_ = rng.uniform() < spec.peak_share;
      switch_at_h_ = next_stay();
    } else {
      switch_at_h_ = INFINITY;
    }
  }

  // The next arrival after hour t: exponential gaps, restarted at each switch (memoryless).
  double next(double t) {
    for (;;) {
      const double rate = at_peak_ ? high_ : low_;
      const double gap = rate > 0.0 ? rng_.exponential(1.0 / rate) : INFINITY;
      if (t + gap < switch_at_h_) return t + gap;
      if (std::isinf(switch_at_h_)) return INFINITY;
      t = switch_at_h_;
      at_peak_ = !at_peak_;
      switch_at_h_ += next_stay();
    }
  }

 private:
  double next_stay() {
    const double share = at_peak_ ? spec_.peak_share : 1.0 - spec_.peak_share;
    return rng_.exponential(spec_.cycle_h * share);
  }

  const ArrivalSpec& spec_;
  Rng& rng_;
  double high_ = 0.0;
  double low_ = 0.0;
  bool at_peak_ = false;
  double switch_at_h_ = 0.0;
};

}  // namespace

std::vector<Time> arrival_times(const ArrivalSpec& spec, double per_hour, Duration horizon,
                                Rng& rng) {
  std::vector<Time> times;
  if (per_hour <= 0.0) return times;
  Rate rate(spec, per_hour / std::max(1.0, spec.batch_mean), rng);
  const double end_h = to_hours(horizon);
  double t = rate.next(0.0);
  while (t < end_h) {
    const std::int64_t jobs = 1 + extra_jobs(spec.batch_mean, rng);
    for (std::int64_t i = 0; i < jobs; ++i) times.push_back(Time{} + from_hours(t));
    t = rate.next(t);
  }
  return times;
}

}  // namespace ragp::sim
