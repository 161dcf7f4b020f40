// The errors that a person can cause: src/fewest/errors.py.
/** @import { ErrorReply } from "fewest-api" */

export class FewestError extends Error {
  kind = "input";
  /** @type {number | null} */
  clue = null;
  /** @type {number[]} */
  tiles = [];
  /** @type {Record<number, number>} */
  others = {};
  /** @type {string | null} */
  guess = null;
  /** @type {string[]} */
  rows = [];

  /**
   * @param {string} message
   * @param {string} [kind]
   */
  constructor(message, kind = "input") {
    super(message);
    this.kind = kind;
  }

  /**
   * The same error, which says of which clue it is.
   * @param {number} clue
   * @param {number[]} [tiles]
   * @param {Record<number, number>} [others]
   */
  about(clue, tiles = [], others = {}) {
    return Object.assign(this, { clue, tiles, others });
  }

  /** @returns {ErrorReply} */
  toJson() {
    const { message: detail, kind, clue, tiles, others, guess, rows } = this;
    return { detail, kind, clue, tiles, others, guess, rows };
  }
}

/**
 * Do something; an error says of which clue it is.
 * @template Found
 * @param {number} place
 * @param {() => Found} act
 */
export function aboutClue(place, act) {
  try {
    return act();
  } catch (error) {
    throw error instanceof FewestError ? error.about(place) : error;
  }
}
