#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "columns.h"
#include "dominance.h"
#include "game.h"
#include "portable.h"
#include "scratch.h"

namespace fewest {

// Caches columns of the guesses that hard mode allows after some hints, for all secrets that fit the hints.
//
// The parts of thousands of first guesses show the same few combinations of hints, such as an E somewhere. The columns
// for such a combination are copied and sorted once. All threads share the cache; its columns are immutable.
template <class Cell>
class HintColumns {
public:
  explicit HintColumns(const Game<Cell>& game) : game_(game) {}

  // The columns of the guesses that are allowed after a guess showed some hints; nullptr if these hints have been too
  // rare so far. Guesses that do not divide the fitting secrets are left out, but the hash covers all allowed guesses.
  // `room` is scratch memory of the calling thread.
  const Columns<Cell>* find(std::int32_t guess, std::uint32_t shown, ColumnStorage<Cell>& room,
                            Dominance<Cell>& dominance, Scratch& scratch);

private:
  struct Built {
    ColumnStorage<Cell> storage;
    Columns<Cell> columns;
    std::size_t secrets = 0;
  };
  struct Entry {
    int asked = 0;
    std::unique_ptr<Built> built;
  };

  std::unique_ptr<Built> build(std::int32_t guess, std::uint32_t shown, Hash allowed, ColumnStorage<Cell>& room,
                               Dominance<Cell>& dominance, Scratch& scratch) const;

  const Game<Cell>& game_;
  Mutex mutex_;
  std::unordered_map<std::uint64_t, Entry> entries_;  // by the hash of the allowed guesses
  std::size_t cells_ = 0;                             // of all columns
};

}  // namespace fewest
