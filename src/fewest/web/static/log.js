// The log: finished games in this browser, and files to export and import them. play/log.py describes the format.
import { whole } from "./dom.js";
import { log } from "./settings.js";
import { recall, remember } from "./storage.js";

/**
 * A finished game. Skill and luck are null until it is analysed.
 * @typedef {{ when: string, edition: string, words: string, hard: boolean, rule: string, clues: string[],
 *   secret: string, outcome: string, max_guesses: number, skill: number | null, luck: number | null, hints: number,
 *   daily: string, series: string }} LoggedGame
 */

const { patterns, defaults, most_games: MOST_GAMES } = log; // the format of a file
const KEYS = Object.keys(patterns);
const RULES = new Map(KEYS.map((name) => [name, new RegExp(`^(?:${patterns[name]})$`)]));
const NUMBERS = ["max_guesses", "skill", "luck", "hints"];
const STORED = "games";

/** @type {LoggedGame[] | null} */
let games = null; // kept here too, for browsers without storage
/** @type {string | null} */
let stored = null; // the text they were read from; another tab may have written since

/** The identity of a game, apart from its time. @param {LoggedGame} game */
export const idOf = ({ edition, words, hard, rule, clues, secret }) =>
  [edition, words, hard, rule, clues.join("_"), secret].join(" ");

/** All games, the oldest first. */
export function loggedGames() {
  const text = recall(STORED);
  if (games && (text === null || text === stored)) return games;
  stored = text;
  try {
    games = text ? readGames(text) : [];
  } catch {
    remember(`${STORED}-unreadable`, text ?? ""); // probably written by another version; keep it
    games = [];
  }
  return games;
}

/** @param {LoggedGame[]} list */
function write(list) {
  games = list.sort((a, b) => a.when.localeCompare(b.when));
  remember(STORED, linesOf(games));
  stored = recall(STORED);
}

/** Whether the games are stored; a browser may forbid storage, or have no room. */
export const isLasting = () => !games?.length || recall(STORED) === linesOf(games);

/** Add games that are new, or whose marks were missing. Returns how many. @param {LoggedGame[]} list */
export function addGames(list) {
  const key = (/** @type {LoggedGame} */ game) => `${game.when} ${idOf(game)}`;
  const known = new Map(loggedGames().map((game) => [key(game), game]));
  let added = 0;
  for (const game of list) {
    const before = known.get(key(game));
    if (before && (before.skill !== null || game.skill === null)) continue;
    known.set(key(game), game);
    added += 1;
  }
  write([...known.values()]);
  return added;
}

/** Add a game that was played here; only the first attempt at a game counts. @param {LoggedGame} game */
export function addPlayed(game) {
  const { edition, secret, daily } = game;
  const list = loggedGames();
  const isKnown = list.some(
    (other) => idOf(other) === idOf(game) || (daily && other.daily === daily && other.edition === edition),
  );
  const last = list.at(-1);
  if (!isKnown && (last?.edition !== edition || last.secret !== secret)) addGames([game]);
}

/** Add an analysed game, or its marks if the game is in the log without them. @param {LoggedGame} game */
export function addAnalysed(game) {
  const { skill, luck } = game;
  const played = loggedGames().findLast((other) => idOf(other) === idOf(game));
  addGames([played ? { ...played, skill, luck } : game]);
}

/** Whether a game is in the log with its marks. @param {LoggedGame} game */
export const isAnalysed = (game) => loggedGames().some((other) => idOf(other) === idOf(game) && other.skill !== null);

/** Remove a game; if none has its time, remove equal games of any time. @param {LoggedGame} game */
export function forgetGame(game) {
  const alike = loggedGames().filter((other) => idOf(other) === idOf(game));
  const same = alike.filter(({ when }) => when === game.when);
  write(loggedGames().filter((other) => !(same.length ? same : alike).includes(other)));
}

/** The name of a game or list in the log. @param {string} label */
const editionName = (label) =>
  label
    .split("/")[0]
    .replace(/[^\w.-]/g, "_")
    .slice(0, 40);

/**
 * A game that ended now.
 * @param {Pick<LoggedGame, "words" | "hard" | "rule" | "outcome" | "max_guesses"> & Partial<LoggedGame>} facts
 * @param {string} label The game that was played.
 * @param {{ guess: string, reply: string }[]} turns
 * @param {string | null | undefined} secret
 * @returns {LoggedGame}
 */
export function gameNow(facts, label, turns, secret) {
  const plain = (/** @type {string} */ text) => text.replace(/[\s,"]/g, "_").slice(0, 100);
  return {
    ...{ skill: null, luck: null, hints: 0, daily: "", series: "" },
    when: new Date().toISOString(),
    edition: editionName(label),
    clues: turns.map(({ guess, reply }) => `${plain(guess)}=${plain(reply)}`),
    secret: plain(secret ?? ""),
    ...facts,
  };
}

/** The logged games of a game or on a list of words. @param {string} label */
export const gamesOn = (label) => loggedGames().filter(({ edition }) => edition === editionName(label));

/**
 * Statistics of some games.
 * @param {LoggedGame[]} list
 * @param {number} [bins] Count games for at least 1 to `bins` guesses.
 */
export function tally(list, bins = 1) {
  const won = list.filter(({ outcome }) => outcome === "won").map(({ clues }) => clues.length);
  let [streak, longest] = [0, 0];
  for (const { outcome } of list) {
    streak = outcome === "won" ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  /** @type {Record<string, number>} */
  const counts = {};
  for (let guesses = 1; guesses <= Math.max(bins, ...won); guesses += 1)
    counts[guesses] = won.filter((number) => number === guesses).length;
  const mean = won.reduce((sum, guesses) => sum + guesses, 0) / won.length;
  const average = won.length ? ` in ${mean.toFixed(2)} guesses on average` : "";
  const hinted = list.filter(({ hints }) => hints > 0).length;
  return { games: list.length, wins: won.length, average, streak, longest, hinted, counts };
}

/** @param {unknown} value */
const textOf = (value) => (Array.isArray(value) ? value.join(" ") : String(value ?? ""));

/** @param {LoggedGame[]} list */
export function linesOf(list) {
  const ordered = (/** @type {Record<string, unknown>} */ game) => KEYS.map((name) => [name, game[name]]);
  return list.map((game) => `${JSON.stringify(Object.fromEntries(ordered(game)))}\n`).join("");
}

/** Read the games of a file. Throws an error whose message continues a sentence. @param {string} text */
export function readGames(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error("it is empty");
  if (lines.length > MOST_GAMES) throw new Error(`it has more than ${whole(MOST_GAMES)} games`);
  return lines.map(readGame);
}

/**
 * Read a game from a line of JSON, and check it.
 * @param {string} line
 * @param {number} index
 * @returns {LoggedGame}
 */
function readGame(line, index) {
  /** @type {any} */
  let given;
  try {
    given = JSON.parse(line);
  } catch {
    throw new Error(`game ${index + 1} is not JSON`);
  }
  const texts = Object.fromEntries(KEYS.map((name) => [name, textOf(given?.[name]) || (defaults[name] ?? "")]));
  const [clues, most] = [texts.clues.split(" ").filter(Boolean), Number(texts.max_guesses)];
  const hasEnded = clues.length > 0 || texts.outcome === "given up";
  const isPossible = hasEnded && clues.length <= most + (texts.outcome === "won" ? 0 : 1);
  const wrong =
    KEYS.find((name) => !RULES.get(name)?.test(texts[name])) ??
    (Number.isNaN(Date.parse(texts.when)) ? "when" : isPossible ? null : "outcome");
  if (wrong) throw new Error(`game ${index + 1} has no valid '${wrong}'`);
  const numbers = NUMBERS.map((name) => [name, texts[name] ? Number(texts[name]) : null]);
  return /** @type {any} */ ({ ...texts, hard: texts.hard === "true", clues, ...Object.fromEntries(numbers) });
}

let isClaimed = false;
/** Log the game that is analysed next. */
export function claimNext() {
  isClaimed = true;
}
/** Whether claimNext() asked to log the game that is being analysed; the next call returns false. */
export function takeClaim() {
  const was = isClaimed;
  isClaimed = false;
  return was;
}
