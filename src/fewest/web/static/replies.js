// Guesses and replies as a game declares them. A reply is marks, named numbers, one of several texts, or any text.
/** @import { GameFacts, Keyboard } from "fewest-api" */
import { UNSET } from "./tiles.js";

/**
 * How to enter guesses of a game: by keys with a number of places, or in a field. All letters of a language can be
 * typed, even those without a key.
 * @param {GameFacts} game
 */
export function inputOf({ keyboard: { reply, rows, length, pegs }, has_words }) {
  const [isTyped, places] = [rows.length > 0, length ?? 0];
  return {
    isTyped,
    places,
    hasMarks: reply === "marks",
    symbol: has_words ? "letter" : "place",
    keys: { rows, pegs: pegs ? rows.join("") : undefined },
    isSymbol: (/** @type {string} */ key) =>
      isTyped && (rows.some((row) => row.includes(key)) || (has_words && /^\p{L}$/u.test(key))),
    isWhole: (/** @type {string} */ draft) => (isTyped ? [...draft].length === places : draft !== ""),
  };
}

/** The empty reply. @param {Keyboard} keyboard */
export const noReply = ({ reply, length }) => (reply === "marks" ? UNSET.repeat(length ?? 0) : "");

/**
 * Whether a reply is complete.
 * @param {Keyboard} keyboard
 * @param {string} text
 */
export const isEntered = ({ reply, texts }, text) =>
  reply === "marks" ? !text.includes(UNSET) : reply === "field" ? text.trim() !== "" : texts.includes(text);

/**
 * The numbers of a reply; zeros if it is empty.
 * @param {Keyboard} keyboard
 * @param {string} text
 */
export function countsOf({ counts }, text) {
  const numbers = text.match(/\d+/g) ?? [];
  return counts.map((_, index) => Number(numbers[index] ?? 0));
}

/**
 * A reply with these numbers.
 * @param {Keyboard} keyboard
 * @param {number[]} numbers
 */
export const writeCounts = ({ counts }, numbers) =>
  counts.map(({ letter }, index) => `${numbers[index]}${letter}`).join("");

/**
 * A reply in words, such as 1 black, 2 white.
 * @param {Keyboard} keyboard
 * @param {string} text
 */
export function spoken(keyboard, text) {
  if (keyboard.reply !== "counts" || !text) return text;
  const numbers = countsOf(keyboard, text);
  return keyboard.counts.map(({ name }, index) => `${numbers[index]} ${name}`).join(", ");
}
