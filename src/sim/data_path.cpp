#include "sim/data_path.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ragp::sim {
namespace {

constexpr int kRounds = 4;  // rounds of giving back; with one feed short, the first is exact

double total_need(std::span<const FeedAmounts> needs, std::size_t feed) {
  double total = 0.0;
  for (const FeedAmounts& n : needs) total += n[feed];
  return total;
}

// What limits a task apart from this feed.
double limit_elsewhere(const FeedAmounts& need, const FeedAmounts& grant, std::size_t feed) {
  double rate = 1.0;
  for (std::size_t f = 0; f < need.size(); ++f) {
    if (f != feed && need[f] > 0.0) rate = std::min(rate, grant[f] / need[f]);
  }
  return rate;
}

}  // namespace

void share_max_min(double capacity, std::span<const double> needs, std::span<double> grants) {
  const double wanted = std::accumulate(needs.begin(), needs.end(), 0.0);
  if (wanted <= capacity) {
    std::ranges::copy(needs, grants.begin());
    return;
  }
  // Water filling: the smallest needs are met while they are below the equal share of what is left.
  static thread_local std::vector<std::size_t> order;
  order.resize(needs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return needs[i]; });
  double left = std::max(0.0, capacity);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double equal_share = left / static_cast<double>(order.size() - k);
    const double grant = std::min(needs[order[k]], equal_share);
    grants[order[k]] = grant;
    left -= grant;
  }
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

  static thread_local std::vector<FeedAmounts> grants;
  static thread_local std::vector<double> wanted;
  static thread_local std::vector<double> granted;
  grants.assign(needs.begin(), needs.end());
  wanted.resize(needs.size());
  granted.resize(needs.size());
  for (int round = 0; round < (short_feeds > 1 ? kRounds : 1); ++round) {
    for (std::size_t f = 0; f < capacity.size(); ++f) {
      if (!is_short[f]) continue;
      for (std::size_t i = 0; i < needs.size(); ++i) {
        wanted[i] = needs[i][f] * limit_elsewhere(needs[i], grants[i], f);
      }
      share_max_min(capacity[f], wanted, granted);
      for (std::size_t i = 0; i < needs.size(); ++i) grants[i][f] = granted[i];
    }
  }
  for (std::size_t i = 0; i < needs.size(); ++i) {
    rates[i] = limit_elsewhere(needs[i], grants[i], kFeeds.size());
  }
}

}  // namespace ragp::sim
