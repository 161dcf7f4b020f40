#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "portable.h"
#include "stop.h"

namespace fewest {

struct NoThread : std::runtime_error {
  NoThread() : std::runtime_error("this machine does not let the program start another thread") {}
};

// Calls work(begin, end) over [0, count) in pieces of `grain`, on up to `threads` threads. Free threads take the next
// piece, so `work` must not depend on the order. Rethrows the first exception once all threads have stopped. Checks the
// control before each piece.
#ifdef FEWEST_ONE_THREAD
template <class Work>
void parallel_for(std::size_t count, std::size_t grain, unsigned, const Control& control, Work work) {
  Checker checker(control);
  for (std::size_t begin = 0; begin < count; begin += grain) {
    checker.check_now();
    work(begin, std::min(begin + grain, count));
  }
}
#else
template <class Work>
void parallel_for(std::size_t count, std::size_t grain, unsigned threads, const Control& control, Work work) {
  const std::size_t pieces = (count + grain - 1) / grain;
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto fail = [&](std::exception_ptr why) {
    next = pieces;
    const std::lock_guard lock(error_mutex);
    if (!error) error = why;
  };
  const auto do_pieces = [&](const Control& asked) {
    Checker checker(asked);
    for (std::size_t piece; (piece = next++) < pieces;) {
      checker.check_now();
      const std::size_t begin = piece * grain;
      work(begin, begin + grain < count ? begin + grain : count);
    }
  };
  const Control of_helpers{control.stop};  // only the caller's thread handles Ctrl-C
  const auto help = [&] {
    try {
      do_pieces(of_helpers);
    } catch (...) {
      fail(std::current_exception());
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (std::size_t i = 1; i < threads && i < pieces; ++i) helpers.emplace_back(help);
  } catch (const std::system_error&) {
    fail(std::make_exception_ptr(NoThread()));
  }
  const auto join = [&] {
    for (auto& helper : helpers) helper.join();
  };
  try {
    do_pieces(control);
  } catch (...) {
    next = pieces;
    join();
    throw;  // copying the Python exception would require the interpreter lock
  }
  join();
  if (error) std::rethrow_exception(error);
}
#endif

}  // namespace fewest
