// The core, and the shipped words, curves and proved values, as loaded by the engine.
import { Core } from "./core.js";

/**
 * The shipped words, curves and proved values, written by src/fewest/web/engine_data.py.
 * @typedef {object} Shipped
 * @property {string} words All words of five letters by descending frequency, without spaces.
 * @property {Record<string, EditionData>} editions
 * @property {Record<string, { bits: number[], guesses: number[] }>} curves By the label of a game.
 * @property {Record<string, OpenersData>} openers By label, with -hard for hard mode.
 * @property {Record<string, BookData>} books By label.
 *
 * @typedef {object} EditionData
 * @property {string} guesses A bit for each word, four in a hexadecimal digit.
 * @property {string} answers
 * @property {string} fingerprint
 *
 * @typedef {object} OpenersData
 * @property {number} weight
 * @property {number[]} costs By guess: an exact cost, or a negated lower bound.
 *
 * @typedef {object} BookData
 * @property {Record<string, Record<string, (number | string)[]>>} replies
 * @property {Record<string, [number, number, number, number]>} start
 */

/** @type {Core} */
export let core;
/** @type {Shipped} */
export let shipped;

/**
 * Load the core and the shipped data.
 * @param {BufferSource | WebAssembly.Module} code
 * @param {Shipped} data
 */
export async function load(code, data) {
  core = await Core.load(code);
  shipped = data;
}
