// Checks of arguments, shared by the Python and the WebAssembly bindings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "problem.h"
#include "search.h"

namespace fewest {

// Throws an exception that becomes a ValueError in Python.
inline void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

// Whether all numbers of an array are from 0 to `limit` - 1.
template <class Numbers>
bool all_below(const Numbers& numbers, std::size_t limit) {
  return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                     [&](auto number) { return static_cast<std::size_t>(number) < limit; });
}

template <class Reply>
void require_secrets(const Problem<Reply>& problem) {
  const auto secrets = static_cast<std::int64_t>(problem.secrets);
  std::vector<bool> guessable(problem.secrets, false);
  for (std::size_t g = 0; g < problem.guesses; ++g) {
    const std::int32_t secret = problem.secret_of_guess[g];
    require(secret >= -1 && secret < secrets, "a secret is not in the table");
    if (secret >= 0) guessable[secret] = true;
  }
  require(std::all_of(guessable.begin(), guessable.end(), std::identity()), "every secret must be an allowed guess");
}

// Checks that no sum of costs can overflow.
template <class Reply>
void require_weights(const Problem<Reply>& problem) {
  constexpr Cost kLimit = kImpossible / 1024;
  Cost total = 0;
  for (std::size_t s = 0; s < problem.secrets; ++s) {
    require(problem.weights[s] >= 1 && problem.weights[s] < kLimit, "a weight is out of range");
    total += problem.weights[s];
  }
  require(total < kLimit, "the sum of the weights is too large");
}

// Checks the penalty of a secret.
template <class Reply>
void require_penalty(const Problem<Reply>& problem) {
  require(problem.penalty >= 0 && problem.penalty < kImpossible / 4, "the penalty is out of range");
}

inline void require_guess(const Search& search, std::int32_t guess) {
  require(guess >= 0 && static_cast<std::size_t>(guess) < search.guesses(), "a guess is not in the table");
}

inline Position make_position(const Search& search, std::span<const std::int32_t> secrets,
                              std::span<const std::int32_t> guesses, int left, int target) {
  require(!secrets.empty(), "a position needs at least one secret");
  std::vector<bool> seen(search.secrets(), false);
  for (const std::int32_t secret : secrets) {
    require(secret >= 0 && static_cast<std::size_t>(secret) < search.secrets(), "a secret is not in the table");
    require(!seen[secret], "a secret is in the position twice");
    seen[secret] = true;
  }
  for (const std::int32_t guess : guesses) require_guess(search, guess);
  require(left >= 1, "at least one guess must be left");
  require(target >= kNoLimit || (target >= 0 && search.has_penalty()), "a target needs a penalty");
  Position position;
  position.secrets.assign(secrets.begin(), secrets.end());
  position.guesses.assign(guesses.begin(), guesses.end());
  position.left = std::min(left, kNoLimit);
  position.target = std::min(target, kNoLimit);
  return position;
}

}  // namespace fewest
