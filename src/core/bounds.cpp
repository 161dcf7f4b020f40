#include "bounds.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace fewest {
namespace {

// The largest set whose replies are compared in pairs.
constexpr int kMaxPairs = 255;

}  // namespace

template <class Cell>
Bounds<Cell>::Bounds(const Game<Cell>& game, Scratch& scratch)
    : game_(game),
      kernels_(cell_kernels<Cell>()),
      scratch_(scratch),
      rows_(kMaxPairs),
      weights_(game.secrets),
      sizes_(game.replies, 0),
      part_sizes_(kFewReplies * kLanes) {}

template <class Cell>
Cost Bounds<Cell>::sizes(std::int32_t guess, const SecretSet& set, const Columns<Cell>& columns) {
  scratch_.checker.count(set.size);
  const Cell* replies = game_.replies_to(guess);
  const auto most = static_cast<std::uint32_t>(columns.distinct_weight[0]);  // the most replies to one guess
  std::uint32_t* const sizes = sizes_.data();
  Cost parts = 0, deep = 0;  // in each part one secret costs 1 guess, the next ones 2, those beyond `most` 3
  for (const std::int32_t secret : set) {
    const std::uint32_t size = sizes[replies[secret]]++;
    parts += size == 0;
    deep += size >= most;
  }
  if constexpr (sizeof(Cell) == 1) {
    std::fill(sizes_.begin(), sizes_.end(), 0);
  } else {
    for (const std::int32_t secret : set) sizes[replies[secret]] = 0;
  }
  return 3 * set.size - parts + deep;
}

template <class Cell>
CostBound Bounds<Cell>::members(const SecretSet& set) {
  Cost gain = 0;  // the largest w(g) - D, or 0
  bool exact = false;
  for (const std::int32_t secret : set) {
    const Cost room = game_.weights[secret] - gain;
    if (room <= 0) break;  // weights are descending
    const Cost repeated = repeated_weight(game_.guess_of_secret[secret], set, room);
    if (repeated >= room) continue;
    gain += room - repeated;
    exact = repeated == 0;
  }
  return {2 * set.weight - gain, exact, exact ? 2 : 0, 0};
}

template <class Cell>
CostBound Bounds<Cell>::all_guesses(const SecretSet& set, const Columns<Cell>& columns, const CostBound& known,
                                    Cost bound) {
  scratch_.checker.check();
  const Cost twice = 2 * set.weight;
  Cost least = bound - twice;  // the minimum of D - w(g)
  bool exact = false;
  int depth = 0;
  const auto consider = [&](Cost repeated, Cost weight) {
    if (repeated - weight >= least) return;
    least = repeated - weight;
    // Without weights, D <= 1 means parts of one secret and at most one part of two, whose costs are known.
    exact = repeated == 0 || (!game_.weighted && repeated == 1);
    depth = repeated == 0 ? 2 : 3;
  };
  scratch_.members.assign(set);
  for_each_guess_below(set, columns, least + set.heaviest, [&](std::int32_t guess, Cost repeated) {
    const std::int32_t secret = game_.secret_of_guess[guess];
    consider(repeated, scratch_.members.contains(secret) ? game_.weights[secret] : 0);
    return least + set.heaviest;
  });
  CostBound raised = known;
  raised.lower = std::max(known.lower, twice + least);
  raised.exact = exact && raised.lower == twice + least;
  raised.depth = raised.exact ? depth : 0;
  return raised;
}

template <class Cell>
Cost Bounds<Cell>::repeats(std::int32_t guess, const SecretSet& set, Cost limit) {
  scratch_.checker.count(set.size);
  const Cell* replies = game_.replies_to(guess);
  const ReplyMap::View seen = scratch_.replies.clear();
  Cost sum = 0;
  for (int i = 0; i < set.size && sum < limit; ++i) {
    if (!seen.insert(replies[set.secrets[i]])) sum += game_.weights[set.secrets[i]];
  }
  return sum;
}

template <class Cell>
Cost Bounds<Cell>::least_repeats(const SecretSet& set, const Columns<Cell>& columns, Cost limit) {
  for_each_repeating_less(set, columns, limit, [&](std::int32_t, Cost repeated) { return limit = repeated; });
  return limit;
}

template <class Cell>
Cost Bounds<Cell>::add_up_repeats(std::int32_t guess, const SecretSet& set, Cost limit) {
  const Cell* replies = game_.replies_to(guess);
  const ReplyMap::View seen = scratch_.replies.clear();
  Cost sum = 0;
  if (set.size <= game_.depths.shallow) {
    for (int i = 0; i < set.size && sum < limit; ++i) {
      if (!seen.insert(replies[set.secrets[i]])) sum += game_.weights[set.secrets[i]];
    }
    return sum;
  }
  for (int i = 0; i < set.size && sum < limit; ++i) {
    const Cell reply = replies[set.secrets[i]];
    seen.insert(reply, 0);
    sum += game_.weights[set.secrets[i]] * (game_.depths.depth[seen[reply]++] - 1);
  }
  return sum;
}

template <class Cell>
typename Bounds<Cell>::Method Bounds<Cell>::choose_method(const SecretSet& set, Cost limit) const {
  if (kernels_.part_sizes != nullptr && set.size > game_.depths.shallow && !game_.weighted &&
      game_.replies <= kFewReplies && set.size < kMostPartSizes) {
    return Method::kPartSizes;
  }
  return choose_method_for_repeats(set, limit);
}

template <class Cell>
typename Bounds<Cell>::Method Bounds<Cell>::choose_method_for_repeats(const SecretSet& set, Cost limit) const {
  if (kernels_.distinct != nullptr && !game_.weighted && set.size >= game_.sizes.bits && limit > set.size / 8) {
    return Method::kBitSets;
  }
  return set.size <= kMaxPairs ? Method::kPairs : Method::kOneByOne;
}

template <class Cell>
void Bounds<Cell>::load_rows(const SecretSet& set, const Columns<Cell>& columns) {
  if (rows_.size() < static_cast<std::size_t>(set.size)) rows_.resize(set.size);
  for (int i = 0; i < set.size; ++i) rows_[i] = columns.row(set.secrets[i]);
  for (int i = 0; game_.weighted && i < set.size; ++i) weights_[i] = game_.weights[set.secrets[i]];
}

// Fills lower_ for a block of columns. Returns false if no column is below the limit.
template <class Cell>
bool Bounds<Cell>::count_block(Method method, const SecretSet& set, const Columns<Cell>& columns, std::size_t column,
                               Cost limit) {
  switch (method) {
    case Method::kPartSizes:
      count_part_sizes(set, column);
      return true;
    case Method::kBitSets:
      return count_bits(set.size, columns, column, limit);
    default:
      return count_pairs(set.size, column, limit);
  }
}

// Counts the sizes of the parts of all columns, and fills repeats_. Let N(d) be the most secrets of the set, or of a
// subset, that a tree finds within d guesses. Then N(1) = 1. A guess finds at most N(d - 1) of each part, and no more
// than the part has, so N(d) is at most the largest sum of min(size, N(d - 1)) over the parts of a guess.
template <class Cell>
void Bounds<Cell>::count_all_part_sizes(const SecretSet& set, const Columns<Cell>& columns) {
  const std::size_t block = game_.replies * kLanes;
  part_sizes_.resize(std::max(part_sizes_.size(), columns.stride / kLanes * block));
  for (std::size_t column = 0; column < columns.stride; column += kLanes) {
    scratch_.checker.count(work_of_block(Method::kPartSizes, set));
    kernels_.part_sizes(set.size, rows_.data(), column, static_cast<int>(game_.replies),
                        part_sizes_.data() + column / kLanes * block);
  }
  repeats_.assign(1, 0);
  for (int depth = 1, found = 1; static_cast<int>(repeats_.size()) <= set.size; ++depth) {
    while (static_cast<int>(repeats_.size()) <= std::min(found, set.size))
      repeats_.push_back(repeats_.back() + depth - 1);
    const int next = found < set.size ? most_found(columns, found) : found;
    found = next > found ? next : set.size;
  }
}

// Returns the largest sum of min(size, within) over the parts of a column.
template <class Cell>
int Bounds<Cell>::most_found(const Columns<Cell>& columns, int within) {
  const auto most = static_cast<std::uint16_t>(within);
  std::uint16_t best = 0;
  const std::uint16_t* sizes = part_sizes_.data();
  for (std::size_t column = 0; column < columns.stride; column += kLanes) {
    std::uint16_t sums[kLanes] = {};
    for (std::uint32_t reply = 0; reply < game_.replies; ++reply, sizes += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) sums[lane] += std::min(sizes[lane], most);
    }
    for (int lane = 0; lane < kLanes; ++lane) best = std::max(best, sums[lane]);
  }
  return best;
}

template <class Cell>
void Bounds<Cell>::count_part_sizes(const SecretSet& set, std::size_t column) {
  const std::size_t block = game_.replies * kLanes;
  const bool raised = set.size >= game_.sizes.large;
  if (!raised) kernels_.part_sizes(set.size, rows_.data(), column, static_cast<int>(game_.replies), part_sizes_.data());
  const std::uint16_t* sizes = part_sizes_.data() + (raised ? column / kLanes * block : 0);
  const Cost* repeats = raised ? repeats_.data() : game_.depths.repeats.data();
  std::fill(std::begin(lower_), std::end(lower_), 0);
  for (std::uint32_t reply = 0; reply < game_.replies; ++reply) {
    for (int lane = 0; lane < kLanes; ++lane) lower_[lane] += repeats[sizes[reply * kLanes + lane]];
  }
}

template <class Cell>
bool Bounds<Cell>::count_bits(int n, const Columns<Cell>& columns, std::size_t column, Cost limit) {
  alignas(64) std::uint16_t parts[kLanes];
  kernels_.distinct(n, rows_.data(), column, columns.replies[column / kLanes], parts);
  std::uint16_t most = 0;
  for (int lane = 0; lane < kLanes; ++lane) most = std::max(most, parts[lane]);
  if (n - most >= limit) return false;
  for (int lane = 0; lane < kLanes; ++lane) lower_[lane] = n - parts[lane];
  return true;
}

template <class Cell>
bool Bounds<Cell>::count_pairs(int n, std::size_t column, Cost limit) {
  if (game_.weighted) return kernels_.weighted_repeats(n, rows_.data(), column, weights_.data(), limit, lower_);
  alignas(64) Cell repeats[kLanes];
  const Cell most = static_cast<Cell>(std::min<Cost>(limit, std::numeric_limits<Cell>::max()));
  if (!kernels_.repeats(n, rows_.data(), column, most, repeats)) return false;
  std::copy(std::begin(repeats), std::end(repeats), lower_);
  return true;
}

template class Bounds<std::uint8_t>;
template class Bounds<std::uint16_t>;

}  // namespace fewest
