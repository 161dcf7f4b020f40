#include "feasible.h"

#include <algorithm>
#include <bit>

namespace fewest {
namespace {

// Deeper sets are not worth the search.
constexpr int kMaxLeft = 12;

// How many guesses one question may try before it is given up.
constexpr std::int64_t kBudget = 20000;

// How many of the guesses left are compared to choose the next.
constexpr std::size_t kPool = 48;

// The kernels compare no more rows than this in pairs.
constexpr int kMaxRows = 255;

constexpr std::size_t kMaxCores = 1 << 13, kMaxFinished = 1 << 20;

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

template <class Visit>
void for_each_bit(const Words& mask, Visit visit) {
  for (std::size_t i = 0; i < mask.size(); ++i) {
    for (std::uint64_t word = mask[i]; word != 0; word &= word - 1) {
      visit(static_cast<std::uint32_t>(i * 64 + std::countr_zero(word)));
    }
  }
}

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
bool Feasibility<Cell>::fails(const SecretSet& set, const Columns<Cell>& columns, int left) {
  if (set.size <= left) return false;
  if (left <= 1) return true;
  if (left > kMaxLeft) return false;
  start(columns);
  return search(set, left, 0) != kNone;
}

template <class Cell>
bool Feasibility<Cell>::some_part_fails(std::int32_t guess, const std::vector<Part>& parts,
                                        const Columns<Cell>& columns, int left) {
  if (left > kMaxLeft) return false;
  start(columns);
  return failing_part(guess, parts, left, 0) != kNone;
}

// A core within a set that fails, or kNone if the set can be finished or the budget is spent. frame(depth).allowed has
// the guesses allowed.
template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::search(const SecretSet& set, int left, int depth) {
  if (set.size <= left) return kNone;
  Frame& here = frame(depth);
  const CoreId known = find_core(set, here.allowed, left);
  if (known != kNone) return known;
  ++nodes;
  if (left == 2) return search_separation(set, here.allowed);

  find_splits(set.secrets, set.size, here.live);
  for (std::size_t i = 0; i < words_; ++i) here.live[i] &= here.allowed[i];
  const std::uint64_t key = set.hash.check ^ (is_hard() ? hash_of(here.live) : 0);
  if (level(left).finished.contains(key)) return kNone;
  apply_cores(set, left - 1, here);
  here.pool.clear();
  std::size_t next = 0;
  while (!is_empty(here.live)) {
    if (budget_-- <= 0) return kNone;
    scratch_.checker.check();
    const std::uint32_t column = choose_column(set, here, next);
    CoreId core = core_left_whole(column, left - 1, here);
    if (core == kNone) {
      partition(game_, guess_of(column), set, scratch_, here.order, here.parts);
      core = failing_part(guess_of(column), here.parts, left - 1, depth);
      if (core == kNone) {
        if (budget_ > 0) level(left).finished.insert(key);
        return kNone;
      }
    }
    const Core& failed = level(left - 1).cores[core];
    bump(failed);
    if (disjoint(here.allowed, failed.forbidden)) {
      for (std::size_t i = 0; i < words_; ++i) here.live[i] &= failed.splits[i];
      here.used.push_back(core);
    } else {
      here.live[column / 64] &= ~(std::uint64_t{1} << column % 64);
      here.one_by_one.push_back({column, core});
      if (std::find(here.partial.begin(), here.partial.end(), core) == here.partial.end()) here.partial.push_back(core);
    }
  }
  return explain(set, left, here);
}

// The core of a part that fails, if there is one: those first whose secrets failed of late.
template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::failing_part(std::int32_t guess, const std::vector<Part>& parts,
                                                                   int left, int depth) {
  Frame& here = frame(depth);
  here.open.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].size <= left) continue;
    double score = 1e-3 * bump_ * parts[i].size;
    for (const std::int32_t secret : parts[i]) score += activity_[secret];
    here.open.push_back({-score, static_cast<int>(i)});
  }
  std::sort(here.open.begin(), here.open.end());
  for (const auto& [_, i] : here.open) {
    Frame& below = frame(depth + 1);
    if (is_hard()) {
      restrict(here.allowed, guess, parts[i].secrets[0], below.allowed);
    } else {
      below.allowed = here.allowed;
    }
    const CoreId core = search(parts[i], left, depth + 1);
    if (core != kNone) return core;
  }
  return kNone;
}

// A known core within a set.
template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::find_core(const SecretSet& set, const Mask& allowed, int left) {
  const Level& known = level(left);
  scratch_.members.assign(set);
  for (const std::int32_t secret : set) {
    for (const CoreId id : known.by_secret[secret]) {
      const Core& core = known.cores[id];
      if (static_cast<int>(core.secrets.size()) <= set.size &&
          std::all_of(core.secrets.begin(), core.secrets.end(),
                      [&](std::int32_t each) { return scratch_.members.contains(each); }) &&
          disjoint(allowed, core.forbidden)) {
        return id;
      }
    }
  }
  return kNone;
}

// Drops the guesses that leave a known core whole.
template <class Cell>
void Feasibility<Cell>::apply_cores(const SecretSet& set, int left, Frame& here) {
  here.used.clear();
  here.partial.clear();
  here.one_by_one.clear();
  const Level& known = level(left);
  for (const std::int32_t secret : set) {
    for (const CoreId id : known.by_secret[secret]) {
      const Core& core = known.cores[id];
      if (!std::all_of(core.secrets.begin(), core.secrets.end(),
                       [&](std::int32_t each) { return scratch_.members.contains(each); })) {
        continue;
      }
      if (!disjoint(here.allowed, core.forbidden)) {
        here.partial.push_back(id);
        continue;
      }
      std::uint64_t dropped = 0;
      for (std::size_t i = 0; i < words_; ++i) {
        dropped |= here.live[i] & ~core.splits[i];
        here.live[i] &= core.splits[i];
      }
      if (dropped != 0) here.used.push_back(id);
    }
  }
}

// In hard mode: a core that this guess leaves whole, and after which no forbidden guess is allowed.
template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::core_left_whole(std::uint32_t column, int left,
                                                                      const Frame& here) {
  for (const CoreId id : here.partial) {
    const Core& core = level(left).cores[id];
    if (contains(core.splits, column)) continue;
    guesses_.clear();
    for (std::size_t i = 0; i < words_; ++i) {
      for (std::uint64_t word = here.allowed[i] & core.forbidden[i]; word != 0; word &= word - 1) {
        guesses_.push_back(guess_of(static_cast<std::uint32_t>(i * 64 + std::countr_zero(word))));
      }
    }
    places_.clear();
    const std::int32_t guess = guess_of(column);
    game_.hard_mode->filter(guess, game_.hard_mode->shown(guess, core.secrets[0]), guesses_.data(), guesses_.size(),
                            places_);
    if (places_.empty()) return id;
  }
  return kNone;
}

// The best of some guesses that are left: by the expected size of their parts.
template <class Cell>
std::uint32_t Feasibility<Cell>::choose_column(const SecretSet& set, Frame& here, std::size_t& next) {
  std::erase_if(here.pool, [&](const Rated& rated) { return !contains(here.live, rated.column); });
  const auto add = [&](std::uint32_t column) {
    const Cell* replies = game_.replies_to(guess_of(column));
    const ReplyMap::Round sizes = scratch_.replies.clear();
    std::uint64_t squares = 0;
    for (const std::int32_t secret : set) {
      sizes.insert(replies[secret], 0);
      squares += 2 * sizes[replies[secret]]++ + 1;
    }
    here.pool.push_back({column, squares});
  };
  for (; here.pool.size() < kPool && next < words_ * 64; ++next) {
    if (next % 64 == 0 && here.live[next / 64] == 0) {
      next += 63;
      continue;
    }
    const auto column = static_cast<std::uint32_t>(next);
    if (contains(here.live, column)) add(column);
  }
  scratch_.checker.count(set.size * 8);
  return std::min_element(here.pool.begin(), here.pool.end(),
                          [](const Rated& a, const Rated& b) { return a.squares < b.squares; })
      ->column;
}

// The core of a set at which every guess fails: few secrets among which all of them do.
template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::explain(const SecretSet& set, int left, Frame& here) {
  const std::vector<Core>& cores = level(left - 1).cores;
  Mask remaining, covered(words_, 0);
  find_splits(set.secrets, set.size, remaining);
  for (std::size_t i = 0; i < words_; ++i) remaining[i] &= here.allowed[i];
  std::vector<std::int32_t> secrets;
  Mask forbidden(is_hard() ? words_ : 0, 0);
  const auto take = [&](CoreId id) {
    for (const std::int32_t secret : cores[id].secrets) {
      if (std::find(secrets.begin(), secrets.end(), secret) == secrets.end()) secrets.push_back(secret);
    }
    for (std::size_t i = 0; i < cores[id].forbidden.size(); ++i)
      forbidden[i] |= cores[id].forbidden[i] & ~here.allowed[i];
  };
  // What was dropped guess by guess needs its own core.
  for (const auto& [column, core] : here.one_by_one) {
    take(core);
    remaining[column / 64] &= ~(std::uint64_t{1} << column % 64);
  }
  std::vector<CoreId> used = here.used;
  for (;;) {
    const int total = kernels().count_common(words_, remaining.data(), remaining.data());
    if (total == 0) break;
    double best = -1;
    std::size_t chosen = 0;
    for (std::size_t u = 0; u < used.size(); ++u) {
      const Core& core = cores[used[u]];
      int added = 0;
      const int dropped = total - kernels().count_common(words_, remaining.data(), core.splits.data());
      if (dropped == 0) continue;
      for (const std::int32_t secret : core.secrets) {
        added += std::find(secrets.begin(), secrets.end(), secret) == secrets.end();
      }
      const double value = dropped / (added + 0.1);
      if (value > best) {
        best = value;
        chosen = u;
      }
    }
    FEWEST_ASSERT(best > 0);
    take(used[chosen]);
    for (std::size_t i = 0; i < words_; ++i) {
      covered[i] |= ~cores[used[chosen]].splits[i];
      remaining[i] &= cores[used[chosen]].splits[i];
    }
  }
  for (std::size_t i = 0; i < forbidden.size(); ++i) forbidden[i] |= all_[i] & ~(here.allowed[i] | covered[i]);
  return add_core(left, std::move(secrets), std::move(forbidden));
}

// With two guesses left, the first must tell all secrets apart.
template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::search_separation(const SecretSet& set, const Mask& allowed) {
  std::vector<std::int32_t> secrets(set.begin(), set.end());
  if (is_separable(secrets, allowed, nullptr)) return kNone;
  // Without those that are not needed; the least active go first.
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
  return add_core(2, std::move(secrets), std::move(separating));
}

template <class Cell>
typename Feasibility<Cell>::CoreId Feasibility<Cell>::add_core(int left, std::vector<std::int32_t> secrets,
                                                               Mask forbidden) {
  Level& known = level(left);
  if (is_empty(forbidden)) forbidden.clear();
  const auto id = static_cast<CoreId>(known.cores.size());
  Core& core = known.cores.emplace_back();
  core.secrets = std::move(secrets);
  core.forbidden = std::move(forbidden);
  find_splits(core.secrets.data(), static_cast<int>(core.secrets.size()), core.splits);
  known.by_secret[core.secrets[0]].push_back(id);
  bump(core);
  return id;
}

// Whether some allowed guess tells all of these apart; if asked, which ones.
template <class Cell>
bool Feasibility<Cell>::is_separable(const std::vector<std::int32_t>& secrets, const Mask& allowed, Mask* separating) {
  const int n = static_cast<int>(secrets.size());
  if (n > static_cast<int>(game_.replies)) return false;
  if (n > kMaxRows) return true;  // it is not known, so nothing is claimed
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

// The guesses that divide a set.
template <class Cell>
void Feasibility<Cell>::find_splits(const std::int32_t* secrets, int size, Mask& splits) {
  splits.assign(words_, 0);
  scratch_.checker.count(size * words_ / 4);
  rows_.clear();
  for (int i = 0; i < size; ++i) rows_.push_back(game_.columns.row(secrets[i]));
  for (std::size_t i = 0; i < words_; ++i) splits[i] = kernels_.divides(size, rows_.data(), i * kLanes);
}

template <class Cell>
void Feasibility<Cell>::start(const Columns<Cell>& columns) {
  budget_ = kBudget;
  for (auto& known : levels_) {
    if (known->cores.size() > kMaxCores || known->finished.size() > kMaxFinished) known.reset(new Level(game_.secrets));
  }
  Mask& allowed = frame(0).allowed;
  if (!is_hard()) {
    allowed = all_;
    return;
  }
  allowed.assign(words_, 0);
  for (std::size_t c = 0; c < columns.stride; ++c) {
    if (columns.guess[c] < 0) continue;
    const std::uint32_t column = column_of_[columns.guess[c]];
    allowed[column / 64] |= std::uint64_t{1} << column % 64;
  }
}

// The guesses that hard mode still allows after a guess, if this is the secret.
template <class Cell>
void Feasibility<Cell>::restrict(const Mask& from, std::int32_t guess, std::int32_t secret, Mask& to) {
  guesses_.clear();
  columns_.clear();
  places_.clear();
  for_each_bit(from, [&](std::uint32_t column) {
    columns_.push_back(column);
    guesses_.push_back(guess_of(column));
  });
  scratch_.checker.count(guesses_.size());
  game_.hard_mode->filter(guess, game_.hard_mode->shown(guess, secret), guesses_.data(), guesses_.size(), places_);
  to.assign(words_, 0);
  for (const std::uint32_t place : places_) {
    to[columns_[place] / 64] |= std::uint64_t{1} << columns_[place] % 64;
  }
}

template <class Cell>
void Feasibility<Cell>::bump(const Core& core) {
  for (const std::int32_t secret : core.secrets) activity_[secret] += bump_;
  bump_ *= 1.05;
  if (bump_ < 1e100) return;
  for (double& activity : activity_) activity *= 1e-100;
  bump_ *= 1e-100;
}

template <class Cell>
typename Feasibility<Cell>::Frame& Feasibility<Cell>::frame(int depth) {
  while (frames_.size() <= static_cast<std::size_t>(depth)) frames_.push_back(std::make_unique<Frame>());
  return *frames_[depth];
}

template <class Cell>
typename Feasibility<Cell>::Level& Feasibility<Cell>::level(int left) {
  while (levels_.size() <= static_cast<std::size_t>(left)) {
    levels_.push_back(std::make_unique<Level>(game_.secrets));
  }
  return *levels_[left];
}

template class Feasibility<std::uint8_t>;
template class Feasibility<std::uint16_t>;

}  // namespace fewest
