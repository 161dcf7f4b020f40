#include "hard_mode.h"

#include <algorithm>
#include <utility>

namespace fewest {
namespace {

template <class Reply>
class HardModeOf : public HardMode {
public:
  explicit HardModeOf(const Problem<Reply>& problem)
      : table_(problem.table), guesses_(problem.guesses), tables_(*problem.hard_mode) {}

  std::uint32_t shown(std::int32_t guess, std::int32_t secret) const override {
    return hints_of(guess)[table_[secret * guesses_ + guess]];
  }

  void filter(std::int32_t guess, std::uint32_t shown, const std::int32_t* guesses, std::size_t count,
              std::vector<std::uint32_t>& allowed) const override {
    const Reply* replies = tables_.guess_replies + guess * guesses_;
    const std::uint32_t* hints = hints_of(guess);
    // Without a branch, since whether a guess is allowed is hard to predict.
    const std::size_t before = allowed.size();
    allowed.resize(before + count);
    std::uint32_t* next = allowed.data() + before;
    for (std::size_t i = 0; i < count; ++i) {
      *next = static_cast<std::uint32_t>(i);
      next += guesses[i] >= 0 && (shown & ~hints[replies[std::max(guesses[i], 0)]]) == 0;
    }
    allowed.resize(next - allowed.data());
  }

  void group(std::int32_t guess, const std::int32_t* guesses, std::size_t count, HintGroups& found) const override {
    const Reply* replies = tables_.guess_replies + guess * guesses_;
    found.groups.clear();
    for (std::size_t reply = 0; reply < tables_.replies; ++reply) found.groups.push_back({hints_of(guess)[reply], 0});
    found.indices.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (guesses[i] >= 0) ++found.groups[replies[guesses[i]]].end;
    }
    // Where each begins; then, as its indices are written, where it ends.
    std::uint32_t begin = 0;
    for (HintGroups::Group& group : found.groups) group.end = std::exchange(begin, begin + group.end);
    for (std::size_t i = 0; i < count; ++i) {
      if (guesses[i] >= 0) found.indices[found.groups[replies[guesses[i]]].end++] = static_cast<std::uint32_t>(i);
    }
  }

  bool allows_any(std::int32_t guess, std::uint32_t shown, const std::vector<std::int32_t>& guesses) const override {
    const Reply* replies = tables_.guess_replies + guess * guesses_;
    const std::uint32_t* hints = hints_of(guess);
    return std::any_of(guesses.begin(), guesses.end(),
                       [&](std::int32_t other) { return (shown & ~hints[replies[other]]) == 0; });
  }

private:
  const std::uint32_t* hints_of(std::int32_t guess) const {
    return tables_.hints + tables_.hint_row[guess] * tables_.replies;
  }

  const Reply* table_;
  std::size_t guesses_;
  HardModeTables<Reply> tables_;
};

}  // namespace

const std::vector<std::uint64_t>& FollowUps::allowed(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown,
                                                     const std::int32_t* guesses, std::size_t count) {
  group(hard_mode, guess, guesses, count);
  mask_.assign((count + 63) / 64, 0);
  std::uint32_t next = 0;
  for (const auto& [hints, end] : groups_.groups) {
    if ((shown & ~hints) == 0) {
      for (std::uint32_t i = next; i < end; ++i)
        mask_[groups_.indices[i] / 64] |= std::uint64_t{1} << groups_.indices[i] % 64;
    }
    next = end;
  }
  return mask_;
}

Hash FollowUps::hash(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown, const std::int32_t* guesses,
                     std::size_t count, const std::vector<Hash>& hashes) {
  group(hard_mode, guess, guesses, count);
  if (hashed_ != guess) {
    hashes_.assign(groups_.groups.size(), {});
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < groups_.groups.size(); ++k) {
      for (; next < groups_.groups[k].end; ++next) hashes_[k] ^= hashes[guesses[groups_.indices[next]]];
    }
    hashed_ = guess;
  }
  Hash found;
  for (std::size_t k = 0; k < groups_.groups.size(); ++k) {
    if ((shown & ~groups_.groups[k].hints) == 0) found ^= hashes_[k];
  }
  return found;
}

void FollowUps::group(const HardMode& hard_mode, std::int32_t guess, const std::int32_t* guesses, std::size_t count) {
  if (guess == guess_) return;
  guess_ = hashed_ = -1;
  hard_mode.group(guess, guesses, count, groups_);
  guess_ = guess;
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
