#pragma once

#include <stdexcept>
#include <string>

// FEWEST_ASSERT states an invariant that is cheap to check, so it always is. FEWEST_CHECK states one that is expensive:
// it is checked in builds with -DFEWEST_CHECKED=ON, such as those of tests/sanitize.py. A violation is an error of this
// program, never of its caller.
namespace fewest {

[[noreturn]] inline void violated(const char* invariant, const char* function, int line) {
  throw std::logic_error(std::string(function) + ", line " + std::to_string(line) + ": not " + invariant);
}

}  // namespace fewest

#define FEWEST_ASSERT(invariant) \
  ((invariant) ? static_cast<void>(0) : ::fewest::violated(#invariant, __func__, __LINE__))

#ifdef FEWEST_CHECKED
#define FEWEST_CHECK(invariant) FEWEST_ASSERT(invariant)
#else
#define FEWEST_CHECK(invariant) static_cast<void>(0)
#endif
