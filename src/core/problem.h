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

  // Where memory is short: the replies to a guess, made when they are first asked for, by one thread. Then there are no
  // guess_replies.
  std::function<const Reply*(std::int32_t guess)> row = {};
};

// Input of the search. Of replies it only matters which are equal.
template <class Reply>
struct Problem {
  const Reply* table;  // table[s * guesses + g]: the reply to guess g when the secret is s
  std::size_t secrets, guesses;
  const std::int32_t* secret_of_guess;  // by guess: the secret that it is, or -1
  const Cost* weights;                  // by secret: what a guess costs while it is the secret; at least 1

  std::optional<HardModeTables<Reply>> hard_mode = {};

  // What a secret costs beside its guesses, times its weight, if it misses the target (see Position); more than any
  // strategy takes guesses. 0 where no position has a target.
  Cost penalty = 0;

  // Must map the secrets, and their weights, to themselves, and what hard mode allows too.
  Symmetry symmetry = {};

  // Called once the table is not read any more, but in hard mode, which reads it as long as it lives.
  std::function<void()> on_table_read = {};

  // Whether small sets are searched in the ways that pay off for large ones only: see Sizes::for_tests.
  bool for_tests = false;
};

// Which secrets are possible, which guesses were made, and how many are left.
struct Position {
  std::vector<std::int32_t> secrets;
  std::vector<std::int32_t> guesses;
  int left = kNoLimit;
  int target = kNoLimit;  // within how many guesses a secret has to be found, or it costs the penalty
};

// The answer to a question about a position, asked with a bound: a cost below the bound is exact and reached by a
// strategy that takes at most `depth` guesses; otherwise `cost` is at least the bound, and a lower bound.
struct Answer {
  Cost cost;
  int depth;
  std::int32_t guess;  // the first guess of that strategy, or -1
};

// The answer that no strategy costs less than this.
inline Answer at_least(Cost cost) { return {cost, 0, -1}; }

}  // namespace fewest
