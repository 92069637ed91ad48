// openb: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/openb.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "base/time.h"
#include "codec/csv.h"
#include "codec/file.h"
#include "codec/quote.h"

namespace ragp::codec {
namespace {

enum NodeColumn : std::size_t { kSn, kNodeCpu, kNodeMemory, kGpu, kModel };
constexpr std::array<CsvColumn, 5> kNodeColumns{
    {{"sn"}, {"cpu_milli"}, {"memory_mib"}, {"gpu"}, {"model"}}};

enum TaskColumn : std::size_t {
  kName,
  kTaskCpu,
  kTaskMemory,
  kNumGpu,
  kGpuMilli,
  kGpuSpec,
  kCreation,
  kDeletion,
  kScheduled
};
constexpr std::array<CsvColumn, 9> kTaskColumns{{{"name"},
                                                 {"cpu_milli"},
                                                 {"memory_mib"},
                                                 {"num_gpu"},
                                                 {"gpu_milli"},
                                                 {"gpu_spec", false},
                                                 {"creation_time", false},
                                                 {"deletion_time", false},
                                                 {"scheduled_time", false}}};

// Names that have to differ, with the line of each.
class UniqueNames {
 public:
  Result<std::string> take(const CsvCell& cell) {
    const Result<std::string_view> name = cell.non_empty("a name");
    if (!name) return std::unexpected(name.error());
    const auto [it, is_new] = lines_.try_emplace(std::string(*name), cell.line);
    if (is_new) return it->first;
    return cell.error(fmt::format("a name of its own (line {} has this one)", it->second));
  }

 private:
  std::unordered_map<std::string, std::size_t> lines_;
};

Result<std::int32_t> amount(const CsvCell& cell, std::int64_t most) {
  const Result<std::int64_t> value = cell.integer(0, most);
  if (!value) return std::unexpected(value.error());
  return static_cast<std::int32_t>(*value);
}

Status read_cpu_and_ram(const CsvReader& csv, std::size_t cpu, std::size_t ram, Resources& out) {
  const Result<std::int32_t> millicores = amount(csv.cell(cpu), kMaxAmount);
  if (!millicores) return std::unexpected(millicores.error());
  const Result<std::int32_t> mib = amount(csv.cell(ram), kMaxAmount);
  if (!mib) return std::unexpected(mib.error());
  out[Dim::kCpu] = *millicores;
  out[Dim::kRam] = *mib;
  return {};
}

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

Result<NodeSpec> read_node(const CsvReader& csv, UniqueNames& names, GpuModels& models) {
  NodeSpec node;
  Result<std::string> name = names.take(csv.cell(kSn));
  if (!name) return std::unexpected(std::move(name.error()));
  node.name = std::move(*name);
  if (const Status s = read_cpu_and_ram(csv, kNodeCpu, kNodeMemory, node.capacity); !s) {
    return std::unexpected(s.error());
  }
  const Result<std::int32_t> gpus = amount(csv.cell(kGpu), kMaxDevices);
  if (!gpus) return std::unexpected(gpus.error());
  const Result<ModelId> model = read_model(csv.cell(kModel), *gpus, models);
  if (!model) return std::unexpected(model.error());
  node.gpus = *gpus;
  node.model = *model;
  node.capacity[Dim::kSm] = *gpus > 0 ? kWholeGpu : 0;
  return node;
}

// What a task may ask for.
struct Offer {
  const GpuModels& models;
  std::int32_t most_gpus = 0;

  explicit Offer(const OpenbNodes& nodes) : models(nodes.models) {
    for (const NodeSpec& n : nodes.nodes) most_gpus = std::max(most_gpus, n.gpus);
  }
};

Result<std::int32_t> read_gpu_count(const CsvCell& cell, const Offer& offer) {
  Result<std::int32_t> gpus = amount(cell, kMaxDevices);
  if (!gpus || *gpus <= offer.most_gpus) return gpus;
  return cell.error(fmt::format("at most {}, the GPUs of the largest node", offer.most_gpus));
}

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

Status read_time(const CsvCell& cell, std::optional<double>& out) {
  if (cell.empty()) return {};
  const Result<double> seconds = cell.number(0.0, kMaxSeconds);
  if (!seconds) return std::unexpected(seconds.error());
  out = *seconds;
  return {};
}

Status read_times(const CsvReader& csv, OpenbTask& task) {
  if (Status s = read_time(csv.cell(kCreation), task.creation_s); !s) return s;
  if (Status s = read_time(csv.cell(kDeletion), task.deletion_s); !s) return s;
  if (Status s = read_time(csv.cell(kScheduled), task.scheduled_s); !s) return s;
  if (task.creation_s && task.deletion_s && *task.deletion_s < *task.creation_s) {
    return csv.cell(kDeletion).error(
        fmt::format("at least the creation_time, {}", *task.creation_s));
  }
  return {};
}

Result<OpenbTask> read_task(const CsvReader& csv, UniqueNames& names, const Offer& offer) {
  OpenbTask task;
  Result<std::string> name = names.take(csv.cell(kName));
  if (!name) return std::unexpected(std::move(name.error()));
  task.name = std::move(*name);
  if (const Status s = read_cpu_and_ram(csv, kTaskCpu, kTaskMemory, task.shape.demand); !s) {
    return std::unexpected(s.error());
  }
  const Result<std::int32_t> gpus = read_gpu_count(csv.cell(kNumGpu), offer);
  if (!gpus) return std::unexpected(gpus.error());
  const Result<std::int32_t> share = read_share(csv.cell(kGpuMilli), *gpus);
  if (!share) return std::unexpected(share.error());
  const Result<ModelSet> models = read_models(csv.cell(kGpuSpec), offer.models);
  if (!models) return std::unexpected(models.error());
  task.shape.gpus = *gpus;
  task.shape.demand[Dim::kSm] = *share;
  task.shape.models = *models;
  if (const Status s = read_times(csv, task); !s) return std::unexpected(s.error());
  return task;
}

std::unexpected<Error> no_rows(std::string_view file, std::string_view what) {
  return fail(Errc::kInput,
              fmt::format("{}: found a header without {}, expected at least one row", file, what));
}

}  // namespace

Result<OpenbNodes> parse_openb_nodes(std::string_view content, std::string_view file) {
  Result<CsvReader> csv = CsvReader::open(content, file, kNodeColumns);
  if (!csv) return std::unexpected(std::move(csv.error()));
  OpenbNodes out;
  UniqueNames names;
  for (;;) {
    const Result<bool> more = csv->next();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    Result<NodeSpec> node = read_node(*csv, names, out.models);
    if (!node) return std::unexpected(std::move(node.error()));
    out.nodes.push_back(std::move(*node));
  }
  if (out.nodes.empty()) return no_rows(file, "nodes");
  return out;
}

Result<std::vector<OpenbTask>> parse_openb_tasks(std::string_view content, std::string_view file,
                                                 const OpenbNodes& nodes) {
  Result<CsvReader> csv = CsvReader::open(content, file, kTaskColumns);
  if (!csv) return std::unexpected(std::move(csv.error()));
  std::vector<OpenbTask> out;
  UniqueNames names;
  const Offer offer(nodes);
  for (;;) {
    const Result<bool> more = csv->next();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    Result<OpenbTask> task = read_task(*csv, names, offer);
    if (!task) return std::unexpected(std::move(task.error()));
    out.push_back(std::move(*task));
  }
  if (out.empty()) return no_rows(file, "tasks");
  return out;
}

Result<OpenbNodes> read_openb_nodes(const std::string& path) {
  const Result<std::string> content = read_file(path);
  if (!content) return std::unexpected(content.error());
  return parse_openb_nodes(*content, path);
}

Result<std::vector<OpenbTask>> read_openb_tasks(const std::string& path, const OpenbNodes& nodes) {
  const Result<std::string> content = read_file(path);
  if (!content) return std::unexpected(content.error());
  return parse_openb_tasks(*content, path, nodes);
}

}  // namespace ragp::codec
