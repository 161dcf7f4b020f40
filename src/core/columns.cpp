#include "columns.h"

#include <algorithm>
#include <numeric>

#include "dominance.h"
#include "game.h"

namespace fewest {

template <class Cell>
Columns<Cell> ColumnStorage<Cell>::compact(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                                           Dominance<Cell>& dominance, Scratch& scratch) {
  distinct_weights(game, set, columns, scratch);
  const std::vector<std::uint32_t> order = best_first(game, set, columns);
  const bool hard = game.hard_mode != nullptr;
  if (hard) {
    dominance.keep_all(game, set, columns, order);
  } else {
    dominance.find_undominated(game, set, columns, order, scratch);
  }
  const std::vector<std::uint32_t>& kept = dominance.kept();
  reserve(game, set, kept.size());
  Hash hash;
  for (std::size_t block = 0; block < kept.size(); block += kLanes) {
    const Cell* numbered[kLanes];
    int count = 0;
    for (std::size_t c = block; c < std::min(block + kLanes, kept.size()); ++c) {
      distinct_weight_[c] = rated_[kept[c]];
      guess_[c] = columns.guess[kept[c]];
      if (hard) hash ^= game.guess_hashes[guess_[c]];
      replies_[block / kLanes].include(dominance.numbers(c));
      numbered[count++] = dominance.replies(c);
    }
    cell_kernels<Cell>().transpose(count, numbered, 0, set.size, data_ + block, guess_.size());
  }
  return this->columns(hash);
}

// Sorts the columns that divide the set by rank, and equal ranks by guess.
template <class Cell>
std::vector<std::uint32_t> ColumnStorage<Cell>::best_first(const Game<Cell>& game, const SecretSet& set,
                                                           const Columns<Cell>& columns) const {
  constexpr std::uint32_t kNone = ~0U;
  std::vector<std::uint32_t> column_of(game.guesses, kNone);
  for (std::size_t c = 0; c < columns.stride; ++c) {
    if (columns.guess[c] >= 0 && rated_[c] > set.heaviest) column_of[columns.guess[c]] = static_cast<std::uint32_t>(c);
  }
  std::vector<std::uint32_t> order;
  if (game.weighted) {
    for (const std::uint32_t column : column_of) {
      if (column != kNone) order.push_back(column);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rated_[a] > rated_[b]; });
    return order;
  }
  // With equal weights, ranks are small numbers: a counting sort.
  std::vector<std::uint32_t> begin(set.size + 2, 0);
  for (const std::uint32_t column : column_of) {
    if (column != kNone) ++begin[set.size - rated_[column] + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  order.resize(begin.back());
  for (const std::uint32_t column : column_of) {
    if (column != kNone) order[begin[set.size - rated_[column]]++] = column;
  }
  return order;
}

// Rates every column by its distinct weight: the sum of the weights of the heaviest secret of each part.
template <class Cell>
void ColumnStorage<Cell>::distinct_weights(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                                           Scratch& scratch) {
  rated_.assign(columns.stride, 0);
  const auto distinct = cell_kernels<Cell>().distinct;
  if (distinct != nullptr && !game.weighted) {
    const std::vector<const Cell*> rows = columns.rows(set);
    std::uint16_t parts[kLanes];
    for (std::size_t c = 0; c < columns.stride; c += kLanes) {
      scratch.checker.count(4 * set.size);
      distinct(set.size, rows.data(), c, columns.replies[c / kLanes], parts);
      std::copy(std::begin(parts), std::end(parts), rated_.begin() + static_cast<std::ptrdiff_t>(c));
    }
    return;
  }
  for (std::size_t c = 0; c < columns.stride; ++c) {
    if (columns.guess[c] < 0) continue;
    scratch.checker.count(set.size);
    const Cell* replies = game.replies_to(columns.guess[c]);
    const ReplyMap::View seen = scratch.replies.clear();
    for (const std::int32_t secret : set) {
      if (seen.insert(replies[secret])) rated_[c] += game.weights[secret];
    }
  }
}

template <class Cell>
Columns<Cell> ColumnStorage<Cell>::filter(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                                          std::int32_t guess, std::uint32_t shown, Cost limit, Scratch& scratch) {
  if (shown == 0) return columns;
  allowed_.clear();
  game.hard_mode->filter(guess, shown, columns.guess, columns.stride, allowed_);
  Hash hash;
  for (const std::uint32_t column : allowed_) hash ^= game.guess_hashes[columns.guess[column]];
  while (!allowed_.empty() && set.weight - columns.distinct_weight[allowed_.back()] >= limit) allowed_.pop_back();
  reserve(game, set, allowed_.size());
  scratch.checker.count(columns.stride + allowed_.size() * set.size);
  for (std::size_t c = 0; c < allowed_.size(); ++c) {
    guess_[c] = columns.guess[allowed_[c]];
    distinct_weight_[c] = columns.distinct_weight[allowed_[c]];
    replies_[c / kLanes].include(columns.replies[allowed_[c] / kLanes]);
  }
  cell_kernels<Cell>().gather(set.size, columns.rows(set).data(), allowed_.data(), allowed_.size(), data_,
                              guess_.size());
  return this->columns(hash);
}

// Makes room for the columns of a set, and clears the padding of the last block.
template <class Cell>
void ColumnStorage<Cell>::reserve(const Game<Cell>& game, const SecretSet& set, std::size_t count) {
  // An odd number of blocks, otherwise the cells of one column compete for few cache lines.
  const std::size_t stride = round_up_to_lanes(count) | kLanes;
  guess_.assign(stride, -1);
  distinct_weight_.assign(stride, 0);
  replies_.assign(stride / kLanes, {});
  row_of_.resize(game.secrets);
  data_ = buffer_.reserve(stride * set.size);
  for (int i = 0; i < set.size; ++i) {
    row_of_[set.secrets[i]] = static_cast<std::uint32_t>(i);
    std::fill(data_ + i * stride + count, data_ + (i + 1) * stride, Cell{0});
  }
}

template class ColumnStorage<std::uint8_t>;
template class ColumnStorage<std::uint16_t>;

}  // namespace fewest
