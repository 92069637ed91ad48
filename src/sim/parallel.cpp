#include "sim/parallel.h"

#include <atomic>
#include <mutex>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace ragp::sim {

void run_parallel(std::size_t count, const ParallelOptions& options,
                  const std::function<void(std::size_t)>& work) {
  std::mutex reporting;
  std::size_t done = 0;
  std::atomic<std::size_t> next{0};
  const auto one = [&] {
    work(next.fetch_add(1));  // in order of index: whoever starts takes the next
    const std::scoped_lock lock(reporting);
    ++done;
    if (options.progress) options.progress(done, count);
  };
  if (options.threads == 1) {
    for (std::size_t i = 0; i < count; ++i) one();
    return;
  }
  const int threads = options.threads > 0 ? options.threads : tbb::task_arena::automatic;
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) one();
        },
        tbb::simple_partitioner());
  });
}

}  // namespace ragp::sim
