// The search for strategies of the least cost.
//
// v(H), the least cost of a set H of secrets with weights w and W in all, is the least over all guesses of
//     W + the sum of v(H_r) over the parts H_r that the guess makes of H, but for the win.
// The bounds, each with the name it has below:
//   trivial   v(H) >= 2W - heaviest: the best one can do is hit the heaviest and know the rest after that.
//   members   v(H) <= 2W - w(g) if the secret g tells all others apart; where none does, other bounds get sharper.
//   repeats   a guess costs at least 2W + D - w(g), with D the summed weight of the secrets that are not the heaviest
//             of their part, and w(g) its own weight if it is one of the secrets. So v(H) is at least the least of
//             that.
//   parts     a guess costs at least W + the sum of lower bounds of its parts.
//   branches  where no guess has more than b replies but for the win, no tree finds more than 1 + b + ... + b^(d-1)
//             secrets within d guesses. The heaviest go first: that bounds any set, and the parts of a guess too.
// Without a limit on guesses v depends on H alone: one table serves every opener. Limits and hard mode only take
// guesses away, so every lower bound of this plain game holds for them too.
#include "search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "kernels.h"
#include "parallel.h"

namespace fewest {
namespace {

// How hard a set has been looked at: what is known of it holds all that these steps can tell.
enum Level { kMembers = 1, kCounted = 2, kSearched = 3 };

// Up to this many secrets, replies are compared in pairs, in vectors. Beyond, they are noted in bit sets, in vectors
// again, where that can be done (kPairwiseBeforeBits), or stamped one by one.
constexpr int kPairwise = 255, kPairwiseBeforeBits = 50;

// In games of no more replies than this, the sizes of all parts are counted at once, in vectors.
constexpr int kFewReplies = 32;

// After so many guesses at a set, columns of its own pay off: 30 or 100 made original a fifth slower and nyt-2023 no
// faster; without columns of its own nyt-2023 takes twice as long.
constexpr int kWorthCompacting = 300;

// In larger sets than this no secret is likely to tell all others apart: its own secrets get no look apart.
constexpr int kSmall = 50;

// In smaller sets than this, guesses that are the same but for a renaming are tried rather than looked for.
constexpr int kWorthRenaming = 10;

std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// What a hash is of: numbers of different kinds must never give the same one.
enum class Kind : std::uint64_t { kSecret, kGuess, kMode };

Hash random_hash(Kind kind, std::uint64_t number) {
  const std::uint64_t seed = static_cast<std::uint64_t>(kind) << 60 | number << 1;
  return {mix(seed), mix(seed + 1)};
}

// Memory for rows of replies: aligned to a cache line, as the kernels want it, never cleared.
template <class Cell>
class Cells {
public:
  Cell* reserve(std::size_t count) {
    const std::size_t bytes = (count * sizeof(Cell) + 63) / 64 * 64;
    if (bytes > bytes_) {
      memory_.reset(std::aligned_alloc(64, bytes));
      if (memory_ == nullptr) throw std::bad_alloc();
      bytes_ = bytes;
    }
    return static_cast<Cell*>(memory_.get());
  }

private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  std::size_t bytes_ = 0;
};

// Some secrets, the heaviest first.
struct Set {
  const std::int32_t* secrets;
  int size;
  Cost weight;    // of all
  Cost heaviest;  // of the first
  Hash hash;

  Cost trivial() const { return 2 * weight - heaviest; }
};

// A part of a set, and what is known of it.
struct Part : Set {
  Known known;
};

// The guesses that may be made, best first by and large: their replies, a row per secret, in columns of kLanes.
template <class Cell>
struct Context {
  const Cell* data;
  std::size_t stride;         // cells per row, a multiple of kLanes
  const std::int32_t* guess;  // of each column; -1 in those that only fill up the last kLanes
  const std::uint32_t* row;   // of each secret
  const Cost* fresh;          // of each column: see TableSearch::fresh_
  Hash hash;                  // hard mode: of the guesses that may be made
};

struct Candidate {
  std::int32_t guess;
  Cost lower;               // by repeats
  double key;               // the smaller, the earlier it is tried
  std::uint64_t signature;  // of how it divides the set
  bool divides;
};

// The memory of one depth of the recursion.
template <class Cell>
struct Frame {
  std::vector<std::int32_t> order;
  std::vector<Part> parts;
  std::vector<int> open;   // parts whose value is not settled yet
  std::int32_t made = -1;  // the guess that made them
  std::vector<Candidate> candidates;
  // Columns made for one set: see Worker::compact and allowed_after.
  Cells<Cell> cells;
  std::vector<std::int32_t> guess;
  std::vector<std::uint32_t> row, chosen;
  std::vector<Cost> fresh;
};

// What hard mode needs to know, whatever the type of its replies: see Problem.
struct HardMode {
  // What the reply to a guess shows when the secret is s.
  std::function<std::uint32_t(std::int32_t guess, std::int32_t secret)> shown;
  // Appends to `to` the places of those guesses in `from` that would show as much.
  std::function<void(std::int32_t guess, std::uint32_t shown, const std::int32_t* from, std::size_t count,
                     std::vector<std::uint32_t>& to)>
      filter;
};

template <class Reply>
HardMode make_hard_mode(const Problem<Reply>& problem) {
  const auto hints = [problem](std::int32_t guess) { return problem.hints + problem.kind[guess] * problem.replies; };
  return {[problem, hints](std::int32_t guess, std::int32_t secret) {
            return hints(guess)[problem.table[secret * problem.guesses + guess]];
          },
          [problem, hints](std::int32_t guess, std::uint32_t shown, const std::int32_t* from, std::size_t count,
                           std::vector<std::uint32_t>& to) {
            const Reply* seen = problem.seen + guess * problem.guesses;
            const std::uint32_t* shows = hints(guess);
            for (std::size_t i = 0; i < count; ++i) {
              if (from[i] >= 0 && (shown & ~shows[seen[from[i]]]) == 0) {
                to.push_back(static_cast<std::uint32_t>(i));
              }
            }
          }};
}

// Numbers the replies to one guess from 0 on, as they come.
template <class Reply>
class Renumbering {
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

// How a search is set up: on how many threads, and how long.
struct SetUp {
  unsigned threads;
  const Control& control;

  // Throws once it is stopped; for any thread.
  void check(std::uint64_t work) const {
    if (control.stop != nullptr) control.stop->check(work);
  }
};

// Calls work(g, replies) for every guess, replies being those to each secret in turn; on several threads.
template <class Reply, class Work>
void for_each_guess(const Problem<Reply>& problem, const SetUp& set_up, Work work) {
  parallel_for(problem.guesses, kLanes, set_up.threads, [&](std::size_t begin, std::size_t end) {
    set_up.check(problem.secrets * kLanes);
    std::vector<Reply> tile(problem.secrets * kLanes);
    for (std::size_t s = 0; s < problem.secrets; ++s) {
      for (std::size_t g = begin; g < end; ++g) {
        tile[(g - begin) * problem.secrets + s] = problem.table[s * problem.guesses + g];
      }
    }
    Renumbering<Reply> numbers;
    for (std::size_t g = begin; g < end; ++g) work(g, tile.data() + (g - begin) * problem.secrets, numbers);
  });
}

template <class Cell>
class TableSearch;

// One thread's way through the search.
template <class Cell>
class Worker {
public:
  explicit Worker(TableSearch<Cell>& search);

  Answer best(const Position& position, Cost bound, const Control& control);
  Answer through(std::int32_t guess, const Position& position, Cost bound, const Control& control);
  std::uint64_t nodes = 0;

private:
  using Columns = Context<Cell>;

  Answer solve(const Set& set, const Columns& columns, int left, Cost bound, int ply);
  Answer expand(const Set& set, const Columns& columns, int left, Cost bound, Cost lower, int ply);
  Answer play(std::int32_t guess, const Set& set, const Columns& columns, int left, Cost bound, int ply);
  void divide(std::int32_t guess, const Set& set, Frame<Cell>& frame);
  Known look_at_members(const Set& set);
  Known count_repeats(const Set& set, const Columns& columns, Known known, Cost bound);
  template <class Take>
  void for_each_column(const Set& set, const Columns& columns, Cost limit, Take take);
  Cost repeats(std::int32_t guess, const Set& set, Cost limit);
  Cost branches(const Set& set) const;
  void keep_one_of_each_orbit(int ply, std::vector<Candidate>& found);
  void collect(const Set& set, const Columns& columns, int left, Cost bound, int ply, std::vector<Candidate>& found);
  Columns compact(const Set& set, const Columns& columns, Frame<Cell>& frame);
  Columns allowed_after(const Columns& columns, std::int32_t guess, std::uint32_t shown, const Set& part,
                        Frame<Cell>& frame);
  Set start(const Position& position, const Control& control, Columns& columns);
  Frame<Cell>& frame(int ply);
  void mark_members(const Set& set);
  bool is_member(std::int32_t guess) const;
  Known known_of(Hash hash) const;
  void remember(Hash hash, const Set& set, Known known, Level level);
  std::uint32_t new_stamp();
  std::uint64_t mark(std::int32_t secret, std::int32_t first) const;
  Columns reserve_columns(std::size_t count, const Set& set, Frame<Cell>& frame);

  TableSearch<Cell>& search_;
  std::vector<std::unique_ptr<Frame<Cell>>> frames_;
  std::vector<std::uint32_t> stamps_;   // by reply: the last stamp that met it
  std::vector<std::uint32_t> bucket_;   // by reply: its part, or the first secret of it
  std::vector<std::uint32_t> sizes_;    // by part or place
  std::vector<std::uint32_t> members_;  // by secret: the last member stamp
  std::uint32_t stamp_ = 0, member_stamp_ = 0;
  std::vector<std::int32_t> root_order_;
  int root_ply_ = 0, lane_ = 0;
  bool symmetric_ = false;
  // Counts what was done since, and throws once the call is stopped; whatever takes long passes here often.
  void check() { check_(std::exchange(work_, 0)); }

  Checker check_{kNoControl};
  std::uint64_t work_ = 0;  // replies looked at, more or less: a vector of them counts as one
  std::vector<const Cell*> rows_;
  std::vector<Cost> weights_;
  std::vector<std::int32_t> history_;
  std::unordered_set<std::uint64_t> forms_;
};

template <class Cell>
class TableSearch : public Search {
public:
  template <class Reply>
  TableSearch(const Problem<Reply>& problem, std::uint32_t replies, std::size_t memory, const SetUp& set_up);

  Answer best(const Position& position, Cost bound, const Control& control) override {
    return with_worker([&](Worker<Cell>& worker) { return worker.best(position, bound, control); });
  }
  Answer through(std::int32_t guess, const Position& position, Cost bound, const Control& control) override {
    return with_worker([&](Worker<Cell>& worker) { return worker.through(guess, position, bound, control); });
  }
  std::vector<std::uint64_t> forms(const Position& position) const override {
    std::vector<std::uint64_t> found(guesses_);
    std::iota(found.begin(), found.end(), 0);
    if (!symmetric(position)) return found;
    std::vector<std::int32_t> history = symmetry_.made;
    history.insert(history.end(), position.guesses.begin(), position.guesses.end());
    Stabiliser stabiliser(symmetry_, history);
    for (std::size_t g = 0; g < guesses_; ++g) found[g] = stabiliser.form(static_cast<std::int32_t>(g));
    return found;
  }

private:
  friend class Worker<Cell>;

  // Workers are kept for the next call: their memory is worth more than a call's.
  template <class Work>
  Answer with_worker(Work work) {
    struct Lease {
      explicit Lease(TableSearch& search) : search(search) {
        const std::lock_guard lock(search.idle_mutex_);
        if (!search.idle_.empty()) {
          worker = std::move(search.idle_.back());
          search.idle_.pop_back();
        }
      }
      ~Lease() {
        if (worker == nullptr) return;
        search.nodes_ += std::exchange(worker->nodes, 0);
        const std::lock_guard lock(search.idle_mutex_);
        search.idle_.push_back(std::move(worker));
      }
      TableSearch& search;
      std::unique_ptr<Worker<Cell>> worker;
    } lease(*this);
    if (lease.worker == nullptr) lease.worker = std::make_unique<Worker<Cell>>(*this);
    return work(*lease.worker);
  }

  const Cell* by_guess(std::int32_t guess) const { return by_guess_.data() + guess * secrets_; }

  // Whether renamings that leave the guesses made as they are leave a position as it is: it must hold every secret that
  // replies to them as its own do.
  bool symmetric(const Position& position) const {
    if (!symmetry_) return false;
    const auto fits = [&](std::int32_t secret) {
      return std::all_of(position.guesses.begin(), position.guesses.end(), [&](std::int32_t guess) {
        return by_guess(guess)[secret] == by_guess(guess)[position.secrets[0]];
      });
    };
    std::size_t count = 0;
    for (std::size_t s = 0; s < secrets_; ++s) count += fits(static_cast<std::int32_t>(s));
    return count == position.secrets.size() && std::all_of(position.secrets.begin(), position.secrets.end(), fits);
  }

  bool weighted_ = false, hard_ = false;
  std::vector<std::int32_t> own_;       // by guess
  std::vector<std::int32_t> guess_of_;  // by secret
  std::vector<Cost> weights_;           // by secret
  std::vector<Hash> hashes_;            // by secret
  // Replies, numbered anew for each guess from 0 on: by_guess_[g * secrets_ + s].
  std::vector<Cell> by_guess_;
  Cells<Cell> by_secret_;  // the columns of the plain game
  std::vector<std::int32_t> columns_;
  std::vector<std::uint32_t> rows_;
  // By column of the plain game: the summed weight of the heaviest secrets of all parts that the guess makes. For no
  // set can it be more, so the set's repeats are at least its weight less this.
  std::vector<Cost> fresh_;
  std::uint32_t replies_;     // how many a guess has at most
  std::vector<Cost> beyond_;  // how many guesses i secrets take beyond one each at best
  std::vector<Cost> depths_;  // within how many guesses the i-th secret of a set can be found at best
  int shallow_;               // for how many secrets that is one or two
  Symmetry symmetry_;
  Context<Cell> plain_;
  HardMode hard_mode_;
  Transposition table_;
  std::mutex idle_mutex_;
  std::vector<std::unique_ptr<Worker<Cell>>> idle_;
};

template <class Cell>
template <class Reply>
TableSearch<Cell>::TableSearch(const Problem<Reply>& problem, std::uint32_t replies, std::size_t memory,
                               const SetUp& set_up)
    : Search(problem.secrets, problem.guesses),
      hard_(problem.seen != nullptr),
      own_(problem.own, problem.own + problem.guesses),
      guess_of_(problem.secrets, -1),
      weights_(problem.weights, problem.weights + problem.secrets),
      by_guess_(problem.secrets * problem.guesses),
      columns_(problem.guesses),
      rows_(problem.secrets),
      fresh_(problem.guesses),
      replies_(replies),
      symmetry_(problem.symmetry),
      table_(problem.remembered == nullptr ? Transposition(memory) : Transposition(problem.remembered, memory)) {
  for (std::size_t s = 0; s < secrets_; ++s) {
    hashes_.push_back(random_hash(Kind::kSecret, s));
    rows_[s] = static_cast<std::uint32_t>(s);
    weighted_ |= weights_[s] != 1;
  }
  std::vector<std::int32_t> order(secrets_);  // the heaviest first
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weights_[a] > weights_[b]; });
  std::vector<Cost> fresh(guesses_, 0);
  for (std::size_t g = 0; g < guesses_; ++g) {
    if (own_[g] >= 0) guess_of_[own_[g]] = static_cast<std::int32_t>(g);
  }
  std::vector<std::uint32_t> others(guesses_, 0);  // replies to each guess, but for the win
  for_each_guess(problem, set_up, [&](std::size_t g, const Reply* replies, Renumbering<Reply>& numbers) {
    numbers.clear();
    for (const std::int32_t s : order) {
      const std::uint32_t known = numbers.count();
      const std::uint32_t number = numbers[replies[s]];
      by_guess_[g * secrets_ + s] = static_cast<Cell>(number);
      if (number == known) fresh[g] += weights_[s];
    }
    const bool hit = own_[g] >= 0 && std::count(replies, replies + secrets_, replies[own_[g]]) == 1;
    others[g] = numbers.count() - hit;
  });
  const std::size_t branches = *std::max_element(others.begin(), others.end());
  for (std::size_t depth = 1, room = 1, width = 1; depths_.size() < secrets_; ++depth) {
    while (depths_.size() < std::min(room, secrets_)) depths_.push_back(static_cast<Cost>(depth));
    width = std::min(width * std::max<std::size_t>(branches, 1), secrets_);
    room += width;
  }
  beyond_.push_back(0);
  for (const Cost depth : depths_) beyond_.push_back(beyond_.back() + depth - 1);
  shallow_ = static_cast<int>(std::min(branches + 1, secrets_));
  // Guesses that tell much come first, so that one can stop where the rest cannot tell enough.
  std::iota(columns_.begin(), columns_.end(), 0);
  std::stable_sort(columns_.begin(), columns_.end(), [&](auto a, auto b) { return fresh[a] > fresh[b]; });
  for (std::size_t c = 0; c < guesses_; ++c) fresh_[c] = fresh[columns_[c]];
  const std::size_t stride = (guesses_ + kLanes - 1) / kLanes * kLanes;
  columns_.resize(stride, -1);
  fresh_.resize(stride, 0);
  Cell* data = by_secret_.reserve(stride * secrets_);
  parallel_for(stride, kLanes, set_up.threads, [&](std::size_t begin, std::size_t end) {
    set_up.check(secrets_ * kLanes);
    for (std::size_t s = 0; s < secrets_; ++s) {
      for (std::size_t c = begin; c < end; ++c) {
        data[s * stride + c] = columns_[c] < 0 ? Cell{0} : by_guess_[columns_[c] * secrets_ + s];
      }
    }
  });
  plain_ = {data, stride, columns_.data(), rows_.data(), fresh_.data(), Hash{}};
  if (hard_) hard_mode_ = make_hard_mode(problem);
}

template <class Cell>
Worker<Cell>::Worker(TableSearch<Cell>& search)
    : search_(search),
      stamps_(search.replies_, 0),
      bucket_(search.replies_, 0),
      sizes_(std::max<std::size_t>(search.secrets_, search.replies_), 0),
      members_(search.secrets_, 0),
      rows_(kPairwise),
      weights_(search.secrets_) {}

template <class Cell>
Frame<Cell>& Worker<Cell>::frame(int ply) {
  while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.push_back(std::make_unique<Frame<Cell>>());
  return *frames_[ply];
}

template <class Cell>
bool Worker<Cell>::is_member(std::int32_t guess) const {
  const std::int32_t own = search_.own_[guess];
  return own >= 0 && members_[own] == member_stamp_;
}

template <class Cell>
void Worker<Cell>::mark_members(const Set& set) {
  if (++member_stamp_ == 0) {
    std::fill(members_.begin(), members_.end(), 0);
    ++member_stamp_;
  }
  for (int i = 0; i < set.size; ++i) members_[set.secrets[i]] = member_stamp_;
}

template <class Cell>
Known Worker<Cell>::known_of(Hash hash) const {
  Known known;
  search_.table_.find(hash, known);
  return known;
}

template <class Cell>
void Worker<Cell>::remember(Hash hash, const Set& set, Known known, Level level) {
  known.effort = std::min(set.size, 63) << 2 | level;
  search_.table_.store(hash, known);
}

// A stamp that marks nothing yet.
template <class Cell>
std::uint32_t Worker<Cell>::new_stamp() {
  if (++stamp_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    ++stamp_;
  }
  return stamp_;
}

// The sum of this over a set, each secret with the first of its part, is a signature of how a guess divides the set.
template <class Cell>
std::uint64_t Worker<Cell>::mark(std::int32_t secret, std::int32_t first) const {
  return search_.hashes_[secret].check * (2 * search_.hashes_[first].place + 1);
}

// How much of the set repeats itself under a guess; anything from `limit` on where it is not below. In large sets a
// secret counts once for every guess that it takes beyond one after this, by the bound `branches`.
template <class Cell>
Cost Worker<Cell>::repeats(std::int32_t guess, const Set& set, Cost limit) {
  const Cell* replies = search_.by_guess(guess);
  const std::uint32_t stamp = new_stamp();
  work_ += set.size;
  Cost sum = 0;
  if (set.size <= search_.shallow_) {
    for (int i = 0; i < set.size && sum < limit; ++i) {
      std::uint32_t& last = stamps_[replies[set.secrets[i]]];
      if (last == stamp) sum += search_.weights_[set.secrets[i]];
      last = stamp;
    }
    return sum;
  }
  for (int i = 0; i < set.size && sum < limit; ++i) {
    const Cell reply = replies[set.secrets[i]];
    if (stamps_[reply] != stamp) {
      stamps_[reply] = stamp;
      bucket_[reply] = 0;
    }
    sum += search_.weights_[set.secrets[i]] * (search_.depths_[bucket_[reply]++] - 1);
  }
  return sum;
}

// Bound `branches` of a set.
template <class Cell>
Cost Worker<Cell>::branches(const Set& set) const {
  if (set.size <= search_.shallow_) return set.trivial();
  Cost sum = 0;
  for (int i = 0; i < set.size; ++i) sum += search_.weights_[set.secrets[i]] * search_.depths_[i];
  return sum;
}

// Bound `members`: what the set's own secrets can do as the next guess.
template <class Cell>
Known Worker<Cell>::look_at_members(const Set& set) {
  Cost gain = 0;  // the largest w(g) - D, if above 0
  bool exact = false;
  for (int i = 0; i < set.size; ++i) {
    const Cost weight = search_.weights_[set.secrets[i]];
    if (weight <= gain) break;  // the heaviest come first
    const std::int32_t guess = search_.guess_of_[set.secrets[i]];
    const Cost sum = repeats(guess, set, weight - gain);
    if (weight - sum > gain) {
      gain = weight - sum;
      exact = sum == 0;
    }
  }
  return {2 * set.weight - gain, exact, exact ? 2 : 0, 0};
}

// Calls take(guess, D) for every column whose repeats D stay below `limit`; take returns the limit from then on. It
// ends where no column can stay below: D is never below 0, nor below what the set weighs beyond `fresh`, which falls.
template <class Cell>
template <class Take>
void Worker<Cell>::for_each_column(const Set& set, const Columns& columns, Cost limit, Take take) {
  const int n = set.size;
  const auto can_improve = [&](std::size_t column) { return limit > 0 && set.weight - columns.fresh[column] < limit; };
  // Pairs can stop early, so they are best where few columns stay below the limit.
  const bool deep = n > search_.shallow_;
  const bool sizes = sizeof(Cell) == 1 && deep && !search_.weighted_ && search_.replies_ <= kFewReplies && n < 1 << 16;
  const bool bits = !sizes && sizeof(Cell) == 1 && kernels().distinct8 != nullptr && n > kPairwiseBeforeBits &&
                    limit > set.weight / 8;
  if (!sizes && !bits && n > kPairwise) {
    for (std::size_t column = 0; column < columns.stride && can_improve(column); ++column) {
      const std::int32_t guess = columns.guess[column];
      if (guess < 0) continue;
      const Cost sum = repeats(guess, set, limit);
      if (sum < limit) limit = take(guess, sum);
    }
    return;
  }
  if (rows_.size() < static_cast<std::size_t>(n)) rows_.resize(n);
  for (int i = 0; i < n; ++i) rows_[i] = columns.data + columns.row[set.secrets[i]] * columns.stride;
  for (int i = 0; search_.weighted_ && i < n; ++i) weights_[i] = search_.weights_[set.secrets[i]];
  std::vector<Cost> lightest;  // lightest[i]: what the i lightest weigh
  if (bits && search_.weighted_) {
    lightest.assign(n + 1, 0);
    for (int i = 0; i < n; ++i) lightest[i + 1] = lightest[i] + weights_[n - 1 - i];
  }
  const Kernels& kernel = kernels();
  alignas(64) Cost weights[kLanes];
  alignas(64) std::uint16_t counts[kLanes];
  alignas(64) Cell cells[kLanes];
  alignas(64) std::uint16_t part_sizes[kFewReplies * kLanes];
  const auto take_lanes = [&](std::size_t column, auto sum_of) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::int32_t guess = columns.guess[column + lane];
      Cost sum = sum_of(lane);
      if (sum >= limit || guess < 0) continue;
      if (deep && !sizes) sum = repeats(guess, set, limit);
      if (sum < limit) limit = take(guess, sum);
    }
  };
  // Pairs end early mostly: this is what they take on average.
  const std::uint64_t block = (sizes || bits ? 4 : 4 + n / 8) * n;
  for (std::size_t column = 0; column < columns.stride && can_improve(column); column += kLanes) {
    work_ += block;
    if constexpr (sizeof(Cell) == 1) {
      if (sizes) {
        kernel.sizes8(n, rows_.data(), column, static_cast<int>(search_.replies_), part_sizes);
        take_lanes(column, [&](int lane) {
          Cost sum = 0;
          for (std::uint32_t reply = 0; reply < search_.replies_; ++reply) {
            sum += search_.beyond_[part_sizes[reply * kLanes + lane]];
          }
          return sum;
        });
        continue;
      }
      if (bits) {
        // Without weights `fresh` is the number of replies, and the first column of the block has the most. With
        // weights the number of parts still says that so many secrets repeat a reply, and those weigh no less than the
        // lightest.
        const Cost replies = search_.weighted_ ? search_.replies_ : columns.fresh[column];
        kernel.distinct8(n, rows_.data(), column, static_cast<int>((replies + 63) / 64), counts);
        take_lanes(column, [&](int lane) {
          const int repeated = n - counts[lane];
          if (!search_.weighted_) return Cost{repeated};
          if (columns.guess[column + lane] < 0 || lightest[repeated] >= limit) return limit;
          return repeats(columns.guess[column + lane], set, limit);
        });
        continue;
      }
    }
    if (search_.weighted_) {
      bool some;
      if constexpr (sizeof(Cell) == 1) {
        some = kernel.weighted8(n, rows_.data(), column, weights_.data(), limit, weights);
      } else {
        some = kernel.weighted16(n, rows_.data(), column, weights_.data(), limit, weights);
      }
      if (some) take_lanes(column, [&](int lane) { return weights[lane]; });
    } else {
      const Cell most = static_cast<Cell>(std::min<Cost>(limit, std::numeric_limits<Cell>::max()));
      bool some;
      if constexpr (sizeof(Cell) == 1) {
        some = kernel.repeats8(n, rows_.data(), column, most, cells);
      } else {
        some = kernel.repeats16(n, rows_.data(), column, most, cells);
      }
      if (some) take_lanes(column, [&](int lane) { return Cost{cells[lane]}; });
    }
  }
}

// Bound `repeats` over all guesses of the plain game, as far as it stays below `bound`.
template <class Cell>
Known Worker<Cell>::count_repeats(const Set& set, const Columns& columns, Known known, Cost bound) {
  check();
  const Cost twice = 2 * set.weight;
  Cost least = bound - twice;  // of D, or D - w(g) for members
  bool exact = false;
  int depth = 0;
  // In counts, D of at most 1 leaves parts of one secret and at most one of two, whose values are certain.
  const auto found = [&](Cost sum, Cost weight) {
    if (sum - weight < least) {
      least = sum - weight;
      exact = sum == 0 || (!search_.weighted_ && sum == 1);
      depth = sum == 0 ? 2 : 3;
    }
  };
  if (set.size <= kSmall) {
    for (int i = 0; i < set.size; ++i) {
      const Cost weight = search_.weights_[set.secrets[i]];
      found(repeats(search_.guess_of_[set.secrets[i]], set, least + weight), weight);
    }
    if (least > 0) {
      for_each_column(set, columns, least, [&](std::int32_t, Cost sum) {
        found(sum, 0);
        return least;
      });
    }
  } else {
    mark_members(set);
    for_each_column(set, columns, least + set.heaviest, [&](std::int32_t guess, Cost sum) {
      found(sum, is_member(guess) ? search_.weights_[search_.own_[guess]] : 0);
      return least + set.heaviest;
    });
  }
  known.lower = std::max(known.lower, twice + least);
  known.exact = exact && known.lower == twice + least;
  known.depth = known.exact ? depth : 0;
  return known;
}

// Divides a set by the replies to a guess. The order of the secrets stays, so the heaviest of a part is its first.
template <class Cell>
void Worker<Cell>::divide(std::int32_t guess, const Set& set, Frame<Cell>& frame) {
  const Cell* replies = search_.by_guess(guess);
  const std::uint32_t stamp = new_stamp();
  work_ += 4 * set.size;
  frame.parts.clear();
  if (frame.order.size() < static_cast<std::size_t>(set.size)) frame.order.resize(set.size);
  for (int i = 0; i < set.size; ++i) {
    const std::int32_t secret = set.secrets[i];
    const Cell reply = replies[secret];
    const Cost weight = search_.weights_[secret];
    if (stamps_[reply] != stamp) {
      stamps_[reply] = stamp;
      bucket_[reply] = static_cast<std::uint32_t>(frame.parts.size());
      Part part;
      part.secrets = nullptr;
      part.size = 0;
      part.weight = 0;
      part.heaviest = weight;
      frame.parts.push_back(part);
    }
    Part& part = frame.parts[bucket_[reply]];
    ++part.size;
    part.weight += weight;
    part.hash ^= search_.hashes_[secret];
  }
  std::int32_t* next = frame.order.data();
  for (Part& part : frame.parts) {
    part.secrets = next;
    next += part.size;
    part.size = 0;
  }
  for (int i = 0; i < set.size; ++i) {
    const std::int32_t secret = set.secrets[i];
    Part& part = frame.parts[bucket_[replies[secret]]];
    const_cast<std::int32_t*>(part.secrets)[part.size++] = secret;
  }
}

// The cost of a set when the next guess is given.
template <class Cell>
Answer Worker<Cell>::play(std::int32_t guess, const Set& set, const Columns& columns, int left, Cost bound, int ply) {
  check();
  Frame<Cell>& here = frame(ply);
  divide(guess, set, here);
  here.made = guess;
  const std::int32_t own = search_.own_[guess];
  Cost sum = set.weight;
  int depth = 1;
  here.open.clear();

  // 1. Parts of one or two secrets have certain values, the others a trivial bound. The win costs nothing more.
  for (std::size_t i = 0; i < here.parts.size(); ++i) {
    Part& part = here.parts[i];
    if (part.size == 1 && part.secrets[0] == own) continue;
    if (left <= search_.depths_[part.size - 1]) return {kImpossible, 0, -1};
    const Cost lower = std::max(branches(part), 3 * part.weight - search_.fresh_[0] - part.heaviest);
    sum += lower;
    depth = std::max(depth, std::min(part.size, 2) + 1);
    if (part.size > 2) {
      part.known = {lower, false, 0, 0};
      here.open.push_back(static_cast<int>(i));
    }
  }
  if (sum >= bound || here.open.empty()) return {sum, depth, guess};

  const auto raise = [&](Part& part, const Known& known) {
    if (known.lower > part.known.lower) sum += known.lower - part.known.lower;
    const Cost lower = std::max(part.known.lower, known.lower);
    part.known = known;
    part.known.lower = lower;
  };
  // 2. What the table knows. In hard mode no later guess is outside these columns: what is known of the part among
  // them, were they all to stay allowed, is a bound as well, and a sharper one.
  // (With two guesses left after this, only a guess that tells all apart will do, and the search of a part finds that
  // out fastest.)
  const bool urgent = left == 3;
  const Hash among = columns.hash;
  for (const int i : here.open) {
    Part& part = here.parts[i];
    if (urgent) continue;
    if (search_.hard_) raise(part, known_of(part.hash));
    raise(part, known_of(part.hash ^ among));
  }
  if (sum >= bound) return {sum, 0, -1};

  // 3. The largest parts first from here on: their bounds have the most room to rise.
  std::sort(here.open.begin(), here.open.end(), [&](int a, int b) {
    return here.parts[a].size != here.parts[b].size ? here.parts[a].size > here.parts[b].size : a < b;
  });
  for (const int i : here.open) {
    Part& part = here.parts[i];
    if (urgent || part.size > kSmall || part.known.exact || (part.known.effort & 3) >= kMembers) continue;
    Known known = look_at_members(part);
    known.lower = std::max(known.lower, part.known.lower);
    raise(part, known);
    remember(part.hash ^ among, part, part.known, kMembers);
    part.known.effort = kMembers;
    if (sum >= bound) return {sum, 0, -1};
  }

  // 4. The bound by repeats over all guesses.
  for (const int i : here.open) {
    Part& part = here.parts[i];
    if (urgent || part.known.exact || (part.known.effort & 3) >= kCounted) continue;
    raise(part, count_repeats(part, columns, part.known, bound - sum + part.known.lower));
    remember(part.hash ^ among, part, part.known, sum < bound ? kCounted : kMembers);
    part.known.effort = kCounted;
    if (sum >= bound) return {sum, 0, -1};
  }

  // 5. The search of each part, with what the others leave of the bound.
  for (const int i : here.open) {
    Part& part = here.parts[i];
    Answer answer{part.known.lower, part.known.depth, -1};
    if (!part.known.exact || search_.hard_ || part.known.depth >= left) {
      const Cost room = bound - sum + part.known.lower;
      if (search_.hard_) {
        const std::uint32_t shown = search_.hard_mode_.shown(guess, part.secrets[0]);
        const Columns next = allowed_after(columns, guess, shown, part, frame(ply + 1));
        answer = solve(part, next, left - 1, room, ply + 1);
      } else {
        answer = solve(part, columns, left - 1, room, ply + 1);
      }
      sum += answer.cost - part.known.lower;
      if (sum >= bound) return {std::min(sum, kImpossible), 0, -1};
    }
    depth = std::max(depth, answer.depth + 1);
  }
  return {sum, depth, guess};
}

// Every guess that can stay below the bound, best first; of those that divide the set in the same way one is enough.
template <class Cell>
void Worker<Cell>::collect(const Set& set, const Columns& columns, int left, Cost bound, int ply,
                           std::vector<Candidate>& found) {
  check();
  found.clear();
  mark_members(set);
  const Cost twice = 2 * set.weight;
  // With two guesses left, a guess must tell all secrets apart.
  const Cost most = left == 2 ? 1 : kImpossible;
  for (int i = 0; i < set.size; ++i) {
    const std::int32_t guess = search_.guess_of_[set.secrets[i]];
    const Cost weight = search_.weights_[set.secrets[i]];
    const Cost limit = std::min(bound - twice + weight, most);
    const Cost sum = repeats(guess, set, limit);
    if (sum < limit) found.push_back({guess, twice + sum - weight, 0, 0, false});
  }
  if (const Cost limit = std::min(bound - twice, most); limit > 0) {
    for_each_column(set, columns, limit, [&](std::int32_t guess, Cost sum) {
      if (!is_member(guess)) found.push_back({guess, twice + sum, 0, 0, false});
      return limit;
    });
  }
  const double scale = static_cast<double>(set.size) * set.size / static_cast<double>(set.weight);
  work_ += found.size() * (set.size + 64);
  for (Candidate& candidate : found) {
    const Cell* replies = search_.by_guess(candidate.guess);
    const std::uint32_t stamp = new_stamp();
    std::uint64_t squares = 0;
    for (int i = 0; i < set.size; ++i) {
      const Cell reply = replies[set.secrets[i]];
      if (stamps_[reply] != stamp) {
        stamps_[reply] = stamp;
        bucket_[reply] = static_cast<std::uint32_t>(i);
        sizes_[i] = 0;
      }
      const std::uint32_t first = bucket_[reply];
      squares += 2 * sizes_[first]++ + 1;
      if (!search_.hard_) candidate.signature += mark(set.secrets[i], set.secrets[first]);
    }
    candidate.key = scale * static_cast<double>(candidate.lower) + 2.0 * static_cast<double>(squares);
    candidate.divides = squares < static_cast<std::uint64_t>(set.size) * set.size;
  }
  std::erase_if(found, [](const Candidate& candidate) { return !candidate.divides; });
  std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key < b.key : a.signature != b.signature ? a.signature < b.signature : a.guess < b.guess;
  });
  if (!search_.hard_) {
    found.erase(std::unique(found.begin(), found.end(),
                            [](const Candidate& a, const Candidate& b) { return a.signature == b.signature; }),
                found.end());
  }
  if (symmetric_ && set.size > kWorthRenaming) keep_one_of_each_orbit(ply, found);
}

// Of guesses that turn into each other by renamings, the first is enough.
template <class Cell>
void Worker<Cell>::keep_one_of_each_orbit(int ply, std::vector<Candidate>& found) {
  history_ = search_.symmetry_.made;
  for (int i = 0; i < ply; ++i) history_.push_back(frame(i).made);
  Stabiliser stabiliser(search_.symmetry_, history_);
  if (stabiliser.trivial()) return;
  forms_.clear();
  std::erase_if(found,
                [&](const Candidate& candidate) { return !forms_.insert(stabiliser.form(candidate.guess)).second; });
}

// Tries every guess that can stay below the bound; stops early at one that reaches `lower`.
template <class Cell>
Answer Worker<Cell>::expand(const Set& set, const Columns& columns, int left, Cost bound, Cost lower, int ply) {
  std::vector<Candidate>& candidates = frame(ply).candidates;
  collect(set, columns, left, bound, ply, candidates);
  if (lane_ > 0 && set.size > kSmall && candidates.size() > 2) {
    // Once the first has set a bound, the others mostly fail: another lane begins elsewhere, and what it finds is
    // known.
    const auto shift = static_cast<std::ptrdiff_t>(candidates.size() * (lane_ / 2) / (lane_ / 2 + 1));
    if (lane_ % 2 == 1) std::reverse(candidates.begin() + 1, candidates.end());
    std::rotate(candidates.begin() + 1, candidates.begin() + 1 + shift / 2, candidates.end());
  }
  Answer best{bound, 0, -1};
  Columns here = columns;
  int tried = 0;
  for (const Candidate& candidate : candidates) {
    if (candidate.lower >= best.cost) continue;
    if (++tried == kWorthCompacting && !search_.hard_ && left > 3) here = compact(set, columns, frame(ply));
    const Answer answer = play(candidate.guess, set, here, left, best.cost, ply);
    if (answer.cost < best.cost) best = {answer.cost, answer.depth, candidate.guess};
    if (best.cost <= lower) break;
  }
  // A bound that no guess could fall below, because there is none that could, says that there is no strategy.
  if (best.guess < 0 && bound >= kImpossible) return {kImpossible, 0, -1};
  return best;
}

// The least cost of a set.
template <class Cell>
Answer Worker<Cell>::solve(const Set& set, const Columns& columns, int left, Cost bound, int ply) {
  // 1. One or two secrets.
  if (set.size == 1) return {set.weight, 1, search_.guess_of_[set.secrets[0]]};
  if (left < search_.depths_[set.size - 1]) return {kImpossible, 0, -1};
  if (set.size == 2) return {set.trivial(), 2, search_.guess_of_[set.secrets[0]]};
  if (bound > kImpossible / 2) bound = kImpossible;  // less whatever the parts beside this one cost
  if (std::min<Cost>(left, search_.depths_[set.size - 1]) > kDeepest || ply - root_ply_ > kDeepest) throw TooDeep();
  ++nodes;

  // 2. What is known of the plain game, and of this one.
  const bool plain = !search_.hard_ && left >= kUnlimited;
  Known known = known_of(set.hash);
  known.lower = std::max(known.lower, branches(set));
  if (known.exact && !search_.hard_ && known.depth <= left) return {known.lower, known.depth, -1};
  if (known.lower >= bound) return {known.lower, 0, -1};
  if (left > 2 && (known.effort & 3) < kMembers && set.size <= kSmall) {
    const Known members = look_at_members(set);
    if (members.exact) {
      remember(set.hash, set, members, kMembers);
      return {members.lower, 2, -1};
    }
    known.lower = std::max(known.lower, members.lower);
    if (known.lower >= bound) {
      remember(set.hash, set, {known.lower, false, 0, 0}, kMembers);
      return {known.lower, 0, -1};
    }
  }
  Hash hash = set.hash;
  Cost lower = known.lower;
  if (!plain) {
    if (!search_.hard_ && !known.exact && left > 3) {
      // Without the limit first: mostly the answer keeps within it anyway.
      const Answer relaxed = solve(set, columns, kUnlimited, bound, ply);
      if (relaxed.cost >= bound || relaxed.depth <= left) return relaxed;
      lower = relaxed.cost;
    }
    const bool limited = left < kUnlimited;
    const auto mode = static_cast<std::uint64_t>(limited ? left : 0) << 1 | static_cast<std::uint64_t>(search_.hard_);
    hash ^= columns.hash ^ random_hash(Kind::kMode, mode);
    const Known own = known_of(hash);
    if (own.exact && own.depth <= left) return {own.lower, own.depth, -1};
    lower = std::max(lower, own.lower);
    if (lower >= bound) return {lower, 0, -1};
  }

  // 3. Guess by guess.
  const Answer answer = expand(set, columns, left, bound, lower, ply);
  const bool exact = answer.guess >= 0;
  remember(hash, set, {std::max(lower, answer.cost), exact, exact ? answer.depth : 0, 0}, kSearched);
  return answer;
}

// The columns for a set and its subsets: replies numbered anew, guesses ordered anew by how much they tell of the set,
// those left out that tell nothing, and in small sets those that divide it as another does. A guess that is a secret of
// the set always stays.
template <class Cell>
Context<Cell> Worker<Cell>::compact(const Set& set, const Columns& columns, Frame<Cell>& frame) {
  struct Column {
    std::int32_t guess;
    Cost fresh;
    std::uint64_t signature;
  };
  std::vector<Column> kept;
  work_ += 4 * columns.stride * set.size;
  mark_members(set);
  for (std::size_t c = 0; c < columns.stride; ++c) {
    if (columns.guess[c] < 0) continue;
    Column column{columns.guess[c], 0, 0};
    const Cell* replies = search_.by_guess(column.guess);
    const std::uint32_t stamp = new_stamp();
    for (int i = 0; i < set.size; ++i) {
      const std::int32_t secret = set.secrets[i];
      const Cell reply = replies[secret];
      if (stamps_[reply] != stamp) {
        stamps_[reply] = stamp;
        bucket_[reply] = static_cast<std::uint32_t>(secret);
        column.fresh += search_.weights_[secret];
      }
      if (set.size <= kSmall) column.signature += mark(secret, static_cast<std::int32_t>(bucket_[reply]));
    }
    if (column.fresh > set.heaviest) kept.push_back(column);
  }
  const auto member = [&](const Column& column) { return is_member(column.guess); };
  if (set.size <= kSmall) {
    std::stable_sort(kept.begin(), kept.end(), [&](const Column& a, const Column& b) {
      return a.signature != b.signature ? a.signature < b.signature : member(a) > member(b);
    });
    const auto same = [&](const Column& a, const Column& b) { return a.signature == b.signature && !member(b); };
    kept.erase(std::unique(kept.begin(), kept.end(), same), kept.end());
  }
  std::sort(kept.begin(), kept.end(), [](const Column& a, const Column& b) {
    return a.fresh != b.fresh ? a.fresh > b.fresh : a.guess < b.guess;
  });

  const Columns made = reserve_columns(kept.size(), set, frame);
  for (std::size_t c = 0; c < kept.size(); ++c) {
    frame.guess[c] = kept[c].guess;
    frame.fresh[c] = kept[c].fresh;
    const Cell* replies = search_.by_guess(kept[c].guess);
    const std::uint32_t stamp = new_stamp();
    std::uint32_t numbers = 0;
    for (int i = 0; i < set.size; ++i) {
      const Cell reply = replies[set.secrets[i]];
      if (stamps_[reply] != stamp) {
        stamps_[reply] = stamp;
        bucket_[reply] = numbers++;
      }
      const_cast<Cell*>(made.data)[i * made.stride + c] = static_cast<Cell>(bucket_[reply]);
    }
  }
  return made;
}

// Room for the columns of a set; those that only fill up the last kLanes hold no guess.
template <class Cell>
Context<Cell> Worker<Cell>::reserve_columns(std::size_t count, const Set& set, Frame<Cell>& frame) {
  const std::size_t stride = (count + kLanes - 1) / kLanes * kLanes;
  frame.guess.assign(stride, -1);
  frame.fresh.assign(stride, 0);
  frame.row.resize(search_.secrets_);
  Cell* data = frame.cells.reserve(stride * set.size);
  for (int i = 0; i < set.size; ++i) {
    frame.row[set.secrets[i]] = static_cast<std::uint32_t>(i);
    std::fill(data + i * stride + count, data + (i + 1) * stride, Cell{0});
  }
  return {data, stride, frame.guess.data(), frame.row.data(), frame.fresh.data(), {}};
}

// The guesses that hard mode still allows after a reply, with their replies to the secrets of the part.
template <class Cell>
Context<Cell> Worker<Cell>::allowed_after(const Columns& columns, std::int32_t guess, std::uint32_t shown,
                                          const Set& part, Frame<Cell>& frame) {
  frame.chosen.clear();
  search_.hard_mode_.filter(guess, shown, columns.guess, columns.stride, frame.chosen);
  Columns next = reserve_columns(frame.chosen.size(), part, frame);
  work_ += columns.stride + frame.chosen.size() * part.size;
  for (std::size_t c = 0; c < frame.chosen.size(); ++c) {
    frame.guess[c] = columns.guess[frame.chosen[c]];
    frame.fresh[c] = columns.fresh[frame.chosen[c]];
    next.hash ^= random_hash(Kind::kGuess, static_cast<std::uint64_t>(frame.guess[c]));
  }
  for (int i = 0; i < part.size; ++i) {
    const Cell* from = columns.data + columns.row[part.secrets[i]] * columns.stride;
    Cell* to = const_cast<Cell*>(next.data) + i * next.stride;
    for (std::size_t c = 0; c < frame.chosen.size(); ++c) to[c] = from[frame.chosen[c]];
  }
  return next;
}

template <class Cell>
Set Worker<Cell>::start(const Position& position, const Control& control, Columns& columns) {
  check_ = Checker(control);
  work_ = 0;
  check();
  root_order_ = position.secrets;
  const auto& weights = search_.weights_;
  std::sort(root_order_.begin(), root_order_.end(),
            [&](auto a, auto b) { return weights[a] != weights[b] ? weights[a] > weights[b] : a < b; });
  Set set{root_order_.data(), static_cast<int>(root_order_.size()), 0, weights[root_order_[0]], {}};
  for (const std::int32_t secret : root_order_) {
    set.weight += weights[secret];
    set.hash ^= search_.hashes_[secret];
  }
  columns = search_.plain_;
  symmetric_ = search_.symmetric(position);
  root_ply_ = static_cast<int>(position.guesses.size());
  lane_ = position.lane;
  for (int i = 0; i < root_ply_; ++i) frame(i).made = position.guesses[i];
  if (search_.hard_) {
    for (std::size_t i = 0; i < position.guesses.size(); ++i) {
      const std::uint32_t shown = search_.hard_mode_.shown(position.guesses[i], set.secrets[0]);
      columns = allowed_after(columns, position.guesses[i], shown, set, frame(static_cast<int>(i)));
    }
  }
  return set;
}

template <class Cell>
Answer Worker<Cell>::best(const Position& position, Cost bound, const Control& control) {
  Columns columns;
  const Set set = start(position, control, columns);
  const Answer answer = solve(set, columns, position.left, bound, root_ply_);
  if (answer.cost >= bound || set.size <= 2) return answer;
  return expand(set, columns, position.left, answer.cost + 1, answer.cost, root_ply_);
}

template <class Cell>
Answer Worker<Cell>::through(std::int32_t guess, const Position& position, Cost bound, const Control& control) {
  Columns columns;
  const Set set = start(position, control, columns);
  return play(guess, set, columns, position.left, bound, root_ply_);
}

}  // namespace

template <class Reply>
std::unique_ptr<Search> make_search(const Problem<Reply>& problem, std::size_t memory, unsigned threads,
                                    const Control& control) {
  const SetUp set_up{threads, control};
  // Replies are numbered anew for each guess, so a byte mostly suffices, however many there are in the game.
  std::atomic<std::uint32_t> most{0};
  for_each_guess(problem, set_up, [&](std::size_t, const Reply* replies, Renumbering<Reply>& numbers) {
    numbers.clear();
    for (std::size_t s = 0; s < problem.secrets; ++s) numbers[replies[s]];
    std::uint32_t before = most;
    while (numbers.count() > before && !most.compare_exchange_weak(before, numbers.count())) {
    }
  });
  if (most <= 256) return std::make_unique<TableSearch<std::uint8_t>>(problem, most, memory, set_up);
  if (most <= 65536) return std::make_unique<TableSearch<std::uint16_t>>(problem, most, memory, set_up);
  throw std::invalid_argument("a guess has more than 65,536 different replies");
}

#define FEWEST_MAKE_SEARCH(Reply) \
  template std::unique_ptr<Search> make_search(const Problem<Reply>&, std::size_t, unsigned, const Control&)
FEWEST_MAKE_SEARCH(std::uint8_t);
FEWEST_MAKE_SEARCH(std::uint16_t);
FEWEST_MAKE_SEARCH(std::uint32_t);

}  // namespace fewest
