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
  std::int32_t first = -1;  // the first of its secrets
  Cost missed = 0;          // with a target: no less of its weight is missed
  CostBound known;
};

// Divides a set by the replies to a guess, in two steps: the constructor finds the size, weight, hash and first secret
// of each part, and arrange() their secrets, so that a guess that is refuted in between costs less. Until then the
// parts have no secrets, and nothing else may use the map of replies, which arrange() makes sure of.
template <class Cell>
class Division {
public:
  Division(const Game<Cell>& game, std::int32_t guess, const SecretSet& set, Scratch& scratch, std::vector<Part>& parts)
      : game_(game),
        replies_(game.replies_to(guess)),
        set_(set),
        map_(scratch.replies),
        part_of_(map_.clear()),
        parts_(parts) {
    scratch.checker.count(4 * set.size);
    parts.clear();
    for (const std::int32_t secret : set) {
      const Cell reply = replies_[secret];
      const Cost weight = game.weights[secret];
      if (part_of_.insert(reply, static_cast<std::uint32_t>(parts.size()))) {
        Part& part = parts.emplace_back();
        part.first = secret;
        part.heaviest = weight;
      }
      Part& part = parts[part_of_[reply]];
      ++part.size;
      part.weight += weight;
      part.hash ^= game.hashes[secret];
    }
  }

  // Writes the secrets to `order`, a part after the other; within a part their order stays, so that the heaviest still
  // comes first.
  void arrange(std::vector<std::int32_t>& order) {
    FEWEST_ASSERT(map_.is_current(part_of_));
    if (order.size() < static_cast<std::size_t>(set_.size)) order.resize(set_.size);
    std::int32_t begin = 0;
    for (Part& part : parts_) {
      part.secrets = order.data() + begin;
      begin += part.size;
      part.size = 0;
    }
    for (const std::int32_t secret : set_) {
      Part& part = parts_[part_of_[replies_[secret]]];
      order[part.secrets - order.data() + part.size++] = secret;
    }
    FEWEST_ASSERT(begin == set_.size);
    for ([[maybe_unused]] const Part& part : parts_) FEWEST_CHECK(is_consistent(part, game_.weights, game_.hashes));
  }

private:
  const Game<Cell>& game_;
  const Cell* const replies_;
  const SecretSet& set_;
  ReplyMap& map_;
  const ReplyMap::View part_of_;
  std::vector<Part>& parts_;
};

}  // namespace fewest
