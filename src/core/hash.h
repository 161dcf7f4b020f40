#pragma once

#include <cstdint>

namespace fewest {

// A 128-bit Zobrist hash: the hash of a set is the xor of the hashes of its secrets. `place` selects an entry of the
// transposition table, `check` confirms it.
struct Hash {
  std::uint64_t place = 0, check = 0;

  Hash operator^(Hash other) const { return {place ^ other.place, check ^ other.check}; }
  Hash& operator^=(Hash other) { return *this = *this ^ other; }
  bool operator==(const Hash&) const = default;
};

inline std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Kinds of numbers; equal numbers of different kinds have different hashes.
enum class HashKind : std::uint64_t { kSecret, kGuess, kMode, kTarget, kWidth };

inline Hash random_hash(HashKind kind, std::uint64_t number) {
  const std::uint64_t seed = static_cast<std::uint64_t>(kind) << 60 | number << 1;
  return {splitmix64(seed), splitmix64(seed + 1)};
}

}  // namespace fewest
