// Tests of the node table: meaning of the columns, and a message for everything wrong.
// SPDX-License-Identifier: Apache-2.0
#include "codec/node_table.h"

#include <string>

#include <gtest/gtest.h>

namespace ragp::codec {
namespace {

constexpr std::string_view kNodesFile =
    "sn,cpu_milli,memory_mib,gpu,model\n"
    "n0,64000,262144,2,P100\n"
    "n1,32000,1024,0,\n"
    "n2,96000,2048,8,V100M16\n";

NodeTable nodes() {
  return parse_nodes(kNodesFile, "nodes.csv").value();
}
std::string node_error(const std::string& rows) {
  const auto r = parse_nodes("sn,cpu_milli,memory_mib,gpu,model\n" + rows, "nodes.csv");
  return r ? "(no error)" : r.error().message;
}

TEST(NodeTable, ReadsCapacities) {
  const NodeTable n = nodes();
  ASSERT_EQ(n.nodes.size(), 3U);
  EXPECT_EQ(n.nodes[0].name, "n0");
  EXPECT_EQ(n.nodes[0].capacity, (Resources{{64000, 262144, kWholeGpu, 0, 0, 0, 0}}));
  EXPECT_EQ(n.nodes[0].gpus, 2);
  EXPECT_EQ(n.models.name(n.nodes[0].model), "P100");
  EXPECT_EQ(n.nodes[1].gpus, 0);
  EXPECT_EQ(n.nodes[1].capacity, (Resources{{32000, 1024, 0, 0, 0, 0, 0}}));
  EXPECT_EQ(n.models.name(n.nodes[2].model), "V100M16");
}

TEST(NodeTable, SaysWhatIsWrong) {
  EXPECT_EQ(node_error(""), "nodes.csv: found a header without nodes, expected at least one row");
  EXPECT_EQ(
      node_error("n0,1,1,0,\nn1,1,1,0,\nn0,1,1,0,\n"),
      "nodes.csv:4: column 'sn': found 'n0', expected a name of its own (line 2 has this one)");
  EXPECT_EQ(node_error(",1,1,0,\n"), "nodes.csv:2: column 'sn': found '' (empty), expected a name");
  EXPECT_EQ(node_error("n0,1,1,33,A\n"),
            "nodes.csv:2: column 'gpu': found '33', expected a whole number from 0 to 32");
  EXPECT_EQ(node_error("n0,-1,1,1,A\n"),
            "nodes.csv:2: column 'cpu_milli': found '-1' (negative), "
            "expected a whole number from 0 to 100000000");
  EXPECT_EQ(
      node_error("n0,1,100000001,1,A\n"),
      "nodes.csv:2: column 'memory_mib': found '100000001', expected a whole number from 0 to "
      "100000000");
  EXPECT_EQ(node_error("n0,1,1,1,\n"),
            "nodes.csv:2: column 'model': found '' (empty), expected the "
            "name of one GPU model");
  EXPECT_EQ(node_error("n0,1,1,1,A|B\n"),
            "nodes.csv:2: column 'model': found 'A|B', expected the name of one GPU model");
  EXPECT_EQ(node_error("n0,1,1,0,A\n"),
            "nodes.csv:2: column 'model': found 'A', expected nothing, "
            "because the node has no GPU");
}

TEST(NodeTable, LimitsTheNumberOfModels) {
  std::string rows;
  for (int i = 0; i < 64; ++i) {
    rows += "n" + std::to_string(i) + ",1,1,1,M" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(node_error(rows),
            "nodes.csv:65: column 'model': found 'M63', expected at most 63 "
            "different GPU models in a file");
}

TEST(NodeTable, ReadsNetworkAndCountWhereTheyExist) {
  const auto n = parse_nodes(
      "count,sn,cpu_milli,memory_mib,gpu,model,net\n2,c,1,2,0,,12500\n1,g,1,2,8,A,25000\n",
      "nodes.csv");
  ASSERT_TRUE(n) << n.error().message;
  ASSERT_EQ(n->nodes.size(), 3U);
  EXPECT_EQ(n->nodes[0].name, "c-0");
  EXPECT_EQ(n->nodes[1].name, "c-1");
  EXPECT_EQ(n->nodes[1].capacity, (Resources{{1, 2, 0, 0, 12'500, 0, 0}}));
  EXPECT_EQ(n->nodes[2].name, "g-0");
  EXPECT_EQ(n->nodes[2].capacity, (Resources{{1, 2, kWholeGpu, 0, 25'000, 0, 0}}));
  EXPECT_EQ(n->most_gpus(), 8);
  EXPECT_EQ(n->most_net(), 25'000);
}

TEST(NodeTable, SaysWhatIsWrongWithNetworkAndCount) {
  const auto error = [](const std::string& row) {
    const auto n = parse_nodes("sn,cpu_milli,memory_mib,gpu,model,net,count\n" + row, "n.csv");
    return n ? "(no error)" : n.error().message;
  };
  EXPECT_EQ(error("c,1,1,0,,,1\n"),
            "n.csv:2: column 'net': found '' (empty), expected a whole number from 0 to 100000000");
  EXPECT_EQ(error("c,1,1,0,,1,0\n"),
            "n.csv:2: column 'count': found '0', expected a whole number from 1 to 100000");
  EXPECT_EQ(error("c,1,1,0,,1,60000\nd,1,1,0,,1,60000\n"),
            "n.csv:3: column 'count': found '60000', expected a whole number from 1 to 40000");
}

}  // namespace
}  // namespace ragp::codec
