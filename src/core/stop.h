#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

namespace fewest {

struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("the search was stopped") {}
};

// Ends the calls that were given it. Whoever may end a call for a reason of his own has a token of his own: it hangs on
// the token of whoever asked him, so that a call ends when any of them is stopped. Stopped is stopped for good: to
// search on takes another token. stop() and check() may be called from any thread.
//
// A token may also end its calls by itself: after some seconds, or once they have done a given amount of work. Work is
// counted in replies looked at, about 300 million of them a second, so that one thread always ends at the same place,
// on every machine.
class StopToken {
public:
  static constexpr double kForever = std::numeric_limits<double>::infinity();

  StopToken(StopToken* parent, double seconds, double work) : parent_(parent), work_(work) {
    if (seconds < 1e9) {
      const auto room = std::chrono::duration<double>(seconds > 0.0 ? seconds : 0.0);
      ends_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(room);
    }
  }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }

  // Whether this token or one that it hangs on is stopped.
  bool stopped() const { return is_over() || (parent_ != nullptr && parent_->stopped()); }

  // Counts some work and throws Stopped if the token is stopped.
  void check(std::uint64_t work) {
    if (work_ < kForever) done_.fetch_add(work, std::memory_order_relaxed);
    if (is_over()) throw Stopped();
    if (parent_ != nullptr) parent_->check(work);
  }

private:
  using Clock = std::chrono::steady_clock;

  bool is_over() const {
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (ends_ != Clock::time_point::max() && Clock::now() >= ends_) return true;
    return static_cast<double>(done_.load(std::memory_order_relaxed)) > work_;
  }

  StopToken* const parent_;
  const double work_;
  Clock::time_point ends_ = Clock::time_point::max();
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> done_{0};
};

// How a call is ended from outside: by its token, or by `interrupted`, which is called now and then on the thread of
// the call and throws if a person has interrupted the program. Either may be missing.
struct Control {
  StopToken* stop = nullptr;
  std::function<void()> interrupted = {};
};

inline const Control kNoControl;

// Asks a Control, not too often. One for each thread.
class Checker {
public:
  explicit Checker(const Control& control) : control_(&control) {}

  void operator()(std::uint64_t work) {
    if (control_->stop != nullptr) control_->stop->check(work);
    if (control_->interrupted && ++calls_ % kCalls == 0) ask();
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t kCalls = 16;
  static constexpr std::chrono::milliseconds kPause{20};

  void ask() {
    const auto now = Clock::now();
    if (now - asked_ < kPause) return;
    asked_ = now;
    control_->interrupted();
  }

  const Control* control_;
  std::uint32_t calls_ = 0;
  Clock::time_point asked_ = Clock::now();
};

}  // namespace fewest
