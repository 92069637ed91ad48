#include "sim/sweep.h"

#include <memory>
#include <mutex>
#include <optional>

#include "sim/generate.h"
#include "sim/simulator.h"
#include "sim/stopwatch.h"

namespace ragp::sim {
namespace {

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

Result<std::vector<ReplayRun>> sweep(std::span<const FillUpInput> inputs,
                                     std::span<const PolicyChoice> policies,
                                     std::span<const std::uint64_t> seeds,
                                     const ReplayOptions& replay_options,
                                     const ParallelOptions& options) {
  const std::size_t per_input = seeds.size() * policies.size();
  std::vector<Result<ReplayRun>> runs(inputs.size() * per_input);
  run_parallel(runs.size(), options, [&](std::size_t i) {
    const std::size_t in_input = i % per_input;
    runs[i] = replay(inputs[i / per_input], policies[in_input % policies.size()],
                     seeds[in_input / policies.size()], replay_options);
  });
  return all_or_first_error(runs);
}

}  // namespace ragp::sim
