#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cell_buffer.h"
#include "game.h"
#include "kernels.h"
#include "scratch.h"
#include "secret_set.h"

namespace fewest {

// Finds dominated guesses. One guess dominates another if it separates all pairs of secrets of a set that the other
// separates. It then does so in every subset, and a set never costs less than its subsets. So a dominated guess is
// never needed, unless it can hit: members of the set stay. This does not hold in hard mode, where a guess also decides
// which guesses are allowed later.
template <class Cell>
class Dominance {
public:
  // Selects the columns of `order` that stay. `order` must be sorted by descending number of parts. Of guesses with the
  // same split, the first stays.
  void find_undominated(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                        const std::vector<std::uint32_t>& order, Scratch& scratch);

  // Keeps all columns.
  void keep_all(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                const std::vector<std::uint32_t>& order);

  // The columns that stay; for each, the renumbered replies to the secrets of the set, and their number.
  const std::vector<std::uint32_t>& kept() const { return kept_; }
  const Cell* replies(std::size_t place) const { return kept_cells_.data() + place * size_; }
  Replies numbers(std::size_t place) const { return numbers_[place]; }

private:
  struct Pair {
    std::int32_t a, b;
  };
  static constexpr int kSketchWords = kSketchBits / 64;
  using Sketch = std::array<std::uint64_t, kSketchWords>;

  void read(const SecretSet& set, const Columns<Cell>& columns);
  void start(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns, std::size_t most);
  void choose_pairs(const SecretSet& set, const Columns<Cell>& columns);
  void draw_sketches(const Columns<Cell>& columns);
  bool is_dominated(std::int32_t guess, std::uint32_t column);
  bool refines(std::size_t place, std::uint32_t column) const;
  void keep(std::uint32_t column);
  void keep_sketch(std::uint32_t column);
  const Cell* unnumbered(std::uint32_t column) const { return tile_.data() + column * size_; }

  static constexpr std::uint32_t kNone = ~0U;

  std::size_t size_ = 0;                   // of the set
  const std::int32_t* guesses_ = nullptr;  // by column
  CellBuffer<Cell> tile_;                  // the replies of all columns
  std::vector<std::uint32_t> kept_;
  CellBuffer<Cell> kept_cells_;
  std::vector<Replies> numbers_;
  std::vector<std::uint32_t> first_;             // results of the kernel `number` for the kept columns, concatenated
  std::vector<std::size_t> first_of_;            // offsets into first_
  std::vector<std::uint32_t> room_for_numbers_;  // scratch memory of that kernel

  std::vector<Pair> pairs_;
  // A bit for each pair of secrets that a guess separates. A guess that dominates another has all bits of that guess.
  std::vector<Sketch> sketches_;             // by column
  CellBuffer<std::uint64_t> kept_sketches_;  // see the kernel `supersets`
  // By guess examined for this set: its index among the kept guesses, or that of the guess that dominates it.
  std::vector<std::uint32_t> place_of_;
  // By guess: the guess that dominated it last. The same guess, or one that dominates that guess, usually dominates it
  // for other sets too.
  std::vector<std::int32_t> dominator_;
};

}  // namespace fewest
