// Explore: walk the tree of any opener. The tree stays as it is; a better one is offered once it is found.
/**
 * @import { TreeBranch, TreeNode, TreeRequest } from "fewest-api"
 * @import { Frame, How } from "./app.js"
 * @import { RequestError } from "./request.js"
 */

import {
  EditionSelect,
  Histogram,
  Notice,
  RuleSelect,
  Settings,
  Waiting,
  WORD_INPUT,
  WordField,
  WordList,
} from "./components.js";
import { draw, html, plural, say, whole, withValue } from "./dom.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { askedRule, editionOf, limits, ruleOf, words } from "./settings.js";
import { Row, SmallTiles, Squares, UNSET } from "./tiles.js";

const BRANCHES_SHOWN = 14;
const FEW_WORDS = 12; // so many words of a branch are listed at most

/**
 * @typedef {TreeNode & { asked: string, secret: string | null }} Node A node with the request that it answers.
 * @param {Element} root
 * @param {Frame} frame
 */
export function mount(root, { change, set }) {
  const quickRequest = new LatestRequest();
  const exactRequest = new LatestRequest();
  let params = new URLSearchParams();
  /** @type {Node | null} */
  let node = null;
  /** @type {RequestError | null} */
  let problem = null;
  let treeAsked = ""; // the opener and its setting, whose best tree is searched for
  let isProving = false;
  /** @type {TreeNode | null} */
  let better = null; // the root of the best tree, once it is found
  let isTooLong = false; // it is not found in time
  let showAll = false;
  let marks = ""; // the reply that is entered by tiles
  let typed = ""; // the beginning of a word that is looked for

  const opener = () => params.get("o") || editionOf(params).opener;
  const wantsBest = () => params.get("best") === "1";
  const path = () => words.read(params.get("r"));
  const walk = (/** @type {string[]} */ replies, /** @type {How} */ how = {}) =>
    change({ r: words.write(replies) }, how);
  const load = (/** @type {TreeRequest} */ asked, /** @type {boolean} */ exact, /** @type {AbortSignal} */ signal) =>
    ask("tree", { ...asked, exact }, signal);

  /** Ask for the node of the address: in the tree that is known at once, or in the best one if that was chosen. */
  async function run() {
    const setting = { edition: editionOf(params).label, ...askedRule(ruleOf(params, true)), opener: opener() };
    const asked = { ...setting, replies: path(), secret: params.get("f") || null };
    const signal = quickRequest.next();
    if (treeAsked !== JSON.stringify(setting)) {
      exactRequest.stop();
      treeAsked = JSON.stringify(setting);
      node = problem = better = null;
      isProving = isTooLong = false;
    }
    redraw();
    try {
      const found = await load(asked, wantsBest(), signal);
      if (node?.asked !== JSON.stringify(asked)) [marks, typed] = ["", ""];
      node = { ...found, asked: JSON.stringify(asked), secret: asked.secret };
      problem = null;
      say(node.guess ? `${plural(node.count, "word")}; the guess is ${node.guess}.` : "Found.");
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      if (found.kind === "reply" && path().length) {
        walk(path().slice(0, found.clue ?? -1), { replace: true }); // back to the last reply that led somewhere
        return;
      }
      problem = found;
    }
    redraw();
    if (node && !node.proved && !wantsBest() && !isProving && !better && !isTooLong) prove(setting);
  }

  /**
   * Search for the best tree. What is shown stays as it is.
   * @param {Pick<TreeRequest, "edition" | "hard" | "rule" | "opener">} setting
   */
  async function prove(setting) {
    isProving = true;
    redraw();
    try {
      const found = await load({ ...setting, replies: [] }, true, exactRequest.next());
      if (found.proved) {
        better = found;
        say(`Proved: ${found.opener} takes ${found.whole_mean.toFixed(4)} guesses on average.`);
      } else isTooLong = true;
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      isTooLong = true;
    }
    isProving = false;
    redraw();
  }

  /**
   * Whether the tree that is shown takes no more guesses than the best one.
   * @param {TreeNode} node
   */
  const isBest = ({ proved, whole_total: total }) => proved || better?.whole_total === total;

  /**
   * The better tree, offered.
   * @param {TreeNode} node
   */
  const offer = (node) =>
    better &&
    !isBest(node) &&
    html`<p class="offer" role="status">
      <span>The best tree is found: ${better.whole_mean.toFixed(4)} guesses on average instead of ${node.whole_mean.toFixed(4)}.</span>
      <button type="button" class="button main" data-key="better" onclick=${() => change({ best: "1" })}>Show it</button>
    </p>`;

  /**
   * Whether a branch fits the tiles and the word that are entered.
   * @param {TreeBranch} branch
   */
  const isWanted = ({ reply, words: listed }) =>
    [...marks].every((mark, at) => mark === UNSET || mark === reply[at]) &&
    (!typed || listed.some((word) => word.startsWith(typed)));

  /**
   * Colour a tile of the guess; a reply that is complete is taken.
   * @param {TreeNode} node
   * @param {number} place
   */
  function paint({ branches }, place) {
    const next = marks[place] === UNSET ? "0" : String((Number(marks[place]) + 1) % 3);
    marks = marks.slice(0, place) + next + marks.slice(place + 1);
    const left = branches.filter(isWanted).length;
    say(plural(left, "reply fits", "replies fit"));
    redraw();
  }

  /**
   * Where a reply is entered by tiles, or looked for by a word.
   * @param {TreeNode} node
   */
  function finder(node) {
    const guess = node.guess ?? "";
    if (marks.length !== guess.length) marks = UNSET.repeat(guess.length);
    const fitting = node.branches.filter(isWanted);
    const isFiltered = typed || /[012]/.test(marks);
    const clear = () => {
      [marks, typed] = ["", ""];
      redraw();
    };
    const onInput = (/** @type {string} */ text) => {
      typed = text.trim().toLowerCase();
      redraw();
    };
    const go = () => fitting.length === 1 && fitting[0].guess !== null && walk([...path(), fitting[0].reply]);
    return html`<div class="finder">
      <${Row} ...${{ guess, reply: marks, length: guess.length, row: node.path.length, onTile: (/** @type {number} */ place) => paint(node, place) }} />
      <input ...${WORD_INPUT} size="9" aria-label="Only replies of words that begin with" placeholder="or a word" data-key="filter" value=${typed}
        oninput=${withValue(onInput)} onkeydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && go()} />
      ${
        isFiltered &&
        html`<span class="dim">${fitting.length ? plural(fitting.length, "reply fits", "replies fit") : "No reply fits."}</span>
          ${fitting.length === 1 && fitting[0].guess !== null && html`<button type="button" class="button main" data-key="go" onclick=${go}>Go on</button>`}
          <button type="button" class="quiet" data-key="clear-filter" onclick=${clear}>Show all</button>`
      }
    </div>`;
  }

  const settings = () => html`<${Settings} name="explore">
    <${EditionSelect} params=${params} onChange=${set("e", { r: "", f: "", best: "" })} />
    <${WordField} label="Opener" value=${opener()} onChange=${set("o", { r: "", best: "" })} />
    <${WordField} label="Find a secret" value=${params.get("f")} placeholder="any answer" onChange=${set("f")} />
    <${RuleSelect} params=${params} onChange=${set("hard", { r: "", best: "" })} />
  <//>`;

  /** Which words the trees are about, and why the assistant counts more. */
  function about() {
    const { label, answers, guesses } = editionOf(params);
    const list = `The trees cover the ${whole(answers)} answers, all equally likely, because such trees can be proved.`;
    const others = `The Assistant also counts the ${whole(guesses - answers)} other allowed words.`;
    return label === limits.edition ? `${list} ${others}` : list;
  }

  /** @param {TreeNode} node */
  const crumbs = ({ path: clues }) => html`<ol>
    <li>
      <button type="button" class="crumb" data-key="crumb-0" disabled=${!clues.length} onclick=${() => walk([])}>start</button>
    </li>
    ${clues.map(
      ({ guess, reply }, at) => html`<li>
        <button type="button" class="crumb" data-key=${`crumb-${at + 1}`}
          aria-current=${at === clues.length - 1 ? "step" : null} onclick=${() => walk(path().slice(0, at + 1))}>
          <${SmallTiles} guess=${guess} reply=${reply} />
        </button>
      </li>`,
    )}
  </ol>`;

  /**
   * The path to the secret that is looked for.
   * @param {Node} node
   */
  const foundPath = ({ secret, secret_path: found }) => html`<p class="found">
    <span>${secret} takes ${found.length}: </span>
    ${found.map(
      ({ guess, reply }, at) => html`<button type="button" class="crumb" data-key=${`found-${at}`}
        aria-label=${`Go to guess ${at + 1}, ${guess}`}
        onclick=${() => walk(found.slice(0, at).map((each) => each.reply))}>
        <${SmallTiles} guess=${guess} reply=${reply} />
      </button>`,
    )}
  </p>`;

  /**
   * @param {TreeBranch} branch
   * @param {number} most
   * @param {boolean} isOnPath
   */
  const branchItem = ({ reply, count, guess, mean, worst, words: listed }, most, isOnPath) => html`<li
    key=${reply} class=${isOnPath ? "on-path" : ""}>
    <button type="button" class="branch" disabled=${guess === null} data-key=${`branch-${reply}`} data-reply=${reply}
      onclick=${() => walk([...path(), reply])}>
      <${Squares} reply=${reply} />
      <span class="part-bar" style=${{ "--share": count / most }} />
      <span class="branch-count">${whole(count)}<span class="unseen">${count === 1 ? " word" : " words"}</span></span>
      <span class="branch-guess">${guess ?? "found"}</span>
      <span class="branch-mean dim">
        ${guess && html`<span class="unseen">mean </span>${mean.toFixed(2)} · <span class="unseen">worst </span>${worst}`}
      </span>
    </button>
    ${count <= FEW_WORDS && guess && html`<span class="branch-words dim">${listed.join(" ")}</span>`}
  </li>`;

  /** @param {Node} node */
  function nodeCard(node) {
    const { guess, count, strategy, secret_path: found } = node;
    const branches = node.branches.filter(isWanted);
    const replies = node.path.map(({ reply }) => reply);
    const isOnWay = replies.every((reply, at) => reply === found[at]?.reply);
    const next = isOnWay ? found[replies.length]?.reply : undefined;
    const most = Math.max(...node.branches.map((each) => each.count), 1);
    const shown = showAll ? branches : branches.slice(0, BRANCHES_SHOWN);
    const hidden = shown.some(({ reply }) => reply === next) ? [] : branches.filter(({ reply }) => reply === next);
    const toggle = () => {
      showAll = !showAll;
      redraw();
    };
    const badge = isBest(node)
      ? html`<span class="badge proved">proved</span>`
      : html`<span class=${`badge${isProving ? " busy" : ""}`}>${isProving ? "proving…" : `by ${strategy}`}</span>`;
    return html`<div class="card-head">
        <h2 id="node-title">${guess ? html`Guess <em class="guess">${guess}</em>` : "Found"}</h2>
        ${badge}
      </div>
      <p class="dim">
        ${
          guess
            ? `${plural(count, "word")} possible here; guess ${replies.length + 1}. Choose a reply to go on.`
            : `It takes ${plural(replies.length, "guess", "guesses")}.`
        }
      </p>
      ${offer(node)}
      ${found.length > 0 && foundPath(node)}
      ${guess && finder(node)}
      ${
        guess &&
        html`<div class="branch head" aria-hidden="true">
          ${["reply", "", "words", "next", "mean · worst"].map((name) => html`<span>${name}</span>`)}
        </div>`
      }
      <ul class="branches">${[...hidden, ...shown].map((each) => branchItem(each, most, each.reply === next))}</ul>
      ${
        branches.length > BRANCHES_SHOWN &&
        html`<button type="button" class="quiet" data-key="all" onclick=${toggle}>
          ${showAll ? "Show fewer" : `Show all ${branches.length} replies`}
        </button>`
      }
      ${!guess && html`<${WordList} words=${[node.path.at(-1)?.guess ?? ""]} />`}`;
  }

  /** @param {TreeNode} node */
  function spreadCard(node) {
    const { mean, histogram, opener: first, path: clues, whole_total, whole_mean, whole_worst, best_mean } = node;
    const isDeep = clues.length > 0;
    const known = best_mean === null ? "" : ` It takes ${best_mean.toFixed(4)}, as is known.`;
    const about = isBest(node)
      ? "No play after this opener takes fewer guesses."
      : isProving
        ? `The best tree is being searched for; this one is close.${known}`
        : better
          ? "The best tree is found; this one is close."
          : `To find the best tree takes too long here; this is close to it.${known}`;
    return html`<h2 id="spread-title">${isDeep ? "From here" : "The whole tree"}</h2>
      <p class="big">
        <strong>${mean.toFixed(isDeep ? 3 : 4)}</strong><span>${isDeep ? "guesses in all, on average" : "guesses on average"}</span>
      </p>
      <${Histogram} counts=${histogram} maxGuesses=${editionOf(params).max_guesses} />
      <dl class="facts">
        <div><dt>opener</dt><dd>${first}</dd></div>
        <div><dt>total</dt><dd>${whole(whole_total)}</dd></div>
        <div><dt>mean</dt><dd>${whole_mean.toFixed(4)}</dd></div>
        <div><dt>worst</dt><dd>${whole_worst}</dd></div>
      </dl>
      <p class="dim">${about}</p>`;
  }

  function redraw() {
    const shown = problem ? null : node;
    const instead = problem ? html`<${Notice} text=${problem.message} />` : html`<${Waiting} text="Growing a tree" />`;
    draw(
      root,
      html`<h1>Explore a tree</h1>
        <p class="lead">Perfect play after any opener: every reply, what it leaves, and the guess that is best then. ${about()}</p>
        ${settings()}
        <nav class="crumbs" aria-label="Path">${shown && crumbs(shown)}</nav>
        <div class="columns wide-left">
          <div class="left"><section class="card" aria-labelledby="node-title">${shown ? nodeCard(shown) : instead}</section></div>
          <div class="right">
            <section class="card" aria-labelledby="spread-title" hidden=${!shown}>${shown && spreadCard(shown)}</section>
          </div>
        </div>`,
    );
  }

  return {
    redraw,
    leave() {
      quickRequest.stop();
      exactRequest.stop();
    },
    /** @param {URLSearchParams} given */
    update(given) {
      params = given;
      showAll = false;
      run();
    },
  };
}
