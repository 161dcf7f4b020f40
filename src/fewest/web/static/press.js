// Presses: what redraws the page waits until nothing is pressed, so that nothing goes away under a finger.

/** What can be pressed; a menu opens at once, and its list takes the end of the press. */
const PRESSED = "a, button, summary, label, input";
const CLICK_AFTER = 400; // the click of a touch comes at most so many milliseconds after the finger is lifted

const held = new Set(); // the pointers and keys that are down
let press = null; // what those wait for who come meanwhile
let timer = 0;

/** Wait until nothing is pressed, and the click of the last press has been dealt with. */
export async function released() {
  while (press) await press.over;
}

function begin(id) {
  held.add(id);
  clearTimeout(timer);
  if (press) return;
  press = {};
  press.over = new Promise((end) => {
    press.end = end;
  });
}

/** One is lifted; if it was the last, the press ends after some milliseconds: never before its click, if there is one. */
function lift(id, after = 0) {
  if (held.delete(id) && !held.size) endAfter(after);
}

function endAfter(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    press?.end();
    press = null;
  }, milliseconds);
}

function endNow() {
  held.clear();
  endAfter(0);
}

const on = (event, what) => event.target.closest?.(what);
const listen = (name, call) => addEventListener(name, call, { capture: true, passive: true });
const isPressKey = (event) => event.key === " " || event.key === "Enter";

listen("pointerdown", (event) => {
  if (event.button === 0 && on(event, PRESSED) && !on(event, "select")) begin(event.pointerId);
});
listen("pointerup", (event) => lift(event.pointerId, event.pointerType === "mouse" ? 0 : CLICK_AFTER));
listen("pointercancel", (event) => lift(event.pointerId)); // a finger that scrolls presses nothing
listen("pointermove", (event) => {
  if (event.pointerType === "mouse" && !event.buttons) lift(event.pointerId); // it was lifted elsewhere
});
listen("keydown", (event) => {
  if (isPressKey(event) && on(event, "a, button, summary")) begin(event.key);
});
listen("keyup", (event) => lift(event.key));
listen("click", () => {
  if (!held.size) endAfter(0);
});
addEventListener("touchend", (event) => {
  if (event.defaultPrevented && !held.size) endAfter(0); // no click comes
});
listen("contextmenu", endNow);
listen("blur", (event) => {
  if (event.target === window) endNow();
});
