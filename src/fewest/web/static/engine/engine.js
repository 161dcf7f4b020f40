// The questions of the API that the page answers without a server, by their paths: src/fewest/web/api.py.
import { EXACT_SECONDS } from "./advise.js";
import { analyse } from "./analysis.js";
import { follow } from "./clues.js";
import { FewestError } from "./errors.js";
import { describePast, play, splitBy } from "./questions.js";
import { lists, pastAnswers, Setup } from "./setup.js";
import { suggest } from "./suggest.js";
import { tree } from "./tree.js";
import { value } from "./value.js";
import { digest, fromText } from "./words.js";

const OWN_LIST = "your list";
const MOST_LISTED = 10_000; // words of a list

export { load as start } from "./loaded.js";

/** A setup and what is believed after the clues of a request. @param {any} asked */
function positionOf(asked) {
  const setup = new Setup(asked, true);
  return { setup, belief: follow(setup.start(), asked.clues ?? []) };
}

/** @type {Record<string, (asked: any) => unknown>} */
const QUESTIONS = {
  languages: () => [],
  async lists({ text }) {
    const list = await fromText(text, OWN_LIST);
    const { fingerprint, guesses } = list;
    if (guesses.length > MOST_LISTED) {
      const [count, most] = [guesses.length, MOST_LISTED].map((number) => number.toLocaleString("en-US"));
      throw new FewestError(`The list has ${count} words; the page takes ${most} at most.`);
    }
    lists.set(fingerprint, list);
    return { word_list: fingerprint, words: guesses.length, length: [...guesses[0]].length };
  },
  async past({ text }) {
    const sentence = describePast(new Setup({}, true), text);
    const name = await digest(text);
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
    return suggest(setup, belief, asked, asked.seconds ?? EXACT_SECONDS, null);
  },
  value: (asked) => value(positionOf(asked).belief, asked),
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
  if (!Object.hasOwn(QUESTIONS, path))
    throw new FewestError("This needs a server: install fewest and open its page with fewest serve.", "server");
  return QUESTIONS[path](body);
}
