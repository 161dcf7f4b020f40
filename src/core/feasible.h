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

// Finds out which sets no strategy can finish within the guesses left, whatever it costs.
//
// A set fails if each guess leaves some part that fails with a guess less. So some of its secrets do already: those of
// one failing part for each guess. These few are remembered as a nogood: every set that includes a nogood fails too,
// and a guess that leaves a nogood whole fails at any set that includes it. Most guesses at a set, and most sets, fail
// by a nogood that is known before; then nothing is searched.
//
// In hard mode a nogood holds as long as certain guesses are not allowed, those that might divide it better.
template <class Cell>
class Feasibility {
public:
  Feasibility(const Game<Cell>& game, Scratch& scratch);

  // Makes room for what a new question takes.
  void start();

  // Takes over the position in which the guess of this ply is to be made: one of these, and so many with it.
  void enter(int ply, const Columns<Cell>& columns, int left);

  // Finds the guesses that leave a known nogood of the position of this ply, which has these secrets.
  void find_refuted(int ply, const SecretSet& set);

  // Whether a guess does.
  bool refutes(int ply, std::int32_t guess);

  // Whether certainly one of the parts that a guess makes of the position of this ply cannot be finished. It may not be
  // found out in time; a thorough search takes more of it.
  bool some_part_fails(int ply, std::int32_t guess, const std::vector<Part>& parts, bool thorough);

  // The same, until every part is decided or took very long: in turns, so that those that are hard to decide do not
  // keep the others waiting.
  bool some_part_fails_in_turns(int ply, std::int32_t guess, const std::vector<Part>& parts);

  // The secrets of a nogood within a set, with these guesses allowed and so many left; nullptr if none is found within
  // the budget. Takes over this ply.
  const std::vector<std::int32_t>* find_nogood(const SecretSet& set, int ply, const Columns<Cell>& columns, int left,
                                               std::int64_t budget);

  std::uint64_t nodes = 0;  // sets that were looked into, since no known nogood decided them

private:
  using Mask = std::vector<std::uint64_t>;  // a bit for each column of the game

  // No more of them are remembered for each number of guesses left.
  static constexpr std::size_t kMaxNogoods = 1 << 15, kMaxFinished = 1 << 18;

  // Secrets that fail within some number of guesses, unless a forbidden guess is allowed.
  struct Nogood {
    std::vector<std::int32_t> secrets;
    Mask splits;     // the guesses that divide it
    Mask forbidden;  // hard mode; empty if there are none
  };
  using NogoodId = std::int32_t;

  // The nogoods for one number of guesses left.
  struct NogoodStore {
    explicit NogoodStore(std::size_t secrets) : by_secret(secrets) {}

    bool is_full() const { return nogoods.size() > kMaxNogoods || finished.size() > kMaxFinished; }

    std::vector<Nogood> nogoods;
    std::vector<std::vector<NogoodId>> by_secret;  // each nogood once, under the secret with the fewest
    std::unordered_set<std::uint64_t> finished;    // hashes of positions that can be finished
  };

  struct Rated {
    std::uint32_t column;
    std::uint64_t sum_of_squares;
  };

  // Hard mode: a nogood that fails after some guesses only, those after which none of its forbidden guesses is allowed.
  struct Partial {
    NogoodId nogood;
    std::vector<std::int32_t> forbidden;
  };

  // What a nogood refutes: all guesses that leave it whole, or in hard mode some of them.
  struct Choice {
    NogoodId nogood;
    bool always;
    Mask spared;
    int refuted = std::numeric_limits<int>::max();  // at most this many of the guesses that remain
  };

  // The memory of one ply.
  struct PlyState {
    int left = 0;
    Mask allowed;  // the guesses
    Mask live;     // those of them that no nogood refutes
    std::vector<std::int32_t> order;
    std::vector<Part> parts;
    std::vector<std::pair<double, int>> open;
    std::vector<NogoodId> used;  // each fails here with every guess that leaves it whole
    std::vector<Partial> partial;
    std::vector<std::pair<std::uint32_t, NogoodId>> one_by_one;  // hard mode: columns, and the nogood that each leaves
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
  std::vector<double> activity_;                      // by secret: how much it had to do with failures of late
  double bump_ = 1;
  std::int64_t budget_ = 0;            // how many guesses may still be tried
  std::vector<std::int32_t> guesses_;  // scratch memory
  std::vector<std::uint32_t> columns_, places_;
  std::vector<const Cell*> rows_;
};

}  // namespace fewest
