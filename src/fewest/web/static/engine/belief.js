// Beliefs: the possible secrets, their probabilities, and the allowed guesses; mirrors src/fewest/belief.py.
/** @import { Clue, Wordle } from "./wordle.js" */
import { FewestError } from "./errors.js";
import { plural, range, round, sortedBy, sum, whole } from "./numbers.js";
import { quote } from "./wordle.js";

const LIKELY_FRACTION = 0.1;
const MAX_NAMED = 3; // the most words outside a list that an error names

/**
 * @typedef {object} Facts
 * @property {Wordle} game
 * @property {Int32Array} secrets Indices in the list of the game.
 * @property {Float64Array | null} weights Whole numbers; null if all are equally likely.
 * @property {Int32Array | null} allowed Columns of guesses; null for all.
 * @property {boolean} hard Whether clues restrict the guesses.
 * @property {Clue[]} clues
 * @property {number} chance The probability of the last reply, before it came.
 * @property {string} prior The prior at the start: see `Setup` in setup.js.
 * @property {number | null} startBits The uncertainty at the start, to six digits; null if all were equally likely.
 */

export class Belief {
  /** @param {Facts} facts */
  constructor({ game, secrets, weights, allowed, hard, clues, chance, prior, startBits }) {
    this.game = game;
    this.secrets = secrets;
    this.weights = weights;
    this.allowed = allowed;
    this.hard = hard;
    this.clues = clues;
    this.chance = chance;
    this.prior = prior;
    this.startBits = startBits;
    this.size = secrets.length;
  }

  /**
   * Start with all secrets of a game.
   * @param {Wordle} game
   * @param {Float64Array | null} weights
   * @param {boolean} hard
   * @param {string} prior
   */
  static start(game, weights, hard, prior) {
    const secrets = range(game.secrets.length);
    const isHard = hard || game.consistent;
    const facts = { game, secrets, weights, allowed: null, hard: isHard, clues: [], chance: 1, prior, startBits: null };
    const start = new Belief(facts);
    return weights ? new Belief({ ...facts, startBits: round(start.entropy * 1e6) / 1e6 }) : start;
  }

  get won() {
    return this.clues.at(-1)?.reply === this.game.win;
  }

  get inHardMode() {
    return this.hard && !this.game.consistent;
  }

  /** @type {Float64Array | null} */
  #probabilities = null;

  /** The probability of each secret, in the order of `secrets`. */
  get probabilities() {
    if (!this.#probabilities) {
      const weights = this.weights ?? new Float64Array(this.size).fill(1);
      const total = sum(weights);
      this.#probabilities = weights.map((weight) => weight / total);
    }
    return this.#probabilities;
  }

  /** The secrets with their probabilities, likeliest first, then in alphabetical order. */
  get ranked() {
    const { game, secrets, weights, probabilities } = this;
    const order = weights ? sortedBy(this.size, (index) => -weights[index]) : range(this.size);
    return [...order].map((index) => ({ word: game.secrets[secrets[index]], chance: probabilities[index] }));
  }

  /** The secrets, likeliest first. */
  get words() {
    return this.ranked.map(({ word }) => word);
  }

  /** Which of the secrets are likely. */
  get areLikely() {
    const least = LIKELY_FRACTION * this.probabilities.reduce((most, chance) => Math.max(most, chance), 0);
    return [...this.probabilities].map((chance) => chance >= least);
  }

  /** How many are likely. */
  get likely() {
    return this.areLikely.filter(Boolean).length;
  }

  /** The uncertainty about the secret in bits. */
  get entropy() {
    if (!this.weights) return Math.log2(this.size);
    return Math.max(0, -this.probabilities.reduce((sum, chance) => sum + chance * Math.log2(chance), 0));
  }

  /** The columns of the allowed guesses. */
  get columns() {
    return this.allowed ?? range(this.game.guesses.length);
  }

  /** The column of a guess; an error if it is not allowed. @param {string} guess */
  findGuess(guess) {
    const column = this.game.findGuess(guess);
    if (!this.allowed || this.allowed.includes(column)) return column;
    const clues = this.#cluesText();
    const why = this.game.consistent
      ? `: it does not fit ${clues}`
      : ` in hard mode: it must use all hints of ${clues}`;
    throw new FewestError(`${quote(guess)} is not allowed${why}.`, "guess");
  }

  /**
   * The belief after a reply to a guess.
   * @param {Clue} clue
   */
  after(clue) {
    const column = this.findGuess(clue.guess);
    const replies = this.game.column(this.secrets, column);
    const keep = range(this.size).filter((index) => replies[index] === clue.reply);
    if (!keep.length) throw this.#contradiction(clue);
    return this.#part(clue, keep);
  }

  /**
   * The belief after each possible reply to a guess, by reply, the win included.
   * @param {string} guess
   */
  parts(guess) {
    const replies = this.game.column(this.secrets, this.findGuess(guess));
    /** @type {Map<number, number[]>} */
    const places = new Map();
    for (const [index, reply] of replies.entries()) {
      const found = places.get(reply);
      if (found) found.push(index);
      else places.set(reply, [index]);
    }
    const sorted = [...places].sort(([a], [b]) => a - b);
    return sorted.map(([reply, keep]) => ({ reply, part: this.#part({ guess, reply }, Int32Array.from(keep)) }));
  }

  /**
   * @param {Clue} clue
   * @param {Int32Array} keep
   */
  #part(clue, keep) {
    const { game, hard, prior, startBits } = this;
    let { allowed } = this;
    if (hard) {
      const isAllowed = game.allowedAfter(clue);
      allowed = this.columns.filter((column) => isAllowed(column));
    }
    const { weights, probabilities } = this;
    const isCertain = keep.length === this.size; // then the chance is exactly 1
    const sumUp = () => keep.reduce((sum, index) => sum + probabilities[index], 0);
    return new Belief({
      ...{ game, allowed, hard, prior, startBits },
      secrets: keep.map((index) => this.secrets[index]),
      weights: weights && Float64Array.from(keep, (index) => weights[index]),
      clues: [...this.clues, clue],
      chance: weights && !isCertain ? sumUp() : keep.length / this.size,
    });
  }

  #cluesText() {
    return this.clues.map((clue) => this.game.text(clue)).join(" ");
  }

  /** @param {Clue} clue */
  #contradiction(clue) {
    const { game, clues, size } = this;
    const outside = wordsOutside(game, [...clues, clue]);
    if (outside.length) return notListed(game, [...clues, clue], outside);
    const text = `Clue ${clues.length + 1}, ${game.text(clue)}, cannot be right: `;
    const check = `Check ${clues.length ? "the replies" : "the reply"}; the word may also be missing from the list.`;
    if (!clues.length)
      return new FewestError(`${text}no word of ${game.title} gives that reply. ${check}`, "contradiction");
    const left = size === 1 ? "the only secret" : `none of the ${whole(size)} secrets`;
    const gives = size === 1 ? "does not give" : "gives";
    const message = `${text}${left} left after ${this.#cluesText()} ${gives} that reply. ${check}`;
    return new FewestError(message, "contradiction");
  }
}

/**
 * The allowed guesses that fit the clues if no secret does; empty if a secret fits.
 * @param {Wordle} game
 * @param {Clue[]} clues
 */
function wordsOutside(game, clues) {
  const wide = game.withEveryGuess();
  if (!wide) return [];
  let left = range(wide.secrets.length);
  for (const { guess, reply } of clues) {
    const replies = wide.repliesIfSecret(game.findGuess(guess));
    left = left.filter((secret) => replies[secret] === reply);
  }
  const words = [...left].map((secret) => wide.secrets[secret]);
  return words.some((word) => game.answerSet.has(word)) ? [] : words;
}

/**
 * The error that only allowed guesses outside the answers fit the clues.
 * @param {Wordle} game
 * @param {Clue[]} clues
 * @param {string[]} outside
 */
function notListed(game, clues, outside) {
  const texts = clues.map((clue) => game.text(clue)).join(" ");
  const others = plural(outside.length, "other allowed guess does", "other allowed guesses do");
  const every = outside.length > MAX_NAMED ? "such as " : "";
  const named = outside.slice(0, MAX_NAMED).join(", ");
  const message = `No answer of ${game.label} fits ${texts}, but ${others} (${every}${named}).`;
  return new FewestError(message, "contradiction", { unlisted: true });
}
