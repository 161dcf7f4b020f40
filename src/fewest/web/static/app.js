// The frame: sections by address, theme and palette, keys, help.
/**
 * @import { Section } from "./section.js"
 * @typedef {Record<string, string | number | null>} Values Parameters of an address.
 * @typedef {{ replace?: boolean }} How Whether an address replaces the current one in the history.
 * @typedef {object} Navigation What a section can do with the address.
 * @property {(values: Values, how?: How) => void} change Change some parameters of the section.
 * @property {(tab: string, values: Values) => void} open Go to another section.
 */
import { linkTo, shownAddress } from "./address.js";
import { Analyse } from "./analyse.js";
import { Assistant } from "./assistant.js";
import { BoardsAssistant } from "./boards.js";
import { capital, closest, say } from "./dom.js";
import { Explore } from "./explore.js";
import { openHelp } from "./help.js";
import { Play } from "./play.js";
import { whenBack } from "./request.js";
import { boardsOf, DEFAULTS, gameParams } from "./settings.js";
import { recall, remember } from "./storage.js";
import { Strategies } from "./strategies.js";

/** @type {Record<string, new (root: Element, navigation: Navigation) => Section<any>>} */
const SECTIONS = {
  assistant: Assistant,
  "assistant several": BoardsAssistant,
  analyse: Analyse,
  explore: Explore,
  play: Play,
  strategies: Strategies,
};
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {{ kind: string, section: Section<any> | null }} */
let shown = { kind: "", section: null };
/** @type {Map<string, string>} */
const addresses = new Map(); // the last address of each tab

/** @param {URL} url */
function tabOf(url) {
  const name = url.pathname.split("/")[1];
  return Object.hasOwn(SECTIONS, name) ? name : "assistant";
}

/** Show what the address asks for. */
function show() {
  const url = shownAddress();
  const tab = tabOf(url);
  const kind = tab === "assistant" && boardsOf(url.searchParams) > 1 ? "assistant several" : tab;
  addresses.set(tab, url.pathname + url.search);
  if (shown.kind !== kind) mount(tab, kind);
  shown.section?.update(url.searchParams);
}

/**
 * Replace the section that is shown.
 * @param {string} tab
 * @param {string} kind
 */
function mount(tab, kind) {
  shown.section?.leave();
  const hadFocus = view.contains(document.activeElement);
  const root = document.createElement("div");
  root.className = `section ${kind}`;
  view.replaceChildren(root);
  if (hadFocus) view.focus({ preventScroll: true });
  shown = { kind, section: new SECTIONS[kind](root, { change: changeIn(tab), open }) };
  document.title = `${capital(tab)} · fewest`;
  document.querySelector(".tabs [aria-current]")?.removeAttribute("aria-current");
  const link = document.querySelector(`.tabs [data-tab="${tab}"]`);
  link?.setAttribute("aria-current", "page");
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

whenBack(() => shown.section?.recover());

/**
 * The address of a section; defaults are not written into it.
 * @param {string} tab
 * @param {Values} values
 */
function addressOf(tab, values) {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value ?? "")]);
  const query = new URLSearchParams(texts.filter(([name, text]) => text && text !== DEFAULTS[name])).toString();
  return `/${tab}${query ? `?${query}` : ""}`;
}

/**
 * Go to a section.
 * @param {string} tab
 * @param {Values} values
 * @param {How} [how]
 */
const open = (tab, values, how) => go(addressOf(tab, values), how);

/**
 * Go to an address, or update the section if it is the current address.
 * @param {string} address
 * @param {How} [how]
 */
function go(address, { replace = false } = {}) {
  const shownNow = shownAddress();
  const isOther = tabOf(new URL(address, shownNow)) !== tabOf(shownNow);
  if (address !== shownNow.pathname + shownNow.search)
    history[replace ? "replaceState" : "pushState"](null, "", linkTo(address));
  if (isOther) scrollTo(0, 0);
  show();
}

/**
 * Return the function with which a section changes some of its parameters. If another section is shown by then, they
 * are kept for the next time.
 * @param {string} tab
 * @returns {Navigation["change"]}
 */
function changeIn(tab) {
  return (values, how) => {
    const now = shownAddress();
    const isHere = tabOf(now) === tab;
    const params = isHere ? now.searchParams : new URL(addresses.get(tab) ?? "", now).searchParams;
    const changed = { ...Object.fromEntries(params), ...values };
    if (isHere) open(tab, changed, how);
    else addresses.set(tab, addressOf(tab, changed));
  };
}

document.addEventListener("click", (event) => {
  // A setting that is clicked with a pointer gives up the focus, so that Enter acts on the board.
  if (event.detail) closest(event, ".switches button, .folded > summary")?.blur();
  if (closest(event, ".skip")) {
    event.preventDefault(); // keep the address
    view.focus();
  }
  const link = closest(event, "a[data-tab]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { tab = "" } = link.dataset;
  const now = shownAddress();
  const isHere = tabOf(now) === tab;
  if (isHere && !link.classList.contains("wordmark")) return;
  const params = now.searchParams;
  const last = addresses.get(tab);
  if (!isHere && last) go(last);
  else open(tab, { ...gameParams(params), hard: params.get("hard") });
  say(capital(tab));
});
document.addEventListener("keydown", (event) => {
  if (!document.querySelector("dialog[open]")) shown.section?.key(event);
});
addEventListener("popstate", show);

/**
 * Let a button switch between two values, and remember the choice.
 * @param {"theme" | "palette"} name
 * @param {string} off
 * @param {string} on
 */
function addSwitch(name, off, on) {
  const button = document.getElementById(name);
  const { dataset } = document.documentElement;
  const mark = () => button?.setAttribute("aria-pressed", String(dataset[name] === on));
  mark();
  button?.addEventListener("click", () => {
    const value = dataset[name] === on ? off : on;
    dataset[name] = value;
    mark();
    remember(name, value);
    shown.section?.redraw();
  });
}
addSwitch("theme", "light", "dark");
addSwitch("palette", "usual", "contrast");
document.getElementById("help")?.addEventListener("click", () => openHelp());

// An address without parameters gets the settings of the last visit.
const kept = recall("assistant");
if (kept && !shownAddress().search && tabOf(shownAddress()) === "assistant")
  history.replaceState(null, "", linkTo(addressOf("assistant", Object.fromEntries(new URLSearchParams(kept)))));
show();

// The service worker lets the page open while its server is down. A page from a file works without one.
const { worker } = document.documentElement.dataset;
if (worker) addEventListener("load", () => navigator.serviceWorker?.register(worker).catch(() => {}));
