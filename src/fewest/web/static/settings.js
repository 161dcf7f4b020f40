// The facts that the server embeds in the page, and the settings in an address.
/** @import { ClueRequest, Edition, GameChoice, GameFacts, Limits, StrategyInfo, Suggestions } from "fewest-api" */

import { recall } from "./storage.js";

const embedded = document.getElementById("facts")?.textContent ?? "";

/**
 * @typedef {{ patterns: Record<string, string>, defaults: Record<string, string>, most_games: number }} LogFormat
 * @type {{ editions: Edition[], games: GameChoice[], usual: GameFacts, first: Suggestions, strategies: StrategyInfo[], limits: Limits,
 *   log: LogFormat }}
 */
export const { editions, games, usual, first, strategies, limits, log } = JSON.parse(embedded);

/**
 * The possible secrets and their prior: as a choice, as a sentence, and as fields of a request.
 * @type {Record<string, { text: string, sentence: string, secrets: string, prior: string }>}
 */
export const WORDS = {
  answers: {
    text: "Answer list, all equally likely",
    sentence: "Any word of the answer list may be the answer, all equally likely.",
    secrets: "answers",
    prior: "uniform",
  },
  frequency: {
    text: "Answer list, frequent words likelier",
    sentence: "Any word of the answer list may be the answer; frequent words are likelier.",
    secrets: "answers",
    prior: "frequency",
  },
  today: {
    text: "Today's NYT game",
    sentence: "Any allowed word may be the answer; curated answers are far likelier.",
    secrets: "guesses",
    prior: "today",
  },
};

/** @type {Record<string, string>} The defaults of the parameters of an address. */
export const DEFAULTS = { game: limits.game, e: limits.edition, boards: "1", m: "practice", n: String(limits.boards) };

/**
 * A parameter if it is one of some names, else its default.
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {string[]} names
 */
export function choice(params, name, names) {
  const value = params.get(name) ?? "";
  return names.includes(value) ? value : DEFAULTS[name];
}

/** @param {URLSearchParams} params */
export function editionOf(params) {
  const label = choice(
    params,
    "e",
    editions.map((edition) => edition.label),
  );
  return /** @type {Edition} */ (editions.find((edition) => edition.label === label));
}

/** @param {{ secrets: string, prior: string }} belief */
const isDefault = ({ secrets, prior }) => secrets === limits.secrets && prior === limits.prior;

/**
 * The key of the possible secrets. Default: those of today's game; with another edition, its answers.
 * @param {URLSearchParams} params
 */
export function wordsOf(params) {
  const names = Object.keys(WORDS);
  const isToday = editionOf(params).label === limits.edition;
  const usual = names.find((name) => isToday && isDefault(WORDS[name])) ?? "answers";
  return names.find((name) => name === params.get("w")) ?? usual;
}

export const [HARD, ULTRA] = ["1", "ultra"];

/**
 * The rule for guesses: empty for any guess, HARD if the game has a hard mode, or ULTRA if guesses must fit all clues.
 * @param {URLSearchParams} params
 * @param {boolean} [hasHardMode]
 */
export function ruleOf(params, hasHardMode = gameOf(params).hard_mode) {
  const rule = params.get("hard") ?? "";
  return rule === ULTRA || (rule === HARD && hasHardMode) ? rule : "";
}

/**
 * A rule as fields of a request.
 * @param {string} rule
 * @returns {{ hard: boolean, rule: "any" | "consistent" }}
 */
export const askedRule = (rule) => ({ hard: rule === HARD, rule: rule === ULTRA ? "consistent" : "any" });

/**
 * Read a whole number between two bounds; null for anything else.
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {number} low
 * @param {number} high
 */
export function numberOf(params, name, low, high) {
  const text = params.get(name) ?? "";
  return /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null;
}

/**
 * Which words to prefer, as fields of a request.
 * @param {URLSearchParams} params
 * @returns {{ known_words?: number, margin?: number }}
 */
export function preferenceOf(params) {
  const known = numberOf(params, "k", 1, limits.most_known_words);
  const margin = Number(params.get("a") || NaN); // NaN: the default
  return { ...(known && { known_words: known }), ...(margin >= 0 && margin <= limits.largest_margin && { margin }) };
}

/**
 * Whether to keep a streak safe, as fields of a request.
 * @param {URLSearchParams} params
 */
export const streakOf = (params) => (params.get("safe") === "1" ? { streak: true } : {});

/** The parameters that say what is played. */
export const GAME_PARAMS = ["game", "e", "lang", "len", "list"];

/** Those parameters of an address. @param {URLSearchParams} params */
export const gameParams = (params) => Object.fromEntries(GAME_PARAMS.map((name) => [name, params.get(name)]));

/** @param {URLSearchParams} params */
const specOf = (params) => (params.get("game") || limits.game).slice(0, limits.longest_game);

/** The game of an address. @param {URLSearchParams} params */
export function gameOf(params) {
  const [name] = specOf(params).split(":");
  return (
    games.find(({ game }) => game === name) ??
    /** @type {GameChoice} */ (games.find(({ game }) => game === limits.game))
  );
}

/**
 * The options of the game of an address.
 * @param {URLSearchParams} params
 * @returns {Record<string, number | boolean>}
 */
export function optionsOf(params) {
  const { game, options } = gameOf(params);
  const [name, rest = ""] = specOf(params).split(":");
  const given = name === game ? Object.fromEntries(rest.split(",").map((option) => option.split("="))) : {};
  const read = (/** @type {number | boolean} */ usual, /** @type {string | undefined} */ text) => {
    if (text === undefined) return usual;
    return typeof usual === "boolean" ? text === "yes" : Number(text);
  };
  return Object.fromEntries(Object.entries(options).map(([key, usual]) => [key, read(usual, given[key])]));
}

/**
 * Write a game with its options for a request; leave out options with their default value.
 * @param {GameChoice} choice
 * @param {Record<string, number | boolean>} options
 */
export function writeGame({ game, options: usual }, options) {
  const items = Object.entries(options).filter(([key, value]) => value !== usual[key]);
  const text = (/** @type {number | boolean} */ value) => (value === true ? "yes" : value === false ? "no" : value);
  return items.length ? `${game}:${items.map(([key, value]) => `${key}=${text(value)}`).join(",")}` : game;
}

/**
 * Where the words come from: an edition, another language or length, or your own list; none in games without words.
 * @param {URLSearchParams} params
 * @returns {"none" | "edition" | "other" | "own"}
 */
export function sourceOf(params) {
  if (!gameOf(params).on_words) return "none";
  return params.get("list") ? "own" : params.get("lang") || params.get("len") ? "other" : "edition";
}

/** The game, as fields of a request. @param {URLSearchParams} params */
export function playedOf(params) {
  const spec = specOf(params);
  const game = spec === limits.game ? {} : { game: spec };
  const source = sourceOf(params);
  if (source === "edition") return { ...game, edition: editionOf(params).label };
  if (source === "own") return { ...game, word_list: params.get("list") };
  if (source === "none") return game;
  return { ...game, language: params.get("lang") || null, length: Number(params.get("len")) || null };
}

/** Whether this is Wordle on an edition, which all sections support. @param {URLSearchParams} params */
export const isUsual = (params) => specOf(params) === limits.game && sourceOf(params) === "edition";

/** The game and the belief, as fields of a request. @param {URLSearchParams} params */
export function believedOf(params) {
  if (sourceOf(params) !== "edition") return playedOf(params);
  const { secrets, prior } = WORDS[wordsOf(params)];
  return { ...playedOf(params), secrets, prior };
}

/** Whether this is today's game with its belief, the only one with past answers. @param {URLSearchParams} params */
export const mayHavePast = (params) =>
  isUsual(params) && editionOf(params).label === limits.edition && isDefault(WORDS[wordsOf(params)]);

/** The past answers that this device keeps, as fields of a request. @param {URLSearchParams} params */
export function pastOf(params) {
  const name = mayHavePast(params) && recall("past-name");
  return name ? { past: name } : {};
}

/** The settings of an address, as fields of a request. @param {URLSearchParams} params */
export const settingOf = (params) => ({ ...believedOf(params), ...askedRule(ruleOf(params)), ...pastOf(params) });

/** @param {string} text */
const escaped = (text) => text.replace(/[%._]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** @param {string} text */
const unescaped = (text) => text.replace(/%([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

/** Turns on several boards in an address: crane.01200.00000. The reply of a board that was done before is empty. */
export const turns = {
  /**
   * @param {string | null} text
   * @param {number} boards
   * @param {boolean} [keepsCase] Whether guesses may have capitals.
   */
  read: (text, boards, keepsCase = false) =>
    (text ?? "")
      .split("_")
      .map((turn) => turn.split(".").map(unescaped))
      .filter((turn) => turn.length === boards + 1 && turn[0])
      .slice(0, limits.most_clues)
      .map(([guess, ...replies]) => ({
        guess: keepsCase ? guess : guess.toLowerCase(),
        replies: replies.map((reply) => reply || null),
      })),
  /** @param {{ guess: string, replies: (string | null)[] }[]} list */
  write: (list) =>
    list.map(({ guess, replies }) => [guess, ...replies].map((text) => escaped(text ?? "")).join(".")).join("_"),
};

/** Clues in an address: crane.01200_sloth.00000 */
export const clues = {
  /**
   * @param {string | null} text
   * @param {boolean} [keepsCase] Whether guesses may have capitals.
   */
  read: (text, keepsCase) =>
    turns.read(text, 1, keepsCase).map(({ guess, replies: [reply] }) => ({ guess, reply: reply ?? "" })),
  /** @param {ClueRequest[]} list */
  write: (list) => turns.write(list.map(({ guess, reply }) => ({ guess, replies: [reply] }))),
};

/** How many boards the assistant helps with. @param {URLSearchParams} params */
export const boardsOf = (params) => numberOf(params, "boards", limits.fewest_boards, limits.most_boards) ?? 1;

/** Words or replies in an address: crane_sloth */
export const words = {
  /** @param {string | null} text */
  read: (text) => (text ?? "").split("_").filter(Boolean).map(unescaped),
  /** @param {string[]} list */
  write: (list) => list.map(escaped).join("_"),
};
