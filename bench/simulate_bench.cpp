// Benchmark of whole simulations: events per second of a small storage-stress scenario (C, with 25
// nodes for 24 hours), for each policy in each form.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "codec/builtin.h"
#include "sched/policy.h"
#include "sim/generate.h"
#include "sim/simulator.h"

namespace ragp::sim {
namespace {

const Workload& small_workload() {
  static const Workload workload = [] {
    auto scenario = codec::load_scenario("C");
    RAGP_CHECK(scenario.has_value());
    scenario->nodes = 25;
    scenario->hours = 24.0;
    scenario->warmup_h = 4.0;
    auto generated = generate(*scenario, 1);
    RAGP_CHECK(generated.has_value());
    return std::move(*generated);
  }();
  return workload;
}

void whole_run(benchmark::State& state, const PolicyChoice& policy) {
  const Workload& workload = small_workload();
  std::int64_t events = 0;
  for (auto _ : state) events += simulate(workload, policy).events;
  state.SetItemsProcessed(events);
}

const int kRegistered = [] {
  const auto choices = choose_policies("all");
  RAGP_CHECK(choices.has_value());
  for (const PolicyChoice& choice : *choices) {
    benchmark::RegisterBenchmark(("whole_run/" + choice.asked).c_str(), whole_run, choice)
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}();

}  // namespace
}  // namespace ragp::sim
