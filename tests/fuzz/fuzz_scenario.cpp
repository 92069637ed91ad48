// fuzz_scenario: any text is a scenario, or is refused with a message; what is accepted can be
// written and read back unchanged. The first line may be an override: "KEY=VALUE".
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "codec/builtin.h"
#include "codec/scenario.h"

namespace {

using ragp::codec::Override;

void check(std::string_view text, const std::vector<Override>& overrides) {
  const auto s =
      ragp::codec::parse_scenario(text, "f.toml", overrides, ragp::codec::builtin_catalogue());
  if (!s) {
    RAGP_CHECK(s.error().code == ragp::Errc::kInput && !s.error().message.empty());
    return;
  }
  const auto back = ragp::codec::parse_scenario(ragp::codec::write_scenario(*s), "w.toml", {}, {});
  RAGP_CHECK(back.has_value() && *back == *s);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, {});
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return 0;
  if (auto change = ragp::codec::parse_override(text.substr(0, line))) {
    check(text.substr(line + 1), {*change});
  }
  return 0;
}
