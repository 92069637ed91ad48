// trace_reader: see trace.h.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "codec/file.h"
#include "codec/quote.h"
#include "codec/trace.h"
#include "codec/trace_fields.h"
#include "codec/trace_json.h"
#include "codec/trace_keys.h"
#include "codec/trace_parts.h"

namespace ragp::codec {
namespace {

constexpr std::int32_t kWhole = 1'000'000;  // parts per million

std::string new_name(std::size_t line) {
  return fmt::format("a name of its own (line {} has this one)", line);
}

std::string known_name(std::string_view what, std::string_view name,
                       const std::vector<std::string_view>& known) {
  constexpr std::size_t kMostListed = 64;  // of thousands of nodes only a close one helps
  if (const auto close = nearest(name, known)) {
    return fmt::format("{}{}", what, hint(escaped(name), std::vector{*close}));
  }
  return fmt::format("{}{}", what, known.size() > kMostListed ? "" : hint(name, known));
}

// Collects the lines of one trace into a Workload.
class TraceReader {
 public:
  explicit TraceReader(std::string_view file) : file_(file) {}

  [[nodiscard]] Status line(std::size_t number, const JsonValue& object);
  // The workload, once all lines were read.
  [[nodiscard]] Result<Workload> finish();

 private:
  struct Seen {
    std::size_t line;
    NodeId node;
  };

  [[nodiscard]] Status header(const JsonValue& object, const Place& place);
  [[nodiscard]] Status node(const JsonValue& object, const Place& place);
  [[nodiscard]] Status job(const JsonValue& object, const Place& place);
  [[nodiscard]] Status episode(const JsonValue& object, const Place& place);
  void intern_models(Fields& f);
  void read_model(Fields& f, NodeSpec& node);
  void read_allowed_models(Fields& f, ModelSet& out) const;
  void read_node_name(Fields& f, NodeId& out) const;

  std::string_view file_;
  Workload out_;
  bool has_header_ = false;
  std::optional<std::int64_t> promised_lines_;  // after the header
  std::unordered_map<std::string, Seen> nodes_;
  std::unordered_map<std::string, std::size_t> jobs_;  // name -> line
};

Status TraceReader::line(std::size_t number, const JsonValue& object) {
  const Place place{file_, number};
  if (!has_header_) return header(object, place);
  if (object.find("job") != nullptr) return job(object, place);
  if (object.find("episode") != nullptr) return episode(object, place);
  if (object.find("node") != nullptr) return node(object, place);
  return fail_at(place, "found none of the keys 'node', 'job' and 'episode', expected one");
}

Result<Workload> TraceReader::finish() {
  if (!has_header_) {
    return fail(Errc::kInput,
                fmt::format("{}: found nothing, expected the header of a trace", file_));
  }
  if (out_.nodes.empty()) {
    return fail(Errc::kInput, fmt::format("{}: found no node, expected at least one", file_));
  }
  const std::size_t lines = out_.nodes.size() + out_.jobs.size() + out_.episodes.size();
  if (promised_lines_ && static_cast<std::size_t>(*promised_lines_) != lines) {
    return fail(Errc::kInput,
                fmt::format("{}: found {} lines after the header, expected {} as its key 'lines' "
                            "says: the file was cut or added to",
                            file_, lines, *promised_lines_));
  }
  return std::move(out_);
}

Status TraceReader::header(const JsonValue& object, const Place& place) {
  const JsonValue* version = object.find("ragp_trace");
  if (version == nullptr) {
    return fail_at(place,
                   "found no key 'ragp_trace', expected the header of a trace on the first line");
  }
  if (version->kind != JsonValue::Kind::kNumber || version->text != std::to_string(kTraceVersion)) {
    return fail_at(place,
                   fmt::format("key 'ragp_trace': found {}, expected {}, the version of the format "
                               "that this program reads",
                               version->found(), kTraceVersion));
  }
  has_header_ = true;
  Fields f(object, place, trace_keys::kHeader, trace_keys::kHeaderRequired);
  f.text("scenario", out_.scenario);
  f.seed("seed", out_.seed);
  f.seconds("warmup_s", out_.warmup);
  f.seconds("horizon_s", out_.horizon);
  if (out_.warmup > out_.horizon) {
    f.error("warmup_s", object.find("warmup_s")->found(), "at most horizon_s");
  }
  read_queue(f, out_.queue);
  read_overflow(f, out_.overflow);
  intern_models(f);
  if (object.find("lines") != nullptr) {
    std::int32_t lines = 0;
    f.amount("lines", lines, 0, std::numeric_limits<std::int32_t>::max());
    promised_lines_ = lines;
  }
  return f.status();
}

void TraceReader::intern_models(Fields& f) {
  for (const std::string_view name : read_names(f, "models")) {
    if (out_.models.find(name)) return f.error("models", in_quotes(name), "each name once");
    const Result<ModelId> id = out_.models.intern(name);
    if (!id) return f.take(std::unexpected(id.error()));
  }
}

void TraceReader::read_model(Fields& f, NodeSpec& node) {
  std::string model;
  f.text("model", model);
  if (!f.status()) return;
  if (node.gpus == 0) {
    if (!model.empty()) f.error("model", in_quotes(model), "none, because gpus is 0");
    return;
  }
  if (model.empty()) return f.error("model", "none", "the name of the GPU model");
  const Result<ModelId> id = out_.models.intern(model);
  if (!id) {
    return f.error("model", in_quotes(model),
                   fmt::format("at most {} GPU models in a trace", GpuModels::kMaxModels));
  }
  node.model = *id;
}

Status TraceReader::node(const JsonValue& object, const Place& place) {
  Fields f(object, place, trace_keys::kNode, trace_keys::kNodeRequired);
  NodeSpec node;
  f.name("node", node.name);
  f.amount("gpus", node.gpus, 0, kMaxDevices);
  for (const DimInfo& d : kDims) f.amount(d.name, node.capacity[d.dim], 0, most_of(d.dim));
  read_model(f, node);
  const NodeId id = NodeId::at(out_.nodes.size());
  const auto [it, is_new] = nodes_.try_emplace(node.name, Seen{place.line, id});
  if (!is_new) f.error("node", in_quotes(node.name), new_name(it->second.line));
  out_.nodes.push_back(std::move(node));
  return f.status();
}

void TraceReader::read_allowed_models(Fields& f, ModelSet& out) const {
  if (f.find("models") == nullptr) return;
  const std::vector<std::string_view> names = read_names(f, "models");
  out = ModelSet::none();
  for (const std::string_view name : names) {
    if (const auto id = out_.models.find(name)) {
      out.add(*id);
      continue;
    }
    const std::span<const std::string> models = out_.models.names();
    const std::vector<std::string_view> known(models.begin(), models.end());
    return f.error("models", in_quotes(name),
                   known_name("a GPU model of the nodes above", name, known));
  }
}

Status TraceReader::job(const JsonValue& object, const Place& place) {
  Fields f(object, place, trace_keys::kJob, trace_keys::kJobRequired);
  WorkloadJob job;
  job.job.id = JobId::at(out_.jobs.size());
  f.name("job", job.name);
  f.text("type", job.type);
  f.seconds("submit_s", job.submit);
  f.amount("tasks", job.job.tasks, 1, kMaxAmount);
  read_shape(f, job.job.shape);
  read_allowed_models(f, job.job.shape.models);
  read_behaviour(f, job.behaviour);
  if (!f.status()) return f.status();
  const auto [it, is_new] = jobs_.try_emplace(job.name, place.line);
  if (!is_new) f.error("job", in_quotes(job.name), new_name(it->second));
  if (!out_.jobs.empty() && job.submit < out_.jobs.back().submit) {
    f.error("submit_s", object.find("submit_s")->found(), "no earlier time than the job before");
  }
  out_.jobs.push_back(std::move(job));
  return f.status();
}

void TraceReader::read_node_name(Fields& f, NodeId& out) const {
  std::string name;
  f.name("node", name);
  if (!f.status()) return;
  const auto it = nodes_.find(name);
  if (it != nodes_.end()) {
    out = it->second.node;
    return;
  }
  std::vector<std::string_view> known;
  known.reserve(out_.nodes.size());
  for (const NodeSpec& n : out_.nodes) known.push_back(n.name);
  f.error("node", in_quotes(name), known_name("the name of a node above", name, known));
}

Status TraceReader::episode(const JsonValue& object, const Place& place) {
  Fields f(object, place, trace_keys::kEpisode, trace_keys::kEpisodeRequired);
  Episode e;
  f.text("episode", e.kind);
  read_node_name(f, e.node);
  f.seconds("start_s", e.start);
  f.seconds("length_s", e.length);
  f.amount("storage_factor_ppm", e.storage_ppm, 0, kWhole);
  f.amount("io_cpu", e.io_cpu, 0, kMaxAmount);
  if (!out_.episodes.empty() && e.start < out_.episodes.back().start) {
    f.error("start_s", object.find("start_s")->found(), "no earlier time than the episode before");
  }
  out_.episodes.push_back(std::move(e));
  return f.status();
}

}  // namespace

Result<Workload> parse_trace(std::string_view content, std::string_view file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (content.starts_with(kByteOrderMark)) content.remove_prefix(kByteOrderMark.size());
  TraceReader reader(file);
  JsonLineParser parser;
  for (std::size_t number = 1; !content.empty(); ++number) {
    const std::string_view line = content.substr(0, content.find('\n'));
    content.remove_prefix(std::min(line.size() + 1, content.size()));
    if (trim(line).empty()) continue;
    const Result<JsonValue> object = parser.parse(line);
    if (!object) return fail_at({file, number}, object.error().message);
    if (const Status s = reader.line(number, *object); !s) return std::unexpected(s.error());
  }
  return reader.finish();
}

Result<Workload> read_trace(const std::string& path) {
  const Result<std::string> content = read_file(path);
  if (!content) return std::unexpected(content.error());
  return parse_trace(*content, path);
}

}  // namespace ragp::codec
