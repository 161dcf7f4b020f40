// The games that were analysed and kept in this browser, and the files that they come from and go to.
/** @import { Analysis } from "fewest-api" */
import { recall, remember } from "./storage.js";

/**
 * A game that is kept.
 * @typedef {object} KeptGame
 * @property {string} when The day it was kept on, such as 2026-11-16.
 * @property {string} edition
 * @property {string} words What may have been the secret, see WORDS of settings.js.
 * @property {boolean} hard
 * @property {string[]} clues Such as crane=01001.
 * @property {string} secret Empty if it is not known.
 * @property {"won" | "lost"} outcome
 * @property {number} max_guesses
 * @property {number} skill
 * @property {number} luck
 * @property {string} rule "any", or "consistent" if every guess had to fit all clues.
 */

const FORMAT = "fewest-games-1";
const NAME = "games";
const COLUMNS = [
  "when",
  "edition",
  "words",
  "hard",
  "clues",
  "secret",
  "outcome",
  "max_guesses",
  "skill",
  "luck",
  "rule",
];
const NEWER = { rule: "any" }; // what games of older files have not, and what holds for them
const MOST_GAMES = 20_000; // of a file

/** @type {KeptGame[] | null} */
let games = null; // also for browsers that keep nothing
/** @type {string | null} */
let stored = null; // what they were read from: another tab may have written since

/** What tells a game from another, but for its day. @param {KeptGame} game */
export const idOf = ({ edition, words, hard, rule, clues, secret }) =>
  [edition, words, hard, rule, clues.join("_"), secret].join(" ");

/** All games that are kept, the oldest first. */
export function keptGames() {
  const text = recall(NAME);
  if (games && (text === null || text === stored)) return games;
  stored = text;
  try {
    games = text ? readJson(text) : [];
  } catch {
    remember(`${NAME}-unreadable`, text ?? ""); // written by another version: nothing is lost
    games = [];
  }
  return games;
}

/** @param {KeptGame[]} list */
function write(list) {
  games = list;
  remember(NAME, jsonOf(list));
  stored = recall(NAME);
}

/** Whether the next visit finds the games again; a browser may forbid that, or have no room. */
export const isLasting = () => !games?.length || recall(NAME) === jsonOf(games);

/**
 * Add games that are not kept yet; gives how many those are.
 * @param {KeptGame[]} list
 */
export function keepGames(list) {
  const dated = (/** @type {KeptGame} */ game) => `${game.when} ${idOf(game)}`;
  const known = new Map(keptGames().map((game) => [dated(game), game]));
  const before = known.size;
  for (const game of list) if (!known.has(dated(game))) known.set(dated(game), game);
  const sorted = [...known.values()].sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0));
  write(sorted);
  return known.size - before;
}

/** @param {KeptGame} game */
export const forgetGame = (game) =>
  write(keptGames().filter((each) => idOf(each) !== idOf(game) || (each.when !== game.when && hasDay(game))));

/** Whether a game is kept under its own day. @param {KeptGame} game */
const hasDay = (game) => keptGames().some((each) => idOf(each) === idOf(game) && each.when === game.when);

/** @param {KeptGame} game */
export const isKept = (game) => keptGames().some((each) => idOf(each) === idOf(game));

/**
 * A finished game to keep; null if it is not finished.
 * @param {Analysis} analysis
 * @param {{ edition: string, words: string }} setting
 * @returns {KeptGame | null}
 */
export function gameOf({ turns, hard, rule, outcome, secret, max_guesses, skill, luck }, { edition, words }) {
  if (outcome === "open") return null;
  return {
    when: new Date().toISOString().slice(0, 10),
    edition,
    words,
    hard,
    clues: turns.map(({ guess, reply }) => `${guess}=${reply}`),
    secret: secret ?? "",
    outcome: outcome === "won" ? "won" : "lost",
    max_guesses,
    skill,
    luck,
    rule,
  };
}

/** @param {KeptGame[]} list */
export const jsonOf = (list) => `${JSON.stringify({ format: FORMAT, games: list }, null, 1)}\n`;

/** @param {KeptGame[]} list */
export function csvOf(list) {
  const rows = list.map((game) => COLUMNS.map((name) => field(game[/** @type {keyof KeptGame} */ (name)])).join(","));
  return `${[COLUMNS.join(","), ...rows].join("\n")}\n`;
}

/** @param {unknown} value */
function field(value) {
  const text = Array.isArray(value) ? value.join(" ") : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The games of a file, as JSON or CSV; an error says in a sentence why it has none.
 * @param {string} text
 */
export function readGames(text) {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (!start) throw new Error("it is empty");
  return start.startsWith("{") || start.startsWith("[") ? readJson(start) : readCsv(start);
}

/** @param {string} text */
function readJson(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("it is no JSON");
  }
  if (data?.format !== FORMAT || !Array.isArray(data.games)) throw new Error("it holds no games of fewest");
  return checked(data.games);
}

/** @param {string} text */
function readCsv(text) {
  const [head, ...rows] = text.split(/\r?\n/).filter((line) => line.trim());
  const names = fieldsOf(head);
  const missing = COLUMNS.find((name) => !names.includes(name) && !(name in NEWER));
  if (missing) throw new Error(`it has no column ${missing}`);
  return checked(
    rows.map((line) => {
      const texts = Object.fromEntries(fieldsOf(line).map((value, at) => [names[at], value]));
      const number = (/** @type {string} */ value) => (/^\d+$/.test(value) ? Number(value) : value);
      return {
        ...texts,
        hard: { true: true, false: false }[(texts.hard ?? "").toLowerCase()],
        clues: (texts.clues ?? "").split(" ").filter(Boolean),
        max_guesses: number(texts.max_guesses),
        skill: number(texts.skill),
        luck: number(texts.luck),
      };
    }),
  );
}

/** @param {string} line */
const fieldsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );

/** @type {Record<string, (game: any) => boolean>} What must be true of each part of a game. */
const RULES = {
  when: ({ when }) => typeof when === "string" && /^\d{4}-\d\d-\d\d$/.test(when) && !Number.isNaN(Date.parse(when)),
  edition: ({ edition }) => isName(edition),
  words: ({ words }) => isName(words),
  hard: ({ hard }) => typeof hard === "boolean",
  max_guesses: ({ max_guesses: most }) => Number.isInteger(most) && most >= 1 && most <= 99,
  clues: ({ clues, max_guesses: most }) =>
    Array.isArray(clues) &&
    clues.length >= 1 &&
    clues.length <= most + 1 &&
    clues.every((each) => typeof each === "string" && /^[^\s=,"]{1,32}=[012]{1,32}$/.test(each)),
  secret: ({ secret }) => typeof secret === "string" && /^[^\s=,"]{0,32}$/.test(secret),
  outcome: ({ outcome, clues, max_guesses: most }) =>
    outcome === "lost" || (outcome === "won" && /=2+$/.test(clues.at(-1)) && clues.length <= most),
  skill: ({ skill }) => isMark(skill),
  luck: ({ luck }) => isMark(luck),
  rule: ({ rule }) => rule === "any" || rule === "consistent",
};
/** @param {unknown} text */
const isName = (text) => typeof text === "string" && /^[\w./-]{1,40}$/.test(text);
/** @param {any} mark */
const isMark = (mark) => Number.isInteger(mark) && mark >= 0 && mark <= 99;

/**
 * Games as they must be; one that is not so is told, and none is taken.
 * @param {any[]} list
 * @returns {KeptGame[]}
 */
function checked(list) {
  if (list.length > MOST_GAMES) throw new Error(`it has more than ${MOST_GAMES.toLocaleString("en")} games`);
  return list.map((given, at) => {
    const game = given && typeof given === "object" ? { ...NEWER, ...given } : null;
    const wrong = Object.keys(RULES).find((name) => !game || !RULES[name](game));
    if (wrong) throw new Error(`game ${at + 1} has no valid ${wrong}`);
    return /** @type {KeptGame} */ (Object.fromEntries(COLUMNS.map((name) => [name, game[name]])));
  });
}

let isClaimed = false;
/** The game that is analysed next is one's own, and kept. */
export function claimNext() {
  isClaimed = true;
}
/** Whether the game that is analysed now is one's own. */
export function takeClaim() {
  const was = isClaimed;
  isClaimed = false;
  return was;
}
