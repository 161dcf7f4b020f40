// What Python sees of the core. Arrays belong to the caller, results too; every loop runs without the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "kernels.h"
#include "parallel.h"
#include "reply_table.h"
#include "search.h"
#include "split.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class T, int Dimensions>
using Array = nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

template <class Letter, class Reply>
void fill_reply_table(Array<const Letter, 2> guesses, Array<const Letter, 2> secrets, Array<Reply, 2> table,
                      unsigned threads) {
  const std::size_t length = guesses.shape(0);
  require(length >= 1 && length <= 12 && secrets.shape(0) == length, "words have 1 to 12 letters, all as many");
  require(table.shape(0) == secrets.shape(1) && table.shape(1) == guesses.shape(1), "table is secrets by guesses");
  const fewest::Words<Letter> g{guesses.data(), guesses.shape(1)}, s{secrets.data(), secrets.shape(1)};
  const nb::gil_scoped_release release;
  fewest::fill_reply_table<Letter, Reply>(static_cast<int>(length), g, s, table.data(), threads);
}

template <class Reply>
void split(Array<const Reply, 2> table, std::uint32_t replies, std::uint32_t win, Array<const std::int32_t, 1> secrets,
           std::optional<Array<const double, 1>> weights, std::optional<Array<const std::int32_t, 1>> guesses,
           Array<double, 2> scores, Array<std::uint32_t, 2> counts, unsigned threads,
           std::optional<Array<const double, 1>> curve, double step, std::optional<Array<double, 1>> after) {
  const std::size_t count = guesses ? guesses->shape(0) : table.shape(1);
  require(scores.shape(0) == 3 && scores.shape(1) == count, "scores is 3 by guesses");
  require(counts.shape(0) == 2 && counts.shape(1) == count, "counts is 2 by guesses");
  require(!weights || weights->shape(0) == secrets.shape(0), "one weight a secret");
  require(win < replies, "the win is a reply");
  require(curve.has_value() == after.has_value(), "a curve needs a place for what it says");
  require(!curve || (curve->shape(0) > 0 && step > 0.0), "a curve has values and a step");
  require(!after || after->shape(0) == count, "after has a number a guess");
  for (std::size_t i = 0; i < secrets.shape(0); ++i) {
    require(secrets(i) >= 0 && static_cast<std::size_t>(secrets(i)) < table.shape(0), "a secret is not in the table");
  }
  for (std::size_t i = 0; guesses && i < count; ++i) {
    require((*guesses)(i) >= 0 && static_cast<std::size_t>((*guesses)(i)) < table.shape(1),
            "a guess is not in the table");
  }
  const fewest::Split out{scores.data(), scores.data() + count, scores.data() + 2 * count,
                          counts.data(), counts.data() + count, after ? after->data() : nullptr};
  const fewest::Curve given{curve ? curve->data() : nullptr, curve ? curve->shape(0) : 0, step};
  const fewest::Table<Reply> replies_of{table.data(), table.shape(0), table.shape(1), replies, win};
  const fewest::Belief belief{secrets.data(), weights ? weights->data() : nullptr, secrets.shape(0)};
  const std::int32_t* chosen = guesses ? guesses->data() : nullptr;
  const nb::gil_scoped_release release;
  fewest::split<Reply>(replies_of, belief, chosen, count, given, out, threads);
}

template <class Reply>
void bind_split(nb::module_& module) {
  module.def("split", &split<Reply>, "table"_a.noconvert(), "replies"_a, "win"_a, "secrets"_a.noconvert(),
             "weights"_a.noconvert().none(), "guesses"_a.noconvert().none(), "scores"_a.noconvert(),
             "counts"_a.noconvert(), "threads"_a, "curve"_a.noconvert() = nb::none(), "step"_a = 1.0,
             "after"_a.noconvert() = nb::none());
}

template <class Letter, class Reply>
void bind_fill(nb::module_& module) {
  module.def("fill_reply_table", &fill_reply_table<Letter, Reply>, "guesses"_a.noconvert(), "secrets"_a.noconvert(),
             "table"_a.noconvert(), "threads"_a);
}

template <class Reply>
std::unique_ptr<fewest::Search> make_search(
    Array<const Reply, 2> table, Array<const std::int32_t, 1> own, Array<const fewest::Cost, 1> weights,
    std::size_t memory, std::optional<Array<const Reply, 2>> seen, std::optional<Array<const std::uint16_t, 1>> kind,
    std::optional<Array<const std::uint32_t, 2>> hints, std::optional<Array<const std::uint16_t, 2>> symbols,
    std::optional<Array<const std::uint8_t, 2>> moves, std::optional<Array<const std::uint16_t, 1>> kinds,
    std::optional<Array<const std::int32_t, 1>> made, std::optional<Array<std::uint64_t, 1>> remembered,
    unsigned threads, fewest::StopToken* stop) {
  const std::size_t secrets = table.shape(0), guesses = table.shape(1);
  require(secrets > 0 && guesses > 0, "there is nothing to search");
  require(own.shape(0) == guesses && weights.shape(0) == secrets, "own has a number a guess, weights one a secret");
  std::vector<bool> guessed(secrets, false);
  for (std::size_t g = 0; g < guesses; ++g) {
    require(own(g) >= -1 && own(g) < static_cast<std::int64_t>(secrets), "a secret is not in the table");
    if (own(g) >= 0) guessed[own(g)] = true;
  }
  fewest::Cost total = 0;
  for (std::size_t s = 0; s < secrets; ++s) {
    require(guessed[s], "every secret must be an allowed guess");
    require(weights(s) >= 1 && weights(s) < fewest::kImpossible / 1024, "a weight is out of range");
    total += weights(s);
  }
  require(total < fewest::kImpossible / 1024, "the weights are too large together");
  fewest::Problem<Reply> problem{table.data(), secrets, guesses, own.data(), weights.data()};
  if (seen) {
    require(kind && hints, "hard mode needs seen, kind and hints");
    require(seen->shape(0) == guesses && seen->shape(1) == guesses && kind->shape(0) == guesses,
            "hard mode compares guesses with guesses");
    for (std::size_t g = 0; g < guesses; ++g) require((*kind)(g) < hints->shape(0), "a kind has no hints");
    problem.seen = seen->data();
    problem.kind = kind->data();
    problem.hints = hints->data();
    problem.replies = hints->shape(1);
  }
  if (remembered) {
    require(remembered->size() >= 8 && reinterpret_cast<std::uintptr_t>(remembered->data()) % 64 == 0,
            "what is remembered takes 64 bytes or more, aligned to as many");
    problem.remembered = remembered->data();
    memory = remembered->size() * sizeof(std::uint64_t);
  }
  if (symbols) {
    require(moves && kinds && made && !seen, "symmetry needs symbols, moves, kinds and made, and no hard mode");
    const std::size_t places = symbols->shape(1), count = kinds->shape(0);
    require(symbols->shape(0) == guesses && places > 0 && moves->shape(0) > 0 && moves->shape(1) == places && count > 0,
            "symbols has a row a guess, moves a column a place");
    const auto below = [](const auto* begin, std::size_t size, std::size_t limit) {
      return std::all_of(begin, begin + size, [&](auto each) { return static_cast<std::size_t>(each) < limit; });
    };
    require(below(symbols->data(), symbols->size(), count) && below(moves->data(), moves->size(), places) &&
                below(kinds->data(), count, count) && below(made->data(), made->size(), guesses),
            "symmetry: a number is out of range");
    bool stays = false;  // whether some move leaves every place where it is
    for (const std::uint8_t* move = moves->data(); move != moves->data() + moves->size(); move += places) {
      std::vector<std::uint8_t> reached(move, move + places), every(places);
      std::iota(every.begin(), every.end(), std::uint8_t{0});
      stays |= reached == every;
      std::sort(reached.begin(), reached.end());
      require(reached == every, "symmetry: a move brings two places to one");
    }
    require(stays, "symmetry: some move must leave every place where it is");
    problem.symmetry.symbols = symbols->data();
    problem.symmetry.places = places;
    problem.symmetry.moves.assign(moves->data(), moves->data() + moves->size());
    problem.symmetry.kinds.assign(kinds->data(), kinds->data() + count);
    problem.symmetry.made.assign(made->data(), made->data() + made->size());
    require(problem.symmetry.fits(), "symmetry: there are too many places and symbols");
  }
  const fewest::Control control{stop, {}};
  const nb::gil_scoped_release release;
  if (problem.seen != nullptr) {
    const auto largest = [&](const Reply* row) { return *std::max_element(row, row + guesses); };
    fewest::parallel_for(secrets + guesses, 64, threads, [&](std::size_t begin, std::size_t end) {
      if (stop != nullptr) stop->check(64 * guesses);
      for (std::size_t i = begin; i < end; ++i) {
        const Reply* row = i < secrets ? problem.table + i * guesses : problem.seen + (i - secrets) * guesses;
        require(largest(row) < problem.replies, "a reply has no hints");
      }
    });
  }
  return fewest::make_search<Reply>(problem, memory, threads, control);
}

// Lets Ctrl-C end a call that runs without the interpreter lock: Python hears of it on the main thread only.
std::function<void()> interruptible() {
  const auto main = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
  if (PyThread_get_thread_ident() != main) return {};
  return [] {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  };
}

void require_guess(const fewest::Search& search, std::int32_t guess) {
  require(guess >= 0 && static_cast<std::size_t>(guess) < search.guesses(), "a guess is not in the table");
}

fewest::Position make_position(const fewest::Search& search, Array<const std::int32_t, 1> secrets,
                               Array<const std::int32_t, 1> guesses, int left) {
  require(secrets.shape(0) > 0, "a position has at least one secret");
  std::vector<bool> met(search.secrets(), false);
  for (std::size_t i = 0; i < secrets.shape(0); ++i) {
    require(secrets(i) >= 0 && static_cast<std::size_t>(secrets(i)) < search.secrets(), "a secret is not in the table");
    require(!met[secrets(i)], "a secret stands in a position twice");
    met[secrets(i)] = true;
  }
  for (std::size_t i = 0; i < guesses.shape(0); ++i) require_guess(search, guesses(i));
  require(left >= 1, "at least one guess must be left");
  fewest::Position position;
  position.secrets.assign(secrets.data(), secrets.data() + secrets.shape(0));
  position.guesses.assign(guesses.data(), guesses.data() + guesses.shape(0));
  position.left = std::min(left, fewest::kUnlimited);
  return position;
}

nb::tuple to_tuple(const fewest::Answer& answer) { return nb::make_tuple(answer.cost, answer.depth, answer.guess); }

template <class Reply>
void bind_search(nb::module_& module) {
  module.def("make_search", &make_search<Reply>, "table"_a.noconvert(), "own"_a.noconvert(), "weights"_a.noconvert(),
             "memory"_a, "seen"_a.noconvert().none(), "kind"_a.noconvert().none(), "hints"_a.noconvert().none(),
             "symbols"_a.noconvert() = nb::none(), "moves"_a.noconvert() = nb::none(),
             "kinds"_a.noconvert() = nb::none(), "made"_a.noconvert() = nb::none(),
             "remembered"_a.noconvert() = nb::none(), "threads"_a = 1, "stop"_a.none() = nb::none(),
             nb::keep_alive<0, 1>(), nb::keep_alive<0, 5>(), nb::keep_alive<0, 6>(), nb::keep_alive<0, 7>(),
             nb::keep_alive<0, 8>(), nb::keep_alive<0, 12>());
}

}  // namespace

NB_MODULE(_core, module) {
  module.def("instruction_set", [] { return fewest::kernels().name; });
  bind_fill<std::uint8_t, std::uint8_t>(module);
  bind_fill<std::uint8_t, std::uint16_t>(module);
  bind_fill<std::uint8_t, std::uint32_t>(module);
  bind_fill<std::uint16_t, std::uint8_t>(module);
  bind_fill<std::uint16_t, std::uint16_t>(module);
  bind_fill<std::uint16_t, std::uint32_t>(module);
  bind_split<std::uint8_t>(module);
  bind_split<std::uint16_t>(module);
  bind_split<std::uint32_t>(module);

  module.attr("IMPOSSIBLE") = fewest::kImpossible;
  module.attr("UNLIMITED") = fewest::kUnlimited;
  nb::exception<fewest::Stopped>(module, "Stopped");
  nb::exception<fewest::TooDeep>(module, "TooDeep");
  nb::exception<fewest::NoThread>(module, "NoThread");
  nb::class_<fewest::StopToken>(module, "StopToken")
      .def(nb::init<fewest::StopToken*, double, double>(), "parent"_a.none() = nb::none(),
           "seconds"_a = fewest::StopToken::kForever, "work"_a = fewest::StopToken::kForever, nb::keep_alive<1, 2>())
      .def("stop", &fewest::StopToken::stop)
      .def("check", [](fewest::StopToken& token) { token.check(0); })
      .def_prop_ro("stopped", &fewest::StopToken::stopped);
  nb::class_<fewest::Search>(module, "Search")
      .def(
          "best",
          [](fewest::Search& search, Array<const std::int32_t, 1> secrets, Array<const std::int32_t, 1> guesses,
             int left, fewest::Cost bound, fewest::StopToken* stop) {
            const auto position = make_position(search, secrets, guesses, left);
            const fewest::Control control{stop, interruptible()};
            fewest::Answer answer;
            {
              const nb::gil_scoped_release release;
              answer = search.best(position, bound, control);
            }
            return to_tuple(answer);
          },
          "secrets"_a.noconvert(), "guesses"_a.noconvert(), "left"_a, "bound"_a, "stop"_a.none() = nb::none())
      .def(
          "through",
          [](fewest::Search& search, std::int32_t guess, Array<const std::int32_t, 1> secrets,
             Array<const std::int32_t, 1> guesses, int left, fewest::Cost bound, int lane, fewest::StopToken* stop) {
            require_guess(search, guess);
            auto position = make_position(search, secrets, guesses, left);
            position.lane = lane;
            const fewest::Control control{stop, interruptible()};
            fewest::Answer answer;
            {
              const nb::gil_scoped_release release;
              answer = search.through(guess, position, bound, control);
            }
            return to_tuple(answer);
          },
          "guess"_a, "secrets"_a.noconvert(), "guesses"_a.noconvert(), "left"_a, "bound"_a, "lane"_a = 0,
          "stop"_a.none() = nb::none())
      .def(
          "forms",
          [](const fewest::Search& search, Array<const std::int32_t, 1> secrets, Array<const std::int32_t, 1> guesses,
             Array<std::uint64_t, 1> out) {
            require(out.shape(0) == search.guesses(), "forms has a number a guess");
            const auto position = make_position(search, secrets, guesses, fewest::kUnlimited);
            const nb::gil_scoped_release release;
            const auto found = search.forms(position);
            std::copy(found.begin(), found.end(), out.data());
          },
          "secrets"_a.noconvert(), "guesses"_a.noconvert(), "out"_a.noconvert())
      .def_prop_ro("nodes", &fewest::Search::nodes);
  bind_search<std::uint8_t>(module);
  bind_search<std::uint16_t>(module);
  bind_search<std::uint32_t>(module);
}
