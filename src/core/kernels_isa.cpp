// Compiled several times with other flags and another FEWEST_ISA: see CMakeLists.txt. Nothing of the standard library
// may be used here, lest the linker keep a copy that only a newer CPU can run.
#include "kernels.h"

#define FEWEST_STRING2(x) #x
#define FEWEST_STRING(x) FEWEST_STRING2(x)

namespace fewest::FEWEST_ISA {
namespace {

constexpr int kMaxLength = 12;

template <class Letter>
void replies(int length, const Letter* const* letters, const Letter* secret, std::uint32_t* out) {
  Letter taken[kMaxLength][kLanes];  // all ones where this letter of the secret is matched already
  Letter green[kMaxLength][kLanes];
  for (int i = 0; i < length; ++i) {
    for (int lane = 0; lane < kLanes; ++lane) {
      taken[i][lane] = green[i][lane] = letters[i][lane] == secret[i] ? Letter(~Letter(0)) : Letter(0);
    }
  }
  for (int lane = 0; lane < kLanes; ++lane) out[lane] = 0;
  for (int i = 0; i < length; ++i) {
    Letter yellow[kLanes] = {};
    for (int j = 0; j < length; ++j) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const Letter equal = letters[i][lane] == secret[j] ? Letter(~Letter(0)) : Letter(0);
        const Letter match = equal & Letter(~(taken[j][lane] | green[i][lane] | yellow[lane]));
        taken[j][lane] |= match;
        yellow[lane] |= match;
      }
    }
    for (int lane = 0; lane < kLanes; ++lane) {
      out[lane] = out[lane] * 3 + (green[i][lane] & 2) + (yellow[lane] & 1);
    }
  }
}

void tally(int n, const std::uint8_t* rows, std::uint8_t win, Tally* out) {
  std::uint8_t* same = out->same;
  std::uint8_t parts[kLanes] = {}, hit[kLanes] = {}, largest[kLanes] = {};
  std::uint16_t squares[kLanes] = {};
  for (int i = 0; i < n; ++i) {
    const std::uint8_t* row = rows + i * kLanes;
    std::uint8_t count[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) count[lane] = 1;
    for (int j = 0; j < i; ++j) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint8_t equal = rows[j * kLanes + lane] == row[lane];
        count[lane] += equal;
        same[j * kLanes + lane] += equal;
      }
    }
    for (int lane = 0; lane < kLanes; ++lane) {
      same[i * kLanes + lane] = count[lane];
      parts[lane] += count[lane] == 1;
      hit[lane] |= row[lane] == win;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint8_t count = same[i * kLanes + lane];
      squares[lane] += count;
      largest[lane] = largest[lane] < count ? count : largest[lane];
    }
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    out->squares[lane] = squares[lane];
    out->largest[lane] = largest[lane];
    out->parts[lane] = parts[lane];
    out->hit[lane] = hit[lane];
  }
}

}  // namespace

extern const Kernels table;
const Kernels table{FEWEST_STRING(FEWEST_ISA), replies<std::uint8_t>, replies<std::uint16_t>, tally};

}  // namespace fewest::FEWEST_ISA
