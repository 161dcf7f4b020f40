#include "symmetry.h"

#include <algorithm>
#include <limits>

namespace fewest {
namespace {

// In a form a symbol that is free is written by its kind and by how many free ones of that kind came before it.
std::uint64_t base(const Symmetry& symmetry) {
  const std::size_t kinds = 1 + *std::max_element(symmetry.kinds.begin(), symmetry.kinds.end());
  return symmetry.kinds.size() + kinds * symmetry.places;
}

}  // namespace

bool Symmetry::fits() const {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < places; ++i) room /= base(*this);
  return room > 0;
}

Stabiliser::Stabiliser(const Symmetry& symmetry, const std::vector<std::int32_t>& made)
    : symmetry_(symmetry),
      base_(base(symmetry)),
      moved_(symmetry.places),
      named_(symmetry.kinds.size(), -1),
      next_(symmetry.kinds.size(), 0) {
  const std::size_t places = symmetry.places, symbols = symmetry.kinds.size();
  std::vector<std::int32_t> image(symbols), origin(symbols);
  for (std::size_t m = 0; m < symmetry.moves.size(); m += places) {
    const std::uint8_t* move = symmetry.moves.data() + m;
    std::fill(image.begin(), image.end(), -1);
    std::fill(origin.begin(), origin.end(), -1);
    bool possible = true;
    for (std::size_t k = 0; k < made.size() && possible; ++k) {
      const std::uint16_t* guess = symmetry.symbols + made[k] * places;
      for (std::size_t i = 0; i < places && possible; ++i) {
        const std::int32_t from = guess[i], to = guess[move[i]];
        possible = symmetry.kinds[from] == symmetry.kinds[to] && (image[from] == to || image[from] < 0) &&
                   (origin[to] == from || origin[to] < 0);
        image[from] = to;
        origin[to] = from;
      }
    }
    if (!possible) continue;
    moves_.push_back(move);
    images_.insert(images_.end(), image.begin(), image.end());
  }
  std::vector<int> free(symbols, 0);  // how many symbols of each kind
  for (std::size_t s = 0; s < symbols; ++s) free[symmetry.kinds[s]] += images_[s] < 0;
  trivial_ = moves_.size() == 1 && *std::max_element(free.begin(), free.end()) < 2;
}

std::uint64_t Stabiliser::form(std::int32_t guess) {
  const std::size_t places = symmetry_.places, symbols = symmetry_.kinds.size();
  const std::uint16_t* from = symmetry_.symbols + guess * places;
  const std::uint64_t radix = base_;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t m = 0; m < moves_.size(); ++m) {
    const std::int32_t* image = images_.data() + m * symbols;
    for (std::size_t i = 0; i < places; ++i) moved_[moves_[m][i]] = from[i];
    std::uint64_t form = 0;
    for (std::size_t i = 0; i < places; ++i) {
      const std::int32_t symbol = moved_[i];
      std::int32_t digit = image[symbol];
      if (digit < 0) {
        const std::size_t kind = symmetry_.kinds[symbol];
        if (named_[symbol] < 0) named_[symbol] = static_cast<std::int32_t>(symbols + kind * places + next_[kind]++);
        digit = named_[symbol];
      }
      form = form * radix + digit;
    }
    for (std::size_t i = 0; i < places; ++i) {
      named_[from[i]] = -1;
      next_[symmetry_.kinds[from[i]]] = 0;
    }
    least = std::min(least, form);
  }
  return least;
}

}  // namespace fewest
