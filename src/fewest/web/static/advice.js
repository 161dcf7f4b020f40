// What the assistant says: its first sentence, and the reasons for it.
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
const LOOK_DELAY = 4000; // milliseconds between requests for the progress of a proof
const WORTH_SAYING = 0.05; // a smaller chance to finish on the next guess is not mentioned

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
 * A sentence about the words that fit but are unlikely.
 * @param {{ remaining: number, likely: number }} known
 */
const unlikely = ({ remaining, likely }) => {
  const rest = remaining - likely;
  return rest === 1 ? "1 other fits, but is unlikely" : `${whole(rest)} others fit, but are unlikely`;
};

/**
 * The chance that the game ends with the guess after the next one, as part of a sentence.
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
 * Compare the best guess with the typed word, both exact or both estimated. Empty until both values are known.
 * @param {Suggestions} known
 * @param {Value} typed The value of the typed word.
 * @param {Value | undefined} valued The value of the best guess, if the suggestion does not contain it.
 */
function comparison({ estimates, strategy, suggestions: [first] }, typed, valued) {
  const word = `your ${typed.guess.toUpperCase()}`;
  const exact = first.expected ?? valued?.expected ?? null;
  if (!estimates)
    return `best by ${strategy}; ${word} needs ${typed.expected === null ? "about " : ""}${(typed.expected ?? typed.estimate).toFixed(2)}`;
  if (exact !== null && typed.expected !== null)
    return `it needs ${exact.toFixed(2)} guesses; ${word} needs ${typed.expected.toFixed(2)}`;
  const estimate = valued?.estimate ?? (first.expected === null ? first.score : null);
  if (estimate === null) return "";
  return first.expected === null
    ? `it needs about ${estimate.toFixed(2)} guesses; ${word} needs about ${typed.estimate.toFixed(2)}`
    : `it needs ${first.expected.toFixed(2)} guesses; ${word} needs about ${Math.max(0, typed.estimate - estimate).toFixed(2)} more (an estimate)`;
}

/**
 * Why to play the first suggestion, as the second half of a sentence. If another word is typed, compare the two.
 * @param {Suggestions} known
 * @param {Parts | undefined} split Its split, once known.
 * @param {string} noun The noun for a secret.
 * @param {Value} [typed] The value of the typed word.
 * @param {Value} [valued] The value of the first suggestion by the same method.
 */
export function reasonFor(known, split, noun, typed, valued) {
  const { remaining, likely, strategy, estimates, few_guesses_left, suggestions } = known;
  const [first] = suggestions;
  const mean = first.expected ?? first.score;
  const compared = typed && comparison(known, typed, valued);
  if (compared) return html`${compared}, <${Term} of="rank" /> ${whole(typed.rank)} of ${whole(typed.ranked)}.`;
  if (remaining === 1) return `it is the only ${noun} left.`;
  if (likely === 1 && first.hit > 0.5)
    return `${percent(first.hit)} chance that it is the ${noun}; ${unlikely(known)}.`;
  if (remaining === 2 && first.hit)
    return `it is one of the two ${noun}s left${isWeighted(known) ? `, with a chance of ${percent(first.hit)}` : ""}.`;
  if (few_guesses_left) return "it has the best chance to finish in time.";
  if (!estimates) return `it is the best guess by ${strategy}.`;
  const sentence = `about ${mean.toFixed(1)} guesses to go`;
  return `${sentence}${split ? settledBy(known, split) : ""}.`;
}

/**
 * What is wrong, and how to fix it.
 * @param {{ problem: RequestError, clues: { guess: string }[], noun: string, onUndo: () => void, onRetry: () => void }} props
 */
export function Trouble({ problem, clues, noun, onUndo, onRetry }) {
  const { kind, message, clue, tiles, others, unlisted } = problem;
  const nameOf = (/** @type {number | string} */ turn) => clues[Number(turn)]?.guess.toUpperCase();
  if (kind === "contradiction" && clue !== null && tiles.length && !unlisted) {
    const suspects = Object.entries(others).map(
      ([turn, left]) => `${nameOf(turn)} (without it, ${plural(left, `${noun} fits`, `${noun}s fit`)})`,
    );
    const slip = tiles.length === 1 ? "The marked letter is probably wrong" : "A marked letter is probably wrong";
    return html`<p class="lead-line bad" role="alert">The colours of ${nameOf(clue)} cannot be right: no ${noun}${clues.length > 1 ? " that fits the other clues" : ""} gives them.</p>
      <p class="fits">${slip}. Tap it to change its colour.${suspects.length ? ` Or check ${suspects.join(" or ")}.` : ""}</p>`;
  }
  return html`<p class="lead-line bad" role="alert">${message}</p>
    <div class="buttons">
      ${
        kind === "busy"
          ? button("retry", "Try again", onRetry, "main")
          : clues.length > 0 && button("take-back", `Undo ${nameOf(clues.length - 1)}`, onUndo)
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
        onclick=${() => onTake(guess)}>${guess}</button>${guess in past && html` <small class="dim">past answer ${past[guess]}</small>`}`,
      cells: [exact && expected === null ? `~${value}` : value, bits.toFixed(2), percent(hit)],
    };
  });
  const hits = suggestions.filter(({ hit }) => hit).length;
  return html`<h2 id="guesses-title">Best guesses</h2>
    <${GuessTable} label="Ranked guesses" kind=${exact ? "sharp" : ""} score=${score} lines=${lines} />
    ${hits > 0 && hits < suggestions.length && html`<p class="dim key-line"><i class="may-be" />could be the word</p>`}`;
}

/** The summary of a strategy, to continue a sentence. @param {string} strategy */
function summaryOf(strategy) {
  const { summary = "" } = strategies.find(({ name }) => name === strategy) ?? {};
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}

/** The progress of a proof, in words. @param {Progress} progress */
function progressText({ done, of, guess, mean }) {
  const best = guess && `${guess.toUpperCase()} with ${mean?.toFixed(3)}`;
  if (!of) return `The best guess is ${best}. Computing the values of the others.`;
  return `${whole(done)} of ${plural(of, "guess", "guesses")} settled${best ? `. Best so far: ${best}` : ""}.`;
}

/**
 * Whether the best guess is proved. If not, say why, or offer to search for a proof.
 * @param {{ known: Suggestions, noun: string, proving: string, progress: Progress | null, tried: number,
 *   onProve: () => void, onStop: () => void, onPastProved: () => void }} props
 */
export function ProofState({ known, noun, proving, progress, tried, onProve, onStop, onPastProved }) {
  const { proved, estimates, strategy, remaining, few_guesses_left, without_past: first } = known;
  const seconds = plural(limits.proof_seconds, "second");
  if (known.exact && (!proved || known.known_words || known.streak))
    return html`<p class="dim proof">${known.why}.</p>`;
  if (proved)
    return html`<p class="dim proof">${few_guesses_left ? "Proved: among the guesses with the best chance to finish in time, this one needs the fewest guesses on average." : "Proved: no guess needs fewer guesses on average."}</p>`;
  if (!estimates)
    return html`<p class="dim proof">Ranked by ${strategy}: ${summaryOf(strategy)} For proved guesses, set Strategy to Best guess.</p>`;
  if (proving === "long")
    return html`<div class="proof"><${Waiting} text=${`Searching for a proof, ${seconds} at most`} />
      ${button("stop-proof", "Stop", onStop)}
      ${engine && html`<p class="dim" data-key="proof-progress">${progress ? progressText(progress) : "\u00a0"}</p>`}</div>`;
  if (proving) return html`<div class="proof"><${Waiting} text="Searching for a proof" /></div>`;
  if (tried > 1)
    return html`<p class="dim proof">Not proved: the search did not finish within ${seconds}. The numbers are estimates.</p>`;
  if (first)
    return html`<div class="proof"><p class="dim">An estimate, because it takes your past answers into account. Without them: ${first.guess}, ${first.expected?.toFixed(3)} (proved).</p>
      <${PastProofState} onProved=${onPastProved} /></div>`;
  if (remaining > limits.proof_words)
    return html`<p class="dim proof">An estimate: there are still too many ${noun}s to check every line.</p>`;
  return html`<div class="proof"><p class="dim">Not proved yet: the proof takes longer than a second.</p>
    ${button("prove", "Prove it", onProve)}</div>`;
}

/**
 * The progress of the server's proof of the best first guess with past answers. Calls `onProved` when it is done.
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
    const { running, settled = 0, first_guesses: all = 0 } = this.state;
    const share = all ? `: ${whole(settled)} of ${whole(all)} first guesses done` : "";
    return (
      running &&
      html`<p class="dim" data-key="past-proof">The server is proving the best first guess with your past answers${share}.</p>`
    );
  }
}

/**
 * The split of a guess: a bar for each reply, which opens to its words. The chosen reply is always shown.
 * @param {{ split: Parts, noun: string, chosen: string | null }} props
 */
export function SplitCard({ split: { guess, remaining, bits, parts, largest }, noun, chosen }) {
  const groups = html`The <${Term} of="reply" /> splits ${whole(remaining)} ${noun}s into ${plural(parts.length, "part")}. The largest has ${plural(largest, noun)}.`;
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
      <h2 id="split-title">Replies to <em class="guess">${guess}</em></h2>
      <span class="dim">${bits.toFixed(2)} <${Term} of="bits" /></span>
    </div>
    <p class="dim">${remaining === 1 ? `Only one ${noun} is left.` : groups}</p>
    <div class="split"><${Shortened} ...${{ name: "more-parts", list: parts, count: PARTS_SHOWN, more, view }} /></div>`;
}

/**
 * The words that fit: the likely ones with their chances, the others folded.
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
