// A node and a task table of a production cluster, for the subcommands that fill it up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "sim/fill_up.h"

namespace ragp::app {

// The workload is named after the task table. Errors name file, line and column.
[[nodiscard]] Result<sim::FillUpInput> read_lists(const std::string& nodes_path,
                                                  const std::string& tasks_path);

}  // namespace ragp::app
