// Result<T>: a value, or the reason why there is none.
//
// Failures that a caller can act on travel as Result; broken invariants abort (base/check.h);
// exceptions stay inside the third-party calls that throw them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace ragp {

enum class Errc {
  kInput,     // what the user gave cannot be used: the message says where and what was expected
  kConflict,  // the ledger refuses: nothing was changed
  kIo,        // the machine failed: disk full, no permission to write
};

struct Error {
  Errc code = Errc::kInput;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

[[nodiscard]] inline std::unexpected<Error> fail(Errc code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

}  // namespace ragp
