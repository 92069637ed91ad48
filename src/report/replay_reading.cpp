// Sentences about allocation and the first refusal.
// SPDX-License-Identifier: Apache-2.0
#include "report/replay_reading.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/columns.h"
#include "report/contest.h"

namespace ragp::report {
namespace {

using codec::Better;

Contest allocation_at(const ReplaySection& section, int point, int decimals) {
  const Getter<ReplayRun> get = [point](const ReplayRun& run) -> std::optional<double> {
    const auto it = run.allocation.find(point);
    return it != run.allocation.end() ? std::optional(it->second) : std::nullopt;
  };
  return {contenders(section, get), Better::kHigher, decimals};
}

Contest first_refusal(const ReplaySection& section) {
  const Getter<ReplayRun> get = [](const ReplayRun& run) -> std::optional<double> {
    return run.first_refusal_pct > 0.0 ? std::optional(run.first_refusal_pct) : std::nullopt;
  };
  return {contenders(section, get), Better::kHigher, 1};
}

std::string refusal_of(const Contest& refusals, const Contender& c) {
  const auto it = std::ranges::find(refusals.all(), c.policy, &Contender::policy);
  if (it == refusals.all().end()) return "never";
  return fmt::format("at {} %", refusals.text(*it));
}

std::string noise_note(const Contest& contest, const Contender& a, const Contender& b) {
  const auto seeds = contest.noise(a, b);
  return seeds ? fmt::format(" (within the noise of {} seeds)", *seeds) : "";
}

// "97.1 %, 0.6 points more than best-fit, the best baseline"
std::string compared(const Contest& contest, const Contender& ours, const Contender& rival) {
  std::string text = fmt::format("{} %", contest.text(ours));
  const std::size_t rank = contest.rank(ours);
  if (rank > 1) text += fmt::format(" (rank {} of {})", rank, contest.size());
  const std::string_view what = is_ours(rival) ? "" : ", the best baseline";
  if (contest.same(ours, rival)) {
    return fmt::format("{}, as much as {}{}", text, rival.policy, what);
  }
  return fmt::format("{}, {} points {} than {}{}{}", text, contest.gap(ours, rival),
                     contest.ahead(ours, rival) ? "more" : "less", rival.policy, what,
                     noise_note(contest, ours, rival));
}

// The strongest baseline, or, where there is none, the strongest other.
const Contender* rival_of(const Contest& contest, const Contender& ours) {
  if (const Contender* c = contest.best(is_baseline)) return c;
  return contest.best([&](const Contender& c) { return &c != &ours; });
}

std::string clause(const Contest& contest, int point) {
  const Contender* ours = contest.ours();
  const Contender* rival = ours == nullptr ? nullptr : rival_of(contest, *ours);
  if (ours != nullptr && rival != nullptr) {
    return fmt::format("at {} % of arrivals {} allocates {}", point, ours->policy,
                       compared(contest, *ours, *rival));
  }
  const Contender& best = *contest.best();
  const Contender& worst = *contest.worst();
  if (contest.size() == 1) {
    return fmt::format("at {} % of arrivals {} allocates {} %", point, best.policy,
                       contest.text(best));
  }
  if (contest.same(best, worst)) {
    return fmt::format("at {} % of arrivals all {} policies allocate {} %", point, contest.size(),
                       contest.text(best));
  }
  return fmt::format("at {} % of arrivals {} allocates most, {} %, and {} least, {} %", point,
                     best.policy, contest.text(best), worst.policy, contest.text(worst));
}

std::string refusal_sentence(const Contest& allocation, const Contest& refusals) {
  const Contender* ours = allocation.ours();
  const Contender& first = ours != nullptr ? *ours : *allocation.best();
  const Contender* rival = rival_of(allocation, first);
  std::string text = fmt::format("First refusal: {} {}", first.policy, refusal_of(refusals, first));
  if (rival != nullptr && rival != &first) {
    text += fmt::format(", {} {}", rival->policy, refusal_of(refusals, *rival));
  }
  return text + ".";
}

}  // namespace

std::vector<int> main_points(const ReplaySection& section) {
  constexpr int kAll = 100;
  std::set<int> points;
  for (const Group<ReplayRun>& group : section) {
    for (const ReplayRun& run : group.runs) {
      for (const auto& [point, value] : run.allocation) points.insert(point);
    }
  }
  if (points.empty()) return {};
  const int first = points.contains(kAll) ? kAll : *points.begin();
  const int last = *points.rbegin();
  if (first == last) return {first};
  return {first, last};
}

std::string allocation_reading(const ReplaySection& section, int decimals) {
  const std::vector<int> points = main_points(section);
  if (points.empty()) return "No demand point was reached.";
  std::string text;
  for (const int point : points) {
    if (!text.empty()) text += "; ";
    text += clause(allocation_at(section, point, decimals), point);
  }
  text.front() = 'A';  // of "at"
  const Contest allocation = allocation_at(section, points.front(), decimals);
  text += ". " + refusal_sentence(allocation, first_refusal(section));
  if (allocation.size() == 1) return text + " It ran alone: nothing to compare it with.";
  return text + (allocation.ours() == nullptr ? " ragp-io was not run." : "");
}

}  // namespace ragp::report
