// Searches for the cheapest strategy by depth-first branch and bound.
//
// Let H be a set of secrets, W its weight, and v(H) its least cost. A guess divides H into parts P, and
//     v(H) = W + the minimum over all guesses of the sum of v(P), where the part that is a hit costs nothing.
// solve() finds the cheapest guess for a set. solve_guess() adds up the costs of the parts of one guess, and abandons
// the guess as soon as the lower bounds of its parts (bounds.h) add up to the cost of the incumbent.
// Without a guess limit, v depends on H alone, so all openers share one transposition table.
//
// With a target, a secret that is not found within `target` guesses is missed. Missed weight costs a penalty that is
// larger than any sum of guesses. So the search minimises the missed weight first, and then the guesses. v(H, target)
// follows the same recurrence, with target - 1 for the parts; v(H, 0) is v(H) plus the penalty for all of H.
#include "search.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "bounds.h"
#include "candidates.h"
#include "columns.h"
#include "dominance.h"
#include "feasible.h"
#include "game.h"
#include "hint_columns.h"
#include "invariants.h"
#include "missed.h"
#include "partition.h"
#include "portable.h"
#include "scratch.h"
#include "symmetry.h"
#include "transposition.h"

namespace fewest {
namespace {

// In smaller sets, trying all guesses is faster than computing orbits.
constexpr int kMinSizeForOrbits = 10;

// If the cost must stay below a bound, test whether the parts are feasible only with at most this many guesses left.
// The proof of the best opener of `original` in hard mode takes 19.2 CPU seconds with 4, 20.5 with 5, and 22 without
// the test.
constexpr int kFewGuesses = 4;

// How many guesses a search for a nogood may try: for a part of a guess, and for the set that is being solved.
constexpr std::int64_t kPartBudget = 20000, kSetBudget = 1'000'000;

// What a search minimises: the cost, or first the missed weight and then the cost. Chosen at compile time.
enum class Aim { kCost, kTarget };

// What the search counts at the root when it reports progress.
enum class ProgressUnit { kNone, kGuesses, kParts };

// How many guesses are left, and how many of them may be used before a secret counts as missed.
struct Horizon {
  int left, target;

  Horizon after_guess() const { return {left - 1, target - 1}; }
};

// The memory of one level of the recursion.
template <class Cell>
struct Frame {
  std::int32_t guess = -1;          // the guess made here
  std::vector<Part> parts;          // the parts of the set
  std::vector<std::int32_t> order;  // the secrets, part by part
  std::vector<int> open;            // indices of the parts with more than two secrets
  Cost lower = 0;                   // lower bound of the guess: the weight of the set plus the bounds of its parts
  Cost missed = 0;                  // lower bound of the missed weight in all parts
  int depth = 0;                    // the number of guesses that the strategy found takes at worst
  std::vector<Candidate> candidates;
  ColumnStorage<Cell> storage;  // the columns that hard mode allows at this level
  ColumnStorage<Cell> compact;  // the columns that can be useful for the set

  // Replaces the bounds of a part. Its lower bound never falls.
  void update(Part& part, const CostBound& known) {
    const Cost before = part.known.lower;
    part.known = known;
    part.known.lower = std::max(before, known.lower);
    lower += part.known.lower - before;
  }
};

// The search of one thread.
template <class Cell>
class Worker {
public:
  Worker(const Game<Cell>& game, TranspositionTable& table, HintColumns<Cell>& hint_columns)
      : game_(game),
        table_(table),
        hint_columns_(hint_columns),
        scratch_(game.secrets, game.replies),
        bounds_(game, scratch_),
        finder_(game, bounds_, scratch_),
        feasibility_(game, scratch_),
        least_missed_(game, feasibility_) {}

  Answer best(const Position& position, Cost bound, const Control& control);
  Answer solve_guess(std::int32_t guess, const Position& position, Cost bound, bool evenly, const Control& control);

  // Returns how many sets of at least three secrets were searched since the last call.
  std::uint64_t take_nodes() { return std::exchange(nodes_, 0) + std::exchange(feasibility_.nodes, 0); }

private:
  SecretSet start(const Position& position, const Control& control);
  Columns<Cell> allowed_columns(const Position& position, const SecretSet& set);

  // In these functions, `columns` holds the allowed guesses, only costs below `bound` are of interest, `ply` is the
  // number of guesses made before, and `missed` is a lower bound of the weight that every strategy misses in the set.
  template <class Ask>
  Answer with_aim(Horizon horizon, const SecretSet& set, Cost bound, Ask ask);
  Answer solve_at(Horizon horizon, const SecretSet& set, const Columns<Cell>& columns, Cost bound, int ply);
  template <Aim kAim>
  Answer solve(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply);
  std::optional<Answer> find_cost(const SecretSet& set, const Columns<Cell>& columns, int left, Cost bound, int ply,
                                  Cost& lower);
  std::optional<Answer> find_target_cost(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon,
                                         Cost bound, int ply, Cost& lower);
  template <Aim kAim>
  Answer try_guesses(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon, Cost bound, Cost lower,
                     int ply);
  template <Aim kAim>
  Answer solve_guess(std::int32_t guess, const SecretSet& set, const Columns<Cell>& columns, Horizon horizon,
                     Cost bound, Cost missed, int ply);
  template <Aim kAim>
  bool add_first_bounds(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon, Frame<Cell>& frame);
  void look_up_parts(const Columns<Cell>& columns, Frame<Cell>& frame);
  void raise_bounds(const Columns<Cell>& columns, int left, bool bounds_pay, Cost bound, int ply);
  void bound_missed_parts(const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply);
  bool misses_heavy(Horizon horizon, Cost bound, int ply);
  void bound_by_members(Cost bound, Frame<Cell>& frame);
  void bound_by_all_guesses(const Columns<Cell>& columns, Cost bound, Frame<Cell>& frame);
  void bound_by_allowed_guesses(const Columns<Cell>& columns, int left, Cost bound, int ply);
  void raise_evenly(const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply);
  template <Aim kAim>
  void solve_parts(const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply);

  Columns<Cell> find_candidates(const SecretSet& set, const Columns<Cell>& columns, int left, Cost repeats_limit,
                                Cost bound, int ply);
  void add_penalties(const SecretSet& set, int target, Cost missed, std::vector<Candidate>& candidates);
  Cost missed_after(const SecretSet& set, const Candidate& candidate, int target);
  SecretSet heavier(const SecretSet& set, Cost weight) const;
  // Returns the penalty for a missed weight, or kImpossible if it does not fit into a cost.
  Cost charge(Cost missed) const { return missed < game_.most_missed ? game_.penalty * missed : kImpossible; }
  // Returns the most weight that play below a bound can miss.
  Cost most_missed(Cost bound) const { return (bound - 1) / game_.penalty; }
  // Raises the lower bound of the missed weight of a part.
  void update_missed(Part& part, Cost missed, Frame<Cell>& frame) const {
    frame.lower += charge(missed) - charge(part.missed);
    frame.missed += missed - part.missed;
    part.missed = missed;
  }
  bool is_large(const SecretSet& set, int left) const {
    return set.size >= game_.sizes.large && left - 1 > kMustSeparate && !is_hard();
  }
  Columns<Cell> columns_of(const Part& part, const Columns<Cell>& columns, int ply, Cost limit = kImpossible);
  void keep_one_per_orbit(int ply, std::vector<Candidate>& candidates);
  Hash hash_with_rules(const SecretSet& set, const Columns<Cell>& columns, int left) const;
  Hash hash_with_target(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon) const {
    const auto target = static_cast<std::uint64_t>(horizon.target);
    return hash_with_rules(set, columns, horizon.left) ^ random_hash(HashKind::kTarget, target);
  }
  void store(Hash hash, const SecretSet& set, CostBound known, Level level);
  Frame<Cell>& frame(int ply);
  // Whether a value that is exact in the plain game is also exact under these rules. In hard mode this holds if one
  // secret tells all the others apart, because possible secrets are always allowed as guesses.
  bool stays_exact(const SecretSet& set, const CostBound& known) const {
    return known.exact && (!is_hard() || known.lower < 2 * set.weight);
  }
  bool is_hard() const { return game_.hard_mode != nullptr; }
  bool is_narrow(const SecretSet& set) const { return width_ > 0 && set.size > game_.sizes.narrow; }

  const Game<Cell>& game_;
  TranspositionTable& table_;
  HintColumns<Cell>& hint_columns_;
  Scratch scratch_;
  Bounds<Cell> bounds_;
  CandidateFinder<Cell> finder_;
  Dominance<Cell> dominance_;
  Feasibility<Cell> feasibility_;
  LeastMissed<Cell> least_missed_;
  std::uint64_t nodes_ = 0;
  std::vector<std::unique_ptr<Frame<Cell>>> frames_;        // by ply
  std::vector<std::int32_t> given_secrets_, root_secrets_;  // the root's secrets: as given, and heaviest first
  SecretSet root_;                                          // a view of root_secrets_
  int root_ply_ = 0;
  int width_ = 0;  // see Position
  ProgressUnit progress_unit_ = ProgressUnit::kNone;
  bool evenly_ = false;     // see Search::solve_guess
  bool symmetric_ = false;  // whether symmetries map the root to itself
  std::unordered_set<std::uint64_t> orbits_;
};

// Calls ask(aim, bound) with what remains to be minimised at this horizon. If the target has passed, the whole set is
// missed: its penalty is certain, and only the cost remains to be minimised.
template <class Cell>
template <class Ask>
Answer Worker<Cell>::with_aim(Horizon horizon, const SecretSet& set, Cost bound, Ask ask) {
  constexpr std::integral_constant<Aim, Aim::kCost> cost;
  constexpr std::integral_constant<Aim, Aim::kTarget> target;
  if (horizon.target >= horizon.left) return ask(cost, bound);
  if (horizon.target > 0) return ask(target, bound);
  const Cost all = charge(set.weight);
  const Answer answer = ask(cost, bound - all);
  return {std::min(answer.cost + all, kImpossible), answer.depth, answer.guess};
}

template <class Cell>
Answer Worker<Cell>::solve_at(Horizon horizon, const SecretSet& set, const Columns<Cell>& columns, Cost bound,
                              int ply) {
  return with_aim(horizon, set, bound,
                  [&](auto aim, Cost below) { return solve<aim()>(set, columns, horizon, below, ply); });
}

// Returns the least cost of a set if it is below `bound`, otherwise a lower bound of at least `bound`.
template <class Cell>
template <Aim kAim>
Answer Worker<Cell>::solve(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply) {
  // 1. Answer sets of one or two secrets, and sets that are too large for the guesses left.
  if (set.size == 1) return {set.weight, 1, game_.guess_of_secret[set.secrets[0]]};
  const int least_guesses = game_.depths.least_guesses(set.size);
  if (horizon.left < least_guesses) return at_least(kImpossible);
  if (set.size == 2) {
    const Cost missed = kAim == Aim::kTarget ? bounds_.missed(set, horizon.target) : 0;
    return {Bounds<Cell>::trivial(set) + charge(missed), 2, game_.guess_of_secret[set.secrets[0]]};
  }
  if (std::min(horizon.left, least_guesses) > kMaxPly || ply - root_ply_ > kMaxPly) throw TooDeep();
  if (bound > kImpossible / 2) bound = kImpossible;  // restore infinity
  ++nodes_;

  // 2. to 5. Use known bounds, and bounds from easier problems.
  Cost lower = 0;
  const std::optional<Answer> known = kAim == Aim::kCost ? find_cost(set, columns, horizon.left, bound, ply, lower)
                                                         : find_target_cost(set, columns, horizon, bound, ply, lower);
  if (known) return *known;

  // 6. Search guess by guess. In small sets, start with a low bound and raise it until a guess stays below it.
  const bool tight = kAim == Aim::kCost && set.size <= game_.sizes.tight && !is_hard() && horizon.left >= kNoLimit;
  Answer answer = at_least(lower);
  for (Cost room = set.weight / set.size; answer.guess < 0 && answer.cost < bound; room *= 2) {
    Cost here = tight ? std::min(bound, answer.cost + room) : bound;
    const bool likely = game_.weighted ? horizon.target > kMustSeparate : horizon.target == kMustSeparate;
    if (kAim == Aim::kTarget && likely && answer.cost == lower) {
      // First allow only the missed weight of the lower bound. Usually that is enough, and it refutes guesses sooner.
      here = std::min(bound, charge(lower / game_.penalty + 1));
    }
    answer = try_guesses<kAim>(set, columns, horizon, here, answer.cost, ply);
  }
  const bool exact = answer.guess >= 0;
  FEWEST_ASSERT(answer.cost >= lower);
  const Hash hash =
      kAim == Aim::kCost ? hash_with_rules(set, columns, horizon.left) : hash_with_target(set, columns, horizon);
  store(hash, set, {answer.cost, exact, exact ? answer.depth : 0, 0}, Level::kSearched);
  return answer;
}

// Steps 2 to 5 of solve(). Returns the answer if they find it; otherwise sets `lower` to a lower bound of the cost.
template <class Cell>
std::optional<Answer> Worker<Cell>::find_cost(const SecretSet& set, const Columns<Cell>& columns, int left, Cost bound,
                                              int ply, Cost& lower) {
  // 2. Look up bounds for the game without restrictions, which never costs more than this one.
  CostBound known = table_.find(set.hash);
  known.lower = std::max(known.lower, bounds_.branching(set));
  if (stays_exact(set, known) && known.depth <= left) return Answer{known.lower, known.depth, -1};
  if (known.lower >= bound) return at_least(known.lower);

  // 3. Compute the bound by members. With two guesses left, step 6 does the same work.
  if (left > kMustSeparate && !known.reached(Level::kMembers) && set.size <= kSmallSet) {
    const CostBound members = bounds_.members(set);
    if (members.exact) {
      store(set.hash, set, members, Level::kMembers);
      return Answer{members.lower, 2, -1};
    }
    known.lower = std::max(known.lower, members.lower);
    if (known.lower >= bound) {
      store(set.hash, set, {known.lower, false, 0, 0}, Level::kMembers);
      return at_least(known.lower);
    }
  }
  lower = known.lower;

  // 4. With a guess limit, first solve the set without it: the best play usually keeps the limit anyway. This call has
  // the same ply and so overwrites its frame. That is safe, because solve() writes the frame only in step 6, and reads
  // nothing older from it than the columns in `storage`, which only the previous ply writes.
  if (left < kNoLimit && left - 1 > kMustSeparate && !is_hard() && !known.exact) {
    const Answer relaxed = solve<Aim::kCost>(set, columns, {kNoLimit, kNoLimit}, bound, ply);
    if (relaxed.cost >= bound || relaxed.depth <= left) return relaxed;
    lower = relaxed.cost;
  }

  // 5. Look up bounds for these rules.
  const Hash hash = hash_with_rules(set, columns, left);
  if (hash != set.hash) {
    const CostBound here = table_.find(hash);
    if (here.exact && here.depth <= left) return Answer{here.lower, here.depth, -1};
    lower = std::max(lower, here.lower);
    if (lower >= bound) return at_least(lower);
  }
  return {};
}

// The same with a target. First look for a strategy that misses nothing: it solves the game with a limit of `target`
// guesses. Only if it does not exist, or costs too much, search the others.
template <class Cell>
std::optional<Answer> Worker<Cell>::find_target_cost(const SecretSet& set, const Columns<Cell>& columns,
                                                     Horizon horizon, Cost bound, int ply, Cost& lower) {
  Cost plain = std::max(table_.find(set.hash).lower, bounds_.branching(set));
  const Hash hash = hash_with_target(set, columns, horizon);
  const CostBound known = table_.find(hash);
  if (known.exact) return Answer{known.lower, known.depth, -1};
  Cost missed = std::max(bounds_.missed(set, horizon.target), known.lower / game_.penalty);
  lower = std::max(known.lower, plain + charge(missed));
  if (lower >= bound) return at_least(lower);
  if (horizon.target == kMustSeparate) {
    if (!known.reached(Level::kAllGuesses)) {
      missed = std::max(missed, bounds_.least_repeats(set, columns, most_missed(bound - plain) + 1));
      lower = std::max(lower, plain + charge(missed));
    }
    if (lower >= bound) return at_least(lower);
    if (missed > 0) return {};
  }

  // The cheapest play usually misses nothing anyway. Like step 4 of find_cost(), this may overwrite the frame of its
  // ply. A strategy that misses nothing costs less than the penalty, so a bound above the penalty does not restrict it.
  const Cost relaxed_bound = bound > game_.penalty ? kImpossible : bound;
  const bool is_deep = horizon.target > kMustSeparate;
  if (missed == 0 && is_deep && !is_hard() && horizon.left >= kNoLimit) {
    const Answer relaxed = solve<Aim::kCost>(set, columns, {kNoLimit, kNoLimit}, relaxed_bound, ply);
    if (relaxed.cost >= bound) return at_least(relaxed.cost);
    if (relaxed.depth <= horizon.target) {
      store(hash, set, {relaxed.cost, true, relaxed.depth, 0}, Level::kSearched);
      return relaxed;
    }
    plain = relaxed.cost;
  }

  // Otherwise compute a bound of the missed weight. If it is 0, search for the cheapest play that misses nothing.
  if (is_deep && game_.weighted) {
    const Cost limit = (bound - plain - 1) / game_.penalty + 1;  // missing this weight reaches the bound
    missed = std::max(missed, least_missed_.find(set, ply, columns, horizon.target, limit, kSetBudget));
  }
  if (missed == 0) {
    const Answer in_time = solve<Aim::kCost>(set, columns, {horizon.target, horizon.target}, relaxed_bound, ply);
    if (in_time.cost < bound) {
      store(hash, set, {in_time.cost, true, in_time.depth, 0}, Level::kSearched);
      return in_time;
    }
    lower = std::min(in_time.cost, plain + charge(game_.weights[set.secrets[set.size - 1]]));
  } else {
    lower = std::max(lower, plain + charge(missed));
  }
  if (lower >= bound) return at_least(lower);
  return {};
}

// Tries the candidates in order and returns the cheapest. Stops early at a guess that costs `lower`, because none can
// be cheaper.
template <class Cell>
template <Aim kAim>
Answer Worker<Cell>::try_guesses(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon, Cost bound,
                                 Cost lower, int ply) {
  const int left = horizon.left;
  const bool limited = left < kNoLimit;
  const Cost missed = kAim == Aim::kTarget ? lower / game_.penalty : 0;
  Cost repeats_limit = left == kMustSeparate ? 1 : kImpossible;  // with two guesses left D must be 0
  if (kAim == Aim::kTarget && horizon.target == kMustSeparate && most_missed(bound) < set.weight) {
    repeats_limit = std::min(repeats_limit, most_missed(bound) + 1);  // with two until the target, D is missed
  }
  Columns<Cell> here = find_candidates(set, columns, left, repeats_limit, bound - charge(missed), ply);
  std::vector<Candidate>& candidates = frame(ply).candidates;
  if constexpr (kAim == Aim::kTarget) add_penalties(set, horizon.target, missed, candidates);
  if (limited) {
    feasibility_.enter(ply, columns, left);
    feasibility_.find_refuted(ply, set);
  }
  // If missing a secret would cost at least the bound, the secret must be found within the target.
  const bool must_find = kAim == Aim::kTarget && !limited && horizon.target > kMustSeparate;
  if (must_find) {
    feasibility_.enter(ply, columns, horizon.target);
    feasibility_.find_refuted(ply, heavier(set, most_missed(bound)));
  }
  Answer incumbent = at_least(bound);
  int tried = 0;
  for (const Candidate& candidate : candidates) {
    if (candidate.lower >= incumbent.cost || ((limited || must_find) && feasibility_.refutes(ply, candidate.guess))) {
      continue;
    }
    if (ply == root_ply_ && progress_unit_ == ProgressUnit::kGuesses) {
      const auto done = static_cast<std::size_t>(&candidate - candidates.data());
      scratch_.checker.tell({done, candidates.size(), incumbent.cost, incumbent.guess});
    }
    if (++tried == game_.sizes.guesses_before_compacting && left - 1 > kMustSeparate && !is_large(set, left)) {
      here = frame(ply).compact.compact(game_, set, columns, dominance_, scratch_);
    }
    const Answer answer = solve_guess<kAim>(candidate.guess, set, here, horizon, incumbent.cost, missed, ply);
    if (answer.cost < incumbent.cost) incumbent = {answer.cost, answer.depth, candidate.guess};
    if (incumbent.cost <= lower) break;
  }
  // Without a bound on the cost, a guess can only fail because no strategy keeps the guess limit.
  if (incumbent.guess < 0 && bound >= kImpossible) return at_least(kImpossible);
  return incumbent;
}

// Finds the guesses that can stay below the bound, one for each orbit. Returns the columns to use from here on.
template <class Cell>
Columns<Cell> Worker<Cell>::find_candidates(const SecretSet& set, const Columns<Cell>& columns, int left,
                                            Cost repeats_limit, Cost bound, int ply) {
  std::vector<Candidate>& candidates = frame(ply).candidates;
  Columns<Cell> here = columns;
  if (is_large(set, left)) here = frame(ply).compact.compact(game_, set, columns, dominance_, scratch_);
  finder_.find(set, here, repeats_limit, bound, candidates);
  if (symmetric_ && set.size > kMinSizeForOrbits) keep_one_per_orbit(ply, candidates);
  if (is_narrow(set)) candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(width_)));
  return here;
}

// Adds to each candidate's bound the penalty for the weight that it must miss, which is at least `missed`. If the
// target is at most two guesses away, computes this weight for each candidate, and puts those that miss least first.
template <class Cell>
void Worker<Cell>::add_penalties(const SecretSet& set, int target, Cost missed, std::vector<Candidate>& candidates) {
  scratch_.members.assign(set);
  for (Candidate& candidate : candidates) {
    const Cost most = target > kMustSeparate ? missed : std::max(missed, missed_after(set, candidate, target));
    candidate.lower += charge(most);
  }
  if (target > kMustSeparate) return;
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    return a.lower / game_.penalty < b.lower / game_.penalty;
  });
}

// Returns a lower bound of the weight missed after a guess, if the target is one or two guesses away. The caller has
// put the set into `scratch_.members`.
template <class Cell>
Cost Worker<Cell>::missed_after(const SecretSet& set, const Candidate& candidate, int target) {
  const std::int32_t secret = game_.secret_of_guess[candidate.guess];
  const Cost hit = scratch_.members.contains(secret) ? game_.weights[secret] : 0;
  if (target == 1) return set.weight - hit;
  if (set.size <= game_.depths.shallow) return candidate.lower + hit - 2 * set.weight;  // lower is 2 W + D - hit
  return bounds_.repeats(candidate.guess, set, kImpossible);
}

// Returns the least cost of a set after a given guess. Each step raises the lower bounds of the parts, and takes longer
// than the step before. The guess is refuted as soon as the bounds add up to `bound`.
template <class Cell>
template <Aim kAim>
Answer Worker<Cell>::solve_guess(std::int32_t guess, const SecretSet& set, const Columns<Cell>& columns,
                                 Horizon horizon, Cost bound, Cost missed, int ply) {
  constexpr bool kTarget = kAim == Aim::kTarget;
  const int left = horizon.left;
  scratch_.checker.check();
  Frame<Cell>& here = frame(ply);
  here.guess = guess;

  // 1. Compute a bound from the sizes of the parts alone, which refutes most guesses. A hit may save one guess.
  if (!kTarget && !game_.weighted) {
    const Cost lower = bounds_.sizes(guess, set, columns) - (game_.secret_of_guess[guess] >= 0);
    if (lower >= bound) return at_least(lower);
  }

  // 2. Add the costs of parts of one or two secrets, and for the other parts a bound from their weights.
  partition(game_, guess, set, scratch_, here.order, here.parts);
  if (!add_first_bounds<kAim>(set, columns, horizon, here)) return at_least(kImpossible);
  if (here.lower >= bound || here.open.empty()) return {here.lower, here.depth, guess};

  // Without a bound on the cost, the guess fails only if some part cannot be finished within the guess limit.
  const bool limited = left < kNoLimit;
  if (limited && bound >= kImpossible && feasibility_.some_part_fails(ply, guess, here.parts, true)) {
    return at_least(kImpossible);
  }

  // 3. Look up the parts in the transposition table. This does not pay with two guesses left for the parts: then a part
  // needs a guess that tells all its secrets apart, and searching for it is faster.
  const bool bounds_pay = kTarget || left - 1 != kMustSeparate;
  if (bounds_pay) look_up_parts(columns, here);
  if (here.lower >= bound) return at_least(here.lower);
  // Put the largest parts first, because their bounds can rise the most.
  std::sort(here.open.begin(), here.open.end(), [&](int a, int b) {
    return here.parts[a].size != here.parts[b].size ? here.parts[a].size > here.parts[b].size : a < b;
  });

  // 4. Give up if the guess must miss a secret whose penalty alone reaches the bound.
  if (kTarget && !limited && misses_heavy(horizon, bound, ply)) return at_least(bound);

  // 5. Raise the bounds of the cost, then those of the missed weight. The cost cannot refute the guess as long as there
  // is room for another penalty. `unassigned` is a penalty that is certain for the set, but not yet part of the bounds.
  const Cost unassigned = kTarget ? std::max<Cost>(charge(missed) - charge(here.missed), 0) : 0;
  if (!kTarget || bound - here.lower - unassigned < game_.penalty) {
    raise_bounds(columns, left, bounds_pay, bound - unassigned, ply);
    if (here.lower + unassigned >= bound) return at_least(here.lower + unassigned);
  }
  if (kTarget && horizon.target > kMustSeparate) bound_missed_parts(columns, horizon, bound, ply);
  if (here.lower >= bound) return at_least(here.lower);

  // 6. With few guesses left, check whether every part can be finished at all. With more guesses left it usually can,
  // and the check takes longer than the search.
  if (limited && (kTarget || left <= kFewGuesses) && bound < kImpossible &&
      feasibility_.some_part_fails(ply, guess, here.parts, false)) {
    return at_least(kImpossible);
  }

  // 7. If only a lower bound is wanted, raise those of all parts together.
  if (!kTarget && evenly_ && ply == root_ply_ && bound < kImpossible) raise_evenly(columns, horizon, bound, ply);
  if (here.lower >= bound) return at_least(std::min(here.lower, kImpossible));

  // 8. Search each part.
  solve_parts<kAim>(columns, horizon, bound, ply);
  if (here.lower >= bound) return at_least(std::min(here.lower, kImpossible));
  return {here.lower, here.depth, guess};
}

// Adds up the first bounds of the parts. Returns false if a part has more secrets than the guesses left can find.
template <class Cell>
template <Aim kAim>
bool Worker<Cell>::add_first_bounds(const SecretSet& set, const Columns<Cell>& columns, Horizon horizon,
                                    Frame<Cell>& frame) {
  frame.lower = set.weight;
  frame.missed = 0;
  frame.depth = 1;
  frame.open.clear();
  [[maybe_unused]] Cost weight = 0;
  for (std::size_t i = 0; i < frame.parts.size(); ++i) {
    Part& part = frame.parts[i];
    weight += part.weight;
    if (part.size == 1 && part.secrets[0] == game_.secret_of_guess[frame.guess]) continue;  // the win
    if (horizon.left <= game_.depths.least_guesses(part.size)) return false;
    const Cost lower = std::max(bounds_.branching(part), Bounds<Cell>::distinct_replies(part, columns));
    frame.lower += lower;
    if constexpr (kAim == Aim::kTarget) {
      update_missed(part, bounds_.missed(part, horizon.target - 1), frame);
    }
    frame.depth = std::max(frame.depth, std::min(part.size, 2) + 1);
    if (part.size > 2) {
      part.known = {lower, false, 0, 0};
      frame.open.push_back(static_cast<int>(i));
    }
  }
  FEWEST_ASSERT(weight == set.weight);
  return true;
}

// Raises the bounds of the parts to those in the transposition table. In hard mode, every guess allowed later is among
// these columns. So a bound of the part for these columns is valid too, and higher than the one for all guesses.
template <class Cell>
void Worker<Cell>::look_up_parts(const Columns<Cell>& columns, Frame<Cell>& frame) {
  for (const int i : frame.open) table_.prefetch(frame.parts[i].hash);
  for (const int i : frame.open) {
    Part& part = frame.parts[i];
    CostBound known = table_.find(part.hash);
    if (is_hard()) {
      const CostBound here = table_.find(part.hash ^ columns.hash);
      known.exact = stays_exact(part, known);
      known.lower = std::max(known.lower, here.lower);
      const bool members = known.reached(Level::kMembers) || here.reached(Level::kMembers);
      const Level level = members ? Level::kMembers : Level::kNone;
      known.effort = effort_of(0, here.reached(Level::kAllGuesses) ? Level::kAllGuesses : level);
    }
    frame.update(part, known);
  }
}

// Raises the lower bounds of the missed weight of the parts, until they refute the guess.
template <class Cell>
void Worker<Cell>::bound_missed_parts(const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply) {
  Frame<Cell>& here = frame(ply);
  const Horizon after = horizon.after_guess();
  for (const int i : here.open) {
    Part& part = here.parts[i];
    const Hash hash = hash_with_target(part, columns, after);
    const CostBound known = table_.find(hash);
    Cost missed = std::max(part.missed, known.lower / game_.penalty);
    const bool in_time = stays_exact(part, part.known) && part.known.depth <= after.target;
    if (!in_time && !known.reached(Level::kAllGuesses)) {
      const Cost limit = part.missed + (bound - here.lower - 1) / game_.penalty + 1;  // enough to refute the guess
      if (after.target == kMustSeparate) {
        missed = std::max(missed, bounds_.least_repeats(part, columns, limit));
        const Level level = missed < limit ? Level::kAllGuesses : Level::kMembers;
        store(hash, part, {std::max({known.lower, part.known.lower, charge(missed)}), false, 0, 0}, level);
      } else if (missed == 0 || (game_.weighted && missed < limit)) {
        const Columns<Cell> next = columns_of(part, columns, ply);
        missed = std::max(missed, least_missed_.find(part, ply + 1, next, after.target, limit, kPartBudget));
        const Hash hash_there = hash_with_target(part, next, after);
        const Cost lower = part.known.lower + charge(missed);
        if (missed > 0 && table_.find(hash_there).lower < lower) {
          store(hash_there, part, {lower, false, 0, 0}, Level::kMembers);
        }
      }
    }
    update_missed(part, missed, here);
    if (here.lower >= bound) return;
  }
}

// Returns the secrets of a set that weigh more than `weight`.
template <class Cell>
SecretSet Worker<Cell>::heavier(const SecretSet& set, Cost weight) const {
  SecretSet found{set.secrets, 0, 0, set.heaviest, {}};
  for (const std::int32_t secret : set) {
    if (game_.weights[secret] <= weight) break;
    ++found.size;
    found.weight += game_.weights[secret];
    found.hash ^= game_.hashes[secret];
  }
  return found;
}

// Returns whether the guess of this ply must miss a secret whose penalty alone reaches the bound. The nogood found also
// serves to refute other guesses, so the weight from which a secret counts as heavy must not depend on the guess.
template <class Cell>
bool Worker<Cell>::misses_heavy(Horizon horizon, Cost bound, int ply) {
  if (horizon.target <= kMustSeparate) return false;
  Frame<Cell>& here = frame(ply);
  const Cost most = most_missed(bound);
  std::vector<Part> heavy;
  for (const int i : here.open) {
    const SecretSet set = heavier(here.parts[i], most);
    if (set.size < horizon.target) continue;
    static_cast<SecretSet&>(heavy.emplace_back()) = set;
  }
  return !heavy.empty() && feasibility_.some_part_fails(ply, here.guess, heavy, false);
}

// Raises the lower bounds of the cost of the parts, until they refute the guess.
template <class Cell>
void Worker<Cell>::raise_bounds(const Columns<Cell>& columns, int left, bool bounds_pay, Cost bound, int ply) {
  Frame<Cell>& here = frame(ply);
  if (bounds_pay) bound_by_members(bound, here);
  if (here.lower >= bound) return;
  if (bounds_pay && (!is_hard() || ply > root_ply_)) bound_by_all_guesses(columns, bound, here);
  if (here.lower >= bound) return;
  if (is_hard()) bound_by_allowed_guesses(columns, left, bound, ply);
}

template <class Cell>
void Worker<Cell>::bound_by_members(Cost bound, Frame<Cell>& frame) {
  for (const int i : frame.open) {
    Part& part = frame.parts[i];
    if (part.size > kSmallSet || part.known.exact || part.known.reached(Level::kMembers)) continue;
    const CostBound members = bounds_.members(part);
    frame.update(part, members);
    store(part.hash, part, is_hard() ? members : part.known, Level::kMembers);
    part.known.effort = effort_of(0, Level::kMembers);
    if (frame.lower >= bound) return;
  }
}

template <class Cell>
void Worker<Cell>::bound_by_all_guesses(const Columns<Cell>& columns, Cost bound, Frame<Cell>& frame) {
  for (const int i : frame.open) {
    Part& part = frame.parts[i];
    if (part.known.exact || part.known.reached(Level::kAllGuesses)) continue;
    const Cost room = bound - frame.lower + part.known.lower;
    frame.update(part, bounds_.all_guesses(part, columns, part.known, room));
    // The computation stops once the bound fills the room. If it did, a later call with more room may raise it further.
    const Level level = frame.lower < bound ? Level::kAllGuesses : Level::kMembers;
    store(part.hash ^ columns.hash, part, part.known, level);
    part.known.effort = effort_of(0, Level::kAllGuesses);
    if (frame.lower >= bound) return;
  }
}

// Raises the bounds of the parts in hard mode, from the guesses that stay allowed in each part. They are fewer than
// those of the whole set, so the bounds are higher. Puts the smallest parts first: they cost more than their bounds and
// often refute the guess before the large parts, which take by far the longest, are searched.
template <class Cell>
void Worker<Cell>::bound_by_allowed_guesses(const Columns<Cell>& columns, int left, Cost bound, int ply) {
  Frame<Cell>& here = frame(ply);
  std::reverse(here.open.begin(), here.open.end());
  const auto raise = [&](Part& part, Cost lower) {
    if (lower > part.known.lower) here.update(part, {lower, false, 0, part.known.effort});
    return here.lower >= bound;
  };
  for (const int i : here.open) {
    Part& part = here.parts[i];
    if (stays_exact(part, part.known)) continue;
    part.known.exact = false;
    const Cost room = bound - here.lower + part.known.lower;
    const Columns<Cell> next = columns_of(part, columns, ply, room - Bounds<Cell>::trivial(part));
    const Hash hash = part.hash ^ next.hash;
    CostBound known = table_.find(hash);  // bounds for play in which all these guesses stay allowed
    known.lower = std::max(known.lower, part.known.lower);
    const CostBound searched = table_.find(hash_with_rules(part, next, left - 1));
    if (raise(part, std::max(known.lower, searched.lower))) return;
    if (searched.exact || known.reached(Level::kAllGuesses)) continue;
    known = bounds_.all_guesses(part, next, known, room);
    const bool reached = raise(part, known.lower);
    store(hash, part, {known.lower, false, 0, 0}, reached ? Level::kMembers : Level::kAllGuesses);
    if (reached) return;
  }
}

// Returns the guesses that are allowed in a part, after the guess of this ply.
template <class Cell>
Columns<Cell> Worker<Cell>::columns_of(const Part& part, const Columns<Cell>& columns, int ply, Cost limit) {
  if (!is_hard()) return columns;
  const std::int32_t guess = frame(ply).guess;
  const std::uint32_t shown = game_.shown(guess, part.secrets[0]);
  ColumnStorage<Cell>& storage = frame(ply + 1).storage;
  if (shown != 0 && columns.data == game_.columns.data) {
    const Columns<Cell>* const built = hint_columns_.find(guess, shown, storage, dominance_, scratch_);
    if (built != nullptr) return *built;
  }
  return storage.filter(game_, part, columns, guess, shown, limit, scratch_);
}

// Raises the lower bounds of the parts until they add up to `bound`, or until all parts are solved. Each part is to
// rise by a share of what is missing, in proportion to its cost beyond the bound `trivial`. This takes far less time
// than raising one part after the other as far as it goes, because the last steps up to the cost of a part take by far
// the longest. Small parts go first: many cost less than their share allows, and leave the rest of it to the large
// ones.
template <class Cell>
void Worker<Cell>::raise_evenly(const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply) {
  Frame<Cell>& here = frame(ply);
  const auto claim = [&](int i) {
    return static_cast<double>(here.parts[i].known.lower - Bounds<Cell>::trivial(here.parts[i]) + 1);
  };
  std::vector<int> open = here.open;
  std::stable_sort(open.begin(), open.end(), [&](int a, int b) { return here.parts[a].size < here.parts[b].size; });
  while (!open.empty() && here.lower < bound) {
    double claims = 0;
    for (const int i : open) claims += claim(i);
    std::erase_if(open, [&](int i) {  // the parts that are solved
      if (here.lower >= bound) return false;
      Part& part = here.parts[i];
      const double share = std::ceil(static_cast<double>(bound - here.lower) * (claim(i) / claims));
      claims -= claim(i);
      const Cost room = part.known.lower + std::max<Cost>(1, static_cast<Cost>(share));
      const Columns<Cell> next = columns_of(part, columns, ply);
      const Answer answer = solve<Aim::kCost>(part, next, horizon.after_guess(), room, ply + 1);
      here.update(part, {answer.cost, answer.cost < room, answer.depth, 0});
      return answer.cost < room;
    });
  }
}

// Searches each part for a cost below what the bounds of the other parts leave. Small parts go first: they take little
// time, and their exact costs leave less room for the large ones. With a target, the parts that miss the most go first.
template <class Cell>
template <Aim kAim>
void Worker<Cell>::solve_parts(const Columns<Cell>& columns, Horizon horizon, Cost bound, int ply) {
  Frame<Cell>& here = frame(ply);
  const Horizon after = horizon.after_guess();
  int in_time = after.left;  // the limit does not matter for a strategy that takes at most this many guesses
  if constexpr (kAim == Aim::kTarget) {
    in_time = std::min(after.left, after.target);
    std::stable_sort(here.open.begin(), here.open.end(),
                     [&](int a, int b) { return here.parts[a].missed > here.parts[b].missed; });
  } else if (!is_hard()) {
    std::stable_partition(here.open.begin(), here.open.end(),
                          [&](int i) { return here.parts[i].size <= game_.sizes.quick; });
  }
  for (std::size_t done = 0; done < here.open.size(); ++done) {
    if (ply == root_ply_ && progress_unit_ == ProgressUnit::kParts) {
      scratch_.checker.tell({done, here.open.size(), kImpossible, -1});
    }
    Part& part = here.parts[here.open[done]];
    if (stays_exact(part, part.known) && part.known.depth <= in_time) {
      here.depth = std::max(here.depth, part.known.depth + 1);
      continue;
    }
    const Columns<Cell> next = columns_of(part, columns, ply);
    const Cost before = part.known.lower + charge(part.missed);
    const Cost room = bound - here.lower + before;
    const Answer answer = kAim == Aim::kCost ? solve<Aim::kCost>(part, next, after, room, ply + 1)
                                             : solve_at(after, part, next, room, ply + 1);
    FEWEST_ASSERT(kAim == Aim::kTarget || answer.cost >= before);
    here.lower += std::max(answer.cost, before) - before;
    if (here.lower >= bound) return;
    here.depth = std::max(here.depth, answer.depth + 1);
  }
}

// Keeps the first candidate of each orbit. A symmetry that leaves the guesses made unchanged maps the position to
// itself, so all guesses of an orbit cost the same.
template <class Cell>
void Worker<Cell>::keep_one_per_orbit(int ply, std::vector<Candidate>& candidates) {
  std::vector<std::int32_t> made = game_.symmetry.guesses_made;
  for (int i = 0; i < ply; ++i) made.push_back(frame(i).guess);
  Stabiliser stabiliser(game_.symmetry, made);
  if (stabiliser.is_trivial()) return;
  orbits_.clear();
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return !orbits_.insert(stabiliser.orbit_id(candidate.guess)).second;
  });
}

// Returns the hash of a set, with the guess limit, the guesses that hard mode allows or the width of the search, if
// there are such restrictions.
template <class Cell>
Hash Worker<Cell>::hash_with_rules(const SecretSet& set, const Columns<Cell>& columns, int left) const {
  if (is_narrow(set)) return set.hash ^ random_hash(HashKind::kWidth, static_cast<std::uint64_t>(width_));
  if (!is_hard() && left >= kNoLimit) return set.hash;
  const auto limit = static_cast<std::uint64_t>(left < kNoLimit ? left : 0);
  return set.hash ^ columns.hash ^ random_hash(HashKind::kMode, limit << 1 | static_cast<std::uint64_t>(is_hard()));
}

template <class Cell>
void Worker<Cell>::store(Hash hash, const SecretSet& set, CostBound known, Level level) {
  FEWEST_CHECK(agree(table_.find(hash), known));
  known.effort = effort_of(set.size, level);
  table_.store(hash, known);
}

template <class Cell>
Frame<Cell>& Worker<Cell>::frame(int ply) {
  while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.push_back(std::make_unique<Frame<Cell>>());
  return *frames_[ply];
}

// Sets the root position and returns its secrets.
template <class Cell>
SecretSet Worker<Cell>::start(const Position& position, const Control& control) {
  scratch_.checker = Checker(control);
  scratch_.checker.check();
  if (position.secrets != given_secrets_) {
    root_secrets_ = given_secrets_ = position.secrets;
    root_ = game_.heaviest_first(root_secrets_);
  }
  symmetric_ = game_.is_symmetric(position);
  root_ply_ = static_cast<int>(position.guesses.size());
  width_ = position.width;
  feasibility_.start();
  for (int i = 0; i < root_ply_; ++i) frame(i).guess = position.guesses[i];
  return root_;
}

// Returns the guesses that are allowed after those of a position.
template <class Cell>
Columns<Cell> Worker<Cell>::allowed_columns(const Position& position, const SecretSet& set) {
  Columns<Cell> columns = game_.columns;
  for (int i = 0; is_hard() && i < root_ply_; ++i) {
    const std::uint32_t shown = game_.shown(position.guesses[i], set.secrets[0]);
    columns = frame(i).storage.filter(game_, set, columns, position.guesses[i], shown, kImpossible, scratch_);
  }
  return columns;
}

template <class Cell>
Answer Worker<Cell>::best(const Position& position, Cost bound, const Control& control) {
  const SecretSet set = start(position, control);
  const Columns<Cell> columns = allowed_columns(position, set);
  Horizon horizon{position.left, position.target};
  progress_unit_ = ProgressUnit::kGuesses;
  evenly_ = false;
  const Answer answer = solve_at(horizon, set, columns, bound, root_ply_);
  if (answer.cost >= bound || set.size <= 2) return answer;
  // Find the first guess that reaches this cost: if the cost came from the table, its guess is unknown.
  progress_unit_ = ProgressUnit::kNone;
  const bool none_missed = answer.cost < game_.penalty;
  if (none_missed && horizon.target > 0) horizon.left = std::min(horizon.left, horizon.target);
  const Answer found = with_aim(horizon, set, answer.cost + 1, [&](auto aim, Cost below) {
    return try_guesses<aim()>(set, columns, horizon, below, below - 1, root_ply_);
  });
  if (found.guess >= 0 || !is_narrow(set)) return found;
  // The most promising guesses depend on the bounds known so far, so the guess may not be among them now.
  return try_guesses<Aim::kCost>(set, columns, horizon, bound, 0, root_ply_);
}

template <class Cell>
Answer Worker<Cell>::solve_guess(std::int32_t guess, const Position& position, Cost bound, bool evenly,
                                 const Control& control) {
  const SecretSet set = start(position, control);
  const Columns<Cell> columns = allowed_columns(position, set);
  if (position.left < kNoLimit) {
    feasibility_.enter(root_ply_, columns, position.left);
    if (bound >= kImpossible) {
      Frame<Cell>& here = frame(root_ply_);
      partition(game_, guess, set, scratch_, here.order, here.parts);
      if (feasibility_.some_part_fails_in_turns(root_ply_, guess, here.parts)) return at_least(kImpossible);
    }
  }
  const Horizon horizon{position.left, position.target};
  progress_unit_ = ProgressUnit::kParts;
  evenly_ = evenly;
  if (position.left >= kNoLimit && position.target < kNoLimit) {
    feasibility_.enter(root_ply_, columns, position.target);
  }
  return with_aim(horizon, set, bound, [&](auto aim, Cost below) {
    return solve_guess<aim()>(guess, set, columns, horizon, below, 0, root_ply_);
  });
}

template <class Cell>
class TableSearch : public Search {
public:
  template <class Reply>
  TableSearch(const Problem<Reply>& problem, std::size_t memory, unsigned threads, const Control& control)
      : Search(problem.secrets, problem.guesses, problem.penalty > 0),
        game_(problem, threads, control),
        table_(memory),
        hint_columns_(game_) {}

  // No cost exceeds kImpossible, so larger bounds add nothing, and the table cannot store them.
  Answer best(const Position& position, Cost bound, const Control& control) override {
    return Lease(*this)->best(position, std::min(bound, kImpossible), control);
  }
  Answer solve_guess(std::int32_t guess, const Position& position, Cost bound, bool evenly,
                     const Control& control) override {
    return Lease(*this)->solve_guess(guess, position, std::min(bound, kImpossible), evenly, control);
  }
  std::vector<std::uint64_t> orbit_ids(const Position& position) const override {
    std::vector<std::uint64_t> ids(guesses_);
    std::iota(ids.begin(), ids.end(), 0);
    if (!game_.is_symmetric(position)) return ids;
    std::vector<std::int32_t> made = game_.symmetry.guesses_made;
    made.insert(made.end(), position.guesses.begin(), position.guesses.end());
    Stabiliser stabiliser(game_.symmetry, made);
    for (std::size_t g = 0; g < guesses_; ++g) ids[g] = stabiliser.orbit_id(static_cast<std::int32_t>(g));
    return ids;
  }

private:
  // A worker that is borrowed for one call. Workers are reused because they own a lot of memory.
  class Lease {
  public:
    explicit Lease(TableSearch& search) : search_(search) {
      {
        const std::lock_guard lock(search.idle_mutex_);
        if (!search.idle_.empty()) {
          worker_ = std::move(search.idle_.back());
          search.idle_.pop_back();
        }
      }
      if (worker_ == nullptr)
        worker_ = std::make_unique<Worker<Cell>>(search.game_, search.table_, search.hint_columns_);
    }
    ~Lease() {
      search_.nodes_ += worker_->take_nodes();
      const std::lock_guard lock(search_.idle_mutex_);
      search_.idle_.push_back(std::move(worker_));
    }
    Lease(const Lease&) = delete;
    Worker<Cell>* operator->() { return worker_.get(); }

  private:
    TableSearch& search_;
    std::unique_ptr<Worker<Cell>> worker_;
  };

  const Game<Cell> game_;
  TranspositionTable table_;
  HintColumns<Cell> hint_columns_;
  Mutex idle_mutex_;
  std::vector<std::unique_ptr<Worker<Cell>>> idle_;
};

}  // namespace

template <class Reply>
std::unique_ptr<Search> make_search(const Problem<Reply>& problem, std::size_t memory, unsigned threads,
                                    const Control& control) {
  // Replies are numbered separately for each guess, so a byte is usually enough even in a game with many replies.
  const std::uint32_t replies = sizeof(Reply) == 1 ? 0 : count_replies(problem, threads, control);
  if (replies <= 256) return std::make_unique<TableSearch<std::uint8_t>>(problem, memory, threads, control);
  if (replies <= 65536) return std::make_unique<TableSearch<std::uint16_t>>(problem, memory, threads, control);
  throw std::invalid_argument("a guess has more than 65,536 different replies");
}

#define FEWEST_MAKE_SEARCH(Reply) \
  template std::unique_ptr<Search> make_search(const Problem<Reply>&, std::size_t, unsigned, const Control&)
FEWEST_MAKE_SEARCH(std::uint8_t);
FEWEST_MAKE_SEARCH(std::uint16_t);
FEWEST_MAKE_SEARCH(std::uint32_t);

}  // namespace fewest
