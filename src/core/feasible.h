#pragma once

#include <cstdint>
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
// one failing part for each guess. These few are remembered as a core: every set that includes a core fails too, and a
// guess that leaves a core whole fails at any set that includes it. Most guesses at a set, and most sets, fail by a
// core that is known before; then nothing is searched.
//
// In hard mode a core holds as long as certain guesses are not allowed, those that might divide it better.
template <class Cell>
class Feasibility {
public:
  Feasibility(const Game<Cell>& game, Scratch& scratch);

  // Whether certainly no strategy finds all secrets of a set within `left` of these guesses.
  bool fails(const SecretSet& set, const Columns<Cell>& columns, int left);

  // The same for the parts that a guess has made: whether one of them fails.
  bool some_part_fails(std::int32_t guess, const std::vector<Part>& parts, const Columns<Cell>& columns, int left);

  std::uint64_t nodes = 0;  // sets that were looked into, since no known core decided them

private:
  using Mask = std::vector<std::uint64_t>;  // a bit for each column of the game

  // Secrets that fail within some number of guesses, unless a forbidden guess is allowed.
  struct Core {
    std::vector<std::int32_t> secrets;
    Mask splits;     // the guesses that divide it
    Mask forbidden;  // hard mode; empty if there are none
  };
  using CoreId = std::int32_t;

  // The cores that fail within so many guesses.
  struct Level {
    explicit Level(std::size_t secrets) : by_secret(secrets) {}

    std::vector<Core> cores;
    std::vector<std::vector<CoreId>> by_secret;  // each core once, under its first secret
    std::unordered_set<std::uint64_t> finished;  // hashes of positions that can be finished
  };

  struct Rated {
    std::uint32_t column;
    std::uint64_t squares;
  };

  // The memory of one level of the recursion.
  struct Frame {
    Mask allowed, live;
    std::vector<std::int32_t> order;
    std::vector<Part> parts;
    std::vector<std::pair<double, int>> open;
    std::vector<CoreId> used;                                  // each fails here with every guess that leaves it whole
    std::vector<CoreId> partial;                               // hard mode: cores that fail here after some guesses
    std::vector<std::pair<std::uint32_t, CoreId>> one_by_one;  // hard mode: columns, and the core that each leaves
    std::vector<Rated> pool;
  };

  static constexpr CoreId kNone = -1;

  void start(const Columns<Cell>& columns);
  CoreId search(const SecretSet& set, int left, int depth);
  CoreId search_separation(const SecretSet& set, const Mask& allowed);
  CoreId failing_part(std::int32_t guess, const std::vector<Part>& parts, int left, int depth);
  CoreId find_core(const SecretSet& set, const Mask& allowed, int left);
  void apply_cores(const SecretSet& set, int left, Frame& here);
  CoreId core_left_whole(std::uint32_t column, int left, const Frame& here);
  std::uint32_t choose_column(const SecretSet& set, Frame& here, std::size_t& next);
  CoreId explain(const SecretSet& set, int left, Frame& here);
  CoreId add_core(int left, std::vector<std::int32_t> secrets, Mask forbidden);
  bool is_separable(const std::vector<std::int32_t>& secrets, const Mask& allowed, Mask* separating);
  void find_splits(const std::int32_t* secrets, int size, Mask& splits);
  void restrict(const Mask& from, std::int32_t guess, std::int32_t secret, Mask& to);
  void bump(const Core& core);
  Frame& frame(int depth);
  Level& level(int left);
  bool is_hard() const { return game_.hard_mode != nullptr; }
  std::int32_t guess_of(std::uint32_t column) const { return game_.columns.guess[column]; }

  const Game<Cell>& game_;
  const CellKernels<Cell>& kernels_;
  Scratch& scratch_;
  const std::size_t words_;
  Mask all_;                                    // every guess
  std::vector<std::uint32_t> column_of_;        // by guess
  std::vector<std::unique_ptr<Level>> levels_;  // by guesses left
  std::vector<std::unique_ptr<Frame>> frames_;  // by depth
  std::vector<double> activity_;                // by secret: how much it had to do with failures of late
  double bump_ = 1;
  std::int64_t budget_ = 0;            // how many guesses may still be tried
  std::vector<std::int32_t> guesses_;  // scratch memory
  std::vector<std::uint32_t> columns_, places_;
  std::vector<const Cell*> rows_;
};

}  // namespace fewest
