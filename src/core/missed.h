#pragma once

#include <cstdint>
#include <vector>

#include "columns.h"
#include "feasible.h"
#include "game.h"
#include "secret_set.h"

namespace fewest {

// Computes a lower bound of the weight that every strategy misses in a set within the guesses left.
//
// No strategy finds all secrets of a nogood in time, so it misses at least one secret of each. A set that
// has at least one secret of each nogood *meets* these nogoods. The missed weight is therefore at least that of the
// lightest set that meets all known nogoods. If the remaining secrets cannot all be found either, they contain another
// nogood, and the bound rises again.
template <class Cell>
class LeastMissed {
public:
  LeastMissed(const Game<Cell>& game, Feasibility<Cell>& feasibility)
      : game_(game), feasibility_(feasibility), state_(game.secrets, kFree), uses_(game.secrets, 0) {}

  // Returns the bound, at most `limit`. Each search for a nogood has this budget of guesses. Overwrites the state of
  // this ply of the feasibility.
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
  std::vector<State> state_;                        // of each secret, in the current branch
  std::vector<int> uses_;                           // of each secret, scratch memory
  std::vector<std::int32_t> missed_, best_;  // in the current branch, and the lightest set that meets all nogoods
  Cost best_weight_ = 0;
  int branches_ = 0;
  std::vector<std::int32_t> others_;
};

}  // namespace fewest
