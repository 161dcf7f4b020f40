#include "reply_table.h"

#include <algorithm>
#include <vector>

#include "kernels.h"
#include "parallel.h"

namespace fewest {
namespace {

constexpr std::size_t kSecretsPerPiece = 16;

}  // namespace

template <class Letter, class Reply>
void fill_reply_table(int length, Words<Letter> guesses, Words<Letter> secrets, Reply* table, unsigned threads) {
  const ReplyKernel<Letter> replies = reply_kernel<Letter>();
  // The guesses in blocks of kLanes, the last one padded, so that the kernel never reads beyond the end.
  const std::size_t blocks = (guesses.count + kLanes - 1) / kLanes;
  std::vector<Letter> padded(blocks * kLanes * length);
  for (int i = 0; i < length; ++i) {
    std::copy_n(guesses.letters + i * guesses.count, guesses.count, padded.begin() + i * blocks * kLanes);
  }
  parallel_for(secrets.count, kSecretsPerPiece, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<const Letter*> letters(length);
    std::vector<Letter> secret(length);
    std::uint32_t out[kLanes];
    for (std::size_t s = begin; s < end; ++s) {
      for (int i = 0; i < length; ++i) secret[i] = secrets.letters[i * secrets.count + s];
      for (std::size_t block = 0; block < blocks; ++block) {
        for (int i = 0; i < length; ++i) letters[i] = padded.data() + (i * blocks + block) * kLanes;
        replies(length, letters.data(), secret.data(), out);
        const std::size_t first = block * kLanes;
        const std::size_t used = std::min<std::size_t>(kLanes, guesses.count - first);
        Reply* row = table + s * guesses.count + first;
        for (std::size_t lane = 0; lane < used; ++lane) row[lane] = static_cast<Reply>(out[lane]);
      }
    }
  });
}

template void fill_reply_table(int, Words<std::uint8_t>, Words<std::uint8_t>, std::uint8_t*, unsigned);
template void fill_reply_table(int, Words<std::uint8_t>, Words<std::uint8_t>, std::uint16_t*, unsigned);
template void fill_reply_table(int, Words<std::uint8_t>, Words<std::uint8_t>, std::uint32_t*, unsigned);
template void fill_reply_table(int, Words<std::uint16_t>, Words<std::uint16_t>, std::uint8_t*, unsigned);
template void fill_reply_table(int, Words<std::uint16_t>, Words<std::uint16_t>, std::uint16_t*, unsigned);
template void fill_reply_table(int, Words<std::uint16_t>, Words<std::uint16_t>, std::uint32_t*, unsigned);

}  // namespace fewest
