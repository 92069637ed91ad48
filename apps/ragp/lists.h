// A node and a task table of a production cluster, for the subcommands that fill it up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "sim/fill_up.h"

namespace ragp::app {

// One workload per task table, named after it; no two names may be the same, because names tell the
// results apart. Errors name file, line and column.
[[nodiscard]] Result<std::vector<sim::FillUpInput>> read_lists(
    const std::string& nodes_path, const std::vector<std::string>& task_paths);

}  // namespace ragp::app
