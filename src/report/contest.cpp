// Comparisons as the reader sees them.
// SPDX-License-Identifier: Apache-2.0
#include "report/contest.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/text.h"
#include "report/columns.h"

namespace ragp::report {
namespace {

constexpr std::string_view kFull = "ragp-io";
constexpr std::string_view kBlind = "ragp-5d";

std::string_view base_name(std::string_view policy) {
  return policy.substr(0, policy.find('@'));
}

}  // namespace

bool sees_seven(const Contender& c) {
  return c.policy == kFull || c.policy.ends_with("@7d");
}

bool is_ours(const Contender& c) {
  return base_name(c.policy) == kFull || base_name(c.policy) == kBlind;
}

bool is_baseline(const Contender& c) {
  return !is_ours(c);
}

Contest::Contest(std::vector<Contender> contenders, codec::Better better, int decimals)
    : all_(std::move(contenders)), better_(better), decimals_(decimals) {
  RAGP_CHECK(better != codec::Better::kNeither);
  for (const Contender& c : all_) RAGP_CHECK(c.value.n > 0);
}

const Contender* Contest::ours() const {
  const auto it =
      std::ranges::find_if(all_, [](const Contender& c) { return is_ours(c) && sees_seven(c); });
  if (it != all_.end()) return &*it;
  const auto blind = std::ranges::find_if(all_, is_ours);
  return blind != all_.end() ? &*blind : nullptr;
}

const Contender* Contest::best(const Filter& filter) const {
  const double sign = better_ == codec::Better::kLower ? 1.0 : -1.0;
  const Contender* top = nullptr;
  for (const Contender& c : all_) {
    if (filter && !filter(c)) continue;
    if (top == nullptr || sign * c.value.mean < sign * top->value.mean) top = &c;
  }
  return top;
}

const Contender* Contest::worst() const {
  if (all_.empty()) return nullptr;
  return &*std::ranges::max_element(all_, {}, [this](const Contender& c) { return seen(c); });
}

std::string Contest::text(const Contender& c) const {
  return fixed(c.value.mean, decimals_);
}

std::string Contest::gap(const Contender& a, const Contender& b) const {
  // Of the printed values, so that a reader who subtracts gets the same.
  return fixed(std::abs(seen(a) - seen(b)), decimals_);
}

double Contest::seen(const Contender& c) const {
  const double value = parse_number<double>(text(c)).value_or(c.value.mean);
  return better_ == codec::Better::kLower ? value : -value;
}

bool Contest::same(const Contender& a, const Contender& b) const {
  return seen(a) == seen(b);
}

bool Contest::ahead(const Contender& a, const Contender& b) const {
  return seen(a) < seen(b);
}

std::size_t Contest::rank(const Contender& c) const {
  const auto is_ahead = [&](const Contender& other) { return ahead(other, c); };
  return 1 + static_cast<std::size_t>(std::ranges::count_if(all_, is_ahead));
}

std::string Contest::equals_of(const Contender& c) const {
  constexpr std::size_t kNamed = 2;
  std::vector<std::string_view> names;
  for (const Contender& other : all_) {
    if (&other != &c && same(other, c)) names.push_back(other.policy);
  }
  if (names.empty()) return {};
  std::string list(names.front());
  if (names.size() == kNamed) return list.append(" and ").append(names.back());
  if (names.size() < kNamed) return list;
  const std::string more = std::to_string(names.size() - kNamed);
  return list.append(", ").append(names[1]).append(" and ").append(more).append(" more");
}

std::optional<std::int64_t> Contest::noise(const Contender& a, const Contender& b) const {
  std::vector<double> differences;
  for (const auto& [seed, value] : a.by_seed) {
    const auto it = std::ranges::find(b.by_seed, seed, &std::pair<std::uint64_t, double>::first);
    if (it != b.by_seed.end()) differences.push_back(value - it->second);
  }
  const Estimate e = estimate(differences);
  if (e.n < 2 || std::abs(e.mean) > e.ci95) return std::nullopt;
  return e.n;
}

}  // namespace ragp::report
