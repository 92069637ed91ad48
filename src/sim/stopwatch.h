// Stopwatch: seconds since it was made, on this machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace ragp::sim {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace ragp::sim
