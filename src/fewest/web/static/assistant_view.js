// The view of the assistant: the advice, the board, the keys and buttons, the settings and the reasons.
/**
 * @import { GameFacts, Suggestions } from "fewest-api"
 * @import { Assistant } from "./assistant.js"
 * @import { State } from "./assistant_state.js"
 * @import { BoardsAssistant } from "./boards.js"
 */
import { isReachable } from "./address.js";
import { gameText, ProofState, reasonFor, SplitCard, SuggestionTable, Trouble, WordsCard } from "./advice.js";
import { bestOf, hasEnded, isBehind, isComplete, isUnset, isWon, noSuchReply, obstacle } from "./assistant_state.js";
import {
  AimSelect,
  BoardsSelect,
  button,
  CommonSwitch,
  HardSwitch,
  Head,
  PreferenceSettings,
  RuleSelect,
  Select,
  Skeleton,
  WordField,
  WordsSelect,
} from "./components.js";
import { html, oneOf, plural, whole } from "./dom.js";
import { Ending } from "./ending.js";
import { Board, GuessKeys, GuessRow, ReplyEntry } from "./entry.js";
import { GameSelect, GameSettings, PastSetting } from "./games.js";
import { Term, TileCycle } from "./help.js";
import { inputOf, noReply } from "./replies.js";
import { boardsOf, first, isUsual, mayHavePast, sourceOf, strategies } from "./settings.js";
import { CopyButton } from "./share.js";
import { recall } from "./storage.js";
import { colourWord, letterColours, UNSET } from "./tiles.js";

const LINES = 13; // the height of a card that is not loaded yet, in lines
const ROWS_SHOWN = 10; // how many rows are shown at the start of a longer game

/** @typedef {{ state: State, params: URLSearchParams, on: Assistant }} Props `on` handles presses. */

/** @param {Props} props */
export function AssistantView(props) {
  const { state, on } = props;
  const { known, problem, clues, draft, isGameKnown } = state;
  return html`<${AssistantHead} ...${{ ...props, game: state.game }} />
    <section ...${cardProps(state, ` advice${problem ? " trouble" : ""}`)} aria-label="What to play"><${Advice} ...${props} />${!clues.length && !draft && on.resume()}</section>
    <div class="desk"><div class="sticky">
      ${isGameKnown && html`<${AssistantBoard} ...${props} /><${Entry} ...${props} />`}
    </div></div>
    <div class="reasons" aria-busy=${isBehind(state)}>
      ${hasEnded(state) && !isBehind(state) && html`<${Ending} ...${finished(props)} />`}
      ${known && !known.won && html`<${hasEnded(state) ? WhatFits : Reasons} ...${props} known=${known} />`}
      ${!known && isBehind(state) && [first.suggestions.length + 4, LINES].map((lines) => html`<section class="card"><${Skeleton} lines=${lines} text="" /></section>`)}
    </div>`;
}

/**
 * The attributes of a card; while it shows the previous position, nothing in it can be pressed.
 * @param {State} state
 */
function cardProps(state, kind = "") {
  const isOld = isBehind(state) && Boolean(state.known || state.problem);
  return { class: `card${kind}${isOld ? " behind" : ""}`, inert: isOld, "aria-busy": isBehind(state) };
}

/** The first sentence: what to play and why, what is wrong, or how the game ended. @param {Props} props */
function Advice({ state, params, on }) {
  const { known, problem, clues, game } = state;
  if (problem)
    return html`<${Trouble} problem=${problem} clues=${clues} noun=${game.noun} onUndo=${on.undo} onRetry=${on.refresh} />`;
  const isOther = isBehind(state) && (hasEnded(state) || known?.won); // the card of the previous position would mislead
  if (!known || isOther) return html`<${Skeleton} lines=${3.2} text="Looking for the best guess" />`;
  if (hasEnded(state)) return html`<${Outcome} ...${{ state, params, on, known }} />`;
  return html`<${Lead} ...${{ state, params, on, known }} />`;
}

/** What to play, and why. @param {Props & { known: Suggestions }} props */
function Lead({ state: { draft, game, proving, splits, values }, on, known }) {
  const { remaining, likely, clues, max_guesses: most, exact, estimates, best, suggestions } = known;
  const guess = suggestions[0]?.guess;
  const typed = draft === guess ? undefined : values.get(draft);
  const lead =
    guess &&
    html`<button type="button" class="play-word" data-key="play" onclick=${() => on.take(guess)}>Play <b>${guess}</b></button>${": "}${reasonFor(known, splits.get(guess), game.noun, typed, values.get(guess))}`;
  const badge = exact
    ? html`<${Term} of="proved" kind="badge proved" />`
    : proving
      ? html`<span class="badge busy">proving…</span>`
      : estimates && html`<${Term} of="estimate" text="estimated" kind="badge" />`;
  return html`<p class="lead-line">${lead ?? "There is nothing to guess."}</p>
    <p class="fits">
      <span><strong>${whole(remaining)}</strong> ${game.noun}${remaining === 1 ? " fits" : "s fit"}${likely < remaining && `, ${whole(likely)} likely`}</span>
      ${clues.length < most && html`<span>guess ${clues.length + 1} of ${most}</span>`}
      ${badge}
      ${
        best &&
        best.score.toFixed(3) !== suggestions[0].score.toFixed(3) &&
        html`<span class="best-of-all">best of all: <button type="button" class="pick" data-key="best" onclick=${() => on.take(best.guess)}>${best.guess}</button>, ${best.expected === null ? "about " : ""}${best.score.toFixed(3)}</span>`
      }
    </p>`;
}

/** The finished game. @param {Props} props */
function finished({ state, params }) {
  const { clues: turns, game, known } = state;
  return {
    params,
    turns,
    text: gameText(game, turns, known, isWon(state)),
    ...(isReachable && { link: location.href }),
  };
}

/** How the game ended. @param {Props & { known: Suggestions }} props */
function Outcome({ state: { clues, game }, params, on, known: { won, remaining, suggestions } }) {
  const left =
    remaining === 1
      ? html`The answer was <strong class="guess">${suggestions[0]?.guess}</strong>.`
      : `${plural(remaining, game.noun)} still fit${remaining === 1 ? "s" : ""}.`;
  return html`<p class="lead-line">${
    won
      ? html`Found: <strong class="guess">${clues.at(-1)?.guess}</strong> in ${plural(clues.length, "guess", "guesses")}.`
      : html`No guesses left. ${left}`
  }</p>
  <div class="buttons">
    ${isUsual(params) && button("analyse", "Analyse in full", on.analyse, "main")}
    ${button("again", "New game", on.startNewGame)}
  </div>`;
}

/** @param {Props} props */
function AssistantBoard({ state, on }) {
  const { clues, game } = state;
  const least = Math.min(game.max_guesses, ROWS_SHOWN);
  const count = hasEnded(state) ? clues.length : Math.max(least, clues.length + 1);
  const rows = Array.from({ length: count }, (_, row) =>
    row < clues.length ? clueRow(state, on, row) : draftRow(state, on, row),
  );
  return html`<${Board} game=${game} role="region" count=${count}>${rows}<//>`;
}

/**
 * The row of a clue, whose colours or reply can be changed.
 * @param {State} state
 * @param {Assistant} on
 * @param {number} row
 */
function clueRow({ clues, game, problem, freshRow, openRow }, on, row) {
  const everyTile = [...Array(inputOf(game).places || 1).keys()];
  const wrong = problem?.clue !== row ? [] : problem.tiles.length ? problem.tiles : everyTile;
  const onTile = inputOf(game).hasMarks ? (/** @type {number} */ place) => on.paint(row, place) : undefined;
  const onChip = () => on.unfold(row);
  const props = { ...clues[row], game, row, wrong, onTile, onChip, isOpen: row === openRow, flip: row === freshRow };
  return html`<${GuessRow} ...${props} />`;
}

/** Whether the board shows the suggestion, so that it can be coloured without typing it. @param {State} state */
const isGhost = (state) =>
  !state.draft &&
  !state.problem &&
  !isBehind(state) &&
  !hasEnded(state) &&
  inputOf(state.game).hasMarks &&
  bestOf(state);

/**
 * The row of the draft, of the suggestion if nothing is typed, or an empty row.
 * @param {State} state
 * @param {Assistant} on
 * @param {number} row
 */
function draftRow(state, on, row) {
  const { clues, game, draft, reply, cursor } = state;
  if (row > clues.length || isWon(state)) return html`<${GuessRow} game=${game} row=${row} />`;
  if (isGhost(state)) {
    const ghost = { game, row, guess: bestOf(state), reply: noReply(game.keyboard), isGhost: true };
    return html`<${GuessRow} ...${ghost} onTile=${on.paintBest} />`;
  }
  if (!isComplete(state) || !inputOf(game).hasMarks) {
    const shown = isComplete(state) ? reply : null;
    return html`<${GuessRow} ...${{ game, row, guess: draft, reply: shown, cursor: [...draft].length }} />`;
  }
  const onTile = (/** @type {number} */ place) => on.paint(row, place, undefined, place);
  return html`<${GuessRow} ...${{ game, row, guess: draft, reply, cursor, onTile }} />`;
}

/**
 * The hint below the board, and whether it reports a problem.
 * @param {State} state
 * @returns {{ text: unknown, isBad?: boolean }}
 */
function hintOf(state) {
  const { refusal, problem, draftProblem, draft, reply, splits, game } = state;
  const { hasMarks } = inputOf(game);
  const wrong = refusal || obstacle(state) || (isComplete(state) && draftProblem?.message);
  if (wrong) return { text: wrong, isBad: true };
  if (isUnset(state)) {
    const coloured = `Tap the ${colourWord(1)} and ${colourWord(2)} letters.`;
    if (hasMarks) return { text: recall("tiles") ? coloured : html`<${TileCycle} /> ${coloured}` };
    const isImpossible = game.keyboard.reply === "counts" && reply;
    return { text: isImpossible ? noSuchReply(state, reply) : "Enter the reply that your game gave." };
  }
  const split = isComplete(state) ? splits.get(draft) : null;
  const part = split?.parts.find((candidate) => candidate.reply === reply);
  const named = hasMarks ? "these colours" : "this reply";
  if (part) return { text: `After ${named}: ${plural(part.count, game.noun)} left.` };
  if (split) return { text: `No remaining ${game.noun} gives ${named}.`, isBad: true };
  const isWaiting = problem || isComplete(state) || isBehind(state);
  if (isWaiting) return { text: "" };
  if (!isGhost(state)) return { text: `Tap the suggestion, or type ${oneOf(game.noun)}.` };
  return { text: `Play it, then tap the ${colourWord(1)} and ${colourWord(2)} letters.` };
}

/** The hint, the buttons and the keys below the board. @param {Props} props */
function Entry({ state, on, params }) {
  const { draft, reply, clues, game, problem, splits } = state;
  const { text, isBad = false } = hintOf(state);
  const isEmpty = !draft && !clues.length;
  const mayBeWord = splits.get(draft)?.hit !== 0;
  const isMarked = isComplete(state) && inputOf(game).hasMarks;
  const rest = reply.includes(UNSET) ? `${/\d/.test(reply) ? "Rest is" : "All"} ${colourWord(0)} · ` : "";
  return html`<div class="entry">
    ${!hasEnded(state) && html`<p class=${`hint${isBad ? " bad" : ""}`} role=${isBad && !problem ? "alert" : null}>${text}</p>`}
    ${isMarked && button("next", `${rest}Next`, on.next, "main")}
    <div class="buttons">
      ${isUnset(state) && mayBeWord && button("found", `It was the ${game.noun}`, on.enterAsWord)}
      ${isComplete(state) && !isMarked && !isUnset(state) && button("commit", "Enter", () => on.press("Enter"), "main")}
      ${button("undo", "Undo", on.undo, "", isEmpty)}
      ${!draft && !hasEnded(state) && button("clear", "New game", on.startNewGame, "", isEmpty)}
    </div>
    ${!hasEnded(state) && html`<${NextKeys} ...${{ state, on, params }} />`}
  </div>`;
}

/** The keys for a guess, or for the reply to it. @param {Props} props */
function NextKeys({ state, on }) {
  const { openRow, clues, draft, draftProblem, reply, game } = state;
  const isOpen = openRow >= 0 && openRow < clues.length;
  if (inputOf(game).hasMarks || draftProblem || !(isOpen || isComplete(state)))
    return html`<${GuessKeys} ...${{ game, draft, turn: clues.length, onKey: on.press, onWord: on.setDraft }}
      colours=${letterColours(clues)} />`;
  const onReply = (/** @type {string} */ text) => on.setReply(text);
  return html`<${ReplyEntry} keyboard=${game.keyboard} text=${isOpen ? clues[openRow].reply : reply} onReply=${onReply}
      onEnter=${() => on.press("Enter")} />
    ${isOpen && html`<div class="buttons">${button("done", "Done", () => on.unfold(openRow))}</div>`}`;
}

/**
 * The title and the settings of the assistant; strategy, opener and rule are for one board only.
 * @param {{ game: GameFacts, params: URLSearchParams, on: Assistant | BoardsAssistant }} props
 */
export function AssistantHead({ game, params, on: { setting, setGame, hasPreference } }) {
  const choices = [["", "Best guess"], ...strategies.map(({ name }) => [name, name])];
  const forOne = html`<${Select} label="Strategy" value=${params.get("s") ?? ""} onChange=${setting("s")} choices=${choices} />
    <${WordField} label="Opener" value=${params.get("o")} placeholder="the best" onChange=${setting("o")} />
    <${RuleSelect} params=${params} hasHardMode=${game.hard_mode} onChange=${setting("hard")} />
    ${!params.get("s") && html`<${AimSelect} params=${params} onChange=${setting("safe")} />`}`;
  const isOne = boardsOf(params) === 1;
  const inView = html`<${GameSelect} params=${params} onChange=${setGame} />
    ${isOne && game.hard_mode && html`<${HardSwitch} params=${params} onChange=${setting("hard")} />`}
    ${hasPreference() && html`<${CommonSwitch} params=${params} onChange=${setting("a")} />`}`;
  return html`<${Head} title="Assistant" inView=${inView}>
    <${GameSettings} params=${params} onChange=${setGame} />
    <${BoardsSelect} value=${boardsOf(params)} onChange=${(/** @type {string} */ boards) => setGame({ boards })} />
    ${sourceOf(params) === "edition" && html`<${WordsSelect} params=${params} onChange=${setting("w")} />`}
    ${mayHavePast(params) && html`<${PastSetting} />`}
    ${isOne && forOne}
    ${hasPreference() && html`<${PreferenceSettings} params=${params} onChange=${setting} />`}
  <//>`;
}

/** The card of the words that fit. @param {Props & { known: Suggestions }} props */
const WhatFits = ({ state, on, known }) => html`<section ...${cardProps(state)} aria-labelledby="words-title">
  <${WordsCard} key=${state.answered} known=${known} noun=${state.game.noun} onTake=${on.take} />
</section>`;

/** The cards of the best guesses, a split, and the words that fit. @param {Props & { known: Suggestions }} props */
function Reasons({ state, on, known }) {
  const { splits, draft, reply, game, proving, progress, tried, answered } = state;
  const shown = splits.get(isComplete(state) ? draft : "") ?? splits.get(bestOf(state));
  const card = cardProps(state);
  const proof = {
    known,
    noun: game.noun,
    proving,
    progress,
    tried,
    onProve: on.proveLonger,
    onStop: on.stopProving,
    onPastProved: on.refresh,
  };
  return html`<section ...${card} aria-labelledby="guesses-title">
      <${SuggestionTable} known=${known} onTake=${on.take} />
      <${ProofState} ...${proof} />
    </section>
    ${
      shown
        ? html`<section ...${card} aria-labelledby="split-title">
        <${SplitCard} key=${`${shown.guess} ${answered}`} split=${shown} noun=${game.noun} chosen=${draft === shown.guess ? reply : null} />
      </section>`
        : bestOf(state) && html`<section ...${card}><${Skeleton} lines=${LINES} text="" /></section>`
    }
    <${WhatFits} ...${{ state, on, known }} />
    <p class="dim"><${CopyButton} key=${location.href} label=${`Copy a link ${isReachable ? "to this position" : "that works on this device"}`} text=${location.href} kind="quiet" /></p>`;
}
