// The rule for advice to players; mirrors src/fewest/strategies/advice.py and optimal.py.
/** @import { Suggestion } from "fewest-api" */
/** @import { Belief } from "./belief.js" */
/** @import { Valued } from "./prover.js" */
/** @import { Scored, Split } from "./splits.js" */
/** @import { Wordle } from "./wordle.js" */
import { IMPOSSIBLE, Stopped, StopToken, TooDeep } from "./core.js";
import { FewestError } from "./errors.js";
import {
  CHANCE_TOLERANCE,
  chancesToFinish,
  FINISH_SLACK,
  hasFewGuessesLeft,
  LATE_GUESSES,
  likeliestToFinish,
} from "./guess_limit.js";
import { core } from "./loaded.js";
import { whole as commas, range, round } from "./numbers.js";
import { report } from "./progress.js";
import { costWithin, Prover, searchOrder } from "./prover.js";
import { knownStart, knownValues } from "./shipped.js";
import { areAmong, DEFAULT, placeIn, rank, score, suggestion, TIE_TOLERANCE } from "./splits.js";
import { quote } from "./wordle.js";

const WORK_PER_SECOND = 3e8;
export const EXACT_SECONDS = 1;
const MAX_HARD_MODE_PAIRS = 50_000_000;
const MAX_VALUED_SECRETS = 4000;
const SMALL_POSITION_SECRETS = 500; // up to this many, the search itself chooses the best guess
const MAX_CANDIDATES = 300;
const COMMON_WORDS = 4000;
const DEFAULT_MARGIN = 0.02;

/**
 * The preferences of a player.
 * @typedef {object} WordPreference
 * @property {number | null} margin How many more guesses a preferred common word may need; null for the default.
 * @property {number | null} knownWords Suggest only likely secrets and this many of the most frequent words; null for all.
 * @property {boolean} streak Whether the chance to find the secret in time comes first.
 *
 * @typedef {object} AdviceOptions
 * @property {number} maxGuesses The guess limit, counting the clues.
 * @property {number} count How many guesses to suggest.
 * @property {string[] | null} among The guesses to choose from; null for all.
 * @property {number} seconds The budget of exact search.
 * @property {WordPreference} preference
 *
 * @typedef {object} Advice
 * @property {string} strategy The strategy that ranks the first suggestion.
 * @property {Suggestion[]} suggestions
 * @property {boolean} fewGuessesLeft
 * @property {WordPreference} preference With the margin of the game.
 * @property {Suggestion | null} best The best guess if a common word comes before it.
 * @property {number | null} inTime The chance to finish in time; null if unknown or not requested.
 */

/** The best guess first, however rare the word. @type {WordPreference} */
export const NO_PREFERENCE = { margin: 0, knownWords: null, streak: false };

/** Whether the player asks for a margin or for known words. @param {WordPreference} preference */
export const isChosen = ({ margin, knownWords }) => Boolean(margin) || knownWords !== null;

/** Whether the expected guesses of the first suggestion are exact. @param {Advice} advice */
export const isExact = ({ suggestions }) => suggestions.length > 0 && suggestions[0].expected !== null;

/** Whether the first suggestion is proved optimal among the guesses considered. @param {Advice} advice */
export const isProved = (advice) => isExact(advice) && advice.best === null;

/**
 * Which guesses, by their columns, are common words, or among the `count` most frequent, or likely secrets.
 * @param {Belief} belief
 * @param {number | null} [count]
 * @returns {(column: number) => boolean}
 */
export function knownWords({ game, secrets, areLikely }, count = null) {
  const { frequencyPlaces: places, guesses, answerSet } = game;
  if (!places) return () => true;
  const likely = new Set(
    [...secrets].filter((_, index) => areLikely[index]).map((secret) => game.secretGuesses[secret]),
  );
  const isCommon = (/** @type {number} */ column) =>
    count === null ? places[column] < COMMON_WORDS && answerSet.has(guesses[column]) : places[column] < count;
  return (column) => isCommon(column) || likely.has(column);
}

/**
 * The margin in a game: 0 if it has no common words.
 * @param {WordPreference} preference
 * @param {Wordle} game
 */
const marginIn = ({ margin }, game) => (game.frequencyPlaces ? (margin ?? DEFAULT_MARGIN) : 0);

/**
 * Suggest guesses, best first. A given prover must belong to this belief, and given scores to the default strategy;
 * both save time.
 * @param {Belief} belief
 * @param {AdviceOptions} asked
 * @param {{ prover?: Prover | null, scored?: Scored | null }} [given]
 * @returns {Advice}
 */
export function advise(belief, asked, { prover = null, scored = null } = {}) {
  const { game, clues } = belief;
  if (isChosen(asked.preference) && !game.frequencyPlaces)
    throw new FewestError(`No word of ${game.label} has a known frequency; leave --margin and --known-words out.`);
  const margin = marginIn(asked.preference, game);
  const preference = { ...asked.preference, margin };
  const options = { ...asked, preference };
  const fewGuessesLeft = !options.among && hasFewGuessesLeft(belief, options.maxGuesses);
  const keepsStreak = preference.streak && isWorthProving(belief, options.seconds);
  if (!options.among && !scored && preference.knownWords === null && !fewGuessesLeft && !keepsStreak) {
    const start = startOf(belief, options);
    if (start) return start;
  }
  let among = toChooseFrom(belief, options);
  const left = options.maxGuesses - clues.length;
  if (fewGuessesLeft) among = likeliestToFinish(belief, left, among, preference.streak ? 0 : FINISH_SLACK);
  const adviser = new Adviser(belief, { ...options, among }, fewGuessesLeft, margin, scored ?? score(belief));
  if (keepsStreak && left > LATE_GUESSES) return adviser.keepStreak(left) ?? adviser.advise(prover);
  const advice = adviser.advise(prover);
  return preference.streak ? { ...advice, inTime: adviser.lateChance(advice, left) } : advice;
}

/**
 * Advice for the first guess without a split; null if too few openers are known.
 * @param {Belief} belief
 * @param {AdviceOptions} options
 * @returns {Advice | null}
 */
function startOf(belief, { count, preference }) {
  const start = knownStart(belief);
  if (!start?.values.length) return null;
  const { values, facts, isAll } = start;
  const least = values[0];
  const margin = marginIn(preference, belief.game);
  const isEnough = values.length >= count && values[values.length - 1].cost > costWithin(least, margin);
  if (!isEnough && !isAll) return null;
  const told = (/** @type {Valued} */ { guess, mean }) => {
    const [bits, hit, parts, largest] = facts[guess];
    return { guess, score: mean, bits, hit, parts, largest, expected: mean, tolerance: 0 };
  };
  const first = knownWordsFirst(belief, values, least, margin).slice(0, count);
  const best = first[0].cost === least.cost ? null : told(least);
  return { strategy: "optimal", suggestions: first.map(told), fewGuessesLeft: false, preference, best, inTime: null };
}

/** The value with the least cost; the first of several. @param {Valued[]} values */
const leastOf = (values) => values.reduce((least, value) => (value.cost < least.cost ? value : least));

/**
 * Sort exact values, best first, but with known words within the margin before all others. Ties go to the most common
 * word.
 * @param {Belief} belief
 * @param {Valued[]} values
 * @param {Valued} least
 * @param {number} margin
 */
function knownWordsFirst(belief, values, least, margin) {
  const { guessIndex, frequencyPlaces: places } = belief.game;
  if (!places) return values.toSorted((a, b) => a.cost - b.cost);
  const [isKnown, within] = [knownWords(belief), costWithin(least, margin)];
  const keyed = values.map((value) => {
    const column = guessIndex.get(value.guess) ?? -1;
    const goesFirst = value.cost <= within && (margin === 0 || isKnown(column));
    return { value, later: Number(!goesFirst), place: places[column] };
  });
  keyed.sort((a, b) => a.later - b.later || a.value.cost - b.value.cost || a.place - b.place);
  return keyed.map(({ value }) => value);
}

/**
 * The guesses to choose from; null for all. A single secret left ignores the preference.
 * @param {Belief} belief
 * @param {AdviceOptions} options
 */
function toChooseFrom(belief, { among, preference }) {
  const { game, columns, size } = belief;
  const most = preference.knownWords;
  if (size === 1 || most === null || !game.frequencyPlaces) return among;
  const known = [...columns].filter(knownWords(belief, most)).map((column) => game.guesses[column]);
  if (!among) return known;
  const both = among.filter((guess) => known.includes(guess));
  if (!both.length)
    throw new FewestError(
      `${quote(among[0])} is not among the ${commas(most)} most frequent words; raise --known-words.`,
    );
  return both;
}

/** One call of `advise`: a position, the options, and the scores of the default strategy. */
class Adviser {
  /**
   * @param {Belief} belief
   * @param {AdviceOptions} options
   * @param {boolean} fewGuessesLeft
   * @param {number} margin
   * @param {Scored} scored
   */
  constructor(belief, options, fewGuessesLeft, margin, scored) {
    this.belief = belief;
    this.options = options;
    this.fewGuessesLeft = fewGuessesLeft;
    this.margin = margin;
    this.scored = scored;
    this.whole = scored.whole;
  }

  /** Suggest the guesses with exact values, then those with estimates. @param {Prover | null} given */
  advise(given) {
    const { belief, margin } = this;
    const { count, among, seconds } = this.options;
    let values = knownValues(belief, count, among, () => this.whole, margin);
    const searches = (values.length ? isWorthValuing : isWorthProving)(belief, seconds);
    const ranked = this.#ranked(searches ? Math.max(MAX_CANDIDATES, count) : count);
    if (values.length) values = knownWordsFirst(belief, values, leastOf(values), margin);
    const isOwnMargin = margin !== 0 && margin !== DEFAULT_MARGIN; // a book prefers a word by the default margin
    const isBook = values.length > 0 && belief.clues.length > 0;
    if (!searches || !(values.length < count || (isBook && isOwnMargin)))
      return values.length ? this.#exact(values, ranked, 0) : this.#estimated(ranked);
    return withProver(given ?? new Prover(belief), !given, (prover) => {
      const found = this.#prove(prover, values, ranked, !values.length || isOwnMargin);
      return found.length ? this.#exact(found, ranked, prover.tolerance) : this.#estimated(ranked);
    });
  }

  /**
   * Suggest the guesses with the best chance to find the secret in time, then the fewest guesses; null if the budget is
   * too small.
   * @param {number} left
   * @returns {Advice | null}
   */
  keepStreak(left) {
    const { belief, options } = this;
    const ranked = this.#ranked(Math.max(MAX_CANDIDATES, options.count));
    try {
      const safe =
        options.among === null &&
        withProver(new Prover(belief, { maxGuesses: left }), true, (prover) => {
          const first = this.#bestOfAll(prover);
          if (!first.length) return null; // not every secret can be found in time
          const values = this.#prove(prover, first, ranked, true);
          return { ...this.#exact(values, ranked, prover.tolerance), inTime: 1 };
        });
      return safe || this.#missLeast(left, ranked);
    } catch (error) {
      if (isOverBudget(error)) return null;
      throw error;
    }
  }

  /**
   * The chance of the first suggestion to find the secret in time, if it is known without search; else null.
   * @param {Advice} advice
   * @param {number} left
   */
  lateChance({ suggestions: [first] }, left) {
    const { belief, whole } = this;
    if (belief.size === 1) return Number(left > 0);
    if (!first || !hasFewGuessesLeft(belief, this.options.maxGuesses)) return null;
    return Math.min(1, chancesToFinish(belief, left)[placeIn(belief, whole, first.guess)]);
  }

  /**
   * If not every secret can be found in time, suggest the first guess of the play that most likely finds it. The search
   * may round weights, so its play is valued again with the exact weights.
   * @param {number} left
   * @param {Suggestion[]} ranked
   * @returns {Advice | null}
   */
  #missLeast(left, ranked) {
    const { belief, options, whole, fewGuessesLeft } = this;
    return withProver(new Prover(belief, { target: left }), true, (prover) => {
      const [found] = options.among ? this.#value(prover, options.among, 1) : this.#bestOfAll(prover);
      if (!found) return null;
      const { tied, common } = this.#mostCommon(prover, found);
      const [play, playOfCommon] = [tied, common].map(({ guess }) => this.#play(prover, guess, left));
      const isAsSafe = playOfCommon.inTime >= play.inTime * (1 - CHANCE_TOLERANCE); // by exact weights
      const values = [isAsSafe ? { ...common, ...playOfCommon } : { ...tied, ...play }, { ...tied, ...play }];
      const [first, best] = describe(belief, values, whole, 0);
      const exact = first.guess === best.guess ? [first] : [first, best];
      const suggestions = [...exact, ...this.#calibrated(best, exact, ranked)].slice(0, options.count);
      const { preference } = options;
      return {
        strategy: "optimal",
        suggestions,
        fewGuessesLeft,
        preference,
        best: exact[1] ?? null,
        inTime: play.inTime,
      };
    });
  }

  /**
   * The mean of the best play after a guess, and its chance to find the secret in time.
   * @param {Prover} prover
   * @param {string} guess
   * @param {number} left
   */
  #play(prover, guess, left) {
    const { secrets, probabilities } = this.belief;
    const depths = this.#within((stop) => depthsOf(prover, this.belief, guess, stop));
    const taken = Array.from(secrets, (secret) => depths.get(secret) ?? 0);
    const average = (/** @type {(depth: number) => number} */ of) =>
      probabilities.reduce((total, chance, index) => total + chance * of(taken[index]), 0);
    const chance = average((depth) => Number(depth <= left));
    return { mean: average((depth) => depth), inTime: taken.every((depth) => depth <= left) ? 1 : Math.min(1, chance) };
  }

  /**
   * The most common word that is as good as the best, and the known word within the margin that comes before it.
   * @param {Prover} prover
   * @param {Valued} least
   */
  #mostCommon(prover, least) {
    const { belief, whole, margin } = this;
    const { among } = this.options;
    const prefer = (/** @type {Valued} */ first, /** @type {number} */ most) =>
      this.#within((stop) => preferred(prover, belief, first, whole, among, most, stop));
    const tied = prefer(least, 0);
    return { tied, common: margin > 0 ? prefer(tied, margin) : tied };
  }

  /**
   * Advice with exact values, and estimates after them.
   * @param {Valued[]} values
   * @param {Suggestion[]} ranked
   * @param {number} tolerance
   * @returns {Advice}
   */
  #exact(values, ranked, tolerance) {
    const { belief, whole, fewGuessesLeft, margin } = this;
    const { count, preference } = this.options;
    const least = leastOf(values);
    const [first, ...others] = values;
    const ordered = [first, ...knownWordsFirst(belief, others, least, margin)]; // the first must not depend on the count
    const exact = describe(belief, ordered, whole, tolerance);
    const best = first.cost > least.cost ? exact[ordered.indexOf(least)] : null;
    const suggestions = [...exact, ...this.#calibrated(best ?? exact[0], exact, ranked)].slice(0, count);
    return { strategy: "optimal", suggestions, fewGuessesLeft, preference, best, inTime: null };
  }

  /**
   * Exact values of guesses: first the guess to make, which is the best or a more common word as good, then others.
   * Empty if none is known and the budget is too small.
   * @param {Prover} prover
   * @param {Valued[]} known
   * @param {Suggestion[]} ranked
   * @param {boolean} prefers Whether to look for a common word.
   */
  #prove(prover, known, ranked, prefers) {
    const { count } = this.options;
    let values = [...known];
    try {
      if (!values.length) values = this.#best(prover);
      const [first] = values;
      report(() => ({ done: 0, of: 0, guess: first.guess, mean: first.mean }));
      if (prefers) {
        const { tied, common } = this.#mostCommon(prover, leastOf(values));
        const all = [common, tied, ...values];
        values = all.filter((value, at) => all.findIndex((each) => isSame(each, value)) === at);
      }
      const valued = new Set(values.map(({ guess }) => guess));
      const others = ranked.map(({ guess }) => guess).filter((guess) => !valued.has(guess));
      if (values.length < count && others.length) values.push(...this.#value(prover, others, count - values.length));
    } catch (error) {
      if (!isOverBudget(error)) throw error;
    }
    return values;
  }

  /** The best guess of all, or among some, with its exact value. @param {Prover} prover */
  #best(prover) {
    const { among } = this.options;
    if (among || this.belief.size > SMALL_POSITION_SECRETS) return this.#value(prover, among, 1);
    return this.#bestOfAll(prover);
  }

  /** The best guess by one search; empty if no guess finds every secret in time. @param {Prover} prover */
  #bestOfAll(prover) {
    const { belief } = this;
    const { cost, guess } = this.#within((stop) => prover.reporting(belief, () => prover.best(belief, stop)));
    return guess === null ? [] : [{ cost, mean: prover.mean(cost, belief), guess }];
  }

  /**
   * The best guesses of all, or among some, with their exact values.
   * @param {Prover} prover
   * @param {string[] | null} among
   * @param {number} count
   */
  #value(prover, among, count) {
    return this.#within((stop) => valueInTurn(prover, this.belief, this.whole, among, count, stop));
  }

  /**
   * @template Found
   * @param {(stop: StopToken) => Found} act
   */
  #within(act) {
    return withBudget(this.options.seconds, act);
  }

  /** @param {number} count */
  #ranked(count) {
    return rank(this.belief, this.scored, count, this.options.among);
  }

  /**
   * The guesses without an exact value, with estimates shifted by the error of the best guess's estimate.
   * @param {Suggestion} first
   * @param {Suggestion[]} exact
   * @param {Suggestion[]} ranked
   */
  #calibrated(first, exact, ranked) {
    const moved = first.score - this.scored.scores[placeIn(this.belief, this.whole, first.guess)];
    const known = new Set(exact.map(({ guess }) => guess));
    const rest = ranked.filter(({ guess }) => !known.has(guess));
    return rest.map((each) => ({ ...each, score: Math.max(first.score, each.score + moved) }));
  }

  /**
   * Advice by the estimates of the default strategy.
   * @param {Suggestion[]} ranked
   * @returns {Advice}
   */
  #estimated(ranked) {
    const { belief, whole, fewGuessesLeft, margin } = this;
    const { count, among, preference } = this.options;
    const advice = {
      strategy: DEFAULT,
      suggestions: ranked.slice(0, count),
      fewGuessesLeft,
      preference,
      best: null,
      inTime: null,
    };
    if (belief.size === 1) {
      const only = ranked.map((each) => (each.hit === 1 ? { ...each, expected: 1 } : each));
      return { ...advice, suggestions: only.slice(0, count) }; // a single secret left needs exactly one guess
    }
    const { frequencyPlaces: places } = belief.game;
    const [first] = ranked;
    if (!places || !first) return advice;
    const { scores } = this.scored;
    const [isAmong, isKnown] = [areAmong(belief, whole, among), knownWords(belief)];
    const useful = range(scores.length).filter((at) => whole.parts[at] > 1 && isAmong[at]);
    const near = useful.filter((at) => scores[at] <= first.score + TIE_TOLERANCE);
    const knownNear = useful.filter((at) => scores[at] <= first.score + margin && isKnown(whole.guesses[at]));
    const chosen = margin > TIE_TOLERANCE && knownNear.length ? knownNear : near;
    const tied = (/** @type {number} */ at) => round(scores[at] / TIE_TOLERANCE);
    const place = (/** @type {number} */ at) => places[whole.guesses[at]];
    const order = chosen.sort((a, b) => tied(a) - tied(b) || place(a) - place(b)).slice(0, count);
    const common = [...order].map((at) => suggestion(belief, whole, at, scores[at]));
    const known = new Set(common.map(({ guess }) => guess));
    const suggestions = [...common, ...ranked.filter(({ guess }) => !known.has(guess))].slice(0, count);
    const best = common.length && common[0].score > first.score + TIE_TOLERANCE ? first : null;
    return { ...advice, suggestions, best };
  }
}

/** @param {Valued} ours @param {Valued} theirs */
const isSame = (ours, theirs) => ours.guess === theirs.guess && ours.cost === theirs.cost && ours.mean === theirs.mean;

/** Whether an error means that a search ran out of budget or depth. @param {unknown} error */
export const isOverBudget = (error) => error instanceof Stopped || error instanceof TooDeep;

/**
 * Search within a budget of work.
 * @template Found
 * @param {number} seconds
 * @param {(stop: StopToken) => Found} search
 */
export function withBudget(seconds, search) {
  const stop = new StopToken(core, seconds * WORK_PER_SECOND);
  try {
    return search(stop);
  } finally {
    stop.free();
  }
}

/**
 * Use a prover, and free it afterwards if it is ours.
 * @template Found
 * @param {Prover} prover
 * @param {boolean} isOurs
 * @param {(prover: Prover) => Found} use
 */
function withProver(prover, isOurs, use) {
  try {
    return use(prover);
  } finally {
    if (isOurs) prover.free();
  }
}

/**
 * The best guesses of all, or among some, with their exact values, found one after the other.
 * @param {Prover} prover
 * @param {Belief} belief
 * @param {Split} whole
 * @param {string[] | null} among
 * @param {number} count
 * @param {StopToken} stop
 */
function valueInTurn(prover, belief, whole, among, count, stop) {
  const lower = prover.leastCosts(belief, whole);
  /** @type {Valued[]} */
  let found = [];
  const order = searchOrder(belief, whole, among);
  for (const [done, place] of order.entries()) {
    if (count === 1) report(() => ({ done, of: order.length, guess: found[0]?.guess ?? null, mean: found[0]?.mean }));
    const bound = found.length === count ? found[count - 1].cost : IMPOSSIBLE;
    if (lower[place] >= bound) continue;
    const guess = belief.game.guesses[whole.guesses[place]];
    const cost = prover.costOfGuess(guess, belief, stop, bound);
    if (cost >= bound) continue;
    found.push({ cost, mean: prover.mean(cost, belief), guess });
    found = found.sort((a, b) => a.cost - b.cost).slice(0, count);
  }
  return found;
}

/**
 * The number of guesses for each secret, if a prover plays on after a first guess.
 * @param {Prover} prover
 * @param {Belief} belief
 * @param {string} first
 * @param {StopToken} stop
 */
function depthsOf(prover, belief, first, stop) {
  /** @type {Map<number, number>} */
  const depths = new Map();
  const todo = [{ guess: first, here: belief, depth: 1 }];
  for (let node = todo.pop(); node; node = todo.pop()) {
    const { guess, here, depth } = node;
    for (const { reply, part } of here.parts(guess)) {
      if (reply === belief.game.win) depths.set(part.secrets[0], depth);
      else if (part.size === 1) depths.set(part.secrets[0], depth + 1);
      else todo.push({ guess: prover.best(part, stop).guess ?? "", here: part, depth: depth + 1 });
    }
  }
  return depths;
}

/**
 * Make suggestions from values, their largest error, and the split of the belief.
 * @param {Belief} belief
 * @param {Valued[]} values
 * @param {Split} whole
 * @param {number} tolerance
 */
const describe = (belief, values, whole, tolerance) =>
  values.map(({ guess, mean }) => suggestion(belief, whole, placeIn(belief, whole, guess), mean, mean, tolerance));

/**
 * If the best guess `first` is a rare word, the best known word within the margin; otherwise the most common word that
 * is as good. If the search is stopped, the best found so far.
 * @param {Prover} prover
 * @param {Belief} belief
 * @param {Valued} first
 * @param {Split} whole
 * @param {string[] | null} among
 * @param {number} margin
 * @param {StopToken} stop
 */
function preferred(prover, belief, first, whole, among, margin, stop) {
  const { guesses, frequencyPlaces: places } = belief.game;
  if (!places) return first;
  const isAmong = areAmong(belief, whole, among);
  const useful = range(isAmong.length).filter((at) => whole.parts[at] > 1 && isAmong[at]);
  const missed = prover.missed(first.cost);
  const lower = prover.leastCosts(belief, whole).map((cost) => missed + cost);
  const isKnown = knownWords(belief);
  const column = belief.findGuess(first.guess);
  const most = prover.costWithin(first.cost, belief, margin);
  if (margin > 0 && !isKnown(column)) {
    const near = useful.filter((at) => isKnown(whole.guesses[at]) && lower[at] <= most);
    const names = Array.from(near, (at) => guesses[whole.guesses[at]]);
    const order = searchOrder(belief, whole, names).map((at) => whole.guesses[at]);
    const found = cheapest(prover, belief, order, most, stop);
    if (found) return found;
  }
  const fits = useful.filter((at) => lower[at] <= first.cost && places[whole.guesses[at]] < places[column]);
  const common = fits.map((at) => whole.guesses[at]).sort((a, b) => places[a] - places[b]);
  return cheapest(prover, belief, common, first.cost, stop, first.cost) ?? first;
}

/**
 * The cheapest of some guesses, with cost up to `most`; ties go to the most common word; null if all cost more.
 * The search ends at the first guess that costs at most `least`.
 * @param {Prover} prover
 * @param {Belief} belief
 * @param {Int32Array} columns
 * @param {number} most
 * @param {StopToken} stop
 */
function cheapest(prover, belief, columns, most, stop, least = 0) {
  const { guesses, guessIndex, frequencyPlaces } = belief.game;
  const places = /** @type {Int32Array} */ (frequencyPlaces);
  /** @type {Valued | null} */
  let found = null;
  let bound = most + 1;
  try {
    for (const column of columns) {
      const isMoreCommon = found !== null && places[column] < places[guessIndex.get(found.guess) ?? -1];
      const limit = bound + Number(isMoreCommon);
      const cost = prover.costOfGuess(guesses[column], belief, stop, limit);
      if (cost < limit) {
        found = { cost, mean: prover.mean(cost, belief), guess: guesses[column] };
        bound = cost;
      }
      if (bound <= least) break;
    }
  } catch (error) {
    if (!isOverBudget(error)) throw error;
  }
  return found;
}

/**
 * Whether a position is small enough to search for the best guess; the limit grows with the budget.
 * @param {Belief} belief
 */
export const isWorthProving = (belief, seconds = EXACT_SECONDS) =>
  belief.size <= SMALL_POSITION_SECRETS * Math.max(1, seconds) && isSearchable(belief, seconds);

/**
 * Whether a position is small enough to search for the exact values of given guesses.
 * @param {Belief} belief
 */
export const isWorthValuing = (belief, seconds = EXACT_SECONDS) =>
  belief.size <= Math.max(MAX_VALUED_SECRETS, SMALL_POSITION_SECRETS * seconds) && isSearchable(belief, seconds);

/**
 * Whether there is something to search, a budget for it, and room for the table of hard mode.
 * @param {Belief} belief
 * @param {number} seconds
 */
function isSearchable({ game, allowed, hard, size, won }, seconds) {
  const guesses = allowed?.length ?? game.guesses.length;
  const quick = !hard || guesses ** 2 <= MAX_HARD_MODE_PAIRS * Math.max(1, seconds);
  return seconds > 0 && size > 1 && quick && !won;
}
