// Sharing a game: as text, as a link and as a picture of its squares.
import { Component, copy, html, say } from "./dom.js";
import { repliesIn, Squares, squaresOf } from "./tiles.js";

const SIDE = 96; // of a square of the picture, in pixels
const GAP = 12;
const MARGIN = 48;

/** The colour of the page that has a name. */
const pageColour = (/** @type {string} */ name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * A picture of the squares in the colours of the page, with the first line of the text above them.
 * @param {string} head
 * @param {string[]} replies
 * @returns {Promise<File | null>}
 */
export async function picture(head, replies) {
  const canvas = document.createElement("canvas");
  const step = SIDE + GAP;
  const top = MARGIN + SIDE;
  canvas.width = Math.max(...replies.map(({ length }) => length)) * step - GAP + 2 * MARGIN;
  canvas.height = top + replies.length * step - GAP + MARGIN;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = pageColour("card");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = pageColour("ink");
  pen.font = `600 40px ${pageColour("sans")}`;
  pen.fillText(head, MARGIN, MARGIN + 40, canvas.width - 2 * MARGIN);
  for (const [row, reply] of replies.entries())
    for (const [place, digit] of [...reply].entries()) {
      pen.fillStyle = pageColour(["grey", "yellow", "green"][Number(digit)]);
      pen.beginPath();
      pen.roundRect(MARGIN + place * step, top + row * step, SIDE, SIDE, 14);
      pen.fill();
    }
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
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
 * A button that copies a text; where that is not allowed, the text is shown.
 * @typedef {{ label: string, text: string, kind?: string }} CopyButtonProps
 * @extends {Component<CopyButtonProps, { copied?: boolean, refused?: boolean }>}
 */
export class CopyButton extends Component {
  async copy() {
    const copied = await copy(this.props.text);
    this.setState({ copied, refused: !copied });
    if (copied) setTimeout(() => this.setState({ copied: false }), 1600);
    else say("Select and copy the text.");
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
 * A game to share, with its squares in the colours of the page: through what the device shares with, or else by
 * copying the text, the link or saving the picture.
 * @param {{ text: string, link?: string }} props
 */
export function ShareBox({ text, link }) {
  const head = text.split("\n", 1)[0];
  const replies = repliesIn(text);
  const shown = replies.length ? [head, ...replies.map(squaresOf)].join("\n") : text;
  const onPicture = async () => {
    const file = await picture(head, replies);
    if (file) save(file);
    say(file ? "The picture is saved." : "A picture cannot be made here.");
  };
  const onShare = async () => {
    const file = replies.length ? await picture(head, replies) : null;
    const data = { text: shown, ...(link ? { url: link } : {}) };
    const whole = file ? { ...data, files: [file] } : data;
    try {
      await navigator.share(navigator.canShare?.(whole) ? whole : data);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) await copy(shown);
    }
  };
  return html`<div class="share">
    <div><p>${head}</p>${
      replies.length
        ? replies.map((reply) => html`<${Squares} reply=${reply} />`)
        : text
            .split("\n")
            .slice(2)
            .map((line) => html`<span>${line}</span>`)
    }</div>
    <div class="buttons">
      ${"share" in navigator && html`<button type="button" class="button" data-key="share" onclick=${onShare}>Share</button>`}
      <${CopyButton} key=${shown} label="Copy" text=${shown} />
      ${link && html`<${CopyButton} key=${link} label="Copy link" text=${link} />`}
      ${replies.length > 0 && html`<button type="button" class="button" data-key="picture" onclick=${onPicture}>Save picture</button>`}
    </div>
  </div>`;
}
