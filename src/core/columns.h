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

// The guesses that may be made and their replies to some secrets: a row per secret, a column per guess, those that
// divide the secrets most first. Columns come in blocks of kLanes; the last block is filled up with guess -1.
template <class Cell>
struct Columns {
  const Cell* data = nullptr;
  std::size_t stride = 0;                 // cells per row, a multiple of kLanes
  const std::int32_t* guess = nullptr;    // by column; -1 in those that only fill up the last block
  const std::uint32_t* row_of = nullptr;  // by secret
  // By column, never rising, and no less than the summed weight of the heaviest secrets of all parts that the guess
  // makes of all secrets. For a subset that is no more.
  const Cost* distinct_weight = nullptr;
  const Replies* replies = nullptr;  // by block
  Hash hash = {};                    // hard mode: of the guesses; otherwise 0

  const Cell* row(std::int32_t secret) const { return data + row_of[secret] * stride; }
  std::vector<const Cell*> rows(const SecretSet& set) const {
    std::vector<const Cell*> found;
    for (const std::int32_t secret : set) found.push_back(row(secret));
    return found;
  }
};

inline std::size_t round_up_to_lanes(std::size_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

// Owns columns for one set and its subsets; the next call of a method replaces them.
template <class Cell>
class ColumnStorage {
public:
  // Only the guesses that divide the set and that no other dominates, replies numbered from 0 on, ordered by how they
  // divide this set. In hard mode dominated ones stay.
  Columns<Cell> compact(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                        Dominance<Cell>& dominance, Scratch& scratch);

  // Only the guesses that hard mode allows after a guess has shown some hints; of these, only those whose repeated
  // weight (see bounds.h) may be below `limit`. All columns if no hint was shown. The hash is that of all allowed.
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
