#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stop.h"

namespace fewest {

// Codes grouped by their symbols: codes of one group differ only in the places of their symbols.
struct Anagrams {
  int places = 0;
  const std::uint8_t* codes = nullptr;    // codes[i * room + k]: symbol i of code k
  std::size_t room = 0;                   // at least kCodesAtOnce - 1 more than there are codes
  const std::uint32_t* starts = nullptr;  // the first code of each group; last the number of codes
};

// Finds the codes whose parts cost least. Counting right symbols and those elsewhere divides n secrets (secrets[i * n +
// k] is symbol i of secret k) into parts, a part of c secrets costs costs[c], and the cost of a code is the sum over
// its parts. Considers the given groups only. Returns all codes that cost at most `slack` more than the best, in
// ascending order. The costs must be convex: each secret more costs at least as much as the one before.
std::vector<std::int32_t> best_codes(const Anagrams& anagrams, std::vector<std::int32_t> groups,
                                     const std::uint8_t* secrets, std::size_t n, const double* costs, double slack,
                                     unsigned threads, const Control& control);

}  // namespace fewest
