#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <functional>

namespace fewest {

// An array of the caller's; nothing is converted or copied.
template <class T, int Dimensions>
using Array = nanobind::ndarray<T, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;

// What lets Ctrl-C end a call that runs without the interpreter lock: Python handles it on the main thread only.
std::function<void()> interrupt_check();

void bind_search(nanobind::module_& module);

}  // namespace fewest
