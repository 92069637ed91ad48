// openb: the node and task tables of Alibaba's cluster-trace-gpu-v2023, as CSV, plain or gzip.
//
// The files know processors, main memory and GPU compute; every other dimension is 0. A device has
// kWholeGpu. A task with one GPU and gpu_milli below 1000 shares it; several GPUs are whole ones;
// gpu_spec ("T4|P100") lists the models that the task accepts, empty accepts any. Errors name file,
// line and column (codec/csv.h). Pure but for read_*; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/cluster.h"
#include "model/gpu_models.h"
#include "model/job.h"

namespace ragp::codec {

struct OpenbNodes {
  GpuModels models;
  std::vector<NodeSpec> nodes;  // in the order of the file, never empty
};

// Times are seconds since the start of the trace; nothing where the file has none.
struct OpenbTask {
  std::string name;
  Shape shape;
  std::optional<double> creation_s;
  std::optional<double> deletion_s;
  std::optional<double> scheduled_s;
};

// Columns sn, cpu_milli, memory_mib, gpu, model. Names are unique; a node has a model exactly if it
// has GPUs.
[[nodiscard]] Result<OpenbNodes> read_openb_nodes(const std::string& path);
[[nodiscard]] Result<OpenbNodes> parse_openb_nodes(std::string_view content, std::string_view file);

// Columns name, cpu_milli, memory_mib, num_gpu, gpu_milli and, where they exist, gpu_spec,
// creation_time, deletion_time, scheduled_time. What no node of `nodes` could ever hold by its GPU
// count or model is an error. Never empty.
[[nodiscard]] Result<std::vector<OpenbTask>> read_openb_tasks(const std::string& path,
                                                              const OpenbNodes& nodes);
[[nodiscard]] Result<std::vector<OpenbTask>> parse_openb_tasks(std::string_view content,
                                                               std::string_view file,
                                                               const OpenbNodes& nodes);

}  // namespace ragp::codec
