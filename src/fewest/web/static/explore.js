// Explore: walk the optimal tree of any opener.
/**
 * @import { Branch, TreeNode, TreeRequest } from "fewest-api"
 * @import { Frame, How } from "./app.js"
 * @import { Problem } from "./request.js"
 */
import { draw, html, plural, say, whole } from "./dom.js";
import { EditionSelect, HardToggle, Histogram, Notice, Settings, Waiting, WordField, WordList } from "./parts.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { editionOf, isHard, words } from "./settings.js";
import { SmallTiles, Squares } from "./tiles.js";

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
  /** @type {Problem | null} */
  let problem = null;
  let isProving = false;
  let showAll = false;

  const opener = () => params.get("o") || editionOf(params).opener;
  const path = () => words.read(params.get("r"));
  const walk = (/** @type {string[]} */ replies, /** @type {How} */ how = {}) =>
    change({ r: words.write(replies) }, how);
  const load = (/** @type {TreeRequest} */ asked, /** @type {boolean} */ exact, /** @type {AbortSignal} */ signal) =>
    ask("tree", { ...asked, exact }, signal);

  /** Ask for the node of the address: in the tree of the default strategy at once, and in the best tree. */
  async function run() {
    const asked = {
      edition: editionOf(params).label,
      hard: isHard(params),
      opener: opener(),
      replies: path(),
      secret: params.get("f") || null,
    };
    const question = { asked: JSON.stringify(asked), secret: asked.secret };
    const quickSignal = quickRequest.next();
    if (!node) problem = null;
    isProving = true;
    redraw();
    const exact = load(asked, true, exactRequest.next());
    try {
      const never = new Promise(() => {});
      const first = await Promise.race([load(asked, false, quickSignal), exact.catch(() => never)]);
      if (!node?.proved || node.asked !== question.asked) node = { .../** @type {TreeNode} */ (first), ...question };
      problem = null;
      if (node.proved) isProving = false;
      say(node.guess ? `${plural(node.count, "word")}; the guess is ${node.guess}.` : "Found.");
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      problem = found.clue === null ? found : null;
      if (!problem) node = null; // the replies lead nowhere in the quick tree, but may in the best one
    }
    redraw();
    try {
      node = { ...(await exact), ...question };
      problem = null;
      if (node.proved) say(`Proved: ${node.opener} takes ${node.whole_mean.toFixed(4)} guesses on average.`);
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      if (found.kind === "reply" && path().length) {
        isProving = false;
        walk(path().slice(0, found.clue ?? -1), { replace: true }); // back to the last reply that led somewhere
        return;
      }
      problem = found;
    }
    isProving = false;
    redraw();
  }

  const settings = () => html`<${Settings} name="explore">
    <${EditionSelect} params=${params} onChange=${set("e", { r: "", f: "" })} />
    <${WordField} label="Opener" value=${opener()} onChange=${set("o", { r: "" })} />
    <${WordField} label="Find a secret" value=${params.get("f")} placeholder="any answer" onChange=${set("f")} />
    <${HardToggle} params=${params} onChange=${set("hard", { r: "" })} />
  <//>`;

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
   * @param {Branch} branch
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
    const { guess, count, proved, strategy, branches, secret_path: found } = node;
    const replies = node.path.map(({ reply }) => reply);
    const isOnWay = replies.every((reply, at) => reply === found[at]?.reply);
    const next = isOnWay ? found[replies.length]?.reply : undefined;
    const most = Math.max(...branches.map((each) => each.count), 1);
    const shown = showAll ? branches : branches.slice(0, BRANCHES_SHOWN);
    const hidden = shown.some(({ reply }) => reply === next) ? [] : branches.filter(({ reply }) => reply === next);
    const toggle = () => {
      showAll = !showAll;
      redraw();
    };
    const badge = proved
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
      ${found.length > 0 && foundPath(node)}
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
  function spreadCard({ mean, histogram, proved, opener: first, path: clues, whole_total, whole_mean, whole_worst }) {
    const isDeep = clues.length > 0;
    const about = proved
      ? "No play after this opener takes fewer guesses."
      : isProving
        ? "The best tree is being searched for; this one is close."
        : "To find the best tree takes too long here; this is how the default strategy plays.";
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
        <p class="lead">Perfect play after any opener: every reply, what it leaves, and the guess that is best then.</p>
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
