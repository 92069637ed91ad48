#include "sched/order_book.h"

#include <algorithm>

namespace ragp {

ShapeOrder& OrderBook::order_of(const Shape& shape, Ranking& ranking, const Outlook& outlook) {
  Page& page = pages_[shape];
  page.last_asked = ++asked_;
  page.order.follow(shape, ranking, ranking.epoch(outlook), outlook);
  entries_ = entries_ - page.counted + page.order.size();
  page.counted = page.order.size();
  // Even an order without an option takes some room.
  constexpr std::size_t kEntriesOfAPage = 64;
  while (entries_ + kEntriesOfAPage * pages_.size() > most_entries_ && pages_.size() > 1) {
    drop_oldest();
  }
  return page.order;
}

void OrderBook::drop_oldest() {
  const auto oldest = std::ranges::min_element(
      pages_, {}, [](const auto& shape_and_page) { return shape_and_page.second.last_asked; });
  entries_ -= oldest->second.counted;
  pages_.erase(oldest);
}

}  // namespace ragp
