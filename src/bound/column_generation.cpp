#include "bound/column_generation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bound/master.h"
#include "bound/pricing.h"

namespace ragp::bound {
namespace {

constexpr double kUnits = static_cast<double>(kGpu);
constexpr double kPenalty = 100.0;  // GPUs: no task is worth keeping out at that price
constexpr double kNothing = 1e-6;   // tasks or GPUs

// What is maximised: GPUs, or (to prove infeasibility) nothing but that all accepted tasks fit.
struct Objective {
  bool gpus = true;
  double penalty = kPenalty;
};

Value gain(const Objective& objective, const TaskShape& s) {
  return objective.gpus ? s.item.value : 0;
}

std::vector<double> gains(const Problem& problem, const Objective& objective) {
  std::vector<double> all;
  all.reserve(problem.shapes.size());
  for (const TaskShape& s : problem.shapes) {
    all.push_back(static_cast<double>(gain(objective, s)) / kUnits);
  }
  return all;
}

class Generation {
 public:
  Generation(const Problem& problem, const Objective& objective, double gap, Pool& pool)
      : problem_(problem),
        objective_(objective),
        gap_(gap),
        pool_(pool),
        master_(problem, gains(problem, objective), objective.penalty),
        starts_(problem.classes.size()) {
    if (pool.prices.size() == problem.shapes.size() && objective.gpus) {
      center_ = pool.prices;
      clamp(center_);
    }
    for (const auto& [node_class, packing] : pool.columns) add_to_master(node_class, packing);
  }

  // Rounds until the gap is closed, or `stop` says that enough is known.
  template <class Stop>
  Status run(int max_rounds, const Stop& stop) {
    for (; rounds_ < max_rounds; ++rounds_) {
      auto solution = master_.solve();
      if (!solution) return std::unexpected(solution.error());
      reached_ = solution->objective;
      missing_ = solution->missing;
      if (upper() - reached_ <= gap_ || stop(*this)) return {};
      round(*solution);
      if (upper() - reached_ <= gap_ || stop(*this) || stuck_) return {};
    }
    return {};
  }

  [[nodiscard]] double upper() const {
    return upper_ == kUnknown ? std::numeric_limits<double>::infinity()
                              : static_cast<double>(upper_) / kUnits;
  }
  [[nodiscard]] double reached() const { return reached_; }
  [[nodiscard]] double missing() const { return missing_; }
  [[nodiscard]] int rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<Value>& prices() const { return center_; }

 private:
  static constexpr Value kUnknown = std::numeric_limits<Value>::max();

  void round(const MasterSolution& solution) {
    std::vector<Value> prices = to_prices(solution.shape_duals);
    if (!center_.empty() && !exact_) {
      for (std::size_t s = 0; s < prices.size(); ++s) {
        prices[s] = center_[s] + (prices[s] - center_[s]) * kStepNumerator / kStepDenominator;
      }
    }
    const double wanted = exact_ ? 0.25 * gap_ : std::max(0.25 * gap_, 0.15 * gap_now());
    Value certificate = demand_worth(prices);
    std::size_t added = 0;
    for (std::size_t c = 0; c < problem_.classes.size(); ++c) {
      const PricingResult result = price_class(c, prices, wanted);
      certificate += problem_.classes[c].count * result.upper;
      for (const Packing& p : result.packings) added += add_if_useful(c, p, solution) ? 1U : 0U;
    }
    const bool better = certificate < upper_;
    if (better || center_.empty()) center_ = prices;
    upper_ = std::min(upper_, certificate);
    // Prices between the centre and the master's can miss every useful column: the master's own,
    // priced exactly, cannot.
    stuck_ = exact_ && added == 0 && !better;  // pricing had to give up: the bound stands as it is
    exact_ = added == 0 && !better;
  }

  [[nodiscard]] double gap_now() const {
    constexpr double kAtFirst = 0.05;  // of the cluster
    const double gpus = static_cast<double>(problem_.capacity_milli) / 1000.0;
    return upper_ == kUnknown ? kAtFirst * gpus : std::min(upper() - reached_, kAtFirst * gpus);
  }

  void clamp(std::vector<Value>& prices) const {
    const auto least = static_cast<Value>(-objective_.penalty * kUnits);
    for (std::size_t s = 0; s < prices.size(); ++s) {
      const TaskShape& t = problem_.shapes[s];
      prices[s] = std::clamp(prices[s], t.accepted > 0 ? least : 0, gain(objective_, t));
    }
  }

  // A price above what the shape gains would only make the bound worse.
  [[nodiscard]] std::vector<Value> to_prices(const std::vector<double>& duals) const {
    std::vector<Value> prices(duals.size());
    for (std::size_t s = 0; s < duals.size(); ++s) {
      prices[s] = static_cast<Value>(
          std::llround(std::clamp(duals[s], -objective_.penalty, 2.0 * kMostGpus) * kUnits));
    }
    clamp(prices);
    return prices;
  }

  // The part of the Lagrangian bound that does not depend on packings.
  [[nodiscard]] Value demand_worth(const std::vector<Value>& prices) const {
    Value sum = 0;
    for (std::size_t s = 0; s < prices.size(); ++s) {
      const TaskShape& t = problem_.shapes[s];
      sum += prices[s] * (prices[s] > 0 ? t.arrived : t.accepted);
    }
    return sum;
  }

  PricingResult price_class(std::size_t c, const std::vector<Value>& prices, double wanted) {
    const NodeClass& node = problem_.classes[c];
    std::vector<Item> items;
    for (std::size_t s = 0; s < prices.size(); ++s) {
      const TaskShape& t = problem_.shapes[s];
      if (!fits(node, t)) continue;
      items.push_back(t.item);
      items.back().value = gain(objective_, t) - prices[s];
    }
    PricingOptions options{.packings = node.bin.gpus >= 4 ? std::size_t{8} : std::size_t{4},
                           .start = starts_[c]};
    options.floor = best_known(c, prices);
    options.tolerance = static_cast<Value>(wanted * share_of(node) * kUnits);
    PricingResult result = price(node.bin, items, options);
    starts_[c] = result.prices;
    return result;
  }

  // A node's part of the tolerance: half by GPUs, half alike for every class.
  [[nodiscard]] double share_of(const NodeClass& node) const {
    const double by_gpus = static_cast<double>(node.bin.gpus) * node.bin.device_sm /
                           static_cast<double>(std::max<std::int64_t>(1, problem_.capacity_milli));
    const double alike =
        1.0 / (static_cast<double>(problem_.classes.size()) * static_cast<double>(node.count));
    return 0.5 * (by_gpus + alike);
  }

  [[nodiscard]] Value best_known(std::size_t node_class, const std::vector<Value>& prices) const {
    Value best = 0;
    for (const auto& [c, packing] : pool_.columns) {
      if (c != node_class) continue;
      Value worth = 0;
      for (const Entry& e : packing) {
        worth += e.count * (gain(objective_, problem_.shapes[e.shape]) - prices[e.shape]);
      }
      best = std::max(best, worth);
    }
    return best;
  }

  void add_to_master(std::size_t node_class, const Packing& packing) {
    Value worth = 0;
    for (const Entry& e : packing) worth += e.count * gain(objective_, problem_.shapes[e.shape]);
    master_.add_column(node_class, packing, static_cast<double>(worth) / kUnits);
  }

  bool add_if_useful(std::size_t node_class, const Packing& packing, const MasterSolution& at) {
    double reduced = -at.class_duals[node_class];
    for (const Entry& e : packing) {
      const double worth = static_cast<double>(gain(objective_, problem_.shapes[e.shape])) / kUnits;
      reduced += e.count * (worth - at.shape_duals[e.shape]);
    }
    if (reduced <= kNothing || !pool_.add(node_class, packing)) return false;
    add_to_master(node_class, packing);
    return true;
  }

  // How far prices go from the centre towards the master's (smoothing after Wentges, 1997).
  static constexpr Value kStepNumerator = 3;
  static constexpr Value kStepDenominator = 10;
  static constexpr double kMostGpus = 64.0;

  const Problem& problem_;
  Objective objective_;
  double gap_;
  Pool& pool_;
  Master master_;
  std::vector<Prices> starts_;  // by class
  std::vector<Value> center_;   // the prices of the best bound so far
  Value upper_ = kUnknown;
  double reached_ = 0.0;
  double missing_ = 0.0;
  bool exact_ = false;
  bool stuck_ = false;
  int rounds_ = 0;
};

double gpus_of_accepted(const Problem& problem) {
  double sum = 0.0;
  for (const TaskShape& t : problem.shapes) {
    sum += static_cast<double>(t.accepted) * static_cast<double>(t.item.value) / kUnits;
  }
  return sum;
}

// Can all accepted tasks be placed? Proven not, if even the bound on -missing is below 0.
Result<bool> proven_infeasible(const Problem& problem, int max_rounds, Pool& pool, int& rounds) {
  constexpr double kSmall = 1e-4;
  Generation phase(problem, {.gpus = false, .penalty = 1.0}, kSmall, pool);
  const auto known = [](const Generation& g) {
    return g.upper() < -kNothing || g.missing() < kNothing;
  };
  if (const auto run = phase.run(max_rounds, known); !run) return std::unexpected(run.error());
  rounds += phase.rounds();
  return phase.upper() < -kNothing;
}

}  // namespace

bool Pool::add(std::size_t node_class, const Packing& packing) {
  if (!known.emplace(node_class, packing).second) return false;
  columns.emplace_back(node_class, packing);
  return true;
}

Result<LpBound> solve(const Problem& problem, const ColumnOptions& options, Pool& pool) {
  constexpr int kTries = 3;
  const double gap =
      std::max(kNothing, options.gap * static_cast<double>(problem.capacity_milli) / 1000.0);
  const double least = gpus_of_accepted(problem) - kNothing;  // if the accepted tasks fit
  LpBound bound;
  double penalty = kPenalty;
  for (int attempt = 0; attempt < kTries; ++attempt, penalty *= 4.0) {
    Generation phase(problem, {.gpus = true, .penalty = penalty}, gap, pool);
    const auto infeasible = [&](const Generation& g) { return g.upper() < least; };
    if (const auto run = phase.run(options.max_rounds, infeasible); !run) {
      return std::unexpected(run.error());
    }
    bound.rounds += phase.rounds();
    bound.upper = phase.upper();
    bound.reached = phase.reached();
    bound.placed = phase.missing() < kNothing;
    bound.columns = pool.columns.size();
    pool.prices = phase.prices();
    if (bound.placed) return bound;
    bound.feasible = bound.upper >= least;
    if (!bound.feasible) return bound;
    const auto proven = proven_infeasible(problem, options.max_rounds, pool, bound.rounds);
    if (!proven) return std::unexpected(proven.error());
    bound.feasible = !*proven;
    if (*proven) return bound;
  }
  return bound;
}

}  // namespace ragp::bound
