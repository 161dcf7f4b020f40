// Small tools: elements, requests, the address, and what a screen reader is told.
import { released } from "./press.js";

/** Make an element: properties, attributes (with a dash or in ATTRIBUTES), on… listeners, --custom properties. */
export function h(tag, given = {}, ...children) {
  return fill(document.createElement(tag), given, children);
}

/** The same for pictures. */
export function s(tag, given = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), given, children);
}

function fill(element, given, children) {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) element.style.setProperty(key, value);
    else if (key === "class") element.setAttribute("class", value);
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (
      key in element &&
      !key.includes("-") &&
      !(element instanceof SVGElement) &&
      key !== "list" &&
      key !== "role"
    )
      element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** Replace what is inside an element; the focus stays on what has the same key, or goes to the first button. */
export function put(element, ...children) {
  const at = document.activeElement;
  const inside = at !== element && element.contains(at);
  element.replaceChildren(
    ...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false),
  );
  if (!inside) return;
  const same = at.dataset.key && element.querySelector(`[data-key="${CSS.escape(at.dataset.key)}"]`);
  const next = same && !same.disabled ? same : element.querySelector("button:enabled:not(.tile)");
  next?.focus({ preventScroll: true });
}

export class Problem extends Error {
  constructor(data, status) {
    super(typeof data?.detail === "string" ? data.detail : "Something went wrong; try again.");
    Object.assign(this, { kind: "input", clue: null, tiles: [], others: {} }, data, { status });
  }
}

const RETRIES = 2; // how often a busy server is asked again

/** Wait some seconds, unless nobody waits any more. */
function pause(seconds, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}

/** Ask the API; a problem is thrown as one sentence. What comes while something is pressed waits for the end of that. */
export async function ask(path, body, signal) {
  const answer = await request(path, body, signal).then(
    (data) => () => data,
    (error) => () => {
      throw error;
    },
  );
  await released();
  signal?.throwIfAborted();
  return answer();
}

/** Ask the API, and again if it is busy. */
async function request(path, body, signal) {
  const how =
    body === undefined
      ? { signal }
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal,
        };
  let answer;
  try {
    for (let left = RETRIES; ; left -= 1) {
      answer = await fetch(`/api/v1/${path}`, how);
      if (answer.status !== 429 || !left) break;
      await pause(Number(answer.headers.get("retry-after") ?? 1), signal);
    }
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Problem({ detail: "The server does not answer; is fewest serve still running?", kind: "busy" }, 0);
  }
  const data = await answer.json().catch((error) => {
    if (aborted(error)) throw error;
    return null;
  });
  if (!answer.ok || data === null) throw new Problem(data, answer.status);
  return data;
}

/** The latest of several requests: each call ends the one before it. */
export function latest() {
  let now = null;
  return () => {
    now?.abort();
    now = new AbortController();
    return now.signal;
  };
}

export const aborted = (error) => error?.name === "AbortError";

let told = 0;
/** Tell a screen reader; what is said again is told again. */
export function say(text) {
  const live = document.getElementById("live");
  clearTimeout(told);
  told = setTimeout(() => {
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }, 60);
}

export const whole = (number) => number.toLocaleString("en");
export const plural = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;
export function percent(chance) {
  if (chance === 0) return "–";
  if (chance < 0.0005) return "<0.1%";
  if (chance > 0.995 && chance < 1) return ">99%";
  return chance < 0.1 ? `${(100 * chance).toFixed(1)}%` : `${Math.round(100 * chance)}%`;
}

/** What a parameter of an address means where it is not written. */
export const USUAL = { e: "nyt-2023", w: "answers", m: "practice", n: "4" };

/** How many clues the API takes. */
export const MOST_CLUES = 20;

/** Clues in an address: crane.01200_sloth.00000 */
export const clues = {
  read: (text) =>
    (text ?? "")
      .split("_")
      .map((each) => each.split("."))
      .filter((each) => each.length === 2 && each[0])
      .slice(0, MOST_CLUES)
      .map(([guess, reply]) => ({ guess: guess.toLowerCase(), reply })),
  write: (list) => list.map(({ guess, reply }) => `${guess}.${reply}`).join("_"),
};
export const words = {
  read: (text) => (text ?? "").split("_").filter(Boolean),
  write: (list) => list.join("_"),
};

/** Copy a text; say so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
    return true;
  } catch {
    say("Copying is not allowed here.");
    return false;
  }
}
