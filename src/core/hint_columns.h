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

// Columns of the guesses that hard mode allows after some hints, for all secrets that fit them.
//
// The parts of thousands of first guesses show the same few combinations of hints, such as an E somewhere. What is
// allowed then is copied and sorted once, for all of them. All threads share it; columns stay as they are once built.
template <class Cell>
class HintColumns {
public:
  explicit HintColumns(const Game<Cell>& game) : game_(game) {}

  // What is allowed of all guesses after one has shown some hints; nullptr if these came up too seldom so far. Guesses
  // that do not divide the secrets that fit are left out, but the hash is that of all allowed. The calling thread lends
  // its memory; `room` holds nothing of use afterwards.
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
  std::unordered_map<std::uint64_t, Entry> entries_;  // by the hash of the guesses allowed
  std::size_t cells_ = 0;                             // in all of them
};

}  // namespace fewest
