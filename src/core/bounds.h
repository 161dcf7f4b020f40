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

// The lower bounds. W is the weight of a set. w(g) is the weight of the guess g if it is in the set, otherwise 0. A
// guess limit and hard mode only remove guesses, so bounds of the plain game hold for them too.
//
// The repeated weight D of a guess is the weight of all secrets except the heaviest of each part. Every secret needs
// this guess. Every secret except g needs another one. The next guess hits at most one secret of each part, so the
// others, whose weight is at least D, need a third. So the guess costs at least 2W + D - w(g). All bounds except
// `branching` follow from this.
template <class Cell>
class Bounds {
public:
  Bounds(const Game<Cell>& game, Scratch& scratch);

  // At best a guess hits the heaviest secret and separates all others: D = 0.
  static Cost trivial(const SecretSet& set) { return 2 * set.weight - set.heaviest; }

  // The first column has the largest distinct weight, so D >= W - distinct weight for every guess.
  static Cost distinct_replies(const SecretSet& set, const Columns<Cell>& columns) {
    return 3 * set.weight - columns.distinct_weight[0] - set.heaviest;
  }

  // A tree finds at most a known number of secrets within d guesses; see BestDepths. The bound is the cost if it finds
  // the heaviest secrets first.
  Cost branching(const SecretSet& set) const {
    if (set.size <= game_.depths.shallow) return trivial(set);
    if (!game_.weighted) return set.weight + game_.depths.repeats[set.size];
    Cost sum = 0;
    for (int i = 0; i < set.size; ++i) sum += game_.weights[set.secrets[i]] * game_.depths.depth[i];
    return sum;
  }

  // A bound for a guess from the sizes of its parts, for equal weights: the larger of `trivial` and `distinct_replies`,
  // summed over the parts.
  Cost sizes(std::int32_t guess, const SecretSet& set, const Columns<Cell>& columns);

  // The minimum of 2W + D - w(g) over the members g and of 2W, the bound of other guesses. Exact if some member
  // separates all others.
  CostBound members(const SecretSet& set);

  // The minimum of 2W + D - w(g) over all guesses, capped at `bound`, or `known` if that is larger.
  CostBound all_guesses(const SecretSet& set, const Columns<Cell>& columns, const CostBound& known, Cost bound);

  // A lower bound of the weight that any strategy misses within `target` guesses, derived like `branching`.
  Cost missed(const SecretSet& set, int target) const {
    if (target == 0) return set.weight;
    if (target == 1) return set.weight - set.heaviest;
    Cost sum = 0;
    for (int i = set.size - 1; i >= 0 && game_.depths.depth[i] > target; --i) sum += game_.weights[set.secrets[i]];
    return sum;
  }

  // D for sets of any size, or some number >= `limit`. A strategy that starts with this guess misses D within two
  // guesses.
  Cost repeats(std::int32_t guess, const SecretSet& set, Cost limit);

  // Calls take(guess, D) for every guess with D < `limit`; take returns the new limit. Unlike for_each_guess_below(),
  // this takes D itself for sets of any size.
  template <class Take>
  void for_each_repeating_less(const SecretSet& set, const Columns<Cell>& columns, Cost limit, Take take);

  // The minimum of D over all guesses, or `limit` if that is smaller.
  Cost least_repeats(const SecretSet& set, const Columns<Cell>& columns, Cost limit);

  // D, or some number >= `limit` if D >= `limit`. In large sets the result is larger: the sum, over the parts, of the
  // guesses after the first that the secrets need by the bound `branching`.
  Cost repeated_weight(std::int32_t guess, const SecretSet& set, Cost limit) {
    scratch_.checker.count(set.size);
    return add_up_repeats(guess, set, limit);
  }

  // Calls take(guess, D) for every guess with D < `limit`; take returns the new limit. In large sets D may be less than
  // repeated_weight(), for guesses that leave very large parts, or more: see count_all_part_sizes().
  template <class Take>
  void for_each_guess_below(const SecretSet& set, const Columns<Cell>& columns, Cost limit, Take take);

private:
  // Ways to count the repeats of a block of columns.
  enum class Method {
    kOneByOne,   // one guess at a time, in a map of replies
    kPartSizes,  // the sizes of all parts of a block, for games with few replies
    kBitSets,    // a bit for each reply in a column, for equal weights
    kPairs,      // all pairs of rows; stops early, so it is best if few columns stay below the limit
  };

  // Whether the guess of this column or a later one may have D < `limit`: D is at least 0 and at least W - distinct
  // weight, which never falls from column to column.
  static bool is_hopeful(const SecretSet& set, const Columns<Cell>& columns, std::size_t column, Cost limit) {
    return column < columns.stride && limit > 0 && set.weight - columns.distinct_weight[column] < limit;
  }
  // Comparing pairs usually stops early; this is the average work.
  static std::uint64_t work_of_block(Method method, const SecretSet& set) {
    return (method == Method::kPairs ? 4 + set.size / 8 : 4) * set.size;
  }
  Method choose_method(const SecretSet& set, Cost limit) const;
  Method choose_method_for_repeats(const SecretSet& set, Cost limit) const;
  Cost add_up_repeats(std::int32_t guess, const SecretSet& set, Cost limit);
  void load_rows(const SecretSet& set, const Columns<Cell>& columns);
  bool count_block(Method method, const SecretSet& set, const Columns<Cell>& columns, std::size_t column, Cost limit);
  void count_part_sizes(const SecretSet& set, std::size_t column);
  void count_all_part_sizes(const SecretSet& set, const Columns<Cell>& columns);
  int most_found(const Columns<Cell>& columns, int within);
  bool count_bits(int n, const Columns<Cell>& columns, std::size_t column, Cost limit);
  bool count_pairs(int n, std::size_t column, Cost limit);

  const Game<Cell>& game_;
  const CellKernels<Cell>& kernels_;
  Scratch& scratch_;
  std::vector<const Cell*> rows_;     // of the secrets of the set
  std::vector<Cost> weights_;         // of the secrets of the set, if the game has weights
  std::vector<std::uint32_t> sizes_;  // by reply; all 0 between calls of sizes()
  alignas(64) Cost lower_[kLanes];    // a lower bound of D for each column of the block

  // By column, for the method kPartSizes.
  std::vector<std::uint16_t> part_sizes_;  // part_sizes_[(block * replies + reply) * kLanes + lane]
  std::vector<Cost> repeats_;              // as BestDepths::repeats, for the subsets of one set
};

template <class Cell>
template <class Take>
void Bounds<Cell>::for_each_guess_below(const SecretSet& set, const Columns<Cell>& columns, Cost limit, Take take) {
  const Method method = choose_method(set, limit);
  const auto consider = [&](std::int32_t guess, bool counted, Cost lower) {
    if (lower >= limit || guess < 0) return;
    FEWEST_CHECK(method == Method::kPartSizes ? lower >= add_up_repeats(guess, set, limit)
                                              : lower <= add_up_repeats(guess, set, limit));
    FEWEST_CHECK(!counted || method == Method::kPartSizes || lower == repeats(guess, set, limit));
    const Cost repeated = counted ? lower : repeated_weight(guess, set, limit);
    if (repeated < limit) limit = take(guess, repeated);
  };
  if (method == Method::kOneByOne) {
    for (std::size_t column = 0; is_hopeful(set, columns, column, limit); ++column)
      consider(columns.guess[column], false, 0);
    return;
  }
  load_rows(set, columns);
  if (method == Method::kPartSizes && set.size >= game_.sizes.large) count_all_part_sizes(set, columns);
  // Whether the counts equal D. They are smaller for parts with more than two depths, which few guesses leave.
  const bool counted = method == Method::kPartSizes || game_.depths.is_nearly_shallow(set.size);
  for (std::size_t column = 0; is_hopeful(set, columns, column, limit); column += kLanes) {
    scratch_.checker.count(work_of_block(method, set));
    if (!count_block(method, set, columns, column, limit)) continue;
    if (!counted) {  // the most promising first; it usually rules out the others
      Cost* const least = std::min_element(std::begin(lower_), std::end(lower_));
      consider(columns.guess[column + (least - lower_)], false, std::exchange(*least, kImpossible));
    }
    for (int lane = 0; lane < kLanes; ++lane) consider(columns.guess[column + lane], counted, lower_[lane]);
  }
}

template <class Cell>
template <class Take>
void Bounds<Cell>::for_each_repeating_less(const SecretSet& set, const Columns<Cell>& columns, Cost limit, Take take) {
  const auto consider = [&](std::int32_t guess, Cost repeated) {
    if (guess >= 0 && repeated < limit) limit = take(guess, repeated);
  };
  const Method method = choose_method_for_repeats(set, limit);
  if (method == Method::kOneByOne) {
    for (std::size_t column = 0; is_hopeful(set, columns, column, limit); ++column) {
      const std::int32_t guess = columns.guess[column];
      if (guess >= 0) consider(guess, repeats(guess, set, limit));
    }
    return;
  }
  load_rows(set, columns);
  for (std::size_t column = 0; is_hopeful(set, columns, column, limit); column += kLanes) {
    scratch_.checker.count(work_of_block(method, set));
    if (!count_block(method, set, columns, column, limit)) continue;
    for (int lane = 0; lane < kLanes; ++lane) consider(columns.guess[column + lane], lower_[lane]);
  }
}

}  // namespace fewest
