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

// The possible secrets: indices into the table, and their weights, or nullptr for equal weights.
struct Belief {
  const std::int32_t* secrets;
  const double* weights;
  std::size_t size;
};

// Guesses still needed by bits of uncertainty: values at 0, step, 2 * step and so on, interpolated linearly, with the
// last value beyond. May be empty.
struct Curve {
  const double* values;
  std::size_t size;
  double step;
  bool of_count = false;  // the bits are log2 of the number of secrets, whatever their weights

  double operator()(double bits) const;
};

// The scores of each guess for a belief, one entry per guess.
struct Split {
  double* entropy;         // average information of the reply, in bits
  double* sum_of_squares;  // sum over the parts of their squared probability
  double* hit;             // probability that the guess is the secret
  std::uint32_t* largest;  // secrets in the largest part
  std::uint32_t* parts;    // number of different replies
  double* after;           // average value of the curve over the parts, 0 for a hit; nullptr without a curve
};

// Splits the belief by each of `count` guesses (the indices in `guesses`, or all from 0 on when it is nullptr).
template <class Reply>
void split(Table<Reply> table, Belief belief, const std::int32_t* guesses, std::size_t count, Curve curve, Split out,
           unsigned threads, const Control& control = kNoControl);

}  // namespace fewest
