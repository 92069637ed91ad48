// The explicit table of policies. (Self-registration would be dropped by the linker from a static
// library; an enum with a switch would have to be edited in several places.)
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/text.h"
#include "sched/policies/all.h"

namespace ragp {
namespace {

constexpr std::string_view kRagpFormula =
    "least loss of usable GPU, priced by scarcity (docs/model.md)";
constexpr std::string_view kRagpSource = "ours, after Kaarat et al. (IISEC 2026) and FGD (ATC'23)";

constexpr std::array kPolicies{
    PolicyInfo{"ragp-io", "RAGP on all seven dimensions: leftovers that future jobs can use, fed",
               kRagpFormula, kRagpSource, kSevenDims, &make_ragp},
    PolicyInfo{"ragp-5d", "the same, blind to storage bandwidth and I/O CPU", kRagpFormula,
               kRagpSource, kFiveDims, &make_ragp},
    PolicyInfo{"ragp-cosine",
               "the node whose residual points where the demand points, with room to grow",
               "cos(q, r) - growth that finds no room", "Kaarat et al., IISEC 2026", kFiveDims,
               &make_ragp_cosine},
    PolicyInfo{"scalar", "balance: the node with most left free on average (spreads)",
               "mean_d (r_d - q_d) / c_d", "Kubernetes LeastAllocated", kFiveDims, &make_scalar},
    PolicyInfo{"tetris", "the node best aligned with the demand (prefers empty ones)",
               "sum_d (q_d / c_d)(r_d / c_d)", "Grandl et al., SIGCOMM'14, 3.2", kFiveDims,
               &make_tetris},
    PolicyInfo{"best-fit", "the node with least left over (packs)",
               "- mean over cpu, sm (storage, io_cpu) of (r_d - q_d) / largest_d",
               "as in FGD, ATC'23, 6", kFiveDims, &make_best_fit},
    PolicyInfo{"first-fit", "the first node that fits, in node order", "0", "folklore", kFiveDims,
               &make_first_fit},
    PolicyInfo{"random", "any node that fits", "hash(seed, job, node)", "folklore", kFiveDims,
               &make_random},
};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  all.reserve(kPolicies.size());
  for (const PolicyInfo& p : kPolicies) all.push_back(p.name);
  return all;
}

std::vector<PolicyChoice> every_form() {
  std::vector<PolicyChoice> all;
  all.reserve(2 * kPolicies.size());
  for (const PolicyInfo& p : kPolicies) {
    all.push_back({.asked = std::string(p.name), .info = &p, .dims = p.dims});
  }
  for (const PolicyInfo& p : kPolicies) {
    if (p.dims == kSevenDims || p.make == &make_ragp) continue;  // ragp-5d@7d is ragp-io
    all.push_back({.asked = std::string(p.name) + "@7d", .info = &p, .dims = kSevenDims});
  }
  return all;
}

}  // namespace

std::span<const PolicyInfo> policies() {
  return kPolicies;
}

Result<PolicyChoice> choose_policy(std::string_view asked) {
  const std::size_t at = asked.find('@');
  const std::string_view name = asked.substr(0, at);
  const auto* it = std::ranges::find(kPolicies, name, &PolicyInfo::name);
  if (it == kPolicies.end()) {
    return fail(Errc::kInput, "unknown policy '" + std::string(name) + "'" + hint(name, names()));
  }
  PolicyChoice choice{.asked = std::string(asked), .info = it, .dims = it->dims};
  if (at == std::string_view::npos) return choice;
  const std::string_view form = asked.substr(at + 1);
  if (form != "5d" && form != "7d") {
    return fail(Errc::kInput, "policy '" + std::string(asked) + "': unknown form '" +
                                  std::string(form) + "'; expected 5d or 7d");
  }
  choice.dims = form == "5d" ? kFiveDims : kSevenDims;
  return choice;
}

Result<std::vector<PolicyChoice>> choose_policies(std::string_view list) {
  std::vector<PolicyChoice> chosen;
  for (const std::string_view piece : split(list, ',')) {
    const std::string_view asked = trim(piece);
    std::vector<PolicyChoice> more;
    if (asked == "all") {
      more = every_form();
    } else {
      auto one = choose_policy(asked);
      if (!one) return std::unexpected(one.error());
      more.push_back(std::move(*one));
    }
    for (PolicyChoice& c : more) {
      const bool repeated =
          std::ranges::find(chosen, c.asked, &PolicyChoice::asked) != chosen.end();
      if (!repeated) chosen.push_back(std::move(c));
    }
  }
  return chosen;
}

}  // namespace ragp
