#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace fewest {

// An array of the caller's; nothing is converted or copied.
template <class T, int Dimensions>
using Array = nanobind::ndarray<T, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;

// Throws what Python sees as a ValueError.
inline void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

// Whether all numbers of an array are indices below a limit; no negative number is.
template <class Numbers>
bool all_below(const Numbers& numbers, std::size_t limit) {
  return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                     [&](auto number) { return static_cast<std::size_t>(number) < limit; });
}

void bind_search(nanobind::module_& module);

}  // namespace fewest
