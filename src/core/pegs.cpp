#include "pegs.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <utility>

#include "kernels.h"
#include "parallel.h"
#include "portable.h"

namespace fewest {
namespace {

// A piece of work for a thread has at least this many groups.
constexpr std::size_t kGrain = 16;
// Less work than this many vectors of secrets uses one thread.
constexpr std::size_t kWorthAThread = 1 << 14;

// The secrets as bits, in words of 64.
struct Secrets {
  Secrets(const Anagrams& anagrams, const std::uint8_t* symbols, std::size_t n)
      : places(anagrams.places),
        words((n + 63) / 64),
        at(words * places * kMostPegSymbols),
        having(words * kMostPegSymbols * places) {
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t word = k / 64;
      const std::uint64_t bit = std::uint64_t{1} << k % 64;
      int counts[kMostPegSymbols] = {};
      for (int i = 0; i < places; ++i) {
        const std::uint8_t symbol = symbols[i * n + k];
        at[(word * places + i) * kMostPegSymbols + symbol] |= bit;
        having[(word * kMostPegSymbols + symbol) * places + counts[symbol]++] |= bit;
      }
    }
    last = n % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << n % 64) - 1;
  }

  int places;
  std::size_t words;
  std::uint64_t last;                 // all secrets of the last word
  std::vector<std::uint64_t> at;      // see PegSets
  std::vector<std::uint64_t> having;  // by word, symbol and count from 1 on: the secrets with the symbol that often
};

// The secrets by the number of symbols that they share with the codes of a group.
class Levels {
public:
  explicit Levels(const Secrets& secrets) : secrets_(secrets), bits_((secrets.places + 1) * secrets.words) {}

  // Reads the symbols of a code.
  void find(const std::uint8_t* code, std::size_t stride) {
    const int places = secrets_.places;
    int counts[kMostPegSymbols] = {};
    std::size_t from[kMostPegPlaces];  // one set of secrets for each symbol that they may share
    for (int i = 0; i < places; ++i) {
      const std::uint8_t symbol = code[i * stride];
      from[i] = symbol * places + counts[symbol]++;
    }
    std::fill_n(sizes_, places + 1, 0);
    for (std::size_t word = 0; word < secrets_.words; ++word) {
      const std::uint64_t* having = secrets_.having.data() + word * kMostPegSymbols * places;
      std::uint64_t planes[4] = {};  // the shared symbols of each secret, in binary
      for (int i = 0; i < places; ++i) {
        std::uint64_t carry = having[from[i]];
        for (std::uint64_t& plane : planes) carry &= std::exchange(plane, plane ^ carry);
      }
      const std::uint64_t all = word + 1 == secrets_.words ? secrets_.last : ~std::uint64_t{0};
      for (int shared = 0; shared <= places; ++shared) {
        std::uint64_t found = all;
        for (int k = 0; k < 4; ++k) found &= shared >> k & 1 ? planes[k] : ~planes[k];
        bits_[word * (places + 1) + shared] = found;
        sizes_[shared] += std::popcount(found);
      }
    }
  }

  // The least cost of a code: each level has a part for every number of right symbols, and parts of equal size cost
  // least. With all symbols shared, all but one cannot be right.
  double bound(const double* costs) const {
    double sum = 0.0;
    for (int shared = 0; shared <= secrets_.places; ++shared) {
      const std::size_t parts = shared == secrets_.places ? std::max(1, shared) : shared + 1;
      const std::size_t least = sizes_[shared] / parts, larger = sizes_[shared] % parts;
      sum += static_cast<double>(larger) * costs[least + 1] + static_cast<double>(parts - larger) * costs[least];
    }
    return sum;
  }

  // The sets for the kernel, without levels that no secret has.
  PegSets sets() {
    const int places = secrets_.places;
    int levels = 0;
    for (int shared = 0; shared <= places; ++shared) {
      if (sizes_[shared] > 0) shared_[levels++] = shared;
    }
    std::uint64_t* to = bits_.data();
    for (std::size_t word = 0; word < secrets_.words; ++word) {
      for (int k = 0; k < levels; ++k) *to++ = bits_[word * (places + 1) + shared_[k]];
    }
    return {secrets_.words, secrets_.at.data(), levels, shared_, bits_.data()};
  }

private:
  const Secrets& secrets_;
  std::vector<std::uint64_t> bits_;
  std::size_t sizes_[kMostPegPlaces + 1];
  int shared_[kMostPegPlaces + 1];
};

// The cheapest codes found by all threads.
struct Best {
  explicit Best(double slack) : slack(slack) {}

  // The most that a code may cost to matter.
  double limit() const { return cost.load(std::memory_order_relaxed) + slack; }

  void lower(double found) {
    for (double old = cost; found < old && !cost.compare_exchange_weak(old, found);) continue;
  }

  const double slack;
  std::atomic<double> cost{std::numeric_limits<double>::infinity()};
};

}  // namespace

std::vector<std::int32_t> best_codes(const Anagrams& anagrams, std::vector<std::int32_t> groups,
                                     const std::uint8_t* secrets, std::size_t n, const double* costs, double slack,
                                     unsigned threads, const Control& control) {
  const Secrets sets(anagrams, secrets, n);
  const PegPartsKernel divide = kernels().peg_parts[anagrams.places];
  const std::size_t work = groups.size() * sets.words;
  if (work < kWorthAThread) threads = 1;
  std::vector<std::pair<double, std::int32_t>> order(groups.size());  // by bound
  parallel_for(groups.size(), kGrain, threads, control, [&](std::size_t begin, std::size_t end) {
    Levels levels(sets);
    for (std::size_t k = begin; k < end; ++k) {
      levels.find(anagrams.codes + anagrams.starts[groups[k]], anagrams.room);
      order[k] = {levels.bound(costs), groups[k]};
    }
  });
  std::sort(order.begin(), order.end());

  Best best(slack);
  Mutex mutex;
  std::vector<std::pair<double, std::int32_t>> found;
  parallel_for(order.size(), kGrain, threads, control, [&](std::size_t begin, std::size_t end) {
    Levels levels(sets);
    std::vector<std::pair<double, std::int32_t>> here;
    alignas(64) std::uint64_t sizes[kMostPegParts * kCodesAtOnce];
    const std::uint8_t* codes[kMostPegPlaces];
    for (std::size_t k = begin; k < end && order[k].first <= best.limit(); ++k) {
      const std::uint32_t first = anagrams.starts[order[k].second], last = anagrams.starts[order[k].second + 1];
      levels.find(anagrams.codes + first, anagrams.room);
      const PegSets divided = levels.sets();
      for (std::uint32_t code = first; code < last; code += kCodesAtOnce) {
        for (int i = 0; i < anagrams.places; ++i) codes[i] = anagrams.codes + i * anagrams.room + code;
        const int parts = divide(divided, codes, sizes);
        double sums[kCodesAtOnce] = {};
        for (int part = 0; part < parts; ++part) {
          for (int lane = 0; lane < kCodesAtOnce; ++lane) sums[lane] += costs[sizes[part * kCodesAtOnce + lane]];
        }
        const double limit = best.limit();
        for (std::uint32_t lane = 0; lane < kCodesAtOnce && code + lane < last; ++lane) {
          if (sums[lane] > limit) continue;
          here.emplace_back(sums[lane], code + lane);
          best.lower(sums[lane]);
        }
      }
    }
    const std::lock_guard lock(mutex);
    found.insert(found.end(), here.begin(), here.end());
  });
  std::vector<std::int32_t> codes;
  for (const auto& [cost, code] : found) {
    if (cost <= best.limit()) codes.push_back(code);
  }
  std::sort(codes.begin(), codes.end());
  return codes;
}

}  // namespace fewest
