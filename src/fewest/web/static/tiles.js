// Tiles, squares and the keyboard: everything that replies colour.
import { html } from "./dom.js";

/** The mark of a tile without a colour. */
export const UNSET = "?";

/**
 * Change the colour at one place of a reply: to a given one, or to the next of yellow, green and grey.
 * @param {string} reply
 * @param {number} place
 */
export function recoloured(
  reply,
  place,
  colour = reply[place] === UNSET ? "1" : String((Number(reply[place]) + 1) % 3),
) {
  return reply.slice(0, place) + colour + reply.slice(place + 1);
}

const CLASSES = ["grey", "yellow", "green"];
/** @type {Record<string, { words: string[], squares: string[] }>} The names of the colours of each palette. */
const PALETTES = {
  usual: { words: ["grey", "yellow", "green"], squares: ["⬛", "🟨", "🟩"] },
  contrast: { words: ["grey", "blue", "orange"], squares: ["⬛", "🟦", "🟧"] },
};
const palette = () => PALETTES[document.documentElement.dataset.palette ?? ""] ?? PALETTES.usual;

/** The class of a colour; undefined for other characters. @param {string | number | undefined} digit */
const classOf = (digit) => CLASSES[Number(digit ?? NaN)];

/** The name of a colour in the current palette. @param {string | number} digit */
export const colourWord = (digit) => palette().words[Number(digit)] ?? "no colour yet";

/** The colours of a reply in words. @param {string} reply */
export const coloursOf = (reply) => [...reply].map(colourWord).join(", ");

/** A reply as squares to share. @param {string} reply */
export const squaresOf = (reply) => [...reply].map((digit) => palette().squares[Number(digit)]).join("");

/** The replies in a text of squares of any palette. @param {string} text */
export function repliesIn(text) {
  const digit = (/** @type {string} */ square) =>
    Object.values(PALETTES).reduce((highest, { squares }) => Math.max(highest, squares.indexOf(square)), -1);
  const lines = text.split("\n").map((line) => [...line.replaceAll("\ufe0f", "")].map(digit));
  return lines.filter((line) => line.length && line.every((mark) => mark >= 0)).map((line) => line.join(""));
}

/** A small tile for display. @param {{ letter: string, digit: string }} props */
export const Tile = ({ letter, digit }) =>
  html`<span class=${`tile ${classOf(digit) ?? "unset"}`}>${letter.toUpperCase()}</span>`;

const PEGS = "#c62828 #1a5fb4 #f6d32d #1e7a3c #f2f0ea #2b2b2b #f29a2e #7b3fa0 #7a4a21 #5ec8d8 #f0a6c0 #5b6670".split(
  " ",
);

/**
 * The class and the style of a symbol that represents a colour.
 * @param {string | undefined} symbol
 * @param {string | undefined} pegs All such symbols.
 */
function pegOf(symbol, pegs) {
  const peg = symbol && pegs?.includes(symbol) ? pegs.indexOf(symbol) % PEGS.length : -1;
  return peg < 0 ? { kind: "", style: {} } : { kind: `peg peg-${peg}`, style: { "--peg": PEGS[peg] } };
}

/**
 * A row of a board. With `onTile`, tiles with a letter are buttons. A ghost is a suggested guess. `pegs` are the symbols
 * that represent colours, `end` follows the tiles.
 * @param {{ guess?: string, reply?: string | null, length: number, row: number, wrong?: number[], cursor?: number,
 *   flip?: boolean, now?: boolean, isGhost?: boolean, onTile?: (place: number) => void, pegs?: string, end?: unknown }} props
 */
export function Row({
  guess = "",
  reply = null,
  length,
  row,
  wrong = [],
  cursor,
  flip,
  now,
  isGhost,
  onTile,
  pegs,
  end,
}) {
  const name = `Guess ${row + 1}${isGhost ? ", suggested" : ""}`;
  const kind = `row${now ? " now" : ""}${isGhost ? " ghost" : ""}`;
  const tiles = Array.from({ length }, (_, place) => {
    const letter = (guess[place] ?? "").toUpperCase();
    const isWrong = wrong.includes(place);
    const peg = pegOf(guess[place], pegs);
    const classes = [
      "tile",
      classOf(reply?.[place]) ?? (reply ? "unset" : letter ? "typed" : "empty"),
      peg.kind,
      isWrong && "wrong",
      cursor === place && "cursor",
      flip && "flip",
    ];
    const label = `${name}, ${pegs ? "peg" : "letter"} ${place + 1}: ${letter || "empty"}${reply ? `, ${colourWord(reply[place])}` : ""}${isWrong ? ", contradicts the other clues" : ""}`;
    const shared = { class: classes.filter(Boolean).join(" "), style: { "--place": place, ...peg.style } };
    if (!onTile || !letter) return html`<div ...${shared} role="img" aria-label=${label}>${letter}</div>`;
    return html`<button ...${shared} type="button" aria-label=${`${label}. Press to change the colour.`}
      data-key=${`tile-${row}-${place}`} data-row=${row} data-place=${place} onclick=${() => onTile(place)}>${letter}</button>`;
  });
  return html`<div class=${kind} role="group" aria-label=${`${name}${guess ? `: ${guess}` : ""}`}>${tiles}${end}</div>`;
}

/** A reply as small squares. @param {{ reply: string }} props */
export const Squares = ({ reply }) =>
  html`<span class="squares" role="img" aria-label=${coloursOf(reply)}>${[...reply].map((digit) => html`<i class=${classOf(digit)} />`)}</span>`;

/** A guess and its reply as small tiles. @param {{ guess: string, reply: string }} props */
export function SmallTiles({ guess, reply }) {
  const letters = [...guess.toUpperCase()];
  const label = letters.map((letter, place) => `${letter} ${colourWord(reply[place])}`).join(", ");
  const tiles = letters.map((letter, place) => html`<i class=${classOf(reply[place])}>${letter}</i>`);
  return html`<span class="small-row" role="img" aria-label=${label}>${tiles}</span>`;
}

/**
 * The best colour of each letter on each of several boards.
 * @param {{ guess: string, reply: string }[][]} boards The clues of every board.
 */
export function lettersOfBoards(boards) {
  /** @type {Record<string, (number | undefined)[]>} */
  const colours = {};
  for (const [board, clues] of boards.entries())
    for (const [letter, colour] of Object.entries(letterColours(clues))) {
      colours[letter] ??= boards.map(() => undefined);
      colours[letter][board] = colour;
    }
  return colours;
}

/** The best colour of each letter. @param {{ guess: string, reply: string }[]} clues */
export function letterColours(clues) {
  /** @type {Record<string, number>} */
  const colours = {};
  for (const { guess, reply } of clues)
    for (const [place, digit] of [...reply].entries()) {
      const letter = guess[place];
      colours[letter] = Math.max(colours[letter] ?? 0, Number(digit));
    }
  return colours;
}

/** @typedef {Record<string, number | (number | undefined)[]>} Colours */

const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/**
 * A keyboard to touch or click. `colours` holds the known colour of each letter, or a list with one for each board;
 * `pegs` are the symbols that represent colours.
 * @param {{ onKey: (name: string) => void, colours?: Colours, rows?: string[], pegs?: string }} props
 */
export function Keyboard({ onKey, colours = {}, rows = QWERTY, pegs }) {
  /** @param {TouchEvent & { currentTarget: Element }} event */
  const endTouch = (event, /** @type {string} */ name) => {
    event.preventDefault(); // overlapping touches of two thumbs cause no click
    const [{ clientX, clientY }] = event.changedTouches;
    if (event.currentTarget.contains(document.elementFromPoint(clientX, clientY))) onKey(name);
  };
  const key = (/** @type {string} */ name, text = name.toUpperCase()) => {
    const isLetter = name.length === 1;
    const known = colours[name];
    const boards = Array.isArray(known) && known.some(Boolean) ? known : [];
    const plain = Array.isArray(known) ? (boards.length ? undefined : 0) : known;
    const colour = classOf(plain);
    const peg = pegOf(name, pegs);
    const onBoard = (/** @type {number | undefined} */ digit, /** @type {number} */ board) =>
      digit === undefined ? "" : `, ${colourWord(digit)} on board ${board + 1}`;
    return html`<button
      type="button"
      class=${`key ${isLetter ? (colour ?? peg.kind) : "wide"}`}
      style=${peg.style}
      aria-label=${isLetter ? text + (plain === undefined ? "" : `, ${colourWord(plain)}`) + boards.map(onBoard).join("") : name}
      data-key=${`key-${name}`}
      onclick=${() => onKey(name)}
      onmousedown=${(/** @type {Event} */ event) => event.preventDefault() /* the focus stays where it is */}
      ontouchend=${(/** @type {any} */ event) => endTouch(event, name)}
    >${text}${boards.length > 0 && html`<span class="key-boards">${boards.map((digit) => html`<i class=${classOf(digit)} />`)}</span>`}</button>`;
  };
  const letters = (/** @type {string} */ names) => [...names].map((name) => key(name));
  return html`<div class="keyboard" role="group" aria-label="Keyboard">
    ${rows.slice(0, -1).map((row) => html`<div class="keys">${letters(row)}</div>`)}
    <div class="keys">${key("Enter", "Enter")}${letters(rows.at(-1) ?? "")}${key("Backspace", "⌫")}</div>
  </div>`;
}

/** Shake a row to show that its word was refused. @param {Element | null | undefined} row */
export function shake(row) {
  row?.classList.add("shake");
  row?.addEventListener("animationend", () => row.classList.remove("shake"), { once: true });
}
