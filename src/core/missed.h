#pragma once

#include <cstdint>
#include <vector>

#include "columns.h"
#include "feasible.h"
#include "game.h"
#include "secret_set.h"

namespace fewest {

// Finds how much every strategy misses of a set within the guesses left.
//
// What a strategy misses meets every nogood of the set: it cannot find all secrets of one. So it weighs no less than
// the lightest secrets that meet all known nogoods. If the other secrets of the set fail too, they include another
// nogood; so the bound rises nogood by nogood until they can be finished.
template <class Cell>
class LeastMissed {
public:
  LeastMissed(const Game<Cell>& game, Feasibility<Cell>& feasibility)
      : game_(game), feasibility_(feasibility), state_(game.secrets, kFree), uses_(game.secrets, 0) {}

  // A lower bound of the weight that is missed; it is not raised further once it reaches `limit`. The question of each
  // nogood gets a budget of guesses. Takes over this ply of the feasibility.
  Cost find(const SecretSet& set, int ply, const Columns<Cell>& columns, int left, Cost limit, std::int64_t budget);

private:
  enum State : std::uint8_t { kFree, kMissed, kKept };

  bool meet_nogoods(Cost limit);
  void branch(Cost weight);
  Cost packing(Cost enough);
  SecretSet others(const SecretSet& set);

  const Game<Cell>& game_;
  Feasibility<Cell>& feasibility_;
  std::vector<std::vector<std::int32_t>> nogoods_;  // the lightest secrets first
  std::vector<State> state_;                        // by secret, in the branch that is searched
  std::vector<int> uses_;                           // by secret: scratch memory
  std::vector<std::int32_t> missed_, best_;  // the secrets of this branch, and the lightest that meet all nogoods
  Cost best_weight_ = 0;
  int branches_ = 0;
  std::vector<std::int32_t> others_;
};

}  // namespace fewest
