// Properties of the native trace: whatever workload is written reads back the same.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "codec/seconds.h"
#include "codec/trace.h"
#include "support/workload_equal.h"

namespace ragp::codec {
namespace {

using testing::difference;
// -----------------------------------------------------------------------------

template <class T>
T draw(T low, T high) {  // both included; all of the range in every case, not only in late ones
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(low, static_cast<T>(high + 1)));
}
Duration draw_span() {
  constexpr std::int64_t kMost = 3'162'240'000'000'000;
  constexpr std::array<std::int64_t, 5> kEdges{0, 1, 999'999, kMost - 1, kMost};
  const auto kind = draw<std::size_t>(0, kEdges.size() + 5);
  return Duration{kind < kEdges.size() ? kEdges[kind] : draw<std::int64_t>(0, kMost)};
}
// Any text that is UTF-8, quotes, control characters and letters of several bytes included.
std::string draw_text() {
  const auto piece = rc::gen::element<std::string>("a", "\"", "\\", "\n", "\x01", "\x7f", "/",
                                                   "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80");
  std::string text;
  for (const std::string& p : *rc::gen::container<std::vector<std::string>>(piece)) text += p;
  return text;
}
double draw_double(double max) {
  return max * static_cast<double>(draw<std::int64_t>(0, 1'000'000'007)) / 1'000'000'007.0;
}

Resources draw_amounts(bool devices) {
  Resources r;
  for (const DimInfo& d : kDims) r[d.dim] = draw(0, 3) == 0 ? 0 : draw(0, kMaxAmount);
  r[Dim::kSm] = devices ? draw(0, kWholeGpu) : 0;
  r[Dim::kHbm] = devices ? draw(0, kMaxHbm) : 0;
  return r;
}

Phase draw_phase() {
  Phase p;
  if (draw(0, 1) == 0) return p;
  p.work = draw_span();
  for (auto& n : p.needs) n = draw(0, kMaxAmount);
  return p;
}

Behaviour draw_behaviour(bool devices) {
  Behaviour b{.work = draw_span(),
              .load = draw_phase(),
              .steady = draw_phase(),
              .burst = draw_phase(),
              .checkpoints = draw(0, 1) == 1,
              .hbm = {},
              .hbm_cycle = draw_span()};
  Duration at{};
  for (int i = devices ? draw(0, 4) : 0; i > 0; --i) {
    b.hbm.push_back({at, draw(0, kMaxHbm)});
    at += Duration{draw<std::int64_t>(1, 1'000'000'000)};
  }
  // It ends after its last step.
  if (b.hbm_cycle > Duration::zero()) b.hbm_cycle = std::max(b.hbm_cycle, at);
  return b;
}

void draw_options(Workload& w) {
  w.queue = {.hold_after = draw_span(), .overtake = draw_span(), .hold_share = draw_double(1.0)};
  w.overflow = {
      .mode = draw(0, 1) == 0 ? OverflowOptions::Mode::kSpill : OverflowOptions::Mode::kEvict,
      .touch = draw_span() + Duration{1},
      .io_cpu_per_mbps = draw_double(10.0),
      .evict_above = draw_double(1.0),
      .max_evictions = draw(0, 100)};
  w.overflow.touch = std::min(w.overflow.touch, from_seconds(kMaxSeconds));
}

void draw_nodes(Workload& w) {
  const int models = draw(0, 5);
  for (int i = 0; i < models; ++i) (void)w.models.intern(std::to_string(i) + draw_text()).value();
  const int nodes = draw(1, 5);
  for (int i = 0; i < nodes; ++i) {
    NodeSpec n{.name = std::to_string(i) + draw_text(), .capacity = {}};
    n.gpus = models > 0 ? draw(0, 32) : 0;
    if (n.gpus > 0) n.model = static_cast<ModelId>(draw(0, models - 1));
    n.capacity = draw_amounts(true);
    w.nodes.push_back(n);
  }
}

void draw_jobs(Workload& w) {
  std::vector<Duration> submits(static_cast<std::size_t>(draw(0, 6)));
  for (Duration& s : submits) s = draw_span();
  std::ranges::sort(submits);
  for (std::size_t i = 0; i < submits.size(); ++i) {
    WorkloadJob j{
        .name = std::to_string(i) + draw_text(), .type = draw_text(), .submit = Time{submits[i]}};
    Shape& s = j.job.shape;
    j.job.id = JobId::at(i);
    j.job.tasks = draw(1, 64);
    s.gpus = draw(0, 32);
    s.demand = draw_amounts(s.gpus > 0);
    s.hbm_growth = s.gpus > 0 ? draw(0, kMaxHbm) : 0;
    if (!w.models.names().empty() && draw(0, 1) == 1) {
      s.models = ModelSet::none();
      for (int m = draw(1, 3); m > 0; --m) {
        s.models.add(static_cast<ModelId>(draw<std::size_t>(0, w.models.names().size() - 1)));
      }
    }
    j.behaviour = draw_behaviour(s.gpus > 0);
    w.jobs.push_back(std::move(j));
  }
}

void draw_episodes(Workload& w) {
  std::vector<Duration> starts(static_cast<std::size_t>(draw(0, 4)));
  for (Duration& s : starts) s = draw_span();
  std::ranges::sort(starts);
  for (const Duration start : starts) {
    w.episodes.push_back({.node = NodeId::at(draw<std::size_t>(0, w.nodes.size() - 1)),
                          .kind = draw_text(),
                          .start = Time{start},
                          .length = draw_span(),
                          .storage_ppm = draw(0, 1'000'000),
                          .io_cpu = draw(0, kMaxAmount)});
  }
}

Workload draw_workload() {
  Workload w;
  w.scenario = draw_text();
  w.seed = *rc::gen::arbitrary<std::uint64_t>();
  w.horizon = draw_span();
  w.warmup = std::min(draw_span(), w.horizon);
  draw_options(w);
  draw_nodes(w);
  draw_jobs(w);
  draw_episodes(w);
  return w;
}

RC_GTEST_PROP(Seconds, RoundTrip, ()) {
  const Duration span = draw_span();
  std::string text;
  append_seconds(text, span);
  RC_ASSERT(parse_seconds(text) == span);
  // Through a double it is exact as well: base/time.h relies on that up to a century.
  RC_ASSERT(from_seconds(parse_number<double>(text).value()) == span);
}

RC_GTEST_PROP(Trace, RoundTripIsExact, ()) {
  const Workload w = draw_workload();
  const std::string text = write_trace(w);
  const auto back = parse_trace(text, "t.jsonl");
  if (!back) RC_FAIL(back.error().message);
  const std::string first = difference(w, *back);
  if (!first.empty()) RC_FAIL("differs in " + first + ":\n" + text);
  RC_ASSERT(write_trace(*back) == text);
}

// Whatever a trace is cut or damaged to, the answer is a workload or a message that names the file.
RC_GTEST_PROP(Trace, DamageNeverCrashes, ()) {
  std::string text = write_trace(draw_workload());
  for (int i = draw(1, 4); i > 0; --i) {
    const auto at = draw<std::size_t>(0, text.size() - 1);
    text[at] = static_cast<char>(draw(0, 255));
  }
  text.resize(draw<std::size_t>(0, text.size()));
  const auto back = parse_trace(text, "t.jsonl");
  const bool sound = back || back.error().message.starts_with("t.jsonl:");
  RC_ASSERT(sound);
}

}  // namespace
}  // namespace ragp::codec
