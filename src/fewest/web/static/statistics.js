// The games that were played here, and how they went. They stay in this browser.
import { recall, remember } from "./storage.js";

const MOST_GAMES = 1000; // the oldest are forgotten

/**
 * A finished game: what was played, and which secret it was (a seed or a date).
 * @typedef {{ game: string, which: string, won: boolean, guesses: number, hints: number, isGivenUp: boolean }} Finished
 */

/** @returns {Finished[]} */
function read() {
  try {
    const found = JSON.parse(recall("played") ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.game === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Count a finished game, unless it was counted before.
 * @param {Finished} finished
 */
export function countGame(finished) {
  const games = read();
  if (games.some(({ game, which }) => game === finished.game && which === finished.which)) return;
  remember("played", JSON.stringify([...games, finished].slice(-MOST_GAMES)));
}

/**
 * How the games of one kind went.
 * @param {string} label
 */
export function tally(label) {
  const games = read().filter(({ game }) => game === label);
  const won = games.filter((each) => each.won);
  let streak = 0;
  let longest = 0;
  for (const each of games) {
    streak = each.won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  /** @type {Record<number, number>} */
  const distribution = {};
  for (const { guesses } of won) distribution[guesses] = (distribution[guesses] ?? 0) + 1;
  return {
    games: games.length,
    wins: won.length,
    mean: won.length ? won.reduce((sum, { guesses }) => sum + guesses, 0) / won.length : null,
    streak,
    longest,
    hinted: games.filter(({ hints }) => hints > 0).length,
    distribution,
  };
}
