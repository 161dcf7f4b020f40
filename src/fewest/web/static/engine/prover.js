// Exact search in terms of beliefs and guesses; mirrors src/fewest/search/prover.py.
/** @import { Belief } from "./belief.js" */
/** @import { HardMode, StopToken } from "./core.js" */
/** @import { Split } from "./splits.js" */
import { IMPOSSIBLE, NO_LIMIT, Search } from "./core.js";
import { core } from "./loaded.js";
import { placeOf, round, sum } from "./numbers.js";
import { report } from "./progress.js";
import { areAmong, byEntropicScore } from "./splits.js";
import { hints, repeats } from "./wordle.js";
import { reduced } from "./words.js";

const MEMORY = 1 << 24; // the size of the transposition table, in bytes
const LARGEST_COST = IMPOSSIBLE / 4;
const LARGEST_TOTAL = IMPOSSIBLE / 1024;

/**
 * A guess with its exact value.
 * @typedef {{ cost: number, mean: number, guess: string }} Valued
 */

/**
 * The cost of `margin` more guesses on average, rounded down; the margin counts as the decimal number that prints it.
 * @param {number} margin
 * @param {number} weight
 */
function costOf(margin, weight) {
  const [digits, exponent = "0"] = String(margin).split("e");
  const [ones, decimals = ""] = digits.split(".");
  return Number((BigInt(ones + decimals) * BigInt(weight)) / 10n ** BigInt(decimals.length - Number(exponent)));
}

/**
 * The largest cost of guesses that need at most `margin` more on average than a value.
 * @param {Valued} value
 * @param {number} margin
 */
export const costWithin = ({ cost, mean }, margin) => cost + costOf(margin, round(cost / mean));

export class Prover {
  /**
   * Prepare a search from a belief. Secrets that need more guesses than the target are missed; the search minimises
   * their weight first, then the cost. `free` releases the memory.
   * @param {Belief} belief
   * @param {{ maxGuesses?: number | null, target?: number | null }} [limits] Counted from the belief on.
   */
  constructor(belief, { maxGuesses = null, target = null } = {}) {
    const { game, secrets, allowed, hard } = belief;
    this.belief = belief;
    this.maxGuesses = maxGuesses;
    this.target = target;
    this.guesses = belief.columns;
    this.penalty = 0;
    this.rounding = 0;
    this.tolerance = 0;
    this.weights = this.#costs();
    const secretOfGuess = new Int32Array(this.guesses.length).fill(-1);
    for (const [index, secret] of secrets.entries()) {
      const place = placeOf(this.guesses, game.secretGuesses[secret]);
      if (this.guesses[place] === game.secretGuesses[secret]) secretOfGuess[place] = index;
    }
    const hardMode = hard ? this.#hardMode() : null;
    const table = game.rows(secrets, allowed);
    const { weights, penalty } = this;
    this.search = new Search(core, { table, secretOfGuess, weights, memory: MEMORY, hardMode, penalty });
  }

  /** The cost of a guess for each secret, in whole numbers proportional to the weights; also sets the penalty. */
  #costs() {
    const { belief, maxGuesses, target } = this;
    const { weights, size } = belief;
    const exact = weights ? reduced(weights) : new Float64Array(size).fill(1);
    let costs = sum(exact) < LARGEST_TOTAL ? exact : null;
    if (target !== null) {
      let penalty = costs && missPenalty(costs, maxGuesses, target);
      if (!penalty) costs = roundedForTarget(belief, maxGuesses, target);
      penalty ??= missPenalty(/** @type {Float64Array} */ (costs), maxGuesses, target);
      this.penalty = penalty ?? 0;
    } else if (!costs) {
      const scale = LARGEST_TOTAL - 2 * size;
      costs = belief.probabilities.map((chance) => Math.max(1, round(chance * scale)));
      this.tolerance = (2 * size ** 2) / sum(costs);
    }
    const found = /** @type {Float64Array} */ (costs);
    if (found !== exact) {
      const total = sum(found);
      this.rounding = belief.probabilities.reduce(
        (most, chance, at) => Math.max(most, Math.abs(found[at] / total - chance)),
        0,
      );
    }
    return found;
  }

  /** Hard mode as tables, among the guesses allowed here. @returns {HardMode} */
  #hardMode() {
    const { game } = this.belief;
    const words = { length: game.length, letters: game.lettersOf(this.guesses) };
    if (game.consistent) {
      // Encode the set and the unset bits of a reply, so that only the same reply is a superset.
      const shows = Uint32Array.from({ length: game.replies }, (_, reply) => (reply | (~reply << 16)) >>> 0);
      return { ...words, hintRow: new Uint16Array(this.guesses.length), hints: shows, replies: game.replies };
    }
    /** @type {Map<string, number>} */
    const kinds = new Map();
    const patterns = [...this.guesses].map((column) => repeats(game.guesses[column]));
    const hintRow = Uint16Array.from(patterns, (same) => {
      const key = same.join();
      if (!kinds.has(key)) kinds.set(key, kinds.size);
      return kinds.get(key) ?? 0;
    });
    const tables = [...kinds.keys()].map((key) => hints(key.split(",").map(Number)));
    const all = new Uint32Array(tables.length * game.replies);
    for (const [row, table] of tables.entries()) all.set(table, row * game.replies);
    return { ...words, hintRow, hints: all, replies: game.replies };
  }

  /** Release the memory. */
  free() {
    this.search.free();
  }

  /**
   * The least cost from a belief, and the guess to play; a cost of at least `bound` is only a lower bound.
   * @param {Belief} belief
   * @param {StopToken | null} stop
   */
  best(belief, stop, bound = IMPOSSIBLE) {
    const { secrets, guesses, left, target } = this.#position(belief);
    const { cost, guess } = this.search.best(secrets, guesses, { left, target, bound, stop });
    return { cost, guess: guess >= 0 ? belief.game.guesses[this.guesses[guess]] : null };
  }

  /**
   * The least cost with a given next guess; a cost of at least `bound` is only a lower bound.
   * @param {string} guess
   * @param {Belief} belief
   * @param {StopToken | null} stop
   */
  costOfGuess(guess, belief, stop, bound = IMPOSSIBLE) {
    const column = placeOf(this.guesses, belief.findGuess(guess));
    const { secrets, guesses, left, target } = this.#position(belief);
    const { cost } = this.search.solveGuess(column, secrets, guesses, { left, target, bound, stop });
    return Math.min(cost, IMPOSSIBLE);
  }

  /**
   * Run a search, and report its progress.
   * @template Found
   * @param {Belief} belief
   * @param {() => Found} search
   */
  reporting(belief, search) {
    core.onProgress = ({ done, of, cost, guess }) =>
      report(() => ({
        done,
        of,
        guess: guess < 0 ? null : belief.game.guesses[this.guesses[guess]],
        mean: this.mean(cost, belief),
      }));
    try {
      return search();
    } finally {
      core.onProgress = null;
    }
  }

  /**
   * Convert the cost of a belief to the mean number of guesses.
   * @param {number} cost
   * @param {Belief} belief
   */
  mean(cost, belief) {
    const total = this.penalty ? cost % this.penalty : cost;
    return total / sum(this.#weightsOf(belief));
  }

  /**
   * The largest cost that is at most `margin` guesses per secret above this one and misses no more secrets.
   * @param {number} cost
   * @param {Belief} belief
   * @param {number} margin
   */
  costWithin(cost, belief, margin) {
    const most = cost + costOf(margin, sum(this.#weightsOf(belief)));
    return this.penalty ? Math.min(most, this.missed(cost) + this.penalty - 1) : most;
  }

  /** The penalties in a cost. @param {number} cost */
  missed(cost) {
    return this.penalty ? cost - (cost % this.penalty) : 0;
  }

  /** @param {Belief} belief */
  #weightsOf(belief) {
    return Float64Array.from(this.#places(belief), (place) => this.weights[place]);
  }

  /**
   * A lower bound on the cost of each guess of a split. Every secret needs this guess, all except the hit a second, and all except one of each part a third.
   * @param {Belief} belief
   * @param {Split} whole
   */
  leastCosts(belief, whole) {
    const weights = this.#weightsOf(belief).sort().reverse();
    const sums = [...weights];
    for (let at = 1; at < sums.length; at += 1) sums[at] += sums[at - 1];
    const [total, heaviest] = [sums[sums.length - 1], weights[0]];
    return Float64Array.from(whole.parts, (parts, at) =>
      Math.max(3 * total - sums[parts - 1] - (whole.hit[at] > 0 ? heaviest : 0), 2 * total - heaviest),
    );
  }

  /** @param {Belief} belief */
  #places(belief) {
    return Int32Array.from(belief.secrets, (secret) => placeOf(this.belief.secrets, secret));
  }

  /** Convert a belief to the arguments of the search. @param {Belief} belief */
  #position(belief) {
    const since = belief.clues.slice(this.belief.clues.length);
    const target = this.target === null ? -1 : this.target - since.length;
    return {
      secrets: this.#places(belief),
      guesses: Int32Array.from(since, ({ guess }) => placeOf(this.guesses, belief.game.guessIndex.get(guess) ?? -1)),
      left: this.maxGuesses === null ? NO_LIMIT : this.maxGuesses - since.length,
      target: target < 0 ? NO_LIMIT : target, // the target has passed, and the penalty is already charged
    };
  }
}

/**
 * The penalty of a missed secret per weight; null if costs cannot hold the penalty of all secrets.
 * @param {Float64Array} costs
 * @param {number | null} maxGuesses
 * @param {number} target
 */
function missPenalty(costs, maxGuesses, target) {
  const weight = sum(costs);
  let most = Math.min(maxGuesses ?? 0, costs.length + 1);
  if (maxGuesses === null) {
    const inTurn = costs
      .toSorted()
      .reverse()
      .reduce((sum, cost, at) => sum + cost * (at + 1), 0);
    most = target + Math.ceil(inTurn / weight);
  }
  const penalty = weight * most + 1;
  return penalty * (weight + 1) < LARGEST_COST ? penalty : null;
}

/**
 * Costs rounded as finely as the penalty of missed secrets allows.
 * @param {Belief} belief
 * @param {number | null} maxGuesses
 * @param {number} target
 */
function roundedForTarget({ probabilities }, maxGuesses, target) {
  const costsAt = (/** @type {number} */ scale) => probabilities.map((chance) => Math.max(1, round(chance * scale)));
  let [low, high] = [0, Math.floor(Math.sqrt(LARGEST_COST))];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (missPenalty(costsAt(middle), maxGuesses, target) === null) high = middle;
    else low = middle + 1;
  }
  return reduced(costsAt(low - 1));
}

/**
 * The places in a split of the guesses to search, the most promising first.
 * @param {Belief} belief
 * @param {Split} whole
 * @param {string[] | null} among
 */
export function searchOrder(belief, whole, among) {
  const isAmong = areAmong(belief, whole, among);
  return byEntropicScore(belief, whole).filter((at) => isAmong[at]);
}
