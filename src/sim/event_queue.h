// EventQueue: events in (time, kind, arrival) order: a total order, so that a run is a function of
// its input.
//
// Cancelling is lazy: an event carries the epoch of what it is about, and whoever pops it drops it
// if that has moved on. Binary heap; not thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/time.h"

namespace ragp::sim {

// At one instant, what frees resources comes before what needs them: the order of the kinds.
enum class EventKind : std::uint8_t { kPhaseEnd, kEpisodeEnd, kEpisodeStart, kHbmStep, kSubmit };

struct Event {
  Time at;
  EventKind kind = EventKind::kPhaseEnd;
  std::uint32_t subject = 0;  // index of the job or the episode
  std::uint32_t epoch = 0;    // of the subject, when the event was foreseen
};

class EventQueue {
 public:
  void push(const Event& event) {
    heap_.push_back({event, next_seq_++});
    std::ranges::push_heap(heap_, std::greater<>());
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  [[nodiscard]] const Event& top() const { return heap_.front().event; }
  Event pop() {
    std::ranges::pop_heap(heap_, std::greater<>());
    const Event event = heap_.back().event;
    heap_.pop_back();
    return event;
  }

 private:
  struct Entry {
    Event event;
    std::uint64_t seq;
    friend constexpr std::strong_ordering operator<=>(const Entry& a, const Entry& b) {
      if (const auto c = a.event.at <=> b.event.at; c != 0) return c;
      if (const auto c = a.event.kind <=> b.event.kind; c != 0) return c;
      return a.seq <=> b.seq;
    }
    friend constexpr bool operator==(const Entry& a, const Entry& b) { return (a <=> b) == 0; }
  };
  std::vector<Entry> heap_;
  std::uint64_t next_seq_ = 0;
};

}  // namespace ragp::sim
