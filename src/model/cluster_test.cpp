// Tests of cluster: the ledger is exact and never overdrawn, the state follows from ledger and
// belief, and the change log tells readers what to read again.
// SPDX-License-Identifier: Apache-2.0
#include "model/cluster.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What a cluster should know of a node, kept in the plainest way.
struct ModelNode {
  NodeSpec spec;
  Resources effective;
  Resources measured;
  std::vector<std::int32_t> hbm_measured;
  DimSet ever_measured;
  std::vector<std::pair<Shape, DeviceSet>> tasks;
};

std::int64_t allocated(const ModelNode& node, Dim d) {
  std::int64_t sum = 0;
  for (const auto& [shape, devices] : node.tasks) sum += shape.demand[d];
  return sum;
}
std::int64_t allocated(const ModelNode& node, Dim d, std::size_t device) {
  std::int64_t sum = 0;
  for (const auto& [shape, devices] : node.tasks) {
    if (((devices >> device) & 1U) != 0) sum += shape.demand[d];
  }
  return sum;
}
std::int64_t expected_growth(const ModelNode& node, std::size_t device) {
  std::int64_t sum = 0;
  for (const auto& [shape, devices] : node.tasks) {
    if (((devices >> device) & 1U) != 0) sum += shape.hbm_growth;
  }
  return sum;
}
GpuKinds kinds_of(const ModelNode& node) {
  GpuKinds kinds = 0;
  for (const auto& [shape, devices] : node.tasks) {
    if (shape.gpus == 0) continue;
    const bool shares = shape.demand[Dim::kSm] < kWholeGpu;
    kinds |= GpuKinds{1} << static_cast<unsigned>(shares ? 0 : shape.gpus);
  }
  return kinds;
}
std::int64_t load_of(const ModelNode& node, Dim d) {
  std::int64_t sum = 0;
  if (d == Dim::kHbm && node.ever_measured.has(d)) {
    for (const std::int32_t mib : node.hbm_measured) sum += mib;
    return sum;
  }
  if (node.ever_measured.has(d)) return node.measured[d];
  if (d != Dim::kSm && d != Dim::kHbm) return allocated(node, d);
  for (std::size_t i = 0; i < node.hbm_measured.size(); ++i) sum += allocated(node, d, i);
  return sum;
}
bool has_room(const ModelNode& node, DimSet enforced, const Shape& shape, DeviceSet devices) {
  for (const Dim d : kNodeDims) {
    const bool over = allocated(node, d) + shape.demand[d] > node.spec.capacity[d];
    if (enforced.has(d) && over) return false;
  }
  for (std::size_t i = 0; i < node.hbm_measured.size(); ++i) {
    for (const Dim d : {Dim::kSm, Dim::kHbm}) {
      const bool over = allocated(node, d, i) + shape.demand[d] > node.spec.capacity[d];
      if (enforced.has(d) && ((devices >> i) & 1U) != 0 && over) return false;
    }
  }
  return true;
}
std::int32_t residual(std::int64_t effective, std::int64_t used) {
  return static_cast<std::int32_t>(std::max<std::int64_t>(0, effective - used));
}
DeviceState device_of(const ModelNode& node, DimSet visible, std::size_t device) {
  DeviceState d;
  if (visible.has(Dim::kSm)) {
    d.sm = residual(node.effective[Dim::kSm], allocated(node, Dim::kSm, device));
  }
  if (visible.has(Dim::kHbm)) {
    const std::int64_t promised = allocated(node, Dim::kHbm, device);
    const std::int64_t used = std::max<std::int64_t>(promised, node.hbm_measured[device]);
    d.hbm = residual(node.effective[Dim::kHbm], used);
    d.growth = residual(expected_growth(node, device), used - promised);
  }
  return d;
}

class Model {
 public:
  explicit Model(const Cluster& cluster) : enforced_(cluster.enforced()) {
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      const NodeSpec& spec = cluster.spec(NodeId::at(i));
      nodes.push_back(
          {.spec = spec,
           .effective = spec.capacity,
           .hbm_measured = std::vector<std::int32_t>(static_cast<std::size_t>(spec.gpus))});
    }
  }

  // One random operation on both. True where the node's ledger or belief changed.
  bool step(Cluster& cluster, std::size_t n) {
    switch (draw(0, 6)) {
      case 0:
        return release(cluster, n);
      case 1:
        return set(cluster, n, &Cluster::set_effective, nodes[n].effective, draw_any_dim());
      case 2:
        return measure(cluster, n, kNodeDims[draw_index(5)]);
      case 3:
        return set_hbm(cluster, n);
      default:
        return allocate(cluster, n);
    }
  }
  void release_all(Cluster& cluster) {
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      while (!nodes[n].tasks.empty()) release(cluster, n);
    }
  }

  std::vector<ModelNode> nodes;

 private:
  static Dim draw_any_dim() { return kDims[draw_index(kDimCount)].dim; }

  bool allocate(Cluster& cluster, std::size_t n) {
    ModelNode& node = nodes[n];
    Shape shape = draw_shape();
    shape.gpus = std::min(shape.gpus, node.spec.gpus);
    const DeviceSet devices = draw_devices(shape.gpus, node.spec.gpus);
    const bool expected = has_room(node, enforced_, shape, devices);
    const Status status = cluster.allocate(shape, on(n, devices));
    RC_ASSERT(status.has_value() == expected);
    if (!status) RC_ASSERT(status.error().code == Errc::kConflict);
    if (status) node.tasks.emplace_back(shape, devices);
    return expected;
  }
  bool release(Cluster& cluster, std::size_t n) {
    auto& tasks = nodes[n].tasks;
    if (tasks.empty()) return false;
    std::swap(tasks[draw_index(tasks.size())], tasks.back());
    cluster.release(tasks.back().first, on(n, tasks.back().second));
    tasks.pop_back();
    return true;
  }
  using Setter = void (Cluster::*)(NodeId, Dim, std::int32_t);
  bool set(Cluster& cluster, std::size_t n, Setter setter, Resources& belief, Dim d) {
    const std::int32_t most = nodes[n].spec.capacity[d];
    const std::int32_t amount = unit(d) * draw(-1, kSteps + 1);
    (cluster.*setter)(NodeId::at(n), d, amount);
    const std::int32_t clamped = std::clamp(amount, 0, most);
    return std::exchange(belief[d], clamped) != clamped;
  }
  bool measure(Cluster& cluster, std::size_t n, Dim d) {
    const bool first = !nodes[n].ever_measured.has(d);
    nodes[n].ever_measured.add(d);
    return set(cluster, n, &Cluster::set_measured, nodes[n].measured, d) || first;
  }
  bool set_hbm(Cluster& cluster, std::size_t n) {
    auto& measured = nodes[n].hbm_measured;
    if (measured.empty()) return false;
    const std::size_t device = draw_index(measured.size());
    const std::int32_t amount = unit(Dim::kHbm) * draw(-1, kSteps + 1);
    cluster.set_hbm_measured(NodeId::at(n), device, amount);
    const std::int32_t clamped = std::clamp(amount, 0, nodes[n].spec.capacity[Dim::kHbm]);
    const bool first = !nodes[n].ever_measured.has(Dim::kHbm);
    nodes[n].ever_measured.add(Dim::kHbm);
    return std::exchange(measured[device], clamped) != clamped || first;
  }

  DimSet enforced_;
};

DimSet draw_dims() {
  DimSet set;
  for (const DimInfo& d : kDims) {
    if (draw(0, 3) > 0) set.add(d.dim);
  }
  return set;
}

void check_ledger(const Cluster& cluster, const Model& model) {
  for (std::size_t n = 0; n < cluster.size(); ++n) {
    const ModelNode& node = model.nodes[n];
    const Totals& total = cluster.allocated(NodeId::at(n));
    for (const Dim d : kNodeDims) {
      RC_ASSERT(total[d] == allocated(node, d));
      RC_ASSERT((!cluster.enforced().has(d) || total[d] <= node.spec.capacity[d]));
    }
    for (const Dim d : {Dim::kSm, Dim::kHbm}) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < node.hbm_measured.size(); ++i) {
        const std::int64_t device = allocated(node, d, i);
        RC_ASSERT((!cluster.enforced().has(d) || device <= node.spec.capacity[d]));
        sum += device;
      }
      RC_ASSERT(total[d] == sum);
    }
  }
}

void check_state(const Cluster& cluster, const Model& model, std::size_t n, DimSet visible) {
  const ModelNode& node = model.nodes[n];
  DeviceOrder order{};
  const NodeState s = cluster.state(NodeId::at(n), visible, &order);
  RC_ASSERT(s.gpus == node.spec.gpus);
  RC_ASSERT(s.model == node.spec.model);
  for (const Dim d : kNodeDims) {
    const bool sees = visible.has(d);
    const std::int64_t used = std::max<std::int64_t>(allocated(node, d), node.measured[d]);
    RC_ASSERT(s.capacity[d] == (sees ? node.effective[d] : 0));
    RC_ASSERT(s.residual[d] == (sees ? residual(node.effective[d], used) : 0));
  }
  RC_ASSERT(std::ranges::is_sorted(s.devices()));
  DeviceState sum;
  DeviceSet seen = 0;
  for (std::size_t i = 0; i < s.devices().size(); ++i) {
    RC_ASSERT(s.slots[i] == device_of(node, visible, order[i]));
    RC_ASSERT(s.slots[i].sm >= 0);
    RC_ASSERT(s.slots[i].hbm >= 0);
    sum = {.sm = sum.sm + s.slots[i].sm, .hbm = sum.hbm + s.slots[i].hbm};
    seen |= DeviceSet{1} << order[i];
  }
  RC_ASSERT(seen == first_devices(s.gpus));
  RC_ASSERT(s.residual[Dim::kSm] == sum.sm);
  RC_ASSERT(s.residual[Dim::kHbm] == sum.hbm);
  for (const Dim d : {Dim::kSm, Dim::kHbm}) {
    RC_ASSERT(s.capacity[d] == (visible.has(d) ? node.effective[d] * s.gpus : 0));
  }
}

void check_parts(const Cluster& cluster, const Model& model, std::size_t n, DimSet visible) {
  const NodeState plain = cluster.state(NodeId::at(n), visible);
  RC_ASSERT(plain.gpu_kinds == 0U);
  RC_ASSERT(plain.load == Resources{});
  NodeState full =
      cluster.state(NodeId::at(n), visible, nullptr, {.gpu_kinds = true, .load = true});
  RC_ASSERT(full.gpu_kinds == kinds_of(model.nodes[n]));
  for (const DimInfo& d : kDims) {
    const std::int64_t load = visible.has(d.dim) ? load_of(model.nodes[n], d.dim) : 0;
    RC_ASSERT(full.load[d.dim] == load);
  }
  RC_ASSERT((full == plain) == (full.gpu_kinds == 0 && full.load == Resources{}));
  full.gpu_kinds = 0;
  full.load = {};
  RC_ASSERT(full == plain);
}

std::vector<NodeState> all_states(const Cluster& cluster, DimSet visible = kSevenDims) {
  std::vector<NodeState> states;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    states.push_back(cluster.state(NodeId::at(i), visible));
  }
  return states;
}

RC_GTEST_PROP(Cluster, LedgerAndStateFollowFromWhatWasDone, ()) {
  Cluster cluster = draw_cluster(draw_dims());
  Model model(cluster);
  for (int i = draw(0, 40); i > 0; --i) {
    const std::size_t n = draw_index(cluster.size());
    model.step(cluster, n);
    check_ledger(cluster, model);
    check_state(cluster, model, n, kSevenDims);
    check_state(cluster, model, n, draw_dims());
    check_parts(cluster, model, n, draw_dims());
  }
}

RC_GTEST_PROP(Cluster, RefusedAllocationsChangeNothing, ()) {
  Cluster cluster = draw_cluster(kSevenDims, 1);
  Model model(cluster);
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    const std::vector<NodeState> states = all_states(cluster);
    const Totals total = cluster.allocated(NodeId{0});
    const std::uint64_t revision = cluster.revision();
    if (model.step(cluster, 0)) continue;
    ++refused;
    RC_ASSERT(all_states(cluster) == states);
    RC_ASSERT(cluster.allocated(NodeId{0}) == total);
    RC_ASSERT(cluster.revision() == revision);
  }
  RC_CLASSIFY(refused > 0);
}

RC_GTEST_PROP(Cluster, ReleasingEverythingRestoresTheStart, ()) {
  Cluster cluster = draw_cluster(draw_dims());
  const std::vector<NodeState> start = all_states(cluster);
  Model model(cluster);
  for (int i = draw(0, 40); i > 0; --i) model.step(cluster, draw_index(cluster.size()));
  model.release_all(cluster);
  for (std::size_t n = 0; n < cluster.size(); ++n) {
    const NodeId id = NodeId::at(n);
    RC_ASSERT(cluster.allocated(id) == Totals{});
    for (const DimInfo& d : kDims) cluster.set_effective(id, d.dim, kMaxAmount);
    for (const Dim d : kNodeDims) cluster.set_measured(id, d, 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(cluster.spec(id).gpus); ++i) {
      cluster.set_hbm_measured(id, i, 0);
    }
  }
  RC_ASSERT(all_states(cluster) == start);
}

RC_GTEST_PROP(Cluster, ChangeLogNamesExactlyTheNodesThatChanged, ()) {
  Cluster cluster = draw_cluster(kSevenDims);
  Model model(cluster);
  std::uint64_t read_to = cluster.revision();
  std::vector<NodeId> changed;
  for (int i = draw(0, 60); i > 0; --i) {
    const std::size_t n = draw_index(cluster.size());
    if (model.step(cluster, n)) changed.push_back(NodeId::at(n));
    if (draw(0, 3) > 0) continue;
    const auto log = cluster.changes_since(read_to);
    RC_ASSERT(log.has_value());
    RC_ASSERT(std::ranges::equal(*log, changed));
    read_to = cluster.revision();
    changed.clear();
  }
}

TEST(ClusterLog, StartsWithEveryNode) {
  const Cluster cluster = cluster_of({node(1), node(2), node(0)});
  EXPECT_THAT(cluster.changes_since(0).value(), ElementsAre(NodeId{0}, NodeId{1}, NodeId{2}));
  EXPECT_THAT(cluster.changes_since(2).value(), ElementsAre(NodeId{2}));
  EXPECT_THAT(cluster.changes_since(3).value(), IsEmpty());
  EXPECT_EQ(cluster.changes_since(4), std::nullopt) << "a revision of another cluster";
}

TEST(ClusterLog, ForgetsTheOldestChangesAndSaysSo) {
  Cluster cluster = cluster_of({node(1), node(1)});
  constexpr std::uint64_t kAlwaysKept = 1024;
  constexpr std::uint64_t kNeverKept = 3 * 1024;
  for (std::int32_t i = 1; i <= 50'000; ++i) {
    cluster.set_measured(NodeId{1}, Dim::kNet, i % 2);
    const std::uint64_t now = cluster.revision();
    ASSERT_EQ(now, static_cast<std::uint64_t>(i) + 2);
    if (now > kAlwaysKept) {
      const auto log = cluster.changes_since(now - kAlwaysKept);
      ASSERT_TRUE(log.has_value());
      ASSERT_EQ(log->size(), kAlwaysKept);
    }
    if (now > kNeverKept) {
      ASSERT_EQ(cluster.changes_since(now - kNeverKept), std::nullopt);
    }
  }
}

TEST(Cluster, StateIsEffectiveMinusTheLargerOfAllocatedAndMeasured) {
  Cluster cluster = cluster_of({node(0)});
  const auto left = [&] { return cluster.state(NodeId{0}, kSevenDims).residual[Dim::kStorage]; };
  ASSERT_TRUE(cluster.allocate(shape_of(Dim::kStorage, 3000), on(0)));
  EXPECT_EQ(left(), 7000);
  cluster.set_measured(NodeId{0}, Dim::kStorage, 2000);
  EXPECT_EQ(left(), 7000) << "what was promised stands, used or not";
  cluster.set_measured(NodeId{0}, Dim::kStorage, 5000);
  EXPECT_EQ(left(), 5000);
  cluster.set_effective(NodeId{0}, Dim::kStorage, 4000);
  EXPECT_EQ(left(), 0) << "never negative";
  EXPECT_EQ(cluster.state(NodeId{0}, kSevenDims).capacity[Dim::kStorage], 4000);
  cluster.set_effective(NodeId{0}, Dim::kStorage, kMaxAmount);
  EXPECT_EQ(left(), 5000) << "healthy is nominal, not more";
}

TEST(Cluster, GrowthIsWhatIsExpectedBeyondWhatHasGrown) {
  Cluster cluster = cluster_of({node(1)});
  const auto growth = [&] { return cluster.state(NodeId{0}, kSevenDims).slots[0].growth; };
  Shape breathing = gpu_shape(1, 100, 20 * kGiB);
  breathing.hbm_growth = 8 * kGiB;
  ASSERT_TRUE(cluster.allocate(breathing, on(0, 1)));
  EXPECT_EQ(growth(), 8 * kGiB);
  cluster.set_hbm_measured(NodeId{0}, 0, 10 * kGiB);
  EXPECT_EQ(growth(), 8 * kGiB) << "less than was asked for";
  cluster.set_hbm_measured(NodeId{0}, 0, 23 * kGiB);
  EXPECT_EQ(growth(), 5 * kGiB);
  cluster.set_hbm_measured(NodeId{0}, 0, 40 * kGiB);
  EXPECT_EQ(growth(), 0);
  EXPECT_EQ(cluster.state(NodeId{0}, DimSet::of(Dim::kSm)).slots[0].growth, 0);
}

TEST(Cluster, BeliefDoesNotLimitTheLedger) {
  Cluster cluster = cluster_of({node(0)});
  cluster.set_effective(NodeId{0}, Dim::kNet, 0);
  EXPECT_TRUE(cluster.allocate(shape_of(Dim::kNet, 10'000), on(0)));
  EXPECT_FALSE(cluster.allocate(shape_of(Dim::kNet, 1), on(0)));
}

TEST(Cluster, RefusesPerDevice) {
  Cluster cluster = cluster_of({node(2)});
  ASSERT_TRUE(cluster.allocate(gpu_shape(2, 500), on(0, 0b11)));
  const Status refused = cluster.allocate(gpu_shape(1, 800), on(0, 0b10));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kConflict);
  EXPECT_THAT(refused.error().message, HasSubstr("'node'"));
  EXPECT_TRUE(cluster.allocate(gpu_shape(1, 500), on(0, 0b10)));
  EXPECT_FALSE(cluster.allocate(gpu_shape(1, 1), on(0, 0b10)));
}

TEST(Cluster, CountsWithoutLimitWhatIsNotEnforced) {
  Cluster cluster = cluster_of({node(1)}, DimSet::of(Dim::kCpu));
  Shape huge = gpu_shape(1, kWholeGpu, kMaxHbm);
  huge.hbm_growth = kMaxHbm;
  for (const Dim d : {Dim::kRam, Dim::kNet}) huge.demand[d] = kMaxAmount;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(cluster.allocate(huge, on(0, 1)));
  EXPECT_EQ(cluster.allocated(NodeId{0})[Dim::kRam], 1000LL * kMaxAmount);
  EXPECT_EQ(cluster.allocated(NodeId{0})[Dim::kHbm], 1000LL * kMaxHbm);
  EXPECT_EQ(cluster.state(NodeId{0}, kSevenDims).residual[Dim::kHbm], 0);
  EXPECT_GE(cluster.state(NodeId{0}, kSevenDims).slots[0].growth, kMaxHbm);
  for (int i = 0; i < 1000; ++i) cluster.release(huge, on(0, 1));
  EXPECT_EQ(cluster.state(NodeId{0}, kSevenDims), empty_state(node(1), kSevenDims));
}

TEST(Cluster, InvisibleDimensionsAreZero) {
  const Cluster cluster = cluster_of({node(2)});
  const NodeState s = cluster.state(NodeId{0}, kFiveDims);
  for (const Dim d : {Dim::kStorage, Dim::kIoCpu}) {
    EXPECT_EQ(s.capacity[d], 0);
    EXPECT_EQ(s.residual[d], 0);
  }
  EXPECT_EQ(s.residual[Dim::kNet], 10'000);
  const NodeState blind = cluster.state(NodeId{0}, DimSet::of(Dim::kHbm));
  EXPECT_EQ(blind.slots[0], (DeviceState{.sm = 0, .hbm = 80 * kGiB}));
  EXPECT_EQ(blind.residual[Dim::kCpu], 0);
}

TEST(Cluster, EmptyStateIsTheStateOfAFreshNode) {
  for (const std::int32_t gpus : {0, 1, 3, 32}) {
    const Cluster cluster = cluster_of({node(gpus, gpus > 0 ? 2 : 0)});
    for (const DimSet visible : {kSevenDims, kFiveDims, DimSet::of(Dim::kSm)}) {
      EXPECT_EQ(empty_state(cluster.spec(NodeId{0}), visible), cluster.state(NodeId{0}, visible));
    }
  }
}

TEST(Cluster, KnowsItsTotals) {
  Resources small = kAmple;
  small[Dim::kCpu] = 200'000;
  small[Dim::kNet] = 5;
  const Cluster cluster = cluster_of({node(4), node(0, 0, small), node(2)});
  EXPECT_EQ(cluster.total_gpus(), 6);
  EXPECT_EQ(cluster.largest()[Dim::kSm], 4 * kWholeGpu);
  EXPECT_EQ(cluster.largest()[Dim::kHbm], 4 * 80 * kGiB);
  EXPECT_EQ(cluster.largest()[Dim::kCpu], 200'000);
  EXPECT_EQ(cluster.largest()[Dim::kNet], 10'000);
}

std::string refusal(Dim d, std::int32_t amount, std::int32_t gpus = 1) {
  Cluster cluster(kSevenDims);
  NodeSpec spec = node(gpus);
  spec.capacity[d] = amount;
  const auto added = cluster.add_node(spec);
  EXPECT_EQ(cluster.size(), added ? 1U : 0U);
  EXPECT_EQ(cluster.revision(), cluster.size());
  return added ? "" : added.error().message;
}

TEST(Cluster, RefusesNodesBeyondItsLimits) {
  EXPECT_EQ(refusal(Dim::kRam, kMaxAmount), "");
  EXPECT_EQ(refusal(Dim::kRam, 0), "");
  EXPECT_EQ(refusal(Dim::kHbm, kMaxHbm, 32), "");
  EXPECT_EQ(refusal(Dim::kSm, kWholeGpu, 32), "");
  EXPECT_EQ(refusal(Dim::kRam, kMaxAmount + 1),
            "node 'node': ram is 100000001; expected 0 to 100000000");
  EXPECT_EQ(refusal(Dim::kRam, -1), "node 'node': ram is -1; expected 0 to 100000000");
  EXPECT_EQ(refusal(Dim::kHbm, kMaxHbm + 1),
            "node 'node': hbm is 10000001; expected 0 to 10000000");
  EXPECT_EQ(refusal(Dim::kSm, kMaxAmount, 32), "node 'node': sm is 100000000; expected 0 to 1000");
  EXPECT_EQ(refusal(Dim::kCpu, 0, 33), "node 'node': 33 GPUs; expected 0 to 32");
  EXPECT_EQ(refusal(Dim::kCpu, 0, -1), "node 'node': -1 GPUs; expected 0 to 32");
}

TEST(Cluster, ACopyIsASnapshot) {
  Cluster cluster = cluster_of({node(1)});
  const Cluster before = cluster;
  ASSERT_TRUE(cluster.allocate(gpu_shape(1), on(0, 1)));
  EXPECT_EQ(before.state(NodeId{0}, kSevenDims), empty_state(node(1), kSevenDims));
}

TEST(ClusterDeathTest, AbortsWhereTheCallerIsWrong) {
  Cluster cluster = cluster_of({node(2)});
  ASSERT_TRUE(cluster.allocate(gpu_shape(1, 500), on(0, 0b01)));
  EXPECT_DEATH(cluster.release(gpu_shape(1, 600), on(0, 0b01)), "broken invariant");
  EXPECT_DEATH(cluster.release(gpu_shape(1, 500), on(0, 0b10)), "broken invariant");
  EXPECT_DEATH(cluster.release(gpu_shape(1, 500), on(0, 0)), "broken invariant");
  EXPECT_DEATH(cluster.release(gpu_shape(1, 500), on(0, 0b100)), "broken invariant");
  EXPECT_DEATH(cluster.release(shape_of(Dim::kCpu, 1), on(0)), "broken invariant");
  EXPECT_DEATH((void)cluster.allocate(gpu_shape(1), on(0, 0b11)), "broken invariant");
  EXPECT_DEATH((void)cluster.allocate(gpu_shape(1), on(0, 0b100)), "broken invariant");
}

TEST(NodeState, EqualStatesAreEqualWhateverTheUnusedSlotsHold) {
  NodeState a = state_with({{500, 10}, {1000, 20}});
  NodeState b = a;
  b.slots[5] = {.sm = 1, .hbm = 1};
  EXPECT_EQ(a, b);
  EXPECT_EQ(NodeStateHash{}(a), NodeStateHash{}(b));
}

RC_GTEST_PROP(NodeState, EveryPartCounts, ()) {
  const NodeState a = draw_state().now;
  NodeState b = a;
  switch (draw(0, 4)) {
    case 0:
      b.residual.v[draw_index(kDimCount)] += 1;
      break;
    case 1:
      b.capacity.v[draw_index(kDimCount)] += 1;
      break;
    case 2:
      b.model = static_cast<ModelId>(b.model + 1);
      break;
    case 3:
      b.gpus += 1;
      break;
    default:
      RC_PRE(a.gpus > 0);
      DeviceState& d = b.slots[draw_index(static_cast<std::size_t>(a.gpus))];
      (draw_bool() ? d.growth : draw_bool() ? d.sm : d.hbm) += 1;
  }
  RC_ASSERT(a != b);
  RC_ASSERT(NodeStateHash{}(a) != NodeStateHash{}(b));
}

}  // namespace
}  // namespace ragp
