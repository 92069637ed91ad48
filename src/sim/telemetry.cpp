#include "sim/telemetry.h"

namespace ragp::sim {
namespace {

void set_memory(const NodeReading& reading, NodeId n, Cluster& cluster) {
  const auto devices = static_cast<std::size_t>(cluster.spec(n).gpus);
  for (std::size_t d = 0; d < devices; ++d) cluster.set_hbm_measured(n, d, reading.hbm[d]);
}

}  // namespace

NodeReading read_node(const World& world, NodeId n) {
  NodeReading reading;
  for (std::size_t f = 0; f < kFeeds.size(); ++f) {
    reading.effective[f] = world.effective(n, f);
    reading.drawn[f] = world.drawn(n, f);
  }
  world.hbm_used(n, reading.hbm);
  return reading;
}

void report_node(const NodeReading& reading, NodeId n, Cluster& cluster) {
  for (std::size_t f = 0; f < kFeeds.size(); ++f) {
    cluster.set_effective(n, kFeeds[f], reading.effective[f]);
    cluster.set_measured(n, kFeeds[f], reading.drawn[f]);
  }
  set_memory(reading, n, cluster);
}

void report_memory(const World& world, NodeId n, Cluster& cluster) {
  NodeReading reading;
  world.hbm_used(n, reading.hbm);
  set_memory(reading, n, cluster);
}

}  // namespace ragp::sim
