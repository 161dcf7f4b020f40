#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace fewest {

using Cost = std::int64_t;

// No strategy exists. Every real cost is far below it, so that sums of a few of them fit.
constexpr Cost kImpossible = Cost{1} << 44;

// A set of secrets (and whatever else decides its value), hashed twice: `place` finds an entry, `check` confirms it.
struct Hash {
  std::uint64_t place = 0, check = 0;

  Hash operator^(Hash other) const { return {place ^ other.place, check ^ other.check}; }
  Hash& operator^=(Hash other) { return *this = *this ^ other; }
};

// What is known of the least cost of a set.
struct Known {
  Cost lower = 0;      // no strategy costs less
  bool exact = false;  // and some strategy costs just that
  int depth = 0;       // exact: how many guesses that strategy takes at most
  int effort = 0;      // how hard the lower bound was looked for: see search.cpp
};

// Maps sets to what is known of them, in bounded memory, shared by all threads without a lock; and by processes too,
// where the memory is one that they share.
//
// The threading contract: an entry is two words, written one after the other, `check ^ data` and `data`. A reader that
// meets half of one entry and half of another sees a check that fits no set and takes the entry for empty. So a
// lookup returns either nothing or what some thread stored for this very set; nothing is ever waited for. Two
// different sets are told apart by the 64 bits of `check` and the bits of `place` that chose the bucket.
class Transposition {
public:
  // At most this many bytes (but room for a few sets at least), taken from the machine only as they are used.
  explicit Transposition(std::size_t bytes);

  // In memory of somebody else's, who has cleared it: at least one bucket, aligned to it.
  Transposition(void* memory, std::size_t bytes);

  // Fills `known` and returns true if something is known of the set.
  bool find(Hash hash, Known& known) const;

  // Remembers; where there is no room, what was learnt with the least effort goes first.
  void store(Hash hash, Known known);

  std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

private:
  struct Entry {
    std::uint64_t key, data;  // only ever touched through std::atomic_ref
  };
  struct alignas(64) Bucket {  // one cache line
    Entry entries[4];
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::uint64_t mask_;
  std::unique_ptr<void, Free> memory_;
  Bucket* buckets_;
};

}  // namespace fewest
