// What several sections show: tiles, keys, settings, charts.
import { USUAL, copy, h, percent, plural, s, say, whole } from "./dom.js";
import { released } from "./press.js";

/** The squares of a text that is shared, in the order of the colours. */
const SQUARES = ["⬛", "🟨", "🟩"];
export const COLOURS = ["grey", "yellow", "green"];
export const LENGTH = 5;

/** A tile of a board; with a click it is a button that steps through the colours. */
export function tile(
  letter,
  colour,
  { place = 0, row = 0, onclick, wrong = false, cursor = false, flip = false, label, still = false } = {},
) {
  const named = letter ? letter.toUpperCase() : "empty";
  const text =
    label ??
    `Guess ${row + 1}, letter ${place + 1}: ${named}${colour === null ? "" : `, ${COLOURS[colour]}`}${wrong ? ", contradicts the rest" : ""}`;
  const kind = [
    "tile",
    colour === null ? (letter ? "typed" : "empty") : COLOURS[colour],
    wrong && "wrong",
    cursor && "cursor",
    flip && "flip",
  ];
  const given = { class: kind.filter(Boolean).join(" "), "--place": place };
  if (onclick && !still)
    return h(
      "button",
      {
        ...given,
        type: "button",
        "aria-label": `${text}. Press to change the colour.`,
        onclick,
        dataset: { key: `tile-${row}-${place}`, row, place },
      },
      letter.toUpperCase(),
    );
  return h("div", { ...given, role: "img", "aria-label": text }, letter ? letter.toUpperCase() : "");
}

/** A row of tiles. */
export function row(guess, reply, options = {}) {
  const length = options.length ?? LENGTH;
  return h(
    "div",
    {
      class: `row${options.flip && /^2+$/.test(reply) ? " win" : ""}`,
      role: "group",
      "aria-label": `Guess ${(options.row ?? 0) + 1}${guess ? `: ${guess}` : ""}`,
    },
    Array.from({ length }, (_, place) =>
      tile(guess[place] ?? "", reply ? Number(reply[place]) : null, {
        ...options,
        place,
        wrong: options.wrong?.includes(place),
        cursor: options.cursor === place,
        onclick: options.onclick && guess[place] ? (event) => options.onclick(place, event) : undefined,
      }),
    ),
  );
}

/** A reply as five small squares. */
export function squares(reply) {
  return h(
    "span",
    { class: "squares", role: "img", "aria-label": [...reply].map((digit) => COLOURS[digit]).join(", ") },
    [...reply].map((digit) => h("i", { class: COLOURS[digit] })),
  );
}

/** Small tiles of a guess. */
export function small(guess, reply) {
  const how = [...guess].map((letter, place) => `${letter.toUpperCase()} ${COLOURS[reply[place]]}`).join(", ");
  return h(
    "span",
    { class: "small-row", role: "img", "aria-label": how },
    [...guess].map((letter, place) => h("i", { class: COLOURS[reply[place]] }, letter.toUpperCase())),
  );
}

/** A keyboard for fingers. */
export function keyboard(press) {
  const key = (name, label = name.toUpperCase(), kind = "") =>
    h(
      "button",
      {
        type: "button",
        class: `key ${kind}`,
        "aria-label": name.length === 1 ? label : name,
        dataset: { key: `key-${name}` },
        onclick: () => press(name),
        onmousedown: (event) => event.preventDefault(), // the focus stays where it is
        ontouchend: (event) => {
          event.preventDefault(); // two thumbs that overlap give no click
          const [{ clientX, clientY }] = event.changedTouches;
          if (event.currentTarget.contains(document.elementFromPoint(clientX, clientY))) press(name);
        },
      },
      label,
    );
  return h(
    "div",
    { class: "keyboard", role: "group", "aria-label": "Keyboard" },
    h(
      "div",
      { class: "keys" },
      [..."qwertyuiop"].map((each) => key(each)),
    ),
    h(
      "div",
      { class: "keys" },
      [..."asdfghjkl"].map((each) => key(each)),
    ),
    h(
      "div",
      { class: "keys" },
      key("Enter", "Enter", "wide"),
      [..."zxcvbnm"].map((each) => key(each)),
      key("Backspace", "⌫", "wide"),
    ),
  );
}

/** Colour the keys in place, so that no key goes away under a finger. */
export function colourKeys(keys, known) {
  for (const key of keys.querySelectorAll(".key:not(.wide)")) {
    const letter = key.dataset.key.at(-1),
      colour = COLOURS[known[letter]];
    key.className = `key ${colour ?? ""}`;
    key.setAttribute("aria-label", letter.toUpperCase() + (colour ? `, ${colour}` : ""));
  }
}

/** Shake a row: what was typed is not taken. */
export function shake(row) {
  if (!row) return;
  row.classList.add("shake");
  row.addEventListener("animationend", () => row.classList.remove("shake"), { once: true });
}

/** Where there is little room. */
export const isNarrow = () => matchMedia("(max-width: 40rem)").matches;

/** Whether a key press may belong to a board: not to a field of text or to the browser. */
export function forBoard(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !event.target.closest?.("input:not([type=checkbox]), textarea, [contenteditable]");
}

/** The key of a board that is pressed: a letter, one of the digits, Enter or Backspace; or null.
 *
 * A letter leaves the setting or button that was used last, so that what comes next is for the board too. A button keeps
 * Enter, and so does a menu where no word is typed; a menu keeps its arrows and the space bar.
 */
export function boardKey(event, draft, digits = "") {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (name === "Enter") {
    if (event.target.closest?.(draft ? "button:not(.tile), a, summary" : "button:not(.tile), a, summary, select"))
      return null;
  } else if (/^[a-z]$/.test(name) || (name.length === 1 && digits.includes(name))) {
    if (event.target.matches?.("button, summary, a, select, input")) event.target.blur();
  } else if (name !== "Backspace") return null;
  event.preventDefault();
  return name;
}

export function select(label, value, choices, onchange) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h(
      "select",
      { onchange: (event) => onchange(event.target.value), dataset: { key: `select-${label}` } },
      choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
    ),
  );
}

function toggle(label, value, onchange) {
  return h(
    "label",
    { class: "field toggle" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: value,
      onchange: (event) => onchange(event.target.checked),
      dataset: { key: `toggle-${label}` },
    }),
    h("span", {}, label),
  );
}

/** Settings that are folded away where there is little room. */
export function folded(settings) {
  return h("details", { class: "folded", open: !isNarrow() }, h("summary", {}, "Settings"), settings);
}

/** A field for one word; Enter or leaving it takes the word. */
export function wordField(label, value, onchange, placeholder = "") {
  const take = async (event) => {
    const word = event.target.value.trim().toLowerCase();
    await released(); // whoever presses something else leaves the field by that
    if (word !== (value ?? "")) onchange(word);
  };
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h("input", {
      type: "text",
      value: value ?? "",
      maxLength: 32,
      placeholder,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: false,
      size: 9,
      onchange: take,
      dataset: { key: `word-${label}` },
    }),
  );
}

const EDITIONS = [
  ["nyt-2023", "NYT 2023"],
  ["nyt-2022", "NYT 2022"],
  ["original", "Original"],
];
const FIELDS = [
  ["answers", "Answers, all as likely"],
  ["frequency", "Answers, by frequency"],
  ["today", "Every word, as picked today"],
];

/** The best first guesses, proved over all: where to begin. */
export const OPENERS = { original: "salet", "nyt-2022": "salet", "nyt-2023": "tarse" };

/** What an address says, or what is usual where it says nothing that is known. */
const choice = (params, name, list) =>
  list.some(([key]) => key === params.get(name)) ? params.get(name) : USUAL[name];
export const editionOf = (params) => choice(params, "e", EDITIONS);
const fieldOf = (params) => choice(params, "w", FIELDS);
export const isHard = (params) => params.get("hard") === "1";
export const editionSelect = (params, onchange) => select("Edition", editionOf(params), EDITIONS, onchange);
export const fieldSelect = (params, onchange) => select("Words", fieldOf(params), FIELDS, onchange);
export const hardToggle = (params, onchange) =>
  toggle("Hard mode", isHard(params), (value) => onchange(value ? "1" : ""));

/** What the settings of an address mean to the API. */
export function setting(params) {
  const field = fieldOf(params);
  return {
    edition: editionOf(params),
    secrets: field === "today" ? "guesses" : "answers",
    prior: { answers: "uniform", frequency: "frequency", today: "today" }[field],
    hard: isHard(params),
  };
}

/** Bars for how often each number of guesses is needed. */
export function histogram(counts, label) {
  const entries = Object.entries(counts).map(([guesses, count]) => [Number(guesses), count]);
  const most = Math.max(...entries.map(([, count]) => count), 1);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  return h(
    "div",
    {
      class: "histogram",
      role: "img",
      "aria-label": `${label}: ${entries.map(([g, c]) => `${plural(c, "secret")} in ${g}`).join(", ")}`,
    },
    entries.map(([guesses, count]) =>
      h(
        "div",
        { class: `bin${guesses > 6 ? " lost" : ""}` },
        h("span", { class: "bin-name" }, String(guesses)),
        h("span", { class: `bin-bar${count ? "" : " none"}`, "--share": count / most }),
        h("span", { class: "bin-count" }, whole(count), count ? h("small", {}, ` ${percent(count / total)}`) : null),
      ),
    ),
  );
}

/** How a guess would split the field: a bar for each reply, which opens to its words; `opened` keeps which are open. */
export function splitChart(split, { chosen = null, all = false, opened = new Set(), more = () => {} } = {}) {
  const shown = all ? split.parts : split.parts.slice(0, 10);
  const most = Math.max(...split.parts.map((part) => part.chance));
  const held =
    chosen !== null && !shown.some((part) => part.reply === chosen)
      ? split.parts.filter((part) => part.reply === chosen)
      : [];
  return h(
    "div",
    { class: "split" },
    [...held, ...shown].map((part) =>
      h(
        "details",
        {
          class: `part${part.reply === chosen ? " chosen" : ""}`,
          dataset: { reply: part.reply },
          open: opened.has(part.reply),
        },
        h(
          "summary",
          {
            dataset: { key: `part-${part.reply}` },
            onclick: ({ currentTarget: { parentElement } }) =>
              opened[parentElement.open ? "delete" : "add"](part.reply), // at once: its toggle event may come too late
          },
          squares(part.reply),
          h("span", { class: "part-bar", "--share": part.chance / most }),
          h("span", { class: "part-count" }, whole(part.count), h("small", {}, ` ${percent(part.chance)}`)),
        ),
        wordList(part.words, part.count),
      ),
    ),
    split.parts.length > 10
      ? h(
          "button",
          { type: "button", class: "quiet", onclick: more, dataset: { key: "more-parts" } },
          all ? "Show fewer" : `Show all ${split.parts.length} replies`,
        )
      : null,
  );
}

export function wordList(list, count = list.length, onclick = null) {
  const rest = count - list.length;
  return h(
    "p",
    { class: "words" },
    list.map((word) =>
      onclick
        ? h(
            "button",
            { type: "button", class: "word", onclick: () => onclick(word), dataset: { key: `w-${word}` } },
            word,
          )
        : h("span", { class: "word" }, word),
    ),
    rest > 0 ? h("span", { class: "dim" }, `and ${whole(rest)} more`) : null,
  );
}

export function notice(problem) {
  return h("p", { class: "notice", role: "alert" }, problem.message ?? String(problem));
}

export function waiting(text) {
  return h(
    "p",
    { class: "waiting" },
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    text,
  );
}

/** A button that copies a text; where that is not allowed, the text is shown. */
export function copyButton(label, text, kind = "button") {
  const shown = { rows: text.split("\n").length + 1, readOnly: true, value: text, "aria-label": "The text to copy" };
  const button = h(
    "button",
    {
      type: "button",
      class: kind,
      dataset: { key: `copy-${label}` },
      onclick: async () => {
        if (await copy(text)) {
          button.textContent = "Copied";
          setTimeout(async () => {
            await released();
            button.textContent = label;
          }, 1600);
        } else {
          const area = h("textarea", shown);
          button.replaceWith(area);
          area.select();
          say("Select and copy the text.");
        }
      },
    },
    label,
  );
  return button;
}

/** What is shared, as it looks everywhere, and a button that copies it. */
export function shareBox(text) {
  const [head, ...lines] = text.split("\n").filter(Boolean);
  const rows = lines.map((line) => [...line.replaceAll("\ufe0f", "")].map((each) => SQUARES.indexOf(each)));
  return h(
    "div",
    { class: "share" },
    h(
      "div",
      {},
      h("p", {}, head),
      rows.map((row) => squares(row.join(""))),
    ),
    copyButton("Copy", text),
  );
}

/** A picture of lines and dots. Series: { points: [[x, y]], kind: line | dots | step, name, class, titles }. */
export function plot(series, { x = "", y = "", label, xTicks, yTicks, fromZero = true, side = 16 }) {
  const narrow = isNarrow(); // the letters stay as large as they are elsewhere
  const [width, height] = narrow ? [350, 270] : [640, 300];
  const left = 46,
    right = side,
    top = 34,
    bottom = 44;
  const all = series.flatMap((each) => each.points);
  const range = (at) => {
    const values = all.map((point) => point[at]);
    const low = fromZero ? Math.min(0, ...values) : Math.min(...values),
      high = Math.max(...values);
    const room = fromZero ? 0 : (high - low) * 0.06 || 0.1;
    return [low - room, high + (high - low) * 0.04 || 1];
  };
  const [x0, x1] = range(0),
    [y0, y1] = range(1);
  const px = (value) => left + ((value - x0) / (x1 - x0)) * (width - left - right);
  const py = (value) => height - bottom - ((value - y0) / (y1 - y0)) * (height - top - bottom);
  const ticks = (low, high, count) => {
    const step =
      [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10].find(
        (each) => (high - low) / each <= count,
      ) ?? 20;
    const made = [];
    for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + 1e-9; at += step) made.push(Number(at.toFixed(4)));
    return made;
  };
  const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "plot" });
  for (const at of yTicks ?? ticks(y0, y1, 6)) {
    picture.append(
      s("line", { class: "grid", x1: left, x2: width - right, y1: py(at), y2: py(at) }),
      s("text", { class: "tick", x: left - 8, y: py(at) + 4, "text-anchor": "end" }, String(at)),
    );
  }
  for (const [at, text] of xTicks ?? ticks(x0, x1, narrow ? 6 : 9).map((each) => [each, String(each)])) {
    picture.append(s("text", { class: "tick", x: px(at), y: height - bottom + 18, "text-anchor": "middle" }, text));
  }
  picture.append(
    s("text", { class: "axis", x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, x),
    s("text", { class: "axis", x: 4, y: 11, "text-anchor": "start" }, y),
  );
  for (const { points, kind = "line", class: name = "", titles = [] } of series) {
    if (kind !== "dots")
      picture.append(
        s("polyline", {
          class: `line ${name}`,
          points: points.map((each) => `${px(each[0])},${py(each[1])}`).join(" "),
        }),
      );
    if (kind !== "line")
      points.forEach((each, at) => {
        const dot = s("circle", { class: `dot ${name}`, cx: px(each[0]), cy: py(each[1]), r: kind === "dots" ? 4 : 5 });
        if (titles[at]) dot.append(s("title", {}, titles[at]));
        picture.append(dot);
      });
  }
  const written = []; // a label that would cover another is left out; the dot still tells its name
  for (const { labels = [], points } of series)
    labels.forEach((text, at) => {
      const [across, up] = [px(points[at][0]) + 9, py(points[at][1]) - 7];
      if (!text || written.some(([x, y]) => Math.abs(across - x) < 52 && Math.abs(up - y) < 14)) return;
      written.push([across, up]);
      picture.append(s("text", { class: "dot-label", x: across, y: up, "text-anchor": "start" }, text));
    });
  return picture;
}
