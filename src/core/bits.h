#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fewest {

// Calls visit(bit) for each bit that is set, in order.
template <class Visit>
void for_each_bit(const std::vector<std::uint64_t>& mask, Visit visit) {
  for (std::size_t i = 0; i < mask.size(); ++i) {
    for (std::uint64_t word = mask[i]; word != 0; word &= word - 1) {
      visit(static_cast<std::uint32_t>(i * 64 + std::countr_zero(word)));
    }
  }
}

}  // namespace fewest
