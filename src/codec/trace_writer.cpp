// trace_writer: see trace.h. Lines are put together by hand, because the JSON library writes
// numbers from doubles only; it quotes the strings.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "codec/seconds.h"
#include "codec/trace.h"

namespace ragp::codec {
namespace {

// Writes one object after the other, key by key.
class Writer {
 public:
  void open() { text_ += '{'; }
  void close() { text_ += '}'; }
  void end_line() { text_ += '\n'; }

  void key(std::string_view name) {
    if (text_.back() != '{') text_ += ',';
    text_.append("\"").append(name).append("\":");
  }
  void string(std::string_view value) {
    // replace: a name that is not UTF-8 must not throw; trace.h asks for UTF-8.
    text_ += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  void text(std::string_view name, std::string_view value) {
    key(name);
    string(value);
  }
  template <class Integer>
  void integer(std::string_view name, Integer value) {
    key(name);
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }
  void number(std::string_view name, double value) {
    RAGP_CHECK(std::isfinite(value));
    key(name);
    fmt::format_to(std::back_inserter(text_), "{}", value);  // the shortest that reads back equal
  }
  void seconds(std::string_view name, Duration value) {
    key(name);
    append_seconds(text_, value);
  }
  // A list; `item` writes one.
  template <class Items, class Item>
  void list(std::string_view name, const Items& items, const Item& item) {
    key(name);
    char separator = '[';
    for (const auto& i : items) {
      text_ += separator;
      item(i);
      separator = ',';
    }
    text_ += separator == '[' ? "[]" : "]";
  }
  [[nodiscard]] std::string& raw() { return text_; }

 private:
  std::string text_;
};

void write_header(Writer& w, const Workload& load) {
  w.open();
  w.integer("ragp_trace", kTraceVersion);
  w.text("scenario", load.scenario);
  w.integer("seed", load.seed);
  w.seconds("warmup_s", load.warmup);
  w.seconds("horizon_s", load.horizon);
  w.key("queue");
  w.open();
  w.seconds("hold_after_s", load.queue.hold_after);
  w.seconds("overtake_s", load.queue.overtake);
  w.number("hold_share", load.queue.hold_share);
  w.close();
  w.key("overflow");
  w.open();
  w.text("mode", load.overflow.mode == OverflowOptions::Mode::kSpill ? "spill" : "evict");
  w.seconds("touch_s", load.overflow.touch);
  w.number("io_cpu_per_mbps", load.overflow.io_cpu_per_mbps);
  w.number("evict_above", load.overflow.evict_above);
  w.integer("max_evictions", load.overflow.max_evictions);
  w.close();
  w.list("models", load.models.names(), [&](const std::string& name) { w.string(name); });
  w.integer("lines", load.nodes.size() + load.jobs.size() + load.episodes.size());
  w.close();
  w.end_line();
}

void write_node(Writer& w, const NodeSpec& node, const GpuModels& models) {
  w.open();
  w.text("node", node.name);
  if (node.gpus > 0) w.text("model", models.name(node.model));
  w.integer("gpus", node.gpus);
  for (const DimInfo& d : kDims) w.integer(d.name, node.capacity[d.dim]);
  w.close();
  w.end_line();
}

void write_phase(Writer& w, std::string_view name, const Phase& phase) {
  if (phase == Phase{}) return;
  w.key(name);
  w.open();
  w.seconds("work_s", phase.work);
  for (std::size_t i = 0; i < kFeeds.size(); ++i) {
    if (phase.needs[i] != 0) w.integer(info(kFeeds[i]).name, phase.needs[i]);
  }
  w.close();
}

void write_behaviour(Writer& w, const Behaviour& b) {
  w.seconds("work_s", b.work);
  write_phase(w, "load", b.load);
  write_phase(w, "steady", b.steady);
  write_phase(w, "burst", b.burst);
  if (b.checkpoints) w.integer("checkpoints", true);
  if (!b.hbm.empty()) {
    w.list("hbm_steps", b.hbm, [&](const HbmStep& step) {
      w.raw() += '[';
      append_seconds(w.raw(), step.at);
      fmt::format_to(std::back_inserter(w.raw()), ",{}]", step.mib);
    });
  }
  if (b.hbm_cycle != Duration::zero()) w.seconds("hbm_cycle_s", b.hbm_cycle);
}

void write_models(Writer& w, ModelSet allowed, const GpuModels& models) {
  if (allowed.is_any()) return;
  std::vector<std::string_view> names;
  for (std::size_t id = 0; id < models.names().size(); ++id) {
    if (allowed.has(static_cast<ModelId>(id))) names.push_back(models.names()[id]);
  }
  w.list("models", names, [&](std::string_view name) { w.string(name); });
}

void write_job(Writer& w, const WorkloadJob& job, const GpuModels& models) {
  const Shape& shape = job.job.shape;
  w.open();
  w.text("job", job.name);
  w.text("type", job.type);
  w.seconds("submit_s", job.submit.time_since_epoch());
  if (job.job.tasks != 1) w.integer("tasks", job.job.tasks);
  w.integer("gpus", shape.gpus);
  for (const DimInfo& d : kDims) {
    if (shape.demand[d.dim] != 0) w.integer(d.name, shape.demand[d.dim]);
  }
  if (shape.hbm_growth != 0) w.integer("hbm_growth", shape.hbm_growth);
  write_models(w, shape.models, models);
  write_behaviour(w, job.behaviour);
  w.close();
  w.end_line();
}

void write_episode(Writer& w, const Episode& e, const std::vector<NodeSpec>& nodes) {
  w.open();
  w.text("episode", e.kind);
  w.text("node", nodes[e.node.index()].name);
  w.seconds("start_s", e.start.time_since_epoch());
  w.seconds("length_s", e.length);
  w.integer("storage_factor_ppm", e.storage_ppm);
  w.integer("io_cpu", e.io_cpu);
  w.close();
  w.end_line();
}

}  // namespace

std::string write_trace(const Workload& workload) {
  Writer w;
  write_header(w, workload);
  for (const NodeSpec& n : workload.nodes) write_node(w, n, workload.models);
  for (const WorkloadJob& j : workload.jobs) write_job(w, j, workload.models);
  for (const Episode& e : workload.episodes) write_episode(w, e, workload.nodes);
  return std::move(w.raw());
}

}  // namespace ragp::codec
