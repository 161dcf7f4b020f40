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

// What the curve says of a part of c equally likely secrets, for every possible size c.
std::vector<double> value_table(Curve curve, const std::vector<double>& log2s) {
  std::vector<double> table(curve.values == nullptr ? 0 : log2s.size(), 0.0);
  for (std::size_t c = 0; c < table.size(); ++c) table[c] = curve(log2s[c]);
  return table;
}

// What all threads share: the curve, and both tables above.
struct Shared {
  Shared(std::size_t size, Curve given) : curve(given), log2s(log_table(size)), values(value_table(given, log2s)) {}

  Curve curve;
  std::vector<double> log2s, values;
};

// Splits one belief by tiles of kLanes guesses; one Splitter per thread.
template <class Reply>
class Splitter {
public:
  Splitter(Table<Reply> table, Belief belief, const Shared& shared)
      : table_(table),
        belief_(belief),
        curve_(shared.curve),
        log2s_(shared.log2s),
        values_(shared.values),
        tile_(belief.size * kLanes),
        counts_(table.replies, 0) {
    if (belief.weights == nullptr) return;
    weights_.resize(table.replies, 0.0);
    for (std::size_t i = 0; i < belief.size; ++i) total_ += belief.weights[i];
    if (curve_.values == nullptr) return;
    logs_.resize(table.replies, 0.0);
    for (std::size_t i = 0; i < belief.size; ++i) {
      const double weight = belief.weights[i];
      own_logs_.push_back(weight > 0.0 ? weight * std::log2(weight) : 0.0);
    }
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
    double logs = 0.0, after = 0.0;
    std::uint64_t squares = 0;
    std::uint32_t largest = 0, parts = 0;
    for_each_part(lane, [&](std::uint32_t reply) {
      const std::uint32_t c = counts_[reply];
      logs += c * log2s_[c];
      if (!values_.empty() && reply != table_.win) after += c * values_[c];
      squares += std::uint64_t{c} * c;
      largest = std::max(largest, c);
      ++parts;
    });
    write(at, out, logs, squares, largest, parts, hit, after);
  }

  // The same for a small belief, all lanes at once. A part of c secrets is met c times here, once for each of them.
  void split_pairwise(std::size_t first, std::size_t lanes, Split out) {
    if constexpr (std::is_same_v<Reply, std::uint8_t>) {
      std::uint8_t same[kPairwise * kLanes];
      Tally tally;
      tally.same = same;
      kernels().tally(static_cast<int>(belief_.size), tile_.data(), static_cast<std::uint8_t>(table_.win), &tally);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        double logs = 0.0, after = 0.0;
        for (std::size_t i = 0; i < belief_.size; ++i) logs += log2s_[same[i * kLanes + lane]];
        if (!values_.empty()) {
          for (std::size_t i = 0; i < belief_.size; ++i) after += values_[same[i * kLanes + lane]];
          if (tally.hit[lane]) after -= values_[1];
        }
        write(first + lane, out, logs, tally.squares[lane], tally.largest[lane], tally.parts[lane], tally.hit[lane],
              after);
      }
    }
  }

  void write(std::size_t at, Split out, double logs, std::uint64_t squares, std::uint32_t largest, std::uint32_t parts,
             bool hit, double after) {
    const double n = static_cast<double>(belief_.size);
    out.entropy[at] = parts > 1 ? log2s_[belief_.size] - logs / n : 0.0;
    out.squares[at] = static_cast<double>(squares) / (n * n);
    out.hit[at] = hit ? 1.0 / n : 0.0;
    out.largest[at] = largest;
    out.parts[at] = parts;
    if (out.after != nullptr) out.after[at] = after / n;
  }

  void weigh(std::size_t lane, std::size_t at, Split out) {
    for (std::size_t i = 0; i < belief_.size; ++i) {
      const Reply reply = tile_[i * kLanes + lane];
      ++counts_[reply];
      weights_[reply] += belief_.weights[i];
      if (!logs_.empty()) logs_[reply] += own_logs_[i];
    }
    const double hit = weights_[table_.win];
    double entropy = 0.0, squares = 0.0, after = 0.0;
    std::uint32_t largest = 0, parts = 0;
    for_each_part(lane, [&](std::uint32_t reply) {
      const double p = weights_[reply] / total_;
      if (p > 0.0) entropy -= p * std::log2(p);
      squares += p * p;
      largest = std::max(largest, counts_[reply]);
      ++parts;
      if (!logs_.empty()) {
        if (p > 0.0 && reply != table_.win)
          after += p * curve_(std::log2(weights_[reply]) - logs_[reply] / weights_[reply]);
        logs_[reply] = 0.0;
      }
      weights_[reply] = 0.0;
    });
    out.entropy[at] = parts > 1 ? entropy : 0.0;
    out.squares[at] = squares;
    out.hit[at] = hit / total_;
    out.largest[at] = largest;
    out.parts[at] = parts;
    if (out.after != nullptr) out.after[at] = after;
  }

  Table<Reply> table_;
  Belief belief_;
  Curve curve_;
  const std::vector<double>& log2s_;
  const std::vector<double>& values_;  // empty without a curve
  std::vector<double> own_logs_;       // w log2 w for each weight w; empty unless there is a curve too
  std::vector<Reply> tile_;            // tile_[i * kLanes + lane]
  std::vector<std::uint32_t> counts_;  // by reply; all zero between lanes
  std::vector<double> weights_;        // likewise
  std::vector<double> logs_;           // the sum of own_logs_ by reply, likewise; empty unless there is a curve too
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
           unsigned threads) {
  const Shared shared(belief.size, curve);
  const std::size_t tiles = (count + kLanes - 1) / kLanes;
  const std::size_t work = count * belief.size;
  if (work < kWorthAThread) threads = 1;
  const std::size_t grain = std::max<std::size_t>(1, tiles / (std::max(1U, threads) * 8));
  parallel_for(tiles, grain, threads, [&](std::size_t begin, std::size_t end) {
    Splitter<Reply> splitter(table, belief, shared);
    for (std::size_t tile = begin; tile < end; ++tile) {
      const std::size_t first = tile * kLanes;
      splitter.split(guesses, first, std::min<std::size_t>(kLanes, count - first), out);
    }
  });
}

template void split(Table<std::uint8_t>, Belief, const std::int32_t*, std::size_t, Curve, Split, unsigned);
template void split(Table<std::uint16_t>, Belief, const std::int32_t*, std::size_t, Curve, Split, unsigned);
template void split(Table<std::uint32_t>, Belief, const std::int32_t*, std::size_t, Curve, Split, unsigned);

}  // namespace fewest
