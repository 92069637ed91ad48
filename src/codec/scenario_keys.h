// scenario_keys: the one description of the keys of a scenario or catalogue, their places, bounds
// and order. TomlReader and TomlWriter visit it; docs/formats.md explains what the keys mean.
//
// What several keys must fulfil together is checked in codec/scenario_checks.cpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/time.h"
#include "codec/bounds.h"
#include "codec/scenario.h"
#include "model/scenario.h"

namespace ragp::codec {

inline constexpr double kMaxHours = 87'600;  // ten years
inline constexpr Bounds kSomeHours = above(0, kMaxHours);
inline constexpr Bounds kSeconds = between(0, 3600 * kMaxHours);
inline constexpr Bounds kFraction = between(0, 1);

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 2> kPatterns{"poisson", "bursty"};
inline constexpr std::array<std::string_view, 2> kModes{"spill", "evict"};

[[nodiscard]] constexpr Bounds amounts(Dim d) {
  if (d == Dim::kSm) return between(0, kWholeGpu);
  return between(0, d == Dim::kHbm ? kMaxHbm : kMaxAmount);
}

// A duration that is written as a number of some unit.
template <class V>
void describe_duration(V& v, std::string_view name, Duration& d, double unit_s) {
  double amount = to_seconds(d) / unit_s;
  v.key(name, amount, between(0, 3600 * kMaxHours / unit_s));
  d = from_seconds(amount * unit_s);
}

template <class V>
void describe_feeds(V& v, Feeds& feeds) {
  for (std::size_t i = 0; i < kFeeds.size(); ++i) {
    v.key(info(kFeeds[i]).name, feeds[i], amounts(kFeeds[i]));
  }
}

template <class V>
void describe(V& v, NodeType& n) {
  v.name("gpu_model", n.gpu_model);
  v.key("gpus", n.gpus, between(0, kMaxDevices));
  for (const DimInfo& d : kDims) {
    if (d.dim != Dim::kSm) v.key(d.name, n.capacity[d.dim], amounts(d.dim));
  }
  n.capacity[Dim::kSm] = n.gpus > 0 ? kWholeGpu : 0;
  v.key("source", n.source);
}

template <class V>
void describe(V& v, Transfer& t) {
  v.key("mb", t.mb, between(0, 1e9));
  v.key("mbps", t.mbps, between(0, kMaxAmount));
}

template <class V>
void describe(V& v, BurstSpec& b) {
  v.key("every_s", b.every_s, kSeconds);
  v.key("length_s", b.length_s, kSeconds);
  describe_feeds(v, b.needs);
}

template <class V>
void describe(V& v, BreathingSpec& b) {
  v.key("period_s", b.period_s, kSeconds);
  v.key("peak", b.peak, between(0, 10));
}

template <class V>
void describe(V& v, JobType& j) {
  v.key("gpus", j.gpus, between(0, kMaxDevices));
  v.key("tasks", j.tasks, between(1, 100'000));
  for (const DimInfo& d : kDims) v.key(d.name, j.demand[d.dim], amounts(d.dim));
  v.key("hbm_growth", j.hbm_growth, amounts(Dim::kHbm));
  v.names("models", j.models);
  v.key("median_h", j.median_h, kSomeHours);
  v.key("log_sigma", j.log_sigma, between(0, 3));
  v.table("load", [&](auto& t) { describe(t, j.load); });
  v.table("burst", [&](auto& t) { describe(t, j.burst); });
  v.key("checkpoints", j.checkpoints);
  v.table("breathing", [&](auto& t) { describe(t, j.breathing); });
  v.key("source", j.source);
}

template <class V>
void describe(V& v, BackgroundType& b) {
  v.key("share", b.share, below(0, 1));
  v.key("hours", b.hours, kSomeHours);
  v.key("storage", b.storage, between(0.001, 1));  // at 0 jobs would wait for ever
  v.key("io_cpu", b.io_cpu, amounts(Dim::kIoCpu));
}

template <class V>
void describe(V& v, ArrivalSpec& a) {
  v.choice("pattern", a.pattern, kPatterns);
  v.key("peak", a.peak, between(1, 1000));
  v.key("peak_share", a.peak_share,
        {.low = 0, .high = 1, .without_low = true, .without_high = true});
  v.key("cycle_h", a.cycle_h, kSomeHours);
  v.key("batch_mean", a.batch_mean, between(1, 1000));
}

template <class V>
void describe(V& v, QueueOptions& q) {
  describe_duration(v, "hold_after_min", q.hold_after, 60);
  describe_duration(v, "overtake_h", q.overtake, 3600);
  v.key("hold_share", q.hold_share, kFraction);
}

template <class V>
void describe(V& v, OverflowOptions& o) {
  v.choice("mode", o.mode, kModes);
  double touch_s = to_seconds(o.touch);
  v.key("touch_s", touch_s, between(0.001, 86'400));
  o.touch = from_seconds(touch_s);
  v.key("io_cpu_per_mbps", o.io_cpu_per_mbps, between(0, 1000));
  v.key("evict_above", o.evict_above, between(0, 100));
  v.key("max_evictions", o.max_evictions, between(0, 1'000'000));
}

template <class V>
void describe(V& v, Catalogue& c) {
  v.entries("node_types", c.node_types);
  v.entries("job_types", c.job_types);
}

template <class V>
void describe(V& v, Scenario& s) {
  v.key("name", s.name);
  v.key("title", s.title);
  v.key("about", s.about);
  v.table("run", [&](auto& t) {
    t.key("hours", s.hours, kSomeHours);
    t.key("warmup_h", s.warmup_h, between(0, kMaxHours));
  });
  v.table("cluster", [&](auto& t) {
    t.key("nodes", s.nodes, between(1, 200'000));
    t.weights("mix", s.cluster);
  });
  v.table("workload", [&](auto& t) {
    t.key("load", s.load, above(0, 5));
    t.key("breathing", s.breathing);
    t.weights("mix", s.mix);
  });
  v.table("arrivals", [&](auto& t) { describe(t, s.arrivals); });
  v.table("queue", [&](auto& t) { describe(t, s.queue); });
  v.table("overflow", [&](auto& t) { describe(t, s.overflow); });
  v.entries("background", s.background);
  v.entries("node_types", s.node_types);
  v.entries("job_types", s.job_types);
}

}  // namespace ragp::codec
