// scenario_checks: what the keys of a scenario must fulfil together, after each has passed its own
// bounds. Pure; thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "codec/scenario.h"
#include "codec/toml_document.h"

namespace ragp::codec {

// The first violation, with the place of the key that caused it: `document` is what the values were
// read from; what is not in it came from a default or from `types`.
[[nodiscard]] Status check_scenario(const Scenario& scenario, const toml::table& document,
                                    const std::string& file_name, const Catalogue& types);
[[nodiscard]] Status check_catalogue(const Catalogue& catalogue, const toml::table& document,
                                     const std::string& file_name);

}  // namespace ragp::codec
