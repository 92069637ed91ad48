// ragp: place the job where the future loses least.
//
// minimise  sum_m p_m price(A_m) [u_m(s) - u_m(s')]  +  kMixed price(Q) [q(s) - q(s')]
//           +  kGrowth g (share of the task's expected growth that finds no memory)
//
// s, s': the node before and after the task; u_m: idle GPU on the node that shape m of the expected
// mix could use, in all visible dimensions and on believed effective capacity (FGD's usable GPU,
// Weng et al., ATC'23, section 4); q: what it could give to the mix as a whole (mixed_room.h);
// A_m, Q: their sums over all nodes; I: all idle GPU; price(A) = (I / A)^1.5; g: the GPUs that the
// task occupies.
//
// The first term is FGD priced by scarcity. FGD weighs a lost GPU by how often shape m comes; but
// if few leftovers can still hold m, each is worth more than if all can. The price grows without
// bound as the last place for m goes: it keeps whole nodes for large jobs and fed nodes for hungry
// ones, without a weight for either. The second looks further than one job: idle GPU beside a
// shortage of processors or bandwidth is usable for the next job and stranded after it, and idle
// GPU that stands together holds more than the same in pieces. The third is RAGP's buffer for
// growth (Kaarat et al., IISEC 2026). All terms are in GPUs. docs/model.md derives it,
// docs/research.md says what else was tried.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sched/feasibility.h"
#include "sched/growth.h"
#include "sched/mix_table.h"
#include "sched/mixed_room.h"
#include "sched/policies/all.h"
#include "sched/policies/loss_kinds.h"

namespace ragp {
namespace {

constexpr double kMixed = 0.5;
constexpr double kGrowth = 0.5;  // of the GPUs that the task occupies

// (idle / room)^1.5: from roots and products, which every machine rounds alike.
double scarcity(double idle, double room) {
  const double ratio = idle / std::max(room, 1.0);
  return ratio * std::sqrt(ratio);
}

class Ragp final : public RankedPolicy {
 public:
  void node_changed(const NodeState* before, const NodeState* after) override {
    if (before != nullptr) count(*before, -1);
    if (after != nullptr) count(*after, +1);
  }

 private:
  std::uint64_t epoch(const Outlook& outlook) override {
    follow(outlook);
    if (losses_.full()) forget();
    return epoch_;
  }

  // Merit: the mixed room that is left. Kind: everything else.
  void rank(const Shape& shape, const Outlook& /*outlook*/, std::span<const Option> options,
            std::span<Standing> standings) override {
    const NodeState& state = options.front().state();
    const double gpus = static_cast<double>(shape.total()[Dim::kSm]) / kWholeGpu;
    const std::int64_t room = room_.of(state.residual);
    losses_.from(state, table_);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const NodeState left = after(state, shape, options[i].slots);
      const double unpriced = kGrowth * gpus * growth_shortage(shape, state, options[i].slots);
      standings[i] = {.kind = losses_.kind_of(left, unpriced, table_),
                      .merit = static_cast<double>(room_.of(left.residual) - room)};
    }
  }

  void value(const Outlook& outlook, std::span<const Standing> standings,
             std::span<double> scores) override {
    set_prices(outlook.mix);
    for (std::size_t i = 0; i < standings.size(); ++i) {
      const std::uint32_t kind = standings[i].kind;
      const float lost = weighted_sum(std::span<const float>(prices_), losses_.amounts(kind));
      scores[i] =
          mixed_price_ * standings[i].merit - (static_cast<double>(lost) + losses_.unpriced(kind));
    }
  }

  // Adds a node in this state to the totals, or takes it out.
  void count(const NodeState& state, std::int64_t nodes) {
    idle_ += nodes * state.residual[Dim::kSm];
    before_.resize(table_.size());
    table_.usable(state, before_);
    for (std::size_t m = 0; m < before_.size(); ++m) usable_[m] += nodes * before_[m];
    mixed_ += nodes * room_.of(state.residual);
  }

  void follow(const Outlook& outlook) {
    const std::int32_t largest_gpu = outlook.scale[Dim::kSm];
    if (outlook.mix.revision() == mix_revision_ && largest_gpu == largest_gpu_) return;
    mix_revision_ = outlook.mix.revision();
    largest_gpu_ = largest_gpu;
    table_.rebuild(outlook.mix);
    room_.rebuild(outlook.mix, largest_gpu);
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

  void forget() {
    losses_.forget();
    ++epoch_;
  }

  MixTable table_;
  MixedRoom room_;
  std::uint64_t mix_revision_ = ~std::uint64_t{0};
  std::int32_t largest_gpu_ = 0;
  std::int64_t idle_ = 0;             // milli-GPU, all nodes
  std::vector<std::int64_t> usable_;  // A_m, milli-GPU, all nodes
  std::int64_t mixed_ = 0;            // Q, micro-GPU, all nodes
  std::vector<float> prices_;
  double mixed_price_ = 0.0;
  LossKinds losses_;
  std::uint64_t epoch_ = 0;
  std::vector<std::int32_t> before_;  // scratch
};

}  // namespace

std::unique_ptr<Policy> make_ragp(const PolicyOptions& /*options*/) {
  return std::make_unique<Ragp>();
}

}  // namespace ragp
