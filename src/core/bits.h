#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fewest {

// Calls visit(bit) for each set bit, in ascending order.
template <class Visit>
void for_each_bit(const std::vector<std::uint64_t>& mask, Visit visit) {
  for (std::size_t i = 0; i < mask.size(); ++i) {
    for (std::uint64_t word = mask[i]; word != 0; word &= word - 1) {
      visit(static_cast<std::uint32_t>(i * 64 + std::countr_zero(word)));
    }
  }
}

// Transposes a bit matrix: bit i of word k becomes bit k of word i.
inline void transpose_bits(std::array<std::uint64_t, 64>& words) {
  std::uint64_t low = 0x00000000ffffffff;  // mask of the low half of each pair to swap
  for (int size = 32; size > 0; size /= 2, low ^= low << size) {
    for (int k = 0; k < 64; k = ((k | size) + 1) & ~size) {
      const std::uint64_t moved = (words[k] >> size ^ words[k | size]) & low;
      words[k] ^= moved << size;
      words[k | size] ^= moved;
    }
  }
}

}  // namespace fewest
