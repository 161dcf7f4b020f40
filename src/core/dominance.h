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

// Finds guesses that another guess dominates: it tells apart all secrets of a set that they tell apart, and more, or
// the same. It does so in every subset too, and parts cost no more than a set that they are part of, whatever the
// limit; so a dominated guess is never needed, unless it may hit: guesses that are a secret of the set stay. In hard
// mode a guess also decides which are allowed after it, so nothing follows there.
template <class Cell>
class Dominance {
public:
  // Finds out which of the columns `order` stay. A guess must come after all that divide the set into more parts; of
  // those that divide it in the same way the first stays.
  void find_undominated(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                        const std::vector<std::uint32_t>& order, Scratch& scratch);

  // All of them stay.
  void keep_all(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                const std::vector<std::uint32_t>& order);

  // Those that stay, and by place among them: the replies to the secrets of the set, numbered anew, and how many.
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
  std::vector<std::uint32_t> first_;             // see the kernel `number`; of those kept, one after the other
  std::vector<std::size_t> first_of_;            // where they begin
  std::vector<std::uint32_t> room_for_numbers_;  // for the same kernel

  std::vector<Pair> pairs_;
  // A bit for each pair of secrets that a guess tells apart. A guess that dominates another has all its bits.
  std::vector<Sketch> sketches_;             // by column
  CellBuffer<std::uint64_t> kept_sketches_;  // see the kernel `supersets`
  // By guess looked at in this set: its place among those kept, or that of the one that dominates it.
  std::vector<std::uint32_t> place_of_;
  // By guess: the one that dominated it last. Mostly it does so at other sets too, or what dominates it there.
  std::vector<std::int32_t> dominator_;
};

}  // namespace fewest
