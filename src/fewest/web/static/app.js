// The frame: sections by address, theme and palette, keys.
import { USUAL, put, say } from "./dom.js";
import { released } from "./press.js";
import * as assistant from "./assistant.js";

const LOAD = {
  assistant: async () => assistant,
  analyse: () => import("./analyse.js"),
  explore: () => import("./explore.js"),
  play: () => import("./play.js"),
  strategies: () => import("./strategies.js"),
};
const NAMES = {
  assistant: "Assistant",
  analyse: "Analyse",
  explore: "Explore",
  play: "Play",
  strategies: "Strategies",
};
const view = document.getElementById("view");
let shown = { tab: null, section: null };
const places = new Map(); // where one was in each section
let turn = 0;

const tabOf = (url) => {
  const name = url.pathname.split("/")[1] || "assistant";
  return name in LOAD ? name : "assistant";
};

/** Show what the address says. */
async function show() {
  const mine = ++turn;
  const url = new URL(location.href);
  const tab = tabOf(url);
  places.set(tab, url.pathname + url.search);
  if (shown.tab !== tab) {
    const module = await LOAD[tab]();
    await released();
    if (mine !== turn) return;
    shown.section?.leave?.();
    const inside = view.contains(document.activeElement);
    const root = document.createElement("div");
    root.className = `section ${tab}`;
    put(view, root);
    if (inside) view.focus({ preventScroll: true });
    shown = { tab, section: module.mount(root, { change: changeIn(tab), open }) };
    document.title = `${NAMES[tab]} · fewest`;
    for (const link of document.querySelectorAll(".tabs a")) {
      if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  shown.section.update(url.searchParams);
}

/** The address of a section; what is as usual is not written into it. */
function addressOf(tab, values) {
  const kept = Object.entries(values).filter(([name, value]) => (value ?? "") !== "" && String(value) !== USUAL[name]);
  const query = new URLSearchParams(kept).toString();
  return `/${tab}${query ? `?${query}` : ""}`;
}

/** Go to a section; `replace` leaves no step for the back button. */
function open(tab, values, { replace = false } = {}) {
  go(addressOf(tab, values), replace);
}

/** Go to an address; if one is there already, it is looked at again. */
function go(address, replace = false) {
  const away = tabOf(new URL(address, location.href)) !== shown.tab;
  if (address !== location.pathname + location.search)
    history[replace ? "replaceState" : "pushState"](null, "", address);
  if (away) scrollTo(0, 0);
  show();
}

/** How a section changes some of its parameters; one that has been left finds them when it is shown again. */
function changeIn(tab) {
  return (values, how) => {
    const here = tabOf(new URL(location.href)) === tab;
    const now = new URL(here ? location.href : places.get(tab), location.href).searchParams;
    const changed = { ...Object.fromEntries(now), ...values };
    if (here) open(tab, changed, how);
    else places.set(tab, addressOf(tab, changed));
  };
}

document.addEventListener("click", (event) => {
  // After a setting was pressed with a pointer, Enter is for the board and not for that setting again.
  if (event.detail) event.target.closest?.(".switches button, .folded > summary")?.blur();
  const link = event.target.closest?.("a[data-tab]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { tab } = link.dataset;
  const here = tabOf(new URL(location.href)) === tab; // not what is shown: the next section may still be on its way
  if (here && !link.classList.contains("wordmark")) return;
  const now = new URL(location.href).searchParams;
  if (!here && places.has(tab)) go(places.get(tab));
  else open(tab, { e: now.get("e"), hard: now.get("hard") });
  say(NAMES[tab]);
});
document.addEventListener("keydown", (event) => shown.section?.key?.(event));
addEventListener("popstate", show);

/** A button that switches between two values, kept for the next visit. */
function switchButton(id, name, off, on) {
  const button = document.getElementById(id),
    root = document.documentElement;
  const set = (value) => {
    root.dataset[name] = value;
    button.setAttribute("aria-pressed", String(value === on));
  };
  set(root.dataset[name]);
  button.addEventListener("click", () => {
    set(root.dataset[name] === on ? off : on);
    try {
      localStorage.setItem(`fewest-${name}`, root.dataset[name]);
    } catch {
      /* storage may be forbidden */
    }
  });
}
switchButton("theme", "theme", "light", "dark");
switchButton("palette", "palette", "usual", "contrast");
show();
