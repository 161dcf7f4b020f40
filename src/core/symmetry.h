#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fewest {

// Guesses as rows of symbols, and what may be renamed without any reply becoming another: all guesses and secrets at
// once may have their places moved in one of the given ways, and symbols of one kind exchanged.
struct Symmetry {
  const std::uint16_t* symbols = nullptr;  // symbols[g * places + i], each a number below kinds.size(); or nullptr
  std::size_t places = 0;
  std::vector<std::uint8_t> moves;   // moves[m * places + i]: the place to which move m brings place i; a group
  std::vector<std::uint16_t> kinds;  // by symbol, numbered from 0
  std::vector<std::int32_t> made;    // the guesses that led to the secrets of the search

  explicit operator bool() const { return symbols != nullptr; }
  // Whether a form (see Stabiliser) can be written as one number.
  bool fits() const;
};

// The renamings that leave some guesses as they are. What is known after those guesses is the same after a renaming, so
// of guesses that they turn into each other one is as good as the other.
class Stabiliser {
public:
  // Prepares for guesses made one after the other.
  Stabiliser(const Symmetry& symmetry, const std::vector<std::int32_t>& made);

  // Whether there is nothing but the guesses themselves.
  bool trivial() const { return trivial_; }
  // A number that two guesses share if one can be turned into the other, and only then.
  std::uint64_t form(std::int32_t guess);

private:
  const Symmetry& symmetry_;
  std::vector<const std::uint8_t*> moves_;  // those that are possible
  std::vector<std::int32_t> images_;        // for each of them: what becomes of each symbol, or -1 where that is free
  bool trivial_;
  const std::uint64_t base_;
  std::vector<std::int32_t> moved_, named_, next_;  // by place, symbol and kind: memory for form
};

}  // namespace fewest
