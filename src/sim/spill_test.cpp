// Tests of spill: whose memory goes to storage, and how much of it.
// SPDX-License-Identifier: Apache-2.0
#include "sim/spill.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ragp::sim {
namespace {

using Amounts = std::vector<std::int64_t>;

Amounts spilled(std::int32_t capacity, std::int32_t devices, const std::vector<MemoryUser>& users) {
  Amounts out(users.size(), 0);
  add_spill(capacity, devices, users, out);
  return out;
}

TEST(Spill, NothingWhileItAllFits) {
  EXPECT_EQ(spilled(100, 1,
                    {{.devices = 1, .request = 40, .in_use = 60},
                     {.devices = 1, .request = 40, .in_use = 40}}),
            (Amounts{0, 0}));
}

TEST(Spill, RoomForGrowthGoesToWhoStartedFirst) {
  EXPECT_EQ(spilled(100, 1,
                    {{.devices = 1, .request = 40, .in_use = 55},
                     {.devices = 1, .request = 40, .in_use = 55}}),
            (Amounts{0, 10}));
  EXPECT_EQ(spilled(100, 1,
                    {{.devices = 1, .request = 40, .in_use = 70},
                     {.devices = 1, .request = 40, .in_use = 45}}),
            (Amounts{10, 5}));
}

TEST(Spill, WhoDoesNotGrowSpillsNothingHoweverLateItCame) {
  EXPECT_EQ(spilled(100, 1,
                    {{.devices = 1, .request = 50, .in_use = 90},
                     {.devices = 1, .request = 50, .in_use = 50}}),
            (Amounts{40, 0}));
}

TEST(Spill, WhatIsRequestedButNotUsedIsRoomForOthers) {
  EXPECT_EQ(spilled(100, 1,
                    {{.devices = 1, .request = 50, .in_use = 20},
                     {.devices = 1, .request = 50, .in_use = 85}}),
            (Amounts{0, 5}));
}

TEST(Spill, EachDeviceStandsForItself) {
  // Device 0 has room, devices 1 and 2 overflow by 20 each.
  EXPECT_EQ(spilled(100, 3,
                    {{.devices = 0b110, .request = 60, .in_use = 60},
                     {.devices = 0b111, .request = 40, .in_use = 60}}),
            (Amounts{0, 40}));
}

TEST(Spill, AddsToWhatIsThere) {
  Amounts out{7};
  const std::vector<MemoryUser> users{{.devices = 1, .request = 10, .in_use = 30}};
  add_spill(20, 1, users, out);
  EXPECT_EQ(out, Amounts{17});
}

constexpr std::int32_t kCapacity = 80;
constexpr std::int32_t kDevices = 4;

// Users whose requests fit, as the ledger guarantees.
std::vector<MemoryUser> any_users() {
  std::vector<MemoryUser> users;
  std::vector<std::int32_t> requested(kDevices, 0);
  const auto count = *rc::gen::inRange(0, 12);
  for (int i = 0; i < count; ++i) {
    const MemoryUser user{.devices = *rc::gen::inRange<DeviceSet>(1, 1U << kDevices),
                          .request = *rc::gen::inRange(0, 30),
                          .in_use = *rc::gen::inRange(0, 60)};
    bool fits = true;
    for (std::size_t d = 0; d < kDevices; ++d) {
      if (((user.devices >> d) & 1U) != 0) fits &= requested[d] + user.request <= kCapacity;
    }
    if (!fits) continue;
    for (std::size_t d = 0; d < kDevices; ++d) {
      if (((user.devices >> d) & 1U) != 0) requested[d] += user.request;
    }
    users.push_back(user);
  }
  return users;
}

RC_GTEST_PROP(Spill, IsExactlyWhatDoesNotFitOnTheDevices, ()) {
  const auto users = any_users();
  std::int64_t overflow = 0;
  for (std::int32_t d = 0; d < kDevices; ++d) {
    std::int64_t in_use = 0;
    for (const MemoryUser& u : users) {
      if (((u.devices >> d) & 1U) != 0) in_use += u.in_use;
    }
    overflow += std::max<std::int64_t>(0, in_use - kCapacity);
  }
  std::int64_t total = 0;
  for (const std::int64_t s : spilled(kCapacity, kDevices, users)) total += s;
  RC_ASSERT(total == overflow);
}

RC_GTEST_PROP(Spill, NobodySpillsMoreThanItsGrowth, ()) {
  const auto users = any_users();
  const auto out = spilled(kCapacity, kDevices, users);
  for (std::size_t i = 0; i < users.size(); ++i) {
    const std::int64_t growth = std::max(0, users[i].in_use - users[i].request);
    RC_ASSERT(out[i] >= 0);
    RC_ASSERT(out[i] <= growth * std::popcount(users[i].devices));
  }
}

RC_GTEST_PROP(Spill, WhatALaterTaskGrowsBySpillsNothingOfAnEarlierOne, ()) {
  auto users = any_users();
  RC_PRE(!users.empty());
  const auto before = spilled(kCapacity, kDevices, users);
  users.back().in_use = std::max(users.back().in_use, users.back().request);
  const auto base = spilled(kCapacity, kDevices, users);
  users.back().in_use += *rc::gen::inRange(1, 50);
  const auto after = spilled(kCapacity, kDevices, users);
  for (std::size_t i = 0; i + 1 < users.size(); ++i) RC_ASSERT(after[i] == base[i]);
  RC_ASSERT(after.back() >= before.back());
}

}  // namespace
}  // namespace ragp::sim
