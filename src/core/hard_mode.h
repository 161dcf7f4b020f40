#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hash.h"
#include "problem.h"

namespace fewest {

// The guesses that use the same hints of another guess.
struct HintGroup {
  std::uint32_t hints;
  Hash hash;  // of these guesses
};

// The rule of hard mode for any type of replies. It reads the arrays of hard mode, which must outlive it.
class HardMode {
public:
  virtual ~HardMode() = default;

  // Appends to `allowed` the indices of the guesses, out of `count`, that are allowed after `guess` showed some hints.
  // A guess of -1 is never allowed.
  virtual void filter(std::int32_t guess, std::uint32_t shown, const std::int32_t* guesses, std::size_t count,
                      std::vector<std::uint32_t>& allowed) const = 0;

  // All guesses, grouped by the hints of a guess that they use.
  virtual void group(std::int32_t guess, const std::vector<Hash>& hashes, std::vector<HintGroup>& groups) const = 0;

  // Whether any of these guesses is allowed after `guess` showed some hints.
  virtual bool allows_any(std::int32_t guess, std::uint32_t shown, const std::vector<std::int32_t>& guesses) const = 0;
};

// Computes hashes of the allowed guesses. Faster than filter() for several parts of the same guess, because it caches
// the groups of the last guess.
class FollowUps {
public:
  // The hash of the guesses allowed after `guess` showed some hints, given the hashes of all guesses.
  Hash hash(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown, const std::vector<Hash>& hashes);

private:
  std::int32_t guess_ = -1;  // the guess of the cached groups
  std::vector<HintGroup> groups_;
};

// Returns nullptr if the problem has no hard mode.
template <class Reply>
std::unique_ptr<HardMode> make_hard_mode(const Problem<Reply>& problem);

}  // namespace fewest
