// openb: the task tables of Alibaba's cluster-trace-gpu-v2023.
//
// They know processors, main memory and GPU compute; every other dimension is 0. A task with one
// GPU and gpu_milli below 1000 shares it; several GPUs are whole ones; gpu_spec ("T4|P100") lists
// the models that the task accepts, empty accepts any. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "codec/task_table.h"

namespace ragp::codec {

// Columns name, cpu_milli, memory_mib, num_gpu, gpu_milli and, where they exist, gpu_spec,
// creation_time, deletion_time, scheduled_time. Never empty.
[[nodiscard]] Result<std::vector<TaskRow>> parse_openb_tasks(std::string_view content,
                                                             std::string_view file,
                                                             const NodeTable& nodes);

}  // namespace ragp::codec
