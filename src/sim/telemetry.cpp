#include "sim/telemetry.h"

#include <array>

namespace ragp::sim {

void report_node(const World& world, NodeId n, Cluster& cluster) {
  for (std::size_t f = 0; f < kFeeds.size(); ++f) {
    cluster.set_effective(n, kFeeds[f], world.effective(n, f));
    cluster.set_measured(n, kFeeds[f], world.drawn(n, f));
  }
  report_memory(world, n, cluster);
}

void report_memory(const World& world, NodeId n, Cluster& cluster) {
  std::array<std::int32_t, kMaxDevices> used{};
  const auto devices = static_cast<std::size_t>(cluster.spec(n).gpus);
  world.hbm_used(n, std::span(used).first(devices));
  for (std::size_t d = 0; d < devices; ++d) cluster.set_hbm_measured(n, d, used[d]);
}

}  // namespace ragp::sim
