// ragp: place the job where the future loses least.
//
// minimise  sum_m p_m (I / A_m) [u_m(s) - u_m(s')]  +  kConsolidate mean_d r'_d / largest_d
//           +  g (share of the task's expected growth that finds no memory)
//
// s, s': the node before and after the task; u_m: idle GPU on the node that shape m of the expected
// mix could use, in all visible dimensions and on believed effective capacity (FGD's usable GPU,
// Weng et al., ATC'23, section 4); A_m: its sum over all nodes; I: all idle GPU; r'_d: what is left,
// over cpu and GPU compute, and storage and I/O CPU where seen; g: the GPUs that the task occupies.
//
// The first term is FGD priced by scarcity. FGD weighs a lost GPU by how often shape m comes; but if
// few leftovers can still hold m, each is worth more than if all can. I / A_m is that price: the
// gradient of the barrier -I log A_m, which grows without bound as the last place for m goes. It
// keeps whole nodes for large jobs and fed nodes for hungry ones, without a weight for either.
// The second decides what the first leaves open: fill what is begun, so that idle GPU gathers where
// it holds anything. The third is RAGP's buffer for growth (Kaarat et al., IISEC 2026).
// All terms are in GPUs. kConsolidate is 0.5 GPU for an empty node against a full one: less than
// losing one usable GPU, more than the noise of rare shapes. docs/model.md has the derivation.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <unordered_map>

#include "sched/feasibility.h"
#include "sched/growth.h"
#include "sched/mix_table.h"
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

constexpr double kConsolidate = 0.5;  // GPUs
constexpr DimSet kWeighed = DimSet::of(Dim::kCpu, Dim::kSm, Dim::kStorage, Dim::kIoCpu);
constexpr std::size_t kMemoGroups = 16'384;

// What one option costs, apart from the prices: a function of (state, shape, slots, mix's shapes).
struct Loss {
  DeviceSet slots = 0;
  std::vector<std::int16_t> usable;  // by shape of the mix: usable GPU lost, milli-GPU
  double other = 0.0;                // the terms without prices, GPUs
};

double mean_left(const Resources& residual, const Resources& scale) {
  double left = 0.0;
  int dims = 0;
  for (const DimInfo& d : kDims) {
    if (!kWeighed.has(d.dim) || scale[d.dim] == 0) continue;
    left += static_cast<double>(residual[d.dim]) / scale[d.dim];
    ++dims;
  }
  return dims > 0 ? left / dims : 0.0;
}

// A fixed number of partial sums: the compiler may use vectors, the result is the same anywhere.
double weighted_sum(std::span<const float> prices, std::span<const std::int16_t> amounts) {
  constexpr std::size_t kLanes = 8;
  std::array<float, kLanes> sums{};
  std::size_t m = 0;
  for (; m + kLanes <= amounts.size(); m += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) {
      sums[k] += prices[m + k] * static_cast<float>(amounts[m + k]);
    }
  }
  for (; m < amounts.size(); ++m) sums[0] += prices[m] * static_cast<float>(amounts[m]);
  return static_cast<double>(((sums[0] + sums[1]) + (sums[2] + sums[3])) +
                             ((sums[4] + sums[5]) + (sums[6] + sums[7])));
}

class Ragp final : public Policy {
 public:
  void node_changed(const NodeState* before, const NodeState* after) override {
    if (before != nullptr) count(*before, -1);
    if (after != nullptr) count(*after, +1);
  }

  void score(const Job& job, const Outlook& outlook, std::span<const Option> options,
             std::span<double> scores) override {
    follow_mix(outlook);
    set_prices(outlook.mix);
    if (memo_.size() > kMemoGroups) memo_.clear();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Loss& loss = loss_of(job.shape, outlook, options[i]);
      scores[i] = -(weighted_sum(prices_, loss.usable) + loss.other);
    }
  }

 private:
  // Adds a node in this state to the totals, or takes it out.
  void count(const NodeState& state, std::int64_t nodes) {
    idle_ += nodes * state.residual[Dim::kSm];
    before_.resize(table_.size());
    table_.usable(state, before_);
    for (std::size_t m = 0; m < before_.size(); ++m) usable_[m] += nodes * before_[m];
  }

  void follow_mix(const Outlook& outlook) {
    if (outlook.mix.revision() == mix_revision_) return;
    mix_revision_ = outlook.mix.revision();
    table_.rebuild(outlook.mix);
    memo_.clear();
    idle_ = 0;
    usable_.assign(table_.size(), 0);
    for (const StateId id : outlook.states.live()) {
      const StateIndex::Group& group = outlook.states.group(id);
      count(group.state, static_cast<std::int64_t>(group.nodes.size()));
    }
  }

  // p_m I / A_m, per milli-GPU of usable GPU, in GPUs.
  void set_prices(const DemandMix& mix) {
    prices_.resize(table_.size());
    for (std::size_t m = 0; m < prices_.size(); ++m) {
      const double usable = static_cast<double>(std::max<std::int64_t>(usable_[m], 1));
      const double scarcity = static_cast<double>(idle_) / usable;
      prices_[m] = static_cast<float>(mix.probability(ShapeId::at(m)) * scarcity * 1e-3);
    }
  }

  const Loss& loss_of(const Shape& shape, const Outlook& outlook, const Option& option) {
    std::vector<Loss>& known = memo_[option.group->serial][shape];
    const auto it = std::ranges::find(known, option.slots, &Loss::slots);
    if (it != known.end()) return *it;
    known.push_back(compute_loss(shape, outlook, option));
    return known.back();
  }

  Loss compute_loss(const Shape& shape, const Outlook& outlook, const Option& option) {
    const NodeState& state = option.state();
    const NodeState left = after(state, shape, option.slots);
    Loss loss{.slots = option.slots, .usable = std::vector<std::int16_t>(table_.size())};
    before_.resize(table_.size());
    after_.resize(table_.size());
    table_.usable(state, before_);
    table_.usable(left, after_);
    for (std::size_t m = 0; m < loss.usable.size(); ++m) {
      loss.usable[m] = static_cast<std::int16_t>(before_[m] - after_[m]);  // <= kMaxDevices GPUs
    }
    const double gpus = static_cast<double>(shape.total()[Dim::kSm]) / kWholeGpu;
    loss.other = kConsolidate * mean_left(left.residual, outlook.scale) +
                 gpus * growth_shortage(shape, state, option.slots);
    return loss;
  }

  MixTable table_;
  std::uint64_t mix_revision_ = ~std::uint64_t{0};
  std::int64_t idle_ = 0;             // milli-GPU, all nodes
  std::vector<std::int64_t> usable_;  // A_m, milli-GPU, all nodes
  std::vector<float> prices_;
  // By StateIndex::Group::serial. Bounded: emptied when it has grown to kMemoGroups.
  std::unordered_map<std::uint64_t, std::unordered_map<Shape, std::vector<Loss>, ShapeHash>> memo_;
  std::vector<std::int32_t> before_;  // scratch
  std::vector<std::int32_t> after_;
};

}  // namespace

std::unique_ptr<Policy> make_ragp(const PolicyOptions& /*options*/) {
  return std::make_unique<Ragp>();
}

}  // namespace ragp
