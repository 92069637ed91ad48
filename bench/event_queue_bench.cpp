// Benchmark of the event queue alone: events per second with a number of events pending, each
// popped one followed by a new one at a random later time (the hold model).
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "base/rng.h"
#include "sim/event_queue.h"

namespace ragp::sim {
namespace {

void hold(benchmark::State& state) {
  const std::int64_t pending = state.range(0);
  Rng rng(1, "event queue bench");
  const auto later = [&](Time now) {
    return Event{.at = now + Duration{static_cast<std::int64_t>(rng.exponential(1e9))},
                 .kind = static_cast<EventKind>(rng.below(5))};
  };
  EventQueue queue;
  for (std::int64_t i = 0; i < pending; ++i) queue.push(later(Time{}));
  for (auto _ : state) queue.push(later(queue.pop().at));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(hold)->Arg(1'000)->Arg(10'000)->Arg(100'000);

}  // namespace
}  // namespace ragp::sim
