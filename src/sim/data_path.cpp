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

// What the feed would let each task have if nothing else limited it, while the others draw only as
// much as their other feeds allow. (A task's grant would not do for an offer: it is held down by
// what the other feeds gave in the round before, and would never grow again.)
void offer_feed(double capacity, std::span<const FeedAmounts> needs, std::size_t feed,
                std::span<FeedAmounts> offers) {
  static thread_local std::vector<double> wants;
  wants.resize(needs.size());
  for (std::size_t i = 0; i < needs.size(); ++i) {
    wants[i] = needs[i][feed] * limit_elsewhere(needs[i], offers[i], feed);
  }
  const double level = fair_level(capacity, wants);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    offers[i][feed] = std::min(needs[i][feed], level);
  }
}

// Slows the tasks that draw most until the feed suffices.
void fit_into(double capacity, std::span<const FeedAmounts> needs, std::size_t feed,
              std::span<double> rates) {
  static thread_local std::vector<double> wants;
  wants.resize(needs.size());
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
  std::array<std::size_t, kFeeds.size()> places{};
  std::size_t count = 0;
  for (std::size_t f = 0; f < capacity.size(); ++f) {
    if (total_need(needs, f) > capacity[f]) places[count++] = f;
  }
  const auto short_feeds = std::span(places).first(count);
  if (short_feeds.empty()) return;

  static thread_local std::vector<FeedAmounts> offers;
  offers.assign(needs.begin(), needs.end());
  const int rounds = short_feeds.size() > 1 ? kRounds : 1;
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t f : short_feeds) offer_feed(capacity[f], needs, f, offers);
  }
  for (std::size_t i = 0; i < needs.size(); ++i) {
    rates[i] = limit_elsewhere(needs[i], offers[i], kFeeds.size());
  }
  if (short_feeds.size() == 1) return;
  for (const std::size_t f : short_feeds) {  // the last sliver of the rounds
    fit_into(capacity[f], needs, f, rates);
  }
}

}  // namespace ragp::sim
