// Scenario files: whatever can be valid is read back as it was written.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "codec/scenario.h"

namespace ragp::codec {
namespace {

using rc::gen::inRange;

double some(double low, double high) {
  const double share = *inRange<std::uint32_t>(0, 1'000'001) / 1e6;
  return low + (high - low) * share;
}
std::int32_t amount(std::int32_t high) {
  return *inRange<std::int32_t>(0, high + 1);
}
Range range(double low, double high) {
  const double a = some(low, high);
  const double b = some(low, high);
  return {.low = std::min(a, b), .high = std::max(a, b)};
}
std::string text() {
  return *rc::gen::resize(20, rc::gen::container<std::string>(inRange<char>(1, 127))) +
         (*inRange(0, 4) == 0 ? "\u00e9\u4e2d" : "");
}
std::vector<std::string> some_names(std::size_t least) {
  const auto name = rc::gen::resize(12, rc::gen::nonEmpty(rc::gen::container<std::string>(
                                            rc::gen::elementOf(std::string("abcXYZ019-_")))));
  std::set<std::string> all = *rc::gen::resize(4, rc::gen::container<std::set<std::string>>(name));
  while (all.size() < least) all.insert(*name);
  return {all.begin(), all.end()};
}
Feeds feeds() {
  return {amount(kMaxAmount), amount(kMaxAmount), amount(kMaxAmount)};
}

NodeType node_type(const std::string& name) {
  NodeType n;
  n.name = name;
  for (const Dim d : kNodeDims) n.capacity[d] = amount(kMaxAmount);
  n.gpus = amount(32);
  if (n.gpus > 0) {
    n.gpu_model = some_names(1)[0];
    n.capacity[Dim::kSm] = kWholeGpu;
    n.capacity[Dim::kHbm] = 1 + amount(kMaxHbm - 1);
  }
  n.source = text();
  return n;
}

JobType job_type(const std::string& name) {
  JobType j;
  j.name = name;
  for (const Dim d : kNodeDims) j.demand[d] = amount(kMaxAmount);
  j.demand[Dim::kCpu] += j.demand[Dim::kCpu] == 0 ? 1 : 0;
  j.gpus = amount(32);
  j.tasks = 1 + amount(99'999);
  if (j.gpus > 0) {
    j.demand[Dim::kSm] = 1 + amount(kWholeGpu - 1);
    j.demand[Dim::kHbm] = amount(kMaxHbm);
    j.hbm_growth = 1 + amount(kMaxHbm - 1);
    j.models = some_names(0);
    j.breathing = {.period_s = some(0, 1e6), .peak = range(0, 10)};
  }
  j.median_h = some(0.001, 1000);
  j.log_sigma = some(0, 3);
  j.load = {.mb = some(0, 1e9), .mbps = 1 + amount(kMaxAmount - 1)};
  j.burst = {.every_s = some(0, 1e6), .length_s = some(0.1, 1e6), .needs = feeds()};
  j.checkpoints = j.burst.every_s > 0 && amount(1) == 1;
  j.source = text();
  return j;
}

BackgroundType background_type(const std::string& name) {
  return {.name = name,
          .share = some(0, 0.99),
          .hours = range(0.01, 1000),
          .storage = range(0.001, 1),
          .io_cpu = amount(kMaxAmount)};
}

template <class Make>
auto make_types(const std::vector<std::string>& names, Make make) {
  std::vector<decltype(make(names[0]))> all;
  all.reserve(names.size());
  for (const std::string& name : names) all.push_back(make(name));
  return all;
}

template <class Type>
std::vector<Part> mix_of(const std::vector<Type>& all) {
  std::vector<Part> mix;
  mix.reserve(all.size());
  for (const Type& type : all) mix.push_back({.type = type.name, .weight = some(0, 1000)});
  mix[0].weight += 0.1;
  return mix;
}

Duration duration(std::int64_t high_s) {
  return Duration{*inRange<std::int64_t>(1'000, high_s * 1'000'000)};
}

Scenario scenario() {
  Scenario s;
  s.name = "x" + text();
  s.title = text();
  s.about = text();
  s.hours = some(1, 1000);
  s.warmup_h = s.hours * some(0, 0.9);
  s.nodes = 1 + amount(199'999);
  s.load = some(0.001, 5);
  s.breathing = amount(1) == 1;
  s.arrivals = {.pattern = static_cast<ArrivalSpec::Pattern>(amount(1)),
                .peak = some(1, 10),
                .peak_share = some(0.001, 0.099),
                .cycle_h = some(0.1, 100),
                .batch_mean = some(1, 100)};
  s.queue = {.hold_after = duration(864'000),
             .overtake = duration(3'600 * 87'600LL),
             .hold_share = some(0, 1)};
  s.overflow = {.mode = static_cast<OverflowOptions::Mode>(amount(1)),
                .touch = duration(86'400),
                .io_cpu_per_mbps = some(0, 1000),
                .evict_above = some(0, 100),
                .max_evictions = amount(1'000'000)};
  s.background = make_types(some_names(0), background_type);
  s.node_types = make_types(some_names(1), node_type);
  s.job_types = make_types(some_names(1), job_type);
  s.cluster = mix_of(s.node_types);
  s.mix = mix_of(s.job_types);
  return s;
}

RC_GTEST_PROP(Scenario, WritingAndReadingGivesItBack, ()) {
  const Scenario s = scenario();
  const std::string written = write_scenario(s);
  // What a catalogue has under the same names must not leak in.
  Catalogue other;
  for (const NodeType& n : s.node_types) other.node_types.push_back(node_type(n.name));
  for (const JobType& j : s.job_types) other.job_types.push_back(job_type(j.name));
  const auto back = parse_scenario(written, "t.toml", {}, other);
  if (!back) RC_FAIL(back.error().message + "\n" + written);
  RC_ASSERT(*back == s);
}

}  // namespace
}  // namespace ragp::codec
