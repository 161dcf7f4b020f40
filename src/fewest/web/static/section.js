// What the sections of the page have in common: a state, the parameters of the address, requests, and a view.
/**
 * @import { VNode } from "preact"
 * @import { Navigation } from "./app.js"
 */
import { draw } from "./dom.js";
import { Requests } from "./request.js";

/**
 * A section. A change of its state draws it anew.
 * @template State
 */
export class StatefulSection {
  params = new URLSearchParams();
  requests = new Requests();

  /**
   * @param {Element} root
   * @param {Navigation} navigation
   * @param {State} state
   */
  constructor(root, navigation, state) {
    this.root = root;
    this.navigation = navigation;
    this.state = state;
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

  leave() {
    this.requests.stop();
  }
}
