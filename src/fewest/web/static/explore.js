// Explore: walk the tree of any opener. If a better tree is found, it is offered; the one that is shown stays.
/**
 * @import { TreeBranch, TreeNode, TreeRequest } from "fewest-api"
 * @import { How } from "./app.js"
 * @import { Progress } from "./engine/progress.js"
 * @import { RequestError } from "./request.js"
 */

import {
  button,
  EditionSelect,
  HardSwitch,
  Head,
  Histogram,
  Notice,
  RuleSelect,
  Shortened,
  Skeleton,
  WORD_INPUT,
  WordField,
  WordList,
  withFirst,
} from "./components.js";
import { html, plural, say, whole, withValue } from "./dom.js";
import { ask, outcomeOf } from "./request.js";
import { Section } from "./section.js";
import { askedRule, editionOf, limits, ruleOf, words } from "./settings.js";
import { Row, recoloured, SmallTiles, Squares, UNSET } from "./tiles.js";

const BRANCHES_SHOWN = 14;
const FEW_WORDS = 12; // a branch with at most this many words lists them

/** @typedef {TreeNode & { asked: string, secret: string | null }} Node A node with its request. */

const EMPTY = {
  node: /** @type {Node | null} */ (null),
  problem: /** @type {RequestError | null} */ (null),
  isProving: false, // whether the search for the best tree is running
  progress: /** @type {Progress | null} */ (null), // the progress of that search, if known
  better: /** @type {TreeNode | null} */ (null), // the root of the best tree, once it is found
  isTooLong: false, // whether that search ran out of time
  marks: "", // the reply entered on the tiles
  typed: "", // the beginning of the word to find
};

/** @extends {Section<typeof EMPTY>} */
export class Explore extends Section {
  state = EMPTY;
  tree = ""; // the opener and the setting of the search for the best tree

  opener() {
    return this.params.get("o") || editionOf(this.params).opener;
  }

  path() {
    return words.read(this.params.get("r"));
  }

  /**
   * @param {string[]} replies
   * @param {How} [how]
   */
  walk(replies, how) {
    this.navigation.change({ r: words.write(replies) }, how);
  }

  /** Ask for the node of the address, in the quick tree, or in the best tree if that was chosen. */
  refresh = async () => {
    const { params } = this;
    const setting = { edition: editionOf(params).label, ...askedRule(ruleOf(params, true)), opener: this.opener() };
    const question = { ...setting, replies: this.path(), secret: params.get("f") || null };
    const asked = JSON.stringify(question);
    const exact = params.get("best") === "1";
    const signal = this.requests.next("node");
    if (this.tree !== JSON.stringify(setting)) {
      this.requests.stop("best");
      this.tree = JSON.stringify(setting);
      this.set(EMPTY);
    } else this.redraw();
    const { answer, problem } = await outcomeOf(ask("tree", { ...question, exact }, signal));
    if (answer) {
      const cleared = this.state.node?.asked === asked ? {} : { marks: "", typed: "" };
      this.set({ node: { ...answer, asked, secret: question.secret }, problem: null, ...cleared });
      say(answer.guess ? `${plural(answer.count, "word")} left; next guess: ${answer.guess}.` : "Found.");
    } else if (problem?.kind === "reply" && this.path().length) {
      return this.walk(this.path().slice(0, problem.clue ?? -1), { replace: true }); // go back to the last valid reply
    } else if (problem) this.set({ problem });
    else return;
    const { node, isProving, better, isTooLong } = this.state;
    if (node && !node.proved && !exact && !isProving && !better && !isTooLong) this.prove(setting);
  };

  /**
   * Search for the best tree. The tree that is shown stays.
   * @param {Pick<TreeRequest, "edition" | "hard" | "rule" | "opener">} setting
   */
  async prove(setting) {
    this.set({ isProving: true });
    const onProgress = (/** @type {Progress} */ progress) => this.set({ progress });
    const asked = ask("tree", { ...setting, replies: [], exact: true }, this.requests.next("best"), onProgress);
    const { answer: best, problem } = await outcomeOf(asked);
    if (!best && !problem) return;
    if (best?.proved) {
      this.set({ isProving: false, better: best });
      say(`Proved: ${best.opener} needs ${best.whole_mean.toFixed(4)} guesses on average.`);
    } else this.set({ isProving: false, isTooLong: true });
  }

  /** Whether the tree that is shown is as good as the best one. @param {TreeNode} node */
  isBest({ proved, whole_total: total }) {
    return proved || this.state.better?.whole_total === total;
  }

  /** The offer to show the better tree. @param {TreeNode} node */
  offer(node) {
    const { better } = this.state;
    if (!better || this.isBest(node)) return null;
    return html`<p class="offer" role="status">
      <span>Best tree found: ${better.whole_mean.toFixed(4)} guesses on average instead of ${node.whole_mean.toFixed(4)}.</span>
      ${button("better", "Show it", () => this.navigation.change({ best: "1" }), "main")}
    </p>`;
  }

  /** The branches that fit the entered tiles and word. @param {TreeNode} node */
  wanted({ branches }) {
    const { marks, typed } = this.state;
    return branches.filter(
      ({ reply, words: listed }) =>
        [...marks].every((mark, place) => mark === UNSET || mark === reply[place]) &&
        (!typed || listed.some((word) => word.startsWith(typed))),
    );
  }

  /** The inputs that find a reply by its tiles or by a word. @param {TreeNode} node */
  finder(node) {
    const guess = node.guess ?? "";
    const { typed } = this.state;
    const marks = this.state.marks || UNSET.repeat(guess.length);
    const fitting = this.wanted(node);
    const isOnly = fitting.length === 1 && fitting[0].guess !== null;
    const go = () => isOnly && this.walk([...this.path(), fitting[0].reply]);
    const onTile = (/** @type {number} */ place) => {
      this.set({ marks: recoloured(marks, place) });
      say(plural(this.wanted(node).length, "reply fits", "replies fit"));
    };
    const onInput = (/** @type {string} */ text) => this.set({ typed: text.trim().toLowerCase() });
    const onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && go();
    return html`<div class="finder">
      <${Row} ...${{ guess, reply: marks, length: guess.length, row: node.path.length, onTile }} />
      <input ...${WORD_INPUT} size="12" aria-label="Show replies of words that begin with" placeholder="or type a word" data-key="filter" value=${typed}
        oninput=${withValue(onInput)} onkeydown=${onKey} />
      ${
        (typed || /[012]/.test(marks)) &&
        html`<span class="dim">${fitting.length ? plural(fitting.length, "reply fits", "replies fit") : "No reply fits."}</span>
          ${isOnly && button("go", "Continue", go, "main")}
          <button type="button" class="quiet" data-key="clear-filter" onclick=${() => this.set({ marks: "", typed: "" })}>Show all</button>`
      }
    </div>`;
  }

  head() {
    const { params, setting: set } = this;
    const setRule = set("hard", { r: "", best: "" });
    const inView = html`<${EditionSelect} params=${params} onChange=${set("e", { r: "", f: "", best: "" })} />
      <${HardSwitch} params=${params} onChange=${setRule} />
      <${WordField} label="Opener" value=${this.opener()} onChange=${set("o", { r: "", best: "" })} />`;
    return html`<${Head} title="Explore" inView=${inView}>
      <${WordField} label="Find a secret" value=${params.get("f")} placeholder="any answer" onChange=${set("f")} />
      <${RuleSelect} params=${params} onChange=${setRule} />
    <//>`;
  }

  /** Which words the trees cover, and how the assistant differs. */
  about() {
    const { label, answers, guesses } = editionOf(this.params);
    const list = `The trees cover only the ${whole(answers)} answers, all equally likely, so that they can be proved.`;
    const others = `The assistant also considers the ${whole(guesses - answers)} other allowed words.`;
    return label === limits.edition ? `${list} ${others}` : list;
  }

  /** @param {Pick<TreeNode, "path">} node */
  crumbs({ path }) {
    return html`<ol>
      <li>
        <button type="button" class="crumb" data-key="crumb-0" disabled=${!path.length} onclick=${() => this.walk([])}>start</button>
      </li>
      ${path.map(
        ({ guess, reply }, depth) => html`<li>
          <button type="button" class="crumb" data-key=${`crumb-${depth + 1}`}
            aria-current=${depth === path.length - 1 ? "step" : null} onclick=${() => this.walk(this.path().slice(0, depth + 1))}>
            <${SmallTiles} guess=${guess} reply=${reply} />
          </button>
        </li>`,
      )}
    </ol>`;
  }

  /** The path to the secret to find. @param {Node} node */
  foundPath({ secret, secret_path: path }) {
    const replies = path.map(({ reply }) => reply);
    return html`<p class="found">
      <span>${secret} needs ${plural(path.length, "guess", "guesses")}: </span>
      ${path.map(
        ({ guess, reply }, depth) => html`<button type="button" class="crumb" data-key=${`found-${depth}`}
          aria-label=${`Go to guess ${depth + 1}, ${guess}`} onclick=${() => this.walk(replies.slice(0, depth))}>
          <${SmallTiles} guess=${guess} reply=${reply} />
        </button>`,
      )}
    </p>`;
  }

  /**
   * @param {TreeBranch} branch
   * @param {number} most
   * @param {boolean} isOnPath
   */
  branchItem({ reply, count, guess, mean, worst, words: listed }, most, isOnPath) {
    return html`<li key=${reply} class=${isOnPath ? "on-path" : ""}>
      <button type="button" class="branch" disabled=${guess === null} data-key=${`branch-${reply}`} data-reply=${reply}
        onclick=${() => this.walk([...this.path(), reply])}>
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
  }

  /** The branches, always including the one that leads to the secret. @param {Node} node */
  branches(node) {
    const list = this.wanted(node);
    const { secret_path: path } = node;
    const isOnWay = node.path.every(({ reply }, depth) => reply === path[depth]?.reply);
    const next = isOnWay ? path[node.path.length]?.reply : undefined;
    const most = Math.max(...node.branches.map(({ count }) => count), 1);
    const item = (/** @type {TreeBranch} */ branch) => this.branchItem(branch, most, branch.reply === next);
    const view = (/** @type {TreeBranch[]} */ shown) =>
      html`<ul class="branches">${withFirst(shown, list, next).map(item)}</ul>`;
    const more = `Show all ${list.length} replies`;
    return html`<${Shortened} key=${this.params.toString()} ...${{ name: "all", list, count: BRANCHES_SHOWN, more, view }} />`;
  }

  /** @param {Node} node */
  nodeCard(node) {
    const { guess, count, strategy, path } = node;
    const { isProving } = this.state;
    const badge = this.isBest(node)
      ? html`<span class="badge proved">proved</span>`
      : html`<span class=${`badge${isProving ? " busy" : ""}`}>${isProving ? "proving…" : `by ${strategy}`}</span>`;
    const columns = ["reply", "", "words", "next", "mean · worst"];
    return html`<div class="card-head">
        <h2 id="node-title">${guess ? html`Guess <em class="guess">${guess}</em>` : "Found"}</h2>
        ${badge}
      </div>
      <p class="dim">
        ${
          guess
            ? `Guess ${path.length + 1}: ${plural(count, "word is", "words are")} possible. Choose a reply to continue.`
            : `Found in ${plural(path.length, "guess", "guesses")}.`
        }
      </p>
      ${this.offer(node)}
      ${node.secret_path.length > 0 && this.foundPath(node)}
      ${guess && html`<div class="branch head" aria-hidden="true">${columns.map((name) => html`<span>${name}</span>`)}</div>`}
      ${this.branches(node)}
      ${!guess && html`<${WordList} words=${[path.at(-1)?.guess ?? ""]} />`}`;
  }

  /** How close the tree is to the best one. @param {TreeNode} node */
  closeness(node) {
    const known = node.best_mean === null ? "" : ` The best possible is ${node.best_mean.toFixed(4)}.`;
    if (this.isBest(node)) return "No strategy with this opener needs fewer guesses.";
    const { progress } = this.state;
    const share = progress ? ` (${whole(progress.done)} of ${plural(progress.of, "reply", "replies")} settled)` : "";
    if (this.state.isProving) return `Searching for the best tree${share}. This one is nearly as good.${known}`;
    if (this.state.better) return "There is a better tree. This one is nearly as good.";
    return `Finding the best tree takes too long here. This one is nearly as good.${known}`;
  }

  /** @param {TreeNode} node */
  spreadCard(node) {
    const { mean, histogram, opener, path, whole_total, whole_mean, whole_worst } = node;
    const isDeep = path.length > 0;
    const of = isDeep ? "tree " : "";
    const facts = {
      opener,
      [`${of}total`]: whole(whole_total),
      [`${of}mean`]: whole_mean.toFixed(4),
      [`${of}worst`]: whole_worst,
    };
    return html`<h2 id="spread-title">${isDeep ? "From here" : "The whole tree"}</h2>
      <p class="big">
        <strong>${mean.toFixed(isDeep ? 3 : 4)}</strong><span>${isDeep ? "guesses on average, counting those above" : "guesses on average"}</span>
      </p>
      <${Histogram} counts=${histogram} maxGuesses=${editionOf(this.params).max_guesses} />
      <dl class="facts">${Object.entries(facts).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      <p class="dim">${this.closeness(node)}</p>`;
  }

  view() {
    const { problem } = this.state;
    const node = problem ? null : this.state.node;
    const instead = problem
      ? html`<${Notice} text=${problem.message} />`
      : html`<${Skeleton} lines=${BRANCHES_SHOWN + 5} text="Building the tree" />`;
    return html`${this.head()}
      <section class="card advice" aria-label="About this section">
        <p class="lead">How to play after any opener: for every reply, the words that are left and the next guess. ${this.about()}</p>
      </section>
      <div class="desk"><div class="sticky">
        <nav class="crumbs" aria-label="Path">${this.crumbs(node ?? { path: [] })}</nav>
        ${node?.guess ? this.finder(node) : !node && html`<div class="finder"><${Row} length=${this.opener().length} row=${0} /></div>`}
      </div></div>
      <div class="reasons">
        <section class="card" aria-labelledby="node-title" aria-busy=${!node && !problem}>${node ? this.nodeCard(node) : instead}</section>
        <section class="card" aria-labelledby="spread-title" hidden=${!node}>${node && this.spreadCard(node)}</section>
      </div>`;
  }
}
