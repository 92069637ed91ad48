#include "model/cluster.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace ragp {
namespace {

constexpr std::int64_t kMaxLoad = std::numeric_limits<std::int32_t>::max();

std::int32_t left(std::int64_t effective, std::int64_t allocated, std::int64_t measured) {
  return static_cast<std::int32_t>(
      std::max<std::int64_t>(0, effective - std::max(allocated, measured)));
}

std::int32_t still_to_grow(std::int64_t expected, std::int64_t grown) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(expected - grown, 0, kMaxAmount));
}

std::size_t kind_of(const Shape& shape) {
  return static_cast<std::size_t>(std::countr_zero(shape.gpu_kind()));
}

std::int32_t most_of(Dim d) {
  if (d == Dim::kSm) return kWholeGpu;
  return d == Dim::kHbm ? kMaxHbm : kMaxAmount;
}

}  // namespace

NodeState empty_state(const NodeSpec& spec, DimSet visible) {
  NodeState s;
  s.gpus = spec.gpus;
  s.model = spec.model;
  for (const DimInfo& d : kDims) {
    if (visible.has(d.dim)) s.capacity[d.dim] = spec.capacity[d.dim];
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(spec.gpus); ++i) {
    s.slots[i] = {.sm = s.capacity[Dim::kSm], .hbm = s.capacity[Dim::kHbm]};
  }
  s.capacity[Dim::kSm] *= spec.gpus;
  s.capacity[Dim::kHbm] *= spec.gpus;
  s.residual = s.capacity;
  return s;
}

Result<NodeId> Cluster::add_node(NodeSpec spec) {
  for (const DimInfo& d : kDims) {
    const std::int32_t most = most_of(d.dim);
    if (spec.capacity[d.dim] < 0 || spec.capacity[d.dim] > most) {
      return fail(Errc::kInput, "node '" + spec.name + "': " + std::string(d.name) + " is " +
                                    std::to_string(spec.capacity[d.dim]) + "; expected 0 to " +
                                    std::to_string(most));
    }
  }
  if (spec.gpus < 0 || static_cast<std::size_t>(spec.gpus) > kMaxDevices) {
    return fail(Errc::kInput, "node '" + spec.name + "': " + std::to_string(spec.gpus) +
                                  " GPUs; expected 0 to " + std::to_string(kMaxDevices));
  }
  const NodeId id = NodeId::at(nodes_.size());
  Resources total = spec.capacity;
  total[Dim::kSm] *= spec.gpus;
  total[Dim::kHbm] *= spec.gpus;
  for (std::size_t i = 0; i < kDimCount; ++i) largest_.v[i] = std::max(largest_.v[i], total.v[i]);
  total_gpus_ += spec.gpus;
  const auto devices = static_cast<std::size_t>(spec.gpus);
  const Resources effective = spec.capacity;
  nodes_.push_back({.spec = std::move(spec),
                    .effective = effective,
                    .allocated = {},
                    .measured = {},
                    .ever_measured = {},
                    .devices = std::vector<Device>(devices)});
  touch(id);
  return id;
}

bool Cluster::exceeds(const Node& node, const Shape& shape, DeviceSet devices) const {
  const Resources& nominal = node.spec.capacity;
  for (const Dim d : kNodeDims) {
    if (enforced_.has(d) && shape.demand[d] > nominal[d] - node.allocated[d]) return true;
  }
  for (std::size_t i = 0; i < node.devices.size(); ++i) {
    if (((devices >> i) & 1U) == 0) continue;
    const Device& dev = node.devices[i];
    if (enforced_.has(Dim::kSm) && shape.demand[Dim::kSm] > nominal[Dim::kSm] - dev.sm_allocated) {
      return true;
    }
    if (enforced_.has(Dim::kHbm) &&
        shape.demand[Dim::kHbm] > nominal[Dim::kHbm] - dev.hbm_allocated) {
      return true;
    }
  }
  return false;
}

Status Cluster::allocate(const Shape& shape, const Placement& where) {
  Node& node = nodes_[where.node.index()];
  RAGP_CHECK(std::popcount(where.devices) == shape.gpus);
  RAGP_CHECK(std::bit_width(where.devices) <= node.devices.size());
  if (exceeds(node, shape, where.devices)) {
    return fail(Errc::kConflict, "the ledger of node '" + node.spec.name + "' is full");
  }
  const Resources total = shape.total();
  for (std::size_t i = 0; i < kDimCount; ++i) node.allocated.v[i] += total.v[i];
  for (std::size_t i = 0; i < node.devices.size(); ++i) {
    if (((where.devices >> i) & 1U) == 0) continue;
    node.devices[i].sm_allocated += shape.demand[Dim::kSm];
    node.devices[i].hbm_allocated += shape.demand[Dim::kHbm];
    node.devices[i].hbm_growth += shape.hbm_growth;
  }
  if (shape.gpus > 0) ++node.tasks_by_kind[kind_of(shape)];
  touch(where.node);
  return {};
}

void Cluster::release(const Shape& shape, const Placement& where) {
  Node& node = nodes_[where.node.index()];
  RAGP_CHECK(std::popcount(where.devices) == shape.gpus);
  RAGP_CHECK(std::bit_width(where.devices) <= node.devices.size());
  const Resources total = shape.total();
  for (std::size_t i = 0; i < kDimCount; ++i) {
    node.allocated.v[i] -= total.v[i];
    RAGP_CHECK(node.allocated.v[i] >= 0);
  }
  for (std::size_t i = 0; i < node.devices.size(); ++i) {
    if (((where.devices >> i) & 1U) == 0) continue;
    Device& dev = node.devices[i];
    dev.sm_allocated -= shape.demand[Dim::kSm];
    dev.hbm_allocated -= shape.demand[Dim::kHbm];
    dev.hbm_growth -= shape.hbm_growth;
    RAGP_CHECK(dev.sm_allocated >= 0 && dev.hbm_allocated >= 0 && dev.hbm_growth >= 0);
  }
  if (shape.gpus > 0) {
    RAGP_CHECK(node.tasks_by_kind[kind_of(shape)] > 0);
    --node.tasks_by_kind[kind_of(shape)];
  }
  touch(where.node);
}

void Cluster::set_effective(NodeId id, Dim d, std::int32_t amount) {
  Node& node = nodes_[id.index()];
  const std::int32_t clamped = std::clamp(amount, 0, node.spec.capacity[d]);
  if (std::exchange(node.effective[d], clamped) != clamped) touch(id);
}

void Cluster::set_measured(NodeId id, Dim d, std::int32_t amount) {
  Node& node = nodes_[id.index()];
  const std::int32_t clamped = std::clamp(amount, 0, node.spec.capacity[d]);
  const bool first = !node.ever_measured.has(d);
  node.ever_measured.add(d);
  if (std::exchange(node.measured[d], clamped) != clamped || first) touch(id);
}

void Cluster::set_hbm_measured(NodeId id, std::size_t device, std::int32_t mib) {
  Node& node = nodes_[id.index()];
  const std::int32_t clamped = std::clamp(mib, 0, node.spec.capacity[Dim::kHbm]);
  const bool first = !node.ever_measured.has(Dim::kHbm);
  node.ever_measured.add(Dim::kHbm);
  if (std::exchange(node.devices[device].hbm_measured, clamped) != clamped || first) touch(id);
}

GpuKinds Cluster::kinds(const Node& node) {
  GpuKinds present = 0;
  for (std::size_t k = 0; k < node.tasks_by_kind.size(); ++k) {
    if (node.tasks_by_kind[k] > 0) present |= GpuKinds{1} << k;
  }
  return present;
}

Resources Cluster::load(const Node& node, DimSet visible) {
  Totals amounts = node.allocated;
  for (const Dim d : kNodeDims) {
    if (node.ever_measured.has(d)) amounts[d] = node.measured[d];
  }
  if (node.ever_measured.has(Dim::kHbm)) {
    amounts[Dim::kHbm] = 0;
    for (const Device& dev : node.devices) amounts[Dim::kHbm] += dev.hbm_measured;
  }
  Resources load;
  for (const DimInfo& d : kDims) {
    if (!visible.has(d.dim)) continue;
    load[d.dim] = static_cast<std::int32_t>(std::min<std::int64_t>(amounts[d.dim], kMaxLoad));
  }
  return load;
}

NodeState Cluster::state(NodeId id, DimSet visible, DeviceOrder* order, StateParts parts) const {
  const Node& node = nodes_[id.index()];
  NodeState s;
  s.gpus = node.spec.gpus;
  s.model = node.spec.model;
  for (const Dim d : kNodeDims) {
    if (!visible.has(d)) continue;
    s.capacity[d] = node.effective[d];
    s.residual[d] = left(node.effective[d], node.allocated[d], node.measured[d]);
  }
  const std::int32_t sm = visible.has(Dim::kSm) ? node.effective[Dim::kSm] : 0;
  const std::int32_t hbm = visible.has(Dim::kHbm) ? node.effective[Dim::kHbm] : 0;
  s.capacity[Dim::kSm] = sm * s.gpus;
  s.capacity[Dim::kHbm] = hbm * s.gpus;
  if (parts.gpu_kinds) s.gpu_kinds = kinds(node);
  if (parts.load) s.load = load(node, visible);

  std::array<std::pair<DeviceState, std::uint8_t>, kMaxDevices> sorted{};
  const auto count = static_cast<std::size_t>(s.gpus);
  for (std::size_t i = 0; i < count; ++i) {
    const Device& dev = node.devices[i];
    const std::int64_t grown = std::max<std::int64_t>(0, dev.hbm_measured - dev.hbm_allocated);
    const bool sees_hbm = visible.has(Dim::kHbm);
    sorted[i] = {{.sm = left(sm, dev.sm_allocated, 0),
                  .hbm = left(hbm, dev.hbm_allocated, dev.hbm_measured),
                  .growth = sees_hbm ? still_to_grow(dev.hbm_growth, grown) : 0},
                 static_cast<std::uint8_t>(i)};
    s.residual[Dim::kSm] += sorted[i].first.sm;
    s.residual[Dim::kHbm] += sorted[i].first.hbm;
  }
  std::ranges::sort(std::span(sorted).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    s.slots[i] = sorted[i].first;
    if (order != nullptr) (*order)[i] = sorted[i].second;
  }
  return s;
}

void Cluster::touch(NodeId id) {
  const std::size_t keep = 2 * nodes_.size() + 1024;
  if (log_.size() >= 2 * keep) {
    const std::size_t drop = log_.size() - keep;
    log_.erase(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(drop));
    log_start_ += drop;
  }
  log_.push_back(id);
}

std::optional<std::span<const NodeId>> Cluster::changes_since(std::uint64_t since) const {
  if (since < log_start_ || since > revision()) return std::nullopt;
  return std::span(log_).subspan(since - log_start_);
}

}  // namespace ragp
