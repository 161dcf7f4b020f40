// Values a guess; mirrors src/fewest/questions/value.py.
/** @import { Value } from "fewest-api" */
/** @import { Belief } from "./belief.js" */
import { isOverBudget, isWorthValuing, withBudget } from "./advise.js";
import { Prover } from "./prover.js";
import { knownValue } from "./shipped.js";
import { placeIn, score, TIE_TOLERANCE } from "./splits.js";
import { readGuess } from "./wordle.js";

/**
 * Value a guess: exactly if the value is known or the budget of exact search allows, else by an estimate.
 * @param {Belief} belief
 * @param {string} text
 * @param {number} seconds
 * @returns {Value}
 */
export function value(belief, text, seconds) {
  const { game, clues, hard, size } = belief;
  const guess = readGuess(game, text, clues, hard);
  const { whole, scores } = score(belief);
  const at = placeIn(belief, whole, guess);
  const { expected, tolerance } = exactValue(belief, guess, seconds);
  return {
    label: game.label,
    guess,
    remaining: size,
    rank: 1 + scores.filter((each) => each < scores[at] - TIE_TOLERANCE).length,
    ranked: scores.length,
    estimate: scores[at],
    expected,
    tolerance,
    bits: whole.entropy[at],
    hit: whole.hit[at],
  };
}

/**
 * The exact value of a guess, or null if the budget is too small, with its largest error.
 * @param {Belief} belief
 * @param {string} guess
 * @param {number} seconds
 */
function exactValue(belief, guess, seconds) {
  if (belief.size === 1) return { expected: guess === belief.words[0] ? 1 : 2, tolerance: 0 };
  const known = knownValue(belief, guess);
  if (known) return { expected: known.mean, tolerance: 0 };
  if (!isWorthValuing(belief, seconds)) return { expected: null, tolerance: 0 };
  const prover = new Prover(belief);
  try {
    const cost = withBudget(seconds, (stop) => prover.costOfGuess(guess, belief, stop));
    return { expected: prover.mean(cost, belief), tolerance: prover.tolerance };
  } catch (error) {
    if (!isOverBudget(error)) throw error;
    return { expected: null, tolerance: 0 };
  } finally {
    prover.free();
  }
}
