#include "sim/sweep.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "sim/generate.h"
#include "sim/simulator.h"

namespace ragp::sim {
namespace {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The workloads of the seeds: each drawn when first needed and dropped after its last policy.
class Workloads {
 public:
  Workloads(const Scenario& scenario, std::span<const std::uint64_t> seeds, std::size_t uses)
      : scenario_(scenario), seeds_(seeds), slots_(seeds.size()) {
    for (Slot& s : slots_) s.uses_left = uses;
  }

  std::shared_ptr<const Result<Workload>> take(std::size_t seed_index) {
    Slot& slot = slots_[seed_index];
    const std::scoped_lock lock(slot.mutex);
    if (!slot.workload) {
      slot.workload =
          std::make_shared<const Result<Workload>>(generate(scenario_, seeds_[seed_index]));
    }
    auto workload = slot.workload;
    if (--slot.uses_left == 0) slot.workload.reset();
    return workload;
  }

 private:
  struct Slot {
    std::mutex mutex;
    std::shared_ptr<const Result<Workload>> workload;
    std::size_t uses_left = 0;
  };
  const Scenario& scenario_;
  std::span<const std::uint64_t> seeds_;
  std::vector<Slot> slots_;
};

SimulateRun timed(const Workload& workload, const PolicyChoice& policy) {
  const Stopwatch watch;
  SimulateRun run = simulate(workload, policy);
  run.wall_s = watch.seconds();
  return run;
}

// The values, or the first error in order of index.
template <class T>
Result<std::vector<T>> all_or_first_error(std::vector<Result<T>>& results) {
  std::vector<T> values;
  values.reserve(results.size());
  for (Result<T>& r : results) {
    if (!r) return std::unexpected(r.error());
    values.push_back(std::move(*r));
  }
  return values;
}

}  // namespace

Result<std::vector<SimulateRun>> sweep(const Scenario& scenario,
                                       std::span<const PolicyChoice> policies,
                                       std::span<const std::uint64_t> seeds,
                                       const ParallelOptions& options) {
  Workloads workloads(scenario, seeds, policies.size());
  std::vector<Result<SimulateRun>> runs(seeds.size() * policies.size());
  run_parallel(runs.size(), options, [&](std::size_t i) {
    const auto workload = workloads.take(i / policies.size());
    if (*workload) {
      runs[i] = timed(**workload, policies[i % policies.size()]);
    } else {
      runs[i] = std::unexpected(workload->error());
    }
  });
  return all_or_first_error(runs);
}

std::vector<SimulateRun> sweep(const Workload& workload, std::span<const PolicyChoice> policies,
                               const ParallelOptions& options) {
  std::vector<SimulateRun> runs(policies.size());
  run_parallel(runs.size(), options,
               [&](std::size_t i) { runs[i] = timed(workload, policies[i]); });
  return runs;
}

Result<std::vector<ReplayRun>> sweep(const FillUpInput& input,
                                     std::span<const PolicyChoice> policies,
                                     std::span<const std::uint64_t> seeds,
                                     const FillUpOptions& fill, const ParallelOptions& options) {
  std::vector<Result<ReplayRun>> runs(seeds.size() * policies.size());
  run_parallel(runs.size(), options, [&](std::size_t i) {
    const Stopwatch watch;
    auto result = fill_up(input, policies[i % policies.size()], seeds[i / policies.size()], fill);
    if (!result) {
      runs[i] = std::unexpected(result.error());
      return;
    }
    result->run.wall_s = watch.seconds();
    result->run.placements_per_s = static_cast<double>(result->placed) / result->run.wall_s;
    runs[i] = std::move(result->run);
  });
  return all_or_first_error(runs);
}

}  // namespace ragp::sim
