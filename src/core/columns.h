#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cell_buffer.h"
#include "kernels.h"
#include "scratch.h"
#include "secret_set.h"

namespace fewest {

template <class Cell>
struct Game;
template <class Cell>
class Dominance;

// The replies of the allowed guesses to some secrets: a row per secret and a column per guess, best splits first.
// Columns come in blocks of kLanes; the last block is padded with guess -1.
template <class Cell>
struct Columns {
  const Cell* data = nullptr;
  std::size_t stride = 0;                 // cells per row, a multiple of kLanes
  const std::int32_t* guess = nullptr;    // by column; -1 for padding
  const std::uint32_t* row_of = nullptr;  // by secret
  // By column, in descending order: an upper bound of the sum of the weights of the heaviest secrets of the parts. It
  // holds for subsets too.
  const Cost* distinct_weight = nullptr;
  const Replies* replies = nullptr;  // by block
  Hash hash = {};                    // of the guesses in hard mode, otherwise 0

  const Cell* row(std::int32_t secret) const { return data + row_of[secret] * stride; }
  std::vector<const Cell*> rows(const SecretSet& set) const {
    std::vector<const Cell*> found;
    for (const std::int32_t secret : set) found.push_back(row(secret));
    return found;
  }
};

inline std::size_t round_up_to_lanes(std::size_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

// Owns columns for one set and its subsets. The next call of a method replaces them.
template <class Cell>
class ColumnStorage {
public:
  // The columns of the guesses that divide the set and are not dominated, sorted for this set, with replies renumbered
  // from 0. In hard mode dominated guesses stay.
  Columns<Cell> compact(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                        Dominance<Cell>& dominance, Scratch& scratch);

  // The columns of the guesses that hard mode allows after a guess has shown some hints, or all columns if there were
  // no hints. Leaves out guesses whose repeated weight (see bounds.h) is at least `limit`. The hash covers all allowed
  // guesses.
  Columns<Cell> filter(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns, std::int32_t guess,
                       std::uint32_t shown, Cost limit, Scratch& scratch);

private:
  std::vector<std::uint32_t> best_first(const Game<Cell>& game, const SecretSet& set,
                                        const Columns<Cell>& columns) const;
  void distinct_weights(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns, Scratch& scratch);
  void reserve(const Game<Cell>& game, const SecretSet& set, std::size_t count);
  Columns<Cell> columns(Hash hash) const {
    return {data_, guess_.size(), guess_.data(), row_of_.data(), distinct_weight_.data(), replies_.data(), hash};
  }

  CellBuffer<Cell> buffer_;
  Cell* data_ = nullptr;
  std::vector<std::int32_t> guess_;
  std::vector<std::uint32_t> row_of_, allowed_;
  std::vector<Cost> distinct_weight_, rated_;
  std::vector<Replies> replies_;
};

}  // namespace fewest
