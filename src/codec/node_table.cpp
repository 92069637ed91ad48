// Node table: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/node_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "codec/file.h"
#include "codec/table_cells.h"

namespace ragp::codec {
namespace {

enum Column : std::size_t { kSn, kCpu, kMemory, kGpu, kModel, kNet, kCount };
constexpr std::array<CsvColumn, 7> kColumns{
    {{"sn"}, {"cpu_milli"}, {"memory_mib"}, {"gpu"}, {"model"}, {"net", false}, {"count", false}}};
constexpr std::int64_t kMostNodes = 100'000;  // of a file: a slip in `count` is not a crash

Result<ModelId> read_model(const CsvCell& cell, std::int32_t gpus, GpuModels& models) {
  if (gpus == 0) {
    if (!cell.empty()) return cell.error("nothing, because the node has no GPU");
    return ModelId{0};
  }
  if (cell.empty() || cell.text.contains('|')) return cell.error("the name of one GPU model");
  const Result<ModelId> id = models.intern(cell.text);
  if (id) return id;
  return cell.error(
      fmt::format("at most {} different GPU models in a file", GpuModels::kMaxModels));
}

Result<NodeSpec> read_node(const CsvReader& csv, GpuModels& models) {
  NodeSpec node;
  const Result<std::int32_t> cpu = amount(csv.cell(kCpu), kMaxAmount);
  if (!cpu) return std::unexpected(cpu.error());
  const Result<std::int32_t> ram = amount(csv.cell(kMemory), kMaxAmount);
  if (!ram) return std::unexpected(ram.error());
  const Result<std::int32_t> gpus = amount(csv.cell(kGpu), kMaxDevices);
  if (!gpus) return std::unexpected(gpus.error());
  const Result<ModelId> model = read_model(csv.cell(kModel), *gpus, models);
  if (!model) return std::unexpected(model.error());
  const CsvCell net_cell = csv.cell(kNet);
  const Result<std::int32_t> net = net_cell.present ? amount(net_cell, kMaxAmount) : 0;
  if (!net) return std::unexpected(net.error());
  node.gpus = *gpus;
  node.model = *model;
  node.capacity[Dim::kCpu] = *cpu;
  node.capacity[Dim::kRam] = *ram;
  node.capacity[Dim::kSm] = *gpus > 0 ? kWholeGpu : 0;
  node.capacity[Dim::kNet] = *net;
  return node;
}

Status add_row(const CsvReader& csv, UniqueNames& names, NodeTable& out) {
  Result<std::string> name = names.take(csv.cell(kSn));
  if (!name) return std::unexpected(std::move(name.error()));
  Result<NodeSpec> node = read_node(csv, out.models);
  if (!node) return std::unexpected(std::move(node.error()));
  const CsvCell count_cell = csv.cell(kCount);
  if (!count_cell.present) {
    node->name = std::move(*name);
    out.nodes.push_back(std::move(*node));
    return {};
  }
  const auto count = count_cell.integer(1, kMostNodes - std::ssize(out.nodes));
  if (!count) return std::unexpected(count.error());
  for (std::int64_t i = 0; i < *count; ++i) {
    node->name = fmt::format("{}-{}", *name, i);
    out.nodes.push_back(*node);
  }
  return {};
}

}  // namespace

std::int32_t NodeTable::most_gpus() const {
  std::int32_t most = 0;
  for (const NodeSpec& n : nodes) most = std::max(most, n.gpus);
  return most;
}

std::int32_t NodeTable::most_net() const {
  std::int32_t most = 0;
  for (const NodeSpec& n : nodes) most = std::max(most, n.capacity[Dim::kNet]);
  return most;
}

Result<NodeTable> parse_nodes(std::string_view content, std::string_view file) {
  NodeTable out;
  UniqueNames names;
  const Status read = read_rows({content, file, kColumns}, "nodes",
                                [&](const CsvReader& csv) { return add_row(csv, names, out); });
  if (!read) return std::unexpected(read.error());
  return out;
}

Result<NodeTable> read_nodes(const std::string& path) {
  const Result<std::string> content = read_file(path);
  if (!content) return std::unexpected(content.error());
  return parse_nodes(*content, path);
}

}  // namespace ragp::codec
