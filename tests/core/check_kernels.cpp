// Compares every kernel with plain loops, on random rows. A program of its own, without Python, so that it also runs
// under an emulator of another processor; FEWEST_ISA chooses the instruction set. Prints its name, or what is wrong.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../../src/core/bits.h"
#include "../../src/core/cell_buffer.h"
#include "../../src/core/kernels.h"
#include "../../src/core/portable.h"

namespace {

using fewest::kLanes;

std::mt19937 rng(1);  // NOLINT: every run is the same

int below(int limit) { return static_cast<int>(rng() % static_cast<unsigned>(limit)); }

void require(bool condition, const char* kernel, int n) {
  if (condition) return;
  std::printf("%s: %s is wrong for %d\n", fewest::kernels().name, kernel, n);
  std::exit(1);
}

// Rows of replies, wider than one block of columns.
template <class Cell>
struct Rows {
  Rows(int n, int replies, int others, int blocks = 3) : replies(replies), columns(blocks * kLanes) {
    Cell* data = buffer.reserve(static_cast<std::size_t>(n) * columns);
    for (int i = 0; i < n; ++i) {
      Cell* row = data + i * columns;
      // A third of the columns hold the same reply in all rows except the last, so that some columns divide the rows
      // and others do not.
      for (int c = 0; c < columns; ++c) row[c] = static_cast<Cell>(c % 3 == 0 && i + 1 < n ? others : below(replies));
      rows.push_back(row);
    }
  }
  Cell at(int i, int lane) const { return rows[i][kColumn + lane]; }

  static constexpr std::size_t kColumn = kLanes;
  int replies, columns;
  fewest::CellBuffer<Cell> buffer;
  std::vector<const Cell*> rows;
};

void check_pegs(int length) {
  const int symbols = 1 + below(7);
  std::vector<std::vector<std::uint8_t>> guesses(length, std::vector<std::uint8_t>(kLanes));
  std::vector<std::vector<std::uint8_t>> counts(length, std::vector<std::uint8_t>(kLanes, 0));
  std::vector<std::uint8_t> secret(length), often(length, 0);
  for (auto& place : guesses) {
    for (auto& symbol : place) symbol = static_cast<std::uint8_t>(below(symbols));
  }
  for (auto& symbol : secret) symbol = static_cast<std::uint8_t>(below(symbols));
  std::vector<const std::uint8_t*> places, counted;
  for (int i = 0; i < length; ++i) {
    if (std::find(secret.begin(), secret.begin() + i, secret[i]) == secret.begin() + i) {
      often[i] = static_cast<std::uint8_t>(std::count(secret.begin(), secret.end(), secret[i]));
    }
    for (int lane = 0; lane < kLanes; ++lane) {
      for (int j = 0; j < length; ++j) counts[i][lane] += guesses[j][lane] == secret[i];
    }
    places.push_back(guesses[i].data());
    counted.push_back(counts[i].data());
  }
  std::uint8_t found[kLanes];
  fewest::kernels().pegs(length, places.data(), counted.data(), secret.data(), often.data(), found);
  for (int lane = 0; lane < kLanes; ++lane) {
    int right = 0, shared = 0, number = 0;
    for (int i = 0; i < length; ++i) right += guesses[i][lane] == secret[i];
    for (int symbol = 0; symbol < symbols; ++symbol) {
      int in_guess = 0, in_secret = 0;
      for (int i = 0; i < length; ++i) {
        in_guess += guesses[i][lane] == symbol;
        in_secret += secret[i] == symbol;
      }
      shared += std::min(in_guess, in_secret);
    }
    for (int r = 0; r < right; ++r) number += length + 1 - r;
    number += shared - right - (right == length ? 1 : 0);  // (length - 1, 1) is impossible
    require(found[lane] == number, "pegs", length);
  }
}

void check_tally(int n, int replies) {
  std::vector<std::uint8_t> rows(n * kLanes), same(n * kLanes);
  for (auto& reply : rows) reply = static_cast<std::uint8_t>(below(replies));
  fewest::Tally found{};
  found.same = same.data();
  const int win = below(replies);
  fewest::kernels().tally(n, rows.data(), static_cast<std::uint8_t>(win), &found);
  for (int lane = 0; lane < kLanes; ++lane) {
    std::map<int, int> sizes;
    for (int i = 0; i < n; ++i) ++sizes[rows[i * kLanes + lane]];
    int sum_of_squares = 0, largest = 0;
    for (const auto& [reply, size] : sizes) {
      sum_of_squares += size * size;
      largest = std::max(largest, size);
    }
    require(found.sum_of_squares[lane] == sum_of_squares && found.largest[lane] == largest, "tally", n);
    require(found.parts[lane] == sizes.size() && found.hit[lane] == sizes.count(win), "tally", n);
    for (int i = 0; i < n; ++i) require(same[i * kLanes + lane] == sizes[rows[i * kLanes + lane]], "tally", n);
  }
}

void check_bits(int words) {
  std::vector<std::uint64_t> a(words), b(words);
  int common = 0;
  for (int i = 0; i < words; ++i) {
    a[i] = std::uint64_t{rng()} << 32 | rng();
    b[i] = std::uint64_t{rng()} << 32 | rng();
    for (int bit = 0; bit < 64; ++bit) common += (a[i] & b[i]) >> bit & 1;
  }
  require(fewest::kernels().count_common(words, a.data(), b.data()) == common, "count_common", words);

  std::array<std::uint64_t, 64> rows, columns;
  for (auto& row : rows) row = std::uint64_t{rng()} << 32 | rng();
  columns = rows;
  fewest::transpose_bits(columns);
  for (int i = 0; i < 64; ++i) {
    for (int k = 0; k < 64; ++k) require((columns[i] >> k & 1) == (rows[k] >> i & 1), "transpose_bits", words);
  }
}

// Some blocks of sets, and a set that some of them include.
void check_supersets(int count) {
  constexpr int kWords = fewest::kSketchesAtOnce / 64, kBlock = fewest::kSketchBits * kWords;
  const int blocks = (count + fewest::kSketchesAtOnce - 1) / fewest::kSketchesAtOnce;
  std::vector<std::set<int>> sets(count);
  std::set<int> wanted;
  for (int numbers = below(40); numbers > 0; --numbers) wanted.insert(below(fewest::kSketchBits));
  fewest::CellBuffer<std::uint64_t> buffer;
  std::uint64_t* const rows = buffer.reserve(static_cast<std::size_t>(blocks) * kBlock);
  std::fill_n(rows, blocks * kBlock, 0);
  std::uint64_t bits[fewest::kSketchBits / 64] = {};
  for (const int number : wanted) bits[number / 64] |= std::uint64_t{1} << number % 64;
  for (int i = 0; i < count; ++i) {
    if (below(50) == 0) sets[i] = wanted;
    for (int numbers = below(400); numbers > 0; --numbers) sets[i].insert(below(fewest::kSketchBits));
    for (const int number : sets[i]) {
      rows[i / fewest::kSketchesAtOnce * kBlock + number * kWords + i % fewest::kSketchesAtOnce / 64] |=
          std::uint64_t{1} << i % 64;
    }
  }
  alignas(64) std::uint64_t found[kWords];
  for (int block = 0; block < blocks;) {
    const int next = static_cast<int>(fewest::kernels().supersets(rows, block, blocks, bits, found));
    require(next >= block && next <= blocks, "supersets", count);
    for (int i = block * fewest::kSketchesAtOnce; i < std::min(count, (next + 1) * fewest::kSketchesAtOnce); ++i) {
      const int at = i % fewest::kSketchesAtOnce;
      const bool is_found = i / fewest::kSketchesAtOnce == next && (found[at / 64] >> at % 64 & 1) != 0;
      require(is_found == std::includes(sets[i].begin(), sets[i].end(), wanted.begin(), wanted.end()), "supersets",
              count);
    }
    block = next + 1;
  }
}

// The replies of a column numbered anew, and another column that is coarser, or not by one cell.
template <class Cell>
void check_number(const fewest::CellKernels<Cell>& kernels, int n, int replies) {
  std::vector<Cell> column(n), numbered(n);
  for (Cell& reply : column) reply = static_cast<Cell>(below(4) == 0 ? below(replies) : below(1 + replies / 3));
  std::vector<std::uint32_t> first(n + fewest::kFirstRoom), numbers(std::size_t{1} << 8 * sizeof(Cell));
  const fewest::Replies found = kernels.number(n, column.data(), numbered.data(), first.data(), numbers.data());
  std::map<Cell, std::vector<int>> places;
  for (int i = 0; i < n; ++i) places[column[i]].push_back(i);
  std::set<Cell> used;
  int repeated = 0;
  for (const auto& [reply, at] : places) {
    const Cell number = numbered[at[0]];
    require(used.insert(number).second && number < found.all, "number", n);
    require((at.size() > 1) == (number < found.repeated), "number", n);
    require(at.size() == 1 || first[number] == static_cast<std::uint32_t>(at[0]), "number", n);
    for (const int i : at) require(numbered[i] == number, "number", n);
    repeated += at.size() > 1;
  }
  require(found.all == static_cast<int>(places.size()) && found.repeated == repeated, "number", n);

  std::vector<Cell> coarser(n), image(found.all);
  for (Cell& reply : image) reply = static_cast<Cell>(below(1 + replies / 2));
  for (int i = 0; i < n; ++i) coarser[i] = image[numbered[i]];
  const auto refines = [&] {
    return kernels.refines(n, numbered.data(), found.repeated, first.data(), coarser.data());
  };
  require(refines(), "refines", n);
  const int changed = below(n);
  coarser[changed] = static_cast<Cell>(coarser[changed] + 1);
  require(refines() == (numbered[changed] >= found.repeated), "refines", n);
}

template <class Cell>
void check_distinct(const fewest::CellKernels<Cell>& kernels, const Rows<Cell>& rows, fewest::Replies replies) {
  const int n = static_cast<int>(rows.rows.size());
  std::vector<std::uint16_t> found(kLanes);
  kernels.distinct(n, rows.rows.data(), Rows<Cell>::kColumn, replies, found.data());
  for (int lane = 0; lane < kLanes; ++lane) {
    std::set<Cell> seen;
    for (int i = 0; i < n; ++i) seen.insert(rows.at(i, lane));
    require(found[lane] == seen.size(), "distinct", n);
  }
}

template <class Cell>
void check_gather(const fewest::CellKernels<Cell>& kernels, const Rows<Cell>& rows) {
  const int n = static_cast<int>(rows.rows.size()), share = 1 + below(20);
  std::vector<std::uint32_t> places;
  for (int place = 0; place < rows.columns; ++place) {
    if (below(share) == 0) places.push_back(static_cast<std::uint32_t>(place));
  }
  const std::size_t count = places.size(), stride = count + below(2 * kLanes);
  constexpr Cell kBefore = 7;
  std::vector<Cell> out(n * stride + kLanes, kBefore);
  kernels.gather(n, rows.rows.data(), places.data(), count, out.data(), stride);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t row = stride == 0 ? n : i / stride, place = stride == 0 ? 0 : i % stride;
    if (row >= static_cast<std::size_t>(n)) {
      require(out[i] == kBefore, "gather", n);
    } else if (place < count) {
      require(out[i] == rows.rows[row][places[place]], "gather", n);
    } else {
      require(out[i] == kBefore || out[i] == 0, "gather", n);
    }
  }
}

template <class Cell>
void check_transpose(const fewest::CellKernels<Cell>& kernels, const Rows<Cell>& rows) {
  const int n = static_cast<int>(rows.rows.size());
  const std::size_t begin = below(rows.columns), count = below(rows.columns - static_cast<int>(begin) + 1);
  const std::size_t stride = n + below(20);
  constexpr Cell kBefore = 7;
  std::vector<Cell> out(count * stride + 1, kBefore), expected = out;
  for (std::size_t c = 0; c < count; ++c) {
    for (int i = 0; i < n; ++i) expected[c * stride + i] = rows.rows[i][begin + c];
  }
  kernels.transpose(n, rows.rows.data(), begin, count, out.data(), stride);
  require(out == expected, "transpose", n);
}

template <class Cell>
void check_cells(const fewest::CellKernels<Cell>& kernels, int n, int replies) {
  const Rows<Cell> rows(n, replies, below(replies));
  const std::size_t column = Rows<Cell>::kColumn;

  std::uint64_t divided = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int i = 1; i < n; ++i) divided |= std::uint64_t{rows.at(i, lane) != rows.at(0, lane)} << lane;
  }
  require(kernels.divides(n, rows.rows.data(), column) == divided, "divides", n);

  std::uint64_t marks[3] = {5, 5, 5};
  kernels.differences(rows.rows[0], rows.rows[n - 1], 2, marks);
  for (int c = 0; c < 2 * kLanes; ++c) {
    const bool differs = rows.rows[0][c] != rows.rows[n - 1][c];
    require((marks[c / kLanes] >> c % kLanes & 1) == differs, "differences", n);
  }
  require(marks[2] == 5, "differences", n);
  check_number(kernels, n, replies);

  if (kernels.part_sizes != nullptr && replies <= 40) {
    std::vector<std::uint16_t> sizes(replies * kLanes, 7), expected(replies * kLanes, 0);
    kernels.part_sizes(n, rows.rows.data(), column, replies, sizes.data());
    for (int i = 0; i < n; ++i) {
      for (int lane = 0; lane < kLanes; ++lane) ++expected[rows.at(i, lane) * kLanes + lane];
    }
    require(sizes == expected, "part_sizes", n);
  }

  if (kernels.distinct != nullptr && replies <= 256) {
    check_distinct(kernels, rows, {replies, replies});
    // Some replies in one row only.
    Rows<Cell> sparse(n, 1 + below(replies), 0);
    const int repeated = sparse.replies;
    for (std::size_t c = column; c < column + kLanes; ++c) {
      for (int i = 0, once = repeated; i < n && once < replies; i += 1 + below(3)) {
        const_cast<Cell*>(sparse.rows[i])[c] = static_cast<Cell>(once++);
      }
    }
    check_distinct(kernels, sparse, {replies, repeated});
  }
  check_transpose(kernels, rows);
  check_gather(kernels, rows);
  check_gather(kernels, Rows<Cell>(3, replies, 0, 150));

  if (n > 255) return;
  std::vector<std::int64_t> weights(n);
  for (auto& weight : weights) weight = std::int64_t{1} + below(1 << 20) * std::int64_t{1 << 16};
  std::int64_t repeated[kLanes] = {}, heavy[kLanes] = {};
  for (int lane = 0; lane < kLanes; ++lane) {
    std::set<Cell> seen;
    for (int i = 0; i < n; ++i) {
      if (seen.insert(rows.at(i, lane)).second) continue;
      ++repeated[lane];
      heavy[lane] += weights[i];
    }
  }
  // Lanes below the limit are exact, others reach the limit. If no lane is below it, the kernel may stop early.
  const auto check = [&](const char* kernel, bool some, const auto* found, const std::int64_t* expected, auto limit) {
    const std::int64_t least = *std::min_element(expected, expected + kLanes);
    require(some || least >= static_cast<std::int64_t>(limit), kernel, n);
    if (n > 2) require(some == (least < static_cast<std::int64_t>(limit)), kernel, n);
    for (int lane = 0; some && lane < kLanes; ++lane) {
      const bool reaches = expected[lane] >= static_cast<std::int64_t>(limit);
      require(reaches ? found[lane] >= limit : static_cast<std::int64_t>(found[lane]) == expected[lane], kernel, n);
    }
  };
  alignas(64) Cell counts[kLanes];
  alignas(64) std::int64_t sums[kLanes];
  for (const int part : {0, 2, 4}) {
    const auto limit = static_cast<Cell>(1 + *std::max_element(repeated, repeated + kLanes) * part / 4);
    check("repeats", kernels.repeats(n, rows.rows.data(), column, limit, counts), counts, repeated, limit);
    const std::int64_t heaviest = 1 + *std::max_element(heavy, heavy + kLanes) * part / 4;
    const bool some = kernels.weighted_repeats(n, rows.rows.data(), column, weights.data(), heaviest, sums);
    check("weighted_repeats", some, sums, heavy, heaviest);
  }
}

}  // namespace

int main() {
  const fewest::Kernels& kernels = fewest::kernels();
  for (int length = 1; length <= 12; ++length) {
    for (int round = 0; round < 20; ++round) check_pegs(length);
  }
  for (const int n : {1, 2, 3, 31, 64, 255}) {
    for (const int replies : {2, 20, 256}) check_tally(n, replies);
  }
  for (int words = 1; words < 200; ++words) check_bits(words);
  for (const int count : {1, 63, 64, 511, 512, 513, 2000}) {
    for (int round = 0; round < 5; ++round) check_supersets(count);
  }
  for (const int n : {1, 2, 3, 17, 64, 255, 256, 600}) {
    for (const int replies : {1, 2, 15, 16, 17, 32, 33, 100, 128, 129, 243, 256}) {
      check_cells(kernels.cells8, n, replies);
      check_cells(kernels.cells16, n, replies);
    }
    check_cells(kernels.cells16, n, 60000);
  }
#ifdef __aarch64__
  require(kernels.cells8.distinct != nullptr, "distinct", 0);
#endif
#ifdef FEWEST_X86
  __builtin_cpu_init();
  const fewest::Vectors has = fewest::vectors();
  require(has.avx2 == (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")), "vectors", 256);
  require(has.avx512 == (has.avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")),
          "vectors", 512);
  require(has.vbmi2 == (has.avx512 && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                        __builtin_cpu_supports("avx512bitalg")),
          "vectors", 513);
#endif
  std::printf("%s\n", kernels.name);
  return 0;
}
