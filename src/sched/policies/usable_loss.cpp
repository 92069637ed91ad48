#include "sched/policies/usable_loss.h"

namespace ragp {

std::optional<std::size_t> UsableLoss::find(const StateIndex::Group& group,
                                            const Shape& task) const {
  const auto it = places_.find(Key{.serial = group.serial, .task = task});
  if (it == places_.end()) return std::nullopt;
  return it->second;
}

std::size_t UsableLoss::begin(const StateIndex::Group& group, const Shape& task, MixTable& table) {
  shapes_ = table.size();
  before_.resize(shapes_);
  after_.resize(shapes_);
  table.usable(group.state, before_);
  places_.emplace(Key{.serial = group.serial, .task = task}, count_);
  return count_;
}

void UsableLoss::add(const NodeState& left, MixTable& table) {
  table.usable(left, after_);
  for (std::size_t m = 0; m < shapes_; ++m) {
    amounts_.push_back(static_cast<std::int16_t>(before_[m] - after_[m]));
  }
  ++count_;
}

std::span<const std::int16_t> UsableLoss::at(std::size_t place) const {
  return std::span(amounts_).subspan(place * shapes_, shapes_);
}

bool UsableLoss::full() const {
  constexpr std::size_t kMostAmounts = std::size_t{1} << 23U;  // 16 MB
  constexpr std::size_t kMostPlaces = std::size_t{1} << 17U;
  return amounts_.size() > kMostAmounts || places_.size() > kMostPlaces;
}

void UsableLoss::forget() {
  places_.clear();
  amounts_.clear();
  count_ = 0;
}

}  // namespace ragp
