// What the server says about its games, and the settings that an address holds.
/** @import { Clue, Edition, Limits, StrategyInfo } from "fewest-api" */

const embedded = document.getElementById("facts")?.textContent ?? "";

/** @type {{ editions: Edition[], strategies: StrategyInfo[], limits: Limits }} */
export const { editions, strategies, limits } = JSON.parse(embedded);

/** @type {Record<string, { text: string, secrets: string, prior: string }>} What may be the secret, and how likely. */
export const WORDS = {
  answers: { text: "Answers, all as likely", secrets: "answers", prior: "uniform" },
  frequency: { text: "Answers, by frequency", secrets: "answers", prior: "frequency" },
  today: { text: "Every word, as picked today", secrets: "guesses", prior: "today" },
};

/** @type {Record<string, string>} What a parameter of an address means where it is not written. */
export const DEFAULTS = { e: limits.edition, m: "practice", n: String(limits.boards) };

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
    editions.map((each) => each.label),
  );
  return /** @type {Edition} */ (editions.find((each) => each.label === label));
}

/** @param {{ secrets: string, prior: string }} belief */
const isDefault = ({ secrets, prior }) => secrets === limits.secrets && prior === limits.prior;

/**
 * What may be the secret: unless the address says so, as in today's game, or the answers of another edition.
 * @param {URLSearchParams} params
 */
export function wordsOf(params) {
  const names = Object.keys(WORDS);
  const isToday = editionOf(params).label === limits.edition;
  const usual = names.find((name) => isToday && isDefault(WORDS[name])) ?? "answers";
  return names.find((name) => name === params.get("w")) ?? usual;
}

/** @param {URLSearchParams} params */
export const isHard = (params) => params.get("hard") === "1";

/**
 * The settings of an address as the API takes them.
 * @param {URLSearchParams} params
 */
export function settingOf(params) {
  const { secrets, prior } = WORDS[wordsOf(params)];
  return { edition: editionOf(params).label, secrets, prior, hard: isHard(params) };
}

/** Clues in an address: crane.01200_sloth.00000 */
export const clues = {
  /** @param {string | null} text */
  read: (text) =>
    (text ?? "")
      .split("_")
      .map((each) => each.split("."))
      .filter((each) => each.length === 2 && each[0])
      .slice(0, limits.most_clues)
      .map(([guess, reply]) => ({ guess: guess.toLowerCase(), reply })),
  /** @param {Clue[]} list */
  write: (list) => list.map(({ guess, reply }) => `${guess}.${reply}`).join("_"),
};

/** Words or replies in an address: crane_sloth */
export const words = {
  /** @param {string | null} text */
  read: (text) => (text ?? "").split("_").filter(Boolean),
  /** @param {string[]} list */
  write: (list) => list.join("_"),
};
