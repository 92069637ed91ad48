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
#include "sched/policies/loss_kinds.h"

namespace ragp {
namespace {

constexpr double kCoverage = 0.95;
constexpr double kMaxScore = 100.0;

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

class Fgd final : public RankedPolicy {
 private:
  std::uint64_t epoch(const Outlook& outlook) override {
    const bool is_other_mix = outlook.mix.revision() != mix_revision_;
    if (is_other_mix) {
      mix_revision_ = outlook.mix.revision();
      typical_.rebuild(outlook.mix);
      table_.rebuild(typical_.classes());
    }
    if (is_other_mix || losses_.full()) {
      losses_.forget();
      ++epoch_;
    }
    return epoch_;
  }

  void rank(const Shape& shape, const Outlook& /*outlook*/, std::span<const Option> options,
            std::span<Standing> standings) override {
    const NodeState& state = options.front().state();
    // F(s) - F(s') = what is no longer idle - what the typical shapes can no longer use.
    const auto taken = static_cast<double>(shape.total()[Dim::kSm]);
    losses_.from(state, table_);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState left = after(state, shape, options[i].slots);
      standings[i] = {.kind = losses_.kind_of(left, -taken, table_), .merit = 0.0};
    }
  }

  void value(const Outlook& outlook, std::span<const Standing> standings,
             std::span<double> scores) override {
    typical_.weigh(outlook.mix, p_);
    // To a CPU-only shape all idle GPU is a fragment: it uses nothing, whatever the table says.
    for (std::size_t c = 0; c < p_.size(); ++c) {
      if (typical_.classes()[c].gpus == 0) p_[c] = 0.0;
    }
    for (std::size_t i = 0; i < standings.size(); ++i) {
      const std::uint32_t kind = standings[i].kind;
      const double lost = weighted_sum(std::span<const double>(p_), losses_.amounts(kind));
      scores[i] = quantised((-losses_.unpriced(kind) - lost) / kWholeGpu);
    }
  }

  TypicalShapes typical_;
  MixTable table_;
  std::uint64_t mix_revision_ = ~std::uint64_t{0};
  std::uint64_t epoch_ = 0;
  std::vector<double> p_;  // by class
  LossKinds losses_;
};

}  // namespace

std::unique_ptr<Policy> make_fgd(const PolicyOptions& /*options*/) {
  return std::make_unique<Fgd>();
}

}  // namespace ragp
