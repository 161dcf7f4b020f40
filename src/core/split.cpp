#include "split.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "cell_buffer.h"
#include "kernels.h"
#include "log2.h"
#include "parallel.h"
#include "portable.h"

namespace fewest {
namespace {

// Up to this many secrets, comparing all pairs of replies in vectors beats counting them one by one. Measured with
// avx512: twice as fast at 40 secrets, equal at 80.
constexpr std::size_t kPairwise = 64;
// Work with fewer replies uses one thread.
constexpr std::size_t kWorthAThread = 1 << 18;
// The largest piece of work, so that Ctrl-C is handled soon.
constexpr std::size_t kMostPerPiece = 1 << 25;

// From this number of secrets per reply on, a loop over replies is faster than a second loop over secrets.
constexpr std::size_t kCrowded = 2;

// The number of adjacent lanes to count at once in that case.
constexpr std::size_t kTogether = 4;

// Instead of a place for results: the results are not written.
constexpr auto kNowhere = static_cast<std::size_t>(-1);

// Games with at most this many replies count the sizes of all parts in vectors, unless the belief is very small.
constexpr std::size_t kFewReplies = 32, kFewSecrets = 12, kMostSecrets = 65535;

// The curve, and tables for two sums over the parts of a split with equal weights, shared by all threads. For a part of
// c secrets, the first sum has the term c log2 c, and the second c times the curve's value for log2 c bits (or 0
// without a curve).
struct Shared {
  Shared(std::size_t size, Curve given) : curve(given), each(size + 1), steps(size) {
    for (std::size_t c = 1; c <= size; ++c) {
      const double bits = portable_log2(static_cast<double>(c));
      each[c] = Pair{bits, given.values == nullptr ? 0.0 : given(bits)};
      steps[c - 1] = static_cast<double>(c) * each[c] - static_cast<double>(c - 1) * each[c - 1];
    }
  }

  Curve curve;
  std::vector<Pair> each;   // by c: both terms, divided by c
  std::vector<Pair> steps;  // by c: how much the terms grow from c to c + 1 secrets
};

// Splits one belief by tiles of kLanes guesses. Each thread has its own Splitter.
template <class Reply>
class Splitter {
public:
  Splitter(Table<Reply> table, Belief belief, const Shared& shared)
      : table_(table),
        belief_(belief),
        shared_(shared),
        tile_(cells_.reserve(belief.size * kLanes)),
        counts_(table.replies * kTogether, 0) {
    std::fill_n(tile_, belief.size * kLanes, Reply{0});
    if (belief.weights == nullptr) return;
    sums_.resize(table.replies * kTogether, Pair{});
    for (std::size_t i = 0; i < belief.size; ++i) {
      const double weight = belief.weights[i];
      total_ += weight;
      weights_.push_back(Pair{weight, weight > 0.0 ? weight * portable_log2(weight) : 0.0});
    }
  }

  void split(const std::int32_t* guesses, std::size_t first, std::size_t lanes, Split out) {
    load(guesses, first, lanes);
    if constexpr (std::is_same_v<Reply, std::uint8_t>) {  // the type of the tally kernel
      if (belief_.weights == nullptr) {
        const bool few = table_.replies <= kFewReplies && belief_.size <= kMostSecrets;
        if (few && belief_.size > kFewSecrets) return split_by_sizes(first, lanes, out);
        if (belief_.size <= kPairwise) return split_pairwise(first, lanes, out);
      }
    }
    if (belief_.weights == nullptr && belief_.size >= kCrowded * table_.replies) {
      for (std::size_t lane = 0; lane < lanes; lane += kTogether) count_crowded(lane, first, lanes, out);
      return;
    }
    if (belief_.weights != nullptr) {
      for (std::size_t lane = 0; lane < lanes; lane += kTogether) weigh(lane, first, lanes, out);
      return;
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) count(lane, first + lane, out);
  }

private:
  // Sums over the parts of one guess.
  struct Sums {
    Pair both = {};
    std::uint64_t sum_of_squares = 0;
    std::uint32_t largest = 0, parts = 0;
    bool hit = false;
  };

  // Copies the replies of a tile of guesses for the secrets of the belief into a compact tile that fits the first-level
  // cache.
  void load(const std::int32_t* guesses, std::size_t first, std::size_t lanes) {
    for (std::size_t i = 0; i < belief_.size; ++i) {
      const Reply* row = table_.data + belief_.secrets[i] * table_.guesses;
      Reply* to = tile_ + i * kLanes;
      if (guesses == nullptr) {
        std::copy_n(row + first, lanes, to);
      } else {
        for (std::size_t lane = 0; lane < lanes; ++lane) to[lane] = row[guesses[first + lane]];
      }
    }
  }

  // For equal weights only counts matter. Each secret increases its part by one. No branch depends on a reply, because
  // it would be unpredictable.
  void count(std::size_t lane, std::size_t at, Split out) {
    const std::size_t n = belief_.size;
    const Reply* const tile = tile_ + lane;
    std::uint32_t* const counts = counts_.data();
    const Pair* const steps = shared_.steps.data();
    Sums sums;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t c = counts[tile[i * kLanes]]++;
      sums.both += steps[c];
      sums.sum_of_squares += 2 * c + 1;
      sums.largest = std::max(sums.largest, c + 1);
      sums.parts += c == 0;
    }
    sums.hit = counts[table_.win] != 0;
    for (std::size_t i = 0; i < n; ++i) counts[tile[i * kLanes]] = 0;
    write(at, out, sums);
  }

  // The same for many secrets per reply, several lanes at a time; results for lanes past the last are dropped.
  void count_crowded(std::size_t lane, std::size_t first, std::size_t lanes, Split out) {
    const std::size_t replies = table_.replies;
    std::uint32_t* const counts = counts_.data();
    for (std::size_t i = 0; i < belief_.size; ++i) {
      const Reply* const row = tile_ + i * kLanes + lane;
      for (std::size_t k = 0; k < kTogether; ++k) ++counts[k * replies + row[k]];
    }
    const Pair* const each = shared_.each.data();
    for (std::size_t k = 0; k < kTogether; ++k) {
      std::uint32_t* const sizes = counts + k * replies;
      Sums sums;
      sums.hit = sizes[table_.win] != 0;
      for (std::size_t reply = 0; reply < replies; ++reply) {
        const std::uint32_t c = std::exchange(sizes[reply], 0);
        sums.both += static_cast<double>(c) * each[c];
        sums.sum_of_squares += std::uint64_t{c} * c;
        sums.largest = std::max(sums.largest, c);
        sums.parts += c != 0;
      }
      if (lane + k < lanes) write(first + lane + k, out, sums);
    }
  }

  // The same for a small belief, all lanes at once. A part of c secrets is counted c times, once for each secret.
  void split_pairwise(std::size_t first, std::size_t lanes, Split out) {
    constexpr std::size_t kAtOnce = 8;
    std::uint8_t same[kPairwise * kLanes];
    Tally tally;
    tally.same = same;
    kernels().tally(static_cast<int>(belief_.size), tile_, static_cast<std::uint8_t>(table_.win), &tally);
    const Pair* each = shared_.each.data();
    for (std::size_t lane = 0; lane < lanes; lane += kAtOnce) {
      Pair both[kAtOnce] = {};
      for (std::size_t i = 0; i < belief_.size; ++i) {
        const std::uint8_t* row = same + i * kLanes + lane;
#pragma GCC unroll 8
        for (std::size_t k = 0; k < kAtOnce; ++k) both[k] += each[row[k]];
      }
      for (std::size_t k = lane; k < std::min(lanes, lane + kAtOnce); ++k) {
        write(first + k, out,
              {both[k - lane], tally.sum_of_squares[k], tally.largest[k], tally.parts[k], tally.hit[k] != 0});
      }
    }
  }

  // The same from the sizes of all parts, for games with few replies.
  void split_by_sizes(std::size_t first, std::size_t lanes, Split out) {
    alignas(64) std::uint16_t sizes[kFewReplies * kLanes];
    rows_.resize(belief_.size);
    for (std::size_t i = 0; i < belief_.size; ++i) rows_[i] = tile_ + i * kLanes;
    cell_kernels<Reply>().part_sizes(static_cast<int>(belief_.size), rows_.data(), 0, static_cast<int>(table_.replies),
                                     sizes);
    Sums sums[kLanes];
    for (std::size_t reply = 0; reply < table_.replies; ++reply) {
      const std::uint16_t* row = sizes + reply * kLanes;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t c = row[lane];
        sums[lane].both += static_cast<double>(c) * shared_.each[c];
        sums[lane].sum_of_squares += std::uint64_t{c} * c;
        sums[lane].largest = std::max(sums[lane].largest, c);
        sums[lane].parts += c != 0;
      }
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sums[lane].hit = sizes[table_.win * kLanes + lane] != 0;
      write(first + lane, out, sums[lane]);
    }
  }

  void write(std::size_t at, Split out, const Sums& sums) {
    const double n = static_cast<double>(belief_.size);
    const double logs = sums.both[0], after = sums.both[1];
    out.entropy[at] = sums.parts > 1 ? shared_.each[belief_.size][0] - logs / n : 0.0;
    out.sum_of_squares[at] = static_cast<double>(sums.sum_of_squares) / (n * n);
    out.hit[at] = sums.hit ? 1.0 / n : 0.0;
    out.largest[at] = sums.largest;
    out.parts[at] = sums.parts;
    if (out.after != nullptr) out.after[at] = (sums.hit ? after - shared_.each[1][1] : after) / n;
  }

  // For unequal weights, several lanes at a time: their sums do not wait for each other.
  void weigh(std::size_t lane, std::size_t first, std::size_t lanes, Split out) {
    const std::size_t replies = table_.replies;
    std::uint32_t* const counts = counts_.data();
    Pair* const sums = sums_.data();
    for (std::size_t i = 0; i < belief_.size; ++i) {
      const Reply* const row = tile_ + i * kLanes + lane;
      const Pair weight = weights_[i];
      for (std::size_t k = 0; k < kTogether; ++k) {
        ++counts[k * replies + row[k]];
        sums[k * replies + row[k]] += weight;
      }
    }
    for (std::size_t k = 0; k < kTogether; ++k) {
      const std::size_t at = lane + k < lanes ? first + lane + k : kNowhere;
      write_weighed(lane + k, counts + k * replies, sums + k * replies, at, out);
    }
  }

  // Writes the scores of one lane, and clears its parts.
  void write_weighed(std::size_t lane, std::uint32_t* counts, Pair* sums, std::size_t at, Split out) {
    const double hit = sums[table_.win][0];
    double entropy = 0.0, sum_of_squares = 0.0, after = 0.0;
    std::uint32_t largest = 0, parts = 0;
    const auto take = [&](std::uint32_t reply) {
      const std::uint32_t count = std::exchange(counts[reply], 0);
      if (count == 0) return;
      const Pair sum = std::exchange(sums[reply], Pair{});
      const double weight = sum[0], p = weight / total_;
      sum_of_squares += p * p;
      largest = std::max(largest, count);
      ++parts;
      if (p <= 0.0) return;
      const Curve& curve = shared_.curve;
      if (curve.values == nullptr || curve.of_count) {
        entropy -= p * portable_log2(p);
        if (curve.of_count && reply != table_.win) after += p * shared_.each[count][1];
        return;
      }
      const Pair logs = portable_log2(Pair{p, weight});
      entropy -= p * logs[0];
      if (reply != table_.win) after += p * curve(logs[1] - sum[1] / weight);
    };
    if (belief_.size < table_.replies) {
      for (std::size_t i = 0; i < belief_.size; ++i) take(tile_[i * kLanes + lane]);
    } else {
      for (std::uint32_t reply = 0; reply < table_.replies; ++reply) take(reply);
    }
    if (at == kNowhere) return;
    out.entropy[at] = parts > 1 ? entropy : 0.0;
    out.sum_of_squares[at] = sum_of_squares;
    out.hit[at] = hit / total_;
    out.largest[at] = largest;
    out.parts[at] = parts;
    if (out.after != nullptr) out.after[at] = after;
  }

  Table<Reply> table_;
  Belief belief_;
  const Shared& shared_;
  CellBuffer<Reply> cells_;
  Reply* const tile_;                  // tile_[i * kLanes + lane]
  std::vector<const Reply*> rows_;     // the rows of the tile
  std::vector<std::uint32_t> counts_;  // by reply, for some lanes; zero between uses
  std::vector<Pair> weights_;          // each weight w, and w log2 w
  std::vector<Pair> sums_;             // their sums by reply, like counts_
  double total_ = 0.0;
};

}  // namespace

double Curve::operator()(double bits) const {
  const double at = std::max(0.0, bits) / step;
  if (at >= static_cast<double>(size - 1)) return values[size - 1];
  const auto below = static_cast<std::size_t>(at);
  return values[below] + (at - static_cast<double>(below)) * (values[below + 1] - values[below]);
}

template <class Reply>
void split(Table<Reply> table, Belief belief, const std::int32_t* guesses, std::size_t count, Curve curve, Split out,
           unsigned threads, const Control& control) {
  const Shared shared(belief.size, curve);
  const std::size_t tiles = (count + kLanes - 1) / kLanes;
  const std::size_t work = count * belief.size;
  if (work < kWorthAThread) threads = 1;
  const std::size_t grain =
      std::min(tiles / (std::max(1U, threads) * 8), kMostPerPiece / kLanes / std::max<std::size_t>(1, belief.size));
  parallel_for(tiles, std::max<std::size_t>(1, grain), threads, control, [&](std::size_t begin, std::size_t end) {
    Splitter<Reply> splitter(table, belief, shared);
    for (std::size_t tile = begin; tile < end; ++tile) {
      const std::size_t first = tile * kLanes;
      splitter.split(guesses, first, std::min<std::size_t>(kLanes, count - first), out);
    }
  });
}

template void split(Table<std::uint8_t>, Belief, const std::int32_t*, std::size_t, Curve, Split, unsigned,
                    const Control&);
template void split(Table<std::uint16_t>, Belief, const std::int32_t*, std::size_t, Curve, Split, unsigned,
                    const Control&);
template void split(Table<std::uint32_t>, Belief, const std::int32_t*, std::size_t, Curve, Split, unsigned,
                    const Control&);

}  // namespace fewest
