// Everything that differs between systems, processors and compilers, except for the kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#ifdef __wasm__
#define FEWEST_ONE_THREAD 1  // WebAssembly has no threads on most pages
#else
#include <mutex>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef FEWEST_X86
#include <cpuid.h>
#endif

#if !defined(__GNUC__) && !defined(__clang__)
#error "The core is written in vectors of GCC and Clang; on Windows build it with clang-cl: see CMakeLists.txt."
#endif

namespace fewest {

#ifdef FEWEST_ONE_THREAD
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

// Two numbers that are added in one operation.
using Pair = double __attribute__((vector_size(16)));

// Relaxed atomic access to a word that threads share. Replaces std::atomic_ref, which some libraries of Clang lack.
inline std::uint64_t load_shared(const std::uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
inline void store_shared(std::uint64_t& word, std::uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

// Returns nullptr if the variable is not set.
inline const char* environment_variable([[maybe_unused]] const char* name) {
#ifdef __wasm__
  return nullptr;
#else
  return std::getenv(name);
#endif
}

// Zeroed memory, freed with the result. Systems provide its pages when they are first touched; WebAssembly takes it
// from the general allocator at once.
struct FreeZeros {
#ifdef __wasm__
  void operator()(void* memory) const { ::operator delete(memory); }
#else
  void operator()(void* memory) const { std::free(memory); }
#endif
};
using Zeros = std::unique_ptr<void, FreeZeros>;
// A number of bytes that is a multiple of 8.
inline Zeros allocate_zeros(std::size_t bytes) {
#ifdef __wasm__
  // Clears only what is not zero yet: new memory is zero, and the browser does not provide it before it is written.
  constexpr std::size_t kBlock = 512;
  auto* const memory = static_cast<std::uint64_t*>(::operator new(bytes));
  std::uint64_t* const end = memory + bytes / sizeof(*memory);
  for (std::uint64_t* block = memory; block != end; block += std::min<std::size_t>(kBlock, end - block)) {
    std::uint64_t* const block_end = block + std::min<std::size_t>(kBlock, end - block);
    if (std::any_of(block, block_end, [](std::uint64_t word) { return word != 0; })) std::fill(block, block_end, 0);
  }
  return Zeros(memory);
#else
  void* const memory = std::calloc(bytes, 1);
  if (memory == nullptr) throw std::bad_alloc();
  return Zeros(memory);
#endif
}

// Asks for huge pages for memory with random access, to avoid page faults and address translations.
// Best effort: does nothing on other systems.
inline void advise_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::uintptr_t kHugePage = 1 << 21;
  if (bytes < 2 * kHugePage) return;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (address + kHugePage - 1) / kHugePage * kHugePage;
  madvise(reinterpret_cast<void*>(first), address + bytes - first, MADV_HUGEPAGE);
#endif
}

// The vector instructions that both the processor and the operating system support.
struct Vectors {
  bool avx2 = false;    // with BMI2
  bool avx512 = false;  // F, BW and VL, with BMI2
  bool vbmi2 = false;   // avx512 with VBMI, VBMI2, BITALG and VPOPCNTDQ
};

#ifdef FEWEST_X86
// Asks the processor directly, because the compilers' functions need a library that clang-cl does not link.
inline Vectors vectors() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kSaves = 1U << 27, kAvx = 1U << 28;  // of leaf 1, in c
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSaves) == 0 || (c & kAvx) == 0) return {};
  unsigned kept = 0, more = 0;  // the registers that the system saves
  asm volatile("xgetbv" : "=a"(kept), "=d"(more) : "c"(0));
  constexpr unsigned kHalves = 0x6, kWhole = 0xe6;
  if ((kept & kHalves) != kHalves || __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return {};
  constexpr unsigned kAvx2 = 1U << 5, kBmi2 = 1U << 8;  // of leaf 7, in b
  constexpr unsigned kAvx512 = 1U << 16 | 1U << 30 | 1U << 31;
  Vectors found;
  found.avx2 = (b & kAvx2) != 0 && (b & kBmi2) != 0;
  constexpr unsigned kVbmi2 = 1U << 1 | 1U << 6 | 1U << 12 | 1U << 14;  // in c
  found.avx512 = found.avx2 && (kept & kWhole) == kWhole && (b & kAvx512) == kAvx512;
  found.vbmi2 = found.avx512 && (c & kVbmi2) == kVbmi2;
  return found;
}
#endif

}  // namespace fewest
