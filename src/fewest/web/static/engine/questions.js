// Questions without search; mirrors src/fewest/questions/split.py, lists.py, past.py and play.py.
/** @import { Parts, Played, PlayRequest } from "fewest-api" */
/** @import { Belief } from "./belief.js" */
/** @import { Setup } from "./setup.js" */
/** @import { Clue, Wordle } from "./wordle.js" */
import { aboutClue, FewestError } from "./errors.js";
import { fsum, plural, whole } from "./numbers.js";
import { sha256 } from "./sha256.js";
import { readGuess } from "./wordle.js";
import { isDate, lastDays } from "./words.js";

export const MAX_LISTED_SECRETS = 500;
const MOST_UNKNOWN = 3; // the most unknown past answers to name

/**
 * Split a position by a guess: every reply, and the secrets that it leaves.
 * @param {Setup} setup
 * @param {Belief} belief
 * @param {string} text
 * @returns {Parts}
 */
export function splitBy(setup, belief, text) {
  const { game } = belief;
  const guess = readGuess(game, text, belief.clues, belief.hard);
  const parts = belief.parts(guess).sort((a, b) => b.part.chance - a.part.chance || a.reply - b.reply);
  const chances = parts.map(({ part }) => part.chance);
  return {
    label: game.label,
    title: setup.title,
    guess,
    remaining: belief.size,
    bits: Math.max(0, -fsum(chances.map((chance) => chance * Math.log2(chance)))),
    hit: parts.find(({ reply }) => reply === game.win)?.part.chance ?? 0,
    expected_size: fsum(parts.map(({ part }) => part.chance * part.size)),
    largest: Math.max(...parts.map(({ part }) => part.size)),
    parts: parts.map(({ reply, part }) => ({
      ...game.seen({ guess, reply }),
      count: part.size,
      chance: part.chance,
      words: part.words.slice(0, MAX_LISTED_SECRETS),
    })),
  };
}

/**
 * Describe past answers: their number, their dates, and unknown words.
 * @param {Setup} setup
 * @param {string} text
 */
export function describePast({ game }, text) {
  const last = lastDays(text, (word) => game.guessIndex.has(word));
  if (![...last.keys()].some((word) => game.guessIndex.has(word)))
    throw new FewestError("None of these words is a possible secret; write one past answer per line.");
  const days = [...last.values()].filter(Boolean).sort();
  const dated = days.length === last.size ? "all" : whole(days.length);
  const dates = days.length ? `${dated} with a date, the last on ${days[days.length - 1]}` : "none with a date";
  const unknown = [...last.keys()].filter((word) => !game.guessIndex.has(word));
  const more = unknown.length > MOST_UNKNOWN ? ` and ${whole(unknown.length - MOST_UNKNOWN)} more` : "";
  const named = unknown.length ? ` Not possible in this game: ${unknown.slice(0, MOST_UNKNOWN).join(" ")}${more}.` : "";
  return `${plural(last.size, "past answer")}, ${dates}.${named}`;
}

/**
 * Draw an answer, the same for the same seed on every machine and in every version.
 * @param {Wordle} game
 * @param {string} seed
 */
export function draw(game, seed) {
  const number = BigInt(`0x${sha256(`fewest ${seed} ${game.series}`)}`);
  return game.answers[Number(number % BigInt(game.answers.length))];
}

/**
 * A game so far, against a secret drawn by a seed or a date.
 * @param {Setup} setup
 * @param {PlayRequest} asked
 * @returns {Played}
 */
export function play({ game, hard }, { seed = null, day = null, guesses = [], give_up: hasGivenUp = false }) {
  if ((seed === null) === (day === null)) throw new FewestError("Give either a seed or a day to choose the secret.");
  if (day !== null && !isDate(day)) throw new FewestError(`'${day}' is not a date. Write it as in 2026-01-31.`);
  const secret = draw(game, day === null ? `seed ${seed}` : `daily ${day}`);
  /** @type {Clue[]} */
  const clues = [];
  const isWon = () => clues.at(-1)?.reply === game.win;
  for (const [place, text] of guesses.entries())
    aboutClue(place, () => {
      if (isWon() || clues.length === game.maxGuesses) throw new FewestError("The game is over; start another.");
      const guess = readGuess(game, text, clues, hard || game.consistent);
      clues.push({ guess, reply: game.reply(guess, secret) });
    });
  const won = isWon();
  const over = won || clues.length === game.maxGuesses || hasGivenUp;
  const turns = clues.map((clue) => game.seen(clue));
  const title = day === null ? `fewest ${game.title} #${seed}` : `fewest daily ${game.title} ${day}`;
  return {
    label: game.label,
    length: game.length,
    max_guesses: game.maxGuesses,
    replies: turns.map(({ reply }) => reply),
    won,
    over,
    secret: over ? secret : null,
    share: share(title, turns, won, game.maxGuesses, hard ? "*" : ""),
  };
}

/**
 * A game as text that shows none of its words: a headline, and a row of squares for each reply.
 * @param {string} title
 * @param {{ squares: string }[]} turns
 * @param {boolean} won
 * @param {number} limit
 * @param {string} mark
 */
export const share = (title, turns, won, limit, mark) =>
  [`${title} ${won ? turns.length : "X"}/${limit}${mark}`, "", ...turns.map(({ squares }) => squares)].join("\n");
