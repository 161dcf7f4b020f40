#include "missed.h"

#include <algorithm>

namespace fewest {
namespace {

// Limits on the nogoods of a set, and on the branches of a search for the lightest secrets that meet them. Higher
// limits raise the bound too little: with 256 and 20,000, `original within:4` takes four times as long, and Mastermind
// thirty times.
constexpr std::size_t kMostNogoods = 16;
constexpr int kMostBranches = 200;

}  // namespace

template <class Cell>
Cost LeastMissed<Cell>::find(const SecretSet& set, int ply, const Columns<Cell>& columns, int left, Cost limit,
                             std::int64_t budget) {
  nogoods_.clear();
  best_.clear();
  Cost lower = 0;
  while (lower < limit) {
    const SecretSet rest = others(set);
    if (rest.size <= left) break;
    const std::vector<std::int32_t>* const found = feasibility_.find_nogood(rest, ply, columns, left, budget);
    if (found == nullptr) break;
    std::vector<std::int32_t>& nogood = nogoods_.emplace_back(*found);
    std::sort(nogood.begin(), nogood.end(), [&](auto a, auto b) {
      return game_.weights[a] != game_.weights[b] ? game_.weights[a] < game_.weights[b] : a < b;
    });
    if (!meet_nogoods(limit)) break;
    lower = best_weight_;
    // With equal weights every further nogood costs more time than it saves.
    if (nogoods_.size() >= (game_.weighted ? kMostNogoods : 1)) break;
  }
  return lower;
}

// Finds the lightest set of secrets that meets all nogoods, if it weighs less than the limit. Returns false if this
// takes too many branches.
template <class Cell>
bool LeastMissed<Cell>::meet_nogoods(Cost limit) {
  best_weight_ = limit;
  branches_ = 0;
  branch(0);
  return branches_ <= kMostBranches;
}

// Tries to miss each secret of a nogood that is not met yet. A secret that was tried is kept in the later branches, so
// that no set is tried twice.
template <class Cell>
void LeastMissed<Cell>::branch(Cost weight) {
  if (++branches_ > kMostBranches) return;
  const std::vector<std::int32_t>* open = nullptr;
  int least = 0;
  for (const auto& nogood : nogoods_) {
    int free = 0;
    bool met = false;
    for (const std::int32_t secret : nogood) {
      met |= state_[secret] == kMissed;
      free += state_[secret] == kFree;
    }
    if (met || (open != nullptr && free >= least)) continue;
    open = &nogood;
    least = free;
  }
  if (open == nullptr) {
    best_weight_ = weight;
    best_ = missed_;
    return;
  }
  if (weight + packing(best_weight_ - weight) >= best_weight_) return;
  std::vector<std::int32_t> tried;
  for (const std::int32_t secret : *open) {
    if (weight + game_.weights[secret] >= best_weight_) break;
    if (state_[secret] == kFree) tried.push_back(secret);
  }
  std::vector<std::pair<Cost, int>> order;  // the lightest first, then those in the most nogoods
  for (const std::int32_t secret : tried) {
    const auto uses = std::count_if(nogoods_.begin(), nogoods_.end(), [&](const auto& nogood) {
      return std::find(nogood.begin(), nogood.end(), secret) != nogood.end();
    });
    order.push_back({game_.weights[secret], -static_cast<int>(uses)});
  }
  std::vector<std::size_t> places(tried.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return order[a] < order[b]; });
  for (const std::size_t place : places) {
    const std::int32_t secret = tried[place];
    if (weight + game_.weights[secret] >= best_weight_) break;
    state_[secret] = kMissed;
    missed_.push_back(secret);
    branch(weight + game_.weights[secret]);
    missed_.pop_back();
    state_[secret] = kKept;
  }
  for (const std::int32_t secret : tried) state_[secret] = kFree;
}

// A lower bound of the weight of a set that meets the open nogoods: the lightest secret of each of some disjoint
// nogoods, added up.
template <class Cell>
Cost LeastMissed<Cell>::packing(Cost enough) {
  Cost sum = 0;
  std::vector<std::int32_t> used;
  for (const auto& nogood : nogoods_) {
    if (sum >= enough) break;
    const bool apart = std::none_of(nogood.begin(), nogood.end(), [&](auto secret) {
      return state_[secret] == kMissed || (state_[secret] == kFree && uses_[secret] != 0);
    });
    if (!apart) continue;
    const auto free = std::find_if(nogood.begin(), nogood.end(), [&](auto secret) { return state_[secret] == kFree; });
    if (free == nogood.end()) {
      sum = enough;
      break;
    }
    sum += game_.weights[*free];
    for (const std::int32_t secret : nogood) {
      uses_[secret] = 1;
      used.push_back(secret);
    }
  }
  for (const std::int32_t secret : used) uses_[secret] = 0;
  return sum;
}

// The secrets of a set, without the lightest set that meets all nogoods.
template <class Cell>
SecretSet LeastMissed<Cell>::others(const SecretSet& set) {
  if (best_.empty()) return set;
  SecretSet rest{nullptr, 0, 0, 0, {}};
  others_.clear();
  for (const std::int32_t secret : set) {
    if (std::find(best_.begin(), best_.end(), secret) != best_.end()) continue;
    others_.push_back(secret);
    rest.weight += game_.weights[secret];
    rest.hash ^= game_.hashes[secret];
  }
  rest.secrets = others_.data();
  rest.size = static_cast<int>(others_.size());
  rest.heaviest = others_.empty() ? 0 : game_.weights[others_[0]];
  return rest;
}

template class LeastMissed<std::uint8_t>;
template class LeastMissed<std::uint16_t>;

}  // namespace fewest
