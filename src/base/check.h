// RAGP_CHECK: aborts with file and line where an invariant of ours is broken. Never for input:
// input errors are Result values. Active in every build type.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ragp {

[[noreturn]] void check_failed(const char* expression, const char* file, int line);

}  // namespace ragp

#define RAGP_CHECK(expression) \
  ((expression) ? static_cast<void>(0) : ::ragp::check_failed(#expression, __FILE__, __LINE__))
