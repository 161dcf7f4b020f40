#include "dominance.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "bits.h"

namespace fewest {

template <class Cell>
void Dominance<Cell>::find_undominated(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                                       const std::vector<std::uint32_t>& order, Scratch& scratch) {
  start(game, set, columns, order.size());
  choose_pairs(set, columns);
  draw_sketches(columns);
  scratch.members.assign(set);
  scratch.checker.count(columns.stride * kSketchBits / 16);
  place_of_.assign(game.guesses, kNone);
  dominator_.resize(game.guesses, 0);
  constexpr std::size_t kAhead = 4;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i + kAhead < order.size()) {
      for (std::size_t at = 0; at < size_; at += 64) __builtin_prefetch(unnumbered(order[i + kAhead]) + at);
    }
    const std::uint32_t column = order[i];
    const std::int32_t guess = columns.guess[column];
    scratch.checker.count(kept_.size() / 8);
    if (!scratch.members.contains(game.secret_of_guess[guess]) && is_dominated(guess, column)) continue;
    place_of_[guess] = static_cast<std::uint32_t>(kept_.size());
    keep_sketch(column);
    keep(column);
  }
}

template <class Cell>
void Dominance<Cell>::keep_all(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                               const std::vector<std::uint32_t>& order) {
  start(game, set, columns, order.size());
  for (const std::uint32_t column : order) keep(column);
}

template <class Cell>
void Dominance<Cell>::start(const Game<Cell>& game, const SecretSet& set, const Columns<Cell>& columns,
                            std::size_t most) {
  size_ = static_cast<std::size_t>(set.size);
  guesses_ = columns.guess;
  read(set, columns);
  kept_.clear();
  kept_cells_.reserve(most * size_);
  numbers_.clear();
  first_of_.clear();
  first_.clear();
  room_for_numbers_.resize(game.replies);
}

template <class Cell>
void Dominance<Cell>::read(const SecretSet& set, const Columns<Cell>& columns) {
  tile_.reserve(columns.stride * size_);
  const std::vector<const Cell*> rows = columns.rows(set);
  for (std::size_t column = 0; column < columns.stride; column += kLanes) {
    cell_kernels<Cell>().transpose(set.size, rows.data(), column, kLanes, tile_.data() + column * size_, size_);
  }
}

template <class Cell>
void Dominance<Cell>::keep(std::uint32_t column) {
  const std::size_t begin = first_.size();
  first_.resize(begin + size_ / 2 + kFirstRoom);
  Cell* const to = kept_cells_.data() + kept_.size() * size_;
  numbers_.push_back(cell_kernels<Cell>().number(static_cast<int>(size_), unnumbered(column), to, first_.data() + begin,
                                                 room_for_numbers_.data()));
  first_.resize(begin + numbers_.back().repeated);
  first_of_.push_back(begin);
  kept_.push_back(column);
}

template <class Cell>
bool Dominance<Cell>::is_dominated(std::int32_t guess, std::uint32_t column) {
  const std::uint32_t last = place_of_[dominator_[guess]];
  if (last != kNone && refines(last, column)) {
    place_of_[guess] = last;
    return true;
  }
  constexpr std::size_t kWords = kSketchesAtOnce / 64;
  const std::size_t blocks = (kept_.size() + kSketchesAtOnce - 1) / kSketchesAtOnce;
  alignas(64) std::uint64_t found[kWords];
  const auto next = [&](std::size_t from) {
    return kernels().supersets(kept_sketches_.data(), from, blocks, sketches_[column].data(), found);
  };
  for (std::size_t block = next(0); block < blocks; block = next(block + 1)) {
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t bits = found[word]; bits != 0; bits &= bits - 1) {
        const std::size_t place = block * kSketchesAtOnce + 64 * word + std::countr_zero(bits);
        if (place >= kept_.size() || !refines(place, column)) continue;
        dominator_[guess] = guesses_[kept_[place]];
        place_of_[guess] = static_cast<std::uint32_t>(place);
        return true;
      }
    }
  }
  return false;
}

// Whether secrets with equal replies to one guess always have equal replies to the other.
template <class Cell>
bool Dominance<Cell>::refines(std::size_t place, std::uint32_t column) const {
  return cell_kernels<Cell>().refines(static_cast<int>(size_), replies(place), numbers_[place].repeated,
                                      first_.data() + first_of_[place], unnumbered(column));
}

template <class Cell>
void Dominance<Cell>::keep_sketch(std::uint32_t column) {
  constexpr std::size_t kWords = kSketchesAtOnce / 64;
  const std::size_t block = kept_.size() / kSketchesAtOnce, place = kept_.size() % kSketchesAtOnce;
  std::uint64_t* const rows = kept_sketches_.data() + block * kSketchBits * kWords;
  if (place == 0) std::fill_n(rows, kSketchBits * kWords, 0);
  for (int word = 0; word < kSketchWords; ++word) {
    for (std::uint64_t bits = sketches_[column][word]; bits != 0; bits &= bits - 1) {
      rows[(64 * word + std::countr_zero(bits)) * kWords + place / 64] |= std::uint64_t{1} << place % 64;
    }
  }
}

// Selects pairs of secrets that about a third of the guesses separate: these show best that one guess does not dominate
// another. The pairs that fewest guesses separate come first.
template <class Cell>
void Dominance<Cell>::choose_pairs(const SecretSet& set, const Columns<Cell>& columns) {
  constexpr int kTried = 8 * kSketchBits, kSample = 64;
  std::vector<std::pair<int, Pair>> rated;  // by how many guesses of a sample separate them
  std::uint64_t random = 0;
  const auto pick = [&](std::size_t count) {
    random = splitmix64(random);
    return static_cast<std::size_t>(random % count);
  };
  const std::size_t step = std::max<std::size_t>(1, columns.stride / kSample);
  for (int i = 0; i < kTried; ++i) {
    const Pair pair{set.secrets[pick(set.size)], set.secrets[pick(set.size)]};
    const Cell *a = columns.row(pair.a), *b = columns.row(pair.b);
    int often = 0;
    for (std::size_t column = 0; column < columns.stride; column += step) often += a[column] != b[column];
    rated.push_back({often, pair});
  }
  const auto third = [&](int often) { return std::abs(often - kSample / 3); };
  std::nth_element(rated.begin(), rated.begin() + kSketchBits, rated.end(),
                   [&](const auto& a, const auto& b) { return third(a.first) < third(b.first); });
  rated.resize(kSketchBits);
  std::sort(rated.begin(), rated.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  pairs_.clear();
  for (const auto& [often, pair] : rated) pairs_.push_back(pair);
}

template <class Cell>
void Dominance<Cell>::draw_sketches(const Columns<Cell>& columns) {
  const std::size_t blocks = columns.stride / kLanes;
  sketches_.resize(columns.stride);
  std::vector<std::uint64_t> marks(64 * blocks);
  for (int word = 0; word < kSketchWords; ++word) {
    for (int bit = 0; bit < 64; ++bit) {
      const Pair pair = pairs_[64 * word + bit];
      cell_kernels<Cell>().differences(columns.row(pair.a), columns.row(pair.b), blocks, marks.data() + bit * blocks);
    }
    for (std::size_t block = 0; block < blocks; ++block) {
      std::array<std::uint64_t, 64> square;
      for (int bit = 0; bit < 64; ++bit) square[bit] = marks[bit * blocks + block];
      transpose_bits(square);
      for (int lane = 0; lane < 64; ++lane) sketches_[block * kLanes + lane][word] = square[lane];
    }
  }
  kept_sketches_.reserve((columns.stride + kSketchesAtOnce) / 64 * kSketchBits);
}

template class Dominance<std::uint8_t>;
template class Dominance<std::uint16_t>;

}  // namespace fewest
