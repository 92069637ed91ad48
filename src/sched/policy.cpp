// How scores become standings and standings scores: see sched/policy.h.
// SPDX-License-Identifier: Apache-2.0
#include "sched/policy.h"

namespace ragp {

std::uint64_t FixedPolicy::epoch(const Outlook& outlook) {
  if (outlook.scale != scale_) ++epoch_;
  scale_ = outlook.scale;
  return epoch_;
}

void FixedPolicy::rank(const Shape& shape, const Outlook& outlook, std::span<const Option> options,
                       std::span<Standing> standings) {
  scores_.resize(options.size());
  score(Job{.shape = shape}, outlook, options, scores_);
  for (std::size_t i = 0; i < options.size(); ++i) standings[i] = {.kind = 0, .merit = scores_[i]};
}

void FixedPolicy::value(const Outlook& /*outlook*/, std::span<const Standing> standings,
                        std::span<double> scores) {
  for (std::size_t i = 0; i < standings.size(); ++i) scores[i] = standings[i].merit;
}

void RankedPolicy::score(const Job& job, const Outlook& outlook, std::span<const Option> options,
                         std::span<double> scores) {
  static_cast<void>(epoch(outlook));
  std::vector<Standing> standings(options.size());
  for (std::size_t i = 0; i < options.size();) {
    std::size_t end = i + 1;  // the options of a group stand together
    while (end < options.size() && options[end].group == options[i].group) ++end;
    rank(job.shape, outlook, options.subspan(i, end - i), std::span(standings).subspan(i, end - i));
    i = end;
  }
  value(outlook, standings, scores);
}

}  // namespace ragp
