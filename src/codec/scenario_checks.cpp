// scenario_checks: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/scenario_checks.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "base/text.h"
#include "codec/bounds.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

constexpr const char* kNodeTypes = "node_types";
constexpr const char* kJobTypes = "job_types";
// What a type that is not in the catalogue has to say.
constexpr std::array<std::string_view, 2> kNodeNeeds{"cpu", "ram"};
constexpr std::array<std::string_view, 3> kJobNeeds{"cpu", "ram", "median_h"};

// Anything in the node that an override has set.
const toml::node* first_override(const toml::node& node) {
  if (is_override(node)) return &node;
  const toml::table* table = node.as_table();
  if (table == nullptr) return nullptr;
  for (auto&& [key, value] : *table) {
    if (const toml::node* found = first_override(value)) return found;
  }
  return nullptr;
}

template <class Type>
std::vector<std::string_view> names_of(const std::vector<Type>& types) {
  std::vector<std::string_view> names;
  names.reserve(types.size());
  for (const Type& type : types) names.push_back(type.name);
  return names;
}

class Checker {
 public:
  Checker(const toml::table& document, const std::string& file)
      : document_(document), file_(file) {}

  [[nodiscard]] Status take() { return std::move(status_); }

  void check(const Scenario& s);
  void check(const NodeType& n);
  void check(const JobType& j);
  // A type that is not among `known` is complete, so that a mistyped name does not make a new type
  // that nobody uses.
  template <class Type>
  void check_new_types(const std::string& group, const std::vector<Type>& known,
                       std::span<const std::string_view> needed);
  // An override of a type that no mix uses would change nothing.
  void check_overridden(const std::string& group, const std::vector<Part>& mix);

 private:
  // Unless ok: "PLACE: key 'KEYS[0]': found X, expected Y". The place is that of the first override
  // among the keys that are involved, or else of the first that the document has.
  void require(bool ok, std::initializer_list<std::string> keys, const std::string& found,
               const std::string& expected);
  [[nodiscard]] std::string place(std::initializer_list<std::string> keys) const;
  void check(const ArrivalSpec& a);
  void check_gpu_less(const JobType& j, const std::string& path);
  void check_phases(const JobType& j, const std::string& path);
  template <class Type>
  void check_mix(const std::string& key, const std::vector<Part>& mix,
                 const std::vector<Type>& types);

  const toml::table& document_;
  const std::string& file_;
  Status status_;
};

std::string Checker::place(std::initializer_list<std::string> keys) const {
  const toml::node* first = nullptr;
  for (const std::string& key : keys) {
    const toml::node* node = find_node(document_, key);
    if (node == nullptr) continue;
    if (is_override(*node)) return location_of(*node);
    if (first == nullptr) first = node;
  }
  return first == nullptr ? file_ : location_of(*first);
}

void Checker::require(bool ok, std::initializer_list<std::string> keys, const std::string& found,
                      const std::string& expected) {
  if (ok || !status_) return;
  status_ = fail(Errc::kInput, place(keys) + ": key '" + *keys.begin() + "': found " + found +
                                   ", expected " + expected);
}

template <class Type>
void Checker::check_mix(const std::string& key, const std::vector<Part>& mix,
                        const std::vector<Type>& types) {
  require(!mix.empty(), {key}, "no types", "a table of types and weights");
  const auto names = names_of(types);
  double sum = 0.0;
  for (const Part& part : mix) {
    const bool known = std::ranges::find(names, part.type) != names.end();
    if (!known && status_) {
      const std::string path = join_path(key, part.type);
      status_ = fail(Errc::kInput,
                     place({path}) + ": key '" + path + "': no such type" + hint(part.type, names));
    }
    sum += part.weight;
  }
  require(sum > 0, {key}, "no weight above 0", "at least one");
}

template <class Type>
void Checker::check_new_types(const std::string& group, const std::vector<Type>& known,
                              std::span<const std::string_view> needed) {
  const toml::node* types = find_node(document_, group);
  if (types == nullptr || !status_) return;
  const auto names = names_of(known);
  for (auto&& [name, type] : *types->as_table()) {
    if (std::ranges::find(names, name.str()) != names.end()) continue;
    for (const std::string_view key : needed) {
      if (type.as_table()->contains(key)) continue;
      const auto close = nearest(name.str(), names);
      status_ = fail(Errc::kInput,
                     location_of(type) + ": key '" + join_path(join_path(group, name.str()), key) +
                         "': missing, but a new type needs it" +
                         (close ? " (did you mean the type '" + std::string(*close) + "'?)" : ""));
      return;
    }
  }
}

void Checker::check_overridden(const std::string& group, const std::vector<Part>& mix) {
  const toml::node* types = find_node(document_, group);
  if (types == nullptr || !status_) return;
  for (auto&& [name, type] : *types->as_table()) {
    if (std::ranges::find(mix, name.str(), &Part::type) != mix.end()) continue;
    if (const toml::node* change = first_override(type)) {
      status_ = fail(Errc::kInput, location_of(*change) + ": type '" + std::string(name.str()) +
                                       "' is in no mix, so this would change nothing");
      return;
    }
  }
}

void Checker::check(const ArrivalSpec& a) {
  if (a.pattern != ArrivalSpec::Pattern::kBursty) return;
  require(a.peak * a.peak_share <= 1, {"arrivals.peak", "arrivals.peak_share", "arrivals.pattern"},
          number_text(a.peak),
          "at most " + number_text(1 / a.peak_share) + ", 1 / peak_share, so that the mean holds");
}

void Checker::check(const NodeType& n) {
  const std::string path = join_path(kNodeTypes, n.name);
  const std::string gpus = path + ".gpus";
  const std::string model = path + ".gpu_model";
  const std::string hbm = path + ".hbm";
  const bool has_gpus = n.gpus > 0;
  require(has_gpus != n.gpu_model.empty(), {model, gpus, path}, quote(n.gpu_model),
          has_gpus ? "the model of its GPUs" : "none without gpus");
  require(has_gpus == (n.capacity[Dim::kHbm] > 0), {hbm, gpus, path},
          std::to_string(n.capacity[Dim::kHbm]),
          has_gpus ? "the memory of each GPU" : "0 without gpus");
}

void Checker::check_gpu_less(const JobType& j, const std::string& path) {
  const std::string gpus = path + ".gpus";
  require(j.demand[Dim::kSm] == 0, {path + ".sm", gpus, path}, std::to_string(j.demand[Dim::kSm]),
          "0 without gpus");
  require(j.demand[Dim::kHbm] == 0, {path + ".hbm", gpus, path},
          std::to_string(j.demand[Dim::kHbm]), "0 without gpus");
  require(j.hbm_growth == 0, {path + ".hbm_growth", gpus, path}, std::to_string(j.hbm_growth),
          "0 without gpus");
  require(j.models.empty(), {path + ".models", gpus, path}, "GPU models", "none without gpus");
  const bool asks = std::ranges::any_of(j.demand.v, [](std::int32_t x) { return x > 0; });
  require(asks, {path}, "a type that asks for nothing", "gpus, or a demand above 0");
}

void Checker::check_phases(const JobType& j, const std::string& path) {
  require(j.load.mb <= 0 || j.load.mbps > 0, {path + ".load.mbps", path + ".load.mb", path}, "0",
          "a rate above 0 to load at");
  const bool bursts = j.burst.every_s > 0;
  require(!bursts || j.burst.length_s > 0,
          {path + ".burst.length_s", path + ".burst.every_s", path}, "0", "a length above 0");
  require(!j.checkpoints || bursts, {path + ".checkpoints", path + ".burst.every_s", path}, "true",
          "false where there are no bursts: they are the checkpoints");
  require(j.breathing.period_s <= 0 || j.hbm_growth > 0,
          {path + ".hbm_growth", path + ".breathing.period_s", path}, "0",
          "above 0 where the memory breathes");
}

void Checker::check(const JobType& j) {
  const std::string path = join_path(kJobTypes, j.name);
  if (j.gpus == 0) {
    check_gpu_less(j, path);
  } else {
    require(j.demand[Dim::kSm] > 0, {path + ".sm", path + ".gpus", path}, "0",
            "from 1 to 1000 where there are gpus");
  }
  check_phases(j, path);
}

void Checker::check(const Scenario& s) {
  require(!s.name.empty(), {"name"}, "''", "a name");
  require(s.warmup_h < s.hours, {"run.warmup_h", "run.hours"}, number_text(s.warmup_h),
          "less than run.hours, which is " + number_text(s.hours));
  check(s.arrivals);
  for (const BackgroundType& b : s.background) {
    // Without hours in the document the range is the empty default, which no bounds have seen.
    const std::string path = join_path("background", b.name);
    require(b.hours.low > 0, {path + ".hours", path}, "none", "a range of hours");
    require(b.storage.low > 0, {path + ".storage", path}, "none", "a range of factors");
  }
  for (const NodeType& n : s.node_types) check(n);
  for (const JobType& j : s.job_types) check(j);
  check_mix("cluster.mix", s.cluster, s.node_types);
  check_mix("workload.mix", s.mix, s.job_types);
}

}  // namespace

Status check_scenario(const Scenario& scenario, const toml::table& document,
                      const std::string& file_name, const Catalogue& types) {
  Checker checker(document, file_name);
  checker.check_new_types(kNodeTypes, types.node_types, kNodeNeeds);
  checker.check_new_types(kJobTypes, types.job_types, kJobNeeds);
  checker.check(scenario);
  checker.check_overridden(kNodeTypes, scenario.cluster);
  checker.check_overridden(kJobTypes, scenario.mix);
  return checker.take();
}

Status check_catalogue(const Catalogue& catalogue, const toml::table& document,
                       const std::string& file_name) {
  Checker checker(document, file_name);
  checker.check_new_types(kNodeTypes, std::vector<NodeType>{}, kNodeNeeds);
  checker.check_new_types(kJobTypes, std::vector<JobType>{}, kJobNeeds);
  for (const NodeType& n : catalogue.node_types) checker.check(n);
  for (const JobType& j : catalogue.job_types) checker.check(j);
  return checker.take();
}

}  // namespace ragp::codec
