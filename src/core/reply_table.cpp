#include "reply_table.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <vector>

#include "kernels.h"
#include "parallel.h"

namespace fewest {
namespace {

constexpr std::size_t kSecretsPerPiece = 16;

// Tables with fewer replies use one thread.
constexpr std::size_t kWorthAThread = 1 << 20;

// The number of guesses for which each PlacedLetter is worked out at once. Their memory fits the second-level cache.
constexpr std::size_t kGuessesPerPiece = 256;

// The same for the secrets, if there is one guess.
constexpr std::size_t kSecretsPerBlock = 1024;

constexpr std::uint32_t power_of_3(int exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

template <class Reply>
void add(const Reply* __restrict more, std::size_t count, Reply* __restrict sums) {
  for (std::size_t i = 0; i < count; ++i) sums[i] += more[i];
}

// A letter and its places in a secret, as bits. A reply is a sum with one term for each different letter of the secret.
// The term depends only on that letter and its places, and many secrets share those.
template <class Letter>
struct PlacedLetter {
  Letter letter;
  std::uint32_t places;

  // Writes what the letter adds to the replies to some guesses. The letter is green where both words have it; after
  // that the guess has as many yellow letters, from the left, as the secret has left.
  template <class Reply>
  void add_to_replies(int length, Words<Letter> guesses, std::size_t begin, std::size_t count, Reply* out) const {
    Letter left[kGuessesPerPiece];
    std::fill_n(left, count, static_cast<Letter>(std::popcount(places)));
    std::fill_n(out, count, Reply{0});
    for (const bool green : {true, false}) {
      for (int i = 0; i < length; ++i) {
        if ((places >> i & 1) != static_cast<unsigned>(green)) continue;
        const Letter* const ours = guesses.letters + i * guesses.count + begin;
        const auto digit = static_cast<Reply>((green ? 2 : 1) * power_of_3(length - 1 - i));
        for (std::size_t g = 0; g < count; ++g) {
          const bool match = (ours[g] == letter) & (left[g] != 0);
          out[g] += match ? digit : Reply{0};
          left[g] -= match ? 1 : 0;
        }
      }
    }
  }
};

// The different letters of each secret, as numbers of PlacedLetters.
template <class Letter>
struct Spelling {
  Spelling(int length, Words<Letter> secrets) {
    std::unordered_map<std::uint64_t, std::uint32_t> number_of;
    for (std::size_t s = 0; s < secrets.count; ++s) {
      const auto letter = [&](int i) { return secrets.letters[i * secrets.count + s]; };
      for (int i = 0; i < length; ++i) {
        PlacedLetter<Letter> placed{letter(i), 0};
        for (int j = 0; j < length; ++j) placed.places |= static_cast<std::uint32_t>(letter(j) == letter(i)) << j;
        if (std::countr_zero(placed.places) < i) continue;  // counted before
        const std::uint64_t key = std::uint64_t{placed.letter} << 32 | placed.places;
        const auto [found, is_new] = number_of.try_emplace(key, static_cast<std::uint32_t>(all.size()));
        if (is_new) all.push_back(placed);
        numbers.push_back(found->second);
      }
      ends.push_back(numbers.size());
    }
  }

  std::vector<PlacedLetter<Letter>> all;
  std::vector<std::uint32_t> numbers;  // of each secret in turn
  std::vector<std::size_t> ends;       // by secret: the end of its numbers
};

// Writes the replies to one guess. For a single guess this is faster than the sums above.
template <class Letter, class Reply>
void fill_row(int length, const Letter* guess, Words<Letter> secrets, Reply* row) {
  Letter left[kSecretsPerBlock];  // how often each secret has a letter that no place of the guess has matched
  for (std::size_t begin = 0; begin < secrets.count; begin += kSecretsPerBlock) {
    const std::size_t count = std::min(kSecretsPerBlock, secrets.count - begin);
    Reply* const out = row + begin;
    std::fill_n(out, count, Reply{0});
    for (int first = 0; first < length; ++first) {
      const Letter letter = guess[first];
      if (std::find(guess, guess + first, letter) != guess + first) continue;
      std::fill_n(left, count, Letter{0});
      for (int i = 0; i < length; ++i) {
        const Letter* const theirs = secrets.letters + i * secrets.count + begin;
        for (std::size_t s = 0; s < count; ++s) left[s] += theirs[s] == letter ? 1 : 0;
      }
      for (const bool green : {true, false}) {
        for (int i = first; i < length; ++i) {
          if (guess[i] != letter) continue;
          const Letter* const theirs = secrets.letters + i * secrets.count + begin;
          const auto digit = static_cast<Reply>((green ? 2 : 1) * power_of_3(length - 1 - i));
          for (std::size_t s = 0; s < count; ++s) {
            const bool match = ((theirs[s] == letter) == green) & (left[s] != 0);
            out[s] += match ? digit : Reply{0};
            left[s] -= match ? 1 : 0;
          }
        }
      }
    }
  }
}

}  // namespace

template <class Letter, class Reply>
void fill_reply_table(int length, Words<Letter> guesses, Words<Letter> secrets, Reply* table, bool by_guess,
                      unsigned threads, const Control& control) {
  if (guesses.count == 1) {
    fill_row(length, guesses.letters, secrets, table);
    return;
  }
  const Spelling<Letter> spelling(length, secrets);
  parallel_for(guesses.count, kGuessesPerPiece, threads, control, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    std::vector<Reply> added(spelling.all.size() * count);
    for (std::size_t i = 0; i < spelling.all.size(); ++i) {
      spelling.all[i].add_to_replies(length, guesses, begin, count, added.data() + i * count);
    }
    // With by_guess, write whole cache lines of secrets at a time.
    std::vector<Reply> tile(by_guess ? kLanes * count : 0);
    std::size_t at = 0;
    for (std::size_t s = 0; s < secrets.count; ++s) {
      Reply* const row = by_guess ? tile.data() + s % kLanes * count : table + s * guesses.count + begin;
      std::copy_n(added.data() + spelling.numbers[at] * count, count, row);
      for (++at; at < spelling.ends[s]; ++at) add(added.data() + spelling.numbers[at] * count, count, row);
      const std::size_t tiled = s % kLanes + 1;
      if (!by_guess || (tiled < kLanes && s + 1 < secrets.count)) continue;
      for (std::size_t g = 0; g < count; ++g) {
        Reply* const to = table + (begin + g) * secrets.count + (s + 1 - tiled);
        for (std::size_t i = 0; i < tiled; ++i) to[i] = tile[i * count + g];
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
