// The referee: a second proof, independent of the first, that no strategy for a game takes fewer guesses than claimed.
//
// It shares no code with the search in src/core and uses only what this file proves. Compile and run it with
//     c++ -std=c++20 -O2 -march=native tools/referee.cpp -o referee
//     ./referee TOTAL GUESSES ANSWERS [--hard] [--within N]
// It exits with 0 if no strategy takes fewer than TOTAL guesses, added up over all answers, with 1 if some strategy
// does, and with 2 if the input is wrong. The files are described at read_game.
//
// The game: one of the answers is the secret. Each guess gets a reply, which splits the secrets that are still possible
// into parts. The play ends when the guess is the secret. Let v(H) be the least number of guesses, added up over the n
// secrets of the set H. Each of them takes the next guess g, and all except g itself take more:
//
//     v(H) = the minimum over all guesses g of   n + the sum of v(P) over the parts P that g makes of H without g
//
// A guess that leaves H whole is never needed: without it the play is n guesses shorter. Every other guess leaves parts
// of at most n - 1 secrets, so n guesses are always enough. With a limit, v also depends on the number of guesses left,
// and is infinite if they are too few. In hard mode it also depends on the guesses that the clues still allow.
#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

// ---- Data ---------------------------------------------------------------------------------------------------------

using Set = std::u16string;         // the numbers of some secrets, in ascending order
using Symmetry = std::vector<int>;  // the image of each guess
constexpr int INFINITE = 1 << 29;   // more than any total
constexpr size_t TILE = 64;         // guesses whose replies are compared together
constexpr int STEP = 8;             // a search raises a bound by this much at most

struct Known {
  int lower;     // a lower bound of v
  float effort;  // what it takes to raise this bound by one
  bool exact;    // whether it is v
  bool counted;  // whether it includes the bounds of all guesses
};

struct Hint {                           // what hard mode demands after some clues
  std::vector<int> guesses;             // those that meet it
  std::unordered_map<Set, Known> memo;  // by set and guesses left: it compares both, a hash only says where to look
};

struct Position {
  Set set;
  int left;  // guesses left: at most n, because more are never needed
  Hint* hint;
};

std::vector<std::string> guesses, secrets, letters;     // the letters of each guess, sorted
std::vector<int> secret_of_guess, guess_of_secret;      // -1 if a guess is not a secret
std::vector<int> different;                             // the number of different replies of each guess
std::vector<std::vector<uint8_t>> by_guess, by_secret;  // the reply of each guess to each secret
std::vector<Symmetry> all_symmetries;
std::vector<int> most_found{0}, least_total{0};  // bound 1
std::map<std::string, Hint> hints;               // by all that they demand
bool hard = false;
int limit = INFINITE, branches = 1;
long positions = 0, work = 0;  // met and done so far

void require(bool right, const std::string& message) {
  if (right) return;
  std::cerr << message << '\n';
  std::exit(2);
}

// Wordle: green letters first. Then, from the left, a letter is yellow if the secret has a copy that is not used yet.
std::string word_reply(const std::string& guess, std::string secret) {
  require(guess.size() == secret.size(), guess + " and " + secret + " differ in length. Use words of one length.");
  std::string reply(guess.size(), '-');
  for (size_t i = 0; i < guess.size(); i++)
    if (guess[i] == secret[i]) reply[i] = 'g', secret[i] = '\0';
  for (size_t i = 0; i < guess.size(); i++)
    if (const size_t at = secret.find(guess[i]); reply[i] == '-' && at != std::string::npos)
      reply[i] = 'y', secret[at] = '\0';
  return reply;
}

// A symmetry maps guesses to guesses and secrets to secrets, and changes no reply. So it never maps two secrets to the
// same one, because one of them, as a guess, tells them apart. A set takes as many guesses as its image: not more,
// because the images of a strategy's guesses are a strategy, and not less, because some power maps all secrets to
// themselves. So the image of a guess costs the image of H what the guess costs H.
void read_symmetry(const std::vector<std::string>& names, const std::vector<std::string>& images,
                   std::map<std::string, int>& number) {
  Symmetry symmetry(guesses.size());
  bool right = images.size() == names.size();
  for (size_t i = 0; i < names.size() && right; i++) {
    right = number.contains(images[i]);
    symmetry[number[names[i]]] = number[images[i]];
  }
  for (size_t s = 0; s < secrets.size() && right; s++) {
    const int image = secret_of_guess[symmetry[guess_of_secret[s]]];
    right = image >= 0;
    for (size_t g = 0; g < guesses.size() && right; g++) right = by_secret[image][symmetry[g]] == by_secret[s][g];
  }
  require(right, "The line = " + images[0] + " ... is not a symmetry. Correct it or leave it out.");
  all_symmetries.push_back(symmetry);
}

// ANSWERS has a secret in each line, and GUESSES a guess. For games other than Wordle its replies to all secrets
// follow, in the order of ANSWERS. A line may also have = and as many names as there are guesses: a symmetry, which
// maps each guess to the one in its place.
void read_game(const std::string& guesses_path, const std::string& answers_path) {
  std::ifstream guesses_file(guesses_path), answers_file(answers_path);
  const std::istream_iterator<std::string> end;
  secrets.assign(std::istream_iterator<std::string>(answers_file), end);
  require(!secrets.empty(), "Cannot read " + answers_path + ". Name a file with one answer in each line.");
  require(secrets.size() < 1 << 16, "There are more than 65,535 answers. Use a smaller game.");
  require(bool(guesses_file), "Cannot read " + guesses_path + ". Name a file with one guess in each line.");
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> images;
  std::vector<std::tuple<int, std::string, std::vector<uint8_t>>> rows;
  std::unordered_map<std::string, int> code;
  for (std::string line, name; std::getline(guesses_file, line);) {
    std::istringstream words(line);
    if (!(words >> name)) continue;
    std::vector<std::string> row{std::istream_iterator<std::string>(words), end};
    require(row.empty() || !hard, "--hard needs words without replies. Leave out what follows " + name + ".");
    if (name == "=") images.push_back(row);
    if (name == "=") continue;
    if (row.empty())
      for (const std::string& secret : secrets) row.push_back(word_reply(name, secret));
    require(row.size() == secrets.size(), "The guess " + name + " needs one reply for each answer.");
    std::vector<uint8_t> replies;
    for (const std::string& reply : row) replies.push_back(code.emplace(reply, code.size()).first->second);
    require(code.size() <= 256, "There are more than 256 different replies. Use a smaller game.");
    names.push_back(name);
    rows.emplace_back(-int(std::set(replies.begin(), replies.end()).size()), name, replies);
  }

  // Guesses with many different replies come first, because they settle most sets.
  std::sort(rows.begin(), rows.end());
  by_secret.assign(secrets.size(), std::vector<uint8_t>((names.size() + TILE - 1) / TILE * TILE));
  std::map<std::string, int> number;
  for (const auto& [negative, name, replies] : rows) {
    require(number.emplace(name, guesses.size()).second, "The guess " + name + " is listed twice. Remove one.");
    for (size_t s = 0; s < secrets.size(); s++) by_secret[s][guesses.size()] = replies[s];
    guesses.push_back(name), letters.push_back(name), by_guess.push_back(replies), different.push_back(-negative);
    std::sort(letters.back().begin(), letters.back().end());
  }
  secret_of_guess.assign(guesses.size(), -1);
  for (const std::string& name : secrets) {
    require(number.contains(name), "The answer " + name + " is not a guess. Add it to " + guesses_path + ".");
    const int g = number[name], s = int(guess_of_secret.size());
    require(std::count(by_guess[g].begin(), by_guess[g].end(), by_guess[g][s]) == 1,
            "The guess " + name + " gets the same reply from two answers, one of them itself.");
    secret_of_guess[g] = s, guess_of_secret.push_back(g);
  }
  for (size_t g = 0; g < guesses.size(); g++) branches = std::max(branches, different[g] - (secret_of_guess[g] >= 0));
  for (const auto& line : images) read_symmetry(names, line, number);
}

// ---- Bounds -------------------------------------------------------------------------------------------------------

// Bound 1, by size. A strategy is a tree: one first guess, then a guess for each reply except the win. If no guess has
// more than b such replies, at most b^(d-1) guesses come d-th, and each finds one secret at most. So of n secrets, one
// takes a guess at least, b take 2, b^2 take 3 and so on: 2n - 1 if n <= b + 1. And d guesses find 1 + b + ... +
// b^(d-1) secrets at most.
void prepare_sizes() {
  const long n = long(secrets.size());
  for (long depth = 1, width = 1; depth <= n; depth++, width = std::min(width * branches, n)) {
    most_found.push_back(int(std::min(most_found.back() + width, n)));
    while (int(least_total.size()) <= most_found.back()) least_total.push_back(int(least_total.back() + depth));
  }
}

int bound_of_size(int n, int left) { return n > most_found[left] ? INFINITE : least_total[n]; }

// Bound 2, by sums. v adds up over the parts of a guess, so n and any lower bounds of the parts add up to a lower bound
// of the guess, and the least of all guesses is a lower bound of v(H). Here each part has its bound by size.
int bound_of_guess(const Position& p, int g) {
  int sizes[256] = {}, sum = int(p.set.size());
  for (char16_t s : p.set) sizes[by_guess[g][s]]++;
  if (sizes[by_guess[g][p.set[0]]] == sum && sum > 1) return INFINITE;  // it leaves H whole
  if (secret_of_guess[g] >= 0) sizes[by_guess[g][secret_of_guess[g]]] = 0;
  for (int size : sizes) {
    if (size > most_found[p.left - 1]) return INFINITE;
    sum += least_total[size];
  }
  return sum;
}

// Bound 3, by replies. One secret of each part may take 2 guesses and all others take 3 at least, except that g takes 1
// if it is in H. With k different replies that is 3n - k - [g in H]: 2n, plus n - k for the replies that repeat an
// earlier one, less [g in H]. This counts the repeats of a tile of guesses, whose replies to one secret are a row. It
// stops when each guess has more than `most`. The compiler makes vector instructions of the loops over t.
void count_repeats(const std::vector<const uint8_t*>& rows, int most, uint8_t* repeats) {
  std::fill(repeats, repeats + TILE, 0);
  for (const uint8_t* const* row = rows.data(); row != rows.data() + rows.size(); row++) {
    uint8_t repeated[TILE] = {}, open = 0;
    for (const uint8_t* const* other = rows.data(); other != row; other++)
      for (size_t t = 0; t < TILE; t++) repeated[t] |= (*row)[t] == (*other)[t];
    for (size_t t = 0; t < TILE; t++) repeats[t] += repeated[t];
    for (size_t t = 0; t < TILE; t++) open |= repeats[t] <= uint8_t(most);
    if (!open) return;
  }
}

// Visits the allowed guesses with bounds below `below`, which the visitor may lower. No bound is below `floor`.
void visit_guesses(const Position& p, int& below, int floor, const auto& visit) {
  const int n = int(p.set.size());
  const auto& allowed = p.hint->guesses;
  std::vector<uint8_t> copy(n * TILE), repeats(TILE);
  std::vector<const uint8_t*> rows(n);
  work += n * n;
  for (size_t from = 0; from < allowed.size() && below > floor; from += TILE) {
    if (3 * n - different[allowed[from]] - 1 >= below) break;  // no later guess has more replies
    const size_t size = std::min(TILE, allowed.size() - from);
    const bool compare = n < 256 && below >= 2 * n, all = allowed.size() == guesses.size();  // a byte counts repeats
    for (int i = 0; i < n && compare; i++) {
      const uint8_t* row = by_secret[p.set[i]].data();
      for (size_t t = 0; t < size && !all; t++) copy[i * TILE + t] = row[allowed[from + t]];
      rows[i] = all ? row + from : &copy[i * TILE];
    }
    if (compare) count_repeats(rows, std::min(below - 2 * n, 255), repeats.data());
    for (size_t t = 0; t < size; t++) {
      const int g = allowed[from + t];
      int bound = compare ? 2 * n + repeats[t] - 1 : 0;
      if (bound < below && compare) bound += !std::binary_search(p.set.begin(), p.set.end(), secret_of_guess[g]);
      const bool finer = !compare || n > branches + 1 || p.left == 2 || repeats[t] == n - 1;
      if (bound < below && finer) bound = bound_of_guess(p, g);
      if (bound < below) visit(g, bound);
    }
  }
}

bool tells_apart(int g, const Set& set) {
  bool seen[256] = {};
  return std::none_of(set.begin(), set.end(), [&](char16_t s) { return std::exchange(seen[by_guess[g][s]], true); });
}

// What is known about a position. At first, this depends on the guesses that are members: if one tells all secrets
// apart, v is 2n - 1. Otherwise it is at least 2n, because no first guess finds one secret and leaves one guess for
// each other one.
Known& know(const Position& p) {
  const int n = int(p.set.size());
  const auto [place, is_new] = p.hint->memo.try_emplace(p.set + char16_t(p.left));
  if (is_new) {
    const auto is_best = [&](char16_t member) { return tells_apart(guess_of_secret[member], p.set); };
    const bool exact = std::any_of(p.set.begin(), p.set.end(), is_best);
    place->second = {std::max(bound_of_size(n, p.left), exact ? 2 * n - 1 : 2 * n), float(-n), exact, false};
    positions++;
  }
  return place->second;
}

// Raises the lower bound to the least bound of all guesses, or above `budget`. If the least is 2n, all parts have one
// secret, except one of two if g is in H. So v is 2n.
void count(const Position& p, Known& known, int budget) {
  int below = budget + 1;
  visit_guesses(p, below, known.lower, [&](int, int bound) { below = bound; });
  known.lower = std::max(known.lower, below);
  if (below <= budget) known = {known.lower, float(p.set.size()), below == 2 * int(p.set.size()), true};
}

// ---- Search -------------------------------------------------------------------------------------------------------

// Hard mode: green letters stay in their places, and a guess has each letter as often as a reply has found it, which is
// as often as guess and secret both have it. The guess has all that earlier replies found, so the last reply tells all.
Hint* next_hint(Hint* hint, int guess, int secret) {
  if (!hard) return hint;
  std::string green = guesses[guess], found;
  for (size_t i = 0; i < green.size(); i++)
    if (green[i] != secrets[secret][i]) green[i] = '\0';
  const std::string &one = letters[guess], &other = letters[guess_of_secret[secret]];
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(found));
  const auto [place, is_new] = hints.try_emplace(green + found);
  for (int g : is_new ? hint->guesses : std::vector<int>()) {
    bool meets = std::includes(letters[g].begin(), letters[g].end(), found.begin(), found.end());
    for (size_t i = 0; i < green.size(); i++) meets = meets && (green[i] == '\0' || green[i] == guesses[g][i]);
    if (meets) place->second.guesses.push_back(g);
  }
  return &place->second;
}

// The guesses with bounds below `below`, least first. If a symmetry maps H to itself and g to a guess with a smaller
// number, g is not needed.
std::vector<std::pair<int, int>> choices(const Position& p, int below, const std::vector<Symmetry>& symmetries) {
  std::vector<std::pair<int, int>> found;
  visit_guesses(p, below, 0, [&](int g, int bound) {
    const auto has_smaller_image = [&](const Symmetry& symmetry) { return symmetry[g] < g; };
    if (std::none_of(symmetries.begin(), symmetries.end(), has_smaller_image)) found.push_back({bound, g});
  });
  std::sort(found.begin(), found.end());
  return found;
}

void search(const Position& p, Known& known, int budget, const std::vector<Symmetry>& symmetries);

// Returns the cost of a guess if it is less than `below`, otherwise a lower bound of it that is not. As long as the
// lower bounds of the parts add up to less, it raises one of them: first each by all guesses, the largest part first.
// Then a search raises one at a time, a little: the one whose last search took the least work for each guess that its
// bound rose. Any order is right, but the last guesses of a hard part would take most of the time.
int cost_of_guess(const Position& p, int g, int below, const std::vector<Symmetry>& symmetries) {
  std::vector<Set> sets(256);
  for (char16_t s : p.set)
    if (guess_of_secret[s] != g) sets[by_guess[g][s]] += s;
  std::vector<std::pair<Position, Known*>> parts;
  int sum = int(p.set.size());
  for (const Set& set : sets) {
    const int n = int(set.size());
    if (n <= 2) {
      sum += bound_of_size(n, p.left - 1);  // that is v of one secret or two
    } else {
      const Position part{set, std::min(n, p.left - 1), next_hint(p.hint, g, set[0])};
      parts.emplace_back(part, &know(part));
      sum += parts.back().second->lower;
    }
  }
  std::vector<Symmetry> fixing = symmetries;  // those that map H to itself and fix g also map each part to itself
  std::erase_if(fixing, [&](const Symmetry& symmetry) { return symmetry[g] != g; });
  std::erase_if(parts, [](const auto& part) { return part.second->exact; });
  const auto is_easier = [](const auto& a, const auto& b) { return a.second->effort < b.second->effort; };
  while (sum < below && !parts.empty()) {
    const auto part = std::min_element(parts.begin(), parts.end(), is_easier);
    auto& [position, known] = *part;
    const int lower = known->lower, enough = below - 1 - (sum - lower);
    if (known->counted)
      search(position, *known, std::min(lower - 1 + STEP, enough), fixing);
    else
      count(position, *known, enough);
    sum += known->lower - lower;
    if (known->exact) parts.erase(part);
  }
  return sum;
}

// Finds v exactly if it is at most `budget`; otherwise raises its lower bound above `budget`.
void search(const Position& p, Known& known, int budget, const std::vector<Symmetry>& symmetries) {
  int best = budget + 1;
  const long before = work;
  for (auto [bound, g] : choices(p, best, symmetries)) {
    if (bound >= best || known.lower >= best) break;
    best = std::min(best, cost_of_guess(p, g, best, symmetries));
  }
  known.effort = float(work - before) / float(best - known.lower + 1);
  known.lower = best;
  known.exact = best <= budget;
}

// ---- Main ---------------------------------------------------------------------------------------------------------

int number(const std::string& text) {
  const bool right = text[0] > '0' && text.size() < 9 && text.find_first_not_of("0123456789") == std::string::npos;
  require(right, "'" + text + "' is not a number of guesses. Write a whole number such as 7920.");
  return std::stoi(text);
}

int main(int argc, char** argv) {
  std::vector<std::string> given(argv + 1, argv + argc);
  hard = std::erase(given, "--hard") > 0;
  if (given.size() == 5 && given[3] == "--within") limit = number(given[4]), given.resize(3);
  require(given.size() == 3, "Write: referee TOTAL GUESSES ANSWERS [--hard] [--within N]");
  const int total = number(given[0]);
  read_game(given[1], given[2]);
  prepare_sizes();
  Hint none{std::vector<int>(guesses.size()), {}};
  std::iota(none.guesses.begin(), none.guesses.end(), 0);
  Position start{Set(secrets.size(), 0), std::min(limit, int(secrets.size())), &none};
  std::iota(start.set.begin(), start.set.end(), 0);
  const auto report = [](std::ostream& stream) {
    stream << positions << " positions, " << std::clock() / CLOCKS_PER_SEC << " CPU seconds" << std::endl;
  };
  long tried = 0;
  for (auto [bound, g] : choices(start, total, all_symmetries)) {
    const int cost = cost_of_guess(start, g, total, all_symmetries);
    if (cost < total) {
      report(std::cout << "Some strategy takes " << cost << ": first guess " << guesses[g] << ", ");
      return 1;
    }
    if (++tried % 100 == 0) report(std::cerr << tried << " of " << guesses.size() << " first guesses, ");
  }
  report(std::cout << "No strategy takes fewer than " << total << ": " << guesses.size() << " first guesses, ");
}
