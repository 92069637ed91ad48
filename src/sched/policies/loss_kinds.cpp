#include "sched/policies/loss_kinds.h"

#include <algorithm>
#include <bit>

#include "base/rng.h"

namespace ragp {
namespace {

std::uint64_t hash_of(std::span<const std::int16_t> row, double unpriced) {
  std::uint64_t h = std::bit_cast<std::uint64_t>(unpriced);
  std::uint64_t word = 0;
  for (std::size_t m = 0; m < row.size(); ++m) {
    word = (word << 16U) | static_cast<std::uint16_t>(row[m]);
    if (m % 4 == 3) h = mix64(h, word);
  }
  return mix64(h, word);
}

}  // namespace

void LossKinds::from(const NodeState& before, MixTable& table) {
  shapes_ = table.size();
  before_.resize(shapes_);
  after_.resize(shapes_);
  row_.resize(shapes_);
  table.usable(before, before_);
}

std::uint32_t LossKinds::kind_of(const NodeState& after, double unpriced, MixTable& table) {
  table.usable(after, after_);
  for (std::size_t m = 0; m < shapes_; ++m) {
    row_[m] = static_cast<std::int16_t>(before_[m] - after_[m]);
  }
  const std::uint64_t hash = hash_of(row_, unpriced);
  const auto [first, last] = kinds_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (equal(it->second, unpriced)) return it->second;
  }
  const auto kind = static_cast<std::uint32_t>(unpriced_.size());
  kinds_.emplace(hash, kind);
  amounts_.insert(amounts_.end(), row_.begin(), row_.end());
  unpriced_.push_back(unpriced);
  return kind;
}

bool LossKinds::equal(std::uint32_t kind, double unpriced) const {
  return unpriced_[kind] == unpriced && std::ranges::equal(amounts(kind), row_);
}

std::span<const std::int16_t> LossKinds::amounts(std::uint32_t kind) const {
  return std::span(amounts_).subspan(kind * shapes_, shapes_);
}

bool LossKinds::full() const {
  constexpr std::size_t kMostAmounts = std::size_t{1} << 25U;  // 64 MB
  constexpr std::size_t kMostKinds = std::size_t{1} << 18U;
  return amounts_.size() > kMostAmounts || unpriced_.size() > kMostKinds;
}

void LossKinds::forget() {
  kinds_.clear();
  amounts_.clear();
  unpriced_.clear();
}

}  // namespace ragp
