#include "bound/device_options.h"

#include <algorithm>
#include <utility>

#include "bound/pareto.h"

namespace ragp::bound {
namespace {

// Walks through all multisets of shares on one device, in ascending order of the items.
class ShareWalk {
 public:
  ShareWalk(const Bin& bin, std::vector<Item> shares, std::vector<Value> net, Value least)
      : bin_(bin),
        shares_(std::move(shares)),
        net_(std::move(net)),
        knapsack_(bin.device_sm, shares_, net_),
        least_(least) {}

  // positions[i]: the index of shares[i] among all items. False beyond the limit.
  bool run(std::span<const std::uint32_t> positions, std::size_t limit,
           std::vector<Option>& options) {
    positions_ = positions;
    limit_ = limit;
    options_ = &options;
    Option empty{.devices = 1};
    return extend(empty, 0, bin_.device_sm, 0);
  }

 private:
  bool extend(Option& at, std::size_t first, std::int32_t milli, Value net) {
    if (++visited_ > 16 * limit_ || options_->size() > limit_) return false;
    if (!at.items.empty() && net > least_) options_->push_back(at);
    for (std::size_t i = first; i < shares_.size(); ++i) {
      const Item& s = shares_[i];
      if (net + knapsack_.best(i, milli) <= least_) break;  // less and less from here on
      if (s.milli > milli || at.cpu + s.cpu > bin_.cpu || at.ram + s.ram > bin_.ram) continue;
      const Value with = net + net_[i] + knapsack_.best(i, milli - s.milli);
      if (with <= least_) continue;
      add(at, i, 1);
      const bool inside = extend(at, i, milli - s.milli, net + net_[i]);
      add(at, i, -1);
      if (!inside) return false;
    }
    return true;
  }

  void add(Option& at, std::size_t i, int sign) {
    at.cpu += sign * shares_[i].cpu;
    at.ram += sign * shares_[i].ram;
    at.value += sign * shares_[i].value;
    if (sign > 0) {
      at.items.push_back(positions_[i]);
    } else {
      at.items.pop_back();
    }
  }

  Bin bin_;
  std::vector<Item> shares_;
  std::vector<Value> net_;
  ShareKnapsack knapsack_;
  Value least_;
  std::span<const std::uint32_t> positions_;
  std::size_t limit_ = 0;
  std::size_t visited_ = 0;
  std::vector<Option>* options_ = nullptr;
};

bool add_shares(const Bin& bin, std::span<const Item> items, const Relaxation& relaxation,
                Value least, std::size_t limit, std::vector<Option>& options) {
  std::vector<Item> shares;
  std::vector<Value> net;
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].milli == 0) continue;
    shares.push_back(items[i]);
    net.push_back(relaxation.net(items[i]));
    positions.push_back(static_cast<std::uint32_t>(i));
  }
  if (shares.empty()) return true;
  return ShareWalk(bin, shares, net, least).run(positions, limit, options);
}

// Of the options that take as many devices, those that no other beats.
void keep_pareto_options(std::vector<Option>& options) {
  std::int32_t most = 0;
  for (const Option& o : options) most = std::max(most, o.devices);
  std::vector<Option> kept;
  for (std::int32_t d = 0; d <= most; ++d) {
    std::vector<Label> labels;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Option& o = options[i];
      if (o.devices != d) continue;
      labels.push_back(
          {.cpu = o.cpu, .ram = o.ram, .value = o.value, .choice = static_cast<std::uint32_t>(i)});
    }
    keep_pareto(labels);
    for (const Label& l : labels) kept.push_back(std::move(options[l.choice]));
  }
  options = std::move(kept);
}

}  // namespace

std::optional<std::vector<Option>> device_options(const Bin& bin, std::span<const Item> items,
                                                  const Relaxation& relaxation, Value threshold,
                                                  std::size_t limit) {
  // Worth of the whole bin with an option in it <= base + net(option) + devices(the others).
  const Value base =
      relaxation.prices().cpu * bin.cpu + relaxation.prices().ram * bin.ram + relaxation.cpu_only();
  const auto least = [&](std::int32_t devices) {
    return threshold - base - relaxation.devices(bin.gpus - devices);
  };
  std::vector<Option> options;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.milli > 0) continue;
    // Of CPU-only items the relaxation counts all copies that help already.
    const Value gain =
        item.gpus > 0 ? relaxation.net(item) : std::min<Value>(0, relaxation.net(item));
    if (gain <= least(item.gpus)) continue;
    options.push_back({.devices = item.gpus,
                       .cpu = item.cpu,
                       .ram = item.ram,
                       .value = item.value,
                       .items = {static_cast<std::uint32_t>(i)}});
  }
  if (bin.gpus > 0 && !add_shares(bin, items, relaxation, least(1), limit, options)) {
    return std::nullopt;
  }
  keep_pareto_options(options);
  return options;
}

}  // namespace ragp::bound
