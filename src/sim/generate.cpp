#include "sim/generate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "base/text.h"
#include "sim/arrivals.h"

namespace ragp::sim {
namespace {

constexpr double kShortestJobH = 1.0 / 60.0;
constexpr double kLongestJobH = 72.0;

template <class T>
Result<const T*> find_type(const std::vector<T>& types, const std::string& name,
                           std::string_view what) {
  const auto it = std::ranges::find(types, name, &T::name);
  if (it != types.end()) return &*it;
  std::vector<std::string_view> names;
  names.reserve(types.size());
  for (const T& t : types) names.push_back(t.name);
  return fail(Errc::kInput, "no " + std::string(what) + " '" + name + "'" + hint(name, names));
}

// Whole numbers that add up to `total` in proportion to the weights (largest remainder).
std::vector<std::int32_t> apportion(const std::vector<Part>& parts, std::int32_t total) {
  double sum = 0.0;
  for (const Part& p : parts) sum += p.weight;
  if (sum <= 0.0) return std::vector<std::int32_t>(parts.size(), 0);
  std::vector<std::int32_t> counts;
  std::vector<std::pair<double, std::size_t>> remainders;
  std::int32_t given = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double exact = parts[i].weight / sum * total;
    counts.push_back(static_cast<std::int32_t>(std::floor(exact)));
    given += counts.back();
    remainders.emplace_back(counts.back() - exact, i);
  }
  std::ranges::sort(remainders);
  for (std::int32_t k = 0; k < total - given; ++k) {
    ++counts[remainders[static_cast<std::size_t>(k)].second];
  }
  return counts;
}

std::string numbered(const std::string& stem, std::size_t n) {
  std::string digits = std::to_string(n);
  digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
  return stem + "-" + digits;
}

Status add_nodes(const Scenario& scenario, Workload& out) {
  const auto counts = apportion(scenario.cluster, scenario.nodes);
  for (std::size_t i = 0; i < scenario.cluster.size(); ++i) {
    const auto type = find_type(scenario.node_types, scenario.cluster[i].type, "node type");
    if (!type) return std::unexpected(type.error());
    NodeSpec spec{.name = {}, .capacity = (*type)->capacity, .gpus = (*type)->gpus};
    if (spec.gpus > 0) {
      const auto model = out.models.intern((*type)->gpu_model);
      if (!model) return std::unexpected(model.error());
      spec.model = *model;
    }
    for (std::int32_t n = 0; n < counts[i]; ++n) {
      spec.name = numbered((*type)->name, static_cast<std::size_t>(n));
      out.nodes.push_back(spec);
    }
  }
  // Node order decides ties; a random one favours no node type.
  Rng rng(out.seed, "node order");
  rng.shuffle(std::span(out.nodes));
  return {};
}

std::int32_t io_cpu_of(double mbps, const OverflowOptions& options) {
  return static_cast<std::int32_t>(std::lround(mbps * options.io_cpu_per_mbps));
}

Feeds feeds_of(const Resources& demand) {
  Feeds needs{};
  for (std::size_t f = 0; f < needs.size(); ++f) needs[f] = demand[kFeeds[f]];
  return needs;
}

// A job type with everything that does not change from job to job worked out.
struct Template {
  const JobType* type = nullptr;
  Job job;
  Behaviour behaviour;  // without work and hbm
};

// A type that none of the cluster's models can serve stays in: its jobs are reported as never
// fitting, not lost.
ModelSet allowed_models(const JobType& type, const GpuModels& models) {
  if (type.models.empty()) return ModelSet::any();
  ModelSet set = ModelSet::none();
  for (const std::string& name : type.models) {
    if (const auto id = models.find(name)) set.add(*id);
  }
  return set;
}

Template make_template(const JobType& type, const Scenario& scenario, const GpuModels& models) {
  Template t{.type = &type, .job = {}, .behaviour = {}};
  t.job.tasks = type.tasks;
  t.job.shape = {.demand = type.demand,
                 .gpus = type.gpus,
                 .hbm_growth = scenario.breathing ? type.hbm_growth : 0,
                 .models = allowed_models(type, models)};
  Behaviour& b = t.behaviour;
  if (type.load.mbps > 0 && type.load.mb > 0.0) {
    b.load.work = from_seconds(type.load.mb / type.load.mbps);
    b.load.needs = {0, type.load.mbps, io_cpu_of(type.load.mbps, scenario.overflow)};
  }
  b.steady.needs = feeds_of(type.demand);
  if (type.burst.every_s > 0.0) {
    b.steady.work = from_seconds(type.burst.every_s);
    b.burst = {.work = from_seconds(type.burst.length_s), .needs = type.burst.needs};
  }
  b.checkpoints = type.checkpoints;
  return t;
}

// Growth as a saw: up in equal steps to a peak, down at once when the requests finish; a few peaks
// that repeat.
void breathe(const JobType& type, Rng& rng, Behaviour& b) {
  constexpr int kPeaks = 6;
  constexpr int kStepsUp = 4;
  const BreathingSpec& spec = type.breathing;
  const std::int32_t base = type.demand[Dim::kHbm];
  for (int peak = 0; peak < kPeaks; ++peak) {
    const double growth = rng.uniform(spec.peak.low, spec.peak.high) * type.hbm_growth;
    for (int step = 0; step < kStepsUp; ++step) {
      const double at = spec.period_s * (peak + static_cast<double>(step) / kStepsUp);
      const auto grown = static_cast<std::int32_t>(std::lround(growth * step / (kStepsUp - 1)));
      // The first step is the drop back to the request: that of the very start happens at once.
      b.hbm.push_back({.at = from_seconds(std::max(at, 1e-6)), .mib = base + grown});
    }
  }
  b.hbm_cycle = from_seconds(spec.period_s * kPeaks);
}

// Of the log-normal running time, cut off at the shortest and the longest.
double mean_duration_h(const JobType& type) {
  const double sigma = type.log_sigma;
  if (sigma <= 0.0) return std::clamp(type.median_h, kShortestJobH, kLongestJobH);
  const auto below = [](double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); };
  const double low = std::log(kShortestJobH / type.median_h) / sigma;
  const double high = std::log(kLongestJobH / type.median_h) / sigma;
  const double uncut = type.median_h * std::exp(sigma * sigma / 2.0);
  return kShortestJobH * below(low) + kLongestJobH * (1.0 - below(high)) +
         uncut * (below(high - sigma) - below(low - sigma));
}

double gpus_of(const Template& t) {
  return static_cast<double>(t.job.tasks) * t.job.shape.total()[Dim::kSm] / kWholeGpu;
}

// Jobs an hour so that the GPUs they occupy are, on average, the wanted share of the cluster's.
Result<double> arrival_rate(const Scenario& scenario, const std::vector<Template>& templates,
                            const Workload& out) {
  double weight = 0.0;
  double gpu_hours = 0.0;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    const double w = scenario.mix[i].weight;
    const double hours =
        mean_duration_h(*templates[i].type) + to_hours(templates[i].behaviour.load.work);
    weight += w;
    gpu_hours += w * gpus_of(templates[i]) * hours;
  }
  double gpus = 0.0;
  for (const NodeSpec& n : out.nodes) gpus += n.gpus;
  if (gpus <= 0.0 || gpu_hours <= 0.0) {
    return fail(Errc::kInput, "scenario '" + scenario.name +
                                  "': the load is a share of the cluster's GPUs, but " +
                                  (gpus <= 0.0 ? "no node has any" : "no job of the mix uses any"));
  }
  const double per_hour = scenario.load * gpus * weight / gpu_hours;
  if (per_hour * scenario.hours > kMaxJobs) {
    return fail(Errc::kInput, "scenario '" + scenario.name + "': about " +
                                  std::to_string(std::llround(per_hour * scenario.hours)) +
                                  " jobs; expected at most " +
                                  std::to_string(std::llround(kMaxJobs)));
  }
  return per_hour;
}

void add_jobs(const Scenario& scenario, const std::vector<Template>& templates, double per_hour,
              Workload& out) {
  Rng arrivals(out.seed, "arrivals");
  const auto times = arrival_times(scenario.arrivals, per_hour, out.horizon, arrivals);
  std::vector<double> weights;
  weights.reserve(scenario.mix.size());
  for (const Part& p : scenario.mix) weights.push_back(p.weight);
  Rng types(out.seed, "job types");
  out.jobs.reserve(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Template& t = templates[types.weighted(weights)];
    Rng rng(out.seed, "job", i);
    WorkloadJob job{.name = numbered(t.type->name, i),
                    .type = t.type->name,
                    .submit = times[i],
                    .job = t.job,
                    .behaviour = t.behaviour};
    job.job.id = JobId::at(i);
    const double hours = std::clamp(rng.log_normal(t.type->median_h, t.type->log_sigma),
                                    kShortestJobH, kLongestJobH);
    job.behaviour.work = from_hours(hours);
    if (t.type->burst.every_s <= 0.0) job.behaviour.steady.work = job.behaviour.work;
    if (scenario.breathing && t.type->breathing.period_s > 0.0) {
      breathe(*t.type, rng, job.behaviour);
    }
    out.jobs.push_back(std::move(job));
  }
}

// Alternates healthy gaps and episodes on one node, in equilibrium from the start: with probability
// `share` the run begins inside an episode. The length of the episode that covers a random instant
// is biased by length, which makes a log-uniform length uniform, and the instant is uniform in it.
void add_episodes(const BackgroundType& type, NodeId node, std::uint64_t stream, Workload& out) {
  if (type.share <= 0.0) return;
  Rng rng(out.seed, "background " + type.name, stream);
  const auto [low, high] = type.hours;
  const double mean_length = high > low ? (high - low) / std::log(high / low) : low;
  const double mean_gap = mean_length * (1.0 - type.share) / type.share;
  const double end = to_hours(out.horizon);
  double length = 0.0;
  double t = 0.0;
  if (rng.uniform() < type.share) {
    length = rng.uniform(low, high) * rng.uniform();
  } else {
    t = rng.exponential(mean_gap);
    length = rng.log_uniform(low, high);
  }
  while (t < end) {
    const double factor = rng.uniform(type.storage.low, type.storage.high);
    out.episodes.push_back({.node = node,
                            .kind = type.name,
                            .start = Time{} + from_hours(t),
                            .length = std::max(Duration{1}, from_hours(length)),
                            .storage_ppm = static_cast<std::int32_t>(std::lround(factor * 1e6)),
                            .io_cpu = type.io_cpu});
    t += length + rng.exponential(mean_gap);
    length = rng.log_uniform(low, high);
  }
}

void add_background(const Scenario& scenario, Workload& out) {
  for (const BackgroundType& type : scenario.background) {
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
      add_episodes(type, NodeId::at(n), n, out);
    }
  }
  std::ranges::stable_sort(out.episodes, {}, &Episode::start);
}

}  // namespace

Result<Workload> generate(const Scenario& scenario, std::uint64_t seed) {
  Workload out{.scenario = scenario.name,
               .seed = seed,
               .warmup = from_hours(scenario.warmup_h),
               .horizon = from_hours(scenario.hours),
               .queue = scenario.queue,
               .overflow = scenario.overflow};
  if (const auto added = add_nodes(scenario, out); !added) return std::unexpected(added.error());
  std::vector<Template> templates;
  for (const Part& part : scenario.mix) {
    const auto type = find_type(scenario.job_types, part.type, "job type");
    if (!type) return std::unexpected(type.error());
    templates.push_back(make_template(**type, scenario, out.models));
  }
  const auto per_hour = arrival_rate(scenario, templates, out);
  if (!per_hour) return std::unexpected(per_hour.error());
  add_jobs(scenario, templates, *per_hour, out);
  add_background(scenario, out);
  return out;
}

}  // namespace ragp::sim
