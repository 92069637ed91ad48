// Tests of the native trace: exact round trips, and a message for everything that is not a trace.
// SPDX-License-Identifier: Apache-2.0
#include "codec/trace.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "codec/file.h"
#include "codec/seconds.h"
#include "support/workload_equal.h"

namespace ragp::codec {
namespace {

using testing::difference;

const std::string kHeader = R"({"ragp_trace":1,"horizon_s":3600})"
                            "\n";
const std::string kNode =
    R"({"node":"n0","model":"A100","gpus":8,"cpu":1,"ram":2,"sm":1000,"hbm":4,"net":5,"storage":6,"io_cpu":7})"
    "\n";
const std::string kJob = R"({"job":"j0","submit_s":5,"work_s":60})"
                         "\n";

std::string error_of(const std::string& content) {
  const auto r = parse_trace(content, "t.jsonl");
  return r ? "(no error)" : r.error().message;
}
// The message for a job, node or episode line after a header and a node.
std::string line_error(const std::string& line) {
  return error_of(kHeader + kNode + line + "\n");
}
// The same for a job with these keys besides the required ones.
std::string job_error(const std::string& keys) {
  return line_error(R"({"job":"j","submit_s":0,"work_s":1,)" + keys + "}");
}
std::string header_error(const std::string& keys) {
  return error_of(R"({"ragp_trace":1,"horizon_s":9,)" + keys + "}\n" + kNode);
}
Workload parsed(const std::string& content) {
  auto r = parse_trace(content, "t.jsonl");
  EXPECT_TRUE(r) << r.error().message;
  return r ? std::move(*r) : Workload{};
}

TEST(Seconds, AreExact) {
  const auto text = [](std::int64_t us) {
    std::string out;
    append_seconds(out, Duration{us});
    return out;
  };
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(1), "0.000001");
  EXPECT_EQ(text(1'500'000), "1.5");
  EXPECT_EQ(text(100'000'000), "100");
  EXPECT_EQ(text(3'162'240'000'000'000), "3162240000");
  EXPECT_EQ(parse_seconds("3162240000"), Duration{3'162'240'000'000'000});
  EXPECT_EQ(parse_seconds("0.1"), Duration{100'000});
  EXPECT_EQ(parse_seconds("1e3"), Duration{1'000'000'000});
  EXPECT_EQ(parse_seconds("0.30000000000000004"), Duration{300'000});
  EXPECT_EQ(parse_seconds("3162239999.9999991"), Duration{3'162'239'999'999'999});
  for (const char* bad : {"", "-1", "nan", "inf", "x", "1e99", "3162240000.000001", "3162240001",
                          "99999999999999999999", "1.2.3", "."}) {
    EXPECT_EQ(parse_seconds(bad), std::nullopt) << bad;
  }
}

TEST(Trace, ReadsEveryKey) {
  const Workload w = parsed(
      R"({"ragp_trace":1,"scenario":"c","seed":18446744073709551615,"warmup_s":1.5,"horizon_s":100,)"
      R"("queue":{"hold_after_s":1,"overtake_s":2,"hold_share":0.25},)"
      R"("overflow":{"mode":"evict","touch_s":3,"io_cpu_per_mbps":0.5,"evict_above":0.75,"max_evictions":4},)"
      R"("models":["H100","A100"]})"
      "\n" +
      kNode +
      R"({"job":"j0","type":"train","submit_s":0.000001,"tasks":2,"gpus":4,"cpu":10,"ram":20,"sm":500,"hbm":30,)"
      R"("net":40,"storage":50,"io_cpu":60,"hbm_growth":70,"models":["A100"],"work_s":80,)"
      R"("load":{"work_s":1,"net":2,"storage":3,"io_cpu":4},"steady":{"work_s":5,"storage":6},)"
      R"("burst":{"work_s":7},"checkpoints":true,"hbm_steps":[[0,100],[2.5,200]],"hbm_cycle_s":9})"
      "\n" +
      R"({"episode":"rebuild","node":"n0","start_s":10,"length_s":20,"storage_factor_ppm":400000,"io_cpu":5})");
  EXPECT_EQ(w.scenario, "c");
  EXPECT_EQ(w.seed, ~std::uint64_t{0});
  EXPECT_EQ(w.warmup, Duration{1'500'000});
  EXPECT_EQ(w.queue.overtake, std::chrono::seconds(2));
  EXPECT_EQ(w.overflow.mode, OverflowOptions::Mode::kEvict);
  EXPECT_EQ(w.overflow.max_evictions, 4);
  EXPECT_EQ(w.models.name(1), "A100");
  ASSERT_EQ(w.nodes.size(), 1U);
  EXPECT_EQ(w.nodes[0].model, 1);
  EXPECT_EQ(w.nodes[0].capacity, (Resources{{1, 2, 1000, 4, 5, 6, 7}}));
  ASSERT_EQ(w.jobs.size(), 1U);
  const WorkloadJob& j = w.jobs[0];
  EXPECT_EQ(j.type, "train");
  EXPECT_EQ(j.submit, Time{Duration{1}});
  EXPECT_EQ(j.job.tasks, 2);
  EXPECT_EQ(j.job.shape.gpus, 4);
  EXPECT_EQ(j.job.shape.demand, (Resources{{10, 20, 500, 30, 40, 50, 60}}));
  EXPECT_EQ(j.job.shape.hbm_growth, 70);
  EXPECT_EQ(w.models.join(j.job.shape.models), "A100");
  EXPECT_EQ(j.behaviour.load, (Phase{std::chrono::seconds(1), {2, 3, 4}}));
  EXPECT_EQ(j.behaviour.steady, (Phase{std::chrono::seconds(5), {0, 6, 0}}));
  EXPECT_TRUE(j.behaviour.checkpoints);
  EXPECT_EQ(j.behaviour.hbm[1], (HbmStep{Duration{2'500'000}, 200}));
  EXPECT_EQ(j.behaviour.hbm_cycle, std::chrono::seconds(9));
  ASSERT_EQ(w.episodes.size(), 1U);
  EXPECT_EQ(w.episodes[0].storage_ppm, 400'000);
  EXPECT_EQ(w.episodes[0].io_cpu, 5);
}

TEST(Trace, DefaultsAreThoseOfTheStructs) {
  const Workload w = parsed(kHeader + kNode + kJob +
                            R"({"episode":"scrub","node":"n0","start_s":1,"length_s":2})"
                            "\n");
  Workload expected;
  expected.horizon = std::chrono::hours(1);
  expected.models = w.models;
  expected.nodes = w.nodes;
  expected.jobs.push_back({.name = "j0", .submit = Time{std::chrono::seconds(5)}});
  expected.jobs[0].behaviour.work = std::chrono::minutes(1);
  expected.episodes.push_back(
      {.kind = "scrub", .start = Time{std::chrono::seconds(1)}, .length = std::chrono::seconds(2)});
  EXPECT_EQ(difference(w, expected), "");
}

TEST(Trace, AcceptsCrLfBlankLinesAndAByteOrderMark) {
  EXPECT_EQ(error_of("\xEF\xBB\xBF" + kHeader + "\r\n\n" + kNode + " \n" + kJob + "\n\n"),
            "(no error)");
  EXPECT_EQ(error_of(kHeader + "{ \"gpus\" : 0 , \"node\":\"n\",\"cpu\":1,\"ram\":2,\"sm\":0,"
                               "\"hbm\":0,\"net\":0,\"storage\":0,\"io_cpu\":0 } \r\n"),
            "(no error)");
}

TEST(Trace, ReadsAndWritesFiles) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("ragp-trace-test-" + std::to_string(::getpid()) + ".jsonl.gz"))
                               .string();
  const Workload w = parsed(kHeader + kNode + kJob);
  ASSERT_TRUE(write_file_atomically(path, write_trace(w)));
  const auto back = read_trace(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(difference(w, *back), "");
  EXPECT_EQ(read_trace("no/trace").error().message,
            "no/trace: cannot read: No such file or directory");
}

TEST(Trace, RejectsAWrongFirstLine) {
  EXPECT_EQ(error_of(""), "t.jsonl: found nothing, expected the header of a trace");
  EXPECT_EQ(error_of(kNode),
            "t.jsonl:1: found no key 'ragp_trace', expected the header of a trace "
            "on the first line");
  EXPECT_EQ(error_of("[1]\n"), "t.jsonl:1: found '[1]', expected a JSON object");
  EXPECT_EQ(error_of("7\n"), "t.jsonl:1: found '7', expected a JSON object");
  EXPECT_EQ(error_of(R"({"ragp_trace":2,"new":1})"),
            "t.jsonl:1: key 'ragp_trace': found 2, expected 1, the version of the format that this "
            "program reads");
  EXPECT_EQ(error_of(R"({"ragp_trace":"1"})"),
            "t.jsonl:1: key 'ragp_trace': found \"1\", expected 1, the version of the format that "
            "this program reads");
  EXPECT_EQ(error_of(kHeader), "t.jsonl: found no node, expected at least one");
  EXPECT_EQ(error_of(R"({"ragp_trace":1})"), "t.jsonl:1: key 'horizon_s' is missing");
}

TEST(Trace, RejectsWrongHeaderKeys) {
  EXPECT_EQ(header_error(R"("sead":1)"), "t.jsonl:1: key 'sead' is unknown (did you mean 'seed'?)");
  EXPECT_EQ(header_error(R"("seed":-1)"),
            "t.jsonl:1: key 'seed': found -1, expected a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(header_error(R"("seed":18446744073709551616)"),
            "t.jsonl:1: key 'seed': found 18446744073709551616, expected a whole number from 0 to "
            "2^64 - 1");
  EXPECT_EQ(header_error(R"("warmup_s":10)"),
            "t.jsonl:1: key 'warmup_s': found 10, expected at most horizon_s");
  EXPECT_EQ(header_error(R"("queue":[])"),
            "t.jsonl:1: key 'queue': found a list of 0, expected an object {...}");
  EXPECT_EQ(header_error(R"("queue":{"hold_share":1.5})"),
            "t.jsonl:1: key 'queue.hold_share': found 1.5, expected a number from 0 to 1");
  EXPECT_EQ(header_error(R"("queue":{"hold_chare":1})"),
            "t.jsonl:1: key 'queue.hold_chare' is unknown (did you mean 'hold_share'?)");
  EXPECT_EQ(header_error(R"("overflow":{"mode":"split"})"),
            "t.jsonl:1: key 'overflow.mode': found \"split\", expected \"spill\" or \"evict\"");
  EXPECT_EQ(header_error(R"("overflow":{"touch_s":0})"),
            "t.jsonl:1: key 'overflow.touch_s': found 0, expected seconds from 0.000001 to "
            "3162240000");
  EXPECT_EQ(header_error(R"("models":["A","A"])"),
            "t.jsonl:1: key 'models': found \"A\", expected each name once");
  EXPECT_EQ(header_error(R"("models":"A")"),
            "t.jsonl:1: key 'models': found \"A\", expected a list of names");
  EXPECT_EQ(header_error(R"("models":[1])"),
            "t.jsonl:1: key 'models': found 1, expected a name in quotes");
}

TEST(Trace, RejectsWhatIsNotJson) {
  EXPECT_THAT(line_error(R"({"job":"j" "submit_s":1})"),
              ::testing::StartsWith("t.jsonl:3: not valid JSON near '\"submit_s\":1}': The JSON"));
  for (const char* bad :
       {R"({"job":"j" "submit_s":1})", R"({"job"})", R"({"job":})", R"({,})", R"({"job":"j",})",
        R"({"job":"j"} 1)", R"({"job":"j"}})", R"({"job":"\q"})", R"({"job":["j"})",
        R"({"job":[1,]})", R"({"job":[1 2]})", "{\"job\":\"a\tb\"}", "{\"job\":\"\xFF\"}",
        R"({"a":[[[[[[[[[[[[1]]]]]]]]]]]]})", "nonsense", R"({"job":"j"}{"job":"k"})",
        R"({"job":"j)"}) {
    const std::string text = line_error(bad);
    EXPECT_TRUE(text.starts_with("t.jsonl:3: ")) << bad << " gave " << text;
    EXPECT_TRUE(text.find("JSON") != std::string::npos) << bad << " gave " << text;
  }
  EXPECT_EQ(error_of(kHeader + kNode + std::string("{\"job\":\0}\n", 10)).substr(0, 11),
            "t.jsonl:3: ");
}

TEST(Trace, RejectsUnknownMissingAndRepeatedKeys) {
  EXPECT_EQ(line_error(R"({"jop":"j"})"),
            "t.jsonl:3: found none of the keys 'node', 'job' and "
            "'episode', expected one");
  EXPECT_EQ(job_error(R"("subimt_s":1)"),
            "t.jsonl:3: key 'subimt_s' is unknown (did you mean 'submit_s'?)");
  EXPECT_EQ(line_error(R"({"job":"j","work_s":1})"), "t.jsonl:3: key 'submit_s' is missing");
  EXPECT_EQ(line_error(R"({"node":"n","gpus":0,"cpu":1})"), "t.jsonl:3: key 'ram' is missing");
  EXPECT_EQ(line_error(R"({"episode":"x","node":"n0","start_s":1})"),
            "t.jsonl:3: key 'length_s' is missing");
  EXPECT_EQ(job_error(R"("tasks":1,"tasks":2)"), "t.jsonl:3: key 'tasks' stands twice");
  EXPECT_EQ(job_error(R"("load":{"net":1})"), "t.jsonl:3: key 'load.work_s' is missing");
}

TEST(Trace, RejectsWrongTypes) {
  EXPECT_EQ(line_error(R"({"job":7,"submit_s":0,"work_s":1})"),
            "t.jsonl:3: key 'job': found 7, expected text in quotes");
  EXPECT_EQ(job_error(R"("gpus":"2")"),
            "t.jsonl:3: key 'gpus': found \"2\", expected a whole number from 0 to 32");
  EXPECT_EQ(job_error(R"("gpus":1.0)"),
            "t.jsonl:3: key 'gpus': found 1.0, expected a whole number from 0 to 32");
  EXPECT_EQ(job_error(R"("gpus":01)"),
            "t.jsonl:3: key 'gpus': found 01, expected a whole number from 0 to 32");
  EXPECT_EQ(job_error(R"("gpus":null)"),
            "t.jsonl:3: key 'gpus': found null, expected a whole number from 0 to 32");
  EXPECT_EQ(job_error(R"("checkpoints":1)"),
            "t.jsonl:3: key 'checkpoints': found 1, expected true or false");
  EXPECT_EQ(job_error(R"("checkpoints":truth)"),
            "t.jsonl:3: key 'checkpoints': found truth, expected true or false");
  EXPECT_EQ(job_error(R"("steady":5)"),
            "t.jsonl:3: key 'steady': found 5, expected an object {...}");
  EXPECT_EQ(job_error(R"("hbm_steps":{})"),
            "t.jsonl:3: key 'hbm_steps': found an object, expected a list of [at_s, MiB]");
  EXPECT_EQ(job_error(R"("gpus":1,"hbm_steps":[[1]])"),
            "t.jsonl:3: key 'hbm_steps': found a list of 1, expected a pair [at_s, MiB]");
}

TEST(Trace, RejectsWrongNumbers) {
  const auto submit_error = [](const std::string& value) {
    return line_error(R"({"job":"j","submit_s":)" + value + R"(,"work_s":1})");
  };
  const auto expected = [](const std::string& found) {
    return "t.jsonl:3: key 'submit_s': found " + found + ", expected seconds from 0 to 3162240000";
  };
  for (const char* bad : {"-1", "-0.5", "NaN", "Infinity", "-Infinity", "1e400", "3162240001", "+1",
                          ".5", "1.", "0x10", "99999999999999999999999"}) {
    EXPECT_EQ(submit_error(bad), expected(bad));
  }
  EXPECT_EQ(job_error(R"("gpus":33)"),
            "t.jsonl:3: key 'gpus': found 33, expected a whole number from 0 to 32");
  EXPECT_EQ(job_error(R"("cpu":-1)"),
            "t.jsonl:3: key 'cpu': found -1, expected a whole number from 0 to 100000000");
  EXPECT_EQ(job_error(R"("net":100000001)"),
            "t.jsonl:3: key 'net': found 100000001, expected a whole number from 0 to 100000000");
  EXPECT_EQ(
      job_error(R"("storage":9999999999)"),
      "t.jsonl:3: key 'storage': found 9999999999, expected a whole number from 0 to 100000000");
  EXPECT_EQ(job_error(R"("gpus":1,"sm":1001)"),
            "t.jsonl:3: key 'sm': found 1001, expected a whole number from 0 to 1000");
  EXPECT_EQ(
      job_error(R"("gpus":1,"hbm_growth":10000001)"),
      "t.jsonl:3: key 'hbm_growth': found 10000001, expected a whole number from 0 to 10000000");
  EXPECT_EQ(job_error(R"("tasks":0)"),
            "t.jsonl:3: key 'tasks': found 0, expected a whole number from 1 to 100000000");
  EXPECT_EQ(
      job_error(R"("burst":{"work_s":1,"storage":-4})"),
      "t.jsonl:3: key 'burst.storage': found -4, expected a whole number from 0 to 100000000");
}

TEST(Trace, RejectsContradictions) {
  EXPECT_EQ(job_error(R"("sm":500)"),
            "t.jsonl:3: key 'sm': found 500, expected 0, because gpus is 0");
  EXPECT_EQ(
      line_error(
          R"({"node":"n","gpus":1,"cpu":1,"ram":2,"sm":0,"hbm":0,"net":0,"storage":0,"io_cpu":0})"),
      "t.jsonl:3: key 'model': found none, expected the name of the GPU model");
  EXPECT_EQ(
      line_error(
          R"({"node":"n","model":"A","gpus":0,"cpu":1,"ram":2,"sm":0,"hbm":0,"net":0,"storage":0,"io_cpu":0})"),
      "t.jsonl:3: key 'model': found \"A\", expected none, because gpus is 0");
}

TEST(Trace, RejectsHbmStepsOutOfOrder) {
  EXPECT_EQ(job_error(R"("gpus":1,"hbm_steps":[[1,5],[1,6]])"),
            "t.jsonl:3: key 'hbm_steps': found 1, expected a later time than the one before");
  EXPECT_EQ(job_error(R"("gpus":1,"hbm_steps":[[-1,5]])"),
            "t.jsonl:3: key 'hbm_steps': found -1, expected seconds from 0 to 3162240000");
  EXPECT_EQ(job_error(R"("gpus":1,"hbm_steps":[[1,"x"]])"),
            "t.jsonl:3: key 'hbm_steps': found \"x\", expected a whole number from 0 to 10000000");
}

TEST(Trace, AnEmptyListOfModelsAcceptsNone) {
  const Workload w = parsed(kHeader + kNode +
                            R"({"job":"j0","submit_s":0,"work_s":1,"gpus":1,"sm":1,"models":[]})");
  EXPECT_EQ(w.jobs[0].job.shape.models, ModelSet::none());
}

TEST(Trace, AFileThatWasCutAtALineEndDoesNotPass) {
  const std::string header = R"({"ragp_trace":1,"horizon_s":10,"lines":2})"
                             "\n";
  EXPECT_TRUE(parse_trace(header + kNode + kJob, "t.jsonl").has_value());
  const auto cut = parse_trace(header + kNode, "t.jsonl");
  ASSERT_FALSE(cut.has_value());
  EXPECT_EQ(cut.error().message,
            "t.jsonl: found 1 lines after the header, expected 2 as its key 'lines' says: the file "
            "was cut or added to");
}

TEST(Trace, RejectsAMemoryCycleThatEndsBeforeItsSteps) {
  EXPECT_EQ(job_error(R"("gpus":1,"hbm_steps":[[0,1],[5,2]],"hbm_cycle_s":5)"),
            "t.jsonl:3: key 'hbm_cycle_s': found 5, expected more than the time of the last step");
}

TEST(Trace, RejectsWrongReferences) {
  EXPECT_EQ(
      line_error(kNode.substr(0, kNode.size() - 1)),
      "t.jsonl:3: key 'node': found \"n0\", expected a name of its own (line 2 has this one)");
  EXPECT_EQ(line_error(kJob + kJob),
            "t.jsonl:4: key 'job': found \"j0\", expected a name of its own (line 3 has this one)");
  EXPECT_EQ(line_error(R"({"job":"","submit_s":0,"work_s":1})"),
            "t.jsonl:3: key 'job': found \"\", expected a name");
  EXPECT_EQ(line_error(kJob + R"({"job":"j1","submit_s":4.5,"work_s":1})"),
            "t.jsonl:4: key 'submit_s': found 4.5, expected no earlier time than the job before");
  EXPECT_EQ(
      job_error(R"("models":["A10O"])"),
      "t.jsonl:3: key 'models': found \"A10O\", expected a GPU model of the nodes above (did you "
      "mean 'A100'?)");
  EXPECT_EQ(job_error(R"("models":["Radeon"])"),
            "t.jsonl:3: key 'models': found \"Radeon\", expected a GPU model of the nodes above "
            "(known: A100)");
  EXPECT_EQ(line_error(R"({"episode":"x","node":"n9","start_s":1,"length_s":1})"),
            "t.jsonl:3: key 'node': found \"n9\", expected the name of a node above (did you mean "
            "'n0'?)");
  const std::string episode = R"({"episode":"x","node":"n0","start_s":2,"length_s":1})"
                              "\n";
  EXPECT_EQ(line_error(episode + R"({"episode":"x","node":"n0","start_s":1,"length_s":1})"),
            "t.jsonl:4: key 'start_s': found 1, expected no earlier time than the episode before");
  EXPECT_EQ(
      line_error(
          R"({"episode":"x","node":"n0","start_s":1,"length_s":1,"storage_factor_ppm":1000001})"),
      "t.jsonl:3: key 'storage_factor_ppm': found 1000001, expected a whole number from 0 to "
      "1000000");
}

TEST(Trace, LimitsTheNumberOfModels) {
  std::string nodes;
  for (int i = 0; i < 64; ++i) {
    nodes += R"({"node":"n)" + std::to_string(i) + R"(","model":"M)" + std::to_string(i) +
             R"(","gpus":1,"cpu":1,"ram":2,"sm":0,"hbm":0,"net":0,"storage":0,"io_cpu":0})"
             "\n";
  }
  EXPECT_EQ(error_of(kHeader + nodes),
            "t.jsonl:65: key 'model': found \"M63\", expected at most 63 GPU models in a trace");
}

}  // namespace
}  // namespace ragp::codec
