#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hash.h"
#include "problem.h"

namespace fewest {

// The guesses that take up the same hints of another guess.
struct HintGroup {
  std::uint32_t hints;
  Hash hash;  // of these guesses
};

// The rule of hard mode, whatever the type of the replies. It reads the arrays of the problem, which must outlive it.
class HardMode {
public:
  virtual ~HardMode() = default;

  // The hints that the reply to a guess shows when this is the secret.
  virtual std::uint32_t shown(std::int32_t guess, std::int32_t secret) const = 0;

  // Appends to `allowed` the indices of those of `count` guesses that are allowed after `guess` showed some hints. A
  // guess of -1 never is.
  virtual void filter(std::int32_t guess, std::uint32_t shown, const std::int32_t* guesses, std::size_t count,
                      std::vector<std::uint32_t>& allowed) const = 0;

  // All guesses, by the hints that they take up of what a guess may show.
  virtual void group(std::int32_t guess, const std::vector<Hash>& hashes, std::vector<HintGroup>& groups) const = 0;

  // Whether any of these guesses is allowed after `guess` showed some hints.
  virtual bool allows_any(std::int32_t guess, std::uint32_t shown, const std::vector<std::int32_t>& guesses) const = 0;
};

// The hash of the guesses that are allowed after the guess that was asked for last: faster than filter() where several
// parts of one guess are asked for.
class FollowUps {
public:
  // The hash of those that are allowed after `guess` showed some hints, from the hashes of all guesses of the game.
  Hash hash(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown, const std::vector<Hash>& hashes);

private:
  std::int32_t guess_ = -1;  // of which the groups are
  std::vector<HintGroup> groups_;
};

// nullptr if the problem has no hard mode.
template <class Reply>
std::unique_ptr<HardMode> make_hard_mode(const Problem<Reply>& problem);

}  // namespace fewest
