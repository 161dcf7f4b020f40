#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hard_mode.h"
#include "secret_set.h"
#include "stop.h"

namespace fewest {

// Stamps that mark entries of an array. A new stamp unmarks all entries, so arrays need no clearing.
class Stamps {
public:
  explicit Stamps(std::size_t size) : stamps_(size, 0) {}

  std::uint32_t next() {
    if (++last_ == 0) {
      std::fill(stamps_.begin(), stamps_.end(), 0);
      ++last_;
    }
    return last_;
  }
  std::uint32_t last() const { return last_; }
  std::uint32_t* data() { return stamps_.data(); }
  const std::uint32_t* data() const { return stamps_.data(); }

private:
  std::vector<std::uint32_t> stamps_;
  std::uint32_t last_ = 0;
};

// A map from replies to numbers; clear() takes constant time.
class ReplyMap {
public:
  explicit ReplyMap(std::size_t replies) : stamps_(replies), values_(replies, 0) {}

  // The map until the next clear(): a few pointers that compilers keep in registers.
  struct View {
    std::uint32_t* stamps;
    std::uint32_t* values;
    std::uint32_t stamp;

    // Adds a reply without a number; returns whether it was new.
    bool insert(std::size_t reply) const {
      const bool is_new = stamps[reply] != stamp;
      stamps[reply] = stamp;
      return is_new;
    }
    // Adds a reply with a number, unless it is there. Returns whether it was new.
    bool insert(std::size_t reply, std::uint32_t value) const {
      if (stamps[reply] == stamp) return false;
      stamps[reply] = stamp;
      values[reply] = value;
      return true;
    }
    std::uint32_t& operator[](std::size_t reply) const { return values[reply]; }
  };

  View clear() { return {stamps_.data(), values_.data(), stamps_.next()}; }

private:
  Stamps stamps_;
  std::vector<std::uint32_t> values_;
};

// The members of a set.
class Members {
public:
  explicit Members(std::size_t secrets) : stamps_(secrets) {}

  void assign(const SecretSet& set) {
    const std::uint32_t stamp = stamps_.next();
    for (const std::int32_t secret : set) stamps_.data()[secret] = stamp;
  }
  // Accepts -1, for no secret.
  bool contains(std::int32_t secret) const { return secret >= 0 && stamps_.data()[secret] == stamps_.last(); }

private:
  Stamps stamps_;
};

// The scratch memory of one thread, shared by all parts of its search.
struct Scratch {
  Scratch(std::size_t secrets, std::size_t replies) : replies(replies), members(secrets) {}

  ReplyMap replies;
  Members members;
  FollowUps follow_ups;
  Checker checker{kNoControl};
};

}  // namespace fewest
