#pragma once

#include <cstddef>
#include <cstdint>

#include "stop.h"

namespace fewest {

// table[s * guesses + g] is the reply to guess g when the secret is s; replies are below `replies`, `win` is the hit.
template <class Reply>
struct Table {
  const Reply* data;
  std::size_t secrets, guesses;
  std::uint32_t replies, win;
};

// The secrets still possible: indices into the table, and a weight each or nullptr when all weigh the same.
struct Belief {
  const std::int32_t* secrets;
  const double* weights;
  std::size_t size;
};

// Guesses still needed by the bits of uncertainty that are left: values at 0, step, 2 * step and so on, with straight
// lines between them and the last value beyond; or no values at all.
struct Curve {
  const double* values;
  std::size_t size;
  double step;

  double operator()(double bits) const;
};

// What each guess would do to a belief, one entry a guess.
struct Split {
  double* entropy;         // bits that the reply tells on average
  double* sum_of_squares;  // sum over the parts of their squared probability
  double* hit;             // probability that the guess is the secret
  std::uint32_t* largest;  // secrets in the largest part
  std::uint32_t* parts;    // number of different replies
  double* after;           // what the curve says of the parts on average, a hit counting 0; nullptr without a curve
};

// Splits the belief by each of `count` guesses (the indices in `guesses`, or all from 0 on when it is nullptr).
template <class Reply>
void split(Table<Reply> table, Belief belief, const std::int32_t* guesses, std::size_t count, Curve curve, Split out,
           unsigned threads, const Control& control = kNoControl);

}  // namespace fewest
