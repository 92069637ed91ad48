#include "bound/pricing.h"

#include <algorithm>
#include <functional>
#include <map>

#include "bound/device_options.h"
#include "bound/pareto.h"

namespace ragp::bound {
namespace {

constexpr std::size_t kMaxDeviceLabels = 200'000;  // labels of one device
constexpr std::size_t kMaxLabels = 40'000;         // Pareto-optimal ones of a stage
constexpr std::size_t kFilterEvery = 200'000;      // labels generated

bool takes_no_more(const Item& a, const Item& b) {
  return a.gpus == b.gpus && (a.milli > 0) == (b.milli > 0) && a.milli <= b.milli &&
         a.cpu <= b.cpu && a.ram <= b.ram && a.value >= b.value;
}

bool usable(const Bin& bin, const Item& i) {
  const bool takes = i.cpu > 0 || i.ram > 0 || i.gpus > 0 || i.milli > 0;
  return takes && i.value > 0 && i.cpu <= bin.cpu && i.ram <= bin.ram && i.gpus <= bin.gpus &&
         i.milli <= bin.device_sm && (i.milli == 0 || bin.gpus > 0);
}

// The items that a best packing can be made of. Of equals the first stays. An item that stands in
// for another may be taken as often as both.
std::vector<Item> undominated(const Bin& bin, std::span<const Item> items) {
  std::vector<Item> kept;
  for (Item i : items) {
    if (!usable(bin, i)) continue;
    const auto better =
        std::ranges::find_if(kept, [&](const Item& k) { return takes_no_more(k, i); });
    if (better != kept.end()) {
      better->most += i.most;
      continue;
    }
    for (const Item& k : kept) i.most += takes_no_more(i, k) ? k.most : 0;
    std::erase_if(kept, [&](const Item& k) { return takes_no_more(i, k); });
    kept.push_back(i);
  }
  return kept;
}

class Search {
 public:
  Search(const Bin& bin, std::span<const Item> items, const Relaxation& relaxation, Value floor,
         Value tolerance)
      : bin_(bin), items_(items), relaxation_(relaxation), best_(floor), tolerance_(tolerance) {}

  // False where the states were too many and the less promising ones were dropped: then there may
  // be packings above the threshold, but those that were found are packings all the same.
  bool run() {
    auto found = device_options(bin_, items_, relaxation_, threshold(), kMaxDeviceLabels);
    options_ = std::move(found.options);
    complete_ = found.complete;
    stages_.assign(static_cast<std::size_t>(bin_.gpus) + 1, {});
    labels_.assign(1, Label{});
    stages_[0] = {0};
    add_cpu_only();
    for (std::int32_t d = 1; d <= bin_.gpus; ++d) fill_stage(d);
    return complete_;
  }

  [[nodiscard]] Value best() const { return best_; }  // at least the floor
  [[nodiscard]] Value threshold() const { return best_ + tolerance_; }

  // The packings worth most, best first.
  [[nodiscard]] std::vector<Packing> packings(std::size_t count) const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t l = 1; l < labels_.size(); ++l) order.push_back(l);
    const auto better = [&](std::uint32_t a, std::uint32_t b) {
      return labels_[a].value != labels_[b].value ? labels_[a].value > labels_[b].value : a < b;
    };
    const std::size_t wanted = std::min(count, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(wanted), better);
    order.resize(wanted);
    std::vector<Packing> found;
    found.reserve(wanted);
    for (const std::uint32_t l : order) found.push_back(packing(l));
    return found;
  }

 private:
  using Stage = std::vector<std::uint32_t>;  // indices into labels_

  // parent with the option, if there is room and more than the threshold within reach.
  void extend(std::uint32_t parent, std::uint32_t choice, std::int32_t devices_left,
              std::vector<Label>& out) {
    const Label& from = labels_[parent];
    const Option& o = options_[choice];
    const Label l{.cpu = from.cpu + o.cpu,
                  .ram = from.ram + o.ram,
                  .value = from.value + o.value,
                  .parent = parent,
                  .choice = choice};
    if (l.cpu > bin_.cpu || l.ram > bin_.ram) return;
    if (l.value > best_)
      best_ = l.value;
    else if (l.value + reach(l, devices_left, o.devices == 0) <= threshold())
      return;
    out.push_back(l);
  }

  [[nodiscard]] Value reach(const Label& l, std::int32_t devices_left, bool cpu_only) const {
    const std::int64_t cpu = bin_.cpu - l.cpu;
    const std::int64_t ram = bin_.ram - l.ram;
    return cpu_only ? relaxation_.bound_with_cpu_only(devices_left, cpu, ram)
                    : relaxation_.bound(devices_left, cpu, ram);
  }

  // The Pareto-optimal labels; of too many those of most net worth.
  void thin_out(std::vector<Label>& labels) {
    keep_pareto(labels);
    if (labels.size() <= kMaxLabels) return;
    complete_ = false;
    const auto net = [&](const Label& l) {
      return l.value - relaxation_.prices().cpu * l.cpu - relaxation_.prices().ram * l.ram;
    };
    std::ranges::stable_sort(labels, std::greater<>(), net);
    labels.resize(kMaxLabels / 4);
  }

  void settle(std::vector<Label>& fresh, Stage& stage) {
    thin_out(fresh);
    stage.clear();
    for (const Label& l : fresh) {
      stage.push_back(static_cast<std::uint32_t>(labels_.size()));
      labels_.push_back(l);
    }
  }

  // Copies of one CPU-only option after another, before any device is used.
  void add_cpu_only() {
    for (std::uint32_t choice = 0; choice < options_.size(); ++choice) {
      if (options_[choice].devices != 0) continue;
      Stage frontier = stages_[0];
      Stage all = stages_[0];
      while (!frontier.empty()) {
        std::vector<Label> fresh;
        for (const std::uint32_t parent : frontier) extend(parent, choice, bin_.gpus, fresh);
        settle(fresh, frontier);
        all.insert(all.end(), frontier.begin(), frontier.end());
      }
      merge(all, stages_[0]);
    }
  }

  // Pareto-optimal ones among labels that exist.
  void merge(const Stage& from, Stage& stage) {
    std::vector<Label> marked;
    for (const std::uint32_t l : from) {
      Label copy = labels_[l];
      copy.parent = l;  // to find it again
      marked.push_back(copy);
    }
    thin_out(marked);
    stage.clear();
    for (const Label& l : marked) stage.push_back(l.parent);
  }

  void fill_stage(std::int32_t devices) {
    std::vector<Label> fresh;
    std::size_t filter_at = kFilterEvery;
    for (std::uint32_t choice = 0; choice < options_.size(); ++choice) {
      const std::int32_t takes = options_[choice].devices;
      if (takes == 0 || takes > devices) continue;
      for (const std::uint32_t parent : stages_[static_cast<std::size_t>(devices - takes)]) {
        extend(parent, choice, bin_.gpus - devices, fresh);
      }
      if (fresh.size() < filter_at) continue;
      thin_out(fresh);
      filter_at = fresh.size() + kFilterEvery;
    }
    settle(fresh, stages_[static_cast<std::size_t>(devices)]);
  }

  [[nodiscard]] Packing packing(std::uint32_t label) const {
    std::map<std::uint32_t, std::int32_t> counts;
    for (; labels_[label].parent != kNoParent; label = labels_[label].parent) {
      for (const std::uint32_t i : options_[labels_[label].choice].items) ++counts[items_[i].shape];
    }
    Packing p;
    for (const auto& [shape, count] : counts) p.push_back({shape, count});
    return p;
  }

  Bin bin_;
  std::span<const Item> items_;
  const Relaxation& relaxation_;
  Value best_;
  Value tolerance_;
  bool complete_ = true;
  std::vector<Option> options_;
  std::vector<Label> labels_;
  std::vector<Stage> stages_;  // by devices used: those that are still promising
};

}  // namespace

PricingResult price(const Bin& bin, std::span<const Item> items, const PricingOptions& options) {
  const std::vector<Item> useful = undominated(bin, items);
  PricingResult result{.prices = options.start};
  if (useful.empty()) return result;
  const Relaxation relaxation = tighten(bin, useful, options.start);
  const Value ceiling = relaxation.bound_with_cpu_only(bin.gpus, bin.cpu, bin.ram);
  result.prices = relaxation.prices();
  Value floor = std::max<Value>(0, options.floor);
  for (Value tolerance = options.tolerance;;
       tolerance += std::max<Value>(1, (ceiling - floor) / 4)) {
    Search search(bin, useful, relaxation, floor, tolerance);
    const bool complete = search.threshold() >= ceiling || search.run();
    if (auto found = search.packings(options.packings); !found.empty()) {
      result.packings = std::move(found);
    }
    floor = search.best();
    if (!complete) continue;
    result.upper = std::min(ceiling, search.threshold());
    return result;
  }
}

}  // namespace ragp::bound
