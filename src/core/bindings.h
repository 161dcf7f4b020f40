#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <functional>

namespace fewest {

// An array that the caller owns; it is neither converted nor copied.
template <class T, int Dimensions>
using Array = nanobind::ndarray<T, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;

// A function that lets Ctrl-C end a call without the interpreter lock. Empty except on the main thread, because Python
// handles signals only there.
std::function<void()> interrupt_check();

void bind_search(nanobind::module_& module);

}  // namespace fewest
