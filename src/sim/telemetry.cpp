#include "sim/telemetry.h"

namespace ragp::sim {

void report_node(const World& world, NodeId n, Cluster& cluster) {
  for (std::size_t f = 0; f < kFeeds.size(); ++f) {
    cluster.set_effective(n, kFeeds[f], world.effective(n, f));
    cluster.set_measured(n, kFeeds[f], world.drawn(n, f));
  }
  const auto devices = static_cast<std::size_t>(cluster.spec(n).gpus);
  for (std::size_t d = 0; d < devices; ++d) cluster.set_hbm_measured(n, d, world.hbm_used(n, d));
}

}  // namespace ragp::sim
