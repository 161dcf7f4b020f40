#pragma once

#include <cstddef>
#include <cstdint>

// The loops that gain from wide vectors. kernels_isa.cpp is compiled once for every instruction set, each time into a
// namespace of its own; kernels() returns the best set that this CPU can run, so one binary serves every machine.
namespace fewest {

// How many guesses a kernel takes at once: a cache line of one-byte replies.
constexpr int kLanes = 64;

// The replies of kLanes guesses to a small belief.
struct Tally {
  std::uint8_t* same;                    // same[i * kLanes + lane]: how many rows hold the reply of row i
  std::uint16_t sum_of_squares[kLanes];  // sum of the squared sizes of the parts
  std::uint8_t largest[kLanes];          // size of the largest part
  std::uint8_t parts[kLanes];            // number of parts
  std::uint8_t hit[kLanes];              // 1 where some row holds the win
};

// The replies of kLanes guesses to one secret, which count the right symbols and those elsewhere: symbols[i][lane] is
// symbol i of a guess, counts[i][lane] how often the guess has symbol i of the secret, and often[i] how often the
// secret has it, or 0 if it occurred before. Replies are numbered by right symbols, then by those elsewhere; (n-1, 1)
// is impossible and has no number.
using PegsKernel = void (*)(int length, const std::uint8_t* const* symbols, const std::uint8_t* const* counts,
                            const std::uint8_t* secret, const std::uint8_t* often, std::uint8_t* out);

// Sets of secrets as bits, for codes of the same symbols. The number of these symbols that a secret shares is its
// level.
struct PegSets {
  std::size_t words;        // of 64 secrets each
  const std::uint64_t* at;  // at[(word * places + i) * kMostPegSymbols + symbol]: the secrets with a symbol at place i
  int levels;               // how many levels have any secrets
  const int* shared;        // shared[k]: level k, in ascending order
  const std::uint64_t* level;  // level[word * levels + k]: the secrets of level k
};

constexpr int kCodesAtOnce = 8, kMostPegPlaces = 8, kMostPegSymbols = 16;
constexpr int kMostPegParts = (kMostPegPlaces + 1) * (kMostPegPlaces + 2) / 2;

// Divides the secrets by kCodesAtOnce codes with the same symbols: codes[i] is symbol i of the first, followed by those
// of the others. Writes the sizes of the parts: those with a secret of level k, by right symbols from 0 to the level,
// then those of level k + 1. Returns the number of parts.
using PegPartsKernel = int (*)(const PegSets& sets, const std::uint8_t* const* codes, std::uint64_t* sizes);

// Limits of the replies of some columns: all are below `all`, at most 256; those in several rows are below `repeated`.
struct Replies {
  int all = 1, repeated = 0;

  void include(const Replies& other) {
    if (other.all > all) all = other.all;
    if (other.repeated > repeated) repeated = other.repeated;
  }
};

constexpr std::size_t kFirstRoom = 16;  // see `number`

// Games with at most this many replies count the sizes of parts with `part_sizes`, in sets below this size.
constexpr std::uint32_t kFewReplies = 32;
constexpr int kMostPartSizes = 1 << 16;

// The kernels of the search for columns of one type of replies. Most take n rows, one for each secret of a set, and
// read kLanes columns from `column` on; rows are aligned to kLanes cells.
template <class Cell>
struct CellKernels {
  // Counts in each column the rows with the reply of an earlier row, for n <= 255. If a count stays below `limit`,
  // writes the counts to out[kLanes] and returns true; otherwise stops early and returns false.
  bool (*repeats)(int n, const Cell* const* rows, std::size_t column, Cell limit, Cell* out);

  // The same, but sums the weights of these rows.
  bool (*weighted_repeats)(int n, const Cell* const* rows, std::size_t column, const std::int64_t* weights,
                           std::int64_t limit, std::int64_t* out);

  // Counts the different replies in each column: out[lane]. nullptr if it would not be faster than a simple loop.
  void (*distinct)(int n, const Cell* const* rows, std::size_t column, Replies replies, std::uint16_t* out);

  // Sets a bit for each column in which two rows differ: one word of out per block of kLanes columns.
  void (*differences)(const Cell* a, const Cell* b, std::size_t blocks, std::uint64_t* out);

  // Renumbers the replies of one column of n cells; replies in several cells come first. first[reply] is the first
  // position of such a reply, with room for kFirstRoom more. `numbers` has room for every reply.
  Replies (*number)(int n, const Cell* replies, Cell* out, std::uint32_t* first, std::uint32_t* numbers);

  // Whether cells with equal replies in one column, as written by number(), have equal replies in another.
  bool (*refines)(int n, const Cell* finer, int repeated, const std::uint32_t* first, const Cell* coarser);

  // Counts the rows with each reply in each column: out[reply * kLanes + lane], for up to 65,535 rows. nullptr for
  // cells of two bytes, because such games have many replies.
  void (*part_sizes)(int n, const Cell* const* rows, std::size_t column, int replies, std::uint16_t* out);

  // Copies the cells at some positions, in ascending order, of each row to out, with rows `stride` apart. Clears some
  // of the room after them in each row.
  void (*gather)(int n, const Cell* const* rows, const std::uint32_t* places, std::size_t count, Cell* out,
                 std::size_t stride);

  // Transposes rows: out[c * stride + i] = rows[i][begin + c], for n rows and `count` cells of each.
  void (*transpose)(int n, const Cell* const* rows, std::size_t begin, std::size_t count, Cell* out,
                    std::size_t stride);

  // Sets a bit for each column whose rows differ.
  std::uint64_t (*divides)(int n, const Cell* const* rows, std::size_t column);
};

// Sets of numbers below kSketchBits, in blocks of kSketchesAtOnce: bit i of row b of a block tells whether set i
// contains b.
constexpr int kSketchBits = 256, kSketchesAtOnce = 512;

struct Kernels {
  const char* name;
  PegsKernel pegs;
  PegPartsKernel peg_parts[kMostPegPlaces + 1];  // by the number of places, from 1 on

  // Summarises the replies of each lane, for n <= 255 rows of kLanes replies.
  void (*tally)(int n, const std::uint8_t* rows, std::uint8_t win, Tally* out);

  // Returns the first block from `begin` to `end` with a set that contains all of some numbers, and writes a bit for
  // each such set to `out`; returns `end` if there is no such block. Fast if the lowest numbers are the rarest.
  std::size_t (*supersets)(const std::uint64_t* blocks, std::size_t begin, std::size_t end,
                           const std::uint64_t* numbers, std::uint64_t* out);

  // Counts the bits that two masks of `words` words have in common.
  int (*count_common)(std::size_t words, const std::uint64_t* a, const std::uint64_t* b);

  CellKernels<std::uint8_t> cells8;
  CellKernels<std::uint16_t> cells16;
};

const Kernels& kernels();

// The kernels by type of cell. Only this function chooses between the types.
template <class Cell>
const CellKernels<Cell>& cell_kernels();

}  // namespace fewest
