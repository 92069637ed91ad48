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
    PolicyInfo{"fgd", "the node and GPU on which the task makes least fragments",
               "floor(100 sigmoid(F(s) - F(s'))), F = sum_m p_m stranded_m over typical shapes",
               "Weng et al., ATC'23, 4 and 5", kFiveDims, &make_fgd},
    PolicyInfo{"dot-product", "the node least aligned with the demand (packs)",
               "floor(100 (1 - mean over cpu, sm (storage, io_cpu) of q_d r_d / largest_d^2))",
               "as in FGD, ATC'23, 6, after Tetris", kFiveDims, &make_dot_product},
    PolicyInfo{"gpu-packing", "GPUs in use first, then idle GPUs of nodes in use, then idle nodes",
               "100 - free share of the GPUs, or 50 - idle GPUs taken, or 33 - idle GPUs",
               "as in FGD, ATC'23, 6, after Gandiva", kFiveDims, &make_gpu_packing},
    PolicyInfo{"gpu-clustering", "nodes with GPU tasks of the same kind, the fullest first",
               "75, 50, 25 or 0 by the kinds on the node + floor(25 (1 - r_sm / largest_sm))",
               "as in FGD, ATC'23, 6, after Gandiva", kFiveDims, &make_gpu_clustering},
    PolicyInfo{"l2", "the node whose residual is nearest to the demand",
               "- sum_d a_d ((q_d - r_d) / largest_d)^2, a_d: mean demand of the mix",
               "Panigrahy et al., MSR 2011", kFiveDims, &make_l2},
    PolicyInfo{"most-allocated", "the node with least left free on average (packs)",
               "mean_d (c_d - r_d + q_d) / c_d", "Kubernetes MostAllocated", kFiveDims,
               &make_most_allocated},
    PolicyInfo{
        "kube-default", "much left of cpu and ram, and in balance (spreads)",
        "floor(mean_d 100 (r_d - q_d) / c_d) + floor(100 (1 - deviation_d (q_d - r_d) / c_d))",
        "Kubernetes LeastAllocated and BalancedAllocation", kFiveDims, &make_kube_default},
    PolicyInfo{"lambda-g", "a node in balance afterwards, whose rest has the task's shape",
               "60 (1 - 4 variance_d u_d) + 20 cos(q, r) + 10 mean_d r_d / c_d - penalties",
               "Lambda-G V3, Koordinator 2839, KAI 1374", kFiveDims, &make_lambda_g},
    PolicyInfo{"load-aware", "the node with the least load, as measured (spreads)",
               "mean_d max(0, c_d - load_d - q_d) / c_d", "Koordinator LoadAwareScheduling",
               kFiveDims, &make_load_aware},
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
