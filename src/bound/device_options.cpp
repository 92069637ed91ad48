#include "bound/device_options.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "bound/pareto.h"

namespace ragp::bound {
namespace {

// A dynamic program over the shares on one device: by milli-GPU used, the Pareto-optimal labels.
class ShareProgram {
 public:
  // Only multisets of more net worth than `least` matter.
  ShareProgram(const Bin& bin, std::vector<Item> shares, const Relaxation& relaxation, Value least)
      : bin_(bin),
        shares_(std::move(shares)),
        relaxation_(relaxation),
        knapsack_(bin.device_sm, shares_, nets()),
        least_(least) {}

  // False where there are more than `limit` labels.
  bool run(std::size_t limit) {
    cells_.assign(static_cast<std::size_t>(bin_.device_sm) + 1, {});
    labels_.assign(1, Label{});
    cells_[0] = {0};
    for (std::uint32_t i = 0; i < shares_.size(); ++i) {
      add_copies(i);
      if (labels_.size() > limit) return false;
    }
    return true;
  }

  // The multisets as options; positions[i] is the index of shares[i] among all items.
  void collect(std::span<const std::uint32_t> positions, std::vector<Option>& options) const {
    std::vector<Label> all;
    for (const auto& cell : cells_) {
      for (const std::uint32_t l : cell) {
        if (l != 0 && net(labels_[l]) > least_) all.push_back(labels_[l]);
      }
    }
    keep_pareto(all);
    for (const Label& l : all) options.push_back(option(l, positions));
  }

 private:
  [[nodiscard]] std::vector<Value> nets() const {
    std::vector<Value> all;
    all.reserve(shares_.size());
    for (const Item& s : shares_) all.push_back(relaxation_.net(s));
    return all;
  }
  [[nodiscard]] Value net(const Label& l) const {
    return l.value - relaxation_.prices().cpu * l.cpu - relaxation_.prices().ram * l.ram;
  }

  // Any number of copies of share i on top of what is there.
  void add_copies(std::uint32_t i) {
    const auto step = static_cast<std::size_t>(shares_[i].milli);
    std::vector<Label> fresh;
    for (std::size_t used = 0; used + step < cells_.size(); ++used) {
      fresh.clear();
      const auto left = static_cast<std::int32_t>(cells_.size() - 1 - used - step);
      for (const std::uint32_t parent : cells_[used]) extend(parent, i, left, fresh);
      if (!fresh.empty()) settle(fresh, cells_[used + step]);
    }
  }

  void extend(std::uint32_t parent, std::uint32_t i, std::int32_t left, std::vector<Label>& fresh) {
    const Item& s = shares_[i];
    const Label& from = labels_[parent];
    const Label l{.cpu = from.cpu + s.cpu,
                  .ram = from.ram + s.ram,
                  .value = from.value + s.value,
                  .parent = parent,
                  .choice = i};
    if (l.cpu > bin_.cpu || l.ram > bin_.ram) return;
    if (net(l) + knapsack_.best(i, left) > least_) fresh.push_back(l);
  }

  // The Pareto-optimal ones of the cell and the fresh ones.
  void settle(std::vector<Label>& fresh, std::vector<std::uint32_t>& cell) {
    constexpr std::uint32_t kOld = kNoParent;  // as choice: the parent is the label itself
    for (const std::uint32_t l : cell) {
      Label old = labels_[l];
      old.parent = l;
      old.choice = kOld;
      fresh.push_back(old);
    }
    keep_pareto(fresh);
    cell.clear();
    for (const Label& l : fresh) {
      if (l.choice == kOld) {
        cell.push_back(l.parent);
        continue;
      }
      cell.push_back(static_cast<std::uint32_t>(labels_.size()));
      labels_.push_back(l);
    }
  }

  [[nodiscard]] Option option(Label l, std::span<const std::uint32_t> positions) const {
    Option o{.devices = 1, .cpu = l.cpu, .ram = l.ram, .value = l.value};
    for (; l.parent != kNoParent; l = labels_[l.parent]) o.items.push_back(positions[l.choice]);
    return o;
  }

  Bin bin_;
  std::vector<Item> shares_;
  const Relaxation& relaxation_;
  ShareKnapsack knapsack_;
  Value least_;
  std::vector<Label> labels_;
  std::vector<std::vector<std::uint32_t>> cells_;  // by milli-GPU used
};

struct ShareSearch {
  Value least = 0;        // worth more than that, with all that it can still get
  std::size_t limit = 0;  // partial multisets
};

void add_shares(const Bin& bin, std::span<const Item> items, const Relaxation& relaxation,
                const ShareSearch& search, DeviceOptions& found) {
  std::vector<Item> shares;
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].milli > 0) positions.push_back(static_cast<std::uint32_t>(i));
  }
  const auto net = [&](std::uint32_t i) { return relaxation.net(items[i]); };
  std::ranges::stable_sort(positions, std::greater<>(), net);  // the best survive a cut
  shares.reserve(positions.size());
  for (const std::uint32_t i : positions) shares.push_back(items[i]);
  if (shares.empty()) return;
  ShareProgram program(bin, std::move(shares), relaxation, search.least);
  found.complete = program.run(search.limit);
  program.collect(positions, found.options);
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

DeviceOptions device_options(const Bin& bin, std::span<const Item> items,
                             const Relaxation& relaxation, Value threshold, std::size_t limit) {
  // Worth of the whole bin with an option in it <= base + net(option) + devices(the others).
  const Value base =
      relaxation.prices().cpu * bin.cpu + relaxation.prices().ram * bin.ram + relaxation.cpu_only();
  const auto least = [&](std::int32_t devices) {
    return threshold - base - relaxation.devices(bin.gpus - devices);
  };
  DeviceOptions found;
  std::vector<Option>& options = found.options;
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
  if (bin.gpus > 0) {
    add_shares(bin, items, relaxation, {.least = least(1), .limit = limit}, found);
  }
  keep_pareto_options(options);
  return found;
}

}  // namespace ragp::bound
