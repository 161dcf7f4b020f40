#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hash.h"
#include "portable.h"
#include "types.h"

namespace fewest {

// How far a set has been examined; each level includes those before it. See the steps of Worker::solve_guess.
enum class Level { kNone, kMembers, kAllGuesses, kSearched };

// What is known of the least cost of a set.
struct CostBound {
  Cost lower = 0;      // no strategy costs less
  bool exact = false;  // some strategy costs just that
  int depth = 0;       // if exact: how many guesses that strategy takes at most
  int effort = 0;      // how much work the entry is worth: see effort_of

  bool reached(Level level) const { return (effort & 3) >= static_cast<int>(level); }
};

// Whether both can be true of one set: no lower bound is above an exact cost. For FEWEST_CHECK.
inline bool agree(const CostBound& a, const CostBound& b) {
  return (!a.exact || b.lower <= a.lower) && (!b.exact || a.lower <= b.lower);
}

// Orders entries by the work that they took: by the size of the set, then by the level.
inline int effort_of(int size, Level level) { return std::min(size, 63) << 2 | static_cast<int>(level); }

// The transposition table: maps sets to what is known of them, in bounded memory.
//
// The threading contract. All threads share one table without a lock. An entry is two words, `check ^ data` and `data`,
// each written atomically, one after the other. A reader that meets half of one entry and half of another computes a
// check that matches no set and treats the entry as empty. So a lookup returns either nothing or what some thread
// stored for this very set, and nobody ever waits.
//
// The table begins small and doubles as it fills, up to the memory it may take, for the system takes long to provide
// memory. Where an entry stands is told by `place` in the table it began as, and by bits of `check` in all that was
// added, so that an entry itself tells where it moves to. A reader during growth may miss an entry, no more.
// Different sets are told apart by the 64 bits of `check` and by those of `place` that count.
class TranspositionTable {
public:
  // At most this many bytes (but one bucket at least).
  explicit TranspositionTable(std::size_t bytes);

  // What is known of a set; a default CostBound if nothing is.
  CostBound find(Hash hash) const;

  // Fetches what find() will look at.
  void prefetch(Hash hash) const { __builtin_prefetch(&bucket(hash)); }

  // Stores an entry; in a full bucket it replaces the one of the least effort.
  void store(Hash hash, CostBound known);

private:
  struct Entry {
    std::uint64_t key, data;  // accessed through load_shared and store_shared only
  };
  struct alignas(64) Bucket {  // one cache line
    Entry entries[4];
  };

  Bucket& bucket(Hash hash) const {
    const std::uint64_t mask = mask_.load(std::memory_order_relaxed);
    return buckets_[((hash.place & first_mask_) | (hash.check & ~first_mask_)) & mask];
  }
  void grow();

  const std::uint64_t first_mask_, last_mask_;  // of the buckets it began with, and of the most it may have
  std::atomic<std::uint64_t> mask_{first_mask_};
  std::atomic<std::uint64_t> free_{first_mask_ + 1};  // how many entries may be added before the table grows
  Zeros memory_;
  Bucket* buckets_;
};

}  // namespace fewest
