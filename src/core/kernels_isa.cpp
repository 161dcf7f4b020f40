// Compiled several times with different flags and a different FEWEST_ISA; see CMakeLists.txt. Must not use the standard
// library: the linker might keep a copy of a function that older CPUs cannot run.
#include "kernels.h"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define FEWEST_NEON 1  // every arm64 processor has it
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define FEWEST_STRING2(x) #x
#define FEWEST_STRING(x) FEWEST_STRING2(x)

namespace fewest::FEWEST_ISA {
namespace {

void pegs(int length, const std::uint8_t* const* symbols, const std::uint8_t* const* counts, const std::uint8_t* secret,
          const std::uint8_t* often, std::uint8_t* out) {
  std::uint8_t right[kLanes] = {}, reply[kLanes] = {};
  for (int i = 0; i < length; ++i) {
    // One more right symbol skips the numbers of length + 1 - right replies. Add all but one of them here: the loop
    // below adds one for every symbol that guess and secret share.
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint8_t equal = symbols[i][lane] == secret[i] ? 0xff : 0;
      reply[lane] += equal & static_cast<std::uint8_t>(length - right[lane]);
      right[lane] -= equal;
    }
    if (often[i] == 0) continue;
    for (int lane = 0; lane < kLanes; ++lane) reply[lane] += counts[i][lane] < often[i] ? counts[i][lane] : often[i];
  }
  for (int lane = 0; lane < kLanes; ++lane) out[lane] = reply[lane] - (right[lane] == length);
}

void tally(int n, const std::uint8_t* rows, std::uint8_t win, Tally* out) {
  std::uint8_t* same = out->same;
  std::uint8_t parts[kLanes] = {}, hit[kLanes] = {}, largest[kLanes] = {};
  std::uint16_t sum_of_squares[kLanes] = {};
  for (int i = 0; i < n; ++i) {
    const std::uint8_t* row = rows + i * kLanes;
    std::uint8_t count[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) count[lane] = 1;
    for (int j = 0; j < i; ++j) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint8_t equal = rows[j * kLanes + lane] == row[lane];
        count[lane] += equal;
        same[j * kLanes + lane] += equal;
      }
    }
    for (int lane = 0; lane < kLanes; ++lane) {
      same[i * kLanes + lane] = count[lane];
      parts[lane] += count[lane] == 1;
      hit[lane] |= row[lane] == win;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint8_t count = same[i * kLanes + lane];
      sum_of_squares[lane] += count;
      largest[lane] = largest[lane] < count ? count : largest[lane];
    }
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    out->sum_of_squares[lane] = sum_of_squares[lane];
    out->largest[lane] = largest[lane];
    out->parts[lane] = parts[lane];
    out->hit[lane] = hit[lane];
  }
}

// The size of a vector register.
#if defined(__AVX512BW__)
constexpr int kBytes = 64;
#elif defined(__AVX2__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif

template <class Cell>
struct Signed;
template <>
struct Signed<std::uint8_t> {
  using Type = std::int8_t;
};
template <>
struct Signed<std::uint16_t> {
  using Type = std::int16_t;
};
template <>
struct Signed<std::uint64_t> {
  using Type = std::int64_t;
};

template <class Cell>
struct Register {
  typedef Cell Type __attribute__((vector_size(kBytes)));
  // The result of a comparison, -1 or 0. Clang would use char, which is unsigned on some processors.
  typedef typename Signed<Cell>::Type Mask __attribute__((vector_size(kBytes)));
  static constexpr int kCells = kBytes / sizeof(Cell);
};
template <class Cell>
using Vector = typename Register<Cell>::Type;

// Whether any cell of a comparison's result is set.
template <class Mask>
bool any(Mask mask) {
#if defined(__AVX512BW__)
  return _mm512_test_epi8_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX2__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(mask), reinterpret_cast<__m256i>(mask)) == 0;
#elif defined(__SSE2__)
  return _mm_movemask_epi8(reinterpret_cast<__m128i>(mask)) != 0;
#elif defined(FEWEST_NEON)
  return vmaxvq_u32(reinterpret_cast<uint32x4_t>(mask)) != 0;
#elif defined(__wasm_simd128__)
  return wasm_v128_any_true(reinterpret_cast<v128_t>(mask));
#else
  typedef std::uint64_t Quads __attribute__((vector_size(kBytes)));
  const Quads words = reinterpret_cast<Quads>(mask);
  return (words[0] | words[1]) != 0;
#endif
}

// Returns a bit for each nonzero cell.
template <class Cell>
std::uint64_t bits(Vector<Cell> cells) {
#if defined(__AVX512BW__)
  const __m512i all = reinterpret_cast<__m512i>(cells);
  return sizeof(Cell) == 1 ? _mm512_test_epi8_mask(all, all) : _mm512_test_epi16_mask(all, all);
#else
  std::uint64_t found = 0;
#if defined(__SSE2__)
  if constexpr (sizeof(Cell) == 1) {
    const auto zero = cells == Vector<Cell>{};
#if defined(__AVX2__)
    return static_cast<std::uint32_t>(~_mm256_movemask_epi8(reinterpret_cast<__m256i>(zero)));
#else
    return static_cast<std::uint16_t>(~_mm_movemask_epi8(reinterpret_cast<__m128i>(zero)));
#endif
  }
#elif defined(FEWEST_NEON)
  // The bit of each cell, within its half of the register or within all of it.
  if constexpr (sizeof(Cell) == 1) {
    const uint8x16_t each = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t set = vandq_u8(vtstq_u8(cells, cells), each);
    return vaddv_u8(vget_low_u8(set)) | static_cast<std::uint64_t>(vaddv_u8(vget_high_u8(set))) << 8;
  } else {
    const uint16x8_t each = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(vtstq_u16(cells, cells), each));
  }
#elif defined(__wasm_simd128__)
  const v128_t some = reinterpret_cast<v128_t>(cells != Vector<Cell>{});
  return sizeof(Cell) == 1 ? wasm_i8x16_bitmask(some) : wasm_i16x8_bitmask(some);
#endif
  for (int cell = 0; cell < Register<Cell>::kCells; ++cell) found |= std::uint64_t{cells[cell] != 0} << cell;
  return found;
#endif
}

// Writes the numbers of a set in ascending order, and returns their count; `out` needs room for 32 more.
inline int list_numbers(const std::uint64_t* set, std::uint16_t* out) {
  int count = 0;
#if defined(__AVX512VBMI2__)
  for (int part = 0; part < kSketchBits / 32; ++part) {
    const auto bits = static_cast<__mmask32>(set[part / 2] >> part % 2 * 32);
    alignas(64) std::uint16_t numbers[32];
    for (int i = 0; i < 32; ++i) numbers[i] = static_cast<std::uint16_t>(32 * part + i);
    _mm512_storeu_si512(out + count, _mm512_maskz_compress_epi16(bits, _mm512_load_si512(numbers)));
    count += __builtin_popcount(bits);
  }
#else
  for (int word = 0; word < kSketchBits / 64; ++word) {
    for (std::uint64_t left = set[word]; left != 0; left &= left - 1) {
      out[count++] = static_cast<std::uint16_t>(64 * word + __builtin_ctzll(left));
    }
  }
#endif
  return count;
}

#ifndef __wasm__  // the engine in the browser does not use these

using Quads = Vector<std::uint64_t>;

// The number of bits of each cell.
inline Quads popcounts(Quads cells) {
#if defined(__AVX512VPOPCNTDQ__)
  return reinterpret_cast<Quads>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(cells)));
#else
  cells -= cells >> 1 & 0x5555555555555555;
  cells = (cells & 0x3333333333333333) + (cells >> 2 & 0x3333333333333333);
  cells = (cells + (cells >> 4)) & 0x0f0f0f0f0f0f0f0f;
  cells += cells >> 8;
  cells += cells >> 16;
  return (cells + (cells >> 32)) & 0x7f;
#endif
}

// Looks up a set for each code: that of its symbol.
inline Quads sets_of(const std::uint64_t* sets, const std::uint8_t* symbols) {
#if defined(__AVX512F__)
  static_assert(kMostPegSymbols == 16 && Register<std::uint64_t>::kCells == kCodesAtOnce);
  const __m512i which = _mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(symbols)));
  return reinterpret_cast<Quads>(
      _mm512_permutex2var_epi64(_mm512_loadu_si512(sets), which, _mm512_loadu_si512(sets + 8)));
#else
  Quads found;
  for (int cell = 0; cell < Register<std::uint64_t>::kCells; ++cell) found[cell] = sets[symbols[cell]];
  return found;
#endif
}

template <int kPlaces>
int peg_parts(const PegSets& sets, const std::uint8_t* const* codes, std::uint64_t* sizes) {
  constexpr int kCells = Register<std::uint64_t>::kCells;
  constexpr int kPlanes = kPlaces < 2 ? 1 : kPlaces < 4 ? 2 : kPlaces < 8 ? 3 : 4;
  int parts = 0;
  for (int lane = 0; lane < kCodesAtOnce; lane += kCells) {
    for (std::size_t word = 0; word < sets.words; ++word) {
      // Count the right symbols in binary: bit k of the count of each secret is in planes[k].
      Quads planes[kPlanes] = {};
      for (int i = 0; i < kPlaces; ++i) {
        Quads carry = sets_of(sets.at + (word * kPlaces + i) * kMostPegSymbols, codes[i] + lane);
        for (int k = 0; k < kPlanes; ++k) {
          const Quads next = planes[k] & carry;
          planes[k] ^= carry;
          carry = next;
        }
      }
      Quads right[kPlaces + 1];  // the secrets with each count
      for (int count = 0; count <= kPlaces; ++count) {
        right[count] = count & 1 ? planes[0] : ~planes[0];
        for (int k = 1; k < kPlanes; ++k) right[count] &= count >> k & 1 ? planes[k] : ~planes[k];
      }
      parts = 0;
      for (int k = 0; k < sets.levels; ++k) {
        const Quads level = Quads{} + sets.level[word * sets.levels + k];
        for (int count = 0; count <= sets.shared[k]; ++count) {
          Quads* const size = reinterpret_cast<Quads*>(sizes + parts++ * kCodesAtOnce + lane);
          const Quads more = popcounts(level & right[count]);
          *size = word == 0 ? more : *size + more;
        }
      }
    }
  }
  return parts;
}

#endif

std::size_t supersets(const std::uint64_t* blocks, std::size_t begin, std::size_t end, const std::uint64_t* numbers,
                      std::uint64_t* out) {
  using V = Vector<std::uint64_t>;
  constexpr int kWords = kSketchesAtOnce / 64, kCells = Register<std::uint64_t>::kCells, kVectors = kWords / kCells;
  constexpr int kAtOnce = 8;  // how many rows to combine before checking whether any set remains
  std::uint16_t list[kSketchBits + 32];
  int count = list_numbers(numbers, list);
  for (; count % kAtOnce != 0; ++count) list[count] = list[count - 1];
  for (; begin < end; ++begin) {
    const std::uint64_t* const block = blocks + begin * kSketchBits * kWords;
    V found[kVectors];
    for (V& part : found) part = ~V{};
    bool some = true;
    for (int next = 0; some && next < count; next += kAtOnce) {
      for (int k = 0; k < kAtOnce; ++k) {
        const std::uint64_t* const row = block + list[next + k] * kWords;
        for (int i = 0; i < kVectors; ++i) found[i] &= *reinterpret_cast<const V*>(row + i * kCells);
      }
      V left{};
      for (const V& part : found) left |= part;
      some = any(left != V{});
    }
    if (!some) continue;
    for (int i = 0; i < kVectors; ++i) *reinterpret_cast<V*>(out + i * kCells) = found[i];
    return begin;
  }
  return end;
}

template <class Cell>
std::uint64_t divides(int n, const Cell* const* rows, std::size_t column) {
  using V = Vector<Cell>;
  std::uint64_t found = 0;
  for (int part = 0; part < kLanes; part += Register<Cell>::kCells) {
    const V first = *reinterpret_cast<const V*>(rows[0] + column + part);
    V differs{};
    for (int i = 1; i < n; ++i) differs |= first ^ *reinterpret_cast<const V*>(rows[i] + column + part);
    found |= bits<Cell>(differs) << part;
  }
  return found;
}

template <class Cell>
void gather(int n, const Cell* const* rows, const std::uint32_t* places, std::size_t count, Cell* out,
            std::size_t stride) {
#if defined(__AVX512VBMI2__)
  constexpr int kCells = Register<Cell>::kCells, kAtOnce = 64;
  std::uint32_t from[kAtOnce], to[kAtOnce];  // ranges of registers with some of the positions
  std::uint64_t masks[kAtOnce];
  for (std::size_t next = 0; next < count;) {
    int found = 0;
    for (; found < kAtOnce && next < count; ++found) {
      from[found] = places[next] / kCells * kCells;
      to[found] = static_cast<std::uint32_t>(next);
      masks[found] = 0;
      for (; next < count && places[next] - from[found] < kCells; ++next) {
        masks[found] |= std::uint64_t{1} << (places[next] - from[found]);
      }
    }
    for (int i = 0; i < n; ++i) {
      const Cell* const after = rows[i + 1 < n ? i + 1 : i];
      for (int k = 0; k < found; ++k) {
        __builtin_prefetch(after + from[k]);
        const __m512i cells = _mm512_load_si512(rows[i] + from[k]);
        const std::uint64_t room =
            stride - to[k] < kCells ? (std::uint64_t{1} << (stride - to[k])) - 1 : ~std::uint64_t{0};
        if constexpr (sizeof(Cell) == 1) {
          _mm512_mask_storeu_epi8(out + i * stride + to[k], room, _mm512_maskz_compress_epi8(masks[k], cells));
        } else {
          _mm512_mask_storeu_epi16(out + i * stride + to[k], room, _mm512_maskz_compress_epi16(masks[k], cells));
        }
      }
    }
  }
#else
  for (int i = 0; i < n; ++i) {
    const Cell* const row = rows[i];
    for (std::size_t k = 0; k < count; ++k) out[i * stride + k] = row[places[k]];
  }
#endif
}

typedef std::uint8_t Bytes16 __attribute__((vector_size(16), aligned(1), may_alias));

// Transposes sixteen rows of sixteen bytes: four times, interleave each row with the one eight rows below.
inline void transpose16(const std::uint8_t* const* rows, std::size_t begin, std::uint8_t* out, std::size_t stride) {
  Bytes16 cells[16], mixed[16];
  for (int i = 0; i < 16; ++i) cells[i] = *reinterpret_cast<const Bytes16*>(rows[i] + begin);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 8; ++i) {
      mixed[2 * i] =
          __builtin_shufflevector(cells[i], cells[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      mixed[2 * i + 1] =
          __builtin_shufflevector(cells[i], cells[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    for (int i = 0; i < 16; ++i) cells[i] = mixed[i];
  }
  for (int i = 0; i < 16; ++i) *reinterpret_cast<Bytes16*>(out + i * stride) = cells[i];
}

template <class Cell>
void transpose(int n, const Cell* const* rows, std::size_t begin, std::size_t count, Cell* out, std::size_t stride) {
  if constexpr (sizeof(Cell) == 1) {
    if (n >= 16 && count >= 16) {
      // The last sixteen may overlap the ones before.
      for (int i = 0; i < n; i = i + 32 <= n || i + 16 == n ? i + 16 : n - 16) {
        for (std::size_t c = 0; c < count; c = c + 32 <= count || c + 16 == count ? c + 16 : count - 16) {
          transpose16(rows + i, begin + c, out + c * stride + i, stride);
        }
      }
      return;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < count; ++c) out[c * stride + i] = rows[i][begin + c];
  }
}

int count_common(std::size_t words, const std::uint64_t* a, const std::uint64_t* b) {
  int count = 0;
  for (std::size_t i = 0; i < words; ++i) count += __builtin_popcountll(a[i] & b[i]);
  return count;
}

// Calls repeated(i, mask) for each row after the first; the mask is all ones in lanes whose reply occurs in an earlier
// row. Returns false as soon as the call returns false. A reply occurs earlier if its smallest xor with the earlier
// replies is 0.
template <class Cell, class Repeated>
inline bool for_each_repeat(int n, const Cell* const* rows, std::size_t column, Repeated repeated) {
  using V = Vector<Cell>;
  for (int i = 1; i < n; ++i) {
    const V replies = *reinterpret_cast<const V*>(rows[i] + column);
    __builtin_prefetch(rows[i] + column + kLanes);  // for the next block
    V nearest = replies ^ *reinterpret_cast<const V*>(rows[0] + column);
    for (int j = 1; j < i; ++j) {
      const V other = replies ^ *reinterpret_cast<const V*>(rows[j] + column);
      nearest = nearest < other ? nearest : other;
    }
    if (!repeated(i, reinterpret_cast<typename Register<Cell>::Mask>(nearest == V{}))) return false;
  }
  return true;
}

template <class Cell>
bool repeats(int n, const Cell* const* rows, std::size_t column, Cell limit, Cell* out) {
  using V = Vector<Cell>;
  bool some = false;
  for (int part = 0; part < kLanes; part += Register<Cell>::kCells) {
    V count{};
    const V limits = V{} + limit;
    some |= for_each_repeat(n, rows, column + part, [&](int i, auto mask) {
      count -= reinterpret_cast<V>(mask);
      return i < 2 || any(count < limits);
    });
    *reinterpret_cast<V*>(out + part) = count;
  }
  return some;
}

// A compile-time number.
template <int kNumber>
struct Constant {
  static constexpr int value = kNumber;
};

// Calls call(Constant) with the least number from kLeast to kMost that is enough.
template <int kLeast, int kMost, class Call>
inline void with_constant(int enough, Call call) {
  constexpr int kHalf = (kLeast + kMost) / 2;
  if constexpr (kLeast == kMost) {
    call(Constant<kLeast>{});
  } else if (enough <= kHalf) {
    with_constant<kLeast, kHalf>(enough, call);
  } else {
    with_constant<kHalf + 1, kMost>(enough, call);
  }
}

#if defined(__AVX512BW__) || defined(__AVX2__) || defined(FEWEST_NEON)

// Bit sets: the bits of a word, and vectors of words.
#if defined(__AVX512BW__)
using Word = std::uint16_t;
using Bits = __m512i;
inline Bits load_words(const std::uint8_t* at) {
  return _mm512_cvtepu8_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(at)));
}
// Shifts by the width of a word or more, or by a negative number, give 0.
inline Bits bit(Bits reply) { return _mm512_sllv_epi16(_mm512_set1_epi16(1), reply); }
#elif defined(__AVX2__)
using Word = std::uint32_t;
using Bits = __m256i;
inline Bits load_words(const std::uint8_t* at) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)));
}
inline Bits bit(Bits reply) { return _mm256_sllv_epi32(_mm256_set1_epi32(1), reply); }
#else
using Word = std::uint16_t;
using Bits = uint16x8_t;
inline Bits load_words(const std::uint8_t* at) { return vmovl_u8(vld1_u8(at)); }
// The last byte of a word is the signed shift; from -240 to 255, only shifts from 0 to 15 leave a bit.
inline Bits bit(Bits reply) { return vshlq_u16(vdupq_n_u16(1), vreinterpretq_s16_u16(reply)); }
#endif
typedef Word Words __attribute__((vector_size(sizeof(Bits))));
constexpr int kWordBits = 8 * sizeof(Word);

#if defined(FEWEST_NEON)
inline Words count_bits(Words words) { return vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(words))); }
#else
// Counts the bits of each word: in pairs, in groups of four, in bytes, then the sum of the bytes.
inline Words count_bits(Words sums) {
  sums -= sums >> 1 & static_cast<Word>(0x55555555);
  sums = (sums & static_cast<Word>(0x33333333)) + (sums >> 2 & static_cast<Word>(0x33333333));
  sums = (sums + (sums >> 4)) & static_cast<Word>(0x0f0f0f0f);
  for (int shift = 8; shift < kWordBits; shift *= 2) sums += sums >> shift;
  return sums & static_cast<Word>(0xff);
}
#endif

// Sets a bit for each reply of kRows rows. Two rows at once need fewer instructions, because one operation merges their
// bits.
template <int kWords, int kRows>
inline void note(const std::uint8_t* const* rows, std::size_t column, Words* seen) {
  Words replies[kRows];
  for (int row = 0; row < kRows; ++row) replies[row] = reinterpret_cast<Words>(load_words(rows[row] + column));
  for (int word = 0; word < kWords; ++word) {
    Words found{};
    for (int row = 0; row < kRows; ++row) {
      found |= reinterpret_cast<Words>(bit(reinterpret_cast<Bits>(replies[row])));
      replies[row] -= kWordBits;
    }
    seen[word] |= found;
  }
}

template <int kWords>
void distinct(int n, const std::uint8_t* const* rows, std::size_t column, std::uint16_t* out) {
  constexpr int kCells = sizeof(Bits) / sizeof(Word);
  for (int lane = 0; lane < kLanes; lane += kCells) {
    Words seen[kWords] = {};
    int i = 0;
    for (; i + 1 < n; i += 2) {
      if (lane == 0) {  // for the next block
        __builtin_prefetch(rows[i] + column + kLanes);
        __builtin_prefetch(rows[i + 1] + column + kLanes);
      }
      note<kWords, 2>(rows + i, column + lane, seen);
    }
    if (i < n) note<kWords, 1>(rows + i, column + lane, seen);
    Words sum{};
    for (int word = 0; word < kWords; ++word) sum += count_bits(seen[word]);
    for (int cell = 0; cell < kCells; ++cell) out[lane + cell] = static_cast<std::uint16_t>(sum[cell]);
  }
}

#if defined(__AVX512VBMI__)

// Sets the bits of the replies of one or two rows that are among the 8 * kSets (at most 64) from kFirst on, and counts
// these. The eight bits of a set are a window into a 64-bit word with one bit set; the reply gives its position.
template <int kFirst, int kSets>
inline void note_bytes(__m512i a, __m512i b, __mmask64 has_b, __m512i* seen, __m512i& noted) {
  const __m512i first = _mm512_set1_epi8(kFirst), end = _mm512_set1_epi8(8 * kSets), one = _mm512_set1_epi8(1);
  const __mmask64 in_a = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(a, first), end);
  const __mmask64 in_b = _mm512_mask_cmplt_epu8_mask(has_b, _mm512_sub_epi8(b, first), end);
  noted = _mm512_mask_add_epi8(noted, in_a, noted, one);
  noted = _mm512_mask_add_epi8(noted, in_b, noted, one);
  for (int set = 0; set < kSets; ++set) {
    const __m512i word = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{0x80} << 8 * set));
    const __m512i bit_a = _mm512_maskz_multishift_epi64_epi8(in_a, a, word);
    const __m512i bit_b = _mm512_maskz_multishift_epi64_epi8(in_b, b, word);
    seen[set] = _mm512_ternarylogic_epi64(seen[set], bit_a, bit_b, 0xfe);  // bitwise or of all three
  }
}

// Sets bits for the first 8 * kSets replies, at most 128. All others occur in one row only, so counting them is enough;
// there are fewer than 256, so a byte suffices.
template <int kSets>
void distinct_bytes(int n, const std::uint8_t* const* rows, std::size_t column, std::uint16_t* out) {
  constexpr int kLow = kSets < 8 ? kSets : 8, kHigh = kSets - kLow;
  __m512i seen[kSets], noted = _mm512_setzero_si512();
  for (int set = 0; set < kSets; ++set) seen[set] = _mm512_setzero_si512();
  for (int i = 0; i < n; i += 2) {
    const bool pair = i + 1 < n;
    const std::uint8_t *const a = rows[i] + column, *const b = rows[pair ? i + 1 : i] + column;
    __builtin_prefetch(a + kLanes);  // for the next block
    __builtin_prefetch(b + kLanes);
    const __mmask64 has_b = pair ? ~__mmask64{0} : 0;
    note_bytes<0, kLow>(_mm512_load_si512(a), _mm512_load_si512(b), has_b, seen, noted);
    if constexpr (kHigh > 0) {
      note_bytes<64, kHigh>(_mm512_load_si512(a), _mm512_load_si512(b), has_b, seen + kLow, noted);
    }
  }
  __m512i bits = _mm512_setzero_si512();
  for (int set = 0; set < kSets; ++set) bits = _mm512_add_epi8(bits, _mm512_popcnt_epi8(seen[set]));
  alignas(64) std::uint8_t repeated[kLanes], others[kLanes];
  _mm512_store_si512(repeated, bits);
  _mm512_store_si512(others, _mm512_sub_epi8(_mm512_set1_epi8(static_cast<char>(n)), noted));
  for (int lane = 0; lane < kLanes; ++lane) out[lane] = static_cast<std::uint16_t>(repeated[lane] + others[lane]);
}

#endif

void distinct8(int n, const std::uint8_t* const* rows, std::size_t column, Replies replies, std::uint16_t* out) {
#if defined(__AVX512VBMI__)
  if (replies.repeated <= 128) {
    return with_constant<1, 16>((replies.repeated + 7) / 8,
                                [&](auto sets) { distinct_bytes<sets.value>(n, rows, column, out); });
  }
#endif
  with_constant<1, 256 / kWordBits>((replies.all + kWordBits - 1) / kWordBits,
                                    [&](auto words) { distinct<words.value>(n, rows, column, out); });
}

#elif defined(__wasm_simd128__)

// Counts by lane how many of the 8 * kSets replies from `first` on occur. A swizzle turns a reply below 8 into its bit
// and all others into 0.
template <int kSets>
inline v128_t count_replies(int n, const std::uint8_t* const* rows, std::size_t column, int first) {
  const v128_t bits = wasm_u8x16_const(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
  v128_t seen[kSets] = {};
  for (int i = 0; i < n; ++i) {
    v128_t reply = wasm_i8x16_sub(wasm_v128_load(rows[i] + column), wasm_u8x16_splat(static_cast<std::uint8_t>(first)));
    for (int set = 0; set < kSets; ++set) {
      seen[set] = wasm_v128_or(seen[set], wasm_i8x16_swizzle(bits, reply));
      reply = wasm_i8x16_sub(reply, wasm_u8x16_splat(8));
    }
  }
  v128_t count = wasm_u8x16_splat(0);
  for (int set = 0; set < kSets; ++set) count = wasm_i8x16_add(count, wasm_i8x16_popcnt(seen[set]));
  return count;
}

// Counts the replies that may occur in several rows, in batches whose bits fit the registers. All other replies occur
// in one row each.
void distinct8(int n, const std::uint8_t* const* rows, std::size_t column, Replies replies, std::uint16_t* out) {
  constexpr int kMostSets = 8;
  const int end = (replies.repeated + 7) / 8 * 8;
  for (int part = 0; part < kLanes; part += 16, column += 16, out += 16) {
    std::uint16_t sums[16] = {};
    const auto add = [&](v128_t counts) {
      std::uint8_t each[16];
      wasm_v128_store(each, counts);
      for (int lane = 0; lane < 16; ++lane) sums[lane] += each[lane];
    };
    for (int first = 0; first < end; first += 8 * kMostSets) {
      with_constant<1, kMostSets>(end - first < 8 * kMostSets ? (end - first) / 8 : kMostSets,
                                  [&](auto sets) { add(count_replies<sets.value>(n, rows, column, first)); });
    }
    if (end < 256) {  // up to 256 rows have other replies, all of them only if there is no bit
      v128_t beyond = wasm_u8x16_splat(0);
      for (int i = 0; i < n; ++i) {
        const v128_t reply = wasm_v128_load(rows[i] + column);
        beyond = wasm_i8x16_sub(beyond, wasm_u8x16_ge(reply, wasm_u8x16_splat(static_cast<std::uint8_t>(end))));
      }
      add(beyond);
    }
    for (int lane = 0; lane < 16; ++lane) out[lane] = sums[lane];
  }
}

#else

constexpr decltype(CellKernels<std::uint8_t>::distinct) distinct8 = nullptr;

#endif

template <class Cell>
void differences(const Cell* a, const Cell* b, std::size_t blocks, std::uint64_t* out) {
  using V = Vector<Cell>;
  for (std::size_t block = 0; block < blocks; ++block, a += kLanes, b += kLanes) {
    std::uint64_t found = 0;
    for (int part = 0; part < kLanes; part += Register<Cell>::kCells) {
      found |= bits<Cell>(*reinterpret_cast<const V*>(a + part) ^ *reinterpret_cast<const V*>(b + part)) << part;
    }
    out[block] = found;
  }
}

template <class Cell>
Replies number(int n, const Cell* replies, Cell* out, std::uint32_t* first, std::uint32_t* numbers) {
  constexpr std::uint32_t kNumbered = 1U << 31;
  for (int i = 0; i < n; ++i) numbers[replies[i]] = 0;
  for (int i = 0; i < n; ++i) ++numbers[replies[i]];
  Replies found{0, 0};
  for (int i = 0; i < n; ++i) {
    std::uint32_t& number = numbers[replies[i]];
    if (number == 1 || number >= kNumbered) continue;
    first[found.repeated] = static_cast<std::uint32_t>(i);
    number = kNumbered + static_cast<std::uint32_t>(found.repeated++);
  }
  found.all = found.repeated;
  for (int i = 0; i < n; ++i) {
    const std::uint32_t number = numbers[replies[i]];
    out[i] = static_cast<Cell>(number >= kNumbered ? number - kNumbered : found.all++);
  }
  return found;
}

template <class Cell>
bool refines(int n, const Cell* finer, int repeated, const std::uint32_t* first, const Cell* coarser) {
  for (int i = 0; i < n; ++i) {
    if (finer[i] < repeated && coarser[first[finer[i]]] != coarser[i]) return false;
  }
  return true;
}

#if defined(__AVX512VBMI2__)

// A table of 256 bytes.
struct ByteMap {
  __m512i bytes[4];

  __m512i operator[](__m512i at) const {
    const __mmask64 high = _mm512_movepi8_mask(at);
    return _mm512_mask_blend_epi8(high, _mm512_permutex2var_epi8(bytes[0], at, bytes[1]),
                                  _mm512_permutex2var_epi8(bytes[2], at, bytes[3]));
  }
};

// A mask of the cells from i to n, at most 64.
inline __mmask64 cells_from(int i, int n) { return n - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (n - i)) - 1; }

// A reply is repeated if its first and last positions differ. The new numbers keep the order of the old ones.
template <>
Replies number(int n, const std::uint8_t* replies, std::uint8_t* out, std::uint32_t* first, std::uint32_t*) {
  alignas(64) std::uint32_t firsts[256], lasts[256];
  const __m512i none = _mm512_set1_epi32(-1);
  for (int i = 0; i < 256; i += 16) _mm512_store_si512(lasts + i, none);
  for (int i = 0; i < n; ++i) lasts[replies[i]] = static_cast<std::uint32_t>(i);
  for (int i = n; i-- > 0;) firsts[replies[i]] = static_cast<std::uint32_t>(i);
  alignas(64) std::uint8_t numbers[64];
  for (int i = 0; i < 64; ++i) numbers[i] = static_cast<std::uint8_t>(i);
  const __m512i ascending = _mm512_load_si512(numbers);
  std::uint64_t once[4];
  Replies found{0, 0};
  ByteMap map;
  const auto add = [&](int part, __mmask64 mask, int& count) {
    const __m512i next = _mm512_add_epi8(ascending, _mm512_set1_epi8(static_cast<char>(count)));
    map.bytes[part] = _mm512_mask_expand_epi8(map.bytes[part], mask, next);
    count += static_cast<int>(__builtin_popcountll(mask));
  };
  for (int part = 0; part < 4; ++part) {
    std::uint64_t several = once[part] = 0;
    int count = found.repeated;
    for (int i = 0; i < 64; i += 16) {
      const __m512i from = _mm512_load_si512(firsts + 64 * part + i), to = _mm512_load_si512(lasts + 64 * part + i);
      const __mmask16 some = _mm512_cmpneq_epi32_mask(to, none);
      const __mmask16 differ = _mm512_mask_cmpneq_epi32_mask(some, from, to);
      _mm512_storeu_si512(first + count, _mm512_maskz_compress_epi32(differ, from));
      count += __builtin_popcount(differ);
      several |= std::uint64_t{differ} << i;
      once[part] |= static_cast<std::uint64_t>(some & ~differ) << i;
    }
    map.bytes[part] = _mm512_setzero_si512();
    add(part, several, found.repeated);
  }
  found.all = found.repeated;
  for (int part = 0; part < 4; ++part) add(part, once[part], found.all);
  for (int i = 0; i < n; i += 64) {
    const __mmask64 cells = cells_from(i, n);
    _mm512_mask_storeu_epi8(out + i, cells, map[_mm512_maskz_loadu_epi8(cells, replies + i)]);
  }
  return found;
}

template <>
bool refines(int n, const std::uint8_t* finer, int repeated, const std::uint32_t* first, const std::uint8_t* coarser) {
  alignas(64) std::uint8_t image[256];  // maps replies of the finer column
  for (int reply = 0; reply < repeated; ++reply) image[reply] = coarser[first[reply]];
  const ByteMap map{_mm512_load_si512(image), _mm512_load_si512(image + 64), _mm512_load_si512(image + 128),
                    _mm512_load_si512(image + 192)};
  for (int i = 0; i < n && repeated > 0; i += 64) {
    const __mmask64 cells = cells_from(i, n);
    const __m512i reply = _mm512_maskz_loadu_epi8(cells, finer + i);
    const __m512i last = _mm512_set1_epi8(static_cast<char>(repeated - 1));
    const __mmask64 several = _mm512_mask_cmple_epu8_mask(cells, reply, last);
    const __mmask64 differ =
        _mm512_mask_cmpneq_epu8_mask(several, map[reply], _mm512_maskz_loadu_epi8(cells, coarser + i));
    if (differ != 0) return false;
  }
  return true;
}

#endif

void part_sizes8(int n, const std::uint8_t* const* rows, std::size_t column, int replies, std::uint16_t* out) {
  using V = Vector<std::uint8_t>;
  constexpr int kAtOnce = 4, kMost = 255;
  for (int i = 0; i < replies * kLanes; ++i) out[i] = 0;
  for (int part = 0; part < kLanes; part += Register<std::uint8_t>::kCells) {
    for (int first = 0; first < replies; first += kAtOnce) {
      for (int begin = 0; begin < n; begin += kMost) {  // a byte counts up to 255
        const int end = begin + kMost < n ? begin + kMost : n;
        V counts[kAtOnce] = {};
        for (int i = begin; i < end; ++i) {
          const V row = *reinterpret_cast<const V*>(rows[i] + column + part);
          for (int k = 0; k < kAtOnce; ++k) {
            counts[k] -= reinterpret_cast<V>(row == V{} + static_cast<std::uint8_t>(first + k));
          }
        }
        for (int k = 0; k < kAtOnce && first + k < replies; ++k) {
          std::uint16_t* to = out + (first + k) * kLanes + part;
          for (int cell = 0; cell < Register<std::uint8_t>::kCells; ++cell) to[cell] += counts[k][cell];
        }
      }
    }
  }
}

template <class Cell>
bool weighted_repeats(int n, const Cell* const* rows, std::size_t column, const std::int64_t* weights,
                      std::int64_t limit, std::int64_t* out) {
  constexpr int kCells = Register<Cell>::kCells;
  bool some = false;
  for (int part = 0; part < kLanes; part += kCells) {
    std::int64_t sum[kCells] = {};
    some |= for_each_repeat(n, rows, column + part, [&](int i, auto mask) {
      std::int64_t below = 0;
      for (int cell = 0; cell < kCells; ++cell) {
        sum[cell] += weights[i] & static_cast<std::int64_t>(mask[cell]);
        below |= sum[cell] - limit;
      }
      return below < 0;
    });
    for (int cell = 0; cell < kCells; ++cell) out[part + cell] = sum[cell];
  }
  return some;
}

}  // namespace

extern const Kernels table;
const Kernels table{
    FEWEST_STRING(FEWEST_ISA),
    pegs,
#ifdef __wasm__
    {},
#else
    {nullptr, peg_parts<1>, peg_parts<2>, peg_parts<3>, peg_parts<4>, peg_parts<5>, peg_parts<6>, peg_parts<7>,
     peg_parts<8>},
#endif
    tally,
    supersets,
    count_common,
    {repeats<std::uint8_t>, weighted_repeats<std::uint8_t>, distinct8, differences<std::uint8_t>, number<std::uint8_t>,
     refines<std::uint8_t>, part_sizes8, gather<std::uint8_t>, transpose<std::uint8_t>, divides<std::uint8_t>},
    {repeats<std::uint16_t>, weighted_repeats<std::uint16_t>, nullptr, differences<std::uint16_t>,
     number<std::uint16_t>, refines<std::uint16_t>, nullptr, gather<std::uint16_t>, transpose<std::uint16_t>,
     divides<std::uint16_t>}};

}  // namespace fewest::FEWEST_ISA
