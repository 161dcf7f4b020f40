// Errors that users can cause; mirrors src/fewest/errors.py.
/** @import { ErrorReply } from "fewest-api" */

export class FewestError extends Error {
  /**
   * @param {string} message
   * @param {string} [kind]
   * @param {Partial<ErrorReply>} [more]
   */
  constructor(message, kind = "input", more = {}) {
    super(message);
    this.kind = kind;
    this.facts = { clue: null, tiles: [], others: {}, guess: null, rows: [], unlisted: false, ...more };
  }

  /**
   * Return this error with the clue that it is about.
   * @param {number} clue
   * @param {number[]} [tiles]
   * @param {Record<number, number>} [others]
   */
  about(clue, tiles = [], others = {}) {
    Object.assign(this.facts, { clue, tiles, others });
    return this;
  }

  /** @returns {ErrorReply} */
  toJson() {
    return { detail: this.message, kind: this.kind, ...this.facts };
  }
}

/** The error for requests that need a server. */
export const needsServer = () =>
  new FewestError("This needs a server. Install fewest, then run fewest serve.", "server");

/**
 * Run a function, and attach the index of a clue to its errors.
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
