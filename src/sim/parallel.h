// Parallel: independent runs on several threads, results by index, so that the number of threads
// changes nothing but the time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace ragp::sim {

struct ParallelOptions {
  int threads = 0;  // 0: as many as the machine has
  // Called after each finished index, from any thread, one call at a time.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

// Calls work(0) .. work(count - 1), each once, in about this order. `work` must not throw and must
// be safe to call concurrently.
void run_parallel(std::size_t count, const ParallelOptions& options,
                  const std::function<void(std::size_t)>& work);

}  // namespace ragp::sim
