// Node table: the nodes of a cluster as CSV, plain or gzip; openb's node lists are such tables.
//
// A device has kWholeGpu; what no column states is 0. Errors name file, line and column
// (codec/csv.h). Pure but for read_nodes(); thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/cluster.h"
#include "model/gpu_models.h"

namespace ragp::codec {

struct NodeTable {
  GpuModels models;
  std::vector<NodeSpec> nodes;  // in the order of the file, never empty

  // Of the node that has most of them.
  [[nodiscard]] std::int32_t most_gpus() const;
  [[nodiscard]] std::int32_t most_net() const;
};

// Columns sn, cpu_milli, memory_mib, gpu, model and, where they exist, net (MB/s) and count (so
// many equal nodes, named sn-0, sn-1, ...). Names are unique; a node has a model exactly if it has
// GPUs.
[[nodiscard]] Result<NodeTable> read_nodes(const std::string& path);
[[nodiscard]] Result<NodeTable> parse_nodes(std::string_view content, std::string_view file);

}  // namespace ragp::codec
