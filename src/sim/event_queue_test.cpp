// Tests of event_queue: the order of events is total and does not depend on the heap.
// SPDX-License-Identifier: Apache-2.0
#include "sim/event_queue.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace ragp::sim {
namespace {

constexpr Time at_second(int s) {
  return Time{} + std::chrono::seconds(s);
}

std::vector<std::uint32_t> subjects_in_order(EventQueue& queue) {
  std::vector<std::uint32_t> subjects;
  while (!queue.empty()) subjects.push_back(queue.pop().subject);
  return subjects;
}

TEST(EventQueue, EarlierEventsComeFirst) {
  EventQueue queue;
  queue.push({.at = at_second(3), .subject = 3});
  queue.push({.at = at_second(1), .subject = 1});
  queue.push({.at = at_second(2), .subject = 2});
  EXPECT_EQ(queue.size(), 3U);
  EXPECT_EQ(queue.top().subject, 1U);
  EXPECT_EQ(subjects_in_order(queue), (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(EventQueue, AtOneInstantWhatFreesComesBeforeWhatNeeds) {
  EventQueue queue;
  queue.push({.kind = EventKind::kSubmit, .subject = 4});
  queue.push({.kind = EventKind::kHbmStep, .subject = 3});
  queue.push({.kind = EventKind::kEpisodeStart, .subject = 2});
  queue.push({.kind = EventKind::kEpisodeEnd, .subject = 1});
  queue.push({.kind = EventKind::kPhaseEnd, .subject = 0});
  EXPECT_EQ(subjects_in_order(queue), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(EventQueue, EqualEventsLeaveInTheOrderOfTheirArrival) {
  EventQueue queue;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 100; ++i) {
    queue.push({.at = at_second(1), .kind = EventKind::kSubmit, .subject = i});
    expected.push_back(i);
  }
  EXPECT_EQ(subjects_in_order(queue), expected);
}

TEST(EventQueue, GivesTheEventBackAsItWasPushed) {
  EventQueue queue;
  queue.push({.at = at_second(7), .kind = EventKind::kHbmStep, .subject = 5, .epoch = 9});
  const Event event = queue.pop();
  EXPECT_EQ(event.at, at_second(7));
  EXPECT_EQ(event.kind, EventKind::kHbmStep);
  EXPECT_EQ(event.subject, 5U);
  EXPECT_EQ(event.epoch, 9U);
}

// The naive queue: a list in which the first of the smallest (time, kind) is looked for.
class Naive {
 public:
  void push(const Event& event) { events_.push_back(event); }
  Event pop() {
    const auto first = std::ranges::min_element(
        events_, {}, [](const Event& e) { return std::pair(e.at, e.kind); });
    const Event event = *first;
    events_.erase(first);
    return event;
  }
  [[nodiscard]] bool empty() const { return events_.empty(); }

 private:
  std::vector<Event> events_;
};

RC_GTEST_PROP(EventQueue, AgreesWithANaiveListWhateverTheOrderOfPushesAndPops, ()) {
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
  EventQueue queue;
  Naive naive;
  std::uint32_t pushed = 0;
  const auto pop_both = [&] {
    const Event got = queue.pop();
    const Event expected = naive.pop();
    RC_ASSERT(got.subject == expected.subject);
  };
  for (const int step : steps) {
    if (step < 10) {  // a quarter are pops
      if (!naive.empty()) pop_both();
      continue;
    }
    const Event event{
        .at = at_second(step % 3), .kind = static_cast<EventKind>(step % 5), .subject = pushed++};
    queue.push(event);
    naive.push(event);
  }
  while (!naive.empty()) pop_both();
  RC_ASSERT(queue.empty());
}

}  // namespace
}  // namespace ragp::sim
