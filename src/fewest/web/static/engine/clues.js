// Clues as people type them, with errors that explain contradictions; mirrors src/fewest/play/clues.py.
/** @import { ClueRequest } from "fewest-api" */
/** @import { Belief } from "./belief.js" */
/** @import { Clue } from "./wordle.js" */
import { FewestError } from "./errors.js";
import { readGuess } from "./wordle.js";

/**
 * The belief after typed clues; an error names the wrong clue and what may be wrong with it.
 * @param {Belief} start
 * @param {ClueRequest[]} clues
 */
export function follow(start, clues) {
  const { game } = start;
  let belief = start;
  for (const [place, { guess, reply }] of clues.entries()) {
    /** @type {Clue | undefined} */
    let clue;
    try {
      clue = { guess: readGuess(game, guess, belief.clues, belief.hard), reply: game.parseReply(reply) };
      if (belief.won) throw new FewestError(`Clue ${place} won the game; remove the clues after it.`, "contradiction");
      belief = belief.after(clue);
    } catch (error) {
      if (!(error instanceof FewestError)) throw error;
      if (error.kind !== "contradiction" || belief.won || !clue) throw error.about(place);
      throw error.about(place, suspects(belief, clue), culprits(start, [...belief.clues, clue]));
    }
  }
  return belief;
}

/**
 * The clues (except the last) whose removal makes the rest fit, with the number of secrets that then fit.
 * @param {Belief} start
 * @param {Clue[]} clues
 * @returns {Record<number, number>}
 */
function culprits(start, clues) {
  const { game, secrets } = start;
  const replies = clues.map(({ guess }) => game.column(secrets, game.findGuess(guess)));
  const left = clues.slice(0, -1).map((_, place) => {
    const fits = (/** @type {number} */ index) =>
      clues.every(({ reply }, other) => other === place || replies[other][index] === reply);
    return secrets.filter((_, index) => fits(index)).length;
  });
  return Object.fromEntries([...left.entries()].filter(([, count]) => count));
}

/**
 * The places of an impossible reply that are probably wrong: where it differs from the nearest possible reply.
 * @param {Belief} belief
 * @param {Clue} clue
 */
function suspects(belief, clue) {
  const { game } = belief;
  const marks = game.marks(clue.reply);
  /** @type {Map<string, { wrong: number[], chance: number }>} */
  const near = new Map();
  for (const { reply, part } of belief.parts(clue.guess)) {
    const others = game.marks(reply);
    const wrong = marks.flatMap((digit, place) => (others[place] === digit ? [] : [place]));
    const before = near.get(wrong.join())?.chance ?? 0;
    near.set(wrong.join(), { wrong, chance: before + part.chance });
  }
  const order = [...near.values()].sort(
    (a, b) => a.wrong.length - b.wrong.length || b.chance - a.chance || compare(a.wrong, b.wrong),
  );
  return order[0].wrong;
}

/** @param {number[]} a @param {number[]} b */
const compare = (a, b) => a.reduce((order, place, index) => order || place - b[index], 0);
