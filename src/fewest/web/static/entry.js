// The inputs for guesses and replies: rows of a board, keys, and replies without colours.
/**
 * @import { GameFacts, Keyboard as Keys } from "fewest-api"
 * @import { Colours } from "./tiles.js"
 */
import { WordField } from "./components.js";
import { html, withValue } from "./dom.js";
import { countsOf, inputOf, spoken, writeCounts } from "./replies.js";
import { Keyboard, Row } from "./tiles.js";

/**
 * A board of rows.
 * @param {{ game: GameFacts, name?: string, role?: string, kind?: string, count?: number, children?: unknown }} props
 *   `count` rows share the height of the screen.
 */
export function Board({ game, name = "Board", role = "group", kind = "", count, children }) {
  const { hasMarks, places } = inputOf(game);
  const style = { "--length": hasMarks ? places : places + 2, ...(count && { "--rows": count }) };
  const classes = `board ${kind}${game.keyboard.pegs ? " pegs" : ""}`;
  return html`<div class=${classes} role=${role} aria-label=${name} style=${style}>${children}</div>`;
}

/**
 * A row of a board. Marks colour its tiles; other replies follow on a chip, which may be a button. A guess that is not
 * typed by keys has no tiles.
 * @param {{ game: GameFacts, row: number, guess?: string, reply?: string | null, label?: string, isOpen?: boolean,
 *   onChip?: () => void, wrong?: number[], now?: boolean, flip?: boolean, isGhost?: boolean, cursor?: number,
 *   onTile?: (place: number) => void }} props
 */
export function GuessRow({ game, reply = null, label, isOpen, onChip, ...props }) {
  const { guess = "", row, wrong = [], now } = props;
  const { isTyped, places: length, hasMarks, keys } = inputOf(game);
  const hasTiles = isTyped && length > 0;
  if (hasTiles && hasMarks) return html`<${Row} ...${{ ...props, reply, length, pegs: keys.pegs }} />`;
  const said = label ?? `Reply to guess ${row + 1}`;
  const end =
    reply === null
      ? html`<span class="chip none" />`
      : html`<${ReplyChip} keyboard=${game.keyboard} text=${reply} label=${said} isOpen=${isOpen} onPress=${onChip} />`;
  if (hasTiles) return html`<${Row} ...${{ ...props, length, pegs: keys.pegs, end }} />`;
  return html`<div class=${`row free${now ? " now" : ""}${wrong.length ? " wrong" : ""}`} role="group"
    aria-label=${`Guess ${row + 1}${guess ? `: ${guess}` : ""}`}><span class="free-guess">${guess}</span>${reply !== null && end}</div>`;
}

/**
 * The input for a guess: keys, or a field.
 * @param {{ game: GameFacts, colours: Colours, draft?: string, turn: number,
 *   onKey: (key: string) => void, onWord: (word: string) => void }} props The field is cleared every turn.
 */
export function GuessKeys({ game, colours, draft = "", turn, onKey, onWord }) {
  const { isTyped, hasMarks, keys } = inputOf(game);
  if (isTyped) return html`<${Keyboard} onKey=${onKey} colours=${hasMarks ? colours : {}} ...${keys} />`;
  return html`<${WordField} key=${turn} label=${`Your ${game.noun}`} value=${draft} keepsCase=${!game.has_words}
    onChange=${onWord} />`;
}

/**
 * The reply at the end of a row.
 * @param {{ keyboard: Keys, text: string, label: string, isOpen?: boolean, onPress?: () => void }} props
 */
function ReplyChip({ keyboard, text, label, isOpen = false, onPress }) {
  const numbers = countsOf(keyboard, text);
  const hasPegs = keyboard.counts.length === 2 && text !== "";
  const pegs = () => numbers.flatMap((count, kind) => Array(count).fill(html`<i class=${kind ? "" : "full"} />`));
  const content = hasPegs
    ? html`<span class="key-pegs">${pegs()}</span>`
    : keyboard.reply === "counts"
      ? keyboard.counts.map(({ name }, index) => html`<span><b>${text ? numbers[index] : "–"}</b> ${name}</span>`)
      : html`<b>${text || "?"}</b>`;
  const kind = `chip${isOpen ? " open" : ""}${text ? "" : " unset"}`;
  const said = `${label}: ${text ? spoken(keyboard, text) : "no reply yet"}`;
  if (!onPress) return html`<span class=${kind} role="img" aria-label=${said}>${content}</span>`;
  return html`<button type="button" class=${kind} aria-pressed=${isOpen} aria-label=${`${said}. Press to change it.`}
    data-key=${`chip-${label}`} onclick=${onPress}>${content}</button>`;
}

/**
 * The input for a reply without marks.
 * @param {{ keyboard: Keys, text: string, onReply: (text: string) => void, onEnter: () => void }} props
 */
export function ReplyEntry({ keyboard, text, onReply, onEnter }) {
  if (keyboard.reply === "counts") {
    const numbers = countsOf(keyboard, text);
    const step = (/** @type {number} */ index, /** @type {number} */ by) =>
      onReply(writeCounts(keyboard, numbers.with(index, numbers[index] + by)));
    return html`<div class="reply-entry steppers" role="group" aria-label="Reply">
      ${keyboard.counts.map(
        ({ name, most }, index) => html`<div class="stepper" role="group" aria-label=${name}>
          <button type="button" class="button" aria-label=${`One ${name} fewer`} data-key=${`fewer-${name}`}
            disabled=${numbers[index] <= 0} onclick=${() => step(index, -1)}>−</button>
          <span><b data-count=${name}>${text ? numbers[index] : "–"}</b> ${name}</span>
          <button type="button" class="button" aria-label=${`One ${name} more`} data-key=${`more-${name}`}
            disabled=${numbers[index] >= most} onclick=${() => step(index, 1)}>+</button>
        </div>`,
      )}
    </div>`;
  }
  if (keyboard.reply === "texts")
    return html`<div class="reply-entry texts" role="group" aria-label="Reply">
      ${keyboard.texts.map(
        (reply) => html`<button type="button" class="button" aria-pressed=${reply === text} data-key=${`reply-${reply}`}
          onclick=${() => onReply(reply)}>${reply}</button>`,
      )}
    </div>`;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") onEnter();
  };
  return html`<label class="field reply-entry">
    <span>Reply</span>
    <input type="text" autocomplete="off" autocapitalize="none" spellcheck=${false} maxlength="32" data-key="reply-field"
      value=${text} oninput=${withValue(onReply)} onkeydown=${onKey} />
  </label>`;
}
