#pragma once

#include <cstdint>
#include <vector>

#include "bounds.h"
#include "columns.h"
#include "game.h"
#include "scratch.h"
#include "secret_set.h"

namespace fewest {

// A guess that may be the best for a set.
struct Candidate {
  std::int32_t guess;
  Cost lower;                   // its lower bound: 2W + D - w(g)
  double key = 0;               // guesses with smaller keys are tried first
  std::uint64_t signature = 0;  // identifies its split of the set; 0 in hard mode
  bool divides = false;
};

// Finds the guesses to try.
template <class Cell>
class CandidateFinder {
public:
  CandidateFinder(const Game<Cell>& game, Bounds<Cell>& bounds, Scratch& scratch)
      : game_(game), bounds_(bounds), scratch_(scratch), sizes_(game.secrets, 0) {}

  // Fills `found` with the guesses whose lower bound is below `bound` and whose repeated weight D (see bounds.h) is
  // below `repeats_limit`, best first. Keeps one representative per distinct split, except in hard mode, where a guess
  // also decides which guesses are allowed later.
  void find(const SecretSet& set, const Columns<Cell>& columns, Cost repeats_limit, Cost bound,
            std::vector<Candidate>& found);

private:
  void add_members(const SecretSet& set, Cost bound, Cost repeats_limit, std::vector<Candidate>& found);
  void add_others(const SecretSet& set, const Columns<Cell>& columns, Cost bound, Cost repeats_limit,
                  std::vector<Candidate>& found);
  void rate(const SecretSet& set, Candidate& candidate);
  void rate_by_bound(const SecretSet& set, Candidate& candidate);

  const Game<Cell>& game_;
  Bounds<Cell>& bounds_;
  Scratch& scratch_;
  std::vector<std::uint32_t> sizes_;  // sizes of parts, by the position of their first secret
};

}  // namespace fewest
