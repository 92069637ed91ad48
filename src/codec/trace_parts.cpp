// trace_parts: see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/trace_parts.h"

#include <cstddef>

#include "codec/quote.h"
#include "codec/trace_keys.h"

namespace ragp::codec {
namespace {

constexpr double kMaxFactor = 1e6;  // only a mistake makes a share or a rate larger

void read_phase(Fields& job, std::string_view key, Phase& out) {
  const JsonValue* v = job.find(key);
  if (v == nullptr) return;
  Fields f = job.nested(key, *v, trace_keys::kPhase, trace_keys::kPhaseRequired);
  f.seconds("work_s", out.work);
  for (std::size_t i = 0; i < kFeeds.size(); ++i) {
    f.amount(info(kFeeds[i]).name, out.needs[i], 0, kMaxAmount);
  }
  job.take(f.status());
}

void read_hbm_steps(Fields& job, std::vector<HbmStep>& out) {
  constexpr std::string_view kSteps = "hbm_steps";
  const JsonValue* v = job.find(kSteps);
  if (v == nullptr) return;
  if (v->kind != JsonValue::Kind::kArray) job.error(kSteps, v->found(), "a list of [at_s, MiB]");
  for (const JsonValue& item : v->items) {
    if (item.kind != JsonValue::Kind::kArray || item.items.size() != 2) {
      return job.error(kSteps, item.found(), "a pair [at_s, MiB]");
    }
    HbmStep step;
    job.item_seconds(kSteps, item.items[0], step.at);
    job.item_amount(kSteps, item.items[1], step.mib, kMaxHbm);
    if (!out.empty() && step.at <= out.back().at) {
      job.error(kSteps, item.items[0].found(), "a later time than the one before");
    }
    out.push_back(step);
  }
}

}  // namespace

std::string in_quotes(std::string_view text) {
  return "\"" + escaped(text) + "\"";
}

std::vector<std::string_view> read_names(Fields& f, std::string_view key) {
  std::vector<std::string_view> names;
  const JsonValue* v = f.find(key);
  if (v == nullptr) return names;
  if (v->kind != JsonValue::Kind::kArray) f.error(key, v->found(), "a list of names");
  for (const JsonValue& item : v->items) {
    if (item.kind == JsonValue::Kind::kString && !item.text.empty()) {
      names.push_back(item.text);
    } else {
      f.error(key, item.found(), "a name in quotes");
    }
  }
  return names;
}

void read_queue(Fields& header, QueueOptions& out) {
  const JsonValue* v = header.find("queue");
  if (v == nullptr) return;
  Fields f = header.nested("queue", *v, trace_keys::kQueue, 0);
  f.seconds("hold_after_s", out.hold_after);
  f.seconds("overtake_s", out.overtake);
  f.number("hold_share", out.hold_share, 1.0);
  header.take(f.status());
}

void read_overflow(Fields& header, OverflowOptions& out) {
  const JsonValue* v = header.find("overflow");
  if (v == nullptr) return;
  Fields f = header.nested("overflow", *v, trace_keys::kOverflow, 0);
  if (f.find("mode") != nullptr) {
    std::string mode;
    f.text("mode", mode);
    if (mode != "spill" && mode != "evict") {
      f.error("mode", in_quotes(mode), "\"spill\" or \"evict\"");
    }
    out.mode = mode == "evict" ? OverflowOptions::Mode::kEvict : OverflowOptions::Mode::kSpill;
  }
  f.seconds("touch_s", out.touch, Duration{1});
  f.number("io_cpu_per_mbps", out.io_cpu_per_mbps, kMaxFactor);
  f.number("evict_above", out.evict_above, kMaxFactor);
  f.amount("max_evictions", out.max_evictions, 0, kMaxAmount);
  header.take(f.status());
}

void read_behaviour(Fields& f, Behaviour& out) {
  f.seconds("work_s", out.work);
  read_phase(f, "load", out.load);
  read_phase(f, "steady", out.steady);
  read_phase(f, "burst", out.burst);
  f.flag("checkpoints", out.checkpoints);
  read_hbm_steps(f, out.hbm);
  f.seconds("hbm_cycle_s", out.hbm_cycle);
  const bool repeats = out.hbm_cycle > Duration::zero() && !out.hbm.empty();
  if (repeats && out.hbm_cycle <= out.hbm.back().at) {
    f.error("hbm_cycle_s", f.find("hbm_cycle_s")->found(), "more than the time of the last step");
  }
}

void read_shape(Fields& f, Shape& out) {
  f.amount("gpus", out.gpus, 0, kMaxDevices);
  for (const DimInfo& d : kDims) f.amount(d.name, out.demand[d.dim], 0, most_of(d.dim));
  f.amount("hbm_growth", out.hbm_growth, 0, kMaxHbm);
  if (out.gpus > 0) return;
  // A forgotten "gpus" would silently make CPU-only work of it.
  for (const std::string_view key : trace_keys::kJobNeedsGpu) {
    const JsonValue* v = f.find(key);
    if (v != nullptr && v->text != "0") f.error(key, v->found(), "0, because gpus is 0");
  }
}

}  // namespace ragp::codec
