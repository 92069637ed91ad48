// fuzz_trace: any bytes as a trace. What reads must be accepted by the ledger, and must be the same
// after it was written and read again.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "codec/quote.h"
#include "codec/trace.h"
#include "support/workload_equal.h"

namespace {

void read(std::string_view content) {
  const auto first = ragp::codec::parse_trace(content, "t.jsonl");
  if (!first) {
    RAGP_CHECK(first.error().message.starts_with("t.jsonl:"));
    RAGP_CHECK(!ragp::codec::find_invalid_utf8(first.error().message));
    return;
  }
  ragp::Cluster cluster{ragp::kPartitionedDims};
  for (const ragp::NodeSpec& n : first->nodes) RAGP_CHECK(cluster.add_node(n).has_value());
  const auto second = ragp::codec::parse_trace(ragp::codec::write_trace(*first), "t.jsonl");
  RAGP_CHECK(second.has_value());
  RAGP_CHECK(ragp::testing::difference(*first, *second).empty());
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read({reinterpret_cast<const char*>(data), size});
  return 0;
}
