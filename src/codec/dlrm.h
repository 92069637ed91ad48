// DLRM: the instance table of Alibaba's cluster-trace-gpu-v2025, recommendation models that are
// served by instances on CPU nodes and on GPU nodes.
//
// cpu_request is in cores, memory_request in GiB, gpu_request in whole GPUs of any model;
// rdma_request is a percentage of one network card, which is taken to be of 100 Gbit/s.
// max_instance_per_node limits the instances of one app_name on a node, -1 does not. The role and
// the disk space (none of the seven dimensions) are not read, nor the limits, which equal the
// requests. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "codec/task_table.h"

namespace ragp::codec {

// The trace states no bandwidth, only shares of it.
inline constexpr std::int32_t kDlrmCardMbps = 12'500;  // MB/s: 100 Gbit/s

// Columns instance_sn, app_name, cpu_request, gpu_request, rdma_request, memory_request,
// max_instance_per_node and, where they exist, creation_time, deletion_time, scheduled_time.
// Amounts that are no whole number of our units are rounded up. Never empty.
[[nodiscard]] Result<std::vector<TaskRow>> parse_dlrm_tasks(std::string_view content,
                                                            std::string_view file,
                                                            const NodeTable& nodes);

}  // namespace ragp::codec
