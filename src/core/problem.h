#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "symmetry.h"
#include "types.h"

namespace fewest {

// Hard mode: guess h is allowed after guess g got reply r if the bits that r shows, hints[hint_row[g] * replies + r],
// are a subset of those that g would show if h were the secret, hints[hint_row[g] * replies + q] for the reply q =
// guess_replies[g * guesses + h].
template <class Reply>
struct HardModeTables {
  const Reply* guess_replies;
  const std::uint16_t* hint_row;
  const std::uint32_t* hints;
  std::size_t replies;

  // If it is set, the replies to a guess, computed when they are first asked for. Then there are no guess_replies. All
  // threads of the search call it.
  std::function<const Reply*(std::int32_t guess)> row = {};

  // The hints by reply to a guess.
  const std::uint32_t* hints_of(std::size_t guess) const { return hints + hint_row[guess] * replies; }
};

// Input of the search. It only matters which replies are equal.
template <class Reply>
struct Problem {
  const Reply* table;  // table[s * guesses + g]: the reply to guess g when the secret is s
  std::size_t secrets, guesses;
  const std::int32_t* secret_of_guess;  // by guess: the secret that it is, or -1
  const Cost* weights;                  // by secret: the cost of each guess made to find it; at least 1

  std::optional<HardModeTables<Reply>> hard_mode = {};

  // The extra cost of a secret that misses the target (see Position), per weight. Larger than the number of guesses of
  // any strategy; 0 if no position has a target.
  Cost penalty = 0;

  // Must preserve the secrets, their weights, and what hard mode allows.
  Symmetry symmetry = {};

  // Called when the table is no longer needed.
  std::function<void()> on_table_read = {};

  // Whether to search small sets with the methods for large ones; see Sizes::for_tests.
  bool for_tests = false;
};

// The possible secrets, the guesses made, and the number of guesses left.
struct Position {
  std::vector<std::int32_t> secrets;
  std::vector<std::int32_t> guesses;
  int left = kNoLimit;
  int target = kNoLimit;  // a secret found after more guesses than this costs the penalty

  // If positive, only this number of guesses is tried in each large set (see Sizes::narrow), the most promising ones.
  // Then an exact cost is that of the play found, and a lower bound holds for this play only. Without a limit, target
  // and hard mode.
  int width = 0;
};

// The answer for a position and a bound. A cost below the bound is exact, and a strategy with at most `depth` guesses
// reaches it. Otherwise `cost` is a lower bound, and at least the given bound.
struct Answer {
  Cost cost;
  int depth;
  std::int32_t guess;  // the first guess of that strategy, or -1
};

// An answer that is a lower bound.
inline Answer at_least(Cost cost) { return {cost, 0, -1}; }

}  // namespace fewest
