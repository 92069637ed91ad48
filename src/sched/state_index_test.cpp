// Tests of state_index: equal states share a group, every node is in exactly one.
// SPDX-License-Identifier: Apache-2.0
#include "sched/state_index.h"

#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)

// One of a few states.
NodeState state_number(std::int32_t i) {
  return state_with({{i % 3, i / 3}, {1000, 7}});
}
DeviceOrder order_number(std::uint8_t i) {
  DeviceOrder order{};
  order[0] = i;
  return order;
}

void check(const StateIndex& index, const std::vector<std::int32_t>& numbers,
           const std::vector<std::uint8_t>& orders) {
  RC_ASSERT(index.node_count() == numbers.size());
  std::map<std::int32_t, std::set<NodeId>> expected;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    expected[numbers[i]].insert(NodeId::at(i));
    RC_ASSERT(index.state_of(NodeId::at(i)) == state_number(numbers[i]));
    RC_ASSERT(index.order_of(NodeId::at(i)) == order_number(orders[i]));
  }
  RC_ASSERT(index.live().size() == expected.size());
  std::set<std::set<NodeId>> groups;
  for (const StateId id : index.live()) {
    const StateIndex::Group& group = index.group(id);
    RC_ASSERT(!group.nodes.empty());
    for (const NodeId n : group.nodes) RC_ASSERT(index.state_of(n) == group.state);
    groups.insert(group.nodes);
  }
  std::set<std::set<NodeId>> wanted;
  for (const auto& [number, nodes] : expected) wanted.insert(nodes);
  RC_ASSERT(groups == wanted);
}

RC_GTEST_PROP(StateIndex, GroupsPartitionTheNodesByState, ()) {
  StateIndex index;
  std::vector<std::int32_t> numbers;
  std::vector<std::uint8_t> orders;
  for (int i = draw(0, 80); i > 0; --i) {
    const std::size_t n = std::min(numbers.size(), draw_index(9));
    if (n == numbers.size()) {
      numbers.push_back(0);
      orders.push_back(0);
    }
    numbers[n] = draw(0, 5);
    orders[n] = draw<std::uint8_t>(0, 9);
    index.assign(NodeId::at(n), state_number(numbers[n]), order_number(orders[n]));
    check(index, numbers, orders);
  }
}

RC_GTEST_PROP(StateIndex, ASerialMeansOneStateForEver, ()) {
  StateIndex index;
  std::map<std::uint64_t, NodeState> known;
  for (int i = 0; i < 60; ++i) {
    const NodeId n = NodeId::at(std::min(index.node_count(), draw_index(4)));
    index.assign(n, state_number(draw(0, 7)), {});
    if (draw(0, 29) == 0) index.clear();
    for (const StateId id : index.live()) {
      const auto& group = index.group(id);
      const auto [it, is_new] = known.emplace(group.serial, group.state);
      RC_ASSERT(it->second == group.state);
    }
  }
}

TEST(StateIndex, KeepsTheSerialWhileTheGroupLives) {
  StateIndex index;
  index.assign(NodeId{0}, state_number(1), {});
  const std::uint64_t serial = index.group(index.live()[0]).serial;
  index.assign(NodeId{1}, state_number(1), {});
  index.assign(NodeId{0}, state_number(2), {});
  ASSERT_EQ(index.live().size(), 2U);
  EXPECT_EQ(index.group(index.live()[0]).serial, serial);
  index.assign(NodeId{1}, state_number(2), {});  // the group is gone ...
  index.assign(NodeId{1}, state_number(1), {});  // ... and there again, as another one
  for (const StateId id : index.live()) EXPECT_NE(index.group(id).serial, serial);
}

TEST(StateIndex, ReusesTheGroupsThatAreGone) {
  StateIndex index;
  std::uint32_t highest = 0;
  for (std::int32_t i = 0; i < 10'000; ++i) {
    index.assign(NodeId{0}, state_with({{i, 0}}), {});
    ASSERT_EQ(index.live().size(), 1U);
    highest = std::max(highest, index.live()[0].value);
  }
  EXPECT_LE(highest, 1U);
}

TEST(StateIndex, UpdatesTheOrderOfDevicesInAnUnchangedState) {
  StateIndex index;
  index.assign(NodeId{0}, state_number(1), order_number(1));
  index.assign(NodeId{0}, state_number(1), order_number(2));
  EXPECT_EQ(index.order_of(NodeId{0}), order_number(2));
}

}  // namespace
}  // namespace ragp
