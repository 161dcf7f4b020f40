#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace fewest {

// Calls work(begin, end) over [0, count) in pieces of `grain`, on up to `threads` threads. Pieces are handed out as
// threads become free, so `work` must not depend on their order; the first exception is rethrown once all have stopped.
template <class Work>
void parallel_for(std::size_t count, std::size_t grain, unsigned threads, Work work) {
  const std::size_t pieces = (count + grain - 1) / grain;
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  auto run = [&] {
    try {
      for (std::size_t piece; (piece = next++) < pieces;) {
        const std::size_t begin = piece * grain;
        work(begin, begin + grain < count ? begin + grain : count);
      }
    } catch (...) {
      next = pieces;
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < threads && i < pieces; ++i) helpers.emplace_back(run);
  run();
  for (auto& helper : helpers) helper.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace fewest
