#include "transposition.h"

#include <bit>
#include <new>

#include "invariants.h"
#include "portable.h"

namespace fewest {
namespace {

constexpr int kCostBits = 46, kDepthBits = 9, kEffortBits = 8;
static_assert(kCostBits + 1 + kDepthBits + kEffortBits <= 64);
constexpr int kMaxDepth = (1 << kDepthBits) - 1;

// Never 0, which marks an empty entry: every lower bound is above 0.
std::uint64_t pack(Known known) {
  FEWEST_ASSERT(known.lower > 0 && known.lower >> kCostBits == 0);
  FEWEST_ASSERT(known.effort >> kEffortBits == 0);
  std::uint64_t data = static_cast<std::uint64_t>(known.lower);
  data = data << 1 | static_cast<std::uint64_t>(known.exact);
  data = data << kDepthBits | static_cast<std::uint64_t>(known.depth);
  return data << kEffortBits | static_cast<std::uint64_t>(known.effort);
}

Known unpack(std::uint64_t data) {
  Known known;
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
    : mask_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Bucket))) - 1),
      memory_(std::calloc(mask_ + 2, sizeof(Bucket))) {
  if (memory_ == nullptr) throw std::bad_alloc();
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
  buckets_ = reinterpret_cast<Bucket*>((address + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket));
  advise_huge_pages(buckets_, (mask_ + 1) * sizeof(Bucket));
}

TranspositionTable::TranspositionTable(void* memory, std::size_t bytes)
    : mask_(std::bit_floor(bytes / sizeof(Bucket)) - 1), buckets_(static_cast<Bucket*>(memory)) {}

Known TranspositionTable::find(Hash hash) const {
  for (Entry& entry : bucket(hash).entries) {
    const std::uint64_t data = load_shared(entry.data);
    if (data != 0 && (load_shared(entry.key) ^ data) == hash.check) return unpack(data);
  }
  return {};
}

void TranspositionTable::store(Hash hash, Known known) {
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
  const std::uint64_t data = pack(known);
  store_shared(victim->key, hash.check ^ data);
  store_shared(victim->data, data);
}

}  // namespace fewest
