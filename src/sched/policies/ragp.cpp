// ragp: place the job where the future loses least.
//
// minimise  sum_m p_m price(A_m) [u_m(s) - u_m(s')]  +  kMixed price(Q) [q(s) - q(s')]
//           +  kConsolidate mean_d r'_d / largest_d
//           +  kGrowth g (share of the task's expected growth that finds no memory)
//
// s, s': the node before and after the task; u_m: idle GPU on the node that shape m of the expected
// mix could use, in all visible dimensions and on believed effective capacity (FGD's usable GPU,
// Weng et al., ATC'23, section 4); q: what it could give to the mix as a whole (mixed_room.h);
// A_m, Q: their sums over all nodes; I: all idle GPU; price(A) = (I / A)^1.5; r'_d: what is left of
// cpu and of GPU compute; g: the GPUs that the task occupies.
//
// The first term is FGD priced by scarcity. FGD weighs a lost GPU by how often shape m comes; but
// if few leftovers can still hold m, each is worth more than if all can. The price grows without
// bound as the last place for m goes: it keeps whole nodes for large jobs and fed nodes for hungry
// ones, without a weight for either. The second looks further than one job: idle GPU beside a
// shortage of processors or bandwidth is usable for the next job and stranded after it. The third
// decides what these leave open: fill what is begun, so that idle GPU gathers where it holds
// anything. The fourth is RAGP's buffer for growth (Kaarat et al., IISEC 2026).
// All terms are in GPUs, and the weights below one, so that no tidiness outweighs a usable GPU lost
// for everybody. docs/model.md derives it, docs/research.md says what else was tried.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "sched/feasibility.h"
#include "sched/growth.h"
#include "sched/mix_table.h"
#include "sched/mixed_room.h"
#include "sched/policies/all.h"
#include "sched/policies/shares.h"

namespace ragp {
namespace {

constexpr double kMixed = 0.5;
constexpr double kConsolidate = 0.4;  // GPUs
constexpr double kGrowth = 0.5;       // of the GPUs that the task occupies
constexpr std::array kConsolidated{Dim::kCpu, Dim::kSm};
constexpr std::size_t kMemoAmounts = std::size_t{1} << 23U;  // 16 MB
constexpr std::size_t kMemoEntries = std::size_t{1} << 17U;

// What the options of a task on nodes in one state cost, apart from the prices, is a function of
// the state, the task's shape and the shapes of the mix. Kept by (group's serial, shape).
struct MemoKey {
  std::uint64_t serial = 0;
  Shape shape;
  friend bool operator==(const MemoKey&, const MemoKey&) = default;
};
struct MemoKeyHash {
  std::size_t operator()(const MemoKey& k) const { return mix64(k.serial, ShapeHash{}(k.shape)); }
};
double mean_left(const Resources& residual, const Resources& scale) {
  double left = 0.0;
  for (const Dim d : kConsolidated) {
    if (scale[d] > 0) left += static_cast<double>(residual[d]) / scale[d];
  }
  return left / kConsolidated.size();
}

// (idle / room)^1.5: from roots and products, which every machine rounds alike.
double scarcity(double idle, double room) {
  const double ratio = idle / std::max(room, 1.0);
  return ratio * std::sqrt(ratio);
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
    follow(outlook);
    set_prices(outlook.mix);
    if (usable_lost_.size() > kMemoAmounts || memo_.size() > kMemoEntries) forget();
    for (std::size_t i = 0; i < options.size();) {
      std::size_t end = i + 1;  // the options of one group stand together
      while (end < options.size() && options[end].group == options[i].group) ++end;
      score_group(job.shape, outlook, options.subspan(i, end - i), scores.subspan(i, end - i));
      i = end;
    }
  }

 private:
  // Adds a node in this state to the totals, or takes it out.
  void count(const NodeState& state, std::int64_t nodes) {
    idle_ += nodes * state.residual[Dim::kSm];
    before_.resize(table_.size());
    table_.usable(state, before_);
    for (std::size_t m = 0; m < before_.size(); ++m) usable_[m] += nodes * before_[m];
    mixed_ += nodes * room_.of(state.residual);
  }

  void follow(const Outlook& outlook) {
    if (outlook.scale != scale_) forget();
    scale_ = outlook.scale;
    if (outlook.mix.revision() == mix_revision_) return;
    mix_revision_ = outlook.mix.revision();
    table_.rebuild(outlook.mix);
    room_.rebuild(outlook.mix);
    forget();
    idle_ = 0;
    mixed_ = 0;
    usable_.assign(table_.size(), 0);
    for (const StateId id : outlook.states.live()) {
      const StateIndex::Group& group = outlook.states.group(id);
      count(group.state, static_cast<std::int64_t>(group.nodes.size()));
    }
  }

  // In GPUs: per milli-GPU that shape m could use, and per micro-GPU of mixed room.
  void set_prices(const DemandMix& mix) {
    const auto idle = static_cast<double>(idle_);
    prices_.resize(table_.size());
    for (std::size_t m = 0; m < prices_.size(); ++m) {
      const double price = scarcity(idle, static_cast<double>(usable_[m]));
      prices_[m] = static_cast<float>(mix.probability(ShapeId::at(m)) * price * 1e-3);
    }
    mixed_price_ = kMixed * scarcity(idle, static_cast<double>(mixed_) * 1e-3) * 1e-6;
  }

  void score_group(const Shape& shape, const Outlook& outlook, std::span<const Option> options,
                   std::span<double> scores) {
    const MemoKey key{.serial = options.front().group->serial, .shape = shape};
    const auto [it, is_new] = memo_.try_emplace(key, unpriced_.size());
    if (is_new) compute_losses(shape, outlook, options);
    const std::size_t first = it->second;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const auto lost = std::span(usable_lost_).subspan((first + i) * table_.size(), table_.size());
      scores[i] = -(weighted_sum(prices_, lost) + mixed_price_ * mixed_lost_[first + i] +
                    unpriced_[first + i]);
    }
  }

  void compute_losses(const Shape& shape, const Outlook& outlook, std::span<const Option> options) {
    const NodeState& state = options.front().state();
    const double gpus = static_cast<double>(shape.total()[Dim::kSm]) / kWholeGpu;
    before_.resize(table_.size());
    after_.resize(table_.size());
    table_.usable(state, before_);
    const std::int64_t mixed_before = room_.of(state.residual);
    for (const Option& option : options) {
      const NodeState left = after(state, shape, option.slots);
      table_.usable(left, after_);
      for (std::size_t m = 0; m < table_.size(); ++m) {
        usable_lost_.push_back(static_cast<std::int16_t>(before_[m] - after_[m]));
      }
      mixed_lost_.push_back(static_cast<double>(mixed_before - room_.of(left.residual)));
      unpriced_.push_back(kConsolidate * mean_left(left.residual, outlook.scale) +
                          kGrowth * gpus * growth_shortage(shape, state, option.slots));
    }
  }

  void forget() {
    memo_.clear();
    unpriced_.clear();
    mixed_lost_.clear();
    usable_lost_.clear();
  }

  MixTable table_;
  MixedRoom room_;
  std::uint64_t mix_revision_ = ~std::uint64_t{0};
  Resources scale_;
  std::int64_t idle_ = 0;             // milli-GPU, all nodes
  std::vector<std::int64_t> usable_;  // A_m, milli-GPU, all nodes
  std::int64_t mixed_ = 0;            // Q, micro-GPU, all nodes
  std::vector<float> prices_;
  double mixed_price_ = 0.0;
  // The place of the first loss in the lists below. Bounded by kMemoAmounts and kMemoEntries.
  // usable_lost_: by loss, then shape of the mix; milli-GPU of usable GPU
  // that the option costs, at most kMaxDevices whole ones.
  std::unordered_map<MemoKey, std::size_t, MemoKeyHash> memo_;
  std::vector<double> unpriced_;    // by loss: the terms without prices, GPUs
  std::vector<double> mixed_lost_;  // by loss: micro-GPU of mixed room
  std::vector<std::int16_t> usable_lost_;
  std::vector<std::int32_t> before_;  // scratch
  std::vector<std::int32_t> after_;
};

}  // namespace

std::unique_ptr<Policy> make_ragp(const PolicyOptions& /*options*/) {
  return std::make_unique<Ragp>();
}

}  // namespace ragp
