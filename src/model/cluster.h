// Cluster: the ledger of every node (what exists, what is allocated) and the belief about it (what
// it can deliver now, what was measured).
//
// Ledger: exact integers; allocate() refuses, without change, what would exceed the nominal
// capacity in an enforced dimension. Belief: residual = effective - max(allocated, measured), never
// negative to a reader. A dimension without a measurement counts as measured 0, so that the
// allocation stands: unknown falls back to what was promised, never to "idle". Not thread-safe;
// copy it for a snapshot.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/strong.h"
#include "model/job.h"
#include "model/node_state.h"

namespace ragp {

// A node as it was bought. capacity[sm] and capacity[hbm] are per device.
struct NodeSpec {
  std::string name;
  Resources capacity;
  std::int32_t gpus = 0;
  ModelId model = 0;  // meaningful where gpus > 0
};

// Where one task runs.
struct Placement {
  NodeId node;
  DeviceSet devices = 0;
  friend bool operator==(const Placement&, const Placement&) = default;
};

// The state of the node with nothing on it and everything healthy: what "never fits" is judged by.
[[nodiscard]] NodeState empty_state(const NodeSpec& spec, DimSet visible);

class Cluster {
 public:
  // enforced: the dimensions whose ledger may not exceed the nominal capacity. The others are
  // counted, not limited.
  explicit Cluster(DimSet enforced) : enforced_(enforced) {}

  // An error for an amount outside 0..kMaxAmount (sm: kWholeGpu, hbm: kMaxHbm), or more than
  // kMaxDevices GPUs.
  [[nodiscard]] Result<NodeId> add_node(NodeSpec spec);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] DimSet enforced() const { return enforced_; }
  [[nodiscard]] const NodeSpec& spec(NodeId id) const { return nodes_[id.index()].spec; }
  // Sums of what is allocated on the node; sm and hbm over all devices. 64 bits, because a
  // dimension that is not enforced has no upper bound.
  [[nodiscard]] const Totals& allocated(NodeId id) const { return nodes_[id.index()].allocated; }
  [[nodiscard]] std::int64_t total_gpus() const { return total_gpus_; }
  // Largest nominal capacity of a single node, per dimension; sm and hbm summed over its devices.
  [[nodiscard]] const Resources& largest() const { return largest_; }

  // The ledger. Releasing what was not allocated is a bug of the caller (aborts).
  [[nodiscard]] Status allocate(const Shape& shape, const Placement& where);
  void release(const Shape& shape, const Placement& where);

  // The belief, clamped to 0..nominal; per device for hbm.
  void set_effective(NodeId id, Dim d, std::int32_t amount);
  void set_measured(NodeId id, Dim d, std::int32_t amount);
  void set_hbm_measured(NodeId id, std::size_t device, std::int32_t mib);

  // The node's state in the dimensions of `visible`; the order of its devices, and further parts of
  // the state, on request.
  [[nodiscard]] NodeState state(NodeId id, DimSet visible, DeviceOrder* order = nullptr,
                                StateParts parts = {}) const;

  // Every change of a node appends its id to a bounded log, so that readers keep up at the price of
  // what changed. Nothing where the log no longer reaches back to `since`: read everything.
  [[nodiscard]] std::uint64_t revision() const { return log_start_ + log_.size(); }
  [[nodiscard]] std::optional<std::span<const NodeId>> changes_since(std::uint64_t since) const;

 private:
  struct Device {
    std::int64_t sm_allocated = 0;
    std::int64_t hbm_allocated = 0;
    std::int32_t hbm_measured = 0;
    std::int64_t hbm_growth = 0;  // sum of Shape::hbm_growth of the tasks on it
  };
  struct Node {
    NodeSpec spec;
    Resources effective;  // sm and hbm per device
    Totals allocated;
    Resources measured;
    DimSet ever_measured;
    std::array<std::int32_t, kMaxDevices + 1> tasks_by_kind{};  // GPU tasks, by bit of GpuKinds
    std::vector<Device> devices;
  };

  void touch(NodeId id);
  [[nodiscard]] static GpuKinds kinds(const Node& node);
  [[nodiscard]] static Resources load(const Node& node, DimSet visible);
  [[nodiscard]] bool exceeds(const Node& node, const Shape& shape, DeviceSet devices) const;

  std::vector<Node> nodes_;
  DimSet enforced_;
  std::int64_t total_gpus_ = 0;
  Resources largest_;
  std::vector<NodeId> log_;
  std::uint64_t log_start_ = 0;
};

}  // namespace ragp
