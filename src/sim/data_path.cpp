#include "sim/data_path.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace ragp::sim {
namespace {

// Rounds of giving back where several feeds are short. On random nodes the shares are then within
// 0.4 % of the fixed point in the worst of 30,000, typically exact to five digits.
constexpr int kRounds = 8;

double total_need(std::span<const FeedAmounts> needs, std::size_t feed) {
  double total = 0.0;
  for (const FeedAmounts& n : needs) total += n[feed];
  return total;
}

// What limits a task apart from this feed.
double limit_elsewhere(const FeedAmounts& need, const FeedAmounts& offer, std::size_t feed) {
  double rate = 1.0;
  for (std::size_t f = 0; f < need.size(); ++f) {
    if (f != feed && need[f] > 0.0) rate = std::min(rate, offer[f] / need[f]);
  }
  return rate;
}

// The largest grant of a feed under water filling: everybody gets this or what it wants, whichever
// is less. Infinite where there is enough for all.
double fair_level(double capacity, std::span<const double> wants) {
  static thread_local std::vector<double> sorted;  // sums do not depend on the order of the tasks
  sorted.assign(wants.begin(), wants.end());
  std::ranges::sort(sorted);
  if (std::accumulate(sorted.begin(), sorted.end(), 0.0) > capacity) {
    // The smallest wants are met while they are below the equal share of what is left.
    double left = std::max(0.0, capacity);
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      const double equal_share = left / static_cast<double>(sorted.size() - k);
      if (sorted[k] > equal_share) return equal_share;
      left -= sorted[k];
    }
  }
  return std::numeric_limits<double>::infinity();
}

// Slows the tasks that draw most until the feed suffices.
void fit_into(double capacity, std::span<const FeedAmounts> needs, std::size_t feed,
              std::span<double> wants, std::span<double> rates) {
  for (std::size_t i = 0; i < needs.size(); ++i) wants[i] = needs[i][feed] * rates[i];
  const double level = fair_level(capacity, wants);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (wants[i] > level) rates[i] = level / needs[i][feed];
  }
}

}  // namespace

void share_max_min(double capacity, std::span<const double> needs, std::span<double> grants) {
  const double level = fair_level(capacity, needs);
  std::ranges::transform(needs, grants.begin(), [&](double n) { return std::min(n, level); });
}

void progress_rates(const FeedAmounts& capacity, std::span<const FeedAmounts> needs,
                    std::span<double> rates) {
  std::ranges::fill(rates, 1.0);
  std::array<bool, kFeeds.size()> is_short{};
  for (std::size_t f = 0; f < capacity.size(); ++f) {
    is_short[f] = total_need(needs, f) > capacity[f];
  }
  const auto short_feeds = std::ranges::count(is_short, true);
  if (short_feeds == 0) return;

  // What each feed would let a task have if nothing else limited it. (Its grant would not do: that
  // is held down by what the other feeds gave it in the round before, and would never grow again.)
  static thread_local std::vector<FeedAmounts> offers;
  static thread_local std::vector<double> wants;
  offers.assign(needs.begin(), needs.end());
  wants.resize(needs.size());
  for (int round = 0; round < (short_feeds > 1 ? kRounds : 1); ++round) {
    for (std::size_t f = 0; f < capacity.size(); ++f) {
      if (!is_short[f]) continue;
      for (std::size_t i = 0; i < needs.size(); ++i) {
        wants[i] = needs[i][f] * limit_elsewhere(needs[i], offers[i], f);
      }
      const double level = fair_level(capacity[f], wants);
      for (std::size_t i = 0; i < needs.size(); ++i) offers[i][f] = std::min(needs[i][f], level);
    }
  }
  for (std::size_t i = 0; i < needs.size(); ++i) {
    rates[i] = limit_elsewhere(needs[i], offers[i], kFeeds.size());
  }
  if (short_feeds == 1) return;
  for (std::size_t f = 0; f < capacity.size(); ++f) {  // the last sliver of the rounds
    if (is_short[f]) fit_into(capacity[f], needs, f, wants, rates);
  }
}

}  // namespace ragp::sim
