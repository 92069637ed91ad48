// The factories of the built-in policies, one per file in this folder. Included by those files and
// by registry.cpp only. To add a policy: one file, one line here, one line in registry.cpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sched/policy.h"

namespace ragp {

std::unique_ptr<Policy> make_ragp(const PolicyOptions& options);
std::unique_ptr<Policy> make_ragp_cosine(const PolicyOptions& options);
std::unique_ptr<Policy> make_scalar(const PolicyOptions& options);
std::unique_ptr<Policy> make_tetris(const PolicyOptions& options);
std::unique_ptr<Policy> make_best_fit(const PolicyOptions& options);
std::unique_ptr<Policy> make_fgd(const PolicyOptions& options);
std::unique_ptr<Policy> make_dot_product(const PolicyOptions& options);
std::unique_ptr<Policy> make_gpu_packing(const PolicyOptions& options);
std::unique_ptr<Policy> make_gpu_clustering(const PolicyOptions& options);
std::unique_ptr<Policy> make_l2(const PolicyOptions& options);
std::unique_ptr<Policy> make_most_allocated(const PolicyOptions& options);
std::unique_ptr<Policy> make_kube_default(const PolicyOptions& options);
std::unique_ptr<Policy> make_lambda_g(const PolicyOptions& options);
std::unique_ptr<Policy> make_load_aware(const PolicyOptions& options);
std::unique_ptr<Policy> make_first_fit(const PolicyOptions& options);
std::unique_ptr<Policy> make_random(const PolicyOptions& options);

}  // namespace ragp
