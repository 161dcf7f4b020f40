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
#include <unordered_map>
#include <utility>
#include <vector>

// ---- Data ---------------------------------------------------------------------------------------------------------

using Set = std::u16string;                // the numbers of some secrets, in ascending order
using Symmetry = std::vector<int>;         // the image of each guess
constexpr int INFINITE = 1 << 29;          // more than any total
constexpr size_t TILE = 64;                // guesses whose replies are compared together
constexpr int MOST_COMPARED = 150;         // in larger sets the parts of each guess are counted instead
constexpr size_t MOST_KNOWN = 25'000'000;  // positions to remember: about 3 GB

struct Hint {
  std::string green, letters;  // what hard mode demands after some clues
  std::vector<int> guesses;    // the guesses that meet it
  int number;
};

struct Position {
  Set set;
  int left;  // guesses left: at most n, because more are never needed
  const Hint* hint;
};

struct Known {
  int lower;    // a lower bound of v
  bool exact;   // whether it is v
  int8_t step;  // the last step of `raise`
};

std::vector<std::string> guesses, secrets;
std::vector<int> secret_of_guess, guess_of_secret;      // -1 if a guess is not a secret
std::vector<int> different;                             // the number of different replies of each guess
std::vector<std::vector<uint8_t>> by_guess, by_secret;  // the reply of each guess to each secret
std::vector<Symmetry> all_symmetries;
std::vector<uint8_t> is_member;                  // whether each guess is in the current set
std::vector<int> most_found{0}, least_total{0};  // bound 1
std::map<std::string, Hint> hints;               // by all that they demand
std::unordered_map<Set, Known> memo;             // compares whole keys: the hash only says where to look
bool hard = false;
int limit = INFINITE, branches = 1;

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

// ANSWERS has a secret in each line, and GUESSES a guess. For games other than Wordle its replies to all secrets
// follow, in the order of ANSWERS. A line may also have = and all guesses in another order: a symmetry, which maps each
// guess to the one in its place. It is checked: it must map secrets to secrets and change no reply.
void read_game(const std::string& guesses_path, const std::string& answers_path) {
  std::map<std::string, int> place, numbers;
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> orders;
  std::vector<std::vector<uint8_t>> replies;
  std::ifstream guesses_file(guesses_path), answers_file(answers_path);
  const std::istream_iterator<std::string> end;
  secrets.assign(std::istream_iterator<std::string>(answers_file), end);
  require(!secrets.empty(), "Cannot read " + answers_path + ". Name a file with one answer in each line.");
  require(bool(guesses_file), "Cannot read " + guesses_path + ". Name a file with one guess in each line.");
  for (std::string line, name; std::getline(guesses_file, line);) {
    std::istringstream words(line);
    if (!(words >> name)) continue;
    std::vector<std::string> row{std::istream_iterator<std::string>(words), end};
    require(row.empty() || !hard, "--hard needs words without replies. Leave out what follows " + name + ".");
    if (name == "=") orders.push_back(row);
    if (name == "=") continue;
    require(place.emplace(name, names.size()).second, "The guess " + name + " is listed twice. Remove one.");
    if (row.empty())
      for (const std::string& secret : secrets) row.push_back(word_reply(name, secret));
    require(row.size() == secrets.size(), "The guess " + name + " needs one reply for each answer.");
    names.push_back(name), replies.emplace_back();
    for (const std::string& reply : row) replies.back().push_back(numbers.emplace(reply, numbers.size()).first->second);
    require(numbers.size() <= 256, "There are more than 256 different replies. Use a smaller game.");
  }

  // Guesses with many different replies come first, because they settle most sets.
  std::vector<std::pair<int, int>> order;
  for (const auto& row : replies) order.push_back({-int(std::set(row.begin(), row.end()).size()), int(order.size())});
  std::sort(order.begin(), order.end());
  by_secret.assign(secrets.size(), std::vector<uint8_t>((names.size() + TILE - 1) / TILE * TILE));
  for (auto [negative, old] : order) {
    place[names[old]] = int(guesses.size());
    for (size_t s = 0; s < secrets.size(); s++) by_secret[s][guesses.size()] = replies[old][s];
    guesses.push_back(names[old]), by_guess.push_back(replies[old]), different.push_back(-negative);
  }
  secret_of_guess.assign(guesses.size(), -1), is_member.assign(guesses.size(), 0);
  for (const std::string& name : secrets) {
    require(place.contains(name), "The answer " + name + " is not a guess. Add it to " + guesses_path + ".");
    const int g = place[name], s = int(guess_of_secret.size());
    require(std::count(by_guess[g].begin(), by_guess[g].end(), by_guess[g][s]) == 1,
            "The guess " + name + " gets the same reply from two answers, one of them itself.");
    secret_of_guess[g] = s, guess_of_secret.push_back(g);
  }
  for (size_t g = 0; g < guesses.size(); g++) branches = std::max(branches, different[g] - (secret_of_guess[g] >= 0));
  for (const auto& images : orders) {
    require(std::is_permutation(images.begin(), images.end(), names.begin(), names.end()),
            "A line with = does not name each guess once. Correct it or leave it out.");
    Symmetry& symmetry = all_symmetries.emplace_back(guesses.size());
    for (size_t i = 0; i < names.size(); i++) symmetry[place[names[i]]] = place[images[i]];
    for (size_t s = 0; s < secrets.size(); s++) {
      const int image = secret_of_guess[symmetry[guess_of_secret[s]]];
      bool same = image >= 0;
      for (size_t g = 0; g < guesses.size() && same; g++) same = by_secret[image][symmetry[g]] == by_secret[s][g];
      require(same, "The line = " + images[0] + " ... is not a symmetry. Correct it or leave it out.");
    }
  }
}

// ---- Bounds -------------------------------------------------------------------------------------------------------

// Bound 1, by size. A strategy is a tree: one first guess, then a guess for each reply except the win. If no guess has
// more than b such replies, at most b^(d-1) guesses come d-th, and each finds one secret at most. So of n secrets, one
// takes a guess at least, b take 2, b^2 take 3 and so on: 2n - 1 if n <= b + 1. And d guesses find 1 + b + ... +
// b^(d-1) at
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
  if (is_member[g]) sizes[by_guess[g][secret_of_guess[g]]] = 0;
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
  for (char16_t s : p.set) is_member[guess_of_secret[s]] = 1;
  for (size_t from = 0; from < allowed.size() && below > floor; from += TILE) {
    if (3 * n - different[allowed[from]] - 1 >= below) break;  // no later guess has more replies
    const size_t size = std::min(TILE, allowed.size() - from);
    const bool compare = n <= MOST_COMPARED && below >= 2 * n, all = allowed.size() == guesses.size();
    for (int i = 0; i < n && compare; i++) {
      const uint8_t* row = by_secret[p.set[i]].data();
      for (size_t t = 0; t < size && !all; t++) copy[i * TILE + t] = row[allowed[from + t]];
      rows[i] = all ? row + from : &copy[i * TILE];
    }
    if (compare) count_repeats(rows, std::min(below - 2 * n, 255), repeats.data());
    for (size_t t = 0; t < size; t++) {
      const int g = allowed[from + t];
      int bound = compare ? 2 * n + repeats[t] - is_member[g] : 0;
      const bool finer = !compare || n > branches + 1 || p.left == 2 || repeats[t] == n - 1;
      if (bound < below && finer) bound = bound_of_guess(p, g);
      if (bound < below) visit(g, bound);
    }
  }
  for (char16_t s : p.set) is_member[guess_of_secret[s]] = 0;
}

Known& find(const Position& p) {
  Set key = p.set;
  if (limit < INFINITE) key += char16_t(p.left);
  if (hard) key += char16_t(p.hint->number >> 15), key += char16_t(p.hint->number & 0x7FFF);
  return memo.try_emplace(key, Known{bound_of_size(int(p.set.size()), p.left), false, 0}).first->second;
}

// Raises the lower bound of a position. In step 1 by the guesses that are members: if one tells all secrets apart, v is
// 2n - 1; otherwise it is at least 2n, because no first guess finds one secret and leaves one guess for each other one.
// In step 2 by all guesses: if the least bound is 2n, all parts have one secret, except one of two if g is in H. So v
// is 2n.
void raise(const Position& p, Known& known, int step) {
  if (known.exact || known.step >= step) return;
  const int n = int(p.set.size());
  known.step = int8_t(step);
  if (step == 1) {
    const auto tells_apart = [&](char16_t member) {
      bool seen[256] = {};
      const auto& reply = by_guess[guess_of_secret[member]];
      return std::all_of(p.set.begin(), p.set.end(), [&](char16_t s) { return !std::exchange(seen[reply[s]], true); });
    };
    known.exact = n <= branches + 1 && std::any_of(p.set.begin(), p.set.end(), tells_apart);
    known.lower = std::max(known.lower, known.exact ? 2 * n - 1 : 2 * n);
  } else {
    int below = INFINITE;
    visit_guesses(p, below, known.lower, [&](int, int bound) { below = bound; });
    known = {std::max(known.lower, below), below == 2 * n || below == INFINITE, 2};
  }
}

// ---- Search -------------------------------------------------------------------------------------------------------

// Hard mode: green letters stay in their places, and a guess has each letter as often as a reply has found it, which is
// as often as guess and secret both have it. The guess has all that earlier replies found, so the last reply tells all.
const Hint* next_hint(const Hint* hint, const std::string& guess, const std::string& secret) {
  if (!hard) return hint;
  const auto copies = [](const std::string& word, char letter) { return std::count(word.begin(), word.end(), letter); };
  Hint next{"", "", {}, int(hints.size())};
  for (char letter : std::set<char>(secret.begin(), secret.end()))
    next.letters.append(std::min(copies(guess, letter), copies(secret, letter)), letter);
  for (size_t i = 0; i < guess.size(); i++) next.green += guess[i] == secret[i] ? guess[i] : '\0';
  const auto [place, is_new] = hints.try_emplace(next.green + next.letters, next);
  for (int g : is_new ? hint->guesses : std::vector<int>()) {
    bool meets = true;
    for (char letter : next.letters) meets = meets && copies(guesses[g], letter) >= copies(next.letters, letter);
    for (size_t i = 0; i < next.green.size(); i++)
      meets = meets && (next.green[i] == 0 || next.green[i] == guesses[g][i]);
    if (meets) place->second.guesses.push_back(g);
  }
  return &place->second;
}

// The guesses with bounds below `below`, least first. A symmetry changes no reply, so a guess costs H what its image
// costs the image of H. If a symmetry maps H to itself and g to a guess with a smaller number, g is not needed.
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

// Returns the cost of a guess if it is less than `below`, otherwise a lower bound of it that is not.
int cost_of_guess(const Position& p, int g, int below, const std::vector<Symmetry>& symmetries) {
  std::vector<Set> sets(256);
  for (char16_t s : p.set)
    if (guess_of_secret[s] != g) sets[by_guess[g][s]] += s;
  std::stable_sort(sets.begin(), sets.end(), [](const Set& a, const Set& b) { return a.size() > b.size(); });
  std::vector<std::pair<Position, Known*>> parts;
  int sum = int(p.set.size());
  for (size_t i = 0; i < sets.size() && !sets[i].empty() && sum < below; i++) {
    const int n = int(sets[i].size());
    const Position part{sets[i], std::min(n, p.left - 1),
                        n > 2 ? next_hint(p.hint, guesses[g], secrets[sets[i][0]]) : p.hint};
    if (n > 2) parts.emplace_back(part, &find(part));
    sum += n > 2 ? parts.back().second->lower : bound_of_size(n, p.left - 1);  // that is v of one secret or two
  }
  for (int step = 1; step <= 2; step++)
    for (auto& [part, known] : parts) {
      if (sum >= below) return sum;
      sum -= known->lower;
      raise(part, *known, step);
      sum += known->lower;
    }
  std::vector<Symmetry> fixing = symmetries;  // those that map H to itself and fix g also map each part to itself
  std::erase_if(fixing, [&](const Symmetry& symmetry) { return symmetry[g] != g; });
  for (; !parts.empty() && sum < below; parts.pop_back()) {
    auto& [part, known] = parts.back();
    sum -= known->lower;
    search(part, *known, below - 1 - sum, fixing);
    sum += known->lower;
  }
  return sum;
}

// Finds v exactly if it is at most `budget`; otherwise raises its lower bound above `budget`.
void search(const Position& p, Known& known, int budget, const std::vector<Symmetry>& symmetries) {
  if (known.exact || known.lower > budget) return;
  int best = budget + 1;
  for (auto [bound, g] : choices(p, best, symmetries)) {
    if (bound >= best || known.lower >= best) break;
    best = std::min(best, cost_of_guess(p, g, best, symmetries));
  }
  known.lower = best;
  known.exact = best <= budget;
}

// ---- Main ---------------------------------------------------------------------------------------------------------

int number(const std::string& text) {
  const bool right = text[0] > '0' && text.size() < 9 && text.find_first_not_of("0123456789") == std::string::npos;
  require(right, "'" + text + "' is not a number of guesses. Write a whole number such as 7920.");
  return std::stoi(text);
}

std::string with_commas(long number) {
  return number < 1000 ? std::to_string(number)
                       : with_commas(number / 1000) + "," + std::to_string(1000 + number % 1000).substr(1);
}

int main(int argc, char** argv) {
  std::vector<std::string> named;
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    const bool within = argument == "--within" && i + 1 < argc;
    if (within) limit = number(argv[++i]);
    if (argument == "--hard") hard = true;
    if (argument != "--hard" && !within) named.push_back(argument);
  }
  require(named.size() == 3, "Write: referee TOTAL GUESSES ANSWERS [--hard] [--within N]");
  const int total = number(named[0]);
  read_game(named[1], named[2]);
  prepare_sizes();
  Hint none{"", "", std::vector<int>(guesses.size()), 0};
  std::iota(none.guesses.begin(), none.guesses.end(), 0);
  Position start{Set(secrets.size(), 0), std::min(limit, int(secrets.size())), &none};
  std::iota(start.set.begin(), start.set.end(), 0);
  long forgotten = 0, tried = 0, minutes = 0;
  const auto effort = [&] {
    const long seconds = std::clock() / CLOCKS_PER_SEC, positions = forgotten + long(memo.size());
    return with_commas(positions) + " positions, " + with_commas(seconds) + " CPU seconds\n";
  };
  const auto open = choices(start, total, all_symmetries);
  for (auto [bound, g] : open) {
    const int cost = cost_of_guess(start, g, total, all_symmetries);
    if (cost < total) {
      std::cout << "Some strategy takes " << with_commas(cost) << ": first guess " << guesses[g] << ", " << effort();
      return 1;
    }
    if (memo.size() > MOST_KNOWN) forgotten += long(memo.size()), memo.clear();
    tried++;
    if (std::clock() / CLOCKS_PER_SEC / 60 > std::exchange(minutes, std::clock() / CLOCKS_PER_SEC / 60))
      std::cerr << with_commas(tried) << " of " << with_commas(long(open.size())) << " first guesses, " << effort();
  }
  std::cout << "No strategy takes fewer than " << with_commas(total) << ": " << with_commas(long(guesses.size()))
            << " first guesses, " << effort();
}
