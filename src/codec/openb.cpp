// openb: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/openb.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

enum Column : std::size_t {
  kName,
  kCpu,
  kMemory,
  kNumGpu,
  kGpuMilli,
  kGpuSpec,
  kCreation,
  kDeletion,
  kScheduled
};
constexpr std::array<CsvColumn, 9> kColumns{{{"name"},
                                             {"cpu_milli"},
                                             {"memory_mib"},
                                             {"num_gpu"},
                                             {"gpu_milli"},
                                             {"gpu_spec", false},
                                             {"creation_time", false},
                                             {"deletion_time", false},
                                             {"scheduled_time", false}}};

// What a task may ask for.
struct Offer {
  const GpuModels& models;
  std::int32_t most_gpus;

  explicit Offer(const NodeTable& nodes) : models(nodes.models), most_gpus(nodes.most_gpus()) {}
};

Result<std::int32_t> read_share(const CsvCell& cell, std::int32_t gpus) {
  if (gpus == 0) {
    if (cell.empty() || parse_number<std::int64_t>(cell.text) == 0) return 0;
    return cell.error("0 or nothing, because num_gpu is 0");
  }
  const Result<std::int64_t> share = cell.integer(1, kWholeGpu);
  if (!share) return std::unexpected(share.error());
  if (gpus > 1 && *share != kWholeGpu) {
    return cell.error(fmt::format("{}, because num_gpu is {}", kWholeGpu, gpus));
  }
  return static_cast<std::int32_t>(*share);
}

Result<ModelSet> read_models(const CsvCell& cell, const GpuModels& models) {
  if (cell.empty()) return ModelSet::any();
  ModelSet set = ModelSet::none();
  for (const std::string_view name : split(cell.text, '|')) {
    if (const auto id = models.find(name)) {
      set.add(*id);
      continue;
    }
    std::vector<std::string> known;
    for (const std::string& m : models.names()) known.push_back(escaped(m));
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    return cell.error(fmt::format("GPU models of the node file, but it has no {}{}", quote(name),
                                  hint(name, candidates)));
  }
  return set;
}

Result<Shape> read_shape(const CsvReader& csv, const Offer& offer) {
  const Result<std::int32_t> cpu = amount(csv.cell(kCpu), kMaxAmount);
  if (!cpu) return std::unexpected(cpu.error());
  const Result<std::int32_t> ram = amount(csv.cell(kMemory), kMaxAmount);
  if (!ram) return std::unexpected(ram.error());
  const Result<std::int32_t> gpus = gpu_count(csv.cell(kNumGpu), offer.most_gpus);
  if (!gpus) return std::unexpected(gpus.error());
  const Result<std::int32_t> share = read_share(csv.cell(kGpuMilli), *gpus);
  if (!share) return std::unexpected(share.error());
  const Result<ModelSet> models = read_models(csv.cell(kGpuSpec), offer.models);
  if (!models) return std::unexpected(models.error());
  Shape shape{.gpus = *gpus, .models = *models};
  shape.demand[Dim::kCpu] = *cpu;
  shape.demand[Dim::kRam] = *ram;
  shape.demand[Dim::kSm] = *share;
  return shape;
}

Result<TaskRow> read_task(const CsvReader& csv, UniqueNames& names, const Offer& offer) {
  Result<std::string> name = names.take(csv.cell(kName));
  if (!name) return std::unexpected(std::move(name.error()));
  const Result<Shape> shape = read_shape(csv, offer);
  if (!shape) return std::unexpected(shape.error());
  const auto times = read_times({csv.cell(kCreation), csv.cell(kDeletion), csv.cell(kScheduled)});
  if (!times) return std::unexpected(times.error());
  return TaskRow{.name = std::move(*name), .shape = *shape, .times = *times, .app = {}};
}

}  // namespace

Result<std::vector<TaskRow>> parse_openb_tasks(std::string_view content, std::string_view file,
                                               const NodeTable& nodes) {
  std::vector<TaskRow> out;
  UniqueNames names;
  const Offer offer(nodes);
  const Status read = read_rows({content, file, kColumns}, "tasks", [&](const CsvReader& csv) {
    return append(out, read_task(csv, names, offer));
  });
  if (!read) return std::unexpected(read.error());
  return out;
}

}  // namespace ragp::codec
