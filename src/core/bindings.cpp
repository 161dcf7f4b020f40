// Python bindings of reply tables and splits; search_bindings.cpp has those of the search. The caller owns all arrays,
// including those for results. Long loops run without the interpreter lock.
#include "bindings.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "kernels.h"
#include "parallel.h"
#include "pegs.h"
#include "reply_table.h"
#include "requirements.h"
#include "split.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using fewest::all_below;
using fewest::Array;
using fewest::require;

// The Control of a call that reads this many replies. Short calls cannot be interrupted.
fewest::Control control_of(std::size_t replies) {
  constexpr std::size_t kFew = 1 << 24;
  return {nullptr, replies < kFew ? std::function<void()>() : fewest::interrupt_check()};
}

template <class Letter, class Reply>
void fill_reply_table(Array<const Letter, 2> guesses, Array<const Letter, 2> secrets, Array<Reply, 2> table,
                      unsigned threads, bool by_guess) {
  const std::size_t length = guesses.shape(0);
  require(length >= 1 && length <= 12 && secrets.shape(0) == length,
          "words must have the same length, from 1 to 12 letters");
  require(table.shape(by_guess ? 1 : 0) == secrets.shape(1) && table.shape(by_guess ? 0 : 1) == guesses.shape(1),
          "table must be secrets by guesses, or guesses by secrets with by_guess");
  const fewest::Words<Letter> g{guesses.data(), guesses.shape(1)}, s{secrets.data(), secrets.shape(1)};
  const fewest::Control control = control_of(table.size());
  const nb::gil_scoped_release release;
  fewest::fill_reply_table<Letter, Reply>(static_cast<int>(length), g, s, table.data(), by_guess, threads, control);
}

void fill_pegs_table(Array<const std::uint8_t, 2> guesses, Array<const std::uint8_t, 2> counts,
                     Array<const std::uint8_t, 2> secrets, Array<std::uint8_t, 2> table, unsigned threads) {
  const std::size_t length = guesses.shape(0);
  require(length >= 1 && length <= 12 && secrets.shape(0) == length,
          "codes must have the same length, from 1 to 12 places");
  require(counts.shape(1) == guesses.shape(1), "counts must be symbols by guesses");
  require(table.shape(0) == secrets.shape(1) && table.shape(1) == guesses.shape(1), "table is secrets by guesses");
  const std::uint8_t* symbols = secrets.data();
  require(std::all_of(symbols, symbols + secrets.size(), [&](std::uint8_t each) { return each < counts.shape(0); }),
          "a secret has a symbol without counts");
  const fewest::Words<std::uint8_t> g{guesses.data(), guesses.shape(1)}, s{secrets.data(), secrets.shape(1)};
  const fewest::Control control = control_of(table.size());
  const nb::gil_scoped_release release;
  fewest::fill_pegs_table(static_cast<int>(length), g, counts.data(), s, table.data(), threads, control);
}

std::vector<std::int32_t> best_codes(Array<const std::uint8_t, 2> codes, Array<const std::uint32_t, 1> starts,
                                     Array<const std::int32_t, 1> groups, Array<const std::uint8_t, 2> secrets,
                                     int symbols, Array<const double, 1> costs, double slack, unsigned threads) {
  const std::size_t places = codes.shape(0), n = secrets.shape(1);
  require(places >= 1 && places <= fewest::kMostPegPlaces && secrets.shape(0) == places && symbols >= 1 &&
              symbols <= fewest::kMostPegSymbols,
          "codes must have 1 to 8 places and 1 to 16 symbols");
  const auto known = [&](std::uint8_t each) { return each < symbols; };
  require(std::all_of(codes.data(), codes.data() + codes.size(), known) &&
              std::all_of(secrets.data(), secrets.data() + secrets.size(), known),
          "a code has an unknown symbol");
  const std::size_t last = starts.shape(0) - 1;
  require(starts.shape(0) > 0 && std::is_sorted(starts.data(), starts.data() + last + 1) &&
              starts.data()[last] + fewest::kCodesAtOnce - 1 <= codes.shape(1),
          "starts must ascend, with room for more codes after the last");
  require(all_below(groups, last), "a group is unknown");
  require(n > 0 && costs.shape(0) == n + 1, "costs must have a cost for each size");
  const fewest::Anagrams anagrams{static_cast<int>(places), codes.data(), codes.shape(1), starts.data()};
  const fewest::Control control = control_of(n * codes.shape(1));
  const nb::gil_scoped_release release;
  return fewest::best_codes(anagrams, {groups.data(), groups.data() + groups.size()}, secrets.data(), n, costs.data(),
                            slack, threads, control);
}

template <class Reply>
void split(Array<const Reply, 2> table, std::uint32_t replies, std::uint32_t win, Array<const std::int32_t, 1> secrets,
           std::optional<Array<const double, 1>> weights, std::optional<Array<const std::int32_t, 1>> guesses,
           Array<double, 2> scores, Array<std::uint32_t, 2> counts, unsigned threads,
           std::optional<Array<const double, 1>> curve, double step, std::optional<Array<double, 1>> after,
           bool of_count) {
  const std::size_t count = guesses ? guesses->shape(0) : table.shape(1);
  require(scores.shape(0) == 3 && scores.shape(1) == count, "scores must be 3 by guesses");
  require(counts.shape(0) == 2 && counts.shape(1) == count, "counts must be 2 by guesses");
  require(!weights || weights->shape(0) == secrets.shape(0), "weights must have one number per secret");
  require(win < replies, "win must be below replies");
  require(curve.has_value() == after.has_value(), "give both curve and after, or neither");
  require(!curve || (curve->shape(0) > 0 && step > 0.0), "a curve needs values and a step above 0");
  require(!after || after->shape(0) == count, "after must have one number per guess");
  require(all_below(secrets, table.shape(0)), "a secret is not in the table");
  require(!guesses || all_below(*guesses, table.shape(1)), "a guess is not in the table");
  const fewest::Split out{scores.data(), scores.data() + count, scores.data() + 2 * count,
                          counts.data(), counts.data() + count, after ? after->data() : nullptr};
  const fewest::Curve given{curve ? curve->data() : nullptr, curve ? curve->shape(0) : 0, step, of_count};
  const fewest::Table<Reply> replies_of{table.data(), table.shape(0), table.shape(1), replies, win};
  const fewest::Belief belief{secrets.data(), weights ? weights->data() : nullptr, secrets.shape(0)};
  const std::int32_t* chosen = guesses ? guesses->data() : nullptr;
  const fewest::Control control = control_of(secrets.shape(0) * count);
  const nb::gil_scoped_release release;
  fewest::split<Reply>(replies_of, belief, chosen, count, given, out, threads, control);
}

template <class Reply>
void bind_split(nb::module_& module) {
  module.def("split", &split<Reply>, "table"_a.noconvert(), "replies"_a, "win"_a, "secrets"_a.noconvert(),
             "weights"_a.noconvert().none(), "guesses"_a.noconvert().none(), "scores"_a.noconvert(),
             "counts"_a.noconvert(), "threads"_a, "curve"_a.noconvert() = nb::none(), "step"_a = 1.0,
             "after"_a.noconvert() = nb::none(), "of_count"_a = false);
}

template <class Letter, class Reply>
void bind_fill(nb::module_& module) {
  module.def("fill_reply_table", &fill_reply_table<Letter, Reply>, "guesses"_a.noconvert(), "secrets"_a.noconvert(),
             "table"_a.noconvert(), "threads"_a, "by_guess"_a = false);
}

}  // namespace

namespace fewest {

std::function<void()> interrupt_check() {
  const auto main = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
  if (PyThread_get_thread_ident() != main) return {};
  return [] {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  };
}

}  // namespace fewest

NB_MODULE(_core, module) {
  module.def("instruction_set", [] { return fewest::kernels().name; });
  nb::exception<fewest::NoThread>(module, "NoThread");
  bind_fill<std::uint8_t, std::uint8_t>(module);
  bind_fill<std::uint8_t, std::uint16_t>(module);
  bind_fill<std::uint8_t, std::uint32_t>(module);
  bind_fill<std::uint16_t, std::uint8_t>(module);
  bind_fill<std::uint16_t, std::uint16_t>(module);
  bind_fill<std::uint16_t, std::uint32_t>(module);
  module.def("fill_pegs_table", &fill_pegs_table, "guesses"_a.noconvert(), "counts"_a.noconvert(),
             "secrets"_a.noconvert(), "table"_a.noconvert(), "threads"_a);
  module.attr("CODES_AT_ONCE") = fewest::kCodesAtOnce;
  module.attr("MOST_PEG_PLACES") = fewest::kMostPegPlaces;
  module.attr("MOST_PEG_SYMBOLS") = fewest::kMostPegSymbols;
  module.def("best_codes", &best_codes, "codes"_a.noconvert(), "starts"_a.noconvert(), "groups"_a.noconvert(),
             "secrets"_a.noconvert(), "symbols"_a, "costs"_a.noconvert(), "slack"_a, "threads"_a);
  bind_split<std::uint8_t>(module);
  bind_split<std::uint16_t>(module);
  bind_split<std::uint32_t>(module);
  fewest::bind_search(module);
}
