// fuzz_tables: a node table, a line "----", a task table in either form. What reads must obey the
// limits of the model.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "codec/task_table.h"

namespace {

using ragp::Dim;

void check_task(const ragp::codec::TaskRow& task) {
  const ragp::Shape& s = task.shape;
  RAGP_CHECK(!task.name.empty());
  RAGP_CHECK(s.gpus >= 0 && s.gpus <= 32);
  RAGP_CHECK(s.demand[Dim::kCpu] >= 0 && s.demand[Dim::kCpu] <= ragp::kMaxAmount);
  RAGP_CHECK(s.demand[Dim::kRam] >= 0 && s.demand[Dim::kRam] <= ragp::kMaxAmount);
  RAGP_CHECK(s.demand[Dim::kNet] >= 0 && s.demand[Dim::kNet] <= ragp::kMaxAmount);
  RAGP_CHECK(!task.most_per_node || (*task.most_per_node > 0 && !task.app.empty()));
  RAGP_CHECK((s.gpus == 0) == (s.demand[Dim::kSm] == 0));
  RAGP_CHECK(s.gpus <= 1 || s.demand[Dim::kSm] == ragp::kWholeGpu);
  RAGP_CHECK(s.models != ragp::ModelSet::none());
}

void read(std::string_view content) {
  constexpr std::string_view kCut = "----\n";
  const std::size_t cut = content.find(kCut);
  const auto nodes = ragp::codec::parse_nodes(content.substr(0, cut), "n.csv");
  if (!nodes) RAGP_CHECK(nodes.error().message.starts_with("n.csv:"));
  if (!nodes || cut == std::string_view::npos) return;
  ragp::Cluster cluster{ragp::kPartitionedDims};
  for (const ragp::NodeSpec& n : nodes->nodes) RAGP_CHECK(cluster.add_node(n).has_value());
  const auto tasks = ragp::codec::parse_tasks(content.substr(cut + kCut.size()), "t.csv", *nodes);
  if (!tasks) RAGP_CHECK(tasks.error().message.starts_with("t.csv:"));
  if (!tasks) return;
  for (const auto& t : *tasks) check_task(t);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read({reinterpret_cast<const char*>(data), size});
  return 0;
}
