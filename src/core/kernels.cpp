#include "kernels.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "portable.h"

namespace fewest {

namespace baseline {
extern const Kernels table;
}
#ifdef FEWEST_X86
namespace avx2 {
extern const Kernels table;
}
namespace avx512 {
extern const Kernels table;
}
namespace vbmi2 {
extern const Kernels table;
}
#endif

namespace {

// In ascending order of speed.
std::vector<const Kernels*> runnable() {
  std::vector<const Kernels*> found{&baseline::table};
#ifdef FEWEST_X86
  const Vectors has = vectors();
  if (has.avx2) found.push_back(&avx2::table);
  if (has.avx512) found.push_back(&avx512::table);
  if (has.vbmi2) found.push_back(&vbmi2::table);
#endif
  return found;
}

// The environment variable FEWEST_ISA (baseline, avx2, avx512 or vbmi2) selects a set, for tests and measurements.
const Kernels& choose() {
  const auto found = runnable();
  const char* wanted = environment_variable("FEWEST_ISA");
  if (wanted == nullptr || *wanted == '\0') return *found.back();
  for (const Kernels* kernels : found) {
    if (std::string(kernels->name) == wanted) return *kernels;
  }
  throw std::invalid_argument(std::string("FEWEST_ISA=") + wanted + " is not an instruction set of this machine");
}

}  // namespace

const Kernels& kernels() {
  static const Kernels& chosen = choose();
  return chosen;
}

template <>
const CellKernels<std::uint8_t>& cell_kernels() {
  return kernels().cells8;
}
template <>
const CellKernels<std::uint16_t>& cell_kernels() {
  return kernels().cells16;
}

}  // namespace fewest
