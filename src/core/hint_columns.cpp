#include "hint_columns.h"

#include <vector>

#include "bits.h"

namespace fewest {
namespace {

// No more columns are made once all have so many cells. Those of original have a sixth of that.
constexpr std::size_t kMaxCells = std::size_t{1} << 29;

}  // namespace

template <class Cell>
const Columns<Cell>* HintColumns<Cell>::find(std::int32_t guess, std::uint32_t shown, ColumnStorage<Cell>& room,
                                             Dominance<Cell>& dominance, Scratch& scratch) {
  const Columns<Cell>& all = game_.columns;
  const Hash allowed =
      scratch.follow_ups.hash(*game_.hard_mode, guess, shown, all.guess, all.stride, game_.guess_hashes);
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[allowed.check];
  if (entry.made == nullptr) {
    if (++entry.asked < game_.sizes.often || cells_ > kMaxCells) return nullptr;
    entry.made = make(guess, shown, allowed, room, dominance, scratch);
    cells_ += entry.made->columns.stride * entry.made->secrets;
  }
  return &entry.made->columns;
}

template <class Cell>
std::unique_ptr<typename HintColumns<Cell>::Made> HintColumns<Cell>::make(std::int32_t guess, std::uint32_t shown,
                                                                          Hash allowed, ColumnStorage<Cell>& room,
                                                                          Dominance<Cell>& dominance,
                                                                          Scratch& scratch) const {
  // The secrets that fit the hints are those that are allowed guesses themselves.
  const Columns<Cell>& all = game_.columns;
  std::vector<std::int32_t> secrets;
  for_each_bit(scratch.follow_ups.allowed(*game_.hard_mode, guess, shown, all.guess, all.stride),
               [&](std::uint32_t column) {
                 const std::int32_t secret = game_.secret_of_guess[all.guess[column]];
                 if (secret >= 0) secrets.push_back(secret);
               });
  const SecretSet set = game_.heaviest_first(secrets);
  auto made = std::make_unique<Made>();
  const Columns<Cell> filtered = room.filter(game_, set, all, guess, shown, kImpossible, scratch);
  made->columns = made->storage.compact(game_, set, filtered, dominance, scratch);
  made->columns.hash = allowed;
  made->secrets = secrets.size();
  return made;
}

template class HintColumns<std::uint8_t>;
template class HintColumns<std::uint16_t>;

}  // namespace fewest
