// DLRM: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/dlrm.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace ragp::codec {
namespace {

enum Column : std::size_t {
  kName,
  kApp,
  kCpu,
  kGpu,
  kRdma,
  kMemory,
  kMost,
  kCreation,
  kDeletion,
  kScheduled
};
constexpr std::array<CsvColumn, 10> kColumns{{{"instance_sn"},
                                              {"app_name"},
                                              {"cpu_request"},
                                              {"gpu_request"},
                                              {"rdma_request"},
                                              {"memory_request"},
                                              {"max_instance_per_node"},
                                              {"creation_time", false},
                                              {"deletion_time", false},
                                              {"scheduled_time", false}}};

constexpr double kMilli = 1000.0;
constexpr double kMibPerGib = 1024.0;
constexpr double kMbpsPerPercent = kDlrmCardMbps / 100.0;

// So many units of `unit` each, rounded up: a task gets at least what it asks for.
Result<std::int32_t> scaled(const CsvCell& cell, double most, double unit) {
  const Result<double> value = cell.number(0.0, most);
  if (!value) return std::unexpected(value.error());
  return static_cast<std::int32_t>(std::ceil(*value * unit));
}

Result<std::optional<std::int32_t>> read_limit(const CsvCell& cell) {
  const Result<std::int64_t> most = cell.integer(-1, kMaxAmount);
  if (most && *most == -1) return std::nullopt;
  if (most && *most > 0) return static_cast<std::int32_t>(*most);
  return cell.error("a whole number from 1, or -1 for no limit");
}

// What one node has of it, at most.
struct Most {
  std::int32_t gpus;
  std::int32_t net;
};

Result<std::int32_t> read_net(const CsvCell& cell, const Most& of_a_node) {
  Result<std::int32_t> net = scaled(cell, 100.0, kMbpsPerPercent);
  if (!net || *net <= of_a_node.net) return net;
  return cell.error(fmt::format(
      "at most {:g} % of a card of {} MB/s, because no node has more than {} MB/s in the "
      "column 'net' of the node table",
      of_a_node.net / kMbpsPerPercent, kDlrmCardMbps, of_a_node.net));
}

Result<Shape> read_shape(const CsvReader& csv, const Most& of_a_node) {
  const auto cpu = scaled(csv.cell(kCpu), std::floor(kMaxAmount / kMilli), kMilli);
  if (!cpu) return std::unexpected(cpu.error());
  const auto ram = scaled(csv.cell(kMemory), std::floor(kMaxAmount / kMibPerGib), kMibPerGib);
  if (!ram) return std::unexpected(ram.error());
  const auto gpus = gpu_count(csv.cell(kGpu), of_a_node.gpus);
  if (!gpus) return std::unexpected(gpus.error());
  const auto net = read_net(csv.cell(kRdma), of_a_node);
  if (!net) return std::unexpected(net.error());
  Shape shape{.gpus = *gpus};
  shape.demand[Dim::kCpu] = *cpu;
  shape.demand[Dim::kRam] = *ram;
  shape.demand[Dim::kSm] = *gpus > 0 ? kWholeGpu : 0;
  shape.demand[Dim::kNet] = *net;
  return shape;
}

Result<TaskRow> read_task(const CsvReader& csv, UniqueNames& names, const Most& of_a_node) {
  Result<std::string> name = names.take(csv.cell(kName));
  if (!name) return std::unexpected(std::move(name.error()));
  const auto app = csv.cell(kApp).non_empty("the name of an application");
  if (!app) return std::unexpected(app.error());
  const Result<Shape> shape = read_shape(csv, of_a_node);
  if (!shape) return std::unexpected(shape.error());
  const auto limit = read_limit(csv.cell(kMost));
  if (!limit) return std::unexpected(limit.error());
  const auto times = read_times({csv.cell(kCreation), csv.cell(kDeletion), csv.cell(kScheduled)});
  if (!times) return std::unexpected(times.error());
  return TaskRow{.name = std::move(*name),
                 .shape = *shape,
                 .times = *times,
                 .app = std::string(*app),
                 .most_per_node = *limit};
}

}  // namespace

Result<std::vector<TaskRow>> parse_dlrm_tasks(std::string_view content, std::string_view file,
                                              const NodeTable& nodes) {
  std::vector<TaskRow> out;
  UniqueNames names;
  const Most most{.gpus = nodes.most_gpus(), .net = nodes.most_net()};
  const Status read = read_rows({content, file, kColumns}, "tasks", [&](const CsvReader& csv) {
    return append(out, read_task(csv, names, most));
  });
  if (!read) return std::unexpected(read.error());
  return out;
}

}  // namespace ragp::codec
