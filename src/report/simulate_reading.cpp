// Sentences about the lost share and about jobs that went wrong.
// SPDX-License-Identifier: Apache-2.0
#include "report/simulate_reading.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/columns.h"
#include "report/contest.h"
#include "report/metrics.h"

namespace ragp::report {
namespace {

Getter<SimulateRun> percent_of(std::string_view metric) {
  constexpr double kPercent = 100.0;
  return [get = simulate_metric(metric).get](const SimulateRun& r) { return kPercent * get(r); };
}

bool is_five_baseline(const Contender& c) {
  return is_baseline(c) && !sees_seven(c);
}
bool is_seven_baseline(const Contender& c) {
  return is_baseline(c) && sees_seven(c);
}

// What a policy is compared with first, and the words for it.
struct Reference {
  const Contender* who = nullptr;
  std::string_view what;
};

Reference reference_for(const Contest& contest, const Contender& ours) {
  if (const auto* c = contest.best(is_five_baseline)) return {c, "the best 5-D baseline"};
  if (const auto* c = contest.best(is_seven_baseline)) return {c, "the best 7-D baseline"};
  return {contest.best([&](const Contender& c) { return &c != &ours; }), ""};
}

std::string best_of_form(const Contest& contest, bool seven) {
  const auto* c = contest.best(seven ? is_seven_baseline : is_five_baseline);
  if (c == nullptr) return {};
  return fmt::format("best {}-D baseline: {} {} %", seven ? 7 : 5, c->policy, contest.text(*c));
}

// "0.21 of what tetris, the best 5-D baseline, loses (9.1 %)"
std::string beaten(const Contest& contest, const Contender& ours, const Reference& reference) {
  constexpr double kSmallestRatio = 0.005;  // what prints as 0.00 says nothing
  const std::string text = contest.text(*reference.who);
  const std::string comma = reference.what.empty() ? "" : fmt::format(", {}", reference.what);
  const double ratio = ours.value.mean / reference.who->value.mean;
  if (ratio < kSmallestRatio) return fmt::format("{}{}: {} %", reference.who->policy, comma, text);
  return fmt::format("{:.2f} of what {}{}{} loses ({} %)", ratio, reference.who->policy, comma,
                     comma.empty() ? "" : ",", text);
}

std::string winning(const Contest& contest, const Contender& ours) {
  std::string text = fmt::format("{} loses {} % of the GPUs", ours.policy, contest.text(ours));
  const std::string equals = contest.equals_of(ours);
  if (!equals.empty()) text += ", as much as " + equals;
  const Reference reference = reference_for(contest, ours);
  if (contest.ahead(ours, *reference.who)) text += ", " + beaten(contest, ours, reference);
  const std::string seven = best_of_form(contest, true);
  const bool told = reference.who == contest.best(is_seven_baseline);
  return text + (seven.empty() || told ? "." : "; " + seven + ".");
}

std::string losing(const Contest& contest, const Contender& ours, const Contender& best) {
  const std::string equals = contest.equals_of(best);
  std::string text =
      fmt::format("{} loses least, {} % of the GPUs", best.policy, contest.text(best));
  if (!equals.empty()) text += " (as do " + equals + ")";
  text += fmt::format("; {} loses {} %, rank {} of {}", ours.policy, contest.text(ours),
                      contest.rank(ours), contest.size());
  for (const bool seven : {false, true}) {
    const std::string other = best_of_form(contest, seven);
    const bool told = is_baseline(best) && sees_seven(best) == seven;
    if (!other.empty() && !told) text += "; " + other;
  }
  return text + ".";
}

std::string without_ours(const Contest& contest, const Contender& best) {
  const Contender& worst = *contest.worst();
  return fmt::format("{} loses least, {} % of the GPUs; {} most, {} %. ragp-io was not run.",
                     best.policy, contest.text(best), worst.policy, contest.text(worst));
}

std::string alone(const Contest& contest, const SimulateSection& section, int decimals) {
  const Contender& only = contest.all().front();
  const Estimate stranded = estimates(section, percent_of("fragmentation.mean")).front();
  return fmt::format(
      "{} loses {} % of the GPUs: {} % stranded, the rest stalled. It ran alone: "
      "nothing to compare it with.",
      only.policy, contest.text(only), fixed(stranded.mean, decimals));
}

// Whether more seeds could turn the order at the top, or at ours.
std::string noise_note(const Contest& contest, const Contender& a) {
  const Contender* b = contest.best([&](const Contender& c) { return &c != &a; });
  const auto seeds = contest.noise(a, *b);
  if (!seeds || contest.same(a, *b)) return {};
  return fmt::format(
      " The difference between {} and {} ({} points) is within the noise of {} seeds.", a.policy,
      b->policy, contest.gap(a, *b), *seeds);
}

std::string counted(const SimulateSection& section, std::string_view what,
                    std::string_view metric) {
  const auto mean = [&](const Group<SimulateRun>& group, std::string_view name) {
    return contender<SimulateRun>(group, simulate_metric(name).get).value.mean;
  };
  const auto count = [&](const Group<SimulateRun>& group) { return mean(group, metric); };
  const auto& low = *std::ranges::min_element(section, {}, count);
  const auto& high = *std::ranges::max_element(section, {}, count);
  if (count(high) <= 0.0) return {};
  const auto number = [](double v) { return fixed(v, v == std::floor(v) ? 0 : 1); };
  std::string text = fmt::format("{}: ", what);
  if (count(low) < count(high)) {
    text += fmt::format("{} ({}) to {} ({})", number(count(low)), low.policy, number(count(high)),
                        high.policy);
  } else {
    text += number(count(high));
  }
  return text + fmt::format(" of {} submitted per run.", number(mean(high, "jobs.submitted")));
}

}  // namespace

std::string lost_share_reading(const SimulateSection& section, int decimals) {
  const Contest contest(contenders(section, percent_of("lost_share")), Better::kLower, decimals);
  const Contender& best = *contest.best();
  if (contest.size() == 1) return alone(contest, section, decimals);
  if (contest.same(best, *contest.worst())) {
    return fmt::format("All {} policies lose the same, {} % of the GPUs.", contest.size(),
                       contest.text(best));
  }
  const Contender* ours = contest.ours();
  if (ours == nullptr) return without_ours(contest, best) + noise_note(contest, best);
  const bool wins = !contest.ahead(best, *ours);
  return (wins ? winning(contest, *ours) : losing(contest, *ours, best)) +
         noise_note(contest, *ours);
}

std::vector<std::string> job_notes(const SimulateSection& section) {
  std::vector<std::string> notes{counted(section, "Jobs that fit nowhere", "jobs.never_fits"),
                                 counted(section, "Jobs that failed", "jobs.failed")};
  std::string idle;
  for (const Group<SimulateRun>& group : section) {
    const bool finished =
        std::ranges::any_of(group.runs, [](const SimulateRun& r) { return r.jobs.finished > 0; });
    if (!finished) idle.append(idle.empty() ? "" : ", ").append(group.policy);
  }
  if (!idle.empty()) notes.push_back("No job finished with " + idle + ".");
  std::erase(notes, "");
  return notes;
}

}  // namespace ragp::report
