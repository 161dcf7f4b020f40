// The base classes of sections: state, parameters of the address, requests, view and keys.
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
 * A section. Every change of its state redraws it.
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
    throw new Error("a section must define its view");
  }

  /** Show what the address asks for. @param {URLSearchParams} params */
  update(params) {
    this.params = params;
    this.refresh();
  }

  /** @type {() => unknown} Request the data to show. */
  refresh = () => {};

  /** Continue after the server was unreachable. */
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
   * Return a function that sets a parameter of the address, together with others.
   * @param {string} name
   * @param {Values} [others]
   */
  setting = (name, others) => (/** @type {string} */ value) => this.navigation.change({ [name]: value, ...others });
}

/**
 * A section with boards that guesses are typed on.
 * @template {{ draft: string, game: GameFacts }} State
 * @extends {Section<State>}
 */
export class BoardSection extends Section {
  isMine = false; // whether the user has played this game rather than only opened it
  name = "assistant";
  digits = "0123456789"; // the digits that always act on the board

  /** @type {(key: string) => void} Handle a key of the board. */
  press = () => {};

  /** Undo the last step. */
  undo = () => {};

  /** Handle a key for a tile. Returns whether the key was for one. @param {KeyboardEvent} _event */
  pressOnTile(_event) {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !closest(event, "input, textarea")) {
      event.preventDefault();
      return this.undo();
    }
    if (event.key === "Enter") closest(event, "input[type=text]")?.blur(); // so that the text of the field takes effect
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (closest(event, "input:not([type=checkbox]), textarea")) return;
    const key = this.pressOnTile(event) ? null : this.boardKey(event);
    if (key) this.press(key);
  }

  /**
   * The key as input for a board: a letter, digit or sign, Enter or Backspace. Null for other keys.
   *
   * A letter takes the focus from a button or setting, so that the next keys act on the board too. A button keeps
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

  /** Shake the rows of a refused word. */
  shakeRow() {
    this.root.querySelectorAll(".row.now").forEach(shake);
  }

  /**
   * Ask whether to start a new game if one is unfinished. Returns the name of the answer, or an empty text.
   * @param {boolean} isUnderWay
   * @param {Record<string, string>} [answers]
   */
  async wantsNewGame(isUnderWay, text = "This ends your current game.", answers = { fresh: "New game" }) {
    const answer = isUnderWay ? await choose("Start a new game?", text, answers) : "fresh";
    if (!answer) this.redraw(); // resets the menu
    return answer;
  }

  /** Remember the address of the unfinished game, or forget it. @param {URLSearchParams | null} params */
  keepGame(params) {
    if (this.isMine) keepUnderWay(this.name, params);
  }

  /**
   * Enter clues or turns in the format of an address.
   * @param {string} turns
   * @param {How} [how]
   */
  enterTurns(turns, how) {
    this.isMine = true;
    if (!turns) this.keepGame(null);
    this.navigation.change({ c: turns }, how);
  }

  /** The offer to resume the unfinished game, if there is one. */
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
      <span>Unfinished game: ${guesses.join(", ")}</span>
      ${button("resume", "Resume", onResume)}
      <button type="button" class="icon-button" data-key="forget" aria-label="Remove the unfinished game" onclick=${onForget}>✕</button>
    </p>`;
  }
}
