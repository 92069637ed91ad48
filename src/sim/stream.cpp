#include "sim/stream.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rng.h"

namespace ragp::sim {

std::int64_t gpu_milli(const Task& task) {
  return task.shape.total()[Dim::kSm];
}

Status check_demand(std::string_view workload, std::string_view what, std::int64_t capacity_milli,
                    std::span<const Task> tasks) {
  const bool gpus_asked =
      std::ranges::any_of(tasks, [](const Task& t) { return gpu_milli(t) > 0; });
  if (capacity_milli > 0 && gpus_asked) return {};
  return fail(Errc::kInput, "workload '" + std::string(workload) + "': " + std::string(what) +
                                " a share of the cluster's GPUs, but " +
                                (capacity_milli > 0 ? "no task asks for any" : "no node has any"));
}

std::vector<Task> draw_stream(std::span<const Task> tasks, std::int64_t capacity_milli,
                              double demand, std::uint64_t seed) {
  const auto target =
      static_cast<std::int64_t>(std::floor(demand * static_cast<double>(capacity_milli)));
  std::vector<Task> stream(tasks.begin(), tasks.end());
  std::int64_t demanded = 0;
  for (const Task& t : stream) demanded += gpu_milli(t);
  Rng sample(seed, "fill-up sample");
  while (demanded < target) {
    const Task& t = tasks[sample.below(tasks.size())];
    if (demanded + gpu_milli(t) > target) break;
    demanded += gpu_milli(t);
    stream.push_back(t);
  }
  Rng order(seed, "fill-up order");
  order.shuffle(std::span(stream));
  while (demanded > target) {
    demanded -= gpu_milli(stream.back());
    stream.pop_back();
  }
  return stream;
}

std::size_t arrived_at(std::span<const Task> stream, std::int64_t capacity_milli, double percent) {
  const double most = percent / 100.0 * static_cast<double>(capacity_milli);
  std::int64_t arrived = 0;
  for (std::size_t i = 0; i < stream.size(); ++i) {
    arrived += gpu_milli(stream[i]);
    if (static_cast<double>(arrived) > most) return i;
  }
  return stream.size();
}

}  // namespace ragp::sim
