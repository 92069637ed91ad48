#include "lists.h"

#include <filesystem>
#include <string_view>

#include "codec/openb.h"

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

}  // namespace

Result<sim::FillUpInput> read_lists(const std::string& nodes_path, const std::string& tasks_path) {
  const auto nodes = codec::read_openb_nodes(nodes_path);
  if (!nodes) return std::unexpected(nodes.error());
  const auto tasks = codec::read_openb_tasks(tasks_path, *nodes);
  if (!tasks) return std::unexpected(tasks.error());
  sim::FillUpInput input{.workload = workload_name(tasks_path), .nodes = nodes->nodes, .tasks = {}};
  for (const codec::OpenbTask& t : *tasks) input.tasks.push_back(t.shape);
  return input;
}

}  // namespace ragp::app
