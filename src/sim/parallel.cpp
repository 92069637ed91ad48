#include "sim/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ragp::sim {

void run_parallel(std::size_t count, const ParallelOptions& options,
                  const std::function<void(std::size_t)>& work) {
  std::mutex reporting;
  std::size_t done = 0;
  std::atomic<std::size_t> next{0};
  // A run takes long enough for one counter to do all the balancing.
  const auto work_while_there_is_any = [&] {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      work(i);
      const std::scoped_lock lock(reporting);
      ++done;
      if (options.progress) options.progress(done, count);
    }
  };
  const auto wanted = options.threads > 0 ? static_cast<std::size_t>(options.threads)
                                          : std::thread::hardware_concurrency();
  std::vector<std::jthread> helpers;  // join when they go out of scope
  while (helpers.size() + 1 < std::min(wanted, count)) {
    try {
      helpers.emplace_back(work_while_there_is_any);
    } catch (const std::system_error&) {
      break;  // the machine gives no more threads: those that there are do all of it
    }
  }
  work_while_there_is_any();
}

}  // namespace ragp::sim
