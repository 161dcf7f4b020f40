#include "split.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "kernels.h"
#include "parallel.h"

namespace fewest {
namespace {

// Up to here comparing all pairs of replies in vectors beats counting them one by one: at 32 secrets 1.8 times as
// fast, at 64 as fast, measured with avx512 on 12,972 guesses.
constexpr std::size_t kPairwise = 40;
// Work below this many replies is not worth a second thread.
constexpr std::size_t kWorthAThread = 1 << 18;

// log2 c for every possible size c of a part.
std::vector<double> log_table(std::size_t size) {
  std::vector<double> table(size + 1, 0.0);
  for (std::size_t c = 2; c <= size; ++c) table[c] = std::log2(static_cast<double>(c));
  return table;
}

// Splits one belief by tiles of kLanes guesses; one Splitter per thread.
template <class Reply>
class Splitter {
public:
  Splitter(Table<Reply> table, Belief belief, const std::vector<double>& log2s)
      : table_(table), belief_(belief), log2s_(log2s), tile_(belief.size * kLanes), counts_(table.replies, 0) {
    if (belief.weights != nullptr) weights_.resize(table.replies, 0.0);
    for (std::size_t i = 0; belief.weights != nullptr && i < belief.size; ++i) total_ += belief.weights[i];
  }

  void split(const std::int32_t* guesses, std::size_t first, std::size_t lanes, Split out) {
    load(guesses, first, lanes);
    if (std::is_same_v<Reply, std::uint8_t> && belief_.weights == nullptr && belief_.size <= kPairwise) {
      split_pairwise(first, lanes, out);
      return;
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (belief_.weights == nullptr) {
        count(lane, first + lane, out);
      } else {
        weigh(lane, first + lane, out);
      }
    }
  }

private:
  // Copies the replies of the tile's guesses to the belief's secrets next to each other, into the first-level cache.
  void load(const std::int32_t* guesses, std::size_t first, std::size_t lanes) {
    for (std::size_t i = 0; i < belief_.size; ++i) {
      const Reply* row = table_.data + belief_.secrets[i] * table_.guesses;
      Reply* to = tile_.data() + i * kLanes;
      if (guesses == nullptr) {
        std::copy_n(row + first, lanes, to);
      } else {
        for (std::size_t lane = 0; lane < lanes; ++lane) to[lane] = row[guesses[first + lane]];
      }
    }
  }

  // Calls take(reply) once for each reply that the lane holds.
  template <class Take>
  void for_each_part(std::size_t lane, Take take) {
    if (belief_.size < table_.replies) {
      for (std::size_t i = 0; i < belief_.size; ++i) {
        const Reply reply = tile_[i * kLanes + lane];
        if (counts_[reply] != 0) take(reply);
        counts_[reply] = 0;
      }
    } else {
      for (std::uint32_t reply = 0; reply < table_.replies; ++reply) {
        if (counts_[reply] != 0) take(reply);
        counts_[reply] = 0;
      }
    }
  }

  // Equal weights: counts are all that matters.
  void count(std::size_t lane, std::size_t at, Split out) {
    const std::size_t n = belief_.size;
    for (std::size_t i = 0; i < n; ++i) ++counts_[tile_[i * kLanes + lane]];
    const bool hit = counts_[table_.win] != 0;
    double logs = 0.0;
    std::uint64_t squares = 0;
    std::uint32_t largest = 0, parts = 0;
    for_each_part(lane, [&](std::uint32_t reply) {
      const std::uint32_t c = counts_[reply];
      logs += c * log2s_[c];
      squares += std::uint64_t{c} * c;
      largest = std::max(largest, c);
      ++parts;
    });
    write(at, out, logs, squares, largest, parts, hit);
  }

  // The same for a small belief, all lanes at once. A part of c secrets is met c times here, once for each of them.
  void split_pairwise(std::size_t first, std::size_t lanes, Split out) {
    if constexpr (std::is_same_v<Reply, std::uint8_t>) {
      std::uint8_t same[kPairwise * kLanes];
      Tally tally;
      tally.same = same;
      kernels().tally(static_cast<int>(belief_.size), tile_.data(), static_cast<std::uint8_t>(table_.win), &tally);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        double logs = 0.0;
        for (std::size_t i = 0; i < belief_.size; ++i) logs += log2s_[same[i * kLanes + lane]];
        write(first + lane, out, logs, tally.squares[lane], tally.largest[lane], tally.parts[lane], tally.hit[lane]);
      }
    }
  }

  void write(std::size_t at, Split out, double logs, std::uint64_t squares, std::uint32_t largest, std::uint32_t parts,
             bool hit) {
    const double n = static_cast<double>(belief_.size);
    out.entropy[at] = parts > 1 ? log2s_[belief_.size] - logs / n : 0.0;
    out.squares[at] = static_cast<double>(squares) / (n * n);
    out.hit[at] = hit ? 1.0 / n : 0.0;
    out.largest[at] = largest;
    out.parts[at] = parts;
  }

  void weigh(std::size_t lane, std::size_t at, Split out) {
    for (std::size_t i = 0; i < belief_.size; ++i) {
      const Reply reply = tile_[i * kLanes + lane];
      ++counts_[reply];
      weights_[reply] += belief_.weights[i];
    }
    const double hit = weights_[table_.win];
    double entropy = 0.0, squares = 0.0;
    std::uint32_t largest = 0, parts = 0;
    for_each_part(lane, [&](std::uint32_t reply) {
      const double p = weights_[reply] / total_;
      if (p > 0.0) entropy -= p * std::log2(p);
      squares += p * p;
      largest = std::max(largest, counts_[reply]);
      ++parts;
      weights_[reply] = 0.0;
    });
    out.entropy[at] = parts > 1 ? entropy : 0.0;
    out.squares[at] = squares;
    out.hit[at] = hit / total_;
    out.largest[at] = largest;
    out.parts[at] = parts;
  }

  Table<Reply> table_;
  Belief belief_;
  const std::vector<double>& log2s_;
  std::vector<Reply> tile_;            // tile_[i * kLanes + lane]
  std::vector<std::uint32_t> counts_;  // by reply; all zero between lanes
  std::vector<double> weights_;        // likewise
  double total_ = 0.0;
};

}  // namespace

template <class Reply>
void split(Table<Reply> table, Belief belief, const std::int32_t* guesses, std::size_t count, Split out,
           unsigned threads) {
  const auto log2s = log_table(belief.size);
  const std::size_t tiles = (count + kLanes - 1) / kLanes;
  const std::size_t work = count * belief.size;
  if (work < kWorthAThread) threads = 1;
  const std::size_t grain = std::max<std::size_t>(1, tiles / (std::max(1U, threads) * 8));
  parallel_for(tiles, grain, threads, [&](std::size_t begin, std::size_t end) {
    Splitter<Reply> splitter(table, belief, log2s);
    for (std::size_t tile = begin; tile < end; ++tile) {
      const std::size_t first = tile * kLanes;
      splitter.split(guesses, first, std::min<std::size_t>(kLanes, count - first), out);
    }
  });
}

template void split(Table<std::uint8_t>, Belief, const std::int32_t*, std::size_t, Split, unsigned);
template void split(Table<std::uint16_t>, Belief, const std::int32_t*, std::size_t, Split, unsigned);
template void split(Table<std::uint32_t>, Belief, const std::int32_t*, std::size_t, Split, unsigned);

}  // namespace fewest
