// Task table: a task list as CSV, plain or gzip, in one of the forms that are published; which one,
// its header says. Errors name file, line and column (codec/csv.h).
//
// A table is read for a cluster: what no node could ever hold by its GPU count or model, or by its
// network where the form knows one, is an error, because the two files do not belong together.
// Pure but for read_tasks(); thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "codec/node_table.h"
#include "codec/table_cells.h"
#include "model/job.h"

namespace ragp::codec {

struct TaskRow {
  std::string name;
  Shape shape;
  RowTimes times;
  std::string app;  // the application that it is an instance of; empty: of none
  std::optional<std::int32_t> most_per_node{};  // instances of `app` on one node
};

// A table with the column instance_sn is in the DLRM form (codec/dlrm.h), any other in openb's
// (codec/openb.h). Never empty.
[[nodiscard]] Result<std::vector<TaskRow>> read_tasks(const std::string& path,
                                                      const NodeTable& nodes);
[[nodiscard]] Result<std::vector<TaskRow>> parse_tasks(std::string_view content,
                                                       std::string_view file,
                                                       const NodeTable& nodes);

}  // namespace ragp::codec
