#include "transposition.h"

#include <bit>
#include <iterator>

#include "invariants.h"

namespace fewest {
namespace {

// The bits of an entry's data, from the lowest:
//
//    bits    | holds  | meaning
//    0 - 1   | effort | the level that the set was examined to
//    2 - 7   | effort | the size of the set, at most 63
//    8 - 16  | depth  | if exact: how many guesses the strategy takes at most
//    17      | exact  | whether some strategy reaches the lower bound
//    18 - 63 | lower  | the lower bound of the cost, never 0
constexpr int kCostBits = 46, kDepthBits = 9, kEffortBits = 8;
static_assert(kCostBits + 1 + kDepthBits + kEffortBits == 64);
constexpr int kMaxDepth = (1 << kDepthBits) - 1;

constexpr std::size_t kBucketBytes = 64;
constexpr int kGrowthBits = 8;  // how often a table may double

// The index of the last bucket that fits into some bytes: a power of two minus one.
std::uint64_t last_bucket(std::size_t bytes) {
  return std::bit_floor(std::max<std::size_t>(1, bytes / kBucketBytes)) - 1;
}

// Never returns 0, which marks an empty entry.
std::uint64_t pack(CostBound known) {
  FEWEST_ASSERT(known.lower > 0 && known.lower >> kCostBits == 0);
  FEWEST_ASSERT(known.effort >> kEffortBits == 0);
  std::uint64_t data = static_cast<std::uint64_t>(known.lower);
  data = data << 1 | static_cast<std::uint64_t>(known.exact);
  data = data << kDepthBits | static_cast<std::uint64_t>(known.depth);
  return data << kEffortBits | static_cast<std::uint64_t>(known.effort);
}

CostBound unpack(std::uint64_t data) {
  CostBound known;
  known.effort = static_cast<int>(data & ((1U << kEffortBits) - 1));
  data >>= kEffortBits;
  known.depth = static_cast<int>(data & ((1U << kDepthBits) - 1));
  data >>= kDepthBits;
  known.exact = (data & 1) != 0;
  known.lower = static_cast<Cost>(data >> 1);
  return known;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : first_mask_(last_bucket(bytes >> kGrowthBits)),
      last_mask_(last_bucket(bytes)),
      memory_(allocate_zeros((last_mask_ + 2) * kBucketBytes)) {
  static_assert(sizeof(Bucket) == kBucketBytes);
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
  buckets_ = reinterpret_cast<Bucket*>((address + kBucketBytes - 1) / kBucketBytes * kBucketBytes);
  advise_huge_pages(buckets_, (last_mask_ + 1) * kBucketBytes);
}

CostBound TranspositionTable::find(Hash hash) const {
  for (Entry& entry : bucket(hash).entries) {
    const std::uint64_t data = load_shared(entry.data);
    if (data != 0 && (load_shared(entry.key) ^ data) == hash.check) return unpack(data);
  }
  return {};
}

void TranspositionTable::store(Hash hash, CostBound known) {
  if (known.depth > kMaxDepth) return;
  Entry* victim = nullptr;
  int least = 1 << kEffortBits;
  for (Entry& entry : bucket(hash).entries) {
    const std::uint64_t data = load_shared(entry.data);
    if (data == 0 || (load_shared(entry.key) ^ data) == hash.check) {
      victim = &entry;
      break;
    }
    const int effort = unpack(data).effort;
    if (effort < least) {
      least = effort;
      victim = &entry;
    }
  }
  const bool added = load_shared(victim->data) == 0;
  const std::uint64_t data = pack(known);
  store_shared(victim->key, hash.check ^ data);
  store_shared(victim->data, data);
  if (added && free_.fetch_sub(1, std::memory_order_relaxed) == 1) grow();
}

// Doubles the table if it may grow. Only one thread does so: the one that took the last free entry.
void TranspositionTable::grow() {
  const std::uint64_t added = mask_.load(std::memory_order_relaxed) + 1;
  if (added > last_mask_) return;
  mask_.store(2 * added - 1, std::memory_order_relaxed);
  for (std::uint64_t i = 0; i < added; ++i) {
    for (std::size_t k = 0; k < std::size(buckets_[i].entries); ++k) {
      Entry &from = buckets_[i].entries[k], &to = buckets_[i + added].entries[k];
      const std::uint64_t key = load_shared(from.key), data = load_shared(from.data);
      if (data == 0 || ((key ^ data) & added) == 0 || load_shared(to.data) != 0) continue;
      store_shared(to.key, key);
      store_shared(to.data, data);
      store_shared(from.data, 0);
    }
  }
  free_.store(added, std::memory_order_relaxed);
}

}  // namespace fewest
