// Contest: who is ahead in one quantity, by how much, and whether the seeds can tell. It judges
// what the reader sees: two policies whose values print the same are equal. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result_fields.h"
#include "report/groups.h"
#include "report/summary.h"

namespace ragp::report {

struct Contender {
  std::string policy;
  Estimate value;  // n >= 1
  std::vector<std::pair<std::uint64_t, double>> by_seed;
};

// Names tell the form: "ragp-io" and "...@7d" see seven dimensions. Ours are ragp-io and ragp-5d in
// any form; the others are baselines.
[[nodiscard]] bool sees_seven(const Contender& c);
[[nodiscard]] bool is_ours(const Contender& c);
[[nodiscard]] bool is_baseline(const Contender& c);

class Contest {
 public:
  using Filter = std::function<bool(const Contender&)>;

  Contest(std::vector<Contender> contenders, codec::Better better, int decimals);

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const std::vector<Contender>& all() const { return all_; }
  // Ours in seven dimensions, or in five where that was not run, or null.
  [[nodiscard]] const Contender* ours() const;
  // The best or worst of those that the filter lets pass; null if there is none. The first of
  // equals.
  [[nodiscard]] const Contender* best(const Filter& filter = {}) const;
  [[nodiscard]] const Contender* worst() const;

  [[nodiscard]] std::string text(const Contender& c) const;  // the value, without unit
  [[nodiscard]] std::string gap(const Contender& a, const Contender& b) const;  // |a - b|
  [[nodiscard]] bool same(const Contender& a, const Contender& b) const;
  [[nodiscard]] bool ahead(const Contender& a, const Contender& b) const;
  [[nodiscard]] std::size_t rank(const Contender& c) const;  // 1 + how many are ahead of it
  // "a, b and 2 more": those that print as c does, without c itself; "" if there are none.
  [[nodiscard]] std::string equals_of(const Contender& c) const;
  // The number of seeds that both ran, where these do not tell a from b: the 95 % interval of the
  // mean difference, seed by seed, contains 0. Nothing with fewer than two such seeds.
  [[nodiscard]] std::optional<std::int64_t> noise(const Contender& a, const Contender& b) const;

 private:
  [[nodiscard]] double seen(const Contender& c) const;  // smaller is better

  std::vector<Contender> all_;
  codec::Better better_;
  int decimals_;
};

// What get(run), in the runs that have it, says about a policy; n = 0 where none has it.
template <class Run>
using Getter = std::function<std::optional<double>(const Run&)>;

template <class Run>
[[nodiscard]] Contender contender(const Group<Run>& group, const Getter<Run>& get) {
  Contender c{.policy = group.policy, .value = {}, .by_seed = {}};
  std::vector<double> values;
  for (const Run& run : group.runs) {
    const std::optional<double> value = get(run);
    if (!value) continue;
    values.push_back(*value);
    c.by_seed.emplace_back(run.seed, *value);
  }
  c.value = estimate(values);
  return c;
}

template <class Run>
[[nodiscard]] std::vector<Estimate> estimates(const std::vector<Group<Run>>& section,
                                              const Getter<Run>& get) {
  std::vector<Estimate> all;
  all.reserve(section.size());
  for (const Group<Run>& group : section) all.push_back(contender(group, get).value);
  return all;
}

template <class Run>
[[nodiscard]] std::vector<Contender> contenders(const std::vector<Group<Run>>& section,
                                                const Getter<Run>& get) {
  std::vector<Contender> all;
  for (const Group<Run>& group : section) {
    Contender c = contender(group, get);
    if (c.value.n > 0) all.push_back(std::move(c));
  }
  return all;
}

}  // namespace ragp::report
