// Trees of openers; mirrors src/fewest/questions/tree.py, grow of src/fewest/trees/tree.py, and their requests in
// src/fewest/web/api.py.
/** @import { TreeNode, TreeRequest } from "fewest-api" */
/** @import { Setup } from "./setup.js" */
import { withBudget } from "./advise.js";
import { Belief } from "./belief.js";
import { IMPOSSIBLE, Stopped, TooDeep } from "./core.js";
import { aboutClue, FewestError } from "./errors.js";
import { sum } from "./numbers.js";
import { Prover } from "./prover.js";
import { MAX_LISTED_SECRETS } from "./questions.js";
import { keep } from "./setup.js";
import { knownValue, knownValues } from "./shipped.js";
import { DEFAULT, rank, score } from "./splits.js";

const TREE_SECONDS = 30; // the budget of search
const FEW_SECRETS = 50; // up to this many, first look for a secret that tells all apart, before scoring all guesses

/**
 * A guess, and the next node for each reply; null for the win.
 * @typedef {{ guess: string, replies: Map<number, Node | null> }} Node
 *
 * @typedef {object} OpenerTree
 * @property {Node} root
 * @property {string} strategy
 * @property {Map<string, number>} depths The number of guesses for each secret.
 * @property {boolean} proved
 * @property {number | null} best The mean of optimal play after the opener, if it is known.
 */

/** @type {Map<string, OpenerTree>} */
const trees = new Map();

/**
 * The node that some replies lead to in the tree of an opener.
 * @param {Setup} setup
 * @param {TreeRequest} asked
 * @returns {TreeNode}
 */
export function tree(setup, { opener, exact: isExact = true, replies = [], secret = null }) {
  const start = setup.start();
  const { game } = start;
  const first = game.guesses[start.findGuess(opener)];
  const name = [game.series, game.label, start.hard, first, isExact].join();
  const grown = keep(trees, name, () => (isExact && optimalTree(start, first)) || usualTree(start, first));
  const { node, belief } = descend(grown, start, replies);
  const taken = takenBy(grown, belief);
  const whole = takenBy(grown, start);
  const worst = Math.max(...taken);
  const branches = !node
    ? []
    : belief.parts(node.guess).map(({ reply, part }) => ({
        reply: game.replyText(reply),
        squares: game.seen({ guess: node.guess, reply }).squares,
        count: part.size,
        words: part.words.slice(0, MAX_LISTED_SECRETS),
        guess: node.replies.get(reply)?.guess ?? null,
        mean: meanOf(takenBy(grown, part)),
        worst: Math.max(...takenBy(grown, part)),
      }));
  const sought = secret === null ? null : game.findSecret(secret);
  return {
    label: game.label,
    strategy: grown.strategy,
    proved: grown.proved,
    opener: first,
    path: belief.clues.map((clue) => game.seen(clue)),
    guess: node?.guess ?? null,
    count: belief.size,
    mean: meanOf(taken),
    worst,
    branches: branches.sort((a, b) => b.count - a.count || (a.reply < b.reply ? -1 : 1)),
    histogram: Object.fromEntries(
      Array.from({ length: worst }, (_, at) => [at + 1, taken.filter((each) => each === at + 1).length]),
    ),
    whole_mean: meanOf(whole),
    best_mean: grown.best,
    whole_total: sum(whole),
    whole_worst: Math.max(...whole),
    secret_path: sought === null ? [] : pathTo(grown, start, sought),
  };
}

/**
 * The optimal tree, in hard mode within the guess limit; null if that takes too long.
 * @param {Belief} start
 * @param {string} opener
 */
function optimalTree(start, opener) {
  const prover = new Prover(start, { maxGuesses: start.inHardMode ? start.game.maxGuesses : null });
  try {
    return withBudget(TREE_SECONDS, (stop) => {
      if (prover.reporting(start, () => prover.costOfGuess(opener, start, stop)) === IMPOSSIBLE)
        throw new FewestError("No strategy with this opener always finishes in time.");
      const grown = grow(start, opener, (part) => prover.best(part, stop).guess ?? "");
      return { ...grown, strategy: "optimal", proved: true, best: meanOf([...grown.depths.values()]) };
    });
  } catch (error) {
    if (error instanceof TooDeep)
      throw new FewestError(`${start.game.label}: ${error.message}; play it with a strategy such as entropy.`);
    if (error instanceof Stopped) return null;
    throw error;
  } finally {
    prover.free();
  }
}

/**
 * The tree without search: shipped best guesses, then those of the default strategy. It counts as proved if it needs
 * no more guesses than optimal play.
 * @param {Belief} start
 * @param {string} opener
 */
function usualTree(start, opener) {
  const grown = grow(start, opener, (part) => {
    const known = knownValues(part, 1, null, () => score(part).whole, null);
    return known[0]?.guess ?? secretThatTellsAllApart(part) ?? rank(part, score(part), 1, null)[0].guess;
  });
  const known = knownValue(start, opener);
  const proved = !start.hard && known?.cost === sum([...grown.depths.values()]);
  return { ...grown, strategy: DEFAULT, proved, best: known?.mean ?? null };
}

/**
 * The first possible secret, in the order of guesses, that tells all apart; no guess is better.
 * @param {Belief} belief
 */
function secretThatTellsAllApart({ game, secrets, size }) {
  if (size > Math.min(FEW_SECRETS, game.replies)) return undefined;
  const columns = secrets.map((secret) => game.secretGuesses[secret]).sort();
  const telling = columns.find((column) => new Set(game.column(secrets, column)).size === size);
  return telling === undefined ? undefined : game.guesses[telling];
}

/**
 * Grow the tree of an opener and the choices after it.
 * @param {Belief} start
 * @param {string} opener
 * @param {(belief: Belief) => string} choose
 */
function grow(start, opener, choose) {
  /** @type {Map<string, number>} */
  const depths = new Map();
  const node = (/** @type {string} */ guess, /** @type {Belief} */ here, /** @type {number} */ depth) => {
    /** @type {Node} */
    const grown = { guess, replies: new Map() };
    for (const { reply, part } of here.parts(guess)) {
      const isWon = reply === here.game.win;
      if (isWon) depths.set(guess, depth);
      const next = () => (part.size === 1 ? part.words[0] : choose(part));
      grown.replies.set(reply, isWon ? null : node(next(), part, depth + 1));
    }
    return grown;
  };
  return { root: node(opener, start, 1), depths };
}

/**
 * The node that some replies lead to, and its belief.
 * @param {OpenerTree} grown
 * @param {Belief} start
 * @param {string[]} replies
 */
function descend({ root }, start, replies) {
  let node = /** @type {Node | null} */ (root);
  let belief = start;
  for (const [place, text] of replies.entries())
    aboutClue(place, () => {
      const reply = start.game.parseReply(text);
      if (!node?.replies.has(reply))
        throw new FewestError(`No secret leads to reply ${place + 1}, ${text}, in this tree.`, "reply");
      belief = belief.after({ guess: node.guess, reply });
      node = node.replies.get(reply) ?? null;
    });
  return { node, belief };
}

/**
 * The clues that lead to a secret.
 * @param {OpenerTree} grown
 * @param {Belief} start
 * @param {string} secret
 */
function pathTo({ root }, { game }, secret) {
  const path = [];
  for (let node = /** @type {Node | null} */ (root); node; ) {
    const { guess, replies } = node;
    const reply = game.reply(guess, secret);
    path.push(game.seen({ guess, reply }));
    node = replies.get(reply) ?? null;
  }
  return path;
}

/**
 * How many guesses the secrets of a belief take.
 * @param {OpenerTree} grown
 * @param {Belief} belief
 */
const takenBy = ({ depths }, { game, secrets }) =>
  Array.from(secrets, (secret) => depths.get(game.secrets[secret]) ?? 0);

/** @param {number[]} numbers */
const meanOf = (numbers) => sum(numbers) / numbers.length;
