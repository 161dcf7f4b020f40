// Answers requests to the API without a server; mirrors src/fewest/web/api.py.
/** @import { Belief } from "./belief.js" */
import { EXACT_SECONDS } from "./advise.js";
import { analyse } from "./analysis.js";
import { follow } from "./clues.js";
import { FewestError, needsServer } from "./errors.js";
import { whole } from "./numbers.js";
import { describePast, play, splitBy } from "./questions.js";
import { lists, pastAnswers, Setup } from "./setup.js";
import { suggest } from "./suggest.js";
import { tree } from "./tree.js";
import { value } from "./value.js";
import { digest, fromText } from "./words.js";

const OWN_LIST = "your list";
const MOST_LISTED = 10_000; // the most words of a pasted list
const PROOF_WORDS = 1500; // up to this many secrets, a long search has a fair chance to finish

export { load as start } from "./loaded.js";

/** The setup of a request, and the belief after its clues. @param {any} asked */
function positionOf(asked) {
  const setup = new Setup(asked, true);
  return { setup, belief: follow(setup.start(), asked.clues ?? []) };
}

/** The requested budget of exact search, or the default. @param {number} seconds @param {Belief} belief */
const budget = (seconds = EXACT_SECONDS, { size }) =>
  size <= PROOF_WORDS ? seconds : Math.min(seconds, EXACT_SECONDS);

/** @type {Record<string, (asked: any) => unknown>} */
const QUESTIONS = {
  languages: () => [],
  lists({ text }) {
    const list = fromText(text, OWN_LIST);
    const { fingerprint, guesses } = list;
    if (guesses.length > MOST_LISTED)
      throw new FewestError(`The list has ${whole(guesses.length)} words. Use at most ${whole(MOST_LISTED)}.`);
    lists.set(fingerprint, list);
    return { word_list: fingerprint, words: guesses.length, length: [...guesses[0]].length };
  },
  past({ text }) {
    const sentence = describePast(new Setup({}, true), text);
    const name = digest(text);
    pastAnswers.set(name, text);
    return { past: name, sentence };
  },
  game: (asked) => new Setup(asked, false).game.facts,
  split(asked) {
    const { setup, belief } = positionOf(asked);
    return splitBy(setup, belief, asked.guess);
  },
  suggest(asked) {
    const { setup, belief } = positionOf(asked);
    return suggest(setup, belief, asked, 0, asked.strategy ?? null);
  },
  "suggest/exact"(asked) {
    const { setup, belief } = positionOf(asked);
    return suggest(setup, belief, asked, budget(asked.seconds, belief), null);
  },
  value(asked) {
    const { belief } = positionOf(asked);
    return value(belief, asked.guess, budget(asked.seconds, belief));
  },
  analyse: (asked) => analyse(new Setup(asked, true), asked),
  play: (asked) => play(new Setup(asked, false), asked),
  tree: (asked) => tree(new Setup(asked, false), asked),
};

/**
 * Answer a request to a path of the API.
 * @param {string} path
 * @param {unknown} body
 */
export async function answer(path, body) {
  if (!Object.hasOwn(QUESTIONS, path)) throw needsServer();
  return QUESTIONS[path](body);
}
