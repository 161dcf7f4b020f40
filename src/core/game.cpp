#include "game.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <mutex>
#include <numeric>

#include "invariants.h"
#include "parallel.h"
#include "portable.h"
#include "scratch.h"

namespace fewest {
namespace {

// Numbers the replies to one guess from 0, in order of first appearance.
template <class Reply>
class Numbering {
public:
  void clear() {
    ++round_;
    count_ = 0;
  }
  std::uint32_t operator[](Reply reply) {
    if (reply >= rounds_.size()) {
      rounds_.resize(reply + std::size_t{1}, 0);
      numbers_.resize(reply + std::size_t{1}, 0);
    }
    if (rounds_[reply] != round_) {
      rounds_[reply] = round_;
      numbers_[reply] = count_++;
    }
    return numbers_[reply];
  }
  std::uint32_t count() const { return count_; }

private:
  std::vector<std::uint32_t> rounds_, numbers_;
  std::uint32_t round_ = 0, count_ = 0;
};

// Transposes rows: out[c * rows.size() + i] = rows[i][begin + c].
template <class Reply>
void transpose(const std::vector<const Reply*>& rows, std::size_t begin, std::size_t count, Reply* out) {
  if constexpr (sizeof(Reply) <= 2) {
    cell_kernels<Reply>().transpose(static_cast<int>(rows.size()), rows.data(), begin, count, out, rows.size());
  } else {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t c = 0; c < count; ++c) out[c * rows.size() + i] = rows[i][begin + c];
    }
  }
}

// Calls work(begin, end, tile) for ranges of guesses, on several threads. The tile holds the replies to each guess by
// secret.
template <class Reply, class Work>
void for_each_tile(const Problem<Reply>& problem, unsigned threads, const Control& control, Work work) {
  std::vector<const Reply*> rows;
  for (std::size_t s = 0; s < problem.secrets; ++s) rows.push_back(problem.table + s * problem.guesses);
  parallel_for(problem.guesses, kLanes, threads, control, [&](std::size_t begin, std::size_t end) {
    control.check(problem.secrets * kLanes);
    std::vector<Reply> tile(problem.secrets * kLanes);
    transpose(rows, begin, end - begin, tile.data());
    work(begin, end, tile.data());
  });
}

// Returns the replies to a guess as cells. Replies too large for a cell are renumbered from 0.
template <class Cell>
const Cell* as_cells(const Cell* replies, std::size_t, Numbering<Cell>&, std::vector<Cell>&) {
  return replies;
}
template <class Cell, class Reply>
const Cell* as_cells(const Reply* replies, std::size_t count, Numbering<Reply>& numbering, std::vector<Cell>& cells) {
  numbering.clear();
  cells.clear();
  for (std::size_t s = 0; s < count; ++s) cells.push_back(static_cast<Cell>(numbering[replies[s]]));
  return cells.data();
}

}  // namespace

BestDepths::BestDepths(const std::vector<std::size_t>& largest, std::size_t secrets) {
  for (std::size_t d = 1, found = 1; depth.size() < secrets; ++d) {
    while (depth.size() < std::min(found, secrets)) depth.push_back(static_cast<Cost>(d));
    std::size_t next = 1;
    for (const std::size_t size : largest) next += std::min(size, found);
    found = std::max(next, found + 1);
  }
  repeats.push_back(0);
  for (const Cost d : depth) repeats.push_back(repeats.back() + d - 1);
  shallow = static_cast<int>(std::min(largest.size() + 1, secrets));
}

template <class Reply>
std::uint32_t count_replies(const Problem<Reply>& problem, unsigned threads, const Control& control) {
  std::atomic<std::uint32_t> most{0};
  for_each_tile(problem, threads, control, [&](std::size_t begin, std::size_t end, const Reply* tile) {
    Numbering<Reply> numbering;
    for (std::size_t g = begin; g < end; ++g, tile += problem.secrets) {
      numbering.clear();
      for (std::size_t s = 0; s < problem.secrets; ++s) numbering[tile[s]];
      std::uint32_t before = most;
      while (numbering.count() > before && !most.compare_exchange_weak(before, numbering.count())) {
      }
    }
  });
  return most;
}

template <class Cell>
template <class Reply>
Game<Cell>::Game(const Problem<Reply>& problem, unsigned threads, const Control& control)
    : sizes(problem.for_tests ? Sizes::for_tests() : Sizes()),
      secrets(problem.secrets),
      guesses(problem.guesses),
      penalty(problem.penalty),
      most_missed(penalty > 0 ? kImpossible / penalty : kImpossible),
      secret_of_guess(problem.secret_of_guess, problem.secret_of_guess + problem.guesses),
      guess_of_secret(problem.secrets, -1),
      weights(problem.weights, problem.weights + problem.secrets),
      symmetry(problem.symmetry),
      hard_mode(make_hard_mode(problem)) {
  set_secrets();
  const Divisions found = number_replies(problem, threads, control);
  if (hard_mode != nullptr) note_hints(problem, found, threads, control);
  if (problem.on_table_read) problem.on_table_read();
  cells_.reserve(round_up_to_lanes(guesses) * secrets);  // at once, where the table was
  make_columns(found, threads, control);
}

template <class Cell>
void Game<Cell>::set_secrets() {
  for (std::size_t s = 0; s < secrets; ++s) {
    hashes.push_back(random_hash(HashKind::kSecret, s));
    weighted |= weights[s] != 1;
  }
  for (std::size_t g = 0; g < guesses; ++g) {
    guess_hashes.push_back(random_hash(HashKind::kGuess, g));
    if (secret_of_guess[g] >= 0) guess_of_secret[secret_of_guess[g]] = static_cast<std::int32_t>(g);
  }
}

// Fills by_guess_, replies and depths.
template <class Cell>
template <class Reply>
typename Game<Cell>::Divisions Game<Cell>::number_replies(const Problem<Reply>& problem, unsigned threads,
                                                          const Control& control) {
  std::vector<std::int32_t> heaviest_first(secrets);
  std::iota(heaviest_first.begin(), heaviest_first.end(), 0);
  std::stable_sort(heaviest_first.begin(), heaviest_first.end(),
                   [&](auto a, auto b) { return weights[a] > weights[b]; });
  by_guess_.reserve(secrets * guesses);
  Divisions found{std::vector<Cost>(guesses, 0), std::vector<Replies>(guesses)};
  std::vector<std::uint32_t> branches(guesses, 0);  // replies to each guess besides the win
  for_each_tile(problem, threads, control, [&](std::size_t begin, std::size_t end, const Reply* tile) {
    constexpr std::size_t kReplies = std::size_t{1} << 8 * sizeof(Cell);
    Numbering<Reply> numbering;
    ReplyMap seen(kReplies);
    std::vector<Cell> unnumbered;
    std::vector<std::uint32_t> first(secrets + kFirstRoom), numbers(kReplies);
    for (std::size_t g = begin; g < end; ++g, tile += problem.secrets) {
      Cell* const cells = by_guess_.data() + g * secrets;
      const Replies& counted = found.replies[g] =
          cell_kernels<Cell>().number(static_cast<int>(secrets), as_cells<Cell>(tile, secrets, numbering, unnumbered),
                                      cells, first.data(), numbers.data());
      found.distinct_weight[g] = counted.all;
      if (weighted) {
        const ReplyMap::View parts = seen.clear();
        found.distinct_weight[g] = 0;
        for (const std::int32_t s : heaviest_first) {
          if (parts.insert(cells[s])) found.distinct_weight[g] += weights[s];
        }
      }
      const std::int32_t secret = secret_of_guess[g];
      const bool can_win = secret >= 0 && cells[secret] >= counted.repeated;
      branches[g] = static_cast<std::uint32_t>(counted.all - can_win);
    }
  });
  for (const Replies& each : found.replies) replies = std::max(replies, static_cast<std::uint32_t>(each.all));
  const std::uint32_t most = *std::max_element(branches.begin(), branches.end());
  depths = BestDepths(largest_parts(most, threads, control), secrets);
  return found;
}

// Returns the most secrets that the r-th largest part of any guess has besides the win, for all r below `branches`. In
// games with many replies the small parts rarely limit a tree, so any part may have all secrets.
template <class Cell>
std::vector<std::size_t> Game<Cell>::largest_parts(std::size_t branches, unsigned threads,
                                                   const Control& control) const {
  if (replies > kFewReplies) return std::vector<std::size_t>(branches, secrets);
  std::vector<std::size_t> largest(branches, 0);
  Mutex mutex;
  parallel_for(guesses, kLanes, threads, control, [&](std::size_t begin, std::size_t end) {
    control.check(secrets * kLanes);
    std::vector<std::size_t> here(branches, 0);
    for (std::size_t g = begin; g < end; ++g) {
      std::size_t sizes[kFewReplies] = {};
      const Cell* const cells = by_guess_.data() + g * secrets;
      for (std::size_t s = 0; s < secrets; ++s) ++sizes[cells[s]];
      if (secret_of_guess[g] >= 0 && sizes[cells[secret_of_guess[g]]] == 1) sizes[cells[secret_of_guess[g]]] = 0;
      std::sort(std::begin(sizes), std::end(sizes), std::greater<>());
      for (std::size_t r = 0; r < branches; ++r) here[r] = std::max(here[r], sizes[r]);
    }
    const std::lock_guard lock(mutex);
    for (std::size_t r = 0; r < branches; ++r) largest[r] = std::max(largest[r], here[r]);
  });
  return largest;
}

// Keeps the hints that each numbered reply shows, so that hard mode does not need the table again.
template <class Cell>
template <class Reply>
void Game<Cell>::note_hints(const Problem<Reply>& problem, const Divisions& found, unsigned threads,
                            const Control& control) {
  std::size_t count = 0;
  for (const Replies& each : found.replies) {
    first_shown_.push_back(count);
    count += each.all;
  }
  shown_.resize(count);
  for_each_tile(problem, threads, control, [&](std::size_t begin, std::size_t end, const Reply* tile) {
    for (std::size_t g = begin; g < end; ++g, tile += secrets) {
      const std::uint32_t* const hints = problem.hard_mode->hints_of(g);
      const Cell* const cells = by_guess_.data() + g * secrets;
      for (std::size_t s = 0; s < secrets; ++s) shown_[first_shown_[g] + cells[s]] = hints[tile[s]];
    }
  });
}

template <class Cell>
void Game<Cell>::make_columns(const Divisions& found, unsigned threads, const Control& control) {
  row_of_.resize(secrets);
  std::iota(row_of_.begin(), row_of_.end(), 0);
  column_guess_.resize(guesses);
  std::iota(column_guess_.begin(), column_guess_.end(), 0);
  std::stable_sort(column_guess_.begin(), column_guess_.end(),
                   [&](auto a, auto b) { return found.distinct_weight[a] > found.distinct_weight[b]; });
  for (const std::int32_t guess : column_guess_) distinct_weight_.push_back(found.distinct_weight[guess]);
  const std::size_t stride = round_up_to_lanes(guesses);
  column_guess_.resize(stride, -1);
  distinct_weight_.resize(stride, 0);
  Cell* data = cells_.data();
  replies_.resize(stride / kLanes);
  for (std::size_t c = 0; c < guesses; ++c) replies_[c / kLanes].include(found.replies[column_guess_[c]]);
  parallel_for(guesses, kLanes, threads, control, [&](std::size_t begin, std::size_t end) {
    control.check(secrets * kLanes);
    const Cell* columns[kLanes];
    for (std::size_t c = begin; c < end; ++c) columns[c - begin] = replies_to(column_guess_[c]);
    cell_kernels<Cell>().transpose(static_cast<int>(end - begin), columns, 0, secrets, data + begin, stride);
  });
  for (std::size_t s = 0; s < secrets; ++s) std::fill(data + s * stride + guesses, data + (s + 1) * stride, Cell{0});
  columns = {data, stride, column_guess_.data(), row_of_.data(), distinct_weight_.data(), replies_.data(), {}};
}

template <class Cell>
SecretSet Game<Cell>::heaviest_first(std::vector<std::int32_t>& unsorted) const {
  std::sort(unsorted.begin(), unsorted.end(),
            [&](auto a, auto b) { return weights[a] != weights[b] ? weights[a] > weights[b] : a < b; });
  SecretSet set{unsorted.data(), static_cast<int>(unsorted.size()), 0, weights[unsorted[0]], {}};
  for (const std::int32_t secret : unsorted) {
    set.weight += weights[secret];
    set.hash ^= hashes[secret];
  }
  FEWEST_CHECK(is_consistent(set, weights, hashes));
  return set;
}

template <class Cell>
bool Game<Cell>::is_symmetric(const Position& position) const {
  if (!symmetry) return false;
  const auto fits = [&](std::int32_t secret) {
    return std::all_of(position.guesses.begin(), position.guesses.end(), [&](std::int32_t guess) {
      return replies_to(guess)[secret] == replies_to(guess)[position.secrets[0]];
    });
  };
  std::size_t count = 0;
  for (std::size_t s = 0; s < secrets; ++s) count += fits(static_cast<std::int32_t>(s));
  return count == position.secrets.size() && std::all_of(position.secrets.begin(), position.secrets.end(), fits);
}

#define FEWEST_INSTANTIATE(Reply)                                                        \
  template std::uint32_t count_replies(const Problem<Reply>&, unsigned, const Control&); \
  template Game<std::uint8_t>::Game(const Problem<Reply>&, unsigned, const Control&);    \
  template Game<std::uint16_t>::Game(const Problem<Reply>&, unsigned, const Control&)
template struct Game<std::uint8_t>;
template struct Game<std::uint16_t>;
FEWEST_INSTANTIATE(std::uint8_t);
FEWEST_INSTANTIATE(std::uint16_t);
FEWEST_INSTANTIATE(std::uint32_t);

}  // namespace fewest
