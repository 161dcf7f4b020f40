#include "hint_columns.h"

#include <utility>
#include <vector>

namespace fewest {
namespace {

// The limit for the cells of all columns; beyond it no more are built. The game original uses a sixth of it.
constexpr std::size_t kMaxCells = std::size_t{1} << 29;

}  // namespace

template <class Cell>
const Columns<Cell>* HintColumns<Cell>::find(std::int32_t guess, std::uint32_t shown, ColumnStorage<Cell>& room,
                                             Dominance<Cell>& dominance, Scratch& scratch) {
  const Hash allowed = scratch.follow_ups.hash(*game_.hard_mode, guess, shown, game_.guess_hashes);
  {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[allowed.check];
    if (entry.built != nullptr) return &entry.built->columns;
    // Try again from time to time, in case the thread that was building them was stopped.
    if (++entry.asked % game_.sizes.often != 0 || cells_ > kMaxCells) return nullptr;
  }
  std::unique_ptr<Built> built = build(guess, shown, allowed, room, dominance, scratch);
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[allowed.check];
  if (entry.built == nullptr) {  // unless another thread was faster
    cells_ += built->columns.stride * built->secrets;
    entry.built = std::move(built);
  }
  return &entry.built->columns;
}

template <class Cell>
std::unique_ptr<typename HintColumns<Cell>::Built> HintColumns<Cell>::build(std::int32_t guess, std::uint32_t shown,
                                                                            Hash allowed, ColumnStorage<Cell>& room,
                                                                            Dominance<Cell>& dominance,
                                                                            Scratch& scratch) const {
  // The secrets that fit the hints are those that are allowed as guesses.
  const Columns<Cell>& all = game_.columns;
  std::vector<std::uint32_t> fitting;
  game_.hard_mode->filter(guess, shown, all.guess, all.stride, fitting);
  std::vector<std::int32_t> secrets;
  for (const std::uint32_t column : fitting) {
    const std::int32_t secret = game_.secret_of_guess[all.guess[column]];
    if (secret >= 0) secrets.push_back(secret);
  }
  const SecretSet set = game_.heaviest_first(secrets);
  auto built = std::make_unique<Built>();
  const Columns<Cell> filtered = room.filter(game_, set, all, guess, shown, kImpossible, scratch);
  built->columns = built->storage.compact(game_, set, filtered, dominance, scratch);
  built->columns.hash = allowed;
  built->secrets = secrets.size();
  return built;
}

template class HintColumns<std::uint8_t>;
template class HintColumns<std::uint16_t>;

}  // namespace fewest
