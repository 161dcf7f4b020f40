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

// Bounds of the least cost of a set.
struct CostBound {
  Cost lower = 0;      // no strategy costs less
  bool exact = false;  // whether some strategy reaches `lower`
  int depth = 0;       // if exact: the most guesses of that strategy
  int effort = 0;      // the work behind the entry; see effort_of

  bool reached(Level level) const { return (effort & 3) >= static_cast<int>(level); }
};

// Whether two bounds of one set are consistent: no lower bound exceeds an exact cost. For FEWEST_CHECK.
inline bool agree(const CostBound& a, const CostBound& b) {
  return (!a.exact || b.lower <= a.lower) && (!b.exact || a.lower <= b.lower);
}

// Orders entries by the work behind them: by the size of the set, then by the level.
inline int effort_of(int size, Level level) { return std::min(size, 63) << 2 | static_cast<int>(level); }

// The transposition table: maps sets to their bounds, in bounded memory.
//
// The threading contract. All threads share one table without a lock. An entry is two words, `check ^ data` and `data`,
// each written atomically, one after the other. A reader that sees halves of two entries computes a check that matches
// no set, and treats the entry as empty. So a lookup returns nothing or a value that some thread stored for this set,
// and no thread waits.
//
// The table starts small, because the system takes long to provide memory, and doubles as it fills, up to its limit.
// `place` gives the index of an entry in the initial table, bits of `check` give the rest. So the entry itself contains
// what growth needs to move it. A reader during growth may miss an entry, nothing worse. Different sets are
// distinguished by the 64 bits of `check` and the used bits of `place`.
class TranspositionTable {
public:
  // Uses at most this many bytes, but at least one bucket.
  explicit TranspositionTable(std::size_t bytes);

  // Returns the bounds of a set, or a default CostBound.
  CostBound find(Hash hash) const;

  // Prefetches the entry that find() will read.
  void prefetch(Hash hash) const { __builtin_prefetch(&bucket(hash)); }

  // Stores an entry. In a full bucket it replaces the entry of least effort.
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

  const std::uint64_t first_mask_, last_mask_;  // of the initial and of the largest number of buckets
  std::atomic<std::uint64_t> mask_{first_mask_};
  std::atomic<std::uint64_t> free_{first_mask_ + 1};  // entries that may be added before the table grows
  Zeros memory_;
  Bucket* buckets_;
};

}  // namespace fewest
