// Stream: the arrivals of a fill-up replay, drawn from a task list. A seed gives one stream, for
// the policies that are offered it and for the bound that no policy can pass.
//
// The stream holds the list itself and, until the demanded GPUs reach the wanted share of the
// cluster's, tasks drawn from it with replacement, all in random order; a list that holds more is
// cut after shuffling (FGD, ATC'23, section 6.1). Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sim/task.h"

namespace ragp::sim {

// Milli-GPU that the task asks for, over all its devices.
[[nodiscard]] std::int64_t gpu_milli(const Task& task);

// An error for a cluster without GPUs or tasks without any. `what` begins the reason: "the demand
// is" a share of them.
[[nodiscard]] Status check_demand(std::string_view workload, std::string_view what,
                                  std::int64_t capacity_milli, std::span<const Task> tasks);

// demand: GPUs demanded / GPUs of the cluster. At least one task must ask for GPUs.
[[nodiscard]] std::vector<Task> draw_stream(std::span<const Task> tasks,
                                            std::int64_t capacity_milli, double demand,
                                            std::uint64_t seed);

// How many tasks have arrived when the demand reaches `percent` of the capacity: all before the
// first that would pass it.
[[nodiscard]] std::size_t arrived_at(std::span<const Task> stream, std::int64_t capacity_milli,
                                     double percent);

}  // namespace ragp::sim
