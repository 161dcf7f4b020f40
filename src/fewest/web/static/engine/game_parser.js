// Parses a finished game from any text; mirrors src/fewest/play/game_parser.py, and read_clues of clues.py.
/** @import { Clue, Wordle } from "./wordle.js" */
import { FewestError } from "./errors.js";
import { plural } from "./numbers.js";
import { quote } from "./wordle.js";
import { normalise } from "./words.js";

const SQUARES = "⬛⬜🟥🟦🟧🟨🟩🟪🟫⚫⚪🔴🔵🟠🟡🟢🟣🟤";
const LONGEST_SHOWN = 30;
const MOST_NAMED = 12; // the most words quoted from a text
const FILLERS = new Set(
  `a after again all an and as at but by finally first for found from game games got guess guessed guesses had i
  in is it last luck lucky mine my next no not now of on or played second so started that the then there they
  third this to today took tried try was we went which with word words wordle you`.split(/\s+/),
);

// Python's character classes, which differ from JavaScript's.
const WORD = String.raw`\p{L}\p{N}_`;
const LETTER = String.raw`[\p{L}\p{Nl}\p{No}]`;
const SPACE = String.raw`\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
const START = `(?<![${WORD}])`;
const END = `(?![${WORD}])`;

const SCORE = new RegExp(
  String.raw`(?<![${WORD}/.,])(\p{Nd}{1,2}|x)[${SPACE}]?/[${SPACE}]?(\p{Nd}{1,2})${END}(?![/.]\p{Nd})[${SPACE}]*(\**)`,
  "giu",
);
const HEADLINE = new RegExp(
  String.raw`(?<![^\n])[ \t>*]*fewest${END}[^${SQUARES}\n]*|${START}wordle${END}[^${WORD}]{0,3}\p{Nd}[\p{Nd}.,]*`,
  "giu",
);
const ANSWER = new RegExp(
  `${START}(?:(?:answer|secret|solution)[${SPACE}]*(?:was${END}|is${END}|:|=)|word[${SPACE}]+was${END})[${SPACE}:=]*["'“”‘’«»(*_]*(${LETTER}+)`,
  "iu",
);
const LABEL = new RegExp(String.raw`(?<![^\n])([^:\n]*${LETTER}[^:\n]*):(?=[^\n]*${LETTER})`, "gu");

/**
 * A parsed game.
 * @typedef {object} ParsedGame
 * @property {Clue[]} clues
 * @property {string | null} secret The secret, if it is known.
 * @property {boolean} hard Whether the score has the star of hard mode.
 */

/** Split a text into words like Python. @param {string} text */
const pieces = (text) => text.split(new RegExp(`[${SPACE}]+`, "u")).filter(Boolean);

/** Parse a number in the digits of any script. @param {string} digits */
const numberOf = (digits) => [...digits].reduce((sum, digit) => 10 * sum + digitOf(digit), 0);

/** The value of a digit; the ten digits of a script have consecutive code points. @param {string} digit */
function digitOf(digit) {
  const code = Number(digit.codePointAt(0));
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Whether a word is in upper case. @param {string} word */
const isLoud = (word) => /\p{Uppercase}/u.test(word) && !/[\p{Lowercase}\p{Lt}]/u.test(word);

/**
 * Read a game from free text or from a list of guesses. `secret` is the answer if they do not name it; an error asks
 * for it.
 * @param {Wordle} game
 * @param {string[] | string} guesses
 * @param {string | null} secret
 * @returns {ParsedGame}
 */
export function readGame(game, guesses, secret) {
  if (typeof guesses !== "string") return readList(game, guesses, secret);
  const text = guesses.normalize("NFKC");
  if (!game.guesses.every((guess) => /^\p{L}+$/u.test(guess))) return readList(game, pieces(text), secret);
  return new Reader(game, text, secret).read();
}

/**
 * Read a list of guesses. If there are as many as the limit, the last one need not be the secret.
 * @param {Wordle} game
 * @param {string[]} guesses
 * @param {string | null} secret
 * @returns {ParsedGame}
 */
function readList(game, guesses, secret) {
  const limit = game.maxGuesses;
  const isBare = secret === null && !guesses.some((text) => text.includes("="));
  if (isBare && guesses.length === limit) {
    const words = guesses.map((text) => game.guesses[game.findGuess(text)]);
    throw askForAnswer(game, words[limit - 1], limit);
  }
  const clues = readClues(game, guesses, secret);
  const last = clues[clues.length - 1];
  if (isBare && clues.length === limit + 1) return { clues: clues.slice(0, -1), secret: last.guess, hard: false };
  if (last.reply === game.win) return { clues, secret: last.guess, hard: false };
  return { clues, secret: secret === null ? null : game.findSecret(secret), hard: false };
}

/**
 * Read guesses with replies, or guesses and the secret; without a secret, the last guess is the secret.
 * @param {Wordle} game
 * @param {string[]} guesses
 * @param {string | null} secret
 * @returns {Clue[]}
 */
function readClues(game, guesses, secret) {
  if (!guesses.length)
    throw new FewestError("There is nothing to analyse: give the guesses of a game, such as crane slate rebut.");
  const replied = guesses.find((text) => text.includes("="));
  if (replied !== undefined) {
    if (secret !== null) throw new FewestError("You gave the replies, so leave the secret out.");
    const bare = guesses.find((text) => !text.includes("="));
    if (bare !== undefined) throw bareWord(bare, replied);
    return guesses.map((text) => {
      const at = text.lastIndexOf("=");
      return {
        guess: game.guesses[game.findGuess(text.slice(0, at).trim())],
        reply: game.parseReply(text.slice(at + 1)),
      };
    });
  }
  const words = guesses.map((text) => game.guesses[game.findGuess(text)]);
  return told(game, words, game.findSecret(secret ?? words[words.length - 1]));
}

/**
 * Guesses with the replies that a secret gives.
 * @param {Wordle} game
 * @param {string[]} words
 * @param {string} secret
 */
const told = (game, words, secret) => words.map((guess) => ({ guess, reply: game.reply(guess, secret) }));

/** @param {string} bare @param {string} replied */
const bareWord = (bare, replied) =>
  new FewestError(`${quote(bare)} has no reply, but ${quote(replied)} has one; give every guess a reply, or none.`);

/**
 * @param {Wordle} game
 * @param {string} last
 * @param {number} count
 */
function askForAnswer(game, last, count) {
  const [made, shown] = [plural(count, "guess", "guesses"), last.toUpperCase()];
  const isSecret = game.everyGuess || game.answerSet.has(last);
  const trouble = isSecret
    ? `${made}, but was the last one, ${shown}, the answer? Give the answer too.`
    : `${made}, and the last one, ${shown}, is never the answer; give the answer too.`;
  return new FewestError(trouble, "answer", { guess: isSecret ? last : null });
}

/** Parses the text of one game. */
class Reader {
  /** @type {string[]} Words of the right length. */
  words = [];
  /** @type {Map<number, string>} The text after an equals sign, by the index of its word. */
  replies = new Map();
  /** @type {string[]} Replies without a word: squares or digits. */
  rows = [];
  /** @type {string[]} Words of another length. */
  others = [];

  /**
   * @param {Wordle} game
   * @param {string} text
   * @param {string | null} secret
   */
  constructor(game, text, secret) {
    this.game = game;
    const scores = [...text.matchAll(SCORE)].filter((score) => numberOf(score[2]) === game.maxGuesses);
    const different = new Set(scores.map((score) => score[1].toUpperCase()));
    if (different.size > 1) throw new FewestError(`The text has ${different.size} scores; paste one game at a time.`);
    /** @type {string | null} */
    this.score = [...different][0] ?? null;
    this.isStarred = scores.some(({ index, 3: stars }) => stars.length > starsBefore(text, index));
    let rest = text.replace(SCORE, " ").replace(HEADLINE, " ");
    const said = ANSWER.exec(rest);
    let answer = secret;
    if (said && [...normalise(said[1])].length === game.length) {
      answer = secret || said[1];
      rest = `${rest.slice(0, said.index)} ${rest.slice(said.index + said[0].length)}`;
    }
    this.secret = answer !== null && pieces(answer).length ? game.findSecret(answer) : null;
    this.#takeApart(rest.replace(LABEL, (found, label, at) => this.#label(label, rest.slice(at + found.length))));
  }

  /**
   * The part of a label to keep: its squares, and a word whose reply follows.
   * @param {string} label
   * @param {string} after
   */
  #label(label, after) {
    const words = label.match(new RegExp(`${LETTER}+`, "gu")) ?? [];
    const follows = this.#isGuess(words[words.length - 1]) && this.#isReply(pieces(after.split("\n", 1)[0])[0]);
    if (follows || words.every((word) => this.#isGuess(word) && !FILLERS.has(word.toLowerCase()))) return `${label} `;
    return [...label].map((each) => (SQUARES.includes(each) ? each : " ")).join("");
  }

  /** @param {string} text */
  #isGuess(text) {
    return this.game.guessIndex.has(normalise(text));
  }

  /** @param {string} text */
  #isReply(text) {
    try {
      this.game.parseReply(text);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} text */
  #takeApart(text) {
    const { length } = this.game;
    const squares = String.raw`[${SQUARES}](?:[ \t\ufe0f\u200d]*[${SQUARES}])*`;
    const digits = `(?<![${WORD}.,=])[012]{${length}}${END}`;
    const clue = String.raw`(${LETTER}+)[${SPACE}]*=[${SPACE}]*([^${SPACE},;)\]]+)`;
    for (const [piece, ofClue, reply, alone] of text.matchAll(
      new RegExp(`${clue}|(${LETTER}+)|${squares}|${digits}`, "gu"),
    )) {
      const word = ofClue ?? alone;
      if (word === undefined) this.rows.push(...this.#rowsOf(piece));
      else if ([...normalise(word)].length !== length) {
        if (reply !== undefined) this.#refuse(word);
        this.others.push(word);
      } else if (reply === undefined && !this.#isGuess(word) && this.#isReply(word)) this.rows.push(word);
      else {
        if (reply !== undefined)
          this.replies.set(this.words.length, reply.replace(/^["'“”‘’«»*_.]+|["'“”‘’«»*_.]+$/gu, ""));
        this.words.push(word);
      }
    }
  }

  /** Split a run of squares into rows; its line ends may be missing. @param {string} text */
  #rowsOf(text) {
    const squares = [...text.replace(/[ \t]|\ufe0f|\u200d/gu, "")];
    const size = squares.length % this.game.length === 0 ? this.game.length : squares.length;
    return Array.from({ length: squares.length / size }, (_, row) =>
      squares.slice(row * size, (row + 1) * size).join(""),
    );
  }

  /** Throw the error for a text that is not a guess. @param {string} text */
  #refuse(text) {
    const letters = [...text];
    if (letters.length <= LONGEST_SHOWN) this.game.findGuess(text);
    const shown = letters.slice(0, LONGEST_SHOWN - 1).join("");
    throw new FewestError(`'${shown}…' is not an allowed guess in ${this.game.label}.`, "guess");
  }

  /** Parse the game; an error says what is missing or inconsistent. @returns {ParsedGame} */
  read() {
    const { clues, secret } = this.replies.size
      ? this.#withReplies()
      : this.rows.length
        ? this.#withRows()
        : this.#withWords();
    return { ...this.#checked(clues, secret), hard: this.isStarred };
  }

  /** Clues such as crane=01001. */
  #withReplies() {
    const { words, replies, game } = this;
    const bare = words.find((_, at) => !replies.has(at));
    if (bare !== undefined) {
      const [[at, reply]] = replies;
      throw bareWord(bare, `${words[at]}=${reply}`);
    }
    const clues = words.map((word, at) => {
      const reply = game.parseReply(replies.get(at) ?? "");
      return { guess: this.#guess(word), reply };
    });
    if (this.rows.length && clues.map(({ reply }) => reply).join() !== this.#replies().join())
      throw new FewestError("The squares differ from the replies; leave one of them out.");
    return { clues, secret: this.secret };
  }

  /** @param {string} word */
  #guess(word) {
    return this.game.guesses[this.game.findGuess(word)];
  }

  /** The rows as replies. */
  #replies() {
    return this.rows.map((row, index) => {
      try {
        return this.game.parseReply(row);
      } catch (error) {
        if (!(error instanceof FewestError)) throw error;
        throw new FewestError(`Row ${index + 1} of the squares: ${error.message}`, "reply");
      }
    });
  }

  /** Words and squares, a row for each guess. Other words are recognised because they do not fit the rows. */
  #withRows() {
    const { secret } = this;
    const replies = this.#replies();
    let { words } = this;
    const isWon = replies[replies.length - 1] === this.game.win;
    if (!words.length) throw this.#askForGuesses(replies, "Squares alone are not enough");
    if (words.length === replies.length - 1 && isWon && secret !== null) words = [...words, secret];
    if (words.length !== replies.length) {
      const found = this.#fitting(replies, isWon);
      if (found) return found;
      const rows = plural(replies.length, "row");
      throw this.#askForGuesses(replies, `The squares have ${rows} for ${plural(words.length, "word")}`);
    }
    return { clues: words.map((word, at) => ({ guess: this.#guess(word), reply: replies[at] })), secret };
  }

  /**
   * The error that asks for the guess of each row, and for the answer if the game was not won.
   * @param {number[]} replies
   * @param {string} trouble
   */
  #askForGuesses(replies, trouble) {
    const { game } = this;
    const count = replies.length;
    const answer = replies[count - 1] === game.win ? "" : " --secret ANSWER";
    const form = `fewest analyse${" WORD".repeat(count)}${answer}`;
    const guesses = count === 1 ? "guess" : `${count} guesses`;
    const rows = replies.map((reply) => game.replyText(reply));
    return new FewestError(`${trouble}; type the ${guesses}: ${form}.`, "guesses", { rows });
  }

  /**
   * The first words, in order, that get exactly these replies if one of the words is the secret.
   * @param {number[]} replies
   * @param {boolean} isWon
   */
  #fitting(replies, isWon) {
    const { game } = this;
    const words = this.words.filter((word) => this.#isGuess(word)).map((word) => this.#guess(word));
    const secrets = this.secret === null ? new Set(words.toReversed()) : [this.secret];
    for (const secret of secrets) {
      /** @type {Clue[]} */
      const chosen = [];
      for (const clue of told(game, words, secret)) if (clue.reply === replies[chosen.length]) chosen.push(clue);
      const isSecret = game.everyGuess || game.answerSet.has(secret);
      const ends = !isWon || chosen.at(-1)?.guess === secret;
      if (chosen.length === replies.length && isSecret && ends) return { clues: chosen, secret };
    }
    return null;
  }

  /** Words alone, up to the secret; in a lost game the secret may follow them. */
  #withWords() {
    const { game, score } = this;
    const limit = game.maxGuesses;
    let { secret } = this;
    const words = this.#guessesInProse().map((word) => this.#guess(word));
    const last = words[words.length - 1];
    if (!words.length) {
      if (score !== null) throw new FewestError("A score alone is not enough; write the guesses too.");
      throw new FewestError("There is no guess in this text; give the guesses of a game, such as crane slate rebut.");
    }
    if (score === "X" || words.length > limit) {
      if (words.length === limit + 1 && (secret === null || secret === last)) secret = words.pop() ?? null;
      if (words.length > limit) {
        const named = `${words.slice(0, MOST_NAMED).join(" ")}${words.length > MOST_NAMED ? " …" : ""}`;
        const has = `A game has ${plural(limit, "guess", "guesses")}, but the text has ${words.length} words`;
        throw new FewestError(`${has}: ${named}; leave out words that are not guesses.`);
      }
      if (secret === null) {
        const lost = `The game was lost after ${last.toUpperCase()}`;
        throw new FewestError(`${lost}; give the answer too.`, "answer");
      }
    } else if (score !== null) {
      if (words.length === numberOf(score) - 1 && secret !== null) words.push(secret);
      secret ??= last;
    } else if (secret === null) {
      if (words.length === limit) throw askForAnswer(game, last, limit);
      secret = last;
    }
    const sought = game.findSecret(secret);
    return { clues: told(game, words, sought), secret: sought };
  }

  /** The words that are guesses: all of them, unless the text is a sentence. */
  #guessesInProse() {
    const { words, others } = this;
    if (!others.length) return words;
    if (!others.some((other) => FILLERS.has(other.toLowerCase()))) this.#refuse(others[0]);
    const loud = words.filter(isLoud);
    return loud.length ? loud : words.filter((word) => !FILLERS.has(word.toLowerCase()));
  }

  /**
   * Check that score, answer and replies are consistent.
   * @param {Clue[]} clues
   * @param {string | null} secret
   */
  #checked(clues, secret) {
    const { game, score } = this;
    const last = clues[clues.length - 1];
    const isWon = last.reply === game.win;
    if (score === "X" && isWon) {
      const lost = `The score X/${game.maxGuesses} means a lost game`;
      throw new FewestError(`${lost}, but ${last.guess.toUpperCase()} wins it.`);
    }
    if (score !== null && score !== "X" && !(isWon && clues.length === numberOf(score))) {
      const made = `the text has ${plural(clues.length, "guess", "guesses")}${isWon ? "" : " and no win"}`;
      throw new FewestError(`The score says ${score} of ${game.maxGuesses}, but ${made}; correct one of them.`);
    }
    const sought = isWon && secret === null ? last.guess : secret;
    if (sought !== null)
      for (const [place, { guess, reply }] of clues.entries())
        if (game.reply(guess, sought) !== reply) {
          const said = `Guess ${place + 1}, ${guess.toUpperCase()}, does not get ${game.seen({ guess, reply }).squares}`;
          throw new FewestError(`${said} if the answer is ${sought.toUpperCase()}; check it.`).about(place);
        }
    return { clues, secret: sought };
  }
}

/** The stars in a line before a place. @param {string} text @param {number} at */
const starsBefore = (text, at) => text.slice(text.lastIndexOf("\n", at - 1) + 1, at).split("*").length - 1;
