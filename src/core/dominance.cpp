#include "dominance.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kernels.h"

namespace fewest {

template <class Cell>
const std::vector<std::uint32_t>& Dominance<Cell>::undominated(const Game<Cell>& game, const SecretSet& set,
                                                               const Columns<Cell>& columns,
                                                               const std::vector<std::uint32_t>& order,
                                                               Scratch& scratch) {
  choose_pairs(set, columns);
  draw_sketches(columns);
  scratch.members.assign(set);
  scratch.checker.count(columns.stride * kPairs / 16);
  recent_.fill({0, 0});
  kept_.clear();
  first_words_.clear();
  for (const std::uint32_t column : order) {
    const std::int32_t guess = columns.guess[column];
    const auto is_dominated_by = [&](std::uint32_t other) {
      for (const auto& word : sketches_) {
        if ((word[column] & ~word[other]) != 0) return false;
      }
      return refines(replies(other), replies(column), set.size, scratch);
    };
    const auto next = [&](std::size_t from) {
      return kernels().find_superset(first_words_.data(), from, first_words_.size(), sketches_[0][column]);
    };
    const auto is_dominated = [&] {
      for (std::size_t i = next(0); i < kept_.size(); i = next(i + 1)) {
        if (is_dominated_by(kept_[i])) return true;
      }
      return false;
    };
    scratch.checker.count(kept_.size() / 8);
    if (!scratch.members.contains(game.secret_of_guess[guess]) && is_dominated()) continue;
    kept_.push_back(column);
    first_words_.push_back(sketches_[0][column]);
  }
  return kept_;
}

// Pairs of secrets that about half of the guesses tell apart: they show best that one guess does not dominate another.
template <class Cell>
void Dominance<Cell>::choose_pairs(const SecretSet& set, const Columns<Cell>& columns) {
  constexpr int kTried = 4 * kPairs, kSample = 64;
  std::vector<std::pair<int, Pair>> rated;  // by how far from half
  std::uint64_t random = 0;
  const auto pick = [&](std::size_t count) {
    random = splitmix64(random);
    return static_cast<std::size_t>(random % count);
  };
  const std::size_t step = std::max<std::size_t>(1, columns.stride / kSample);
  for (int i = 0; i < kTried; ++i) {
    const Pair pair{set.secrets[pick(set.size)], set.secrets[pick(set.size)]};
    const Cell *a = columns.row(pair.a), *b = columns.row(pair.b);
    int balance = 0;
    for (std::size_t column = 0; column < columns.stride; column += step) balance += a[column] != b[column] ? 1 : -1;
    rated.push_back({std::abs(balance), pair});
  }
  std::stable_sort(rated.begin(), rated.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  pairs_.clear();
  for (int i = 0; i < kPairs; ++i) pairs_.push_back(rated[i].second);
}

template <class Cell>
void Dominance<Cell>::draw_sketches(const Columns<Cell>& columns) {
  const auto mark = cell_kernels<Cell>().mark_differences;
  for (int word = 0; word < kWords; ++word) {
    sketches_[word].assign(columns.stride, 0);
    for (int bit = 0; bit < 64; ++bit) {
      const Pair pair = pairs_[64 * word + bit];
      mark(columns.row(pair.a), columns.row(pair.b), columns.stride, bit, sketches_[word].data());
    }
  }
}

// Whether equal replies to the one guess mean equal replies to the other. Two secrets that show the contrary often do
// so of other guesses too: the last few are looked at first.
template <class Cell>
bool Dominance<Cell>::refines(const Cell* finer, const Cell* coarser, int size, Scratch& scratch) {
  for (const Pair& pair : recent_) {
    if (finer[pair.a] == finer[pair.b] && coarser[pair.a] != coarser[pair.b]) return false;
  }
  const ReplyMap::Round first = scratch.replies.clear();
  for (std::int32_t i = 0; i < size; ++i) {
    if (first.insert(finer[i], static_cast<std::uint32_t>(i))) continue;
    const auto other = static_cast<std::int32_t>(first[finer[i]]);
    if (coarser[i] == coarser[other]) continue;
    recent_[next_recent_++ % recent_.size()] = {i, other};
    return false;
  }
  return true;
}

template <class Cell>
void Dominance<Cell>::read(const SecretSet& set, const Columns<Cell>& columns) {
  size_ = static_cast<std::size_t>(set.size);
  tile_.resize(columns.stride * size_);
  for (std::size_t column = 0; column < columns.stride; column += kLanes) {
    for (std::size_t i = 0; i < size_; ++i) {
      const Cell* row = columns.row(set.secrets[i]) + column;
      for (std::size_t lane = 0; lane < kLanes; ++lane) tile_[(column + lane) * size_ + i] = row[lane];
    }
  }
}

template class Dominance<std::uint8_t>;
template class Dominance<std::uint16_t>;

}  // namespace fewest
