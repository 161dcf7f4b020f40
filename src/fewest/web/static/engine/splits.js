// Splits of a belief by each guess, and their scores; mirrors src/fewest/splits.py, scorers.py and curves.py.
/** @import { Suggestion } from "fewest-api" */
/** @import { Belief } from "./belief.js" */
import { core, shipped } from "./loaded.js";
import { placeOf, range, round } from "./numbers.js";

/**
 * A belief split by each allowed guess; all arrays have one entry for each.
 * @typedef {object} Split
 * @property {Int32Array} guesses Their columns, in ascending order.
 * @property {Float64Array} entropy The expected information of the reply, in bits.
 * @property {Float64Array} sumOfSquares
 * @property {Float64Array} hit
 * @property {Uint32Array} largest
 * @property {Uint32Array} parts
 * @property {Float64Array} after The expected number of guesses after this one, by the curve.
 */

/** @typedef {{ whole: Split, scores: Float64Array }} Scored */

export const DEFAULT = "expected-moves";
const TABLE_STEP = 1 / 64;
const TABLE_MAX_BITS = 32;
const CONSISTENT = "/consistent";
const MIN_BITS = 1e-12;
export const TIE_TOLERANCE = 1e-9;
export const TILE_BYTES = 1 << 22; // how many replies to compute at once; kept small, because the memory of the core never shrinks

/** @type {Map<string, Float64Array>} */
const curves = new Map();

/** The lookup table of a curve. @param {string} name */
function tableOf(name) {
  const known = curves.get(name);
  if (known) return known;
  const { bits, guesses } = shipped.curves[name];
  const table = Float64Array.from({ length: TABLE_MAX_BITS / TABLE_STEP + 1 }, (_, at) =>
    monotoneCubic(bits, guesses, at * TABLE_STEP),
  );
  curves.set(name, table);
  return table;
}

/** The name of the curve for a belief, apart from past answers. @param {Belief} belief */
function curveName({ game, weights, hard }) {
  const rule = game.consistent ? CONSISTENT : hard ? "/hard" : "";
  const label = game.label.replace(CONSISTENT, "");
  const name = weights && label in shipped.curves ? label : game.learntOn;
  return name + rule in shipped.curves ? name + rule : name;
}

/** The lookup table of the curve for a belief. @param {Belief} belief */
function curveOf(belief) {
  const { startBits } = belief;
  const name = curveName(belief);
  const past = `${name}/past`;
  const usual = tableOf(name);
  if (startBits === null || !(past in shipped.curves)) return usual;
  const [most, least] = [name, past].map((each) => shipped.curves[each].bits.at(-1) ?? 0);
  const share = Math.min(Math.max((most - startBits) / (most - least), 0), 1);
  const other = tableOf(past);
  return usual.map((value, at) => value + share * (other[at] - value));
}

/**
 * Monotone cubic interpolation between knots, linear after the last.
 * @param {number[]} x
 * @param {number[]} y
 * @param {number} at
 */
function monotoneCubic(x, y, at) {
  const last = x.length - 1;
  const rise = (/** @type {number} */ knot) => (y[knot + 1] - y[knot]) / (x[knot + 1] - x[knot]);
  if (at > x[last]) return y[last] + rise(last - 1) * (at - x[last]);
  const slope = (/** @type {number} */ knot) => {
    if (knot === 0 || knot === last) return rise(knot && knot - 1);
    const [before, after] = [rise(knot - 1), rise(knot)];
    if (before <= 0 || after <= 0) return 0;
    const [left, right] = [x[knot] - x[knot - 1], x[knot + 1] - x[knot]];
    const [one, two] = [2 * right + left, right + 2 * left];
    return (one + two) / (one / before + two / after);
  };
  const segment = Math.min(
    Math.max(
      x.findLastIndex((knot) => knot <= at),
      0,
    ),
    last - 1,
  );
  const width = x[segment + 1] - x[segment];
  const t = (at - x[segment]) / width;
  const [a, b] = [slope(segment) * width, slope(segment + 1) * width];
  const step = y[segment + 1] - y[segment];
  return y[segment] + a * t + (3 * step - 2 * a - b) * t ** 2 + (a + b - 2 * step) * t ** 3;
}

/** @type {WeakMap<object, Split>[]} Cached splits of starting beliefs, without and with hard mode. */
const starts = [new WeakMap(), new WeakMap()];

/** Split a belief by every allowed guess. @param {Belief} belief */
export function split(belief) {
  if (belief.clues.length) return splitInTiles(belief);
  const known = starts[Number(belief.hard)];
  const start = belief.weights ?? belief.game;
  const whole = known.get(start) ?? splitInTiles(belief);
  known.set(start, whole);
  return whole;
}

/**
 * Split a belief, some guesses at a time.
 * @param {Belief} belief
 * @returns {Split}
 */
function splitInTiles(belief) {
  const { game, secrets, columns: guesses, size } = belief;
  const weights = belief.weights && belief.probabilities;
  const facts = { replies: game.replies, win: game.win, secrets: range(size), weights };
  const count = guesses.length;
  const scores = () => new Float64Array(count);
  const counts = () => new Uint32Array(count);
  const [entropy, sumOfSquares, hit, after] = [scores(), scores(), scores(), scores()];
  const whole = { guesses, entropy, sumOfSquares, hit, after, largest: counts(), parts: counts() };
  const width = Math.max(1, Math.floor(TILE_BYTES / size));
  const curve = curveOf(belief);
  for (let first = 0; first < count; first += width) {
    const table = game.rows(secrets, guesses.subarray(first, first + width));
    try {
      const { after: by, ...found } = core.splits(table, { ...facts, curve, step: TABLE_STEP });
      whole.entropy.set(found.entropy, first);
      whole.sumOfSquares.set(found.sumOfSquares, first);
      whole.hit.set(found.hit, first);
      whole.largest.set(found.largest, first);
      whole.parts.set(found.parts, first);
      if (by) whole.after.set(by, first);
    } finally {
      table.free();
    }
  }
  return whole;
}

/** The number of guesses needed if each gains the same bits. @param {Split} whole @param {number} at */
const steps = (whole, at, /** @type {number} */ bits, /** @type {number} */ gained, /** @type {number} */ size) =>
  whole.parts[at] > 1 ? Math.max(bits, MIN_BITS) / Math.max(gained, MIN_BITS) : size > 1 ? Infinity : 0;

/** @type {Record<string, { largestIsBest?: boolean, formula: (belief: Belief, whole: Split) => (at: number) => number }>} */
const SCORERS = {
  letters: {
    largestIsBest: true,
    formula: (belief, whole) => ofSecrets(whole, letterSums(belief, whole, letterCounts(belief))),
  },
  "letters-adjusted": {
    largestIsBest: true,
    formula: (belief, whole) => {
      const counts = letterCounts(belief).map((count) => (count >= belief.size * (1 - 1e-12) ? 0 : count));
      const sums = letterSums(belief, whole, counts);
      return counts.some(Boolean) ? sums : ofSecrets(whole, sums);
    },
  },
  "expected-size": { formula: (belief, whole) => (at) => whole.sumOfSquares[at] * belief.size },
  entropy: { largestIsBest: true, formula: (_, whole) => (at) => whole.entropy[at] },
  minimax: { formula: (_, whole) => (at) => whole.largest[at] },
  "most-parts": { largestIsBest: true, formula: (_, whole) => (at) => whole.parts[at] },
  statistical: {
    formula: (belief, whole) => {
      const bits = -Math.log2(belief.probabilities.reduce((sum, chance) => sum + chance ** 2, 0));
      return (at) => {
        const needed = steps(whole, at, bits, -Math.log2(whole.sumOfSquares[at]), belief.size);
        return whole.hit[at] + (1 - whole.hit[at]) * (1 + needed);
      };
    },
  },
  entropic: {
    formula: (belief, whole) => {
      const bits = belief.entropy;
      return (at) => whole.hit[at] + (1 - whole.hit[at]) * (1 + steps(whole, at, bits, whole.entropy[at], belief.size));
    },
  },
  "expected-moves": { formula: (_, whole) => (at) => 1 + whole.after[at] },
};

/** The strategies whose scores estimate the number of guesses. */
export const ESTIMATES = ["statistical", "entropic", "expected-moves"];

/** What each strategy ranks guesses by, for the middle of a sentence. @type {Record<string, string>} */
export const SUMMARIES = {
  letters: "how many possible secrets contain each letter of the guess, added up; guesses only possible secrets",
  "letters-adjusted": "like letters, for all allowed guesses and without the letters that every possible secret has",
  "expected-size": "the number of secrets left on average",
  entropy: "the bits that the reply gains on average",
  minimax: "the number of secrets left in the worst case",
  "most-parts": "the number of different replies possible",
  statistical: "guesses to go if every guess shrank the belief by the same factor as this one",
  entropic: "guesses to go if every guess gained the same bits as this one",
  "expected-moves": "guesses to go, learnt from past games",
};

/** @param {string} strategy */
export const largestIsBest = (strategy) => SCORERS[strategy].largestIsBest ?? false;

/** Score the possible secrets; all other guesses get the worst score. @param {Split} whole */
const ofSecrets = (whole, /** @type {(at: number) => number} */ scores) => (/** @type {number} */ at) =>
  whole.hit[at] > 0 ? scores(at) : -Infinity;

/** The different letters of a guess. @param {Belief["game"]} game @param {number} column */
const differentLetters = (game, column) =>
  new Set(Array.from({ length: game.length }, (_, place) => game.letters[place * game.guesses.length + column]));

/** Sum the weights of the secrets with each letter. @param {Belief} belief */
function letterCounts({ game, secrets, weights, probabilities }) {
  const counts = new Float64Array(256);
  for (const [index, secret] of secrets.entries())
    for (const letter of differentLetters(game, game.secretGuesses[secret]))
      counts[letter] += weights ? probabilities[index] * secrets.length : 1;
  return counts;
}

/**
 * For each guess, sum the counts of its different letters.
 * @param {Belief} belief
 * @param {Split} whole
 * @param {Float64Array} counts
 */
const letterSums =
  ({ game }, whole, counts) =>
  (/** @type {number} */ at) =>
    [...differentLetters(game, whole.guesses[at])].reduce((sum, letter) => sum + counts[letter], 0);

/**
 * Score every allowed guess.
 * @param {Belief} belief
 * @param {string} [strategy]
 * @returns {Scored}
 */
export function score(belief, strategy = DEFAULT) {
  const whole = split(belief);
  const formula = SCORERS[strategy].formula(belief, whole);
  return { whole, scores: Float64Array.from(whole.guesses, (_, at) => formula(at)) };
}

/**
 * The places in a split, best first by `entropic` and then by the chance to hit.
 * @param {Belief} belief
 * @param {Split} whole
 */
export function byEntropicScore(belief, whole) {
  const formula = SCORERS.entropic.formula(belief, whole);
  const scores = Float64Array.from(whole.guesses, (_, at) => round(formula(at) * 1e9));
  return range(scores.length).sort((a, b) => scores[a] - scores[b] || whole.hit[b] - whole.hit[a] || a - b);
}

/**
 * A mask of the places in a split that belong to some guesses; null for all.
 * @param {Belief} belief
 * @param {{ guesses: Int32Array }} whole
 * @param {string[] | null} among
 */
export function areAmong(belief, { guesses }, among) {
  const columns = among && new Set(among.map((guess) => belief.findGuess(guess)));
  return Array.from(guesses, (column) => !columns || columns.has(column));
}

/**
 * Make a suggestion from a place in a split.
 * @param {Belief} belief
 * @param {Split} whole
 * @param {number} at
 * @param {number} score
 * @param {number | null} [expected]
 * @returns {Suggestion}
 */
export const suggestion = (belief, whole, at, score, expected = null, tolerance = 0) => ({
  guess: belief.game.guesses[whole.guesses[at]],
  score,
  bits: whole.entropy[at],
  hit: whole.hit[at],
  parts: whole.parts[at],
  largest: whole.largest[at],
  expected,
  tolerance,
});

/**
 * The guesses with the best scores, best first; only the secret itself, if one is left. Ties go to the likeliest secret,
 * then to the earlier guess: src/fewest/strategies/greedy.py.
 * @param {Belief} belief
 * @param {Scored} scored
 * @param {number} count
 * @param {string[] | null} among
 * @param {boolean} [isLargestBest]
 */
export function rank(belief, { whole, scores }, count, among, isLargestBest = false) {
  const costs = scores.map((each) => (isLargestBest ? -each : each));
  if (among) {
    const isAmong = areAmong(belief, whole, among);
    for (const at of range(costs.length)) if (!isAmong[at]) costs[at] = Infinity;
  } else if (belief.size === 1) for (const at of range(costs.length)) if (whole.hit[at] === 0) costs[at] = Infinity;
  const most = costs.toSorted()[Math.min(count, costs.length) - 1] + TIE_TOLERANCE;
  const order = range(costs.length)
    .filter((at) => costs[at] <= most)
    .sort((a, b) => costs[a] - costs[b] || a - b);
  /** @type {Suggestion[]} */
  const found = [];
  /** @type {Set<number>} */
  const taken = new Set();
  let start = 0; // the first place of the order that is not taken
  while (found.length < count) {
    while (start < order.length && taken.has(order[start])) start += 1;
    if (start === order.length || costs[order[start]] === Infinity) break;
    const tie = costs[order[start]] + TIE_TOLERANCE;
    let tied = [];
    for (let at = start; at < order.length && costs[order[at]] <= tie; at += 1)
      if (!taken.has(order[at])) tied.push(order[at]);
    const useful = tied.filter((at) => whole.parts[at] > 1);
    if (useful.length) tied = useful;
    const likeliest = tied.reduce((best, at) => Math.max(best, whole.hit[at]), 0);
    const best = Math.min(...tied.filter((at) => whole.hit[at] === likeliest));
    found.push(suggestion(belief, whole, best, scores[best]));
    taken.add(best);
  }
  return found;
}

/**
 * The place of a guess in a split.
 * @param {Belief} belief
 * @param {Split} whole
 * @param {string} guess
 */
export const placeIn = (belief, whole, guess) => placeOf(whole.guesses, belief.findGuess(guess));
