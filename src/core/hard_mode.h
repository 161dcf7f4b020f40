#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hash.h"
#include "problem.h"

namespace fewest {

// Guesses by the hints that they take up.
struct HintGroups {
  struct Group {
    std::uint32_t hints;
    std::uint32_t end;  // of its indices
  };
  std::vector<Group> groups;
  std::vector<std::uint32_t> indices;  // group by group
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

  // Sorts `count` guesses by the hints that they take up of what a guess may show. A guess of -1 is left out.
  virtual void group(std::int32_t guess, const std::int32_t* guesses, std::size_t count, HintGroups& groups) const = 0;

  // Whether any of these guesses is allowed after `guess` showed some hints.
  virtual bool allows_any(std::int32_t guess, std::uint32_t shown, const std::vector<std::int32_t>& guesses) const = 0;
};

// Which guesses are allowed after the one that was asked for last, whatever it shows: faster than filter() where most
// of the guesses of a game are asked for, with what several parts show.
class FollowUps {
public:
  // A bit for each of `count` guesses that is allowed after `guess` showed some hints. The guesses must be the same,
  // and in the same order, in all calls.
  const std::vector<std::uint64_t>& allowed(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown,
                                            const std::int32_t* guesses, std::size_t count);

  // The hash of the same guesses, from the hashes of all guesses of the game.
  Hash hash(const HardMode& hard_mode, std::int32_t guess, std::uint32_t shown, const std::int32_t* guesses,
            std::size_t count, const std::vector<Hash>& hashes);

private:
  void group(const HardMode& hard_mode, std::int32_t guess, const std::int32_t* guesses, std::size_t count);

  std::int32_t guess_ = -1, hashed_ = -1;  // of which the groups are, and their hashes
  HintGroups groups_;
  std::vector<Hash> hashes_;
  std::vector<std::uint64_t> mask_;
};

// nullptr if the problem has no hard mode.
template <class Reply>
std::unique_ptr<HardMode> make_hard_mode(const Problem<Reply>& problem);

}  // namespace fewest
