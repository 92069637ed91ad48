#include "model/bound_results.h"

#include <algorithm>

namespace ragp {
namespace {

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

std::vector<std::string> variants_of(std::span<const BoundRun> runs) {
  std::vector<std::string> names;
  for (const BoundRun& r : runs) add_once(names, r.variant);
  return names;
}

std::vector<int> demands_of(std::span<const BoundRun> runs) {
  std::vector<int> demands;
  for (const BoundRun& r : runs) add_once(demands, r.demand);
  return demands;
}

std::optional<double> mean_bound(std::span<const BoundRun> runs, std::string_view variant,
                                 int demand) {
  double sum = 0.0;
  int count = 0;
  for (const BoundRun& r : runs) {
    if (r.variant != variant || r.demand != demand) continue;
    if (!r.feasible) return std::nullopt;
    sum += r.bound;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

double largest_gap(std::span<const BoundRun> runs, std::string_view variant, int demand) {
  double gap = 0.0;
  for (const BoundRun& r : runs) {
    if (r.variant == variant && r.demand == demand && r.feasible) gap = std::max(gap, r.gap);
  }
  return gap;
}

}  // namespace ragp
