#include "hard_mode.h"

#include <algorithm>
#include <utility>

namespace fewest {
namespace {

template <class Reply>
class HardModeOf : public HardMode {
public:
  explicit HardModeOf(const Problem<Reply>& problem) : guesses_(problem.guesses), tables_(*problem.hard_mode) {}

  void filter(std::int32_t guess, std::uint32_t shown, const std::int32_t* guesses, std::size_t count,
              std::vector<std::uint32_t>& allowed) const override {
    const Reply* replies = replies_to(guess);
    const std::uint32_t* hints = tables_.hints_of(guess);
    // Branch-free, because whether a guess is allowed is hard to predict.
    const std::size_t before = allowed.size();
    allowed.resize(before + count);
    std::uint32_t* next = allowed.data() + before;
    for (std::size_t i = 0; i < count; ++i) {
      *next = static_cast<std::uint32_t>(i);
      next += guesses[i] >= 0 && (shown & ~hints[replies[std::max(guesses[i], 0)]]) == 0;
    }
    allowed.resize(next - allowed.data());
  }

  void group(std::int32_t guess, const std::vector<Hash>& hashes, std::vector<HintGroup>& groups) const override {
    const Reply* replies = replies_to(guess);
    groups.clear();
    for (std::size_t reply = 0; reply < tables_.replies; ++reply)
      groups.push_back({tables_.hints_of(guess)[reply], {}});
    for (std::size_t other = 0; other < guesses_; ++other) groups[replies[other]].hash ^= hashes[other];
  }

  bool allows_any(std::int32_t guess, std::uint32_t shown, const std::vector<std::int32_t>& guesses) const override {
    const Reply* replies = replies_to(guess);
    const std::uint32_t* hints = tables_.hints_of(guess);
    return std::any_of(guesses.begin(), guesses.end(),
                       [&](std::int32_t other) { return (shown & ~hints[replies[other]]) == 0; });
  }

private:
  const Reply* replies_to(std::int32_t guess) const {
    return tables_.row ? tables_.row(guess) : tables_.guess_replies + guess * guesses_;
  }

  std::size_t guesses_;
  HardModeTables<Reply> tables_;
};

}  // namespace

Hash FollowUps::hash(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown,
                     const std::vector<Hash>& hashes) {
  if (guess != std::exchange(guess_, -1)) hard_mode.group(guess, hashes, groups_);
  guess_ = guess;
  Hash allowed;
  for (const HintGroup& group : groups_) {
    if ((shown & ~group.hints) == 0) allowed ^= group.hash;
  }
  return allowed;
}

template <class Reply>
std::unique_ptr<HardMode> make_hard_mode(const Problem<Reply>& problem) {
  if (!problem.hard_mode) return nullptr;
  return std::make_unique<HardModeOf<Reply>>(problem);
}

template std::unique_ptr<HardMode> make_hard_mode(const Problem<std::uint8_t>&);
template std::unique_ptr<HardMode> make_hard_mode(const Problem<std::uint16_t>&);
template std::unique_ptr<HardMode> make_hard_mode(const Problem<std::uint32_t>&);

}  // namespace fewest
