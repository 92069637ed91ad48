// scenario: TOML <-> Scenario and Catalogue. docs/formats.md explains the keys.
//
// What is read comes in a canonical order: types and the parts of a mix by name, because the tables
// of TOML have no order, so that no result depends on the order of a file. Errors (kInput) read
//   FILE:LINE:COL: key 'a.b': found X, expected Y
//   --set KEY=VALUE: key 'a.b': found X, expected Y
// Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "codec/embedded.h"
#include "model/scenario.h"

namespace ragp::codec {

// A change from the command line: --set cluster.nodes=50.
struct Override {
  std::string key;    // dotted: "job_types.llm-8b.storage"
  std::string value;  // a TOML value; what is none and has no quotes or brackets is a string
};
[[nodiscard]] Result<Override> parse_override(std::string_view key_and_value);

// Types to choose from, ascending names.
struct Catalogue {
  std::vector<NodeType> node_types;
  std::vector<JobType> job_types;
  friend bool operator==(const Catalogue&, const Catalogue&) = default;
};

// file_name is for messages, and its stem is the name of a scenario that gives itself none. The
// types of `types` can be used, and changed key by key; `library` is what `base = "A"` refers to.
// The result holds the types that its two mixes use, fully resolved.
[[nodiscard]] Result<Scenario> parse_scenario(
    std::string_view toml, std::string_view file_name, std::span<const Override> overrides,
    const Catalogue& types, std::span<const EmbeddedFile> library = builtin_scenarios());

// A file of node_types and job_types only.
[[nodiscard]] Result<Catalogue> parse_catalogue(std::string_view toml, std::string_view file_name);

// Every key, with the node and job types: parse_scenario gives an equal scenario back, whatever the
// catalogue, if the scenario is valid and in canonical order.
[[nodiscard]] std::string write_scenario(const Scenario& scenario);

}  // namespace ragp::codec
