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
  image_.resize(game.replies);
  kept_.clear();
  column_of_.assign(game.guesses, kNone);
  dominator_.resize(game.guesses, 0);
  std::array<const std::uint64_t*, kSketchWords> kept_sketches;
  for (int word = 0; word < kSketchWords; ++word) {
    kept_sketches_[word].resize(order.size());
    kept_sketches[word] = kept_sketches_[word].data();
  }
  for (const std::uint32_t column : order) {
    const std::int32_t guess = columns.guess[column];
    std::array<std::uint64_t, kSketchWords> sketch;
    for (int word = 0; word < kSketchWords; ++word) sketch[word] = sketches_[word][column];
    const auto next = [&](std::size_t from) {
      return kernels().find_superset(kept_sketches.data(), from, kept_.size(), sketch.data());
    };
    const auto is_dominated = [&] {
      const std::uint32_t last = column_of_[dominator_[guess]];
      if (last != kNone && refines(replies(last), replies(column), set.size)) return true;
      for (std::size_t i = next(0); i < kept_.size(); i = next(i + 1)) {
        if (!refines(replies(kept_[i]), replies(column), set.size)) continue;
        dominator_[guess] = columns.guess[kept_[i]];
        return true;
      }
      return false;
    };
    scratch.checker.count(kept_.size() / 8);
    const bool stays = scratch.members.contains(game.secret_of_guess[guess]) || !is_dominated();
    column_of_[guess] = column;
    if (!stays) continue;
    for (int word = 0; word < kSketchWords; ++word) kept_sketches_[word][kept_.size()] = sketch[word];
    kept_.push_back(column);
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
  for (int word = 0; word < kSketchWords; ++word) {
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
bool Dominance<Cell>::refines(const Cell* finer, const Cell* coarser, int size) {
  for (const Pair& pair : recent_) {
    if (finer[pair.a] == finer[pair.b] && coarser[pair.a] != coarser[pair.b]) return false;
  }
  Cell* const image = image_.data();  // of each reply of the finer guess: the coarser one's, if there is one only
  for (int i = 0; i < size; ++i) image[finer[i]] = coarser[i];
  std::int32_t a = 0;
  while (a < size && image[finer[a]] == coarser[a]) ++a;
  if (a == size) return true;
  std::int32_t b = size - 1;
  while (finer[b] != finer[a]) --b;
  recent_[next_recent_++ % recent_.size()] = {a, b};
  return false;
}

template <class Cell>
void Dominance<Cell>::read(const SecretSet& set, const Columns<Cell>& columns) {
  size_ = static_cast<std::size_t>(set.size);
  tile_.resize(columns.stride * size_);
  const std::vector<const Cell*> rows = columns.rows(set);
  for (std::size_t column = 0; column < columns.stride; column += kLanes) {
    cell_kernels<Cell>().transpose(set.size, rows.data(), column, kLanes, tile_.data() + column * size_, size_);
  }
}

template class Dominance<std::uint8_t>;
template class Dominance<std::uint16_t>;

}  // namespace fewest
