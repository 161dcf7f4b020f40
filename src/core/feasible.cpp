#include "feasible.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "bits.h"

namespace fewest {
namespace {

// With fewer guesses left the answer is trivial; with more the search is not worthwhile.
constexpr int kLeastGuesses = kMustSeparate + 1, kMostGuesses = 12;
bool is_in_range(int left) { return left >= kLeastGuesses && left <= kMostGuesses; }

// The most guesses to try for one question. The budget is small where a bound on the cost may refute the guess too,
// because that is usually faster than a long proof that a part fails.
constexpr std::int64_t kThoroughBudget = 20000, kBudget = 500;

// For a given first guess, all parts are searched in turns: the factor by which the budget grows in each turn, and its
// maximum.
constexpr std::int64_t kTurnGrowth = 4, kLastTurn = 10'000'000;

// The number of remaining guesses to compare when choosing the next, in small and in large sets.
constexpr std::size_t kPool = 48, kLargePool = 2048;

// Whether to rate all these guesses of a block at once, if there is room for `room` guesses.
bool is_worth_a_block(int guesses, std::size_t room) { return guesses >= 8 && guesses <= static_cast<int>(room); }

// The most rows that the kernels compare in pairs.
constexpr int kMaxRows = 255;

using Words = std::vector<std::uint64_t>;

bool is_empty(const Words& mask) {
  return std::all_of(mask.begin(), mask.end(), [](std::uint64_t word) { return word == 0; });
}

bool disjoint(const Words& a, const Words& b) {
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < b.size(); ++i) common |= a[i] & b[i];
  return common == 0;
}

bool contains(const Words& mask, std::uint32_t bit) { return mask[bit / 64] >> bit % 64 & 1; }

std::uint64_t hash_of(const Words& mask) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : mask) hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash;
}

}  // namespace

template <class Cell>
Feasibility<Cell>::Feasibility(const Game<Cell>& game, Scratch& scratch)
    : game_(game),
      kernels_(cell_kernels<Cell>()),
      scratch_(scratch),
      words_(game.columns.stride / 64),
      all_(words_, 0),
      column_of_(game.guesses),
      activity_(game.secrets, 0) {
  static_assert(kLanes == 64);
  for (std::uint32_t column = 0; column < game.guesses; ++column) {
    all_[column / 64] |= std::uint64_t{1} << column % 64;
    column_of_[guess_of(column)] = column;
  }
}

template <class Cell>
void Feasibility<Cell>::start() {
  for (auto& store : stores_) {
    if (store->is_full()) store = std::make_unique<NogoodStore>(game_.secrets);
  }
}

template <class Cell>
void Feasibility<Cell>::enter(int ply, const Columns<Cell>& columns, int left) {
  PlyState& here = state(ply);
  here.left = left;
  if (!is_in_range(left)) return;
  here.allowed = all_;
  if (is_hard()) {
    here.allowed.assign(words_, 0);
    for (std::size_t c = 0; c < columns.stride; ++c) {
      if (columns.guess[c] < 0) continue;
      const std::uint32_t column = column_of_[columns.guess[c]];
      here.allowed[column / 64] |= std::uint64_t{1} << column % 64;
    }
  }
  here.live = here.allowed;
  here.used.clear();
  here.partial.clear();
  here.one_by_one.clear();
}

template <class Cell>
void Feasibility<Cell>::find_refuted(int ply, const SecretSet& set) {
  PlyState& here = state(ply);
  if (!is_in_range(here.left)) return;
  scratch_.members.assign(set);
  apply_nogoods(set, here);
}

template <class Cell>
bool Feasibility<Cell>::refutes(int ply, std::int32_t guess) {
  PlyState& here = state(ply);
  if (!is_in_range(here.left)) return false;
  const std::uint32_t column = column_of_[guess];
  return !contains(here.live, column) || nogood_left_whole(column, here) != kNone;
}

template <class Cell>
bool Feasibility<Cell>::some_part_fails(int ply, std::int32_t guess, const std::vector<Part>& parts, bool thorough) {
  PlyState& here = state(ply);
  if (!is_in_range(here.left)) return false;
  budget_ = thorough ? kThoroughBudget : kBudget;
  const NogoodId nogood = failing_part(guess, parts, ply);
  if (nogood == kNone) return false;
  refute(column_of_[guess], nogood, here);
  return true;
}

template <class Cell>
bool Feasibility<Cell>::some_part_fails_in_turns(int ply, std::int32_t guess, const std::vector<Part>& parts) {
  PlyState& here = state(ply);
  if (!is_in_range(here.left)) return false;
  std::int64_t budget = budget_ = game_.sizes.first_turn;
  NogoodId nogood = failing_part(guess, parts, ply);
  std::vector<Part> undecided;
  if (budget_ <= 0) undecided = parts;
  for (; nogood == kNone && !undecided.empty() && budget <= kLastTurn; budget *= kTurnGrowth) {
    std::erase_if(undecided, [&](const Part& part) {
      if (nogood != kNone) return false;
      budget_ = budget;
      nogood = failing_part(guess, {part}, ply);
      return budget_ > 0;
    });
  }
  if (nogood == kNone) return false;
  refute(column_of_[guess], nogood, here);
  return true;
}

template <class Cell>
const std::vector<std::int32_t>* Feasibility<Cell>::find_nogood(const SecretSet& set, int ply,
                                                                const Columns<Cell>& columns, int left,
                                                                std::int64_t budget) {
  if (!is_in_range(left)) return nullptr;
  enter(ply, columns, left);
  budget_ = budget;
  const NogoodId found = search(set, ply);
  return found == kNone ? nullptr : &store(left).nogoods[found].secrets;
}

// Returns a nogood within a set that fails, or kNone if the set can be finished or the budget is spent. The state of
// the ply holds the allowed guesses and the number of guesses left.
template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::search(const SecretSet& set, int ply) {
  PlyState& here = state(ply);
  if (set.size <= here.left) return kNone;
  const NogoodId known = find_known(set, here.allowed, here.left);
  if (known != kNone) return known;
  if (store(here.left).is_full()) return kNone;
  ++nodes;
  if (here.left == kMustSeparate) return search_separation(set, here.allowed);

  find_splits(set.secrets, set.size, here.live);
  for (std::size_t i = 0; i < words_; ++i) here.live[i] &= here.allowed[i];
  const std::uint64_t key = set.hash.check ^ (is_hard() ? hash_of(here.live) : 0);
  auto& finished = store(here.left).finished;
  if (finished.contains(key)) return kNone;
  apply_nogoods(set, here);
  here.pool.clear();
  std::size_t next = 0;
  while (!is_empty(here.live)) {
    if (budget_-- <= 0) return kNone;
    scratch_.checker.check();
    const std::uint32_t column = choose_column(set, here, next);
    NogoodId nogood = nogood_left_whole(column, here);
    if (nogood == kNone) {
      partition(game_, guess_of(column), set, scratch_, here.order, here.parts);
      nogood = failing_part(guess_of(column), here.parts, ply);
    }
    if (nogood == kNone) {
      if (budget_ > 0) finished.insert(key);
      return kNone;
    }
    refute(column, nogood, here);
  }
  return explain(set, here);
}

// Returns the nogood of a part that fails, if any. Parts whose secrets failed recently come first.
template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::failing_part(std::int32_t guess, const std::vector<Part>& parts,
                                                                     int ply) {
  PlyState& here = state(ply);
  const int left = here.left - 1;
  here.open.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].size <= left) continue;
    double score = 1e-3 * bump_ * parts[i].size;
    for (const std::int32_t secret : parts[i]) score += activity_[secret];
    here.open.push_back({-score, static_cast<int>(i)});
  }
  std::sort(here.open.begin(), here.open.end());
  for (const auto& [_, i] : here.open) {
    PlyState& below = state(ply + 1);
    below.left = left;
    if (is_hard()) {
      restrict(here.allowed, guess, parts[i].secrets[0], below.allowed);
    } else {
      below.allowed = here.allowed;
    }
    const NogoodId nogood = search(parts[i], ply + 1);
    if (nogood != kNone) return nogood;
  }
  return kNone;
}

// Records that a guess, and every other guess that leaves the nogood whole, is refuted.
template <class Cell>
void Feasibility<Cell>::refute(std::uint32_t column, NogoodId id, PlyState& here) {
  const Nogood& nogood = store(here.left - 1).nogoods[id];
  bump(nogood);
  if (disjoint(here.allowed, nogood.forbidden)) {
    for (std::size_t i = 0; i < words_; ++i) here.live[i] &= nogood.splits[i];
    here.used.push_back(id);
    return;
  }
  here.live[column / 64] &= ~(std::uint64_t{1} << column % 64);
  here.one_by_one.push_back({column, id});
  if (std::none_of(here.partial.begin(), here.partial.end(),
                   [&](const Partial& partial) { return partial.nogood == id; })) {
    add_partial(id, here);
  }
}

// Returns a known nogood within a set.
template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::find_known(const SecretSet& set, const Mask& allowed,
                                                                   int left) {
  const NogoodStore& known = store(left);
  scratch_.members.assign(set);
  for (const std::int32_t secret : set) {
    for (const NogoodId id : known.by_secret[secret]) {
      const Nogood& nogood = known.nogoods[id];
      if (static_cast<int>(nogood.secrets.size()) <= set.size &&
          std::all_of(nogood.secrets.begin(), nogood.secrets.end(),
                      [&](std::int32_t member) { return scratch_.members.contains(member); }) &&
          disjoint(allowed, nogood.forbidden)) {
        return id;
      }
    }
  }
  return kNone;
}

// Removes the guesses that leave a known nogood whole.
template <class Cell>
void Feasibility<Cell>::apply_nogoods(const SecretSet& set, PlyState& here) {
  here.used.clear();
  here.partial.clear();
  here.one_by_one.clear();
  const NogoodStore& known = store(here.left - 1);
  for (const std::int32_t secret : set) {
    for (const NogoodId id : known.by_secret[secret]) {
      const Nogood& nogood = known.nogoods[id];
      if (!std::all_of(nogood.secrets.begin(), nogood.secrets.end(),
                       [&](std::int32_t member) { return scratch_.members.contains(member); })) {
        continue;
      }
      if (!disjoint(here.allowed, nogood.forbidden)) {
        add_partial(id, here);
        continue;
      }
      std::uint64_t dropped = 0;
      for (std::size_t i = 0; i < words_; ++i) {
        dropped |= here.live[i] & ~nogood.splits[i];
        here.live[i] &= nogood.splits[i];
      }
      if (dropped != 0) here.used.push_back(id);
    }
  }
}

template <class Cell>
void Feasibility<Cell>::add_partial(NogoodId id, PlyState& here) {
  Partial& partial = here.partial.emplace_back(Partial{id, {}});
  const Nogood& nogood = store(here.left - 1).nogoods[id];
  for (std::size_t i = 0; i < words_; ++i) {
    for (std::uint64_t word = here.allowed[i] & nogood.forbidden[i]; word != 0; word &= word - 1) {
      partial.forbidden.push_back(guess_of(static_cast<std::uint32_t>(i * 64 + std::countr_zero(word))));
    }
  }
}

// In hard mode: returns a nogood that this guess leaves whole, if the guess also disallows all its forbidden guesses.
template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::nogood_left_whole(std::uint32_t column, PlyState& here) {
  const std::int32_t guess = guess_of(column);
  for (std::size_t i = 0; i < here.partial.size(); ++i) {
    const NogoodId id = here.partial[i].nogood;
    const Nogood& nogood = store(here.left - 1).nogoods[id];
    if (contains(nogood.splits, column)) continue;
    if (game_.hard_mode->allows_any(guess, game_.shown(guess, nogood.secrets[0]), here.partial[i].forbidden)) {
      continue;
    }
    if (i > 0)
      std::swap(here.partial[i], here.partial[i / 2]);  // a nogood that refutes one guess often refutes the next
    return id;
  }
  return kNone;
}

// Returns the best of some remaining guesses, by the expected size of their parts.
template <class Cell>
std::uint32_t Feasibility<Cell>::choose_column(const SecretSet& set, PlyState& here, std::size_t& next) {
  std::erase_if(here.pool, [&](const Rated& rated) { return !contains(here.live, rated.column); });
  const std::size_t pool = set.size > game_.sizes.few_guesses ? kLargePool : kPool;
  const bool in_blocks = kernels_.part_sizes != nullptr && game_.replies <= kFewReplies && set.size < kMostPartSizes;
  for (; here.pool.size() < pool && next < words_ * 64; ++next) {
    const std::uint64_t live = here.live[next / 64];
    if (next % 64 == 0 && live == 0) {
      next += 63;
    } else if (next % 64 == 0 && in_blocks && is_worth_a_block(std::popcount(live), pool - here.pool.size())) {
      rate_block(set, next, live, here.pool);
      next += 63;
    } else if (live >> next % 64 & 1) {
      here.pool.push_back(rate(set, static_cast<std::uint32_t>(next)));
    }
  }
  scratch_.checker.count(set.size * 8);
  return std::min_element(here.pool.begin(), here.pool.end(),
                          [](const Rated& a, const Rated& b) { return a.sum_of_squares < b.sum_of_squares; })
      ->column;
}

template <class Cell>
typename Feasibility<Cell>::Rated Feasibility<Cell>::rate(const SecretSet& set, std::uint32_t column) {
  const Cell* replies = game_.replies_to(guess_of(column));
  const ReplyMap::View sizes = scratch_.replies.clear();
  std::uint64_t sum_of_squares = 0;
  for (const std::int32_t secret : set) {
    sizes.insert(replies[secret], 0);
    sum_of_squares += 2 * sizes[replies[secret]]++ + 1;
  }
  return {column, sum_of_squares};
}

// Rates the live guesses of a block of columns at once, in a game with few replies.
template <class Cell>
void Feasibility<Cell>::rate_block(const SecretSet& set, std::size_t column, std::uint64_t live,
                                   std::vector<Rated>& pool) {
  alignas(64) std::uint16_t sizes[kFewReplies * kLanes];
  std::uint64_t sums[kLanes] = {};
  rows_.clear();
  for (const std::int32_t secret : set) rows_.push_back(game_.columns.row(secret));
  kernels_.part_sizes(set.size, rows_.data(), column, static_cast<int>(game_.replies), sizes);
  for (std::uint32_t reply = 0; reply < game_.replies; ++reply) {
    const std::uint16_t* const here = sizes + reply * kLanes;
    for (int lane = 0; lane < kLanes; ++lane) sums[lane] += std::uint64_t{here[lane]} * here[lane];
  }
  for (; live != 0; live &= live - 1) {
    const int lane = std::countr_zero(live);
    pool.push_back({static_cast<std::uint32_t>(column + lane), sums[lane]});
  }
}

// Collects the nogoods that explain() chooses from.
template <class Cell>
std::vector<typename Feasibility<Cell>::Choice> Feasibility<Cell>::find_choices(PlyState& here) const {
  std::vector<Choice> choices;
  for (const NogoodId nogood : here.used) choices.push_back(Choice{nogood, true, {}});
  std::sort(here.one_by_one.begin(), here.one_by_one.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  });
  for (const auto& [column, nogood] : here.one_by_one) {
    if (choices.empty() || choices.back().always || choices.back().nogood != nogood) {
      choices.push_back(Choice{nogood, false, all_});
    }
    choices.back().spared[column / 64] &= ~(std::uint64_t{1} << column % 64);
  }
  return choices;
}

// Builds a nogood from a set at which every guess fails: a few of its secrets at which every guess fails too.
template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::explain(const SecretSet& set, PlyState& here) {
  const std::vector<Nogood>& nogoods = store(here.left - 1).nogoods;
  Mask remaining;  // the guesses not refuted by the chosen nogoods
  find_splits(set.secrets, set.size, remaining);
  for (std::size_t i = 0; i < words_; ++i) remaining[i] &= here.allowed[i];

  std::vector<Choice> choices = find_choices(here);
  const auto spared = [&](const Choice& choice) -> const Mask& {
    return choice.always ? nogoods[choice.nogood].splits : choice.spared;
  };

  std::vector<std::int32_t> secrets;
  std::vector<bool> taken(game_.secrets, false);
  const auto is_new = [&](std::int32_t secret) { return !taken[secret]; };
  Mask covered(words_, 0), forbidden(is_hard() ? words_ : 0, 0);
  while (const int total = kernels().count_common(words_, remaining.data(), remaining.data())) {
    double best = 0;
    const Choice* chosen = nullptr;
    for (Choice& choice : choices) {
      const auto& members = nogoods[choice.nogood].secrets;
      const double price = 0.1 + static_cast<double>(std::count_if(members.begin(), members.end(), is_new));
      if (choice.refuted <= best * price) continue;
      choice.refuted = total - kernels().count_common(words_, remaining.data(), spared(choice).data());
      if (choice.refuted <= best * price) continue;
      best = choice.refuted / price;
      chosen = &choice;
    }
    FEWEST_ASSERT(chosen != nullptr);
    const Nogood& nogood = nogoods[chosen->nogood];
    std::copy_if(nogood.secrets.begin(), nogood.secrets.end(), std::back_inserter(secrets), is_new);
    for (const std::int32_t secret : nogood.secrets) taken[secret] = true;
    for (std::size_t i = 0; i < words_; ++i) {
      remaining[i] &= spared(*chosen)[i];
      if (chosen->always) covered[i] |= ~nogood.splits[i];
    }
    for (std::size_t i = 0; i < nogood.forbidden.size(); ++i) forbidden[i] |= nogood.forbidden[i] & ~here.allowed[i];
  }
  for (std::size_t i = 0; i < forbidden.size(); ++i) forbidden[i] |= all_[i] & ~(here.allowed[i] | covered[i]);
  return add_nogood(here.left, std::move(secrets), std::move(forbidden));
}

// With two guesses left, the first must separate all secrets.
template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::search_separation(const SecretSet& set, const Mask& allowed) {
  std::vector<std::int32_t> secrets(set.begin(), set.end());
  if (is_separable(secrets, allowed, nullptr)) return kNone;
  // Remove secrets that are not needed, the least active first.
  std::vector<std::int32_t> order = secrets;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return activity_[a] < activity_[b]; });
  std::vector<std::int32_t> fewer;
  for (std::size_t chunk = std::max<std::size_t>(order.size() / 4, 1);; chunk /= 2) {
    for (std::size_t i = 0; i < order.size() && secrets.size() > chunk + 2;) {
      const std::size_t end = std::min(i + chunk, order.size());
      fewer.clear();
      for (std::size_t j = 0; j < order.size(); ++j) {
        if (j < i || j >= end) fewer.push_back(order[j]);
      }
      if (is_separable(fewer, allowed, nullptr)) {
        i = end;
      } else {
        order = secrets = fewer;
      }
    }
    if (chunk == 1) break;
  }
  Mask separating;
  if (is_hard()) {
    separating.assign(words_, 0);
    is_separable(secrets, all_, &separating);
  }
  return add_nogood(kMustSeparate, std::move(secrets), std::move(separating));
}

template <class Cell>
typename Feasibility<Cell>::NogoodId Feasibility<Cell>::add_nogood(int left, std::vector<std::int32_t> secrets,
                                                                   Mask forbidden) {
  NogoodStore& known = store(left);
  if (is_empty(forbidden)) forbidden.clear();
  const auto id = static_cast<NogoodId>(known.nogoods.size());
  Nogood& nogood = known.nogoods.emplace_back();
  nogood.secrets = std::move(secrets);
  nogood.forbidden = std::move(forbidden);
  find_splits(nogood.secrets.data(), static_cast<int>(nogood.secrets.size()), nogood.splits);
  const auto rarest = std::min_element(nogood.secrets.begin(), nogood.secrets.end(), [&](auto a, auto b) {
    return known.by_secret[a].size() < known.by_secret[b].size();
  });
  known.by_secret[*rarest].push_back(id);
  bump(nogood);
  return id;
}

// Whether some allowed guess separates all of these secrets; optionally, which ones.
template <class Cell>
bool Feasibility<Cell>::is_separable(const std::vector<std::int32_t>& secrets, const Mask& allowed, Mask* separating) {
  const int n = static_cast<int>(secrets.size());
  if (n > static_cast<int>(game_.replies)) return false;
  if (n > kMaxRows) return true;  // unknown, so assume that one does
  rows_.clear();
  for (const std::int32_t secret : secrets) rows_.push_back(game_.columns.row(secret));
  alignas(64) Cell repeats[kLanes];
  bool found = false;
  scratch_.checker.count(n * words_ / 4);
  for (std::size_t i = 0; i < words_; ++i) {
    if (allowed[i] == 0 || !kernels_.repeats(n, rows_.data(), i * kLanes, 1, repeats)) continue;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (repeats[lane] != 0 || !(allowed[i] >> lane & 1)) continue;
      if (separating == nullptr) return true;
      found = true;
      (*separating)[i] |= std::uint64_t{1} << lane;
    }
  }
  return found;
}

// Returns the guesses that divide a set.
template <class Cell>
void Feasibility<Cell>::find_splits(const std::int32_t* secrets, int size, Mask& splits) {
  splits.assign(words_, 0);
  scratch_.checker.count(size * words_ / 4);
  rows_.clear();
  for (int i = 0; i < size; ++i) rows_.push_back(game_.columns.row(secrets[i]));
  for (std::size_t i = 0; i < words_; ++i) splits[i] = kernels_.divides(size, rows_.data(), i * kLanes);
}

// Finds the guesses that hard mode still allows after a guess, given the secret.
template <class Cell>
void Feasibility<Cell>::restrict(const Mask& from, std::int32_t guess, std::int32_t secret, Mask& to) {
  const std::uint32_t shown = game_.shown(guess, secret);
  guesses_.clear();
  columns_.clear();
  places_.clear();
  for_each_bit(from, [&](std::uint32_t column) {
    columns_.push_back(column);
    guesses_.push_back(guess_of(column));
  });
  scratch_.checker.count(guesses_.size());
  game_.hard_mode->filter(guess, shown, guesses_.data(), guesses_.size(), places_);
  to.assign(words_, 0);
  for (const std::uint32_t place : places_) {
    to[columns_[place] / 64] |= std::uint64_t{1} << columns_[place] % 64;
  }
}

template <class Cell>
void Feasibility<Cell>::bump(const Nogood& nogood) {
  for (const std::int32_t secret : nogood.secrets) activity_[secret] += bump_;
  bump_ *= 1.05;
  if (bump_ < 1e100) return;
  for (double& activity : activity_) activity *= 1e-100;
  bump_ *= 1e-100;
}

template <class Cell>
typename Feasibility<Cell>::PlyState& Feasibility<Cell>::state(int ply) {
  while (states_.size() <= static_cast<std::size_t>(ply)) states_.push_back(std::make_unique<PlyState>());
  return *states_[ply];
}

template <class Cell>
typename Feasibility<Cell>::NogoodStore& Feasibility<Cell>::store(int left) {
  while (stores_.size() <= static_cast<std::size_t>(left)) {
    stores_.push_back(std::make_unique<NogoodStore>(game_.secrets));
  }
  return *stores_[left];
}

template class Feasibility<std::uint8_t>;
template class Feasibility<std::uint16_t>;

}  // namespace fewest
