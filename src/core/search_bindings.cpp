// Python bindings of the search.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <variant>

#include "bindings.h"
#include "parallel.h"
#include "reply_rows.h"
#include "requirements.h"
#include "search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace fewest {
namespace {

using Indices = Array<const std::int32_t, 1>;

using Replies =
    std::variant<Array<const std::uint8_t, 2>, Array<const std::uint16_t, 2>, Array<const std::uint32_t, 2>>;
using Letters = std::variant<Array<const std::uint8_t, 2>, Array<const std::uint16_t, 2>>;

// The arrays of fewest::HardModeTables: the replies, with the type of the table, or the letters of the guesses.
struct HardModeArrays {
  Array<const std::uint16_t, 1> hint_row;
  Array<const std::uint32_t, 2> hints;
  std::optional<Replies> guess_replies;
  std::optional<Letters> letters;
};

// The arrays of fewest::Symmetry.
struct SymmetryArrays {
  Array<const std::uint16_t, 2> symbols;
  Array<const std::uint8_t, 2> moves;
  Array<const std::uint16_t, 1> kinds;
  Indices guesses_made;
};

template <class Reply>
HardModeTables<Reply> hard_mode_tables(const HardModeArrays& arrays, std::size_t guesses) {
  require(arrays.guess_replies.has_value() != arrays.letters.has_value(), "give guess_replies or letters");
  require(arrays.hint_row.shape(0) == guesses, "hint_row must have a number per guess");
  for (std::size_t g = 0; g < guesses; ++g) require(arrays.hint_row(g) < arrays.hints.shape(0), "a row has no hints");
  HardModeTables<Reply> tables{nullptr, arrays.hint_row.data(), arrays.hints.data(), arrays.hints.shape(1)};
  if (arrays.guess_replies) {
    const auto* replies = std::get_if<Array<const Reply, 2>>(&*arrays.guess_replies);
    if (replies == nullptr) throw nb::type_error("guess_replies must have the type of the table");
    require(replies->shape(0) == guesses && replies->shape(1) == guesses, "guess_replies must be guesses by guesses");
    tables.guess_replies = replies->data();
    return tables;
  }
  const auto make_rows = [&]<class Letter>(const Array<const Letter, 2>& letters) {
    const std::size_t length = letters.shape(0);
    require(length >= 1 && length <= 12 && letters.shape(1) == guesses,
            "letters must have a column per guess, with 1 to 12 letters");
    require(count_replies(static_cast<int>(length)) <= tables.replies, "a reply has no hints");
    require(count_replies(static_cast<int>(length)) - 1 <= std::numeric_limits<Reply>::max(), "a reply has no room");
    tables.row = rows_of<Letter, Reply>(static_cast<int>(length), {letters.data(), guesses});
  };
  std::visit(make_rows, *arrays.letters);
  return tables;
}

// Checks that every reply in a table has hints. Runs on threads, because tables are large.
template <class Reply>
void require_hints(const Problem<Reply>& problem, unsigned threads, const Control& control) {
  constexpr std::size_t kGrain = 64;
  const std::size_t secrets = problem.secrets, guesses = problem.guesses;
  const HardModeTables<Reply>& hard_mode = *problem.hard_mode;
  const std::size_t rows = secrets + (hard_mode.guess_replies == nullptr ? 0 : guesses);
  parallel_for(rows, kGrain, threads, control, [&](std::size_t begin, std::size_t end) {
    control.check(kGrain * guesses);
    for (std::size_t i = begin; i < end; ++i) {
      const Reply* row = i < secrets ? problem.table + i * guesses : hard_mode.guess_replies + (i - secrets) * guesses;
      require(*std::max_element(row, row + guesses) < hard_mode.replies, "a reply has no hints");
    }
  });
}

// Checks that the moves are permutations of the places and include the identity.
void require_moves(const Array<const std::uint8_t, 2>& moves) {
  const std::size_t places = moves.shape(1);
  std::vector<std::uint8_t> identity(places);
  std::iota(identity.begin(), identity.end(), std::uint8_t{0});
  bool has_identity = false;
  for (std::size_t m = 0; m < moves.shape(0); ++m) {
    std::vector<std::uint8_t> move(moves.data() + m * places, moves.data() + (m + 1) * places);
    has_identity |= move == identity;
    std::sort(move.begin(), move.end());
    require(move == identity, "symmetry: a move maps two places to one");
  }
  require(has_identity, "symmetry: the moves must include the identity");
}

Symmetry make_symmetry(const SymmetryArrays& arrays, std::size_t guesses) {
  const std::size_t places = arrays.symbols.shape(1), symbols = arrays.kinds.shape(0);
  require(arrays.symbols.shape(0) == guesses && places > 0 && arrays.moves.shape(0) > 0 &&
              arrays.moves.shape(1) == places && symbols > 0,
          "symbols must have a row per guess, moves a column per place");
  require(all_below(arrays.symbols, symbols) && all_below(arrays.moves, places) && all_below(arrays.kinds, symbols) &&
              all_below(arrays.guesses_made, guesses),
          "symmetry: a number is out of range");
  require_moves(arrays.moves);
  Symmetry symmetry;
  symmetry.symbols = arrays.symbols.data();
  symmetry.places = places;
  symmetry.moves.assign(arrays.moves.data(), arrays.moves.data() + arrays.moves.size());
  symmetry.kinds.assign(arrays.kinds.data(), arrays.kinds.data() + symbols);
  symmetry.guesses_made.assign(arrays.guesses_made.data(), arrays.guesses_made.data() + arrays.guesses_made.size());
  require(symmetry.orbit_ids_fit(), "symmetry: there are too many places and symbols");
  return symmetry;
}

template <class Reply>
std::unique_ptr<Search> make_search_from_arrays(Array<const Reply, 2> table, Indices secret_of_guess,
                                                Array<const Cost, 1> weights, std::size_t memory,
                                                const HardModeArrays* hard_mode, const SymmetryArrays* symmetry,
                                                Cost penalty, bool for_tests, unsigned threads, StopToken* stop) {
  const std::size_t secrets = table.shape(0), guesses = table.shape(1);
  require(secrets > 0 && guesses > 0, "there is nothing to search");
  require(secret_of_guess.shape(0) == guesses && weights.shape(0) == secrets,
          "secret_of_guess must have a number per guess, weights one per secret");
  Problem<Reply> problem{table.data(), secrets, guesses, secret_of_guess.data(), weights.data()};
  problem.for_tests = for_tests;
  problem.penalty = penalty;
  require_secrets(problem);
  require_weights(problem);
  require_penalty(problem);
  if (hard_mode != nullptr) problem.hard_mode = hard_mode_tables<Reply>(*hard_mode, guesses);
  if (symmetry != nullptr) problem.symmetry = make_symmetry(*symmetry, guesses);
  const Control control{stop, interrupt_check()};
  const nb::gil_scoped_release release;
  if (problem.hard_mode) require_hints(problem, threads, control);
  return make_search(problem, memory, threads, control);
}

// The search reads these arrays later, so it keeps the objects that own them alive: hard_mode and symmetry.
template <class Reply>
void bind_make_search(nb::module_& module) {
  module.def("make_search", &make_search_from_arrays<Reply>, nb::kw_only(), "table"_a.noconvert(),
             "secret_of_guess"_a.noconvert(), "weights"_a.noconvert(), "memory"_a, "hard_mode"_a.none() = nb::none(),
             "symmetry"_a.none() = nb::none(), "penalty"_a = 0, "for_tests"_a = false, "threads"_a = 1,
             "stop"_a.none() = nb::none(), nb::keep_alive<0, 5>(), nb::keep_alive<0, 6>());
}

std::span<const std::int32_t> as_span(const Indices& indices) { return {indices.data(), indices.size()}; }

// Calls ask(control) without the interpreter lock.
template <class Ask>
nb::tuple answer(StopToken* stop, Ask ask) {
  const Control control{stop, interrupt_check()};
  Answer found;
  {
    const nb::gil_scoped_release release;
    found = ask(control);
  }
  return nb::make_tuple(found.cost, found.depth, found.guess);
}

nb::tuple best(Search& search, Indices secrets, Indices guesses, int left, Cost bound, StopToken* stop, int target,
               int width) {
  Position position = make_position(search, as_span(secrets), as_span(guesses), left, target);
  position.width = width;
  return answer(stop, [&](const Control& control) { return search.best(position, bound, control); });
}

nb::tuple solve_guess(Search& search, std::int32_t guess, Indices secrets, Indices guesses, int left, Cost bound,
                      StopToken* stop, int target, bool evenly) {
  require_guess(search, guess);
  const Position position = make_position(search, as_span(secrets), as_span(guesses), left, target);
  return answer(stop,
                [&](const Control& control) { return search.solve_guess(guess, position, bound, evenly, control); });
}

void orbit_ids(const Search& search, Indices secrets, Indices guesses, Array<std::uint64_t, 1> out) {
  require(out.shape(0) == search.guesses(), "orbit_ids must have one number per guess");
  const Position position = make_position(search, as_span(secrets), as_span(guesses), kNoLimit, kNoLimit);
  const nb::gil_scoped_release release;
  const auto ids = search.orbit_ids(position);
  std::copy(ids.begin(), ids.end(), out.data());
}

}  // namespace

void bind_search(nb::module_& module) {
  module.attr("IMPOSSIBLE") = kImpossible;
  module.attr("NO_LIMIT") = kNoLimit;
  nb::exception<Stopped>(module, "Stopped");
  nb::exception<TooDeep>(module, "TooDeep");
  nb::class_<StopToken>(module, "StopToken")
      .def(nb::init<StopToken*, double, double>(), "parent"_a.none() = nb::none(), "seconds"_a = StopToken::kForever,
           "work"_a = StopToken::kForever, nb::keep_alive<1, 2>())
      .def("stop", &StopToken::stop)
      .def("check", [](StopToken& token) { token.check(0); })
      .def_prop_ro("stopped", &StopToken::stopped);
  nb::class_<HardModeArrays>(module, "HardModeTables")
      .def(nb::init<Array<const std::uint16_t, 1>, Array<const std::uint32_t, 2>, std::optional<Replies>,
                    std::optional<Letters>>(),
           nb::kw_only(), "hint_row"_a.noconvert(), "hints"_a.noconvert(), "guess_replies"_a.noconvert() = nb::none(),
           "letters"_a.noconvert() = nb::none());
  nb::class_<SymmetryArrays>(module, "SymmetryTables")
      .def(nb::init<Array<const std::uint16_t, 2>, Array<const std::uint8_t, 2>, Array<const std::uint16_t, 1>,
                    Indices>(),
           nb::kw_only(), "symbols"_a.noconvert(), "moves"_a.noconvert(), "kinds"_a.noconvert(),
           "guesses_made"_a.noconvert());
  nb::class_<Search>(module, "Search")
      .def("best", &best, "secrets"_a.noconvert(), "guesses"_a.noconvert(), "left"_a, "bound"_a,
           "stop"_a.none() = nb::none(), "target"_a = kNoLimit, "width"_a = 0)
      .def("solve_guess", &solve_guess, "guess"_a, "secrets"_a.noconvert(), "guesses"_a.noconvert(), "left"_a,
           "bound"_a, "stop"_a.none() = nb::none(), "target"_a = kNoLimit, "evenly"_a = false)
      .def("orbit_ids", &orbit_ids, "secrets"_a.noconvert(), "guesses"_a.noconvert(), "out"_a.noconvert())
      .def_prop_ro("nodes", &Search::nodes);
  bind_make_search<std::uint8_t>(module);
  bind_make_search<std::uint16_t>(module);
  bind_make_search<std::uint32_t>(module);
}

}  // namespace fewest
