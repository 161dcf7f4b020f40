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

// The depths of the secrets in the best possible tree: N(d) of them at depth d or less. Let largest[r] be the most
// secrets that the r-th largest part of any guess has, besides the win. Then N(1) = 1, and N(d) is 1 plus the sum of
// min(largest[r], N(d - 1)) over all r.
struct BestDepths {
  BestDepths() = default;
  BestDepths(const std::vector<std::size_t>& largest, std::size_t secrets);

  // The number of guesses that such a tree needs to find all of `size` secrets.
  int least_guesses(int size) const { return static_cast<int>(depth[size - 1]); }

  // Whether all parts of a good guess are shallow for a set of this size.
  bool is_nearly_shallow(int size) const { return size <= std::max(shallow, shallow * (shallow / 8)); }

  std::vector<Cost> depth;    // by position in the set, the heaviest secret first
  std::vector<Cost> repeats;  // by size of a set: the sum of depth - 1 over its secrets
  int shallow = 0;            // sets up to this size have only depths 1 and 2
};

// Size thresholds for the search methods.
struct Sizes {
  // Sets of at least this size get their own columns at once, smaller sets after this many guesses. With 100 and 100
  // the proof of an opener of nyt-2023 takes a tenth longer; without own columns it takes twice as long. From this size
  // on, the bound by all guesses also considers how the guesses divide the set.
  int large = 150, guesses_before_compacting = 300;

  // In smaller sets the bound by all guesses is exact or nearly exact. So they are searched for a cost slightly above
  // that bound first, and then for larger costs. This way few guesses must be tried.
  int tight = 100;

  // How many guesses are rated and sorted for each set. They are those with the lowest bounds.
  std::size_t rated = 200;

  // From this size on, replies are counted in bit sets, if available, instead of compared in pairs.
  int bits = 32;

  // Parts up to this size are searched before the larger parts of a guess. The proof of the best opener of nyt-2023
  // takes 146 CPU seconds with 40, and 161 without this order.
  int quick = 40;

  // How often hints of hard mode must occur before they get their own columns. The proof of the best opener of original
  // takes 22.7 CPU seconds with 6, 24.8 with 16, and 30 with 100.
  int often = 6;

  // In sets larger than this, Feasibility compares many guesses instead of a few. The proof that tarse cannot find
  // every word of today's game within six guesses takes 2 CPU seconds with many, and 35 with a few.
  int few_guesses = 24;

  // The budget in guesses to find a failing part of a given first guess, before the parts are searched in turns.
  int first_turn = 500;

  // Up to this size, sets are solved exactly even if the width of the search is limited.
  int narrow = 250;

  // Lets tests reach the methods for large sets with small sets.
  static Sizes for_tests() { return {3, 1, 6, 2, 3, 4, 1, 3, 1, 5}; }
};

// The game in the layout of the inner loops. It is immutable, and shared by all threads.
template <class Cell>
struct Game {
  // A guess must not have more different replies than a cell has values. May throw Stopped.
  template <class Reply>
  Game(const Problem<Reply>& problem, unsigned threads, const Control& control);
  Game(const Game&) = delete;

  // The replies to a guess by secret, numbered from 0 for each guess.
  const Cell* replies_to(std::int32_t guess) const { return by_guess_.data() + guess * secrets; }

  // In hard mode: the hints that the reply to a guess shows, given the secret.
  std::uint32_t shown(std::int32_t guess, std::int32_t secret) const {
    return shown_[first_shown_[guess] + replies_to(guess)[secret]];
  }

  // The sum of this term over a set, for each secret and the first secret of its part, identifies the split of a guess.
  std::uint64_t signature_term(std::int32_t secret, std::int32_t first) const {
    return hashes[secret].check * (2 * hashes[first].place + 1);
  }

  // Makes a set of these secrets, which it sorts.
  SecretSet heaviest_first(std::vector<std::int32_t>& secrets) const;

  // Whether a position holds every secret that fits the replies to its guesses. If so, symmetries that fix those
  // guesses map the position to itself.
  bool is_symmetric(const Position& position) const;

  Sizes sizes;
  std::size_t secrets, guesses;
  std::uint32_t replies = 0;                  // the most replies to one guess
  bool weighted = false;                      // whether some weight differs from 1
  Cost penalty;                               // see Problem
  Cost most_missed;                           // from this weight on, costs cannot hold the penalty
  std::vector<std::int32_t> secret_of_guess;  // -1 if it is not a secret
  std::vector<std::int32_t> guess_of_secret;
  std::vector<Cost> weights;  // by secret
  std::vector<Hash> hashes;   // by secret
  std::vector<Hash> guess_hashes;
  BestDepths depths;
  Symmetry symmetry;
  std::unique_ptr<HardMode> hard_mode;  // or nullptr
  Columns<Cell> columns;                // all guesses, all secrets

private:
  struct Divisions {  // splits of all secrets by guess; see Columns
    std::vector<Cost> distinct_weight;
    std::vector<Replies> replies;
  };

  void set_secrets();
  template <class Reply>
  Divisions number_replies(const Problem<Reply>& problem, unsigned threads, const Control& control);
  std::vector<std::size_t> largest_parts(std::size_t branches, unsigned threads, const Control& control) const;
  template <class Reply>
  void note_hints(const Problem<Reply>& problem, const Divisions& found, unsigned threads, const Control& control);
  void make_columns(const Divisions& found, unsigned threads, const Control& control);

  CellBuffer<Cell> by_guess_;             // see replies_to
  CellBuffer<Cell> cells_;                // of the columns
  std::vector<std::size_t> first_shown_;  // by guess: the place in shown_ of its reply 0
  std::vector<std::uint32_t> shown_;      // in hard mode: hints by guess and numbered reply
  std::vector<std::int32_t> column_guess_;
  std::vector<std::uint32_t> row_of_;
  std::vector<Cost> distinct_weight_;
  std::vector<Replies> replies_;
};

// Returns the greatest number of different replies to one guess. May throw Stopped.
template <class Reply>
std::uint32_t count_replies(const Problem<Reply>& problem, unsigned threads, const Control& control);

}  // namespace fewest
