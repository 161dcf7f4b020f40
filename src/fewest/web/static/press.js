// Presses: answers are drawn once nothing is pressed, so that nothing moves away under a finger.

const CLICK_DELAY = 400; // the click of a touch comes at most this many milliseconds after the finger is lifted

const down = new Set(); // the pointers and keys that are down
/** @type {(() => void)[]} */
const waiting = []; // called when the press ends
let pressed = false;
let timer = 0;

/** Wait until nothing is pressed, and the click of the last press is handled. */
export function released() {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      if (pressed) waiting.push(resolve);
      else resolve();
    })
  );
}

/** @param {number | string} id */
function begin(id) {
  down.add(id);
  pressed = true;
  clearTimeout(timer);
}

/**
 * One pointer or key is lifted. After the last one the press ends, with some delay if its click comes later.
 * @param {number | string} id
 */
function lift(id, delay = 0) {
  if (down.delete(id) && !down.size) end(delay);
}

function end(delay = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    pressed = false;
    for (const resolve of waiting.splice(0)) resolve();
  }, delay);
}

function cancel() {
  down.clear();
  end();
}

/** @param {Event} event */
const isOnButton = ({ target }) => target instanceof Element && target.closest("button, summary") !== null;

/** @type {<Name extends keyof WindowEventMap>(name: Name, call: (event: WindowEventMap[Name]) => void) => void} */
const listen = (name, call) => addEventListener(name, call, { capture: true, passive: true });

listen("pointerdown", (event) => {
  if (event.button === 0 && isOnButton(event)) begin(event.pointerId);
});
listen("pointerup", (event) => lift(event.pointerId, event.pointerType === "mouse" ? 0 : CLICK_DELAY));
listen("pointercancel", (event) => lift(event.pointerId)); // a finger that scrolls presses nothing
listen("pointermove", (event) => {
  if (event.pointerType === "mouse" && !event.buttons) lift(event.pointerId); // it was lifted outside of the window
});
listen("keydown", (event) => {
  if (event.key === " " && isOnButton(event)) begin(event.key); // the space bar clicks when it is lifted
});
listen("keyup", (event) => lift(event.key));
listen("click", () => {
  if (!down.size) end();
});
addEventListener("touchend", (event) => {
  if (event.defaultPrevented && !down.size) end(); // no click comes
});
listen("contextmenu", cancel);
addEventListener("blur", cancel); // of the window
