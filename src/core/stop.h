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

// Ends the calls that were given it. A caller with a reason of its own to end a call makes its own token, a child of
// the one that it was given: a call ends when its token or any ancestor is stopped. A stopped token stays stopped; to
// search on takes a new one. All methods may be called from any thread.
//
// A token may also stop by itself, after some seconds or after an amount of work. Work is counted in replies looked at,
// about 300 million a second, so that one thread always stops at the same place, on every machine.
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

// How far a call is: with the first guesses of a position, or with the parts of the guess that was given.
struct Progress {
  std::size_t done, of;
  Cost cost;           // of the best first guess so far
  std::int32_t guess;  // -1 where there is none
};

// What can end a call from outside, and what is told how far it is; any may be missing.
struct Control {
  StopToken* stop = nullptr;
  std::function<void()> interrupted = {};  // runs now and then on the thread of the call; throws after Ctrl-C
  std::function<void(const Progress&)> progress = {};  // runs on the thread of the call; must not throw

  // Adds to the work done; throws Stopped if the token is stopped. For any thread.
  void check(std::uint64_t work) const {
    if (stop != nullptr) stop->check(work);
  }
};

inline const Control kNoControl;

// One thread's view of a Control: counts work, and asks whether to stop, but not too often.
class Checker {
public:
  explicit Checker(const Control& control) : control_(&control) {}

  // Work is counted in replies looked at, roughly: a vector of them counts as one.
  void count(std::uint64_t work) { work_ += work; }

  // Reports the work counted since the last call, and throws if the call is to end. Every long loop calls this often.
  void check() {
    control_->check(std::exchange(work_, 0));
    if (control_->interrupted && ++calls_ % kCalls == 0) check_interrupt();
  }

  // The same for loops whose steps take long, so that none is left out.
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
