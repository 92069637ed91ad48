// scenario_layers: the texts that make up a scenario, laid over each other: the built-in scenario
// it is based on (and the one below that), the scenario itself, the overrides of the command line.
// Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "codec/scenario.h"
#include "codec/toml_document.h"

namespace ragp::codec {

// Without the key 'base'. kInput: bad TOML anywhere, an unknown base, a base that leads back to
// itself, an override whose key or value cannot be read.
[[nodiscard]] Result<TomlTable> layer_scenario(std::string_view text, std::string_view file_name,
                                               std::span<const Override> overrides,
                                               std::span<const EmbeddedFile> library);

}  // namespace ragp::codec
