#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "types.h"

namespace fewest {

struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("the search was stopped") {}
};

// Ends the calls that received it. Tokens form a tree: a call ends when its token or any ancestor is stopped, so a
// caller can pass on a child token that it stops itself. A stopped token stays stopped; to continue a search, use a new
// one. All methods are thread-safe.
//
// A token may also stop by itself, after a time or after an amount of work. Work is counted in replies read, about 300
// million a second, so that a single thread stops at the same point on every machine.
class StopToken {
public:
  static constexpr double kForever = std::numeric_limits<double>::infinity();

  StopToken(StopToken* parent, double seconds, double work) : parent_(parent), work_limit_(work) {
    if (seconds < 1e9) {
      const auto limit = std::chrono::duration<double>(seconds > 0.0 ? seconds : 0.0);
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
    }
  }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }

  // Whether this token or an ancestor is stopped.
  bool stopped() const { return is_over() || (parent_ != nullptr && parent_->stopped()); }

  // Adds to the work done; throws Stopped if the token is stopped.
  void check(std::uint64_t work) {
    if (work_limit_ < kForever) work_done_.fetch_add(work, std::memory_order_relaxed);
    if (is_over()) throw Stopped();
    if (parent_ != nullptr) parent_->check(work);
  }

private:
  using Clock = std::chrono::steady_clock;

  bool is_over() const {
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (deadline_ != Clock::time_point::max() && Clock::now() >= deadline_) return true;
    return static_cast<double>(work_done_.load(std::memory_order_relaxed)) > work_limit_;
  }

  StopToken* const parent_;
  const double work_limit_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> work_done_{0};
};

// How far a call has got: with the first guesses of a position, or with the parts of the given guess.
struct Progress {
  std::size_t done, of;
  Cost cost;           // of the best first guess so far
  std::int32_t guess;  // -1 before the first one
};

// The ways to end a call from outside, and to follow its progress; all are optional.
struct Control {
  StopToken* stop = nullptr;
  std::function<void()> interrupted = {};  // called from time to time on the thread of the call; throws after Ctrl-C
  std::function<void(const Progress&)> progress = {};  // called on the thread of the call; must not throw

  // Adds to the work done; throws Stopped if the token is stopped. Thread-safe.
  void check(std::uint64_t work) const {
    if (stop != nullptr) stop->check(work);
  }
};

inline const Control kNoControl;

// One thread's access to a Control. Counts work, and checks from time to time whether to stop.
class Checker {
public:
  explicit Checker(const Control& control) : control_(&control) {}

  // Work is roughly the number of replies read; a vector of replies counts as one.
  void count(std::uint64_t work) { work_ += work; }

  // Reports the work since the last report, and throws if the call should end. Every long loop must call this often.
  void check() {
    control_->check(std::exchange(work_, 0));
    if (control_->interrupted && ++calls_ % kCalls == 0) check_interrupt();
  }

  // The same, but checks every time; for loops with long steps.
  void check_now() {
    control_->check(std::exchange(work_, 0));
    if (control_->interrupted) check_interrupt();
  }

  void tell(const Progress& progress) const {
    if (control_->progress) control_->progress(progress);
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t kCalls = 16;
  static constexpr std::chrono::milliseconds kPause{20};

  void check_interrupt() {
    const auto now = Clock::now();
    if (now - last_ < kPause) return;
    last_ = now;
    control_->interrupted();
  }

  const Control* control_;
  std::uint64_t work_ = 0;
  std::uint32_t calls_ = 0;
  Clock::time_point last_ = Clock::now();
};

}  // namespace fewest
