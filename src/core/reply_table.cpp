#include "reply_table.h"

#include <algorithm>
#include <vector>

#include "kernels.h"
#include "parallel.h"

namespace fewest {
namespace {

constexpr std::size_t kSecretsPerPiece = 16;

// Tables with fewer replies use one thread.
constexpr std::size_t kWorthAThread = 1 << 20;

}  // namespace

template <class Letter, class Reply>
void fill_reply_table(int length, Words<Letter> guesses, Words<Letter> secrets, Reply* table, bool by_guess,
                      unsigned threads, const Control& control) {
  const ReplyKernel<Letter> replies = reply_kernel<Letter>();
  // The guesses in blocks of kLanes; the last block is padded, so that the kernel never reads past the end.
  const std::size_t blocks = (guesses.count + kLanes - 1) / kLanes;
  std::vector<Letter> padded(blocks * kLanes * length);
  for (int i = 0; i < length; ++i) {
    std::copy_n(guesses.letters + i * guesses.count, guesses.count, padded.begin() + i * blocks * kLanes);
  }
  // With by_guess, write whole cache lines of secrets at a time.
  parallel_for(secrets.count, by_guess ? kLanes : kSecretsPerPiece, threads, control,
               [&](std::size_t begin, std::size_t end) {
                 const std::size_t count = end - begin;
                 std::vector<const Letter*> letters(length);
                 std::vector<Letter> words(count * length);
                 for (std::size_t s = 0; s < count; ++s) {
                   for (int i = 0; i < length; ++i)
                     words[s * length + i] = secrets.letters[i * secrets.count + begin + s];
                 }
                 std::vector<Reply> tile(by_guess ? kLanes * count : 0);
                 std::uint32_t out[kLanes];
                 for (std::size_t first = 0; first < guesses.count; first += kLanes) {
                   const std::size_t used = std::min<std::size_t>(kLanes, guesses.count - first);
                   for (int i = 0; i < length; ++i) letters[i] = padded.data() + i * blocks * kLanes + first;
                   for (std::size_t s = 0; s < count; ++s) {
                     replies(length, letters.data(), words.data() + s * length, out);
                     Reply* const to = by_guess ? tile.data() + s : table + (begin + s) * guesses.count + first;
                     const std::size_t step = by_guess ? count : 1;
                     for (std::size_t lane = 0; lane < used; ++lane) to[lane * step] = static_cast<Reply>(out[lane]);
                   }
                   for (std::size_t lane = 0; by_guess && lane < used; ++lane) {
                     std::copy_n(tile.data() + lane * count, count, table + (first + lane) * secrets.count + begin);
                   }
                 }
               });
}

void fill_pegs_table(int length, Words<std::uint8_t> guesses, const std::uint8_t* counts, Words<std::uint8_t> secrets,
                     std::uint8_t* table, unsigned threads, const Control& control) {
  const PegsKernel replies = kernels().pegs;
  if (secrets.count * guesses.count < kWorthAThread) threads = 1;
  const std::size_t whole = guesses.count / kLanes * kLanes;  // the rest is copied to a padded block
  const std::size_t rest = guesses.count - whole;
  parallel_for(secrets.count, kSecretsPerPiece, threads, control, [&](std::size_t begin, std::size_t end) {
    std::vector<const std::uint8_t*> symbols(length), shared(length);
    std::vector<std::uint8_t> secret(length), often(length), padded(2 * length * kLanes);
    std::uint8_t out[kLanes];
    for (std::size_t s = begin; s < end; ++s) {
      for (int i = 0; i < length; ++i) secret[i] = secrets.letters[i * secrets.count + s];
      for (int i = 0; i < length; ++i) {
        const bool before = std::find(secret.begin(), secret.begin() + i, secret[i]) != secret.begin() + i;
        often[i] = before ? 0 : static_cast<std::uint8_t>(std::count(secret.begin() + i, secret.end(), secret[i]));
      }
      std::uint8_t* row = table + s * guesses.count;
      const auto point = [&](std::size_t first) {
        for (int i = 0; i < length; ++i) {
          symbols[i] = guesses.letters + i * guesses.count + first;
          shared[i] = counts + secret[i] * guesses.count + first;
        }
      };
      for (std::size_t first = 0; first < whole; first += kLanes) {
        point(first);
        replies(length, symbols.data(), shared.data(), secret.data(), often.data(), row + first);
      }
      if (rest == 0) continue;
      point(whole);
      for (int i = 0; i < length; ++i) {
        symbols[i] = std::copy_n(symbols[i], rest, padded.data() + i * kLanes) - rest;
        shared[i] = std::copy_n(shared[i], rest, padded.data() + (length + i) * kLanes) - rest;
      }
      replies(length, symbols.data(), shared.data(), secret.data(), often.data(), out);
      std::copy_n(out, rest, row + whole);
    }
  });
}

template void fill_reply_table(int, Words<std::uint8_t>, Words<std::uint8_t>, std::uint8_t*, bool, unsigned,
                               const Control&);
template void fill_reply_table(int, Words<std::uint8_t>, Words<std::uint8_t>, std::uint16_t*, bool, unsigned,
                               const Control&);
template void fill_reply_table(int, Words<std::uint8_t>, Words<std::uint8_t>, std::uint32_t*, bool, unsigned,
                               const Control&);
template void fill_reply_table(int, Words<std::uint16_t>, Words<std::uint16_t>, std::uint8_t*, bool, unsigned,
                               const Control&);
template void fill_reply_table(int, Words<std::uint16_t>, Words<std::uint16_t>, std::uint16_t*, bool, unsigned,
                               const Control&);
template void fill_reply_table(int, Words<std::uint16_t>, Words<std::uint16_t>, std::uint32_t*, bool, unsigned,
                               const Control&);

}  // namespace fewest
