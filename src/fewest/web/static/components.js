// Components of several sections: settings, charts, words, notices.
import { Component, html, percent, plural, whole, withValue } from "./dom.js";
import { Term } from "./help.js";
import { released } from "./press.js";
import { editionOf, editions, first, HARD, limits, preferenceOf, ruleOf, ULTRA, WORDS, wordsOf } from "./settings.js";
import { recall, remember } from "./storage.js";

/** Whether the screen is narrow. */
export const isNarrow = () => matchMedia("(max-width: 40rem)").matches;

/**
 * A button; its name is its key.
 * @param {string} name
 * @param {unknown} text
 * @param {() => void} onclick
 */
export const button = (name, text, onclick, kind = "", disabled = false) =>
  html`<button key=${name} type="button" class=${`button ${kind}`} data-key=${name} disabled=${disabled} onclick=${onclick}>${text}</button>`;

/**
 * The first items of a list, with a button that shows all. `view` draws the items, `more` is the text of the button.
 * @typedef {{ name: string, list: any[], count: number, more: string, view: (list: any[]) => unknown }} ShortenedProps
 * @extends {Component<ShortenedProps, { isOpen?: boolean }>}
 */
export class Shortened extends Component {
  /** @param {ShortenedProps} props */
  render({ name, list, count, more, view }) {
    const { isOpen } = this.state;
    const toggle = () => this.setState({ isOpen: !isOpen });
    return html`${view(isOpen ? list : list.slice(0, count))}
      ${
        list.length > count &&
        html`<button type="button" class="quiet" data-key=${name} onclick=${toggle}>${isOpen ? "Show fewer" : more}</button>`
      }`;
  }
}

/** @param {{ label: string, value: string, choices: string[][], onChange: (value: string) => void }} props */
export function Select({ label, value, choices, onChange }) {
  const onchange = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => {
    const chosen = currentTarget.value;
    currentTarget.value = value; // keep the old choice until the change takes effect
    onChange(chosen);
  };
  return html`<label class="field">
    <span>${label}</span>
    <select data-key=${`select-${label}`} value=${value} onchange=${onchange}>
      ${choices.map(([key, text]) => html`<option value=${key}>${text}</option>`)}
    </select>
  </label>`;
}

/** @typedef {{ params: URLSearchParams, onChange: (value: string) => void }} SettingProps */

/** @param {SettingProps} props */
export const EditionSelect = ({ params, onChange }) => {
  const choices = editions.map(({ label, title }) => [label, title]).reverse();
  return html`<${Select} label="Edition" value=${editionOf(params).label} choices=${choices} onChange=${onChange} />`;
};

/** @param {SettingProps} props */
export const WordsSelect = ({ params, onChange }) => {
  const choices = Object.entries(WORDS).map(([key, { text }]) => [key, text]);
  return html`<${Select} label="Words" value=${wordsOf(params)} choices=${choices} onChange=${onChange} />`;
};

/** @param {{ value: number, least?: number, onChange: (value: string) => void }} props */
export const BoardsSelect = ({ value, least = 1, onChange }) => {
  const counts = Array.from({ length: limits.most_boards }, (_, index) => String(index + 1)).slice(least - 1);
  return html`<${Select} label="Boards" value=${String(value)} choices=${counts.map((count) => [count, count])} onChange=${onChange} />`;
};

/**
 * The rule for guesses; hard mode only if the game has one.
 * @param {SettingProps & { hasHardMode?: boolean }} props
 */
export const RuleSelect = ({ params, hasHardMode = true, onChange }) => {
  const choices = [
    ["", "Any guess"],
    ...(hasHardMode ? [[HARD, "Hard mode"]] : []),
    [ULTRA, hasHardMode ? "Ultra-hard: every guess must fit all clues" : "Every guess must fit all clues"],
  ];
  return html`<${Select} label="Rule" value=${ruleOf(params, hasHardMode)} choices=${choices} onChange=${onChange} />`;
};

/** @param {{ label: string, value: boolean, onChange: (isOn: boolean) => void }} props */
export const Switch = ({ label, value, onChange }) => html`<label class="field toggle">
  <input type="checkbox" role="switch" data-key=${`toggle-${label}`} checked=${value}
    onchange=${(/** @type {any} */ { currentTarget }) => onChange(currentTarget.checked)} />
  <span>${label}</span>
</label>`;

/** Hard mode, which is one of the rules. @param {SettingProps} props */
export const HardSwitch = ({ params, onChange }) => html`<${Switch} label="Hard mode"
  value=${ruleOf(params, true) === HARD} onChange=${(/** @type {boolean} */ isOn) => onChange(isOn ? HARD : "")} />`;

/** Whether to prefer common words at some cost. @param {SettingProps} props */
export const CommonSwitch = ({ params, onChange }) => html`<${Switch} label="Common words"
  value=${preferenceOf(params).margin !== 0} onChange=${(/** @type {boolean} */ isOn) => onChange(isOn ? "" : "0")} />`;

const KNOWN_WORDS = [1000, 2000, 4000, 8000];
const MARGINS = [0.01, 0.05, 0.1, 0.2]; // the margins to choose from, besides the default

/**
 * The choices of numbers, including the current one.
 * @param {number[]} numbers
 * @param {number | undefined} chosen
 * @param {string} one
 * @param {string} [many]
 */
const withChosen = (numbers, chosen, one, many) =>
  [...new Set([...numbers, chosen ?? numbers[0]])].map((number) => [String(number), plural(number, one, many)]);

/**
 * Which words to prefer in suggestions.
 * @param {{ params: URLSearchParams, onChange: (name: string) => (value: string) => void }} props
 */
export const PreferenceSettings = ({ params, onChange }) => {
  const { known_words: known, margin } = preferenceOf(params);
  const words = withChosen(KNOWN_WORDS, known, "most frequent", "most frequent");
  const margins = withChosen(MARGINS, margin || undefined, "guess", "guesses");
  return html`<div class="preference" role="group" aria-label="Preferred words">
    <${Select} label="Words to suggest" value=${known ?? ""} choices=${[["", "All words"], ...words]}
      onChange=${onChange("k")} />
    <${Select} label="A common word may cost" value=${margin ?? ""} onChange=${onChange("a")}
      choices=${[["", `${first.margin} guesses`], ["0", "Nothing: the best word, however rare"], ...margins]} />
    <p>A common word goes first if it needs at most this many more guesses on average than the best word.</p>
  </div>`;
};

/**
 * The aim: the fewest guesses, or a safe streak.
 * @param {{ params: URLSearchParams, onChange: (value: string) => void }} props
 */
export const AimSelect = ({ params, onChange }) =>
  html`<${Select} label="Aim" value=${params.get("safe") ?? ""} onChange=${onChange}
    choices=${[["", "Fewest guesses"], ["1", "Safe streak, then fewest guesses"]]} />`;

/**
 * The top of every section: its title, the most important settings, and more settings that fold. The page remembers
 * whether they are open.
 * @param {{ title: string, inView: unknown, children?: unknown }} props
 */
export function Head({ title, inView, children }) {
  const key = `settings-${title.toLowerCase()}`;
  const onToggle = (/** @type {any} */ { currentTarget }) => remember(key, currentTarget.open ? "open" : "folded");
  return html`<div class="title-bar">
    <h1>${title}</h1>
    <div class="settings" role="group" aria-label="Settings">
      ${inView}
      <details class="folded" open=${recall(key) === "open"} ontoggle=${onToggle}>
        <summary>More</summary>
        <div class="settings">${children}</div>
      </details>
    </div>
  </div>`;
}

/** Attributes of one-line text fields. */
export const WORD_INPUT = {
  type: "text",
  maxLength: limits.longest_word,
  autocomplete: "off",
  autocapitalize: "none",
  spellcheck: false,
};

/**
 * A field whose text takes effect with Enter or when the field loses the focus. A redraw keeps unfinished text.
 * @typedef {{ label: string, value: string, input: object, onTake: (text: string) => void }} FieldProps
 * @extends {Component<FieldProps, { text: string | null }>}
 */
export class Field extends Component {
  /** @param {string} text */
  async take(text) {
    const { onTake } = this.props;
    await released(); // a press elsewhere takes the focus away; handle it first
    this.setState({ text: null });
    onTake(text);
  }

  /** @param {FieldProps} props */
  render({ label, value, input }) {
    return html`<label class="field">
      <span>${label}</span>
      <input ...${input} value=${this.state.text ?? value}
        oninput=${withValue((text) => this.setState({ text }))}
        onchange=${withValue((text) => this.take(text))} />
    </label>`;
  }
}

/**
 * A field for one word.
 * @param {{ label: string, value: string | null, placeholder?: string, keepsCase?: boolean,
 *   onChange: (word: string) => void }} props
 */
export function WordField({ label, value, placeholder = "", keepsCase, onChange }) {
  const onTake = (/** @type {string} */ text) => {
    const word = keepsCase ? text.trim() : text.trim().toLowerCase();
    if (word !== (value ?? "")) onChange(word);
  };
  const input = { ...WORD_INPUT, size: 9, "data-key": `word-${label}`, placeholder };
  return html`<${Field} label=${label} value=${value ?? ""} input=${input} onTake=${onTake} />`;
}

/**
 * Bars for the number of secrets, or games, by guesses needed; games beyond the limit are lost.
 * @param {{ counts: Record<string, number>, maxGuesses: number, noun?: string }} props
 */
export function Histogram({ counts, maxGuesses, noun = "secret" }) {
  const name = (/** @type {number} */ guesses) => (noun === "game" && guesses > maxGuesses ? "X" : guesses);
  const entries = Object.entries(counts).map(([guesses, count]) => ({ guesses: Number(guesses), count }));
  const most = Math.max(...entries.map(({ count }) => count), 1);
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  const label = entries.map(({ guesses, count }) => `${plural(count, noun)} in ${name(guesses)}`).join(", ");
  return html`<div class="histogram" role="img" aria-label=${`Guesses needed: ${label}`}>
    ${entries.map(
      ({ guesses, count }) => html`<div class=${`bin${guesses > maxGuesses ? " lost" : ""}`}>
        <span class="bin-name">${name(guesses)}</span>
        <span class=${`bin-bar${count ? "" : " none"}`} style=${{ "--share": count / most }} />
        <span class="bin-count">${whole(count)}${count > 0 && html`<small> ${percent(count / total)}</small>`}</span>
      </div>`,
    )}
  </div>`;
}

/** A mark from 0 to 99; without a value, a placeholder. @param {{ name: string, value?: number }} props */
export const Dial = ({
  name,
  value,
}) => html`<div class=${`dial ${name}`} style=${{ "--value": (value ?? 0) / 99 }} role="img"
  aria-label=${`${name}: ${value === undefined ? "not computed yet" : `${value} of 99`}`}>
  <strong>${value ?? "–"}</strong><span>${name}</span><i />
</div>`;

/**
 * A table of guesses with their expected guesses, bits and hit.
 * @param {{ label: string, kind?: string, score?: unknown, lines: { key: string, guess: unknown, kind?: string,
 *   cells: string[] }[] }} props
 */
export function GuessTable({ label, kind = "", score = html`<${Term} of="expected" />`, lines }) {
  const heads = ["guess", score, html`<${Term} of="bits" />`, html`<${Term} of="hit" />`];
  return html`<div class=${`table ${kind}`} role="table" aria-label=${label}>
    <div class="line head" role="row">${heads.map((head) => html`<span role="columnheader">${head}</span>`)}</div>
    ${lines.map(
      (line) => html`<div key=${line.key} class=${`line ${line.kind ?? ""}`} role="row">
        ${[line.guess, ...line.cells].map((cell) => html`<span role="cell">${cell}</span>`)}
      </div>`,
    )}
  </div>`;
}

/**
 * The shown parts; if the one with this reply is not among them, it comes first.
 * @template {{ reply: string }} Part
 * @param {Part[]} shown
 * @param {Part[]} parts
 * @param {string | null | undefined} reply
 */
export const withFirst = (shown, parts, reply) => [
  ...parts.filter((part) => part.reply === reply && !shown.includes(part)),
  ...shown,
];

/**
 * A list of words, with their chances if given. If `count` is larger, say how many more there are. With `onWord`, the
 * words are buttons.
 * @param {{ words: string[], count?: number, chances?: number[] | false, onWord?: (word: string) => void,
 *   past?: Record<string, string> }} props
 */
export function WordList({ words, count = words.length, chances, onWord, past = {} }) {
  const rest = count - words.length;
  return html`<p class="words">
    ${words.map((word, index) =>
      onWord
        ? html`<button key=${word} type="button" class="word" data-key=${`w-${word}`} onclick=${() => onWord(word)}>${word}${chances && html`<small> ${percent(chances[index])}</small>`}${word in past && html` <small class="dim">past answer ${past[word]}</small>`}</button>`
        : html`<span key=${word} class="word">${word}</span>`,
    )}
    ${rest > 0 && html`<span class="dim">and ${whole(rest)} more</span>`}
  </p>`;
}

/** @param {{ text: string }} props */
export const Notice = ({ text }) => html`<p class="notice" role="alert">${text}</p>`;

/**
 * A placeholder for some lines of text; screen readers read `text` instead.
 * @param {{ lines: number, text: string }} props
 */
export const Skeleton = ({ lines, text }) =>
  html`<div class="skeleton" style=${{ "--lines": lines }}><span class="unseen">${text}</span></div>`;

/** @param {{ text: string }} props */
export const Waiting = ({ text }) => html`<p class="waiting">${text}</p>`;

const TICK_STEPS = [-3, -2, -1, 0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));

/**
 * Round numbers between two bounds, at most `count`.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @param {number} [least] The smallest distance between two of them.
 */
function ticksBetween(low, high, count, least = 0) {
  const step = TICK_STEPS.find((candidate) => candidate >= least && (high - low) / candidate <= count) ?? high - low;
  const ticks = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + 1e-9; tick += step)
    ticks.push(Number(tick.toFixed(4)));
  return ticks;
}

/**
 * Whole numbers between two bounds, as ticks of a plot.
 * @param {number} low
 * @param {number} high
 * @returns {[number, string][]}
 */
export const wholeTicks = (low, high) =>
  ticksBetween(low, high, isNarrow() ? 6 : 9, 1).map((tick) => [tick, String(tick)]);

/**
 * A plot of lines and dots.
 * @typedef {{ points: number[][], kind?: "line" | "dots" | "step", class?: string, labels?: string[] }} Series
 * @param {{ series: Series[], x: string, y: string, label: string, xTicks?: [number, string][], fromZero?: boolean,
 *   right?: number }} props
 */
export function Plot({ series, x, y, label, xTicks, fromZero = true, right = 16 }) {
  const narrow = isNarrow(); // a smaller plot, so that its text keeps its size
  const [width, height] = narrow ? [350, 270] : [640, 300];
  const [left, top, bottom] = [46, 34, 44];
  const range = (/** @type {0 | 1} */ axis) => {
    const values = series.flatMap(({ points }) => points.map((point) => point[axis]));
    const low = fromZero ? Math.min(0, ...values) : Math.min(...values);
    const high = Math.max(...values);
    const room = fromZero ? 0 : (high - low) * 0.06 || 0.1;
    return [low - room, high + (high - low) * 0.04 || 1];
  };
  const [x0, x1] = range(0);
  const [y0, y1] = range(1);
  const px = (/** @type {number} */ value) => left + ((value - x0) / (x1 - x0)) * (width - left - right);
  const py = (/** @type {number} */ value) => height - bottom - ((value - y0) / (y1 - y0)) * (height - top - bottom);

  const grid = ticksBetween(y0, y1, 6).map(
    (tick) => html`<line class="grid" x1=${left} x2=${width - right} y1=${py(tick)} y2=${py(tick)} />
      <text class="tick" x=${left - 8} y=${py(tick) + 4} text-anchor="end">${tick}</text>`,
  );
  const across = (xTicks ?? ticksBetween(x0, x1, narrow ? 6 : 9).map((tick) => [tick, String(tick)])).map(
    ([tick, text]) =>
      html`<text class="tick" x=${px(Number(tick))} y=${height - bottom + 18} text-anchor="middle">${text}</text>`,
  );
  const shapes = series.map(({ points, kind = "line", class: name = "" }) => {
    const path = points.map((point) => `${px(point[0])},${py(point[1])}`).join(" ");
    const radius = kind === "dots" ? 4 : 5;
    const dots = points.map(
      (point) => html`<circle class=${`dot ${name}`} cx=${px(point[0])} cy=${py(point[1])} r=${radius} />`,
    );
    return [kind !== "dots" && html`<polyline class=${`line ${name}`} points=${path} />`, kind !== "line" && dots];
  });
  /** @type {number[][]} */
  const written = []; // positions of labels; leave out a label that would cover another
  const labels = series.flatMap(({ points, labels: texts = [] }) =>
    texts.map((text, index) => {
      const [right, up] = [px(points[index][0]) + 9, py(points[index][1]) - 7];
      if (!text || written.some((other) => Math.abs(right - other[0]) < 52 && Math.abs(up - other[1]) < 14))
        return null;
      written.push([right, up]);
      return html`<text class="dot-label" x=${right} y=${up} text-anchor="start">${text}</text>`;
    }),
  );
  return html`<svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label} class="plot">
    ${grid}${across}
    <text class="axis" x=${(left + width - right) / 2} y=${height - 6} text-anchor="middle">${x}</text>
    <text class="axis" x="4" y="11" text-anchor="start">${y}</text>
    ${shapes}${labels}
  </svg>`;
}
