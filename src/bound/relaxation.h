// Relaxation: a bound on what a part of a node can still be worth, at given prices of its
// processors and memory (the Lagrangian relaxation of those two capacities).
//
// Without them the devices are independent: a share knapsack within each, and a one-dimensional
// knapsack of device counts over all. For any prices >= 0 the bound holds; tighten() looks for
// prices that make it low. All in integers, so exact. Pure; thread-safe once made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bound/packing.h"

namespace ragp::bound {

// Nano-GPU per millicore and per MiB.
struct Prices {
  std::int64_t cpu = 0;
  std::int64_t ram = 0;
  friend bool operator==(const Prices&, const Prices&) = default;
};

class Relaxation {
 public:
  // Every item must fit the bin alone and have a worth above 0.
  Relaxation(const Bin& bin, std::span<const Item> items, const Prices& prices);

  [[nodiscard]] const Prices& prices() const { return prices_; }
  // What the item is worth above the price of what it takes.
  [[nodiscard]] Value net(const Item& item) const {
    return item.value - prices_.cpu * item.cpu - prices_.ram * item.ram;
  }
  // No set of tasks on `devices` empty devices and so much processor and memory is worth more;
  // with CPU-only tasks, or without.
  [[nodiscard]] Value bound(std::int32_t devices, std::int64_t cpu, std::int64_t ram) const {
    return prices_.cpu * cpu + prices_.ram * ram + devices_[static_cast<std::size_t>(devices)];
  }
  [[nodiscard]] Value bound_with_cpu_only(std::int32_t devices, std::int64_t cpu,
                                          std::int64_t ram) const {
    return bound(devices, cpu, ram) + cpu_only_;
  }
  // Net worth of the best tasks on `devices` devices, >= 0.
  [[nodiscard]] Value devices(std::int32_t count) const {
    return devices_[static_cast<std::size_t>(count)];
  }
  [[nodiscard]] Value cpu_only() const { return cpu_only_; }

 private:
  void fill_devices(const Bin& bin, std::span<const Item> items);

  Prices prices_;
  std::vector<Value> devices_;  // by number of devices
  Value cpu_only_ = 0;          // net worth of the CPU-only tasks
};

// Net worth of shares within one device: best(first, units) is what the shares from `first` on can
// be worth in so many units of milli-GPU, copies unlimited.
class ShareKnapsack {
 public:
  // net[i] is the net worth of shares[i], which all have milli > 0.
  ShareKnapsack(std::int32_t device_sm, std::span<const Item> shares, std::span<const Value> net);

  [[nodiscard]] Value best(std::size_t first, std::int32_t milli) const {
    return table_[first * width_ + static_cast<std::size_t>(milli / unit_)];
  }

 private:
  std::int32_t unit_ = 1;  // greatest common divisor of the shares
  std::size_t width_ = 0;
  std::vector<Value> table_;
};

// Prices, from `start` on, at which bound_with_cpu_only() of the whole bin is low.
[[nodiscard]] Relaxation tighten(const Bin& bin, std::span<const Item> items, const Prices& start);

}  // namespace ragp::bound
