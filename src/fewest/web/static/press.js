// Presses delay the drawing of answers, so that nothing moves away under a finger.
import { closest } from "./dom.js";

const CLICK_DELAY = 400; // milliseconds at most between lifting a finger and its click

/** @type {(() => void)[]} */
const waiting = []; // called when the press ends
let isPressed = false;
let timer = 0;

/** Wait until nothing is pressed, and the click of the last press is handled. */
export const released = () =>
  /** @type {Promise<void>} */ (new Promise((resolve) => (isPressed ? waiting.push(resolve) : resolve())));

/** Note that a button is pressed by a mouse, a finger or the space bar. @param {Event} event */
function begin(event) {
  if (!closest(event, "button, summary")) return;
  isPressed = true;
  clearTimeout(timer);
}

/** Note the end of a press, after a delay if its click comes later. */
function end(delay = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isPressed = false;
    for (const resolve of waiting.splice(0)) resolve();
  }, delay);
}

/** @type {<Name extends keyof WindowEventMap>(name: Name, call: (event: WindowEventMap[Name]) => void) => void} */
const listen = (name, call) => addEventListener(name, call, { capture: true, passive: true });

listen("pointerdown", (event) => event.button === 0 && begin(event));
listen("pointerup", ({ pointerType }) => end(pointerType === "mouse" ? 0 : CLICK_DELAY));
listen("keydown", (event) => event.key === " " && begin(event));
listen("keyup", () => end());
listen("click", () => end());
listen("pointercancel", () => end()); // a finger that scrolls presses nothing
listen("contextmenu", () => end());
addEventListener("touchend", ({ defaultPrevented }) => defaultPrevented && end()); // no click comes
addEventListener("blur", () => end()); // the window loses the focus
