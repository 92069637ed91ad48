#include "bound/relaxation.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace ragp::bound {
namespace {

// How many copies there can be: as many as exist and as the capacities of the whole bin admit.
std::int64_t most_copies(const Bin& bin, const Item& item) {
  std::int64_t most = item.most;
  if (item.cpu > 0) most = std::min(most, bin.cpu / item.cpu);
  if (item.ram > 0) most = std::min(most, bin.ram / item.ram);
  return most;
}

Value whole_bound(const Bin& bin, const Relaxation& r) {
  return r.bound_with_cpu_only(bin.gpus, bin.cpu, bin.ram);
}

// Prices at which the dearest item of the bin would cost all that it is worth.
Prices scale(const Bin& bin, std::span<const Item> items) {
  Value sum = 0;
  for (const Item& i : items) sum = std::max(sum, i.value);
  sum *= std::max(1, bin.gpus);
  return {.cpu = sum / std::max<std::int64_t>(1, bin.cpu),
          .ram = sum / std::max<std::int64_t>(1, bin.ram)};
}

}  // namespace

ShareKnapsack::ShareKnapsack(std::int32_t device_sm, std::span<const Item> shares,
                             std::span<const Value> net) {
  std::int32_t gcd = device_sm;
  for (const Item& s : shares) gcd = std::gcd(gcd, s.milli);
  unit_ = std::max(1, gcd);
  width_ = static_cast<std::size_t>(device_sm / unit_) + 1;
  table_.assign((shares.size() + 1) * width_, 0);
  for (std::size_t i = shares.size(); i-- > 0;) {
    Value* row = &table_[i * width_];
    std::copy_n(row + width_, width_, row);
    const auto step = static_cast<std::size_t>(shares[i].milli / unit_);
    for (std::size_t u = step; u < width_ && net[i] > 0; ++u) {
      row[u] = std::max(row[u], row[u - step] + net[i]);
    }
  }
}

Relaxation::Relaxation(const Bin& bin, std::span<const Item> items, const Prices& prices)
    : prices_(prices) {
  fill_devices(bin, items);
  for (const Item& i : items) {
    if (i.gpus > 0 || i.milli > 0 || net(i) <= 0) continue;
    cpu_only_ += net(i) * most_copies(bin, i);
  }
}

void Relaxation::fill_devices(const Bin& bin, std::span<const Item> items) {
  const auto all = static_cast<std::size_t>(bin.gpus);
  std::vector<Value> best(all + 1, 0);  // of one choice that takes so many devices
  std::vector<Value> share(static_cast<std::size_t>(bin.device_sm) + 1, 0);  // of so many milli
  bool any_share = false;
  for (const Item& i : items) {
    const Value worth = net(i);
    if (i.gpus > 0) {
      Value& b = best[static_cast<std::size_t>(i.gpus)];
      b = std::max(b, worth);
    } else if (i.milli > 0) {
      Value& b = share[static_cast<std::size_t>(i.milli)];
      b = std::max(b, worth);
      any_share = any_share || worth > 0;
    }
  }
  if (any_share && all > 0) {  // one knapsack item per size: the best of that size
    std::vector<Item> sizes;
    std::vector<Value> nets;
    for (std::size_t m = 1; m < share.size(); ++m) {
      if (share[m] <= 0) continue;
      sizes.push_back({.milli = static_cast<std::int32_t>(m)});
      nets.push_back(share[m]);
    }
    best[1] = std::max(best[1], ShareKnapsack(bin.device_sm, sizes, nets).best(0, bin.device_sm));
  }
  devices_.assign(all + 1, 0);
  for (std::size_t d = 1; d <= all; ++d) {
    for (std::size_t s = 1; s <= d; ++s) {
      devices_[d] = std::max(devices_[d], devices_[d - s] + best[s]);
    }
  }
}

// A pattern search: the bound is convex in the prices but has kinks, hence the diagonals.
Relaxation tighten(const Bin& bin, std::span<const Item> items, const Prices& start) {
  constexpr std::array<std::array<int, 2>, 8> kDirections{
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}}};
  constexpr int kRounds = 12;
  const Prices step = scale(bin, items);
  Relaxation best(bin, items, start);
  for (int round = 1; round <= kRounds; ++round) {
    bool better = true;
    while (better) {
      better = false;
      for (const auto& [cpu, ram] : kDirections) {
        const Prices at{
            .cpu = std::max<std::int64_t>(0, best.prices().cpu + cpu * (step.cpu >> round)),
            .ram = std::max<std::int64_t>(0, best.prices().ram + ram * (step.ram >> round))};
        if (at == best.prices()) continue;
        Relaxation candidate(bin, items, at);
        if (whole_bound(bin, candidate) >= whole_bound(bin, best)) continue;
        best = std::move(candidate);
        better = true;
      }
    }
  }
  return best;
}

}  // namespace ragp::bound
