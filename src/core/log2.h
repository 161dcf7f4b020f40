#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "portable.h"

namespace fewest {

// The logarithm of 1 + i / 64 to base 2, as a sum: `high` has 40 fractional bits, so that adding an exponent is exact.
struct Log2Entry {
  double high, low;
};

// Computed digit by digit: the next digit is 1 if the square reaches 2. Integer arithmetic gives the same result with
// every compiler; errors are below 2^-60.
constexpr Log2Entry log2_entry(int i) {
  if (i == 64) return {1.0, 0.0};
  constexpr int kDigits = 62, kHighDigits = 40;
  std::uint64_t number = (std::uint64_t{64} + i) << 57, digits = 0;  // with 63 fractional bits
  for (int k = 0; k < kDigits; ++k) {
    // The square of a 64-bit number without its last 63 bits, from the products of its halves.
    const std::uint64_t high = number >> 32, low = number & 0xffffffff;
    const std::uint64_t middle = high * low + (low * low >> 33);  // counts twice, shifted by 32 bits
    std::uint64_t square = high * high + (middle >> 31);          // with 62 fractional bits
    digits <<= 1;
    if (square >> 63 != 0) {
      digits |= 1;
      number = square;
    } else {
      number = square << 1 | (middle >> 30 & 1);
    }
  }
  const std::uint64_t low = digits & ((std::uint64_t{1} << (kDigits - kHighDigits)) - 1);
  constexpr double kUnit = 1.0 / static_cast<double>(std::uint64_t{1} << kDigits);
  return {static_cast<double>(digits - low) * kUnit, static_cast<double>(low) * kUnit};
}

constexpr std::array<Log2Entry, 65> make_log2_entries() {
  std::array<Log2Entry, 65> entries{};
  for (int i = 0; i <= 64; ++i) entries[i] = log2_entry(i);
  return entries;
}
inline constexpr std::array<Log2Entry, 65> kLog2Entries = make_log2_entries();

// The logarithm of a positive normal number to base 2. Libraries differ in the last digit; this is equal everywhere.
// The error is below 0.6 units in the last place, or 3 units close to 1; powers of two are exact.
//
// With x = 2^e m and c the nearest 1 + i / 64 to m, log2 x = e + log2 c + log2 (m / c), and with s = (m - c) / (m + c),
// ln (m / c) = 2 (s + s^3 / 3 + s^5 / 5 + ...), where |s| is below 2^-8.
inline double portable_log2(double x) {
  constexpr std::uint64_t kOne = std::uint64_t{1023} << 52, kFraction = (std::uint64_t{1} << 52) - 1;
  constexpr double kTwiceByLn2 = 2.8853900817779268;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<int>(bits >> 52) - 1023;
  const double m = std::bit_cast<double>((bits & kFraction) | kOne);
  const auto i = static_cast<int>(((bits & kFraction) + (std::uint64_t{1} << 45)) >> 46);
  const double c = 1.0 + i / 64.0;
  const double s = (m - c) / (m + c), square = s * s;
  const double series = s + s * square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7)));
  const Log2Entry& entry = kLog2Entries[i];
  return exponent + entry.high + (entry.low + kTwiceByLn2 * series);
}

// The same logarithms of two numbers, to the last digit.
inline Pair portable_log2(Pair x) {
  using Bits = std::uint64_t __attribute__((vector_size(16)));
  constexpr std::uint64_t kOne = std::uint64_t{1023} << 52, kFraction = (std::uint64_t{1} << 52) - 1;
  constexpr double kTwiceByLn2 = 2.8853900817779268;
  const auto bits = std::bit_cast<Bits>(x);
  const Bits fraction = bits & kFraction, exponent = bits >> 52, i = (fraction + (std::uint64_t{1} << 45)) >> 46;
  const Log2Entry &a = kLog2Entries[i[0]], &b = kLog2Entries[i[1]];
  const Pair m = std::bit_cast<Pair>(fraction | kOne);
  const Pair c = 1.0 + Pair{static_cast<double>(i[0]), static_cast<double>(i[1])} / 64.0;
  const Pair s = (m - c) / (m + c), square = s * s;
  const Pair series = s + s * square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7)));
  const Pair whole{static_cast<double>(static_cast<int>(exponent[0]) - 1023),
                   static_cast<double>(static_cast<int>(exponent[1]) - 1023)};
  return whole + Pair{a.high, b.high} + (Pair{a.low, b.low} + kTwiceByLn2 * series);
}

}  // namespace fewest
