#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <functional>
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

// What lets Ctrl-C end a call that runs without the interpreter lock: Python handles it on the main thread only.
std::function<void()> interrupt_check();

void bind_search(nanobind::module_& module);

}  // namespace fewest
