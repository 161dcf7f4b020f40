// What the sections of the page have in common: a state, the parameters of the address, requests, a view, and keys.
/**
 * @import { GameFacts } from "fewest-api"
 * @import { VNode } from "preact"
 * @import { How, Navigation, Values } from "./app.js"
 */
import { button } from "./components.js";
import { choose } from "./dialog.js";
import { closest, draw, html } from "./dom.js";
import { Requests } from "./request.js";
import { keepUnderWay, underWay } from "./storage.js";
import { shake } from "./tiles.js";

/**
 * A section. A change of its state draws it anew.
 * @template State
 */
export class Section {
  state = /** @type {State} */ ({});
  params = new URLSearchParams();
  requests = new Requests();

  /**
   * @param {Element} root
   * @param {Navigation} navigation
   */
  constructor(root, navigation) {
    this.root = root;
    this.navigation = navigation;
  }

  /** @param {Partial<State>} changes */
  set(changes) {
    this.state = { ...this.state, ...changes };
    this.redraw();
  }

  redraw = () => draw(this.root, this.view());

  /** @returns {VNode} */
  view() {
    throw new Error("a section has a view of its own");
  }

  /** Show what the address says. @param {URLSearchParams} params */
  update(params) {
    this.params = params;
    this.refresh();
  }

  /** @type {() => unknown} Ask for what is shown. */
  refresh = () => {};

  /** Go on: a server that was gone answers again. */
  recover() {
    this.update(this.params);
  }

  /** Handle a key of the whole page. @param {KeyboardEvent} _event */
  key(_event) {}

  /** Stop all requests. */
  leave() {
    this.requests.stop();
  }

  /**
   * What sets a parameter of the address, and others along with it.
   * @param {string} name
   * @param {Values} [others]
   */
  setting = (name, others) => (/** @type {string} */ value) => this.navigation.change({ [name]: value, ...others });
}

/**
 * A section with boards, on which guesses are typed.
 * @template {{ draft: string, game: GameFacts }} State
 * @extends {Section<State>}
 */
export class BoardSection extends Section {
  isMine = false; // the game is entered here, not only looked at
  name = "assistant";
  digits = "0123456789"; // that are for the board, whatever is played

  /** @type {(key: string) => void} Handle a key of the board. */
  press = () => {};

  /** Take the last step back. */
  undo = () => {};

  /** Handle a key that is for a tile; whether it is. @param {KeyboardEvent} _event */
  pressOnTile(_event) {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !closest(event, "input, textarea")) {
      event.preventDefault();
      return this.undo();
    }
    if (event.key === "Enter") closest(event, "input[type=text]")?.blur(); // the word of a field is taken
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (closest(event, "input:not([type=checkbox]), textarea")) return;
    const key = this.pressOnTile(event) ? null : this.boardKey(event);
    if (key) this.press(key);
  }

  /**
   * The key that is pressed for a board: a letter, digit or sign, Enter or Backspace; else null.
   *
   * A letter takes the focus from a button or setting, so that the keys after it are for the board too. A button keeps
   * Enter, and so does a menu while no word is typed; a menu keeps its arrows and the space bar.
   * @param {KeyboardEvent} event
   */
  boardKey(event) {
    const { draft, game } = this.state;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (name === "Enter") {
      if (closest(event, `button:not(.tile), a, summary${draft ? "" : ", select"}`)) return null;
    } else if (
      /^\p{L}$/u.test(name) ||
      (name.length === 1 && [this.digits, ...game.keyboard.rows].join("").includes(name))
    )
      closest(event, "button, summary, a, select, input")?.blur();
    else if (name !== "Backspace") return null;
    event.preventDefault();
    return name;
  }

  /** Shake the rows whose word is refused. */
  shakeRow() {
    this.root.querySelectorAll(".row.now").forEach(shake);
  }

  /**
   * Whether a new game is wanted, though one is under way.
   * @param {boolean} isUnderWay
   * @param {Record<string, string>} [answers]
   */
  async wantsNewGame(
    isUnderWay,
    text = "This starts a new game; the one under way is given up.",
    answers = { fresh: "New game" },
  ) {
    const answer = isUnderWay ? await choose("A new game?", text, answers) : "fresh";
    if (!answer) this.redraw(); // a menu shows what it showed before
    return answer;
  }

  /** Keep the address of the game that is under way, or forget it. @param {URLSearchParams | null} params */
  keepGame(params) {
    if (this.isMine) keepUnderWay(this.name, params);
  }

  /**
   * Enter clues or turns, as an address has them.
   * @param {string} turns
   * @param {How} [how]
   */
  enterTurns(turns, how) {
    this.isMine = true;
    if (!turns) this.keepGame(null);
    this.navigation.change({ c: turns }, how);
  }

  /** The offer to go on with the game that is under way; nothing if there is none. */
  resume() {
    const params = underWay(this.name);
    if (!params) return null;
    const turns = (params.get("c") ?? params.get("g") ?? "").split("_");
    const guesses = turns.map((turn) => turn.split(".")[0].toUpperCase());
    const onResume = () => {
      this.isMine = true;
      this.navigation.open(this.name, Object.fromEntries(params));
    };
    const onForget = () => {
      keepUnderWay(this.name, null);
      this.redraw();
    };
    return html`<p class="resume">
      <span>Under way: ${guesses.join(", ")}</span>
      ${button("resume", "Resume", onResume)}
      <button type="button" class="icon-button" data-key="forget" aria-label="Forget the game under way" onclick=${onForget}>✕</button>
    </p>`;
  }
}
