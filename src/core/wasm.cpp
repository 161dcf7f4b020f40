// WebAssembly bindings of the core, for src/fewest/web/static/engine/core.js, which owns all arrays. Large numbers are
// doubles, which represent every cost exactly. Calls that can fail return a Status.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <typeinfo>
#include <vector>

#include "reply_rows.h"
#include "reply_table.h"
#include "requirements.h"
#include "search.h"
#include "split.h"
#include "stop.h"

#define FEWEST_EXPORT(name) __attribute__((export_name(#name))) extern "C"

__attribute__((import_module("fewest"), import_name("on_progress"))) extern "C" void on_progress(double done, double of,
                                                                                                 double cost,
                                                                                                 std::int32_t guess);

// C++ exceptions on top of those of WebAssembly, as far as the core needs them: one at a time, caught by catch (...).
// The toolchain has no library for them.
namespace {

struct Thrown {
  alignas(16) std::byte object[128];
  const std::type_info* type;
  void* (*destroy)(void*);  // destructors return their object in WebAssembly
} thrown;

}  // namespace

asm(".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  if (size > sizeof(thrown.object)) std::abort();
  return thrown.object;
}
void __cxa_free_exception(void*) noexcept {}
[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  thrown.type = type;
  thrown.destroy = destroy;
  __builtin_wasm_throw(0, object);
}
void* __cxa_begin_catch(void* object) noexcept { return object; }
void __cxa_end_catch() noexcept {
  if (thrown.destroy != nullptr) thrown.destroy(thrown.object);
}

}  // extern "C"

namespace fewest {
namespace {

using Reply = std::uint8_t;

enum Status { kDone, kStopped, kTooDeep, kFailed };

char message[256];

// Calls call() and returns its status. Everything that the core throws has std::exception as its first base class.
template <class Call>
Status status_of(Call call) {
  try {
    call();
    return kDone;
  } catch (...) {
    const bool no_memory = *thrown.type == typeid(std::bad_alloc);
    const auto* error = reinterpret_cast<const std::exception*>(thrown.object);
    std::strncpy(message, no_memory ? "there is not enough memory" : error->what(), sizeof(message) - 1);
    return *thrown.type == typeid(Stopped) ? kStopped : *thrown.type == typeid(TooDeep) ? kTooDeep : kFailed;
  }
}

struct WireAnswer {
  double cost;
  std::int32_t depth, guess;
};

void tell(const Progress& progress) {
  on_progress(static_cast<double>(progress.done), static_cast<double>(progress.of), static_cast<double>(progress.cost),
              progress.guess);
}

template <class Ask>
Status answer(WireAnswer* out, StopToken* stop, Ask ask) {
  return status_of([&] {
    const Control control{stop, {}, tell};
    const Answer found = ask(control);
    *out = {static_cast<double>(found.cost), found.depth, found.guess};
  });
}

struct Release {
  void operator()(const Reply* table) const { ::operator delete(const_cast<Reply*>(table)); }
};

// Checks that every reply has hints.
void require_hints(const Problem<Reply>& problem, int length) {
  const Reply* const end = problem.table + problem.secrets * problem.guesses;
  const std::size_t replies = problem.hard_mode->replies;
  const auto fits = [&](Reply reply) { return reply < replies; };
  require(replies >= count_replies(length) && std::all_of(problem.table, end, fits), "a reply has no hints");
}

}  // namespace

FEWEST_EXPORT(error_message) const char* error_message() { return message; }

// Returns nullptr if there is not enough memory.
FEWEST_EXPORT(allocate) void* allocate(std::size_t bytes) { return ::operator new(bytes, std::nothrow); }
FEWEST_EXPORT(release) void release(void* memory) { ::operator delete(memory); }

FEWEST_EXPORT(fill_reply_table)
Status fill(int length, const std::uint8_t* guesses, std::size_t guess_count, const std::uint8_t* secrets,
            std::size_t secret_count, Reply* table) {
  return status_of([&] {
    require(length >= 1 && length <= 5, "words must have 1 to 5 letters, so that a byte holds a reply");
    fill_reply_table<std::uint8_t, Reply>(length, {guesses, guess_count}, {secrets, secret_count}, table, false, 1);
  });
}

// See `split` in _core.pyi for arguments and results; weights, guesses and the curve may be nullptr.
FEWEST_EXPORT(split)
Status split_belief(const Reply* table, std::size_t rows, std::size_t columns, std::uint32_t replies, std::uint32_t win,
                    const std::int32_t* secrets, const double* weights, std::size_t size, const std::int32_t* guesses,
                    std::size_t count, double* scores, std::uint32_t* counts, const double* curve,
                    std::size_t curve_size, double step, double* after) {
  return status_of([&] {
    require(win < replies, "win must be below replies");
    require(all_below(std::span(secrets, size), rows), "a secret is not in the table");
    require(guesses != nullptr || count == columns, "without guesses, count must be the number of columns");
    require(guesses == nullptr || all_below(std::span(guesses, count), columns), "a guess is not in the table");
    require(curve == nullptr || (curve_size > 0 && step > 0.0), "a curve needs values and a step above 0");
    const Split out{scores, scores + count, scores + 2 * count, counts, counts + count, after};
    split<Reply>({table, rows, columns, replies, win}, {secrets, weights, size}, guesses, count,
                 {curve, curve_size, step}, out, 1);
  });
}

FEWEST_EXPORT(make_stop) StopToken* make_stop(StopToken* parent, double work) {
  return new StopToken(parent, StopToken::kForever, work);
}
FEWEST_EXPORT(is_stopped) bool is_stopped(const StopToken* stop) { return stop->stopped(); }
FEWEST_EXPORT(free_stop) void free_stop(StopToken* stop) { delete stop; }

// Writes the search to `out`. See `make_search` in _core.pyi for the arguments; hard mode takes the letters of the
// guesses instead of their replies to each other, and keeps reading its arrays; without hard mode they are nullptr. The
// search frees the large `table` as soon as it has read it, even if it fails.
FEWEST_EXPORT(make_search)
Status make_search_of(const Reply* table, std::size_t secrets, std::size_t guesses, const std::int32_t* secret_of_guess,
                      const double* weights, std::size_t memory, int length, const std::uint8_t* letters,
                      const std::uint16_t* hint_row, const std::uint32_t* hints, std::size_t hint_rows,
                      std::size_t replies, double penalty, bool for_tests, StopToken* stop, Search** out) {
  std::unique_ptr<const Reply, Release> unread(table);
  return status_of([&] {
    require(secrets > 0 && guesses > 0, "there is nothing to search");
    const std::vector<Cost> costs(weights, weights + secrets);
    Problem<Reply> problem{table, secrets, guesses, secret_of_guess, costs.data()};
    problem.for_tests = for_tests;
    problem.on_table_read = [&] { unread.reset(); };
    problem.penalty = static_cast<Cost>(penalty);
    require_secrets(problem);
    require_weights(problem);
    require_penalty(problem);
    if (letters != nullptr) {
      require(all_below(std::span(hint_row, guesses), hint_rows), "a row has no hints");
      problem.hard_mode = {nullptr, hint_row, hints, replies};
      problem.hard_mode->row = rows_of<std::uint8_t, Reply>(length, {letters, guesses});
      require_hints(problem, length);
    }
    const Control control{stop};
    *out = make_search(problem, memory, 1, control).release();
  });
}
FEWEST_EXPORT(free_search) void free_search(Search* search) { delete search; }

FEWEST_EXPORT(nodes) double nodes(const Search* search) { return static_cast<double>(search->nodes()); }

FEWEST_EXPORT(best)
Status best(Search* search, const std::int32_t* secrets, std::size_t size, const std::int32_t* guesses,
            std::size_t guess_count, int left, double bound, int target, StopToken* stop, WireAnswer* out) {
  return answer(out, stop, [&](const Control& control) {
    const Position position = make_position(*search, {secrets, size}, {guesses, guess_count}, left, target);
    return search->best(position, static_cast<Cost>(bound), control);
  });
}

FEWEST_EXPORT(solve_guess)
Status solve_guess(Search* search, std::int32_t guess, const std::int32_t* secrets, std::size_t size,
                   const std::int32_t* guesses, std::size_t guess_count, int left, double bound, int target,
                   StopToken* stop, WireAnswer* out) {
  return answer(out, stop, [&](const Control& control) {
    require_guess(*search, guess);
    const Position position = make_position(*search, {secrets, size}, {guesses, guess_count}, left, target);
    return search->solve_guess(guess, position, static_cast<Cost>(bound), false, control);
  });
}

}  // namespace fewest
