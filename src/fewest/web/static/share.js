// Sharing a game: as text, as a link and as a picture.
import { Component, copy, html, say } from "./dom.js";
import { coloursOf, repliesIn, squaresOf } from "./tiles.js";

const SIDE = 96; // the side of a square of the picture, in pixels
const STEP = SIDE + 12;
const MARGIN = 48;
const LEAST_WIDTH = 624; // the width of five squares
const [TOP, BELOW_HEAD] = [MARGIN + 44, 44]; // the baseline of the headline, and the distance to the note below it

/** A colour of the page by its name. */
const pageColour = (/** @type {string} */ name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * A game to share: a headline, a note with game and date, and a row for each reply.
 * @typedef {{ head: string, note: string, rows: string[], isMarked: boolean }} Shared If `isMarked`, rows are the digits
 *   of marks, otherwise text.
 */

/**
 * A picture of a game in the colours of the page.
 * @param {Shared} game
 */
function drawn({ head, note, rows, isMarked }) {
  const canvas = document.createElement("canvas");
  const top = TOP + (note ? BELOW_HEAD : 0) + 36;
  const places = isMarked ? Math.max(...rows.map(({ length }) => length)) : 0;
  canvas.width = Math.max(LEAST_WIDTH, places * STEP - STEP + SIDE + 2 * MARGIN);
  canvas.height = top + rows.length * STEP - STEP + SIDE + MARGIN;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  const room = canvas.width - 2 * MARGIN;
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {number} */ y,
    colour = "ink",
    weight = 400,
  ) => {
    const fontOf = (/** @type {number} */ pixels) => `${weight} ${pixels}px ${pageColour("sans")}`;
    pen.fillStyle = pageColour(colour);
    pen.font = fontOf(size);
    pen.font = fontOf(Math.min(size, (size * room) / pen.measureText(text).width));
    pen.fillText(text, MARGIN, y);
  };
  pen.fillStyle = pageColour("card");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write(head, 42, TOP, "ink", 600);
  if (note) write(note, 30, TOP + BELOW_HEAD, "soft");
  for (const [row, reply] of rows.entries()) {
    if (!isMarked) write(reply, 64, top + row * STEP + 70);
    for (const [place, digit] of isMarked ? [...reply].entries() : []) {
      pen.fillStyle = pageColour(["grey", "yellow", "green"][Number(digit)]);
      pen.beginPath();
      pen.roundRect(MARGIN + place * STEP, top + row * STEP, SIDE, SIDE, 14);
      pen.fill();
    }
  }
  return canvas;
}

/**
 * The file of a picture.
 * @param {HTMLCanvasElement | null} canvas
 * @returns {Promise<File | null>}
 */
async function fileOf(canvas) {
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) =>
    canvas ? canvas.toBlob(resolve) : resolve(null),
  );
  return blob && new File([blob], "fewest.png", { type: blob.type });
}

/** Save a file. @param {File} file */
export function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {HTMLTextAreaElement | null} area */
const select = (area) => area?.select();

/**
 * A button that copies a text, or shows it if copying is not allowed.
 * @typedef {{ label: string, text: string, kind?: string }} CopyButtonProps
 * @extends {Component<CopyButtonProps, { copied?: boolean, refused?: boolean }>}
 */
export class CopyButton extends Component {
  async copy() {
    const copied = await copy(this.props.text);
    this.setState({ copied, refused: !copied });
    if (copied) setTimeout(() => this.setState({ copied: false }), 1600);
    else say("Select the text and copy it.");
  }

  /** @param {CopyButtonProps} props */
  render({ label, text, kind = "button" }) {
    if (this.state.refused)
      return html`<textarea rows=${text.split("\n").length + 1} readOnly value=${text} aria-label="The text to copy" ref=${select} />`;
    return html`<button type="button" class=${kind} data-key=${`copy-${label}`} onclick=${() => this.copy()}>
      ${this.state.copied ? "Copied" : label}
    </button>`;
  }
}

/**
 * A game to share, with its picture in the colours of the page. Use the share menu of the device, copy the text or the
 * link, or save the picture.
 * @param {{ text: string, note?: string, link?: string }} props The note in the picture names game and date.
 */
export function ShareBox({ text, note = "", link }) {
  const [head, ...lines] = text.split("\n");
  const replies = repliesIn(text);
  const isMarked = replies.length > 0;
  const rows = isMarked ? replies : lines.filter(Boolean);
  const shown = isMarked ? [head, ...replies.map(squaresOf)].join("\n") : text;
  const canvas = drawn({ head, note, rows, isMarked });
  const said = [head, note, ...(isMarked ? replies.map(coloursOf) : rows)].filter(Boolean).join("; ");
  const onPicture = async () => {
    const file = await fileOf(canvas);
    if (file) save(file);
    say(file ? "Picture saved." : "This browser cannot draw the picture.");
  };
  const onShare = async () => {
    const file = await fileOf(canvas);
    const data = { text: shown, ...(link ? { url: link } : {}) };
    const whole = file ? { ...data, files: [file] } : data;
    try {
      await navigator.share(navigator.canShare?.(whole) ? whole : data);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) await copy(shown);
    }
  };
  return html`<div class="share">
    ${canvas && html`<img src=${canvas.toDataURL()} width=${canvas.width} height=${canvas.height} alt=${said} />`}
    <div class="buttons">
      ${"share" in navigator && html`<button type="button" class="button" data-key="share" onclick=${onShare}>Share</button>`}
      <${CopyButton} key=${shown} label="Copy" text=${shown} />
      ${link && html`<${CopyButton} key=${link} label="Copy link" text=${link} />`}
      <button type="button" class="button" data-key="picture" onclick=${onPicture}>Save picture</button>
    </div>
  </div>`;
}
