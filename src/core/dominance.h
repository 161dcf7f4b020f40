#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game.h"
#include "scratch.h"
#include "secret_set.h"

namespace fewest {

// Finds guesses that another guess dominates: it tells apart all secrets of a set that they tell apart, and more, or
// the same. It does so in every subset too, and parts cost no more than a set that they are part of, whatever the
// limit; so a dominated guess is never needed, unless it may hit: guesses that are a secret of the set stay. In hard
// mode a guess also decides which are allowed after it, so nothing follows there.
template <class Cell>
class Dominance {
public:
  // Takes the replies of all columns to a set.
  void read(const SecretSet& set, const Columns<Cell>& columns);

  // Those of the columns `order` that stay; the set must have been read. A guess must come after all that divide the
  // set into more parts; of those that divide it in the same way the first stays.
  const std::vector<std::uint32_t>& undominated(const Game<Cell>& game, const SecretSet& set,
                                                const Columns<Cell>& columns, const std::vector<std::uint32_t>& order,
                                                Scratch& scratch);

  // The replies of one of these columns to the secrets of the set, in their order.
  Cell* replies(std::uint32_t column) { return tile_.data() + column * size_; }

private:
  static constexpr int kPairs = 64 * kSketchWords;
  struct Pair {
    std::int32_t a, b;
  };
  using Sketches = std::array<std::vector<std::uint64_t>, kSketchWords>;  // by word

  void choose_pairs(const SecretSet& set, const Columns<Cell>& columns);
  void draw_sketches(const Columns<Cell>& columns);
  bool refines(const Cell* finer, const Cell* coarser, int size);

  static constexpr std::uint32_t kNone = ~0U;

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> kept_;
  std::vector<std::uint32_t> column_of_;  // by guess, of those looked at in this set
  // By guess: the one that dominated it last. Mostly it does so at other sets too, and whether it stays itself does not
  // matter, for what dominates it dominates this one as well.
  std::vector<std::int32_t> dominator_;
  // By word and column: a bit for each pair of secrets that a guess tells apart. A guess that dominates another has all
  // its bits.
  Sketches sketches_;
  std::vector<Cell> tile_;       // see replies()
  std::size_t size_ = 0;         // of the set
  std::array<Pair, 16> recent_;  // that have shown that one guess does not dominate another
  std::size_t next_recent_ = 0;
  std::vector<Cell> image_;  // see refines()
  Sketches kept_sketches_;   // of the columns kept
};

}  // namespace fewest
