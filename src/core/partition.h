#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "game.h"
#include "invariants.h"
#include "scratch.h"
#include "secret_set.h"
#include "transposition.h"

namespace fewest {

// A part of a set, with bounds of its cost.
struct Part : SecretSet {
  Cost missed = 0;  // with a target: a lower bound of the missed weight
  CostBound known;
};

// Divides a set by the replies to a guess. Writes the secrets to `order`, part by part. Within a part they keep their
// order, so that the heaviest comes first.
template <class Cell>
void partition(const Game<Cell>& game, std::int32_t guess, const SecretSet& set, Scratch& scratch,
               std::vector<std::int32_t>& order, std::vector<Part>& parts) {
  const Cell* replies = game.replies_to(guess);
  const ReplyMap::View part_of = scratch.replies.clear();
  scratch.checker.count(4 * set.size);
  parts.clear();
  for (const std::int32_t secret : set) {
    const Cell reply = replies[secret];
    const Cost weight = game.weights[secret];
    if (part_of.insert(reply, static_cast<std::uint32_t>(parts.size()))) parts.emplace_back().heaviest = weight;
    Part& part = parts[part_of[reply]];
    ++part.size;
    part.weight += weight;
    part.hash ^= game.hashes[secret];
  }
  if (order.size() < static_cast<std::size_t>(set.size)) order.resize(set.size);
  std::int32_t begin = 0;
  for (Part& part : parts) {
    part.secrets = order.data() + begin;
    begin += std::exchange(part.size, 0);
  }
  for (const std::int32_t secret : set) {
    Part& part = parts[part_of[replies[secret]]];
    order[part.secrets - order.data() + part.size++] = secret;
  }
  FEWEST_ASSERT(begin == set.size);
  for ([[maybe_unused]] const Part& part : parts) FEWEST_CHECK(is_consistent(part, game.weights, game.hashes));
}

}  // namespace fewest
