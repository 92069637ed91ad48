// Tests of the DLRM table: meaning of the columns, a message for everything wrong, the real file.
// SPDX-License-Identifier: Apache-2.0
#include "codec/dlrm.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/data_dir.h"

namespace ragp::codec {
namespace {

constexpr std::string_view kNodesFile =
    "sn,cpu_milli,memory_mib,gpu,model,net\n"
    "c,192000,1048576,0,,12500\n"
    "g,128000,1048576,8,A,25000\n";
const std::string kHeader =
    "instance_sn,role,app_name,cpu_request,cpu_limit,gpu_request,gpu_limit,rdma_request,"
    "rdma_limit,memory_request,memory_limit,disk_request,disk_limit,max_instance_per_node,"
    "creation_time,scheduled_time,deletion_time\n";

NodeTable nodes(std::string_view file = kNodesFile) {
  return parse_nodes(file, "nodes.csv").value();
}
Result<std::vector<TaskRow>> tasks(const std::string& content) {
  return parse_tasks(content, "t.csv", nodes());
}
// What is said of a row with this instead of the good cell; "" if nothing.
std::string error_of(const std::string& good, const std::string& bad) {
  std::string row = "i,HN,app,<12>,12,<1>,1,<25>,25,<120.0>,120.0,640.0,800.0,<8>,<5>,<6>,<7>\n";
  const auto at = row.find(good);
  if (at == std::string::npos) return "no such cell";
  row.replace(at, good.size(), bad);
  std::erase_if(row, [](char c) { return c == '<' || c == '>'; });
  const auto r = tasks(kHeader + row);
  return r ? "" : r.error().message;
}

TEST(DlrmTasks, ReadsShapesLimitsAndTimes) {
  const auto all = tasks(kHeader +
                         "i0,HN,app_0,12,12,1,1,25,25,120.0,120.0,640.0,800.0,8,,,\n"
                         "i1,CN,app_1,64,64,0,0,1,1,937.5,937.5,255.0,300.0,-1,0.5,2.0,2.5\n")
                       .value();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "i0");
  EXPECT_EQ(all[0].app, "app_0");
  EXPECT_EQ(all[0].most_per_node, 8);
  EXPECT_EQ(all[0].shape.gpus, 1);
  EXPECT_EQ(all[0].shape.demand, (Resources{{12'000, 122'880, kWholeGpu, 0, 3125, 0, 0}}));
  EXPECT_TRUE(all[0].shape.models.is_any());
  EXPECT_EQ(all[0].times.creation_s, std::nullopt);
  EXPECT_EQ(all[0].times.deletion_s, std::nullopt);
  EXPECT_EQ(all[1].most_per_node, std::nullopt);
  EXPECT_EQ(all[1].shape.gpus, 0);
  EXPECT_EQ(all[1].shape.demand, (Resources{{64'000, 960'000, 0, 0, 125, 0, 0}}));
  EXPECT_EQ(all[1].times.creation_s, 0.5);
  EXPECT_EQ(all[1].times.scheduled_s, 2.0);
  EXPECT_EQ(all[1].times.deletion_s, 2.5);
}

TEST(DlrmTasks, ColumnsInAnyOrderAndTimesOptional) {
  const auto all = tasks(
                       "max_instance_per_node,memory_request,rdma_request,gpu_request,cpu_request,"
                       "app_name,instance_sn\n2,1,2,3,4,a,i\n")
                       .value();
  EXPECT_EQ(all[0].shape.demand, (Resources{{4000, 1024, kWholeGpu, 0, 250, 0, 0}}));
  EXPECT_EQ(all[0].shape.gpus, 3);
  EXPECT_EQ(all[0].most_per_node, 2);
  EXPECT_EQ(all[0].times.creation_s, std::nullopt);
}

TEST(DlrmTasks, AmountsAreRoundedUp) {
  const auto all = tasks(
                       "instance_sn,app_name,cpu_request,gpu_request,rdma_request,memory_request,"
                       "max_instance_per_node\ni,a,0.0001,0,0.1,0.0001,-1\n")
                       .value();
  EXPECT_EQ(all[0].shape.demand, (Resources{{1, 1, 0, 0, 13, 0, 0}}));
}

TEST(DlrmTasks, SaysWhatIsWrong) {
  ASSERT_EQ(error_of("<12>", "12"), "");
  EXPECT_EQ(error_of("i,", ","),
            "t.csv:2: column 'instance_sn': found '' (empty), expected a name");
  EXPECT_EQ(error_of("app", ""),
            "t.csv:2: column 'app_name': found '' (empty), expected the name of an application");
  EXPECT_EQ(error_of("<12>", "-1"),
            "t.csv:2: column 'cpu_request': found '-1' (negative), expected a number from 0 to "
            "100000");
  EXPECT_EQ(error_of("<1>", "9"),
            "t.csv:2: column 'gpu_request': found '9', expected at most 8, the GPUs of the largest "
            "node");
  EXPECT_EQ(error_of("<1>", "0.5"),
            "t.csv:2: column 'gpu_request': found '0.5' (not a whole number), expected a whole "
            "number from 0 to 32");
  EXPECT_EQ(error_of("<25>", "101"),
            "t.csv:2: column 'rdma_request': found '101', expected a number from 0 to 100");
  EXPECT_EQ(error_of("<120.0>", "lots"),
            "t.csv:2: column 'memory_request': found 'lots' (not a number), expected a number from "
            "0 to 97656");
  for (const std::string bad : {"0", "-2", "1.5", ""}) {
    EXPECT_EQ(error_of("<8>", bad), "t.csv:2: column 'max_instance_per_node': found '" + bad + "'" +
                                        (bad.empty() ? " (empty)" : "") +
                                        ", expected a whole number from 1, or -1 for no limit");
  }
  EXPECT_EQ(
      error_of("<5>", "x"),
      "t.csv:2: column 'creation_time': found 'x' (not a number), expected a number from 0 to "
      "3162240000");
  EXPECT_EQ(error_of("<7>", "4"),
            "t.csv:2: column 'deletion_time': found '4', expected at least the creation_time, 5");
}

TEST(DlrmTasks, SaysWhatIsWrongWithTheTable) {
  EXPECT_EQ(tasks(kHeader).error().message,
            "t.csv: found a header without tasks, expected at least one row");
  EXPECT_EQ(tasks("instance_sn,app_name\n").error().message,
            "t.csv:1: column 'cpu_request' is missing; found the columns instance_sn, app_name");
  const std::string row = "i,CN,a,1,1,0,0,1,1,1,1,1,1,-1,,,\n";
  EXPECT_EQ(tasks(kHeader + row + row).error().message,
            "t.csv:3: column 'instance_sn': found 'i', expected a name of its own (line 2 has this "
            "one)");
}

TEST(DlrmTasks, NodesWithoutNetworkAreNotForThem) {
  const auto without = nodes("sn,cpu_milli,memory_mib,gpu,model\ng,1,1,1,A\n");
  const auto r = parse_tasks(kHeader + "i,CN,a,1,1,0,0,51,1,1,1,1,1,-1,,,\n", "t.csv", without);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().message,
            "t.csv:2: column 'rdma_request': found '51', expected at most 0 % of a card of 12500 "
            "MB/s, because no node has more than 0 MB/s in the column 'net' of the node table");
}

TEST(DlrmFiles, TheRealFileReads) {
  const auto dir = testing::data_dir("dlrm");
  if (!dir) GTEST_SKIP() << testing::data_missing("dlrm");
  const auto all = read_tasks((*dir / "disaggregated_DLRM_trace.csv.gz").string(), nodes());
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->size(), 23'871U);
  EXPECT_EQ(std::ranges::count(*all, 1, [](const TaskRow& t) { return t.shape.gpus; }), 7386);
  std::set<std::string> apps;
  for (const TaskRow& t : *all) apps.insert(t.app);
  EXPECT_EQ(apps.size(), 156U);
  const auto limited = [](const TaskRow& t) { return t.most_per_node.has_value(); };
  EXPECT_EQ(std::ranges::count_if(*all, limited), 23'871 - 12'248);
}

}  // namespace
}  // namespace ragp::codec
