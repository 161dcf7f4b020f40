#include "symmetry.h"

#include <algorithm>
#include <limits>

namespace fewest {
namespace {

// An orbit id has one digit per place. A symbol with a free image is encoded by its kind and the number of different
// free symbols of that kind before it; any other symbol by its image.
std::uint64_t base_of(const Symmetry& symmetry) {
  const std::size_t kinds = 1 + *std::max_element(symmetry.kinds.begin(), symmetry.kinds.end());
  return symmetry.kinds.size() + kinds * symmetry.places;
}

}  // namespace

bool Symmetry::orbit_ids_fit() const {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < places; ++i) room /= base_of(*this);
  return room > 0;
}

Stabiliser::Stabiliser(const Symmetry& symmetry, const std::vector<std::int32_t>& fixed_guesses)
    : symmetry_(symmetry),
      base_(base_of(symmetry)),
      moved_(symmetry.places),
      digit_(symmetry.kinds.size(), -1),
      next_(symmetry.kinds.size(), 0) {
  const std::size_t symbols = symmetry.kinds.size();
  std::vector<std::int32_t> image(symbols), origin(symbols);
  for (std::size_t m = 0; m < symmetry.moves.size(); m += symmetry.places) {
    const std::uint8_t* move = symmetry.moves.data() + m;
    std::fill(image.begin(), image.end(), -1);
    std::fill(origin.begin(), origin.end(), -1);
    const bool fixes = std::all_of(fixed_guesses.begin(), fixed_guesses.end(), [&](std::int32_t guess) {
      return fix(move, symmetry.symbols + guess * symmetry.places, image, origin);
    });
    if (!fixes) continue;
    moves_.push_back(move);
    images_.insert(images_.end(), image.begin(), image.end());
  }
  std::vector<int> free(symbols, 0);  // number of free symbols of each kind
  for (std::size_t s = 0; s < symbols; ++s) free[symmetry.kinds[s]] += images_[s] < 0;
  trivial_ = moves_.size() == 1 && *std::max_element(free.begin(), free.end()) < 2;
}

// Extends the images of symbols so that a move of the places maps a guess to itself. Returns false if impossible.
bool Stabiliser::fix(const std::uint8_t* move, const std::uint16_t* guess, std::vector<std::int32_t>& image,
                     std::vector<std::int32_t>& origin) const {
  for (std::size_t i = 0; i < symmetry_.places; ++i) {
    const std::int32_t from = guess[i], to = guess[move[i]];
    if (symmetry_.kinds[from] != symmetry_.kinds[to]) return false;
    if (image[from] >= 0 && image[from] != to) return false;
    if (origin[to] >= 0 && origin[to] != from) return false;
    image[from] = to;
    origin[to] = from;
  }
  return true;
}

std::uint64_t Stabiliser::orbit_id(std::int32_t guess) {
  const std::size_t symbols = symmetry_.kinds.size();
  const std::uint16_t* from = symmetry_.symbols + guess * symmetry_.places;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t m = 0; m < moves_.size(); ++m) {
    least = std::min(least, spell(from, moves_[m], images_.data() + m * symbols));
  }
  return least;
}

// Returns the least id among the images of a guess under a move and all compatible exchanges of symbols.
std::uint64_t Stabiliser::spell(const std::uint16_t* guess, const std::uint8_t* move, const std::int32_t* image) {
  const std::size_t places = symmetry_.places, symbols = symmetry_.kinds.size();
  for (std::size_t i = 0; i < places; ++i) moved_[move[i]] = guess[i];
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < places; ++i) {
    const std::int32_t symbol = moved_[i];
    std::int32_t digit = image[symbol];
    if (digit < 0) {
      const std::size_t kind = symmetry_.kinds[symbol];
      if (digit_[symbol] < 0) digit_[symbol] = static_cast<std::int32_t>(symbols + kind * places + next_[kind]++);
      digit = digit_[symbol];
    }
    number = number * base_ + digit;
  }
  for (std::size_t i = 0; i < places; ++i) {
    digit_[guess[i]] = -1;
    next_[symmetry_.kinds[guess[i]]] = 0;
  }
  return number;
}

}  // namespace fewest
