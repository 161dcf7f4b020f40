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
  std::uint8_t* same;             // same[i * kLanes + lane]: how many rows hold the reply of row i
  std::uint16_t squares[kLanes];  // sum of the squared sizes of the parts
  std::uint8_t largest[kLanes];   // size of the largest part
  std::uint8_t parts[kLanes];     // number of parts
  std::uint8_t hit[kLanes];       // 1 where some row holds the win
};

struct Kernels {
  const char* name;

  // The replies of kLanes guesses to one secret: letters[i][lane] is letter i of a guess, secret[i] that of the
  // secret, and the reply is written in base 3 with the first letter's digit highest.
  void (*replies8)(int length, const std::uint8_t* const* letters, const std::uint8_t* secret, std::uint32_t* out);
  void (*replies16)(int length, const std::uint16_t* const* letters, const std::uint16_t* secret, std::uint32_t* out);

  // For n rows of kLanes replies each, n at most 255, what the replies of each lane look like.
  void (*tally)(int n, const std::uint8_t* rows, std::uint8_t win, Tally* out);

  // How much of each lane repeats itself: for n rows of replies, the summed weight of those rows whose reply stands in
  // an earlier row too (without weights, their number). Written to out[kLanes] and true returned if the sum stays below
  // `limit` in some lane; false as soon as that is out of the question. Rows are aligned to their kLanes replies.
  bool (*repeats8)(int n, const std::uint8_t* const* rows, std::size_t column, std::uint8_t limit, std::uint8_t* out);
  bool (*repeats16)(int n, const std::uint16_t* const* rows, std::size_t column, std::uint16_t limit,
                    std::uint16_t* out);
  // How many different replies each lane holds, all of them below 64 * words; words is at most 4. Or nullptr, where
  // stamping replies one by one is as fast.
  void (*distinct8)(int n, const std::uint8_t* const* rows, std::size_t column, int words, std::uint16_t* out);
  // How many rows of each lane hold each reply: out[reply * kLanes + lane], for up to 65,535 rows.
  void (*sizes8)(int n, const std::uint8_t* const* rows, std::size_t column, int replies, std::uint16_t* out);
  bool (*weighted8)(int n, const std::uint8_t* const* rows, std::size_t column, const std::int64_t* weights,
                    std::int64_t limit, std::int64_t* out);
  bool (*weighted16)(int n, const std::uint16_t* const* rows, std::size_t column, const std::int64_t* weights,
                     std::int64_t limit, std::int64_t* out);
};

const Kernels& kernels();

}  // namespace fewest
