#include "columns.h"

#include <algorithm>

#include "game.h"

namespace fewest {

template <class Cell>
Columns<Cell> ColumnStorage<Cell>::compact(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                                           Scratch& scratch) {
  scratch.checker.count(4 * columns.stride * set.size);
  std::vector<Column> kept;
  for (std::size_t c = 0; c < columns.stride; ++c) {
    if (columns.guess[c] < 0) continue;
    const Column column = rate(game, set, columns.guess[c], scratch.replies);
    if (column.distinct_weight > set.heaviest) kept.push_back(column);
  }
  const bool hard = game.hard_mode != nullptr;
  if (set.size <= kSmallSet && !hard) {
    scratch.members.assign(set);
    drop_equal(game, scratch.members, kept);
  }
  std::sort(kept.begin(), kept.end(), [](const Column& a, const Column& b) {
    return a.distinct_weight != b.distinct_weight ? a.distinct_weight > b.distinct_weight : a.guess < b.guess;
  });
  reserve(game, set, kept.size());
  Hash hash;
  for (std::size_t c = 0; c < kept.size(); ++c) {
    guess_[c] = kept[c].guess;
    if (hard) hash ^= game.guess_hashes[guess_[c]];
    distinct_weight_[c] = kept[c].distinct_weight;
    write_replies(game, set, c, scratch.replies);
  }
  return this->columns(hash);
}

template <class Cell>
typename ColumnStorage<Cell>::Column ColumnStorage<Cell>::rate(const Game<Cell>& game, const SecretSet& set,
                                                               std::int32_t guess, ReplyMap& map) {
  const Cell* replies = game.replies_to(guess);
  const ReplyMap::Round first = map.clear();  // by reply: the first secret of its part
  Column column{guess, 0, 0};
  for (const std::int32_t secret : set) {
    const Cell reply = replies[secret];
    if (first.insert(reply, static_cast<std::uint32_t>(secret))) column.distinct_weight += game.weights[secret];
    if (set.size <= kSmallSet) {
      column.signature += game.signature_term(secret, static_cast<std::int32_t>(first[reply]));
    }
  }
  return column;
}

// Keeps, of columns that divide the set in the same way, the members of the set, or the first if there are none.
template <class Cell>
void ColumnStorage<Cell>::drop_equal(const Game<Cell>& game, const Members& members, std::vector<Column>& columns) {
  const auto is_member = [&](const Column& column) { return members.contains(game.secret_of_guess[column.guess]); };
  std::stable_sort(columns.begin(), columns.end(), [&](const Column& a, const Column& b) {
    return a.signature != b.signature ? a.signature < b.signature : is_member(a) > is_member(b);
  });
  const auto equal = [&](const Column& a, const Column& b) { return a.signature == b.signature && !is_member(b); };
  columns.erase(std::unique(columns.begin(), columns.end(), equal), columns.end());
}

// Numbers the replies of a column in the order in which the secrets of the set give them.
template <class Cell>
void ColumnStorage<Cell>::write_replies(const Game<Cell>& game, const SecretSet& set, std::size_t column,
                                        ReplyMap& map) {
  const Cell* replies = game.replies_to(guess_[column]);
  const ReplyMap::Round numbers = map.clear();
  std::uint32_t count = 0;
  for (int i = 0; i < set.size; ++i) {
    const Cell reply = replies[set.secrets[i]];
    count += numbers.insert(reply, count);
    data_[i * guess_.size() + column] = static_cast<Cell>(numbers[reply]);
  }
}

template <class Cell>
Columns<Cell> ColumnStorage<Cell>::filter(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                                          std::int32_t guess, std::uint32_t shown, Scratch& scratch) {
  if (shown == 0) return columns;
  allowed_.clear();
  game.hard_mode->filter(guess, shown, columns.guess, columns.stride, allowed_);
  reserve(game, set, allowed_.size());
  scratch.checker.count(columns.stride + allowed_.size() * set.size);
  Hash hash;
  for (std::size_t c = 0; c < allowed_.size(); ++c) {
    guess_[c] = columns.guess[allowed_[c]];
    distinct_weight_[c] = columns.distinct_weight[allowed_[c]];
    hash ^= game.guess_hashes[guess_[c]];
  }
  // The compiler must not think that cells are stored over these.
  const std::uint32_t* const allowed = allowed_.data();
  const std::size_t count = allowed_.size(), stride = guess_.size();
  for (int i = 0; i < set.size; ++i) {
    const Cell* from = columns.row(set.secrets[i]);
    Cell* to = data_ + i * stride;
    for (std::size_t c = 0; c < count; ++c) to[c] = from[allowed[c]];
  }
  return this->columns(hash);
}

// Makes room for the columns of a set, and clears those that only fill up the last block.
template <class Cell>
void ColumnStorage<Cell>::reserve(const Game<Cell>& game, const SecretSet& set, std::size_t count) {
  const std::size_t stride = round_up_to_lanes(count);
  guess_.assign(stride, -1);
  distinct_weight_.assign(stride, 0);
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
