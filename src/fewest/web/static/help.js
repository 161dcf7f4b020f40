// The help: how the page is used, and what its words mean.
import { openPanel } from "./dialog.js";
import { html } from "./dom.js";
import { colourWord, Tile } from "./tiles.js";

/** The words that are explained, in the order of the help. @returns {Record<string, string>} */
const explained = () => ({
  expected:
    "How many guesses it takes on average from here on, this one included, if you go on as well as can be. 2.4 means that you often need two, sometimes three.",
  estimate: "The same, but not computed to the end: usually within a few hundredths of a guess.",
  proved:
    "Every way to play from here was followed to its end, so no word takes fewer guesses on average. Without this mark the number is an estimate.",
  bits: "How much a reply tells. One bit halves the words that are left, two bits quarter them: 24 words take 4.6 bits, 2,315 words 11.2.",
  hit: "The chance that this very guess is the word. A dash means that it cannot be, but tells a lot.",
  rank: "How many allowed words look better, plus one. Words that look just as good share a rank.",
  reply: `The colours that a game gives: ${colourWord(2)} for a letter in its place, ${colourWord(1)} for one that is elsewhere in the word, ${colourWord(0)} for one that is not in it, or not once more.`,
  strategy:
    "A simple rule to rank guesses, such as most bits, or fewest words left at worst. Left alone, the page gives the best guess it can prove.",
  "hard mode": "Every guess must use what is known: the letters and places that were found stay.",
  "ultra-hard":
    "Every guess must fit all clues: it may be the answer. Hard mode asks for less; letters that are out may return.",
  "common words":
    "Words by how often they are written. Of guesses that are as good, the most common one is named first; the settings can leave rare words out, or let a common word take a little more.",
});

/** The colours that a tile goes through when it is tapped. */
export const TileCycle = () => html`<span class="cycle" role="img"
  aria-label=${`A letter turns ${[1, 2, 0].map(colourWord).join(", then ")}.`}>
  ${["?", "1", "2", "0"].map((digit, index) => html`${index > 0 && html`<span>›</span>`}<${Tile} letter="a" digit=${digit} />`)}
</span>`;

/** Open the help, at one of its words if that is given. @param {string} [term] */
export function openHelp(term) {
  const panel = openPanel(
    "Help",
    () => html`<ol class="steps">
        <li>Play the suggested word in your game. Or play another, and type it here.</li>
        <li>Tap the letters that are ${colourWord(1)} or ${colourWord(2)}. <${TileCycle} /></li>
        <li>Press Next: the rest is ${colourWord(0)}, and the next suggestion comes.</li>
      </ol>
      <h3>What the words mean</h3>
      <dl class="terms">
        ${Object.entries(explained()).map(
          ([name, text]) =>
            html`<div class=${name === term ? "meant" : ""} tabindex="-1"><dt>${name}</dt><dd>${text}</dd></div>`,
        )}
      </dl>
      <h3>Keys</h3>
      <p>
        Letters, Enter and Backspace write. 0, 1 and 2 colour the letters from left to right:
        ${" "}${[0, 1, 2].map(colourWord).join(", ")}. The arrows move between letters, Ctrl-Z takes the last step back.
      </p>`,
  );
  /** @type {HTMLElement | null} */ (panel.querySelector(".meant"))?.focus();
}

/**
 * A word that the help explains: pressing it opens the help there.
 * @param {{ of: string, text?: string, kind?: string }} props
 */
export const Term = ({ of, text = of, kind = "" }) => html`<button type="button" class=${`term ${kind}`}
  data-key=${`term-${of}`} aria-label=${`${text}: what it means`} onclick=${() => openHelp(of)}>${text}</button>`;
