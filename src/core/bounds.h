#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "columns.h"
#include "game.h"
#include "invariants.h"
#include "kernels.h"
#include "scratch.h"
#include "secret_set.h"
#include "transposition.h"

namespace fewest {

// The lower bounds. W is the weight of a set and w(g) that of the guess g if it is one of its secrets, otherwise 0.
// A limit of guesses and hard mode only take guesses away, so bounds of the plain game hold for them too.
//
// The repeated weight D of a guess is the weight of all secrets that are not the heaviest of their part. Each secret
// costs this guess, all but g another, and those D one more at least: one guess hits one secret of each part. So the
// guess costs at least 2W + D - w(g), which is the basis of all bounds but `branching`.
template <class Cell>
class Bounds {
public:
  Bounds(const Game<Cell>& game, Scratch& scratch);

  // Nothing beats a guess that hits the heaviest secret and tells all others apart: D = 0.
  static Cost trivial(const SecretSet& set) { return 2 * set.weight - set.heaviest; }

  // No guess makes parts whose heaviest secrets weigh more than those of the first column: D >= W - distinct weight.
  static Cost distinct_replies(const SecretSet& set, const Columns<Cell>& columns) {
    return 3 * set.weight - columns.distinct_weight[0] - set.heaviest;
  }

  // No tree finds more than 1 + b + ... + b^(d-1) secrets within d guesses of b replies besides the win; the heaviest
  // secrets go first.
  Cost branching(const SecretSet& set) const {
    if (set.size <= game_.depths.shallow) return trivial(set);
    if (!game_.weighted) return set.weight + game_.depths.repeats[set.size];
    Cost sum = 0;
    for (int i = 0; i < set.size; ++i) sum += game_.weights[set.secrets[i]] * game_.depths.depth[i];
    return sum;
  }

  // What a guess costs by the sizes of its parts alone, where all secrets weigh the same: the sum of `trivial` or
  // `distinct_replies`, whichever is more.
  Cost sizes(std::int32_t guess, const SecretSet& set, const Columns<Cell>& columns);

  // A secret g of the set costs at least 2W + D - w(g), any other guess at least 2W. Exact if some secret tells all
  // others apart.
  CostBound members(const SecretSet& set);

  // The least of 2W + D - w(g) over all guesses, as far as it stays below `bound`; no less than what is known already.
  CostBound all_guesses(const SecretSet& set, const Columns<Cell>& columns, const CostBound& known, Cost bound);

  // The least weight that any strategy misses within `target` guesses, by the same count as `branching`.
  Cost missed(const SecretSet& set, int target) const {
    if (target == 0) return set.weight;
    if (target == 1) return set.weight - set.heaviest;
    Cost sum = 0;
    for (int i = set.size - 1; i >= 0 && game_.depths.depth[i] > target; --i) sum += game_.weights[set.secrets[i]];
    return sum;
  }

  // D, whatever the size of the set, or something from `limit` on: within two guesses so much is missed.
  Cost repeats(std::int32_t guess, const SecretSet& set, Cost limit);

  // The least D of all guesses, or `limit` if none is below it.
  Cost least_repeats(const SecretSet& set, const Columns<Cell>& columns, Cost limit);

  // D, or something from `limit` on if D is not below it. In large sets the deeper secrets of a part count once for
  // each guess that they take beyond one, by the bound `branching`.
  Cost repeated_weight(std::int32_t guess, const SecretSet& set, Cost limit) {
    scratch_.checker.count(set.size);
    return add_up_repeats(guess, set, limit);
  }

  // Calls take(guess, D) for every guess whose D is below `limit`; take returns the limit from then on. In large sets D
  // may be less than repeated_weight() says, for guesses that leave very large parts.
  template <class Take>
  void for_each_guess_below(const SecretSet& set, const Columns<Cell>& columns, Cost limit, Take take);

private:
  // How the repeats of a block of columns are counted.
  enum class Method {
    kOneByOne,   // guess by guess, in a map of replies
    kPartSizes,  // the sizes of all parts of a block, for games of few replies
    kBitSets,    // a bit for each reply that a column holds, where all secrets weigh the same
    kPairs,      // every pair of rows: this can stop early, so it is best where few columns stay below the limit
  };

  Method choose_method(const SecretSet& set, Cost limit) const;
  Cost add_up_repeats(std::int32_t guess, const SecretSet& set, Cost limit);
  void load_rows(const SecretSet& set, const Columns<Cell>& columns);
  bool count_block(Method method, const SecretSet& set, const Columns<Cell>& columns, std::size_t column, Cost limit);
  void count_part_sizes(int n, std::size_t column);
  bool count_bits(int n, const Columns<Cell>& columns, std::size_t column, Cost limit);
  bool count_pairs(int n, std::size_t column, Cost limit);

  const Game<Cell>& game_;
  const CellKernels<Cell>& kernels_;
  Scratch& scratch_;
  std::vector<const Cell*> rows_;     // of the secrets of the set
  std::vector<Cost> weights_;         // likewise, if the game has weights
  std::vector<std::uint32_t> sizes_;  // by reply; all 0 between calls of sizes()
  alignas(64) Cost lower_[kLanes];    // of each column of the block: a lower bound of D
};

template <class Cell>
template <class Take>
void Bounds<Cell>::for_each_guess_below(const SecretSet& set, const Columns<Cell>& columns, Cost limit, Take take) {
  // D is never below 0, nor below what the set weighs beyond the distinct weight, which falls from column to column.
  const auto hopeful = [&](std::size_t column) {
    return column < columns.stride && limit > 0 && set.weight - columns.distinct_weight[column] < limit;
  };
  const Method method = choose_method(set, limit);
  const auto consider = [&](std::int32_t guess, bool counted, Cost lower) {
    if (lower >= limit || guess < 0) return;
    FEWEST_CHECK(lower <= add_up_repeats(guess, set, limit));
    FEWEST_CHECK(!counted || lower == (method == Method::kPartSizes ? add_up_repeats(guess, set, limit)
                                                                    : repeats(guess, set, limit)));
    const Cost repeated = counted ? lower : repeated_weight(guess, set, limit);
    if (repeated < limit) limit = take(guess, repeated);
  };
  if (method == Method::kOneByOne) {
    for (std::size_t column = 0; hopeful(column); ++column) consider(columns.guess[column], false, 0);
    return;
  }
  load_rows(set, columns);
  // Whether what is counted will do. Parts of more than two depths count for more than that, but few guesses leave any.
  const bool counted = method == Method::kPartSizes || game_.depths.is_nearly_shallow(set.size);
  // Pairs mostly stop early: this is what they take on average.
  const std::uint64_t work = (method == Method::kPairs ? 4 + set.size / 8 : 4) * set.size;
  for (std::size_t column = 0; hopeful(column); column += kLanes) {
    scratch_.checker.count(work);
    if (!count_block(method, set, columns, column, limit)) continue;
    if (!counted) {  // the most promising first: it mostly spares the others
      Cost* const least = std::min_element(std::begin(lower_), std::end(lower_));
      consider(columns.guess[column + (least - lower_)], false, std::exchange(*least, kImpossible));
    }
    for (int lane = 0; lane < kLanes; ++lane) consider(columns.guess[column + lane], counted, lower_[lane]);
  }
}

}  // namespace fewest
