// Shipped proved values of openers and of the best second guesses; mirrors src/fewest/search/shipped_values.py.
/** @import { Belief } from "./belief.js" */
/** @import { Split } from "./splits.js" */
/** @import { Valued } from "./prover.js" */
import { IMPOSSIBLE } from "./core.js";
import { shipped } from "./loaded.js";
import { costWithin } from "./prover.js";
import { areAmong, byEntropicScore } from "./splits.js";

const STARTS = 300;

/** The name of the shipped values for the prior of a belief; empty without any. @param {Belief} belief */
function nameOf({ game, prior, hard }) {
  const usual = game.everyGuess ? "today" : "uniform";
  return prior === usual && !game.consistent ? `${game.label}${hard ? "-hard" : ""}` : "";
}

/**
 * The shipped values of every opener; null unless the belief is the start of a game with a table.
 * @param {Belief} belief
 */
function knownOpeners(belief) {
  const found = belief.clues.length ? undefined : shipped.openers[nameOf(belief)];
  if (!found) return null;
  const { costs, weight } = found;
  return {
    weight,
    costs,
    isComplete: costs.every((cost) => cost > 0),
    least: costs.reduce((least, cost) => Math.min(least, Math.abs(cost)), IMPOSSIBLE),
  };
}

/** The shipped book of a belief's game. @param {Belief} belief */
const bookOf = (belief) => (belief.hard ? undefined : shipped.books[nameOf(belief)]);

/**
 * @param {number} cost
 * @param {number} weight
 * @param {string} guess
 * @returns {Valued}
 */
const valued = (cost, weight, guess) => ({ cost, mean: cost / weight, guess });

/** The best guess after the first clue by the book, and the common word preferred by default. @param {Belief} belief */
function bookValues(belief) {
  const [{ guess, reply }] = belief.clues;
  const found = bookOf(belief)?.replies[guess]?.[belief.game.replyText(reply)];
  if (!found || belief.size === 1) return [];
  const [weight, ...facts] = found;
  const values = [];
  for (let at = 0; at < facts.length; at += 2)
    values.push(valued(Number(facts[at + 1]), Number(weight), String(facts[at])));
  return values;
}

/**
 * The best openers of a belief, best first, with their split statistics; null without a table and a book.
 * @param {Belief} belief
 */
export function knownStart(belief) {
  const [table, facts] = [knownOpeners(belief), bookOf(belief)?.start];
  if (!table || !facts || belief.clues.length) return null;
  const values = Object.keys(facts).flatMap((guess) => {
    const cost = table.costs[belief.findGuess(guess)];
    return cost > 0 && cost < IMPOSSIBLE ? [valued(cost, table.weight, guess)] : [];
  });
  return { values, facts, isAll: table.isComplete && values.length < STARTS };
}

/**
 * The best guesses known without search, at most `count`; empty unless the first is proved to be the best. With a
 * margin, all guesses known to be within it are included.
 * @param {Belief} belief
 * @param {number} count
 * @param {string[] | null} among
 * @param {() => Split} whole
 * @param {number | null} margin
 */
export function knownValues(belief, count, among, whole, margin) {
  if (belief.size === 1) return [];
  const table = knownOpeners(belief);
  if (table) {
    const { costs, weight, least } = table;
    const found = whole();
    const isAmong = areAmong(belief, found, among);
    const places = [...byEntropicScore(belief, found)].filter((at) => isAmong[at]);
    const chosen = places.map((at) => found.guesses[at]);
    const known = chosen.filter((column) => costs[column] > 0 && costs[column] < IMPOSSIBLE);
    known.sort((a, b) => costs[a] - costs[b]);
    if (!known.length || (costs[known[0]] > least && chosen.some((column) => costs[column] <= 0))) return [];
    const first = valued(costs[known[0]], weight, belief.game.guesses[known[0]]);
    const last = costs[known[Math.min(known.length, Math.max(1, count)) - 1]];
    const most = Math.max(costWithin(first, margin ?? 0), last);
    const values = known.filter((column) => costs[column] <= most);
    const all = values.map((column) => valued(costs[column], weight, belief.game.guesses[column]));
    return margin === null ? all.slice(0, count) : all;
  }
  const values = belief.clues.length === 1 ? bookValues(belief) : [];
  if (!values.length || (among && !among.includes(values[0].guess))) return [];
  if (!margin) return values.slice(0, 1);
  const most = costWithin(values[0], margin);
  return values.filter(({ cost, guess }) => cost <= most && (!among || among.includes(guess)));
}

/**
 * The exact value of one guess, if it is known without search.
 * @param {Belief} belief
 * @param {string} guess
 */
export function knownValue(belief, guess) {
  const table = knownOpeners(belief);
  if (table) {
    const cost = table.costs[belief.findGuess(guess)];
    return cost > 0 && cost < IMPOSSIBLE ? valued(cost, table.weight, guess) : null;
  }
  const values = belief.clues.length === 1 ? bookValues(belief) : [];
  return values.find((value) => value.guess === guess) ?? null;
}
