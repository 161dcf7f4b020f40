#pragma once

#include <cstdint>
#include <vector>

#include "bounds.h"
#include "columns.h"
#include "game.h"
#include "scratch.h"
#include "secret_set.h"

namespace fewest {

// A guess that may be the best at a set.
struct Candidate {
  std::int32_t guess;
  Cost lower;                   // it costs no less: 2W + D - w(g)
  double key = 0;               // the smaller, the earlier it is tried
  std::uint64_t signature = 0;  // of how it divides the set; 0 in hard mode
  bool divides = false;
};

// Finds the guesses worth a try.
template <class Cell>
class CandidateFinder {
public:
  CandidateFinder(const Game<Cell>& game, Bounds<Cell>& bounds, Scratch& scratch)
      : game_(game), bounds_(bounds), scratch_(scratch), sizes_(game.secrets, 0) {}

  // Fills `found` with every guess whose lower bound is below `bound`, best first, and with one only of those that
  // divide the set in the same way (but in hard mode, where a guess also decides which are allowed after it).
  void find(const SecretSet& set, const Columns<Cell>& columns, int left, Cost bound, std::vector<Candidate>& found);

private:
  void add_members(const SecretSet& set, Cost bound, Cost repeats_limit, std::vector<Candidate>& found);
  void add_others(const SecretSet& set, const Columns<Cell>& columns, Cost bound, Cost repeats_limit,
                  std::vector<Candidate>& found);
  void rate(const SecretSet& set, Candidate& candidate);
  void rate_by_bound(const SecretSet& set, Candidate& candidate);

  const Game<Cell>& game_;
  Bounds<Cell>& bounds_;
  Scratch& scratch_;
  std::vector<std::uint32_t> sizes_;  // of the part whose first secret stands at this place of the set
};

}  // namespace fewest
