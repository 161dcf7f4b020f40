// The help panel: how to use the page, and what its terms mean.
import { openPanel } from "./dialog.js";
import { html } from "./dom.js";
import { colourWord, Tile } from "./tiles.js";

/** The terms with their explanations, in the order of the help. @returns {Record<string, string>} */
const explained = () => ({
  expected:
    "The average number of guesses that perfect play needs from here, including this one. 2.4 means about 24 guesses in ten such games.",
  estimate: "An approximation of the expected guesses, usually within a few hundredths of a guess.",
  proved:
    "Every way to play from here has been searched, so the number is exact. No word needs fewer guesses on average, except the one shown as best of all. Without this mark the number is an estimate.",
  bits: "How much a reply tells you. One bit halves the words that are left, two bits leave a quarter. Narrowing 24 words down to one takes 4.6 bits; from 2,315 words it takes 11.2 bits.",
  hit: "The chance that this guess is the word. A dash means that it cannot be the word. Such a guess can still be the best one, because its reply tells you more.",
  rank: "The place of a word among all allowed words, best first. Equally good words share a place.",
  reply: `The colours that the game gives to your guess: ${colourWord(2)} for a letter in its place, ${colourWord(1)} for one that belongs elsewhere, ${colourWord(0)} for one that is not in the word, or not as often as in your guess.`,
  strategy:
    "A simple rule that ranks guesses, such as most bits, or fewest words left in the worst case. If you choose none, the page gives the best guess that it can prove.",
  "hard mode": `Every guess must use the hints you have: ${colourWord(2)} letters stay in place, and ${colourWord(1)} letters are used again.`,
  "ultra-hard":
    "Every guess must fit all clues, so it could be the answer. Hard mode is less strict: it lets you reuse letters that were ruled out.",
  "common words":
    "Common words come first, even if they need up to 0.02 guesses more on average. Turn this off to get the best word, however rare. Under More you can set the limit, or leave out rare words.",
});

/** The colours of a tile, in the order in which taps choose them. */
export const TileCycle = () => html`<span class="cycle" role="img"
  aria-label=${`Taps turn a letter ${[1, 2, 0].map(colourWord).join(", then ")}.`}>
  ${["?", "1", "2", "0"].map((digit, index) => html`${index > 0 && html`<span>›</span>`}<${Tile} letter="a" digit=${digit} />`)}
</span>`;

/** Open the help, at a term if one is given. @param {string} [term] */
export function openHelp(term) {
  const panel = openPanel(
    "Help",
    () => html`<ol class="steps">
        <li>Play the suggested word in your game. If you play another word, type it here.</li>
        <li>Tap the letters that turned ${colourWord(1)} or ${colourWord(2)}. <${TileCycle} /></li>
        <li>Press Next. The other letters become ${colourWord(0)}, and you get the next suggestion.</li>
      </ol>
      <h3>What the terms mean</h3>
      <dl class="terms">
        ${Object.entries(explained()).map(
          ([name, text]) =>
            html`<div class=${name === term ? "meant" : ""} tabindex="-1"><dt>${name}</dt><dd>${text}</dd></div>`,
        )}
      </dl>
      <h3>Keys</h3>
      <p>
        Type a word with letters, Enter and Backspace. Colour its letters from left to right with 0, 1 and 2:
        ${" "}${[0, 1, 2].map(colourWord).join(", ")}. The arrow keys move between letters, and Ctrl-Z undoes the last step.
      </p>`,
  );
  /** @type {HTMLElement | null} */ (panel.querySelector(".meant"))?.focus();
}

/**
 * A term as a button that opens the help at its explanation.
 * @param {{ of: string, text?: string, kind?: string }} props
 */
export const Term = ({ of, text = of, kind = "" }) => html`<button type="button" class=${`term ${kind}`}
  data-key=${`term-${of}`} aria-label=${`${text}: what it means`} onclick=${() => openHelp(of)}>${text}</button>`;
