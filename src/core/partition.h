#pragma once

#include <cstdint>
#include <vector>

#include "game.h"
#include "invariants.h"
#include "scratch.h"
#include "secret_set.h"
#include "transposition.h"

namespace fewest {

// A part of a set, and what is known of it.
struct Part : SecretSet {
  Known known;
};

// Divides a set by the replies to a guess. Until arrange_parts() is called, only the first secret of a part may be
// read.
template <class Cell>
void divide(const Game<Cell>& game, std::int32_t guess, const SecretSet& set, Scratch& scratch,
            std::vector<Part>& parts) {
  const Cell* replies = game.replies_to(guess);
  const ReplyMap::Round part_of = scratch.replies.clear();
  scratch.checker.count(4 * set.size);
  parts.clear();
  for (const std::int32_t& secret : set) {
    const Cell reply = replies[secret];
    const Cost weight = game.weights[secret];
    if (part_of.insert(reply, static_cast<std::uint32_t>(parts.size()))) {
      Part& part = parts.emplace_back();
      part.secrets = &secret;
      part.heaviest = weight;
    }
    Part& part = parts[part_of[reply]];
    ++part.size;
    part.weight += weight;
    part.hash ^= game.hashes[secret];
  }
}

// Writes the secrets of the parts of a set to `order`, a part after the other; within a part their order stays, so that
// the heaviest still comes first. No other replies may have been looked at since divide().
template <class Cell>
void arrange_parts(const Game<Cell>& game, std::int32_t guess, const SecretSet& set, Scratch& scratch,
                   std::vector<std::int32_t>& order, std::vector<Part>& parts) {
  const Cell* replies = game.replies_to(guess);
  const ReplyMap::Round part_of = scratch.replies.last();
  if (order.size() < static_cast<std::size_t>(set.size)) order.resize(set.size);
  std::int32_t begin = 0;
  for (Part& part : parts) {
    part.secrets = order.data() + begin;
    begin += part.size;
    part.size = 0;
  }
  for (const std::int32_t secret : set) {
    Part& part = parts[part_of[replies[secret]]];
    order[part.secrets - order.data() + part.size++] = secret;
  }
  FEWEST_ASSERT(begin == set.size);
  for ([[maybe_unused]] const Part& part : parts) FEWEST_CHECK(is_consistent(part, game.weights, game.hashes));
}

template <class Cell>
void partition(const Game<Cell>& game, std::int32_t guess, const SecretSet& set, Scratch& scratch,
               std::vector<std::int32_t>& order, std::vector<Part>& parts) {
  divide(game, guess, set, scratch, parts);
  arrange_parts(game, guess, set, scratch, order, parts);
}

}  // namespace fewest
