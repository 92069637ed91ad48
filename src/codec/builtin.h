// builtin: the catalogue that every ragp carries, and the loading of a scenario by name or path.
// Thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "codec/embedded.h"
#include "codec/scenario.h"

namespace ragp::codec {

// The node and job types of scenarios/catalogue.toml.
[[nodiscard]] const Catalogue& builtin_catalogue();

// A built-in scenario by its short name, in capitals or not, or else a file. (To read a file named
// "a", say "./a".) kInput: neither, with a hint, or a file that does not hold a scenario; kIo.
[[nodiscard]] Result<Scenario> load_scenario(const std::string& name_or_path,
                                             std::span<const Override> overrides = {});

}  // namespace ragp::codec
