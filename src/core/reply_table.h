#pragma once

#include <cstddef>
#include <cstdint>

namespace fewest {

// Words as small numbers, position-major: letter i of word w is letters[i * count + w].
template <class Letter>
struct Words {
  const Letter* letters;
  std::size_t count;
};

// Fills table[s * guesses.count + g] with the reply to guess g when the secret is s.
template <class Letter, class Reply>
void fill_reply_table(int length, Words<Letter> guesses, Words<Letter> secrets, Reply* table, unsigned threads);

}  // namespace fewest
