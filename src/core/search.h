#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "problem.h"
#include "stop.h"
#include "types.h"

namespace fewest {

struct TooDeep : std::runtime_error {
  TooDeep() : std::runtime_error("games can take more than 500 guesses, which is too deep for exact search") {}
};
static_assert(kMaxPly == 500);

// Finds strategies of least cost. All methods are thread-safe and share their results through one transposition table.
// A call throws Stopped when its control says so, or TooDeep; its results so far stay in the table.
class Search {
public:
  virtual ~Search() = default;

  // The least cost of a position. If it is exact, `guess` is the first of the best guesses, in an order that depends
  // only on the position.
  virtual Answer best(const Position& position, Cost bound, const Control& control) = 0;

  // The least cost of a position in which the next guess is given. With `evenly`, the bounds of its parts rise
  // together: faster if the bound is far below the cost, slower if it is close to the cost.
  virtual Answer solve_guess(std::int32_t guess, const Position& position, Cost bound, bool evenly,
                             const Control& control) = 0;

  // By guess: the id of its orbit. Two guesses share it if and only if a symmetry of the position maps one to the
  // other.
  virtual std::vector<std::uint64_t> orbit_ids(const Position& position) const = 0;

  std::uint64_t nodes() const { return nodes_; }
  std::size_t secrets() const { return secrets_; }
  std::size_t guesses() const { return guesses_; }
  bool has_penalty() const { return has_penalty_; }

protected:
  Search(std::size_t secrets, std::size_t guesses, bool has_penalty)
      : secrets_(secrets), guesses_(guesses), has_penalty_(has_penalty) {}

  const std::size_t secrets_, guesses_;
  const bool has_penalty_;
  std::atomic<std::uint64_t> nodes_{0};
};

// Prepares a search on up to `threads` threads; throws Stopped if `control` says so. `memory` is the size of the
// transposition table in bytes. Some arrays of the problem must outlive the search: the symbols of the symmetry, and
// the tables of hard mode.
template <class Reply>
std::unique_ptr<Search> make_search(const Problem<Reply>& problem, std::size_t memory, unsigned threads,
                                    const Control& control);

}  // namespace fewest
