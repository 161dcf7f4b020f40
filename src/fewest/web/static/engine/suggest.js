// Suggests the next guess; mirrors src/fewest/questions/suggest.py and its requests in src/fewest/web/api.py.
/** @import { SuggestRequest, Suggestion, Suggestions } from "fewest-api" */
/** @import { Advice, WordPreference } from "./advise.js" */
/** @import { Belief } from "./belief.js" */
/** @import { Setup } from "./setup.js" */
import { advise, isChosen, isExact, isProved, isWorthProving, isWorthValuing, NO_PREFERENCE } from "./advise.js";
import { FewestError } from "./errors.js";
import { fixed, whole } from "./numbers.js";
import { MAX_LISTED_SECRETS } from "./questions.js";
import { ESTIMATES, largestIsBest, rank, SUMMARIES, score } from "./splits.js";
import { quote, readGuess } from "./wordle.js";

/**
 * Suggest the best next guesses by a strategy, or by `advise` with a budget of exact search; an opener counts only
 * before the first clue.
 * @param {Setup} setup
 * @param {Belief} belief
 * @param {Partial<SuggestRequest>} request
 * @param {number} seconds
 * @param {string | null} strategy
 * @returns {Suggestions}
 */
export function suggest(setup, belief, request, seconds, strategy) {
  const { game, clues, won } = belief;
  const { opener = null, count = 10, margin = null, known_words: knownWords = null, streak = false } = request;
  const isOver = won || clues.length >= game.maxGuesses;
  const fixedGuess = clues.length || opener === null ? null : readGuess(game, opener, [], false);
  const advice = adviceBy(strategy, belief, {
    maxGuesses: game.maxGuesses,
    count,
    among: fixedGuess === null ? null : [fixedGuess],
    seconds: isOver ? 0 : seconds,
    preference: { margin, knownWords, streak },
  });
  if (!advice.suggestions.length)
    throw new FewestError(
      `The strategy ${advice.strategy} never guesses ${quote(fixedGuess ?? "")} here; leave --opener out.`,
    );
  return suggestions(setup, belief, certain(belief, advice), strategy);
}

/**
 * The best guesses by a strategy, or by `advise`.
 * @param {string | null} strategy
 * @param {Belief} belief
 * @param {import("./advise.js").AdviceOptions} options
 * @returns {Advice}
 */
function adviceBy(strategy, belief, options) {
  if (strategy === null) return advise(belief, options);
  const { preference, count, among } = options;
  if (isChosen(preference) || preference.streak)
    throw new FewestError(
      `--margin, --known-words and --streak cannot be combined with --strategy ${strategy}; leave out --strategy or the others.`,
    );
  const ranked = rank(belief, score(belief, strategy), count, among, largestIsBest(strategy));
  return { strategy, suggestions: ranked, fewGuessesLeft: false, preference: NO_PREFERENCE, best: null, inTime: null };
}

/**
 * Suggest nothing after the win, and give a single secret left its exact value of 1.
 * @param {Belief} belief
 * @param {Advice} advice
 * @returns {Advice}
 */
function certain({ won, size }, advice) {
  const kept = won ? [] : advice.suggestions;
  return { ...advice, suggestions: size === 1 ? kept.map((each) => ({ ...each, expected: 1 })) : kept };
}

/**
 * @param {Setup} setup
 * @param {Belief} belief
 * @param {Advice} advice
 * @param {string | null} strategy
 * @returns {Suggestions}
 */
function suggestions(setup, belief, advice, strategy) {
  const { game, clues } = belief;
  const secrets = belief.ranked.slice(0, MAX_LISTED_SECRETS);
  const guesses = advice.suggestions.filter(({ bits, hit }) => bits || hit);
  const withoutPast = adviceWithoutPast(setup, belief, advice.preference);
  const { strategy: name, preference, fewGuessesLeft, inTime, best } = advice;
  const exact = isExact(advice);
  return {
    label: game.label,
    title: setup.title,
    noun: game.noun,
    hard: belief.inHardMode,
    turn: clues.length + 1,
    max_guesses: game.maxGuesses,
    clues: clues.map((clue) => game.seen(clue)),
    remaining: belief.size,
    likely: belief.likely,
    bits: belief.entropy,
    won: belief.won,
    secrets,
    strategy: name,
    why: why(advice, strategy !== null, game.noun) + provedWithout(withoutPast),
    proved: isProved(advice),
    exact,
    tolerance: toleranceOf(advice),
    margin: preference.margin ?? 0,
    known_words: preference.knownWords,
    few_guesses_left: fewGuessesLeft,
    streak: preference.streak,
    in_time: inTime,
    estimates: exact || ESTIMATES.includes(name),
    can_improve: (exact ? isWorthValuing : isWorthProving)(belief),
    suggestions: guesses,
    best,
    past: setup.came([...guesses.map(({ guess }) => guess), ...secrets.map(({ word }) => word)]),
    without_past: withoutPast,
  };
}

/** The largest error of exact values, in guesses. @param {Advice} advice */
const toleranceOf = ({ suggestions }) => suggestions.reduce((most, { tolerance }) => Math.max(most, tolerance), 0);

/**
 * The first guess by shipped values, which exist only without past answers.
 * @param {Setup} setup
 * @param {Belief} belief
 * @param {WordPreference} preference
 */
function adviceWithoutPast(setup, belief, preference) {
  if (setup.past === null || belief.clues.length) return null;
  const options = { maxGuesses: belief.game.maxGuesses, count: 1, among: null, seconds: 0, preference };
  const advice = advise(setup.withoutPast.start(), options);
  return isExact(advice) ? advice.suggestions[0] : null;
}

/** A sentence about the proved first guess without past answers, if known. @param {Suggestion | null} first */
const provedWithout = (first) =>
  first ? ` Without past answers: ${first.guess}, ${fixed(first.expected ?? 0, 3)} (proved).` : "";

/**
 * Explain the ranking.
 * @param {Advice} advice
 * @param {boolean} isChosenByUser
 * @param {string} noun
 */
function why(advice, isChosenByUser, noun) {
  const { preference, inTime, strategy } = advice;
  let lead = advice.fewGuessesLeft ? "Likeliest to finish in time. " : "";
  if (inTime !== null) lead = `Safest for a streak: ${inTimeText(inTime, noun)}. `;
  else if (preference.streak) lead += "Finding the safest guess takes too long here, so this is the usual advice. ";
  const count = preference.knownWords;
  const among = count === null ? "" : ` among the ${whole(count)} most frequent words and the likely secrets`;
  const common = commonText(advice);
  if (!isExact(advice))
    return `${lead}${isChosenByUser ? "Best" : "Estimated"} by ${strategy}${among}: ${SUMMARIES[strategy]}${common}.`;
  const tolerance = toleranceOf(advice);
  const proved = `Proved${tolerance ? ` ${within(tolerance)}` : ""}`;
  const isEstimated = advice.suggestions.some(({ expected }) => expected === null);
  const estimated = isEstimated ? "; ~ marks estimates" : "";
  return `${lead}${proved}${among}: guesses needed on average with perfect play, counting this one${estimated}${common}`;
}

/** Say that a common word comes before the best guess, unless their rounded values agree. @param {Advice} advice */
function commonText({ best, suggestions: [first], preference }) {
  if (!best || fixed(best.score, 4) === fixed(first.score, 4)) return "";
  const margin = Number((preference.margin ?? 0).toPrecision(6));
  const value = fixed(best.expected ?? best.score, 4);
  return `. Best of all: ${best.guess}, ${value}; common words within ${margin} of it come first`;
}

/**
 * The chance to find a secret in time; never rounded to 100%.
 * @param {number} chance
 * @param {string} noun
 */
function inTimeText(chance, noun) {
  if (chance === 1) return `always finds the ${noun} in time`;
  return `${chance >= 0.99995 ? "more than 99.99%" : `${fixed(100 * chance, 2)}%`} chance to find the ${noun} in time`;
}

/** How far off a value may be, rounded up to one digit: within 2e-09. @param {number} tolerance */
function within(tolerance) {
  const power = 10 ** Math.floor(Math.log10(tolerance));
  const [digit, exponent] = (Math.ceil(tolerance / power) * power).toExponential(0).split("e");
  return `within ${digit}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}
