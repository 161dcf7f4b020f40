#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fewest {

// The symmetry group of a game. Applying one of the given permutations of places, and exchanging symbols of one kind,
// in all guesses and secrets keeps every reply.
struct Symmetry {
  const std::uint16_t* symbols = nullptr;  // symbols[g * places + i], each below kinds.size(); or nullptr: no symmetry
  std::size_t places = 0;
  std::vector<std::uint8_t> moves;         // moves[m * places + i]: where move m takes place i; the moves form a group
  std::vector<std::uint16_t> kinds;        // by symbol, numbered from 0
  std::vector<std::int32_t> guesses_made;  // before the search began

  explicit operator bool() const { return symbols != nullptr; }
  // Whether orbit ids (see Stabiliser) fit 64 bits.
  bool orbit_ids_fit() const;
};

// The symmetries that fix some guesses. They map the belief after these guesses to itself, so all guesses of an orbit
// are equally good.
class Stabiliser {
public:
  Stabiliser(const Symmetry& symmetry, const std::vector<std::int32_t>& fixed_guesses);

  // Whether only the identity is left.
  bool is_trivial() const { return trivial_; }
  // The id of the orbit of a guess: the least id of its images. Guesses share it if and only if they share an orbit.
  std::uint64_t orbit_id(std::int32_t guess);

private:
  bool fix(const std::uint8_t* move, const std::uint16_t* guess, std::vector<std::int32_t>& image,
           std::vector<std::int32_t>& origin) const;
  std::uint64_t spell(const std::uint16_t* guess, const std::uint8_t* move, const std::int32_t* image);

  const Symmetry& symmetry_;
  std::vector<const std::uint8_t*> moves_;  // the moves that can fix the guesses
  std::vector<std::int32_t> images_;        // by move and symbol: its image, or -1 for any symbol of its kind
  bool trivial_;
  const std::uint64_t base_;
  std::vector<std::int32_t> moved_, digit_, next_;  // scratch memory of spell(), by place, symbol and kind
};

}  // namespace fewest
