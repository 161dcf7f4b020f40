// The frame: sections by address, theme and palette, keys, help.
/**
 * @typedef {Record<string, string | number | null>} Values Parameters of an address.
 * @typedef {{ replace?: boolean }} How Whether an address replaces the current one in the history.
 * @typedef {object} Navigation What a section can do with the address.
 * @property {(values: Values, how?: How) => void} change Change some parameters of the section.
 * @property {(name: string, others?: Values) => (value: string) => void} set Change one, and others along with it.
 * @property {(tab: string, values: Values) => void} open Go to another section.
 * @typedef {object} Section
 * @property {(params: URLSearchParams) => void} update Show what the address says.
 * @property {() => void} leave Stop all requests.
 * @property {() => void} redraw Show the same again: colours have other names now.
 * @property {(event: KeyboardEvent) => void} [key] Handle a key of the whole page.
 * @property {() => void} [recover] Go on: a server that was gone answers again; without it, the section is updated.
 * @typedef {(root: Element, navigation: Navigation) => Section} Mount
 */
import * as assistant from "./assistant.js";
import { closest, say } from "./dom.js";
import { openHelp } from "./help.js";
import { released } from "./press.js";
import { lookForServer, whenBack } from "./request.js";
import { DEFAULTS, gameParams } from "./settings.js";
import { recall, remember } from "./storage.js";

/** @type {Record<string, { name: string, load: () => Promise<{ mount: Mount }> }>} */
const TABS = {
  assistant: { name: "Assistant", load: async () => assistant },
  analyse: { name: "Analyse", load: () => import("./analyse.js") },
  explore: { name: "Explore", load: () => import("./explore.js") },
  play: { name: "Play", load: () => import("./play.js") },
  strategies: { name: "Strategies", load: () => import("./strategies.js") },
};
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {{ tab: string, section: Section | null }} */
let shown = { tab: "", section: null };
/** @type {Map<string, string>} */
const addresses = new Map(); // the last address of each section
let latestShow = 0;

/** @param {URL | Location} url */
function tabOf(url) {
  const name = url.pathname.split("/")[1];
  return Object.hasOwn(TABS, name) ? name : "assistant";
}

/** Show what the address says. */
async function show() {
  latestShow += 1;
  const thisShow = latestShow;
  const url = new URL(location.href);
  const tab = tabOf(url);
  addresses.set(tab, url.pathname + url.search);
  if (shown.tab !== tab) {
    const loaded = await TABS[tab].load().catch(() => null);
    await released();
    if (thisShow !== latestShow) return;
    if (!loaded) return showGone();
    const { mount } = loaded;
    shown.section?.leave();
    const hadFocus = view.contains(document.activeElement);
    const root = document.createElement("div");
    root.className = `section ${tab}`;
    view.replaceChildren(root);
    if (hadFocus) view.focus({ preventScroll: true });
    const change = changeIn(tab);
    /** @type {Navigation["set"]} */
    const set = (name, others) => (value) => change({ [name]: value, ...others });
    shown = { tab, section: mount(root, { change, set, open }) };
    document.title = `${TABS[tab].name} · fewest`;
    for (const link of document.querySelectorAll(".tabs a")) {
      if (link.getAttribute("data-tab") === tab) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  shown.section?.update(url.searchParams);
}

/** Say that a section cannot be loaded, until it can. */
function showGone() {
  shown.section?.leave();
  shown = { tab: "", section: null };
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.textContent = "The server does not answer; is fewest serve still running? This page goes on once it is back.";
  view.replaceChildren(notice);
  lookForServer();
}

whenBack(() => {
  const { section } = shown;
  // A browser does not load a file again that it could not load.
  if (!section) location.reload();
  else if (section.recover) section.recover();
  else show();
});

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
function open(tab, values, how) {
  go(addressOf(tab, values), how);
}

/**
 * Go to an address, or update the section if it is the current address.
 * @param {string} address
 * @param {How} [how]
 */
function go(address, { replace = false } = {}) {
  const leaves = tabOf(new URL(address, location.href)) !== shown.tab;
  if (address !== location.pathname + location.search)
    history[replace ? "replaceState" : "pushState"](null, "", address);
  if (leaves) scrollTo(0, 0);
  show();
}

/**
 * How a section changes some of its parameters. If another section is shown by now, they are kept for the next time.
 * @param {string} tab
 * @returns {Navigation["change"]}
 */
function changeIn(tab) {
  return (values, how) => {
    const isHere = tabOf(location) === tab;
    const params = new URL(isHere ? location.href : (addresses.get(tab) ?? ""), location.href).searchParams;
    const changed = { ...Object.fromEntries(params), ...values };
    if (isHere) open(tab, changed, how);
    else addresses.set(tab, addressOf(tab, changed));
  };
}

document.addEventListener("click", (event) => {
  // A setting that is clicked with a pointer does not keep the focus, so that Enter is for the board.
  if (event.detail) closest(event, ".switches button, .folded > summary")?.blur();
  const link = closest(event, "a[data-tab]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { tab = "" } = link.dataset;
  const isHere = tabOf(location) === tab; // not shown.tab: another section may be loading
  if (isHere && !link.classList.contains("wordmark")) return;
  const params = new URLSearchParams(location.search);
  const last = addresses.get(tab);
  if (!isHere && last) go(last);
  else open(tab, { ...gameParams(params), hard: params.get("hard") });
  say(TABS[tab].name);
});
document.addEventListener("keydown", (event) => {
  if (!document.querySelector("dialog[open]")) shown.section?.key?.(event);
});
addEventListener("popstate", show);

/**
 * Let a button switch between two values, which the next visit finds again.
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

// A visit without any wish finds the settings of the last one.
const kept = recall("assistant");
if (kept && !location.search && tabOf(location) === "assistant")
  history.replaceState(null, "", addressOf("assistant", Object.fromEntries(new URLSearchParams(kept))));
show();

// The page starts without its server, too; only its answers are missing then.
addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));
