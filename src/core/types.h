#pragma once

#include <cstdint>

namespace fewest {

// The sum of the guesses of all secrets, each multiplied by its weight.
using Cost = std::int64_t;

// The cost if no strategy exists. Real costs are far below it, so that sums of a few of these do not overflow.
constexpr Cost kImpossible = Cost{1} << 44;

// The number of guesses left when there is no guess limit.
constexpr int kNoLimit = 1 << 20;

// With this many guesses left, the next one must separate all secrets of a set, so that the last one hits.
constexpr int kMustSeparate = 2;

// The largest depth of the search in guesses, because each level takes stack memory.
constexpr int kMaxPly = 500;

}  // namespace fewest
