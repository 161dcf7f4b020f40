#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_set>
#include <vector>

#include "columns.h"
#include "game.h"
#include "kernels.h"
#include "partition.h"
#include "scratch.h"
#include "secret_set.h"

namespace fewest {

// Finds sets that no strategy can finish within the guesses left, at any cost.
//
// A set fails if every guess leaves a part that fails with one guess less. Take one failing part for each guess:
// the secrets of these parts fail together, without the rest of the set. They are stored as a nogood. Every set that
// includes a nogood fails, and a guess that leaves a nogood whole fails at every set that includes it. Known nogoods
// decide most guesses and most sets without a search.
//
// In hard mode a nogood holds only while certain guesses, which might divide it better, are not allowed.
template <class Cell>
class Feasibility {
public:
  Feasibility(const Game<Cell>& game, Scratch& scratch);

  // Allocates memory for a new question.
  void start();

  // Sets the position of this ply: the allowed guesses and the guesses left.
  void enter(int ply, const Columns<Cell>& columns, int left);

  // Finds the guesses that known nogoods refute in the position of this ply, which has these secrets.
  void find_refuted(int ply, const SecretSet& set);

  // Whether a known nogood refutes this guess.
  bool refutes(int ply, std::int32_t guess);

  // Returns true if one of the parts of a guess at this ply is proved to fail. The budget may end first; a thorough
  // search has a larger one.
  bool some_part_fails(int ply, std::int32_t guess, const std::vector<Part>& parts, bool thorough);

  // The same, until every part is decided or has used up its largest budget. The parts are searched in turns, so that
  // hard ones do not delay the others.
  bool some_part_fails_in_turns(int ply, std::int32_t guess, const std::vector<Part>& parts);

  // Returns the secrets of a nogood within a set, for these allowed guesses and guesses left, or nullptr if the budget
  // ends before one is found. Overwrites the state of this ply.
  const std::vector<std::int32_t>* find_nogood(const SecretSet& set, int ply, const Columns<Cell>& columns, int left,
                                               std::int64_t budget);

  std::uint64_t nodes = 0;  // sets searched, because no known nogood decided them

private:
  using Mask = std::vector<std::uint64_t>;  // a bit for each column of the game

  // The most nogoods stored for each number of guesses left.
  static constexpr std::size_t kMaxNogoods = 1 << 15, kMaxFinished = 1 << 18;

  // Secrets that cannot all be found within some number of guesses, as long as none of the `forbidden` guesses is
  // allowed.
  struct Nogood {
    std::vector<std::int32_t> secrets;
    Mask splits;     // the guesses that divide it
    Mask forbidden;  // in hard mode; may be empty
  };
  using NogoodId = std::int32_t;

  // The nogoods for one number of guesses left.
  struct NogoodStore {
    explicit NogoodStore(std::size_t secrets) : by_secret(secrets) {}

    bool is_full() const { return nogoods.size() > kMaxNogoods || finished.size() > kMaxFinished; }

    std::vector<Nogood> nogoods;
    std::vector<std::vector<NogoodId>> by_secret;  // each nogood once, under its secret with the fewest nogoods
    std::unordered_set<std::uint64_t> finished;    // hashes of positions that can be finished
  };

  struct Rated {
    std::uint32_t column;
    std::uint64_t sum_of_squares;
  };

  // Hard mode: a nogood, and those of its forbidden guesses that are still allowed. The nogood refutes only guesses
  // after which none of them is allowed any more.
  struct Partial {
    NogoodId nogood;
    std::vector<std::int32_t> forbidden;
  };

  // The guesses that a nogood refutes: those that leave it whole, or in hard mode some of them.
  struct Choice {
    NogoodId nogood;
    bool always;
    Mask spared;
    int refuted = std::numeric_limits<int>::max();  // an upper bound for the remaining guesses
  };

  // The memory of one ply.
  struct PlyState {
    int left = 0;
    Mask allowed;  // the allowed guesses
    Mask live;     // the allowed guesses that no nogood refutes
    std::vector<std::int32_t> order;
    std::vector<Part> parts;
    std::vector<std::pair<double, int>> open;
    std::vector<NogoodId> used;  // the nogoods that refute guesses here
    std::vector<Partial> partial;
    std::vector<std::pair<std::uint32_t, NogoodId>> one_by_one;  // hard mode: a column, and what refutes it
    std::vector<Rated> pool;
  };

  static constexpr NogoodId kNone = -1;

  NogoodId search(const SecretSet& set, int ply);
  NogoodId search_separation(const SecretSet& set, const Mask& allowed);
  NogoodId failing_part(std::int32_t guess, const std::vector<Part>& parts, int ply);
  NogoodId find_known(const SecretSet& set, const Mask& allowed, int left);
  void apply_nogoods(const SecretSet& set, PlyState& here);
  NogoodId nogood_left_whole(std::uint32_t column, PlyState& here);
  void add_partial(NogoodId nogood, PlyState& here);
  std::uint32_t choose_column(const SecretSet& set, PlyState& here, std::size_t& next);
  Rated rate(const SecretSet& set, std::uint32_t column);
  void rate_block(const SecretSet& set, std::size_t column, std::uint64_t live, std::vector<Rated>& pool);
  void refute(std::uint32_t column, NogoodId nogood, PlyState& here);
  std::vector<Choice> find_choices(PlyState& here) const;
  NogoodId explain(const SecretSet& set, PlyState& here);
  NogoodId add_nogood(int left, std::vector<std::int32_t> secrets, Mask forbidden);
  bool is_separable(const std::vector<std::int32_t>& secrets, const Mask& allowed, Mask* separating);
  void find_splits(const std::int32_t* secrets, int size, Mask& splits);
  void restrict(const Mask& from, std::int32_t guess, std::int32_t secret, Mask& to);
  void bump(const Nogood& nogood);
  PlyState& state(int ply);
  NogoodStore& store(int left);
  bool is_hard() const { return game_.hard_mode != nullptr; }
  std::int32_t guess_of(std::uint32_t column) const { return game_.columns.guess[column]; }

  const Game<Cell>& game_;
  const CellKernels<Cell>& kernels_;
  Scratch& scratch_;
  const std::size_t words_;
  Mask all_;                                          // every guess
  std::vector<std::uint32_t> column_of_;              // by guess
  std::vector<std::unique_ptr<NogoodStore>> stores_;  // by guesses left
  std::vector<std::unique_ptr<PlyState>> states_;     // by ply
  std::vector<double> activity_;                      // by secret: how often it was part of recent failures
  double bump_ = 1;
  std::int64_t budget_ = 0;            // guesses that may still be tried
  std::vector<std::int32_t> guesses_;  // scratch memory
  std::vector<std::uint32_t> columns_, places_;
  std::vector<const Cell*> rows_;
};

}  // namespace fewest
