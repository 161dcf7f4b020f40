#pragma once

#include <cstddef>
#include <cstdint>

#include "stop.h"

namespace fewest {

// Words as small numbers, position-major: letter i of word w is letters[i * count + w].
template <class Letter>
struct Words {
  const Letter* letters;
  std::size_t count;
};

// Fills table[s * guesses.count + g] with the reply to guess g if the secret is s. With by_guess, fills
// table[g * secrets.count + s].
template <class Letter, class Reply>
void fill_reply_table(int length, Words<Letter> guesses, Words<Letter> secrets, Reply* table, bool by_guess,
                      unsigned threads, const Control& control = kNoControl);

// The same for codes, whose replies count the right symbols and those elsewhere (see PegsKernel).
// counts[symbol * guesses.count + g] is how often guess g has a symbol.
void fill_pegs_table(int length, Words<std::uint8_t> guesses, const std::uint8_t* counts, Words<std::uint8_t> secrets,
                     std::uint8_t* table, unsigned threads, const Control& control = kNoControl);

}  // namespace fewest
