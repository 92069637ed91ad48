// trace_parts: the parts of a trace's objects, read by Fields into the structs of the model. What
// is wrong stays in the Fields. Used by the trace reader only. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/trace_fields.h"
#include "model/workload.h"

namespace ragp::codec {

// The largest amount of a node or task in that dimension; sm and hbm per device.
[[nodiscard]] constexpr std::int32_t most_of(Dim d) {
  if (d == Dim::kSm) return kWholeGpu;
  return d == Dim::kHbm ? kMaxHbm : kMaxAmount;
}

// "text" as a message shows what it found.
[[nodiscard]] std::string in_quotes(std::string_view text);

// The strings of the list that `key` has; none where there is no such key.
[[nodiscard]] std::vector<std::string_view> read_names(Fields& f, std::string_view key);

void read_queue(Fields& header, QueueOptions& out);
void read_overflow(Fields& header, OverflowOptions& out);
void read_shape(Fields& job, Shape& out);  // without the models
void read_behaviour(Fields& job, Behaviour& out);

}  // namespace ragp::codec
