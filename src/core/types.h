#pragma once

#include <cstdint>

namespace fewest {

// Guesses summed over all secrets, each secret counted with its weight.
using Cost = std::int64_t;

// The cost where no strategy exists. Every real cost is far below it, so that sums of a few of them do not overflow.
constexpr Cost kImpossible = Cost{1} << 44;

// The number of guesses left when there is no guess limit.
constexpr int kNoLimit = 1 << 20;

// With this many guesses left, the next one must tell all secrets of a set apart, so that the last one hits.
constexpr int kMustSeparate = 2;

// How many guesses deep the search goes at most: each level takes some of the thread's stack.
constexpr int kMaxPly = 500;

}  // namespace fewest
