#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fewest {

// The symmetry group of a game: all guesses and secrets at once may have their places permuted in one of the given ways
// and symbols of one kind exchanged, and every reply stays the same.
struct Symmetry {
  const std::uint16_t* symbols = nullptr;  // symbols[g * places + i], each below kinds.size(); or nullptr: no symmetry
  std::size_t places = 0;
  std::vector<std::uint8_t> moves;         // moves[m * places + i]: where move m takes place i; the moves form a group
  std::vector<std::uint16_t> kinds;        // by symbol, numbered from 0
  std::vector<std::int32_t> guesses_made;  // before the search began

  explicit operator bool() const { return symbols != nullptr; }
  // Whether the number of an orbit (see Stabiliser) fits 64 bits.
  bool orbit_ids_fit() const;
};

// The symmetries that fix some guesses. They map what is known after those guesses to itself, so all guesses of one
// orbit are equally good.
class Stabiliser {
public:
  Stabiliser(const Symmetry& symmetry, const std::vector<std::int32_t>& fixed_guesses);

  // Whether only the identity is left.
  bool is_trivial() const { return trivial_; }
  // A number that guesses share if, and only if, they are in the same orbit: the least of those that spell their
  // images.
  std::uint64_t orbit_id(std::int32_t guess);

private:
  bool fix(const std::uint8_t* move, const std::uint16_t* guess, std::vector<std::int32_t>& image,
           std::vector<std::int32_t>& origin) const;
  std::uint64_t spell(const std::uint16_t* guess, const std::uint8_t* move, const std::int32_t* image);

  const Symmetry& symmetry_;
  std::vector<const std::uint8_t*> moves_;  // those that can fix the guesses
  std::vector<std::int32_t> images_;  // for each of them, by symbol: its image, or -1 where any of its kind may be
  bool trivial_;
  const std::uint64_t base_;
  std::vector<std::int32_t> moved_, digit_, next_;  // scratch of spell(), by place, symbol and kind
};

}  // namespace fewest
