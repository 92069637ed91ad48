// fgd: Fragmentation Gradient Descent: the node and device on which the task makes least fragments.
//
// maximise  floor(100 sigmoid(F(s) - F(s')))      F(s) = sum_m p_m stranded_m(s), in GPUs
//
// s, s': the node before and after the task; m: the typical shapes, the most frequent ones that
// cover 95 % of the demand mix; p_m: their probabilities; stranded_m: idle GPU of no use to m
// (stranded_fgd in sched/fragmentation.h). Weng et al., ATC'23, sections 4 and 5; the details below
// are those of the authors' plugin, and they change the result by whole points:
// - the score is an integer from 0 to 100, about 40 milli-GPU a step, so that ties are frequent;
//   they go to the first node in order;
// - memory is not looked at: shapes that differ in nothing else are one; a CPU-only shape counts
//   all idle GPU as a fragment;
// - a sharing task takes the device with the best score, the tightest of equals.
//
// The authors give the policy the distribution of the task list. Here it has what arrived so far,
// which moves the allocation on the openb traces by up to half a point, in either direction.
// Its 7-D form strands GPUs for want of storage or I/O CPU as it does for want of processors.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "sched/feasibility.h"
#include "sched/mix_table.h"
#include "sched/policies/all.h"

namespace ragp {
namespace {

constexpr double kCoverage = 0.95;
constexpr double kMaxScore = 100.0;
constexpr std::size_t kMemoAmounts = std::size_t{1} << 23U;  // 16 MB
constexpr std::size_t kMemoEntries = std::size_t{1} << 17U;

// The shape as FGD tells shapes apart.
Shape without_memory(Shape s) {
  s.demand[Dim::kRam] = s.demand[Dim::kHbm] = s.demand[Dim::kNet] = 0;
  s.hbm_growth = 0;
  return s;
}

// The classes of the mix, and which of them are typical now.
class TypicalShapes {
 public:
  // The shapes of the mix changed.
  void rebuild(const DemandMix& mix) {
    std::unordered_map<Shape, std::size_t, ShapeHash> known;
    classes_.clear();
    class_of_.clear();
    for (std::size_t m = 0; m < mix.size(); ++m) {
      const Shape shape = without_memory(mix.shape(ShapeId::at(m)));
      const auto [it, is_new] = known.emplace(shape, classes_.size());
      if (is_new) classes_.push_back(shape);
      class_of_.push_back(it->second);
    }
  }

  // The weights of the mix changed. Writes p_m by class: 0 for those that are not typical.
  void weigh(const DemandMix& mix, std::vector<double>& p) {
    p.assign(classes_.size(), 0.0);
    for (std::size_t m = 0; m < class_of_.size(); ++m) {
      p[class_of_[m]] += mix.probability(ShapeId::at(m));
    }
    order_.resize(p.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(
        order_, [&](std::size_t a, std::size_t b) { return p[a] != p[b] ? p[a] > p[b] : a < b; });
    double covered = 0.0;
    for (const std::size_t c : order_) {
      if (covered < kCoverage) {
        covered += p[c];
      } else {
        p[c] = 0.0;
      }
    }
    for (double& x : p) x /= covered;
  }

  [[nodiscard]] std::span<const Shape> classes() const { return classes_; }

 private:
  std::vector<Shape> classes_;
  std::vector<std::size_t> class_of_;  // by shape of the mix
  std::vector<std::size_t> order_;     // scratch
};

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

// The nudge keeps a sum that is a whole step from falling below it by rounding.
double quantised(double gpus) {
  return std::floor(kMaxScore * sigmoid(gpus) + 1e-9);
}

double weighted_sum(std::span<const double> p, std::span<const std::int16_t> amounts) {
  constexpr std::size_t kLanes = 4;
  std::array<double, kLanes> sums{};
  std::size_t m = 0;
  for (; m + kLanes <= amounts.size(); m += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) sums[k] += p[m + k] * amounts[m + k];
  }
  for (; m < amounts.size(); ++m) sums[0] += p[m] * amounts[m];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// What the options of a task on nodes in one state cost the classes of the mix is a function of the
// state, the task's shape and the classes. Kept by (group's serial, shape).
struct MemoKey {
  std::uint64_t serial = 0;
  Shape shape;
  friend bool operator==(const MemoKey&, const MemoKey&) = default;
};
struct MemoKeyHash {
  std::size_t operator()(const MemoKey& k) const { return mix64(k.serial, ShapeHash{}(k.shape)); }
};

class Fgd final : public Policy {
 public:
  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    follow(outlook.mix);
    for (std::size_t i = 0; i < options.size();) {
      std::size_t end = i + 1;  // the options of one group stand together
      while (end < options.size() && options[end].group == options[i].group) ++end;
      score_group(job.shape, options.subspan(i, end - i), scores.subspan(i, end - i));
      i = end;
    }
  }

 private:
  void follow(const DemandMix& mix) {
    if (mix.revision() != mix_revision_) {
      mix_revision_ = mix.revision();
      typical_.rebuild(mix);
      table_.rebuild(typical_.classes());
      forget();
    }
    if (lost_.size() > kMemoAmounts || memo_.size() > kMemoEntries) forget();
    typical_.weigh(mix, p_);
    // To a CPU-only shape all idle GPU is a fragment: it uses nothing, whatever the table says.
    for (std::size_t c = 0; c < p_.size(); ++c) {
      if (typical_.classes()[c].gpus == 0) p_[c] = 0.0;
    }
  }

  void score_group(const Shape& shape, std::span<const Option> options, std::span<double> scores) {
    // The whole shape: which devices can take it, and so the options, depends on its memory too.
    const MemoKey key{.serial = options.front().group->serial, .shape = shape};
    const auto [it, is_new] = memo_.try_emplace(key, lost_.size());
    if (is_new) compute_losses(without_memory(shape), options);
    // F(s) - F(s') = what is no longer idle - what the typical shapes can no longer use.
    const double taken = shape.total()[Dim::kSm];
    for (std::size_t i = 0; i < options.size(); ++i) {
      const auto lost = std::span(lost_).subspan(it->second + i * table_.size(), table_.size());
      scores[i] = quantised((taken - weighted_sum(p_, lost)) / kWholeGpu);
    }
  }

  void compute_losses(const Shape& shape, std::span<const Option> options) {
    const NodeState& state = options.front().state();
    before_.resize(table_.size());
    after_.resize(table_.size());
    table_.usable(state, before_);
    for (const Option& option : options) {
      table_.usable(after(state, shape, option.slots), after_);
      for (std::size_t m = 0; m < table_.size(); ++m) {
        lost_.push_back(static_cast<std::int16_t>(before_[m] - after_[m]));
      }
    }
  }

  void forget() {
    memo_.clear();
    lost_.clear();
  }

  TypicalShapes typical_;
  MixTable table_;
  std::uint64_t mix_revision_ = ~std::uint64_t{0};
  std::vector<double> p_;  // by class
  // The place of the first option's losses in lost_: by option, then class; milli-GPU, at most
  // kMaxDevices whole ones. Bounded by kMemoAmounts and kMemoEntries.
  std::unordered_map<MemoKey, std::size_t, MemoKeyHash> memo_;
  std::vector<std::int16_t> lost_;
  std::vector<std::int32_t> before_;  // scratch
  std::vector<std::int32_t> after_;
};

}  // namespace

std::unique_ptr<Policy> make_fgd(const PolicyOptions& /*options*/) {
  return std::make_unique<Fgd>();
}

}  // namespace ragp
