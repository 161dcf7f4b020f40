// Guesses that are likely to find the secret in time; mirrors src/fewest/strategies/guess_limit.py.
/** @import { Belief } from "./belief.js" */
import { sortedBy } from "./numbers.js";
import { areAmong, TILE_BYTES } from "./splits.js";

export const LATE_GUESSES = 2;
export const FINISH_SLACK = 0.002; // the fraction of the best chance that may be given up for a better mean
export const CHANCE_TOLERANCE = 1e-12;

/**
 * Whether the chance to finish in time comes first because only one or two guesses are left.
 * @param {Belief} belief
 * @param {number} maxGuesses
 */
export function hasFewGuessesLeft({ size, clues }, maxGuesses) {
  const left = maxGuesses - clues.length;
  return size > 1 && left >= 1 && left <= LATE_GUESSES;
}

/**
 * The guesses, of all or among some, with the best chance to finish in the one or two left.
 * @param {Belief} belief
 * @param {number} left
 * @param {string[] | null} among
 */
export function likeliestToFinish(belief, left, among, slack = FINISH_SLACK) {
  const { game, secrets, weights, columns: guesses } = belief;
  const chances = chancesToFinish(belief, left);
  const isAmong = areAmong(belief, { guesses }, among);
  const most = chances.reduce((best, chance, at) => (isAmong[at] ? Math.max(best, chance) : best), 0);
  const least = most * (1 - Math.max(slack, CHANCE_TOLERANCE));
  let found = [...guesses].filter((_, at) => isAmong[at] && chances[at] >= least);
  if (left === 1 && weights) {
    // compare weights, since probabilities are rounded
    const known = new Map([...secrets].map((secret, index) => [game.secretGuesses[secret], weights[index]]));
    const heaviest = found.reduce((best, column) => Math.max(best, known.get(column) ?? 0), 0);
    found = found.filter((column) => (known.get(column) ?? 0) === heaviest);
  }
  return found.map((column) => game.guesses[column]);
}

/**
 * The chance of each allowed guess to finish in the one or two guesses left.
 * @param {Belief} belief
 * @param {number} left
 */
export const chancesToFinish = (belief, left) => (left === 2 ? finishInTwo(belief) : finishNow(belief));

/** The chance that each allowed guess is the secret. @param {Belief} belief */
function finishNow({ game, secrets, probabilities, columns }) {
  const chances = new Float64Array(game.guesses.length);
  for (const [index, secret] of secrets.entries()) chances[game.secretGuesses[secret]] = probabilities[index];
  return Float64Array.from(columns, (column) => chances[column]);
}

/** The chance that each allowed guess, or the likeliest secret after it, is the secret. @param {Belief} belief */
function finishInTwo({ game, secrets, probabilities, columns, size }) {
  const chances = new Float64Array(columns.length);
  const seen = new Uint8Array(columns.length * game.replies);
  const order = sortedBy(size, (index) => -probabilities[index]);
  const height = Math.max(1, Math.floor(TILE_BYTES / columns.length));
  for (let first = 0; first < size; first += height) {
    const some = order.subarray(first, first + height);
    const table = game.rows(
      some.map((index) => secrets[index]),
      columns,
    );
    const { cells } = table;
    for (let row = 0, cell = 0; row < some.length; row += 1)
      for (let at = 0; at < columns.length; at += 1, cell += 1) {
        const part = at * game.replies + cells[cell];
        if (!seen[part]) chances[at] += probabilities[some[row]];
        seen[part] = 1;
      }
    table.free();
  }
  return chances;
}
