// scenario: reading; see the header.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "codec/scenario.h"
#include "codec/scenario_checks.h"
#include "codec/scenario_keys.h"
#include "codec/scenario_layers.h"
#include "codec/toml_reader.h"

namespace ragp::codec {
namespace {

template <class T>
Status read(T& out, const toml::table& document) {
  Status status;
  TomlReader reader(document, {}, status);
  describe(reader, out);
  reader.refuse_unknown();
  return status;
}

template <class T>
void sort_by_name(std::vector<T>& all) {
  std::ranges::sort(all, {}, &T::name);
}

template <class T>
void keep_used(std::vector<T>& types, const std::vector<Part>& mix) {
  std::erase_if(types, [&](const T& type) {
    return std::ranges::find(mix, type.name, &Part::type) == mix.end();
  });
  sort_by_name(types);
}

std::string stem(std::string_view file_name) {
  file_name.remove_prefix(file_name.find_last_of('/') + 1);  // npos + 1 is 0
  return std::string(file_name.substr(0, file_name.rfind('.')));
}

}  // namespace

Result<Scenario> parse_scenario(std::string_view toml, std::string_view file_name,
                                std::span<const Override> overrides, const Catalogue& types,
                                std::span<const EmbeddedFile> library) {
  const auto document = layer_scenario(toml, file_name, overrides, library);
  if (!document) return std::unexpected(document.error());
  Scenario s;
  s.name = stem(file_name);
  s.node_types = types.node_types;
  s.job_types = types.job_types;
  if (const Status done = read(s, **document); !done) return std::unexpected(done.error());
  if (const Status done = check_scenario(s, **document, std::string(file_name), types); !done) {
    return std::unexpected(done.error());
  }
  keep_used(s.node_types, s.cluster);
  keep_used(s.job_types, s.mix);
  return s;
}

Result<Catalogue> parse_catalogue(std::string_view toml, std::string_view file_name) {
  const auto document = parse_toml(toml, file_name);
  if (!document) return std::unexpected(document.error());
  Catalogue catalogue;
  if (const Status done = read(catalogue, **document); !done) {
    return std::unexpected(done.error());
  }
  if (const Status done = check_catalogue(catalogue, **document, std::string(file_name)); !done) {
    return std::unexpected(done.error());
  }
  sort_by_name(catalogue.node_types);
  sort_by_name(catalogue.job_types);
  return catalogue;
}

}  // namespace ragp::codec
