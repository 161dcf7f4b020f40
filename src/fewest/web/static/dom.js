// Drawing with preact, texts for screen readers, and numbers as text.
/** @import { VNode } from "preact" */
import htm from "./vendor/htm/htm.mjs";
import { Component, h, render } from "./vendor/preact/preact.mjs";

export { Component };

/** @type {(strings: TemplateStringsArray, ...values: any[]) => VNode} A template of elements and components. */
export const html = /** @type {any} */ (htm.bind(h));

/**
 * Draw a view into an element, in place. The focus stays where it is; if that element is gone or disabled, the nearest
 * button gets it.
 * @param {Element} root
 * @param {VNode | VNode[]} view
 */
export function draw(root, view) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === root || !root.contains(focused)) {
    render(view, root);
    return;
  }
  const parents = [];
  for (let parent = focused.parentElement; parent; parent = parent.parentElement) parents.push(parent);
  render(view, root);
  const kept = focused.isConnected && !focused.matches(":disabled");
  const parent = parents.find(({ isConnected }) => isConnected);
  const next = kept ? focused : parent?.querySelector("button:enabled:not(.tile)");
  if (next instanceof HTMLElement && next !== document.activeElement) next.focus({ preventScroll: true });
}

/**
 * The element that an event came from, or an element around it, that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * An event handler that takes the value of the field that the event came from.
 * @param {(value: string) => void} call
 */
export const withValue = (call) => (/** @type {{ currentTarget: HTMLInputElement }} */ event) =>
  call(event.currentTarget.value);

let sayTimer = 0;
/** Announce a text to screen readers; an equal text is read again. @param {string} text */
export function say(text) {
  const live = document.getElementById("live");
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => {
    if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }, 60);
}

/** Copy a text and announce it. Returns false if the browser does not allow it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
    return true;
  } catch {
    say("This browser does not allow copying.");
    return false;
  }
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {number} number */
export const whole = (number) => number.toLocaleString("en");
/**
 * @param {number} number
 * @param {string} one
 */
export const plural = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;
/** @param {string} noun */
export const oneOf = (noun) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
/** @param {number} chance */
export function percent(chance) {
  if (chance === 0) return "–";
  if (chance < 0.0005) return "<0.1%";
  if (chance > 0.995 && chance < 1) return ">99%";
  return chance < 0.0995 ? `${(100 * chance).toFixed(1)}%` : `${Math.round(100 * chance)}%`;
}
