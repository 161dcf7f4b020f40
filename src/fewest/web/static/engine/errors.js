// The errors that a person can cause: src/fewest/errors.py.
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
    this.facts = { clue: null, tiles: [], others: {}, guess: null, rows: [], ...more };
  }

  /**
   * The same error, which says of which clue it is.
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

/** What only a server can answer. */
export const needsServer = () =>
  new FewestError("This needs a server: install fewest and open its page with fewest serve.", "server");

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
