#include "candidates.h"

#include <algorithm>
#include <limits>

namespace fewest {

template <class Cell>
void CandidateFinder<Cell>::find(const SecretSet& set, const Columns<Cell>& columns, Cost repeats_limit, Cost bound,
                                 std::vector<Candidate>& found) {
  scratch_.checker.check();
  found.clear();
  add_members(set, bound, repeats_limit, found);
  add_others(set, columns, bound, repeats_limit, found);
  const std::size_t rated = std::min(found.size(), game_.sizes.rated);
  const auto less = [](const Candidate& a, const Candidate& b) {
    return a.lower != b.lower ? a.lower < b.lower : a.guess < b.guess;
  };
  std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(rated), found.end(), less);
  scratch_.checker.count(rated * (set.size + 64));
  for (std::size_t i = 0; i < rated; ++i) rate(set, found[i]);
  for (std::size_t i = rated; i < found.size(); ++i) rate_by_bound(set, found[i]);
  std::erase_if(found, [](const Candidate& candidate) { return !candidate.divides; });
  std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
    return a.key != b.key               ? a.key < b.key
           : a.lower != b.lower         ? a.lower < b.lower
           : a.signature != b.signature ? a.signature < b.signature
                                        : a.guess < b.guess;
  });
  if (game_.hard_mode != nullptr) return;
  const auto equal = [](const Candidate& a, const Candidate& b) {
    return a.signature == b.signature && a.signature != 0;
  };
  found.erase(std::unique(found.begin(), found.end(), equal), found.end());
}

// Adds members of the set.
template <class Cell>
void CandidateFinder<Cell>::add_members(const SecretSet& set, Cost bound, Cost repeats_limit,
                                        std::vector<Candidate>& found) {
  for (const std::int32_t secret : set) {
    const std::int32_t guess = game_.guess_of_secret[secret];
    const Cost least = 2 * set.weight - game_.weights[secret];
    if (repeats_limit < kImpossible && bounds_.repeats(guess, set, repeats_limit) >= repeats_limit) continue;
    const Cost repeated = bounds_.repeated_weight(guess, set, bound - least);
    if (repeated < bound - least) found.push_back({guess, least + repeated});
  }
}

// Adds all other guesses.
template <class Cell>
void CandidateFinder<Cell>::add_others(const SecretSet& set, const Columns<Cell>& columns, Cost bound,
                                       Cost repeats_limit, std::vector<Candidate>& found) {
  scratch_.members.assign(set);
  const Cost least = 2 * set.weight;
  const Cost limit = bound - least;
  if (limit <= 0) return;
  const auto add = [&](std::int32_t guess, Cost repeated) {
    if (!scratch_.members.contains(game_.secret_of_guess[guess])) found.push_back({guess, least + repeated});
  };
  if (repeats_limit >= kImpossible) {
    bounds_.for_each_guess_below(set, columns, limit, [&](std::int32_t guess, Cost repeated) {
      add(guess, repeated);
      return limit;
    });
    return;
  }
  bounds_.for_each_repeating_less(set, columns, repeats_limit, [&](std::int32_t guess, Cost) {
    const Cost repeated = bounds_.repeated_weight(guess, set, limit);
    if (repeated < limit) add(guess, repeated);
    return repeats_limit;
  });
}

// Computes the key: the sum of the lower bound and the expected size of the parts.
template <class Cell>
void CandidateFinder<Cell>::rate(const SecretSet& set, Candidate& candidate) {
  const Cell* replies = game_.replies_to(candidate.guess);
  const ReplyMap::View first_of = scratch_.replies.clear();  // by reply: the position of the first secret of its part
  std::uint64_t sum_of_squares = 0;
  for (int i = 0; i < set.size; ++i) {
    const Cell reply = replies[set.secrets[i]];
    if (first_of.insert(reply, static_cast<std::uint32_t>(i))) sizes_[i] = 0;
    const std::uint32_t first = first_of[reply];
    sum_of_squares += 2 * sizes_[first]++ + 1;
    if (game_.hard_mode == nullptr) {
      candidate.signature += game_.signature_term(set.secrets[i], set.secrets[first]);
    }
  }
  const double n = set.size;
  const double scale = n * n / static_cast<double>(set.weight);
  candidate.key = scale * static_cast<double>(candidate.lower) + 2.0 * static_cast<double>(sum_of_squares);
  candidate.divides = sum_of_squares < static_cast<std::uint64_t>(set.size) * set.size;
}

// Sets the key of a guess so that all rated guesses come first.
template <class Cell>
void CandidateFinder<Cell>::rate_by_bound(const SecretSet& set, Candidate& candidate) {
  const Cell* replies = game_.replies_to(candidate.guess);
  const Cell first = replies[set.secrets[0]];
  candidate.divides =
      std::any_of(set.begin(), set.end(), [&](std::int32_t secret) { return replies[secret] != first; });
  candidate.key = std::numeric_limits<double>::infinity();
}

template class CandidateFinder<std::uint8_t>;
template class CandidateFinder<std::uint16_t>;

}  // namespace fewest
