#include "lists.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_map>

#include "codec/node_table.h"
#include "codec/task_table.h"

namespace ragp::app {
namespace {

// "openb_pod_list_cpu200.csv.gz" -> "cpu200"; other names lose only their endings.
std::string workload_name(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  for (const std::string_view ending : {".gz", ".csv"}) {
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  }
  constexpr std::string_view kOpenb = "openb_pod_list_";
  if (name.starts_with(kOpenb)) name.erase(0, kOpenb.size());
  return name;
}

Result<sim::FillUpInput> read_list(const std::string& path, const codec::NodeTable& nodes) {
  const auto tasks = codec::read_tasks(path, nodes);
  if (!tasks) return std::unexpected(tasks.error());
  sim::FillUpInput input{.workload = workload_name(path), .nodes = nodes.nodes, .tasks = {}};
  std::unordered_map<std::string_view, std::int32_t> apps;  // numbered as they come
  for (const codec::TaskRow& t : *tasks) {
    sim::Task& task = input.tasks.emplace_back(t.shape);
    if (!t.app.empty()) {
      task.app = apps.try_emplace(t.app, static_cast<std::int32_t>(apps.size())).first->second;
    }
    task.most_per_node = t.most_per_node.value_or(sim::Task::kNoLimit);
    input.times.push_back({.arrives_s = t.times.creation_s, .leaves_s = t.times.deletion_s});
  }
  return input;
}

}  // namespace

Result<std::vector<sim::FillUpInput>> read_lists(const std::string& nodes_path,
                                                 const std::vector<std::string>& task_paths) {
  const auto nodes = codec::read_nodes(nodes_path);
  if (!nodes) return std::unexpected(nodes.error());
  std::vector<sim::FillUpInput> lists;
  for (const std::string& path : task_paths) {
    auto list = read_list(path, *nodes);
    if (!list) return std::unexpected(list.error());
    if (std::ranges::find(lists, list->workload, &sim::FillUpInput::workload) != lists.end()) {
      return fail(Errc::kInput, "--tasks: found two lists with the name '" + list->workload +
                                    "', expected file names that differ");
    }
    lists.push_back(std::move(*list));
  }
  return lists;
}

}  // namespace ragp::app
