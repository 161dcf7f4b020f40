// What the engine is loaded with: the core, and the words, curves and proved values that are shipped.
import { Core } from "./core.js";

/**
 * The words, curves and proved values that are shipped: src/fewest/web/engine_data.py makes them.
 * @typedef {object} Shipped
 * @property {string} words All words of five letters by descending frequency, without spaces.
 * @property {Record<string, EditionData>} editions
 * @property {Record<string, { bits: number[], guesses: number[] }>} curves By the label of a game.
 * @property {Record<string, OpenersData>} openers By label, and -hard where that is meant.
 * @property {Record<string, BookData>} books By label.
 *
 * @typedef {object} EditionData
 * @property {string} guesses A bit for each word, four in a hexadecimal digit.
 * @property {string} answers
 * @property {string} fingerprint
 *
 * @typedef {object} OpenersData
 * @property {number} weight
 * @property {number[]} costs By guess: an exact cost, or minus a lower bound.
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
 * Take the code of the core and the shipped data.
 * @param {BufferSource | WebAssembly.Module} code
 * @param {Shipped} data
 */
export async function load(code, data) {
  core = await Core.load(code);
  shipped = data;
}
