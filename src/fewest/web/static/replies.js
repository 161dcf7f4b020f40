// Replies as a game declares them: marks, numbers by name, one of some texts, or any text.
/** @import { Keyboard } from "fewest-api" */
import { html, withValue } from "./dom.js";
import { UNSET } from "./tiles.js";

/**
 * The reply that nobody has entered yet.
 * @param {Keyboard} keyboard
 */
export const noReply = ({ reply, length }) => (reply === "marks" ? UNSET.repeat(length ?? 0) : "");

/**
 * Whether a reply is entered to its end.
 * @param {Keyboard} keyboard
 * @param {string} text
 */
export const isEntered = ({ reply, texts }, text) =>
  reply === "marks" ? !text.includes(UNSET) : reply === "field" ? text.trim() !== "" : texts.includes(text);

/**
 * The numbers of a reply; zeros if there is none yet.
 * @param {Keyboard} keyboard
 * @param {string} text
 */
export function countsOf({ counts }, text) {
  const numbers = text.match(/\d+/g) ?? [];
  return counts.map((_, at) => Number(numbers[at] ?? 0));
}

/**
 * A reply with these numbers.
 * @param {Keyboard} keyboard
 * @param {number[]} numbers
 */
export const writeCounts = ({ counts }, numbers) => counts.map(({ letter }, at) => `${numbers[at]}${letter}`).join("");

/**
 * A reply in words, such as 1 black, 2 white.
 * @param {Keyboard} keyboard
 * @param {string} text
 */
export function spoken(keyboard, text) {
  if (keyboard.reply !== "counts" || !text) return text;
  const numbers = countsOf(keyboard, text);
  return keyboard.counts.map(({ name }, at) => `${numbers[at]} ${name}`).join(", ");
}

/**
 * A reply as it stands behind a row.
 * @param {{ keyboard: Keyboard, text: string, label: string, isOpen?: boolean, onPress?: () => void }} props
 */
export function ReplyChip({ keyboard, text, label, isOpen = false, onPress }) {
  const numbers = countsOf(keyboard, text);
  const content =
    keyboard.reply === "counts"
      ? keyboard.counts.map(({ name }, at) => html`<span><b>${text ? numbers[at] : "–"}</b> ${name}</span>`)
      : html`<b>${text || "?"}</b>`;
  const kind = `chip${isOpen ? " open" : ""}${text ? "" : " unset"}`;
  const said = `${label}: ${text ? spoken(keyboard, text) : "no reply yet"}`;
  if (!onPress) return html`<span class=${kind} role="img" aria-label=${said}>${content}</span>`;
  return html`<button type="button" class=${kind} aria-pressed=${isOpen} aria-label=${`${said}. Press to change it.`}
    data-key=${`chip-${label}`} onclick=${onPress}>${content}</button>`;
}

/**
 * Where a reply without marks is entered.
 * @param {{ keyboard: Keyboard, text: string, onReply: (text: string) => void, onEnter: () => void }} props
 */
export function ReplyEntry({ keyboard, text, onReply, onEnter }) {
  if (keyboard.reply === "counts") {
    const numbers = countsOf(keyboard, text);
    const step = (/** @type {number} */ at, /** @type {number} */ by) =>
      onReply(writeCounts(keyboard, numbers.with(at, numbers[at] + by)));
    return html`<div class="reply-entry steppers" role="group" aria-label="Reply">
      ${keyboard.counts.map(
        ({ name, most }, at) => html`<div class="stepper" role="group" aria-label=${name}>
          <button type="button" class="button" aria-label=${`One ${name} fewer`} data-key=${`fewer-${name}`}
            disabled=${numbers[at] <= 0} onclick=${() => step(at, -1)}>−</button>
          <span><b data-count=${name}>${text ? numbers[at] : "–"}</b> ${name}</span>
          <button type="button" class="button" aria-label=${`One ${name} more`} data-key=${`more-${name}`}
            disabled=${numbers[at] >= most} onclick=${() => step(at, 1)}>+</button>
        </div>`,
      )}
    </div>`;
  }
  if (keyboard.reply === "texts")
    return html`<div class="reply-entry texts" role="group" aria-label="Reply">
      ${keyboard.texts.map(
        (each) => html`<button type="button" class="button" aria-pressed=${each === text} data-key=${`reply-${each}`}
          onclick=${() => onReply(each)}>${each}</button>`,
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
