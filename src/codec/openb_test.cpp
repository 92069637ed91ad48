// Tests of openb: meaning of the columns, a message for everything wrong, and the real files.
// SPDX-License-Identifier: Apache-2.0
#include "codec/openb.h"

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "support/data_dir.h"

namespace ragp::codec {
namespace {

constexpr std::string_view kNodesFile =
    "sn,cpu_milli,memory_mib,gpu,model\n"
    "n0,64000,262144,2,P100\n"
    "n1,32000,1024,0,\n"
    "n2,96000,2048,8,V100M16\n";
constexpr std::string_view kTaskHeader =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n";

NodeTable nodes() {
  return parse_nodes(kNodesFile, "nodes.csv").value();
}
// A task file of these rows, without the columns that nobody reads.
Result<std::vector<TaskRow>> tasks(const std::string& rows) {
  return parse_openb_tasks(
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time\n" + rows,
      "tasks.csv", nodes());
}
std::string task_error(const std::string& rows) {
  const auto r = tasks(rows);
  return r ? "(no error)" : r.error().message;
}
TEST(OpenbTasks, ReadsShapesAndTimes) {
  const auto all = parse_openb_tasks(std::string(kTaskHeader) +
                                         "t0,8000,30517,0,0,,BE,Running,11811762,11827364,1\n"
                                         "t1,1,2,1,460,P100|V100M16|P100,LS,Running,0.5,,\n"
                                         "t2,1,2,8,1000,V100M16,LS,Running,,,\n"
                                         "t3,1,2,0,,,LS,Running,,,\n",
                                     "tasks.csv", nodes())
                       .value();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].name, "t0");
  EXPECT_EQ(all[0].shape.gpus, 0);
  EXPECT_EQ(all[0].shape.demand, (Resources{{8000, 30517, 0, 0, 0, 0, 0}}));
  EXPECT_TRUE(all[0].shape.models.is_any());
  EXPECT_EQ(all[0].times.creation_s, 11811762.0);
  EXPECT_EQ(all[0].times.deletion_s, 11827364.0);
  EXPECT_EQ(all[0].times.scheduled_s, 1.0);
  EXPECT_EQ(all[1].shape.gpus, 1);
  EXPECT_EQ(all[1].shape.demand[Dim::kSm], 460);
  EXPECT_EQ(nodes().models.join(all[1].shape.models), "P100|V100M16");
  EXPECT_EQ(all[1].times.creation_s, 0.5);
  EXPECT_EQ(all[1].times.deletion_s, std::nullopt);
  EXPECT_EQ(all[2].shape.gpus, 8);
  EXPECT_EQ(all[2].shape.demand[Dim::kSm], kWholeGpu);
  EXPECT_EQ(nodes().models.join(all[2].shape.models), "V100M16");
  EXPECT_EQ(all[3].shape.demand[Dim::kSm], 0);
}

TEST(OpenbTasks, NeedsOnlyTheFirstFiveColumns) {
  const auto all = parse_openb_tasks("gpu_milli,num_gpu,memory_mib,cpu_milli,name\n1000,1,2,3,t\n",
                                     "tasks.csv", nodes())
                       .value();
  EXPECT_EQ(all[0].shape.demand, (Resources{{3, 2, 1000, 0, 0, 0, 0}}));
  EXPECT_TRUE(all[0].shape.models.is_any());
  EXPECT_EQ(all[0].times.creation_s, std::nullopt);
  EXPECT_EQ(parse_openb_tasks("name,cpu_milli,memory_mib,num_gpus,gpu_milli\n", "t.csv", nodes())
                .error()
                .message,
            "t.csv:1: column 'num_gpu' is missing; found the columns name, cpu_milli, memory_mib, "
            "num_gpus, gpu_milli (did you mean 'num_gpus'?)");
}

TEST(OpenbTasks, SaysWhatIsWrongWithAShape) {
  EXPECT_EQ(task_error(""), "tasks.csv: found a header without tasks, expected at least one row");
  EXPECT_EQ(
      task_error("t,1,1,0,0,,,\nt,1,1,0,0,,,\n"),
      "tasks.csv:3: column 'name': found 't', expected a name of its own (line 2 has this one)");
  EXPECT_EQ(task_error("t,1,1,9,1000,,,\n"),
            "tasks.csv:2: column 'num_gpu': found '9', expected at "
            "most 8, the GPUs of the largest node");
  EXPECT_EQ(task_error("t,1,1,33,1000,,,\n"),
            "tasks.csv:2: column 'num_gpu': found '33', expected a whole number from 0 to 32");
  EXPECT_EQ(task_error("t,1,1,0,500,,,\n"),
            "tasks.csv:2: column 'gpu_milli': found '500', expected "
            "0 or nothing, because num_gpu is 0");
  EXPECT_EQ(task_error("t,1,1,2,500,,,\n"),
            "tasks.csv:2: column 'gpu_milli': found '500', expected "
            "1000, because num_gpu is 2");
  EXPECT_EQ(task_error("t,1,1,1,0,,,\n"),
            "tasks.csv:2: column 'gpu_milli': found '0', expected a whole number from 1 to 1000");
  EXPECT_EQ(task_error("t,1,1,1,,,,\n"),
            "tasks.csv:2: column 'gpu_milli': found '' (empty), expected "
            "a whole number from 1 to 1000");
  EXPECT_EQ(task_error("t,NaN,1,1,10,,,\n"),
            "tasks.csv:2: column 'cpu_milli': found 'NaN' (not a finite number), expected a whole "
            "number from 0 to 100000000");
}

TEST(OpenbTasks, SaysWhichModelIsUnknown) {
  EXPECT_EQ(
      task_error("t,1,1,1,1000,V100M61,,\n"),
      "tasks.csv:2: column 'gpu_spec': found 'V100M61', expected GPU models of the node file, "
      "but it has no 'V100M61' (did you mean 'V100M16'?)");
  EXPECT_EQ(task_error("t,1,1,1,1000,P100|H200SXM,,\n"),
            "tasks.csv:2: column 'gpu_spec': found 'P100|H200SXM', expected GPU models of the node "
            "file, but it has no 'H200SXM' (known: P100, V100M16)");
  EXPECT_EQ(
      task_error("t,1,1,1,1000,P100|,,\n"),
      "tasks.csv:2: column 'gpu_spec': found 'P100|', expected GPU models of the node file, but "
      "it has no '' (empty) (known: P100, V100M16)");
}

TEST(OpenbTasks, SaysWhatIsWrongWithATime) {
  EXPECT_EQ(task_error("t,1,1,1,1000,,-1,\n"),
            "tasks.csv:2: column 'creation_time': found '-1' "
            "(negative), expected a number from 0 to 3162240000");
  EXPECT_EQ(task_error("t,1,1,1,1000,,5,4\n"),
            "tasks.csv:2: column 'deletion_time': found '4', "
            "expected at least the creation_time, 5");
}

TEST(OpenbFiles, NameTheFileThatIsMissing) {
  EXPECT_EQ(read_nodes("no/nodes.csv").error().message,
            "no/nodes.csv: cannot read: No such file or directory");
  EXPECT_EQ(read_tasks("no/tasks.csv", nodes()).error().message,
            "no/tasks.csv: cannot read: No such file or directory");
}

std::int64_t count_gpus(const NodeTable& n) {
  std::int64_t gpus = 0;
  for (const NodeSpec& node : n.nodes) gpus += node.gpus;
  return gpus;
}

TEST(OpenbFiles, TheRealNodeFilesRead) {
  const auto dir = testing::data_dir("openb");
  if (!dir) GTEST_SKIP() << testing::data_missing("openb");
  const auto gpu = read_nodes((*dir / "openb_node_list_gpu_node.csv").string());
  ASSERT_TRUE(gpu) << gpu.error().message;
  EXPECT_EQ(gpu->nodes.size(), 1213U);
  EXPECT_EQ(count_gpus(*gpu), 6212);
  EXPECT_EQ(gpu->models.names().size(), 7U);
  const auto all = read_nodes((*dir / "openb_node_list_all_node.csv").string());
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->nodes.size(), 1523U);
  EXPECT_EQ(count_gpus(*all), 6212);
}

TEST(OpenbFiles, TheRealTaskFilesRead) {
  const auto dir = testing::data_dir("openb");
  if (!dir) GTEST_SKIP() << testing::data_missing("openb");
  const std::map<std::string, std::size_t> expected{
      {"cpu050", 7439},     {"cpu072", 7608},     {"cpu200", 8832},      {"cpu235", 9240},
      {"cpu250", 9420},     {"default", 8152},    {"gpushare100", 8152}, {"gpushare40", 8152},
      {"gpushare80", 8152}, {"gpuspec10", 8152},  {"gpuspec20", 8152},   {"gpuspec33", 8152},
      {"multigpu20", 8324}, {"multigpu40", 8746}, {"multigpu50", 9061}};
  const NodeTable n = read_nodes((*dir / "openb_node_list_gpu_node.csv").string()).value();
  for (const auto& [name, count] : expected) {
    const auto all = read_tasks((*dir / ("openb_pod_list_" + name + ".csv.gz")).string(), n);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->size(), count) << name;
  }
}

}  // namespace
}  // namespace ragp::codec
