// The setup of a request; mirrors src/fewest/setup.py and the request models in src/fewest/web/models.py.
/** @import { SuggestRequest } from "fewest-api" */
/** @import { WordList } from "./words.js" */
import { Belief } from "./belief.js";
import { FewestError, needsServer } from "./errors.js";
import { Wordle } from "./wordle.js";
import { edition, lastDays, weightsOf } from "./words.js";

const TODAYS_EDITION = "nyt-2023";
const MOST_GAMES = 4; // the most cached games

/** @type {Map<string, WordList>} Word lists sent by the page, by the names that requests use. */
export const lists = new Map();
/** @type {Map<string, string>} Texts of past answers sent by the page, by the names that requests use. */
export const pastAnswers = new Map();

/** @type {Map<string, Wordle>} */
const games = new Map();
/** @type {Map<string, Float64Array | null>} */
const weights = new Map();

/**
 * Get a value by its name from a cache of the last few, or make it.
 * @template Kept
 * @param {Map<string, Kept>} kept
 * @param {string} name
 * @param {() => Kept} make
 */
export function keep(kept, name, make) {
  const found = kept.get(name) ?? make();
  kept.delete(name);
  kept.set(name, found);
  if (kept.size > MOST_GAMES) kept.delete([...kept.keys()][0]);
  return found;
}

/** @typedef {Partial<SuggestRequest>} Request Only the fields about the game and the prior count. */

export class Setup {
  /**
   * @param {Request} request
   * @param {boolean} believes Whether today's prior is the default, rather than equally likely answers.
   */
  constructor(request, believes) {
    const { game = "wordle", edition: named = null, word_list: list = null, language = null, length = null } = request;
    if (game !== "wordle" || language || length) throw needsServer();
    if (list && named)
      throw new FewestError("Choose one word list: an edition, a language with a length, or your own list.");
    const isNamed = named !== null || list !== null;
    this.edition = list ? null : (named ?? TODAYS_EDITION);
    this.list = list;
    this.secrets = request.secrets ?? (isNamed || !believes ? "answers" : "guesses");
    this.prior = request.prior ?? (isNamed || !believes ? "uniform" : "today");
    this.hard = request.hard ?? false;
    this.rule = request.rule ?? "any";
    this.past = request.past ?? null;
    if (this.rule === "consistent" && this.hard)
      throw new FewestError("The rule consistent is stricter than hard mode; leave hard mode out.");
  }

  get game() {
    const { secrets, rule } = this;
    return keep(games, [this.edition, this.list, secrets, rule].join(), () => {
      const words = this.list ? lists.get(this.list) : edition(this.edition ?? TODAYS_EDITION);
      if (!words) throw new FewestError("This word list is no longer available; paste it again.", "list");
      return new Wordle(words, secrets === "guesses", rule === "consistent");
    });
  }

  /** The text of past answers; null without past answers. */
  get pastText() {
    if (this.past === null) return null;
    const text = pastAnswers.get(this.past);
    if (text === undefined)
      throw new FewestError("These past answers are no longer available; paste them again.", "past");
    return text;
  }

  /** The belief before the first clue. */
  start() {
    const { game, prior, hard, past } = this;
    const known = keep(weights, [game.series, game.label, prior, past].join(), () => {
      const places = game.frequencyPlaces?.length
        ? game.secretGuesses.map((column) => game.frequencyPlaces?.[column] ?? 0)
        : null;
      return weightsOf(prior, game.words, game.secrets, places, this.pastText);
    });
    return Belief.start(game, known, hard, past === null ? prior : `${prior} ${past}`);
  }

  /** This setup without past answers. @returns {Setup} */
  get withoutPast() {
    return Object.assign(Object.create(Setup.prototype), this, { past: null });
  }

  /** Whether this is today's game with its prior. */
  get isToday() {
    const { edition: label, list, secrets, prior } = this;
    return label === TODAYS_EDITION && !list && secrets === "guesses" && prior === "today";
  }

  /** The game and the prior, for people. */
  get title() {
    const { game } = this;
    const of = this.isToday
      ? `today's game (${game.title}: ${game.secrets.length.toLocaleString("en-US")} words`
      : game.sizes.slice(0, -1);
    const kind = game.secrets.length > game.answers.length ? "curated answers" : "frequent ones";
    /** @type {Record<string, string>} */
    const likely = { uniform: "all equally likely", frequency: "frequent ones likelier", today: `${kind} likelier` };
    const fits = game.consistent ? ", guesses must fit all clues" : "";
    return `${of}, ${likely[this.prior]}${this.past === null ? "" : `, ${this.#pastConditions}`}${fits})`;
  }

  get #pastConditions() {
    const days = [...lastDays(this.pastText ?? "").values()].filter(Boolean);
    return days.length
      ? "past answers 0.006 times as likely, 0.16 after 4 years"
      : "past answers 0.034 times as likely";
  }

  /**
   * The past answers among some words, with the date when each was last used.
   * @param {Iterable<string>} words
   * @returns {Record<string, string>}
   */
  came(words) {
    const text = this.pastText;
    const last = text === null ? new Map() : lastDays(text);
    return Object.fromEntries([...new Set(words)].flatMap((word) => (last.has(word) ? [[word, last.get(word)]] : [])));
  }
}
