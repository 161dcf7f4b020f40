#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "reply_table.h"

namespace fewest {

// The replies between words, in rows that are computed when the search first asks for them. It asks for few, and all of
// them together would be by far the largest table. All threads share the rows; the letters must outlive them.
template <class Letter, class Reply>
class ReplyRows {
public:
  ReplyRows(int length, Words<Letter> words) : length_(length), words_(words), rows_(words.count) {}
  ReplyRows(const ReplyRows&) = delete;
  ~ReplyRows() {
    for (const std::atomic<Reply*>& row : rows_) delete[] row.load();
  }

  // The reply to a guess for each word as the secret.
  const Reply* operator()(std::int32_t guess) {
    std::atomic<Reply*>& row = rows_[guess];
    Reply* known = row.load(std::memory_order_acquire);
    if (known != nullptr) return known;
    std::unique_ptr<Reply[]> made(new Reply[words_.count]);
    std::vector<Letter> letters;
    for (int i = 0; i < length_; ++i) letters.push_back(words_.letters[i * words_.count + guess]);
    fill_reply_table<Letter, Reply>(length_, {letters.data(), 1}, words_, made.get(), false, 1);
    // If another thread was faster, its row stays.
    const bool first = row.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel);
    return first ? made.release() : known;
  }

private:
  int length_;
  Words<Letter> words_;
  std::vector<std::atomic<Reply*>> rows_;
};

// These rows as a function, which owns them.
template <class Letter, class Reply>
std::function<const Reply*(std::int32_t)> rows_of(int length, Words<Letter> words) {
  return
      [rows = std::make_shared<ReplyRows<Letter, Reply>>(length, words)](std::int32_t guess) { return (*rows)(guess); };
}

// The number of replies that words of a length can have.
constexpr std::size_t count_replies(int length) { return length == 0 ? 1 : 3 * count_replies(length - 1); }

}  // namespace fewest
