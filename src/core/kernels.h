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

// The replies of kLanes guesses to one secret: letters[i][lane] is letter i of a guess, secret[i] that of the secret,
// and the reply is written in base 3 with the digit of the first letter highest.
template <class Letter>
using ReplyKernel = void (*)(int length, const Letter* const* letters, const Letter* secret, std::uint32_t* out);

// The replies of kLanes guesses to one secret, by how many symbols are right and how many more stand elsewhere:
// symbols[i][lane] is symbol i of a guess, counts[i][lane] how often the guess has symbol i of the secret, and often[i]
// how often the secret has it, or 0 where it stood before. Replies are numbered by the right ones, then by the others;
// all but one right and one elsewhere is no reply.
using PegsKernel = void (*)(int length, const std::uint8_t* const* symbols, const std::uint8_t* const* counts,
                            const std::uint8_t* secret, const std::uint8_t* often, std::uint8_t* out);

// All replies of some columns are below `all`, at most 256, and those that more than one row gives below `repeated`.
struct Replies {
  int all = 1, repeated = 0;

  void include(const Replies& other) {
    if (other.all > all) all = other.all;
    if (other.repeated > repeated) repeated = other.repeated;
  }
};

constexpr std::size_t kFirstRoom = 16;  // see `number`

// What the search does with columns of replies of one type. Each kernel takes n rows, those of the secrets of a set,
// and looks at kLanes columns from `column` on; rows are aligned to kLanes cells.
template <class Cell>
struct CellKernels {
  // How many rows of each column hold a reply that an earlier row holds too; for n up to 255. Written to out[kLanes],
  // and true returned, if the number stays below `limit` in some column; false as soon as it cannot.
  bool (*repeats)(int n, const Cell* const* rows, std::size_t column, Cell limit, Cell* out);

  // The same with the weights of those rows added up.
  bool (*weighted_repeats)(int n, const Cell* const* rows, std::size_t column, const std::int64_t* weights,
                           std::int64_t limit, std::int64_t* out);

  // How many different replies each column holds: out[lane]. nullptr where it would not be faster than one reply after
  // the other.
  void (*distinct)(int n, const Cell* const* rows, std::size_t column, Replies replies, std::uint16_t* out);

  // A bit for each column in which two rows differ: a word of out for each of so many blocks of kLanes columns.
  void (*differences)(const Cell* a, const Cell* b, std::size_t blocks, std::uint64_t* out);

  // Numbers the replies of one column anew, first those that more than one of its n cells hold; first[reply] is where
  // such a reply stands first, and has room for kFirstRoom more. `numbers` has room for every reply.
  Replies (*number)(int n, const Cell* replies, Cell* out, std::uint32_t* first, std::uint32_t* numbers);

  // Whether equal replies of one column, as number() wrote it, mean equal replies of another.
  bool (*refines)(int n, const Cell* finer, int repeated, const std::uint32_t* first, const Cell* coarser);

  // How many rows of each column hold each reply: out[reply * kLanes + lane], for up to 65,535 rows. nullptr for cells
  // of two bytes, whose games have many replies.
  void (*part_sizes)(int n, const Cell* const* rows, std::size_t column, int replies, std::uint16_t* out);

  // Copies the cells at some places, which ascend, of each row: to out, the rows `stride` apart. Clears some of those
  // behind them that a row has room for.
  void (*gather)(int n, const Cell* const* rows, const std::uint32_t* places, std::size_t count, Cell* out,
                 std::size_t stride);

  // Turns rows into columns: out[c * stride + i] = rows[i][begin + c], for n rows and `count` cells of each.
  void (*transpose)(int n, const Cell* const* rows, std::size_t begin, std::size_t count, Cell* out,
                    std::size_t stride);

  // A bit for each column in which not all rows hold the same reply.
  std::uint64_t (*divides)(int n, const Cell* const* rows, std::size_t column);
};

// Sets of numbers below kSketchBits, a block of kSketchesAtOnce side by side: of row b of a block, bit i tells whether
// set i has b.
constexpr int kSketchBits = 256, kSketchesAtOnce = 512;

struct Kernels {
  const char* name;
  ReplyKernel<std::uint8_t> replies8;
  ReplyKernel<std::uint16_t> replies16;
  PegsKernel pegs;

  // For n rows of kLanes replies each, n at most 255, what the replies of each lane look like.
  void (*tally)(int n, const std::uint8_t* rows, std::uint8_t win, Tally* out);

  // The first of the blocks from `begin` to `end` with a set that has all of some numbers, and to `out` a bit for each
  // such set; `end` if there is none. It is fast where the numbers that few sets have are the lowest.
  std::size_t (*supersets)(const std::uint64_t* blocks, std::size_t begin, std::size_t end,
                           const std::uint64_t* numbers, std::uint64_t* out);

  // How many bits two masks of so many words have in common.
  int (*count_common)(std::size_t words, const std::uint64_t* a, const std::uint64_t* b);

  CellKernels<std::uint8_t> cells8;
  CellKernels<std::uint16_t> cells16;
};

const Kernels& kernels();

// The kernels by type of letter or cell; no other place chooses between the types.
template <class Letter>
ReplyKernel<Letter> reply_kernel();
template <class Cell>
const CellKernels<Cell>& cell_kernels();

}  // namespace fewest
