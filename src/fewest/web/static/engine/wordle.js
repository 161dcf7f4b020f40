// Wordle on a word list; mirrors src/fewest/games/coloured.py and its base classes.
/** @import { Feedback, GameFacts, Keyboard } from "fewest-api" */
/** @import { ReplyTable } from "./core.js" */
/** @import { WordList } from "./words.js" */
import { encode, MOST_LETTERS } from "./core.js";
import { FewestError } from "./errors.js";
import { core } from "./loaded.js";
import { plural, whole } from "./numbers.js";
import { frequencyPlaces, normalise } from "./words.js";

/** @typedef {{ guess: string, reply: number }} Clue */

const SQUARES = ["⬛", "🟨", "🟩"];
const CHARACTERS = ["0bBxX-.⬛⬜", "1yY🟨🟦", "2gG🟩🟧"];
/** @type {Map<string, number>} */
const DIGITS = new Map(CHARACTERS.flatMap((characters, digit) => [...characters].map((each) => [each, digit])));
const EDITIONS = ["original", "nyt-2022", "nyt-2023"];
const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const KEYS_PER_ROW = 11;
const MAX_KEYS = 60;
const LONGEST = 5; // the longest words that the core compares, in letters
const [EDIT_COST, SWAP_COST] = [10, 9];
const MOST_NEAR = 3;

export class Wordle {
  noun = "word";
  symbol = "letter";
  maxGuesses = 6;

  /**
   * @param {WordList} words
   * @param {boolean} everyGuess Whether every guess may be the secret.
   * @param {boolean} consistent Whether guesses must fit all clues.
   */
  constructor(words, everyGuess, consistent) {
    this.words = words;
    this.everyGuess = everyGuess;
    this.consistent = consistent;
    this.title = words.name;
    this.label = `${words.name}${everyGuess ? "/guesses" : ""}${consistent ? "/consistent" : ""}`;
    this.series = words.fingerprint;
    this.guesses = words.guesses;
    this.answers = words.answers;
    this.secrets = everyGuess ? words.guesses : words.answers;
    this.guessIndex = new Map(words.guesses.map((guess, column) => [guess, column]));
    this.secretGuesses = Int32Array.from(this.secrets, (secret) => this.guessIndex.get(secret) ?? -1);
    this.answerSet = new Set(words.answers);
    this.length = [...words.guesses[0]].length;
    if (this.length > LONGEST)
      throw new FewestError(`Words of ${this.length} letters need a server; use fewest serve.`, "server");
    this.replies = 3 ** this.length;
    this.win = this.replies - 1;
    this.frequencyPlaces = frequencyPlaces(words);
    const alphabet = new Map();
    this.letters = encode(words.guesses, this.length, alphabet);
    if (alphabet.size > MOST_LETTERS)
      throw new FewestError(`${whole(alphabet.size)} different letters are too many for the page; use fewest serve.`);
  }

  /** The edition whose curve the game uses. */
  get learntOn() {
    return EDITIONS.includes(this.words.name) ? this.words.name : EDITIONS[0];
  }

  /** The letters of some guesses, or all: see `encode`. @param {Int32Array | null} columns */
  lettersOf(columns) {
    const { letters, length, guesses } = this;
    if (!columns) return letters;
    const found = new Uint8Array(length * columns.length);
    for (let place = 0, to = 0; place < length; place += 1)
      for (const column of columns) found[to++] = letters[place * guesses.length + column];
    return found;
  }

  /**
   * The reply to a guess.
   * @param {string} guess
   * @param {string} secret
   */
  reply(guess, secret) {
    return this.#repliesTo(this.findGuess(guess), Int32Array.of(this.findGuess(secret)))[0];
  }

  /**
   * The replies to a guess, for secrets given by their columns; null for all guesses.
   * @param {number} guess
   * @param {Int32Array | null} secrets
   */
  #repliesTo(guess, secrets) {
    const table = core.replyTable(this.length, this.lettersOf(Int32Array.of(guess)), this.lettersOf(secrets));
    const replies = table.cells.slice();
    table.free();
    return replies;
  }

  /** The columns of some secrets. @param {Int32Array} secrets */
  #columnsOf(secrets) {
    return secrets.map((secret) => this.secretGuesses[secret]);
  }

  /**
   * The replies for some secrets to one guess.
   * @param {Int32Array} secrets
   * @param {number} column
   */
  column(secrets, column) {
    return this.#repliesTo(column, this.#columnsOf(secrets));
  }

  /**
   * The replies for some secrets, a row each, to some guesses or all. The caller frees the table.
   * @param {Int32Array} secrets
   * @param {Int32Array | null} guesses
   * @returns {ReplyTable}
   */
  rows(secrets, guesses) {
    return core.replyTable(this.length, this.lettersOf(guesses), this.lettersOf(this.#columnsOf(secrets)));
  }

  #lastSeen = { column: -1, replies: new Uint8Array() };

  /** The reply to a guess with each guess as the secret; cached for the last guess. @param {number} column */
  repliesIfSecret(column) {
    if (this.#lastSeen.column !== column) this.#lastSeen = { column, replies: this.#repliesTo(column, null) };
    return this.#lastSeen.replies;
  }

  /**
   * Which guesses a clue allows in hard mode, or if every guess must fit all clues.
   * @param {Clue} clue
   * @returns {(column: number) => boolean}
   */
  allowedAfter({ guess, reply }) {
    const column = this.findGuess(guess);
    const seen = this.repliesIfSecret(column);
    if (this.consistent) return (other) => seen[other] === reply;
    const shows = hints(repeats(this.guesses[column]));
    return (other) => (shows[reply] & ~shows[seen[other]]) === 0;
  }

  /**
   * The demands of the clues that a guess does not meet; empty if the guess is allowed.
   * @param {Clue[]} clues
   * @param {string} guess
   */
  missing(clues, guess) {
    if (this.consistent)
      return clues.flatMap(({ guess: earlier, reply }) => {
        const got = this.reply(earlier, guess);
        return got === reply ? [] : [`${earlier} would get ${this.replyText(got)}, not ${this.replyText(reply)}`];
      });
    const letters = [...guess];
    /** @type {Map<number, string>} */
    const greens = new Map();
    /** @type {Map<string, number>} */
    const needed = new Map();
    for (const { guess: earlier, reply } of clues) {
      /** @type {Map<string, number>} */
      const counts = new Map();
      const marks = this.marks(reply);
      for (const [place, letter] of [...earlier].entries()) {
        if (marks[place] === 2 && letters[place] !== letter) greens.set(place, letter);
        counts.set(letter, (counts.get(letter) ?? 0) + Number(marks[place] !== 0));
      }
      for (const [letter, count] of counts) needed.set(letter, Math.max(count, needed.get(letter) ?? 0));
    }
    const lacks = [...greens]
      .sort(([a], [b]) => a - b)
      .map(([place, letter]) => `letter ${place + 1} must be ${capital(letter)}`);
    for (const [letter, count] of [...needed].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const has = [...letters, ...greens.values()].filter((each) => each === letter).length;
      if (has < count) lacks.push(`${capital(letter)} must be used${count > 1 ? ` ${count} times` : ""}`);
    }
    return lacks;
  }

  /** Parse a reply from digits, letters or squares. @param {string} text */
  parseReply(text) {
    const characters = [...text.trim().replaceAll("\ufe0f", "")];
    const quoted = quote(characters.join(""));
    let reply = 0;
    for (const character of characters) {
      const digit = DIGITS.get(character);
      if (digit === undefined)
        throw new FewestError(`${quoted} is not a reply. Use 0, 1 or 2 for each letter: grey, yellow, green.`, "reply");
      reply = reply * 3 + digit;
    }
    if (characters.length !== this.length) {
      const needs = `It needs ${this.length} colours, one for each letter, not ${characters.length}`;
      throw new FewestError(`${quoted} is not a reply. ${needs}.`, "reply");
    }
    return reply;
  }

  /** The reply as a digit for each letter. @param {number} reply */
  marks(reply) {
    return [...this.replyText(reply)].map(Number);
  }

  /** @param {number} reply */
  replyText(reply) {
    return reply.toString(3).padStart(this.length, "0");
  }

  /** A guess and its reply as plain data. @param {Clue} clue @returns {Feedback} */
  seen({ guess, reply }) {
    const marks = this.marks(reply);
    const squares = marks.map((mark) => SQUARES[mark]).join("");
    return { guess, reply: this.replyText(reply), squares, marks, pegs: null };
  }

  /** Write a clue as in crane=01200. @param {Clue} clue */
  text({ guess, reply }) {
    return `${guess}=${this.replyText(reply)}`;
  }

  /** The column of a guess; the error for an unknown one suggests similar guesses. @param {string} text */
  findGuess(text) {
    const column = this.guessIndex.get(normalise(text));
    if (column !== undefined) return column;
    const near = nearest([...normalise(text)], this.guesses);
    const hint = near.length ? `; did you mean ${near.join(" or ")}?` : ".";
    throw new FewestError(`${quote(text)} is not an allowed guess in ${this.title}${hint}`, "guess");
  }

  /** Return a secret as the game spells it; an error explains why a text is not a secret. @param {string} text */
  findSecret(text) {
    const word = this.guesses[this.findGuess(text)];
    if (this.everyGuess || this.answerSet.has(word)) return word;
    const unlisted = this.guesses.length > this.answers.length;
    const not = `${unlisted ? "not an answer of" : "never the secret in"} ${this.label}`;
    throw new FewestError(`${quote(text)} is an allowed guess, but ${not}.`, "input", { unlisted });
  }

  /** The same game with every guess as a possible secret; null if that is already so. */
  withEveryGuess() {
    if (this.secrets.length === this.guesses.length) return null;
    return new Wordle(this.words, true, this.consistent);
  }

  /** The name and the sizes. */
  get sizes() {
    const more = this.answers.length === this.secrets.length ? "" : `, ${whole(this.secrets.length)} possible`;
    return `${this.label} (${whole(this.guesses.length)} guesses, ${whole(this.answers.length)} answers${more})`;
  }

  /** @returns {Keyboard} */
  get keyboard() {
    const alphabets = [this.guesses, this.answers].map((words) => new Set(words.flatMap((word) => [...word])));
    const letters = alphabets.find((each) => each.size <= MAX_KEYS) ?? new Set();
    const rows = letters.size ? keyRows(letters) : [];
    const win = this.replyText(this.win);
    return { rows, length: this.length, pegs: false, reply: "marks", counts: [], texts: [], win };
  }

  /** @returns {GameFacts} */
  get facts() {
    return {
      label: this.label,
      title: this.title,
      noun: this.noun,
      guesses: this.guesses.length,
      answers: this.answers.length,
      max_guesses: this.maxGuesses,
      has_words: true,
      hard_mode: true,
      common_words: this.frequencyPlaces !== null,
      keyboard: this.keyboard,
    };
  }
}

/** Quote a text like repr in Python. @param {string} text */
export function quote(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\p{C}\p{Z}]/gu, printed);
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

/** Write a character like repr in Python. @param {string} character */
function printed(character) {
  const code = Number(character.codePointAt(0));
  const known = { " ": " ", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  const [letter, digits] = code < 1 << 8 ? ["x", 2] : code < 1 << 16 ? ["u", 4] : ["U", 8];
  return known ?? `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

/** A letter in upper case, unless that has two letters. @param {string} letter */
export const capital = (letter) => ([...letter.toUpperCase()].length === 1 ? letter.toUpperCase() : letter);

/** Arrange letters in rows of keys, as on a keyboard; other letters below. @param {Set<string>} letters */
function keyRows(letters) {
  const latin = QWERTY.join("");
  const rows = [...letters].some((letter) => latin.includes(letter)) ? [...QWERTY] : [];
  const others = [...letters].filter((letter) => !latin.includes(letter)).sort();
  for (let at = 0; at < others.length; at += KEYS_PER_ROW) rows.push(others.slice(at, at + KEYS_PER_ROW).join(""));
  return rows;
}

/** For each place of a guess, the first place of the same letter. @param {string} guess */
export const repeats = (guess) => [...guess].map((letter, _, letters) => letters.indexOf(letter));

/** @type {Map<string, Uint32Array>} */
const knownHints = new Map();

/**
 * The hints of each reply as bits: hard mode allows guesses that show a superset of them. There is one bit per green,
 * and one bit per copy found of each letter.
 * @param {number[]} same The result of `repeats`.
 */
export function hints(same) {
  const key = same.join();
  const known = knownHints.get(key);
  if (known) return known;
  const { length } = same;
  const shown = new Uint32Array(3 ** length);
  for (let reply = 0; reply < shown.length; reply += 1) {
    const digits = [...reply.toString(3).padStart(length, "0")].map(Number);
    for (let place = 0; place < length; place += 1) {
      const copies = same.flatMap((first, other) => (first === same[place] ? [other] : []));
      const earlier = copies.filter((copy) => copy < place).length;
      const found = copies.filter((copy) => digits[copy] !== 0).length;
      if (digits[place] === 2) shown[reply] |= 1 << place;
      if (found > earlier) shown[reply] |= 1 << (length + place);
    }
  }
  knownHints.set(key, shown);
  return shown;
}

/**
 * The words within one edit of a text, or one edit for each four letters; nearest first: src/fewest/words/spelling.py.
 * @param {string[]} text
 * @param {string[]} words
 */
function nearest(text, words) {
  const limit = EDIT_COST * Math.max(1, text.length >> 2);
  if (!text.length || Math.abs(text.length - [...words[0]].length) > limit / EDIT_COST) return [];
  const near = words.map((word) => ({ word, cost: distance(text, [...word]) })).filter(({ cost }) => cost <= limit);
  return near
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_NEAR)
    .map(({ word }) => word);
}

/**
 * The cost of the edits between two words; two swapped letters are one edit.
 * @param {string[]} ours
 * @param {string[]} theirs
 */
function distance(ours, theirs) {
  let earlier = [0];
  let before = Array.from({ length: theirs.length + 1 }, (_, index) => EDIT_COST * index);
  for (const [i, letter] of ours.entries()) {
    const now = [EDIT_COST * (i + 1)];
    for (const [j, other] of theirs.entries()) {
      let cost = Math.min(before[j + 1], now[j]) + EDIT_COST;
      cost = Math.min(cost, before[j] + (letter === other ? 0 : EDIT_COST));
      if (i && j && letter === theirs[j - 1] && other === ours[i - 1])
        cost = Math.min(cost, earlier[j - 1] + SWAP_COST);
      now.push(cost);
    }
    [earlier, before] = [before, now];
  }
  return before[theirs.length];
}

/**
 * Return a typed guess as the game spells it; an error explains why it is not allowed: src/fewest/play/clues.py.
 * @param {Wordle} game
 * @param {string} text
 * @param {Clue[]} clues
 * @param {boolean} hard
 */
export function readGuess(game, text, clues, hard) {
  const letters = [...normalise(text)].length;
  if (letters !== game.length) {
    const shown = [...text].length <= 30 ? text : `${[...text].slice(0, 29).join("")}…`;
    const message = `${quote(shown)} has ${plural(letters, "character")}; guess a word of ${game.length} letters.`;
    throw new FewestError(message, "guess");
  }
  const guess = game.guesses[game.findGuess(text)];
  const lacks = hard ? game.missing(clues, guess) : [];
  if (!lacks.length) return guess;
  const rule = game.consistent ? "the rule that every guess must fit all clues" : "hard mode";
  throw new FewestError(`${quote(guess)} breaks ${rule}: ${lacks.join("; ")}.`, "hard");
}
