// What the assistant says: its sentence, and the reasons behind it.
/**
 * @import { ClueRequest, GameFacts, Parts, PastProof, Suggestions, Value } from "fewest-api"
 * @import { Progress } from "./engine/progress.js"
 * @import { RequestError } from "./request.js"
 */

import { button, GuessTable, Shortened, Waiting, WordList, withFirst } from "./components.js";
import { Component, html, percent, plural, whole } from "./dom.js";
import { Term } from "./help.js";
import { ask, outcomeOf } from "./request.js";
import { limits, strategies } from "./settings.js";
import { recall } from "./storage.js";
import { Squares, squaresOf } from "./tiles.js";
import { engine } from "./workers.js";

const PARTS_SHOWN = 10;
const WORDS_SHOWN = 60;
const LOOK_DELAY = 4000; // milliseconds between looks at how far a proof is
const WORTH_SAYING = 0.05; // a smaller chance to finish on the next guess is not told

/**
 * A game as text to share.
 * @param {GameFacts} game
 * @param {ClueRequest[]} clues
 * @param {Suggestions | null} known The position after them.
 */
export function gameText({ label, max_guesses, keyboard }, clues, known, won = true) {
  const shown = (/** @type {ClueRequest} */ { reply }, /** @type {number} */ turn) =>
    keyboard.reply === "marks" ? squaresOf(reply) : (known?.clues[turn]?.squares ?? reply);
  const head = `fewest ${label} ${won ? clues.length : "X"}/${max_guesses}${known?.hard ? "*" : ""}`;
  return [head, "", ...clues.map(shown)].join("\n");
}

/** @param {Suggestions} known */
const isWeighted = ({ secrets, likely, remaining }) =>
  likely < remaining || (secrets.length > 1 && secrets[0].chance > secrets[secrets.length - 1].chance * 1.0001);

/**
 * How many words fit, and how many of them are likely.
 * @param {{ remaining: number, likely: number }} known
 * @param {string} noun
 */
export const fitting = ({ remaining, likely }, noun) =>
  plural(remaining, `${noun} fits`, `${noun}s fit`) + (likely < remaining ? `, ${whole(likely)} likely` : "");

/**
 * What others that fit, but are unlikely, are said to be.
 * @param {{ remaining: number, likely: number }} known
 */
const unlikely = ({ remaining, likely }) => {
  const rest = remaining - likely;
  return rest === 1 ? "1 other fits, but is unlikely" : `${whole(rest)} others fit, but are unlikely`;
};

/**
 * How likely the word is known after a guess, so that the next one finds it at the latest.
 * @param {Suggestions} known
 * @param {Parts} split
 */
function settledBy({ remaining }, { parts, hit }) {
  const alone = parts.filter(({ count }) => count === 1);
  const turn = `${hit ? "by" : "on"} the next one`;
  const chance = alone.reduce((sum, part) => sum + part.chance, 0);
  if (chance < WORTH_SAYING) return "";
  return alone.length === remaining ? `; certain to finish ${turn}` : `; ${percent(chance)} chance to finish ${turn}`;
}

/**
 * The best guess beside the typed word, both exact or both estimated; empty until both are known.
 * @param {Suggestions} known
 * @param {Value} typed What the typed word is worth.
 * @param {Value | undefined} valued What the best guess is worth, where the suggestion itself does not tell it.
 */
function comparison({ estimates, strategy, suggestions: [first] }, typed, valued) {
  const word = `your ${typed.guess.toUpperCase()}`;
  const exact = first.expected ?? valued?.expected ?? null;
  if (!estimates)
    return `best by ${strategy}; ${word} takes ${typed.expected === null ? "about " : ""}${(typed.expected ?? typed.estimate).toFixed(2)}`;
  if (exact !== null && typed.expected !== null)
    return `it takes ${exact.toFixed(2)} guesses; ${word} takes ${typed.expected.toFixed(2)}`;
  const estimate = valued?.estimate ?? (first.expected === null ? first.score : null);
  if (estimate === null) return "";
  return first.expected === null
    ? `it takes about ${estimate.toFixed(2)} guesses; ${word} takes about ${typed.estimate.toFixed(2)}`
    : `it takes ${first.expected.toFixed(2)} guesses; ${word} takes about ${Math.max(0, typed.estimate - estimate).toFixed(2)} more, by estimate`;
}

/**
 * Why to play the first suggestion, as the second half of a sentence; beside the typed word, if that is another one.
 * @param {Suggestions} known
 * @param {Parts | undefined} split What it does, once that is known.
 * @param {string} noun What the secret is called.
 * @param {Value} [typed] What the typed word is worth.
 * @param {Value} [valued] What the first suggestion is worth, valued in the same way.
 */
export function reasonFor(known, split, noun, typed, valued) {
  const { remaining, likely, strategy, estimates, late, suggestions } = known;
  const [first] = suggestions;
  const mean = first.expected ?? first.score;
  const compared = typed && comparison(known, typed, valued);
  if (compared) return html`${compared}, <${Term} of="rank" /> ${whole(typed.rank)} of ${whole(typed.ranked)}.`;
  if (remaining === 1) return `it is the only ${noun} left.`;
  if (likely === 1 && first.hit > 0.5) return `it is the ${noun} with ${percent(first.hit)}; ${unlikely(known)}.`;
  if (remaining === 2 && first.hit)
    return `it is one of the two ${noun}s left${isWeighted(known) ? `, with ${percent(first.hit)}` : ""}.`;
  if (late) return "it has the best chance to finish in time.";
  if (!estimates) return `it is the best guess by ${strategy}.`;
  const sentence = `about ${mean.toFixed(1)} guesses to go`;
  return `${sentence}${split ? settledBy(known, split) : ""}.`;
}

/**
 * What is wrong, and what to do about it.
 * @param {{ problem: RequestError, clues: { guess: string }[], noun: string, onUndo: () => void, onRetry: () => void }} props
 */
export function Trouble({ problem: { kind, message, clue, tiles, others }, clues, noun, onUndo, onRetry }) {
  const nameOf = (/** @type {number | string} */ turn) => clues[Number(turn)]?.guess.toUpperCase();
  if (kind === "contradiction" && clue !== null && tiles.length) {
    const suspects = Object.entries(others).map(
      ([turn, left]) => `${nameOf(turn)}: without it ${plural(left, `${noun} fits`, `${noun}s fit`)}`,
    );
    const slip =
      tiles.length === 1 ? "The marked letter is the likeliest slip" : "The slip is likeliest in a marked letter";
    return html`<p class="lead-line bad" role="alert">${nameOf(clue)} cannot be true: no ${noun} that fits the rest gives these colours.</p>
      <p class="fits">${slip}; tap it.${suspects.length ? ` Or look at ${suspects.join(", or at ")}.` : ""}</p>`;
  }
  return html`<p class="lead-line bad" role="alert">${message}</p>
    <div class="buttons">
      ${
        kind === "busy"
          ? button("retry", "Try again", onRetry, "main")
          : clues.length > 0 && button("take-back", `Take back ${nameOf(clues.length - 1)}`, onUndo)
      }
    </div>`;
}

/**
 * The best guesses, with their numbers.
 * @param {{ known: Suggestions, onTake: (guess: string) => void }} props
 */
export function SuggestionTable({ known: { exact, estimates, suggestions, past }, onTake }) {
  const score = exact ? html`<${Term} of="expected" />` : estimates ? html`<${Term} of="estimate" />` : "score";
  const lines = suggestions.map(({ guess, expected, score: estimate, bits, hit }) => {
    const value = (expected ?? estimate).toFixed(estimates ? 3 : 2);
    return {
      key: guess,
      kind: hit ? "possible" : "",
      guess: html`<button type="button" class="pick" data-key=${`pick-${guess}`} aria-label=${`Take ${guess}`}
        onclick=${() => onTake(guess)}>${guess}</button>${guess in past && html` <small class="dim">came ${past[guess]}</small>`}`,
      cells: [exact && expected === null ? `~${value}` : value, bits.toFixed(2), percent(hit)],
    };
  });
  const hits = suggestions.filter(({ hit }) => hit).length;
  return html`<h2 id="guesses-title">Best guesses</h2>
    <${GuessTable} label="Ranked guesses" kind=${exact ? "sharp" : ""} score=${score} lines=${lines} />
    ${hits > 0 && hits < suggestions.length && html`<p class="dim key-line"><i class="may-be" />may be the word itself</p>`}`;
}

/** How far a proof is. @param {Progress} progress */
function progressText({ done, of, guess, mean }) {
  const best = guess && `${guess.toUpperCase()} with ${mean?.toFixed(3)}`;
  if (!of) return `The best is ${best}; the others are valued.`;
  return `${whole(done)} of ${plural(of, "guess", "guesses")} settled${best ? `; the best so far is ${best}` : ""}.`;
}

/**
 * Whether the best guess is proved; if not, why, or a button that searches for a proof.
 * @param {{ known: Suggestions, noun: string, proving: string, progress: Progress | null, tried: number,
 *   onProve: () => void, onStop: () => void, onPastProved: () => void }} props
 */
export function ProofState({ known, noun, proving, progress, tried, onProve, onStop, onPastProved }) {
  const { proved, estimates, strategy, remaining, late, without_past: first } = known;
  const seconds = plural(limits.proof_seconds, "second");
  if (known.exact && (!proved || known.known_words || known.streak))
    return html`<p class="dim proof">${known.why}.</p>`;
  if (proved)
    return html`<p class="dim proof">${late ? "Of the guesses that are likeliest to finish in time, none takes fewer." : "Proved: no guess takes fewer on average."}</p>`;
  if (!estimates)
    return html`<p class="dim proof">Ranked by ${strategy}: ${strategies.find(({ name }) => name === strategy)?.summary} A strategy is never proved; Exact where possible is, in the settings.</p>`;
  if (proving === "long")
    return html`<div class="proof"><${Waiting} text=${`Searching for a proof, ${seconds} at most`} />
      ${button("stop-proof", "Stop", onStop)}
      ${engine && html`<p class="dim" data-key="proof-progress">${progress ? progressText(progress) : "\u00a0"}</p>`}</div>`;
  if (proving) return html`<div class="proof"><${Waiting} text="Searching for a proof" /></div>`;
  if (tried > 1)
    return html`<p class="dim proof">Not proved: the search did not end within ${seconds}. The numbers are estimates.</p>`;
  if (first)
    return html`<div class="proof"><p class="dim">An estimate with your past answers. Without them: ${first.guess} ${first.expected?.toFixed(3)}, proved.</p>
      <${PastProofState} onProved=${onPastProved} /></div>`;
  if (remaining > limits.proof_words)
    return html`<p class="dim proof">An estimate: there are still too many ${noun}s to check every line.</p>`;
  return html`<div class="proof"><p class="dim">Not proved: that takes longer than a second here.</p>
    ${button("prove", "Prove it", onProve)}</div>`;
}

/**
 * How far the server is with the proof of the best first guess with past answers; it tells when that is done.
 * @extends {Component<{ onProved: () => void }, Partial<PastProof>>}
 */
class PastProofState extends Component {
  left = new AbortController();
  timer = 0;

  componentDidMount() {
    this.look();
  }

  componentWillUnmount() {
    this.left.abort();
    clearTimeout(this.timer);
  }

  look = async () => {
    const { answer } = await outcomeOf(ask(`past/${recall("past-name")}`, null, this.left.signal));
    if (!answer) return;
    if (answer.proved && this.state.running) this.props.onProved();
    this.setState(answer);
    if (answer.running) this.timer = setTimeout(this.look, LOOK_DELAY);
  };

  render() {
    const { running, settled = 0, of = 0 } = this.state;
    const share = of ? `: ${whole(settled)} of ${whole(of)} first guesses are settled` : "";
    return (
      running &&
      html`<p class="dim" data-key="past-proof">The server is proving the best first guess with them${share}.</p>`
    );
  }
}

/**
 * What a guess does: a bar for each reply, which opens to its words. The chosen reply is always shown.
 * @param {{ split: Parts, noun: string, chosen: string | null }} props
 */
export function SplitCard({ split: { guess, remaining, bits, parts, largest }, noun, chosen }) {
  const groups = html`${whole(remaining)} ${noun}s fall into ${plural(parts.length, "group")}, one for each <${Term} of="reply" />; the largest has ${whole(largest)}.`;
  const most = Math.max(...parts.map(({ chance }) => chance));
  const bar = (/** @type {Parts["parts"][number]} */ { reply, chance, count, words, marks, squares }) => html`<details
    key=${reply} class=${`part${reply === chosen ? " chosen" : ""}`} data-reply=${reply}>
    <summary data-key=${`part-${reply}`}>
      ${marks ? html`<${Squares} reply=${reply} />` : html`<span class="reply-text" role="img" aria-label=${reply}>${squares}</span>`}
      <span class="part-bar" style=${{ "--share": chance / most }} />
      <span class="part-count">${whole(count)}<small> ${percent(chance)}</small></span>
    </summary>
    <${WordList} words=${words} count=${count} />
  </details>`;
  const view = (/** @type {Parts["parts"]} */ shown) => withFirst(shown, parts, chosen).map(bar);
  const more = `Show all ${parts.length} replies`;
  return html`<div class="card-head">
      <h2 id="split-title">What <em class="guess">${guess}</em> tells</h2>
      <span class="dim">${bits.toFixed(2)} <${Term} of="bits" /></span>
    </div>
    <p class="dim">${remaining === 1 ? `Only one ${noun} is left.` : groups}</p>
    <div class="split"><${Shortened} ...${{ name: "more-parts", list: parts, count: PARTS_SHOWN, more, view }} /></div>`;
}

/**
 * The words that fit: the likely ones with their chances, and the others folded away.
 * @param {{ known: Suggestions, noun: string, onTake: (guess: string) => void }} props
 */
export function WordsCard({ known, noun, onTake }) {
  const { remaining, likely, secrets } = known;
  const list = secrets.slice(0, likely);
  const others = secrets.slice(likely).map(({ word }) => word);
  const more = `Show ${likely > list.length ? "the first" : "all"} ${whole(list.length)}`;
  const view = (/** @type {Suggestions["secrets"]} */ shown) =>
    html`<${WordList} words=${shown.map(({ word }) => word)} count=${likely} onWord=${onTake}
      chances=${isWeighted(known) && shown.map(({ chance }) => chance)} past=${known.past} />`;
  return html`<h2 id="words-title">${remaining === 1 ? `The ${noun}` : fitting(known, noun)}</h2>
    <${Shortened} ...${{ name: "more-words", list, count: WORDS_SHOWN, more, view }} />
    ${
      others.length > 0 &&
      html`<details class="folded unlikely"><summary>${unlikely(known)}</summary>
        <${WordList} words=${others} count=${remaining - likely} onWord=${onTake} past=${known.past} /></details>`
    }`;
}
