#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "columns.h"
#include "hard_mode.h"
#include "problem.h"
#include "secret_set.h"
#include "stop.h"

namespace fewest {

// How deep the secrets of a set lie at best in a tree whose guesses have at most b replies besides the win: one secret
// at depth 1, b at depth 2, b^2 at depth 3 and so on.
struct BestDepths {
  BestDepths() = default;
  BestDepths(std::size_t branches, std::size_t secrets);

  // Within how many guesses so many secrets can all be found.
  int least_guesses(int size) const { return static_cast<int>(depth[size - 1]); }

  // Whether all parts that a good guess makes of so many secrets are shallow.
  bool is_nearly_shallow(int size) const { return size <= std::max(shallow, shallow * (shallow / 8)); }

  std::vector<Cost> depth;    // by place in the set, the heaviest secret first
  std::vector<Cost> repeats;  // by size: the sum of depth - 1 over so many secrets
  int shallow = 0;            // up to this size all depths are 1 or 2
};

// Size thresholds for the search methods.
struct Sizes {
  // A set of so many secrets gets columns of its own at once, a smaller one after so many guesses: 100 and 100 make
  // openers of nyt-2023 a tenth slower; without columns of their own they take twice as long.
  int large = 150, guesses_before_compacting = 300;

  // The bound by all guesses of a smaller set is mostly exact, or nearly so: it is searched with little room above it,
  // then with more. That leaves few guesses to try where nothing else sets a bound.
  int tight = 100;

  // Only so many guesses at a set, those of the least bounds, are worth an order of their own.
  std::size_t rated = 200;

  // From here on replies are counted in bit sets, where there are any, rather than compared in pairs.
  int bits = 32;

  // Of the parts of a guess those of up to so many secrets are searched first: the whole proof of nyt-2023 takes 161
  // CPU seconds without, 146 with 40, 153 with 60 at the first guess alone.
  int quick = 40;

  // How often hints of hard mode must come up before they get columns of their own: the whole proof of original takes
  // 22.7 CPU seconds with 6, 24.8 with 16, 30 with 100.
  int often = 6;

  // Whether a larger set can be finished is tried with the best of many guesses, not of a few (see Feasibility): that
  // tarse cannot keep today's game within six guesses takes 2 CPU seconds, with a few 35.
  int few_guesses = 24;

  // How many guesses may be tried to find out whether some part of a given first guess fails, before each part gets a
  // turn of its own.
  int first_turn = 500;

  // So that tests reach the ways of large sets with small ones.
  static Sizes for_tests() { return {3, 1, 6, 2, 3, 4, 1, 3, 1}; }
};

// The game as the inner loops read it. All threads share it; nothing changes once it is made.
template <class Cell>
struct Game {
  // No guess may have more different replies than a cell can tell apart. May throw Stopped.
  template <class Reply>
  Game(const Problem<Reply>& problem, unsigned threads, const Control& control);
  Game(const Game&) = delete;

  // The replies to a guess by secret, numbered from 0 on for each guess.
  const Cell* replies_to(std::int32_t guess) const { return by_guess_.data() + guess * secrets; }

  // The sum of this over a set, each secret with the first of its part, identifies how a guess divides the set.
  std::uint64_t signature_term(std::int32_t secret, std::int32_t first) const {
    return hashes[secret].check * (2 * hashes[first].place + 1);
  }

  // A set of these secrets, which it sorts.
  SecretSet heaviest_first(std::vector<std::int32_t>& secrets) const;

  // Whether a position holds every secret that gives the same replies to its guesses. If so, symmetries that fix those
  // guesses map the position to itself.
  bool is_symmetric(const Position& position) const;

  Sizes sizes;
  std::size_t secrets, guesses;
  std::uint32_t replies = 0;                  // how many a guess has at most
  bool weighted = false;                      // whether some weight is not 1
  Cost penalty;                               // see Problem
  Cost most_missed;                           // from this weight on the penalty is more than costs can hold
  std::vector<std::int32_t> secret_of_guess;  // -1 if it is none
  std::vector<std::int32_t> guess_of_secret;
  std::vector<Cost> weights;  // by secret
  std::vector<Hash> hashes;   // by secret
  std::vector<Hash> guess_hashes;
  BestDepths depths;
  Symmetry symmetry;
  std::unique_ptr<HardMode> hard_mode;  // or nullptr
  Columns<Cell> columns;                // all guesses, all secrets

private:
  struct Divisions {  // of all secrets, by guess: see Columns
    std::vector<Cost> distinct_weight;
    std::vector<Replies> replies;
  };

  void set_secrets();
  template <class Reply>
  Divisions number_replies(const Problem<Reply>& problem, unsigned threads, const Control& control);
  void make_columns(const Divisions& found, unsigned threads, const Control& control);

  CellBuffer<Cell> by_guess_;  // see replies_to
  CellBuffer<Cell> cells_;     // of the columns
  std::vector<std::int32_t> column_guess_;
  std::vector<std::uint32_t> row_of_;
  std::vector<Cost> distinct_weight_;
  std::vector<Replies> replies_;
};

// The greatest number of different replies to one guess. May throw Stopped.
template <class Reply>
std::uint32_t count_replies(const Problem<Reply>& problem, unsigned threads, const Control& control);

}  // namespace fewest
