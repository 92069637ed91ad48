// trace: a Workload as a file of JSON lines, plain or gzip, without loss.
//
// The first line is the header, every other line one object, named by the key that only its kind
// has:
//   {"ragp_trace":1,"scenario":"c","seed":7,"warmup_s":0,"horizon_s":3600,"queue":{..},
//    "overflow":{..},"models":["A100"],"lines":3}
//   {"node":"n0","model":"A100","gpus":8,"cpu":..,"ram":..,...}       sm and hbm per device
//   {"job":"j0","type":"train","submit_s":0.5,"work_s":60,"gpus":2,"sm":1000,"models":["A100"],
//    "load":{"work_s":..,"net":..},"steady":{..},"burst":{..},"hbm_steps":[[at_s,MiB],..],..}
//   {"episode":"rebuild","node":"n0","start_s":0,"length_s":60,"storage_factor_ppm":400000,..}
// Dimensions and units are those of kDims, times are seconds with up to six decimals. What is left
// out has the default of model/workload.h. A node comes before the jobs and episodes that need it;
// jobs ascend by submit_s, episodes by start_s. "models" gives the ids of the GPU models; without
// it the nodes do, in their order; a job with an empty list accepts none of them. "lines", where
// given, is how many follow, so that a cut file does not pass. Unknown keys are errors. Messages
// read
//   FILE:LINE: key 'x': found A, expected B
// Pure but for read_trace; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/workload.h"

namespace ragp::codec {

inline constexpr int kTraceVersion = 1;

// Names must be UTF-8, times not negative, numbers finite: what parse_trace gives always is.
[[nodiscard]] std::string write_trace(const Workload& workload);

// At least one node; job ids are the places in the list.
[[nodiscard]] Result<Workload> parse_trace(std::string_view content, std::string_view file);
[[nodiscard]] Result<Workload> read_trace(const std::string& path);

}  // namespace ragp::codec
