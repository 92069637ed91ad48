// scenario: writing; see the header.
// SPDX-License-Identifier: Apache-2.0
#include "codec/scenario.h"
#include "codec/scenario_keys.h"
#include "codec/toml_writer.h"

namespace ragp::codec {

std::string write_scenario(const Scenario& scenario) {
  Scenario copy = scenario;  // a description refers to what it describes for reading, too
  TomlWriter writer;
  describe(writer, copy);
  return writer.take();
}

}  // namespace ragp::codec
