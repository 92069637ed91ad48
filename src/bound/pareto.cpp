#include "bound/pareto.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace ragp::bound {
namespace {

// Of the labels seen so far, which all take no more processors: the most worth that so much memory
// buys. Both rise together.
class Staircase {
 public:
  // Is a label of that much memory and worth not beaten? If so, it becomes a step.
  bool admits(std::int64_t ram, Value value) {
    auto above = std::ranges::upper_bound(steps_, ram, {}, &Step::first);
    if (above != steps_.begin() && std::prev(above)->second >= value) return false;
    auto first = above;
    if (first != steps_.begin() && std::prev(first)->first == ram) --first;
    auto last = first;
    while (last != steps_.end() && last->second <= value) ++last;
    if (first == last) {
      steps_.insert(first, {ram, value});
    } else {
      *first = {ram, value};
      steps_.erase(std::next(first), last);
    }
    return true;
  }

 private:
  using Step = std::pair<std::int64_t, Value>;
  std::vector<Step> steps_;
};

}  // namespace

void keep_pareto(std::vector<Label>& labels) {
  const auto key = [](const Label& l) {
    return std::tuple(l.cpu, l.ram, -l.value, l.parent, l.choice);
  };
  std::ranges::sort(labels, {}, key);
  Staircase steps;
  std::erase_if(labels, [&](const Label& l) { return !steps.admits(l.ram, l.value); });
}

}  // namespace ragp::bound
