#pragma once

#include <cstdint>
#include <vector>

#include "hash.h"
#include "types.h"

namespace fewest {

// A view of some secrets, the heaviest first; it does not own the array.
struct SecretSet {
  const std::int32_t* secrets = nullptr;
  int size = 0;
  Cost weight = 0;    // of all secrets
  Cost heaviest = 0;  // the weight of the first
  Hash hash = {};

  const std::int32_t* begin() const { return secrets; }
  const std::int32_t* end() const { return secrets + size; }
};

// In larger sets a secret is unlikely to separate all others, so the bound by members is skipped.
constexpr int kSmallSet = 50;

// Whether weight, order and hash of a set are consistent with its secrets. For FEWEST_CHECK.
inline bool is_consistent(const SecretSet& set, const std::vector<Cost>& weights, const std::vector<Hash>& hashes) {
  Cost weight = 0;
  Hash hash;
  for (int i = 0; i < set.size; ++i) {
    if (i > 0 && weights[set.secrets[i]] > weights[set.secrets[i - 1]]) return false;
    weight += weights[set.secrets[i]];
    hash ^= hashes[set.secrets[i]];
  }
  return set.size > 0 && weight == set.weight && weights[set.secrets[0]] == set.heaviest && hash == set.hash;
}

}  // namespace fewest
