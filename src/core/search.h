#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "stop.h"
#include "symmetry.h"
#include "transposition.h"

namespace fewest {

// Guesses left to a player who has as many as he likes.
constexpr int kUnlimited = 1 << 20;

// What the search is about. Replies matter only in so far as they are the same or not.
template <class Reply>
struct Problem {
  const Reply* table;  // table[s * guesses + g]: the reply to guess g when the secret is s
  std::size_t secrets, guesses;
  const std::int32_t* own;  // own[g]: the secret that guess g is, or -1
  const Cost* weights;      // weights[s]: what a guess costs while s is the secret; at least 1

  // Hard mode, or nullptr. A guess h is allowed after guess g got reply r if what r showed,
  // hints[kind[g] * replies + r], is a subset of hints[kind[g] * replies + seen[g * guesses + h]]: what h, were it the
  // secret, would have made g show.
  const Reply* seen = nullptr;
  const std::uint16_t* kind = nullptr;
  const std::uint32_t* hints = nullptr;
  std::size_t replies = 0;

  // Where positions are remembered, or nullptr: memory that was cleared, aligned to 64 bytes, and at least as many.
  void* remembered = nullptr;

  // Which guesses and secrets are the same but for a renaming, if that is known. It must leave the secrets after the
  // guesses made, all together, and their weights as they are.
  Symmetry symmetry = {};
};

// A position: which secrets are possible, how many guesses are left, and (hard mode) which guesses have been made.
struct Position {
  std::vector<std::int32_t> secrets;
  std::vector<std::int32_t> guesses;
  int left = kUnlimited;
  int lane = 0;  // calls about one position on several threads share the work if they have different lanes
};

// The answer to a question about a position, asked with a bound: a cost below the bound is exact and reached by a
// strategy that takes at most `depth` guesses; otherwise no strategy costs less than `cost`, which is at least the
// bound.
struct Answer {
  Cost cost;
  int depth;
  std::int32_t guess;  // the first guess of that strategy, or -1
};

// How many guesses deep the search goes: each takes some of the stack, and every thread has but so much of it.
constexpr int kDeepest = 500;

struct TooDeep : std::runtime_error {
  TooDeep() : std::runtime_error("the games here take more than 500 guesses, which is too deep for exact search") {}
};

// Finds strategies of the least cost. All methods may be called from several threads at once; they share what they
// find out through one transposition table. A call ends with an exception when its control says so, or with TooDeep;
// what it has found out until then stays known.
class Search {
public:
  virtual ~Search() = default;

  // The least cost of a position. `guess` is set when the cost is exact, to the first of the best guesses in an order
  // that depends on the position alone.
  virtual Answer best(const Position& position, Cost bound, const Control& control) = 0;

  // The least cost of a position in which the next guess is given.
  virtual Answer through(std::int32_t guess, const Position& position, Cost bound, const Control& control) = 0;

  // For every guess a number that it shares with those, and only with those, that are the same in a position but for a
  // renaming.
  virtual std::vector<std::uint64_t> forms(const Position& position) const = 0;

  std::uint64_t nodes() const { return nodes_; }
  std::size_t secrets() const { return secrets_; }
  std::size_t guesses() const { return guesses_; }

protected:
  Search(std::size_t secrets, std::size_t guesses) : secrets_(secrets), guesses_(guesses) {}

  const std::size_t secrets_, guesses_;
  std::atomic<std::uint64_t> nodes_{0};
};

// The search keeps two copies of the table; the arrays of hard mode, and then the table too, must outlive it.
// `memory` bounds the transposition table in bytes, or says how many there are at `problem.remembered`. It is set up on
// up to `threads` threads, and no longer than `control` lets it.
template <class Reply>
std::unique_ptr<Search> make_search(const Problem<Reply>& problem, std::size_t memory, unsigned threads,
                                    const Control& control);

}  // namespace fewest
