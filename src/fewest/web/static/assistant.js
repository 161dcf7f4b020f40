// Assistant: a companion for a game that is played elsewhere: what to guess next, and why.
/**
 * @import { Clue, Parts, Suggestions, Value } from "fewest-api"
 * @import { Frame, How } from "./app.js"
 * @import { Problem } from "./request.js"
 */
import { gameText, ProofState, reasonFor, SplitCard, SuggestionTable, Trouble, WordsCard } from "./advice.js";
import { choose } from "./dialog.js";
import { closest, draw, html, inWords, plural, say, whole } from "./dom.js";
import { claimNext } from "./games.js";
import { Term, TileCycle } from "./help.js";
import { recall, remember } from "./memory.js";
import {
  boardKey,
  EditionSelect,
  HardToggle,
  isForBoard,
  Select,
  Settings,
  Waiting,
  WordField,
  WordsSelect,
} from "./parts.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { clues as clueList, editionOf, limits, settingOf, strategies } from "./settings.js";
import { CopyButton, ShareBox } from "./share.js";
import { colourWord, Keyboard, letterColours, Row, shake, UNSET } from "./tiles.js";

const SUGGESTIONS = 8;
const SETTINGS = ["e", "w", "s", "o", "hard"]; // the parameters that the next visit finds again

/** @param {string} colour */
const nextColour = (colour) => (colour === UNSET ? "0" : String((Number(colour) + 1) % 3));

/**
 * @param {string} reply
 * @param {number} place
 * @param {string} colour
 */
const recoloured = (reply, place, colour) => reply.slice(0, place) + colour + reply.slice(place + 1);

/**
 * @param {Element} root
 * @param {Frame} frame
 */
export function mount(root, { change, open }) {
  const suggestRequest = new LatestRequest();
  const exactRequest = new LatestRequest();
  const splitRequest = new LatestRequest(); // of the best guess
  const draftRequest = new LatestRequest(); // the split of the draft
  const valueRequest = new LatestRequest(); // its value
  const checkRequest = new LatestRequest();
  let params = new URLSearchParams();
  /** @type {Clue[]} */
  let clues = [];
  let draft = "";
  let colours = ""; // of the draft, once it is complete; those that nobody has chosen are unset
  let cursor = 0;
  let freshRow = -1; // the row that was entered last, which flips
  /** @type {Suggestions | null} */
  let known = null;
  /** @type {Problem | null} */
  let problem = null; // with the clues
  /** @type {Map<string, Parts>} */
  const splits = new Map(); // what guesses do in this position
  /** @type {Value | null} */
  let value = null; // what the draft is worth
  /** @type {Problem | null} */
  let draftProblem = null; // why the draft is not allowed
  let answered = ""; // the position that the page has an answer to, as in the address
  let refusal = ""; // why the draft was not entered
  /** @type {"" | "short" | "long"} */
  let proving = ""; // which search for a proof is under way
  let tried = 0; // the seconds of the search that found no proof
  let isChecking = false; // the draft is looked up before it is entered
  /** @type {string[]} */
  let laterKeys = []; // pressed while it is looked up

  const edition = () => editionOf(params);
  const noColours = () => UNSET.repeat(edition().length);
  const allGreen = () => "2".repeat(edition().length);
  const position = () => ({ ...settingOf(params), clues });
  const question = () => ({ ...position(), count: SUGGESTIONS, opener: params.get("o") || null });
  const best = () => known?.suggestions[0];
  const isComplete = () => draft.length === edition().length;
  const isUnset = () => isComplete() && colours.includes(UNSET);
  const isWon = () => !problem && clues.at(-1)?.reply === allGreen();
  const isOver = () => !problem && !isWon() && clues.length >= edition().max_guesses;
  const hasEnded = () => isWon() || (isOver() && !draft);
  const setClues = (/** @type {Clue[]} */ list, /** @type {How} */ how = {}) =>
    change({ c: clueList.write(list) }, how);

  /** Ask for suggestions: an answer at once, and then the exact one. */
  async function refresh() {
    const signal = suggestRequest.next();
    const asked = params.toString();
    for (const request of [exactRequest, splitRequest, draftRequest, valueRequest]) request.stop();
    proving = "";
    tried = 0;
    try {
      known = await ask("suggest", { ...question(), strategy: params.get("s") || null }, signal);
      problem = null;
      const text = `${plural(known.remaining, "word fits", "words fit")}. Best guess: ${best()?.guess ?? "none"}.`;
      say(isWon() ? `Found in ${clues.length}.` : text);
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      problem = found;
      known = null;
      say(problem.message);
    }
    answered = asked;
    redraw();
    if (!known) return;
    lookAtBest();
    lookAtDraft();
    if (known.sharpens && !params.get("s")) prove();
  }

  /**
   * Search for a proof: with the usual budget, or for so many seconds.
   * @param {number} [seconds]
   */
  async function prove(seconds) {
    proving = seconds ? "long" : "short";
    redraw();
    try {
      const exact = await ask("suggest/exact", { ...question(), ...(seconds && { seconds }) }, exactRequest.next());
      if (exact.proved) {
        known = exact;
        const { guess, expected } = exact.suggestions[0];
        say(`Proved: ${guess} takes ${expected?.toFixed(2)} guesses on average.`);
      } else {
        tried = seconds ?? 1;
        if (seconds) say("No proof was found.");
      }
    } catch (error) {
      if (!problemOf(error)) return;
      tried = seconds ?? 1;
    }
    proving = "";
    redraw();
    lookAtBest();
    lookAtDraft();
  }

  function stopProving() {
    exactRequest.stop();
    proving = "";
    tried = 1;
    redraw();
  }

  /** Find out what the best guess does. */
  async function lookAtBest() {
    const guess = best()?.guess;
    if (!guess || isWon() || splits.has(guess)) return;
    try {
      splits.set(guess, await ask("split", { ...position(), guess }, splitRequest.next()));
    } catch (error) {
      if (!problemOf(error)) return;
    }
    redraw();
  }

  /** Find out what the draft does, whether it is allowed, and what it is worth. */
  async function lookAtDraft() {
    if (!known || !isComplete() || isWon()) return;
    lookAtValue();
    if (splits.has(draft) || !(await loadDraft(draftRequest.next()))) return;
    if (draftProblem) say(draftProblem.message);
    redraw();
  }

  /**
   * Ask what the draft does, and with it whether it is allowed; false if the request is aborted.
   * @param {AbortSignal} signal
   */
  async function loadDraft(signal) {
    const guess = draft;
    try {
      splits.set(guess, await ask("split", { ...position(), guess }, signal));
      draftProblem = null;
    } catch (error) {
      const found = problemOf(error);
      if (!found) return false;
      draftProblem = found;
    }
    return true;
  }

  /** Ask what the draft is worth: exactly where the best guess is known exactly, so that they can be compared. */
  async function lookAtValue() {
    value = null;
    if (!known || draft === best()?.guess) return;
    const exact = known.proved ? {} : { seconds: 0 };
    try {
      value = await ask("value", { ...position(), guess: draft, ...exact }, valueRequest.next());
      redraw();
    } catch (error) {
      problemOf(error); // what is wrong with it the split tells
    }
  }

  /**
   * Change the draft.
   * @param {string} word
   */
  function setDraft(word) {
    for (const request of [checkRequest, draftRequest, valueRequest]) request.stop();
    draft = word;
    draftProblem = value = null;
    refusal = "";
    cursor = 0;
    colours = noColours();
    redraw();
    lookAtDraft();
  }

  /**
   * Take a suggestion as the draft.
   * @param {string} guess
   */
  function take(guess) {
    if (draft !== guess) {
      setDraft(guess);
      say(`${guess.toUpperCase()} is typed. Play it, then set its colours.`);
    }
    focusTile(clues.length, Math.max(0, colours.indexOf(UNSET)));
    draftRow()?.scrollIntoView({ block: "nearest" });
  }

  const draftRow = () => root.querySelectorAll(".board .row")[clues.length];

  /**
   * @param {number} row
   * @param {number} place
   */
  function focusTile(row, place) {
    const tile = root.querySelector(`[data-key="tile-${row}-${place}"]`);
    if (tile instanceof HTMLElement) tile.focus({ preventScroll: true });
  }

  /** Why no clue can be entered now, or an empty text. */
  function obstacle() {
    if (problem?.kind === "contradiction") return "Correct the marked tile first, or undo.";
    if (problem && problem.clue !== null) return "Undo up to the marked row first.";
    const most = inWords(limits.most_clues);
    if (clues.length >= limits.most_clues) return `${most[0].toUpperCase()}${most.slice(1)} clues are enough.`;
    return "";
  }

  /** @param {string} text */
  function refuse(text) {
    refusal = text;
    redraw();
    shake(draftRow());
    say(text);
  }

  /**
   * Set a colour of the draft.
   * @param {number} place
   * @param {string} colour
   */
  function paint(place, colour) {
    colours = recoloured(colours, place, colour);
    refusal = "";
    say(`${draft[place].toUpperCase()} ${colourWord(colour)}`);
    redraw();
  }

  /** Make all letters grey that have no colour yet. */
  function paintRestGrey() {
    colours = colours.replaceAll(UNSET, "0");
    refusal = "";
    say("The rest is grey.");
    redraw();
  }

  function enterAsWord() {
    colours = allGreen();
    commit();
  }

  /** Enter the draft as a clue, once every letter has a colour and it is known to be an allowed word. */
  async function commit() {
    const missing = edition().length - draft.length;
    if (isChecking || !draft) return;
    if (obstacle()) refuse(obstacle());
    else if (missing) refuse(`${plural(missing, "letter is", "letters are")} missing.`);
    else {
      isChecking = true;
      const isKnown = splits.has(draft) || (draftProblem !== null && draftProblem.kind !== "busy");
      const isAnswered = isKnown || (await loadDraft(checkRequest.next()));
      isChecking = false;
      if (isAnswered && draftProblem) refuse(draftProblem.message);
      else if (isAnswered && isUnset()) {
        refuse("Set the colour of every letter first.");
        focusTile(clues.length, colours.indexOf(UNSET));
      } else if (isAnswered) {
        const clue = { guess: draft, reply: colours };
        remember("tiles", "known");
        draft = "";
        freshRow = clues.length;
        setClues([...clues, clue]);
      }
      const keys = laterKeys;
      laterKeys = [];
      keys.forEach(press);
    }
  }

  function undo() {
    if (draft) setDraft("");
    else if (clues.length) {
      say(`${clues.at(-1)?.guess} is taken back.`);
      setClues(clues.slice(0, -1));
    }
  }

  function startNewGame() {
    draft = "";
    if (clues.length) setClues([]);
    else setDraft("");
  }

  /**
   * Handle a key of the board.
   * @param {string} name
   */
  function press(name) {
    if (isChecking) laterKeys.push(name);
    else if (isWon() && name !== "Backspace") return;
    else if (name === "Enter") commit();
    else if (name === "Backspace") {
      if (!draft) return;
      say(`${draft.at(-1)?.toUpperCase()} deleted`);
      setDraft(draft.slice(0, -1));
    } else if (/^[a-z]$/.test(name) && !isComplete()) {
      setDraft(draft + name);
      say(isComplete() ? `${draft.toUpperCase()}. Now its colours.` : name.toUpperCase());
    } else if (/^[012]$/.test(name) && isComplete()) {
      const place = cursor;
      cursor = Math.min(edition().length - 1, place + 1);
      paint(place, name);
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !closest(event, "input, textarea")) {
      event.preventDefault();
      undo();
      return;
    }
    if (event.key === "Enter") closest(event, "input[type=text]")?.blur(); // the word of a field is taken
    if (!isForBoard(event)) return;
    const tile = closest(event, ".board .tile");
    if (tile && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const tiles = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".board button.tile")]);
      tiles[tiles.indexOf(tile) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
      event.preventDefault();
    } else if (tile && /^[012]$/.test(event.key)) {
      const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
      if (row === clues.length) {
        paint(place, event.key);
        focusTile(row, Math.min(edition().length - 1, place + 1));
      } else recolour(row, place, event.key);
    } else {
      const name = boardKey(event, draft, "012");
      if (name) press(name);
    }
  }

  /**
   * Change a colour of a clue.
   * @param {number} row
   * @param {number} place
   * @param {string} colour
   */
  function recolour(row, place, colour) {
    const { guess, reply } = clues[row];
    say(`${guess[place].toUpperCase()} ${colourWord(colour)}`);
    setClues(clues.with(row, { guess, reply: recoloured(reply, place, colour) }), { replace: true });
  }

  /**
   * Change a setting, which the next visit finds again.
   * @param {string} name
   */
  const setting =
    (name, others = {}) =>
    (/** @type {string} */ value) => {
      const kept = SETTINGS.map((each) => [each, each === name ? value : (params.get(each) ?? "")]);
      remember("assistant", String(new URLSearchParams(kept.filter(([, text]) => text))));
      change({ [name]: value, ...others });
    };

  /**
   * Change the edition; clues are only given up if that is wanted.
   * @param {string} label
   */
  async function setEdition(label) {
    if (!clues.length) return setting("e")(label);
    const text = `You have entered ${plural(clues.length, "clue")}. Are they of a game with the other list of words, or do you start a new game?`;
    const answer = await choose("Another list of words", text, { keep: "Keep the clues", fresh: "New game" });
    if (answer) setting("e", answer === "fresh" ? { c: "" } : {})(label);
  }

  const settings = () => html`<${Settings} name="assistant" isFolded>
    <${EditionSelect} params=${params} onChange=${setEdition} />
    <${WordsSelect} params=${params} onChange=${setting("w")} />
    <${Select} label="Strategy" value=${params.get("s") ?? ""} onChange=${setting("s")}
      choices=${[["", "Exact where possible"], ...strategies.map(({ name }) => [name, name])]} />
    <${WordField} label="Own opener" value=${params.get("o")} placeholder="any" onChange=${setting("o")} />
    <${HardToggle} params=${params} onChange=${setting("hard")} />
  <//>`;

  /** @param {number} row */
  function boardRow(row) {
    const { length } = edition();
    if (row < clues.length) {
      const { guess, reply } = clues[row];
      const everyTile = [...Array(length).keys()];
      const wrong = problem?.clue !== row ? [] : problem.tiles.length ? problem.tiles : everyTile;
      const onTile = (/** @type {number} */ place) => recolour(row, place, nextColour(reply[place]));
      return html`<${Row} ...${{ guess, reply, length, row, wrong, onTile, flip: row === freshRow }} />`;
    }
    if (row > clues.length || isWon()) return html`<${Row} length=${length} row=${row} />`;
    if (!isComplete()) return html`<${Row} guess=${draft} length=${length} row=${row} cursor=${draft.length} />`;
    const onTile = (/** @type {number} */ place) => {
      cursor = place;
      paint(place, nextColour(colours[place]));
    };
    return html`<${Row} ...${{ guess: draft, reply: colours, length, row, cursor, onTile }} />`;
  }

  function board() {
    const count = Math.max(edition().max_guesses, clues.length + (hasEnded() ? 0 : 1));
    const rows = Array.from({ length: count }, (_, row) => boardRow(row));
    return html`<div class="board" role="region" aria-label="Board">${rows}</div>`;
  }

  /**
   * The hint below the board, and whether it says that something is wrong.
   * @returns {{ text: unknown, isBad?: boolean }}
   */
  function hint() {
    const wrong = refusal || (problem && obstacle()) || (isComplete() && draftProblem?.message);
    if (wrong) return { text: wrong, isBad: true };
    if (hasEnded()) return { text: "" };
    if (isUnset()) {
      if (recall("tiles")) return { text: "Tap the letters to set their colours." };
      return { text: html`<${TileCycle} /> Tap a letter to colour it.` };
    }
    const part = isComplete() && splits.get(draft)?.parts.find(({ reply }) => reply === colours);
    if (part) return { text: `With these colours ${plural(part.count, "word")} would remain.` };
    if (isComplete() && splits.has(draft)) return { text: "No word that is left gives these colours.", isBad: true };
    return { text: problem || isComplete() ? "" : "Tap the suggestion, or type a word." };
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (name, text, onclick, kind = "", disabled = false) =>
    html`<button key=${name} type="button" class=${`button ${kind}`} data-key=${name} disabled=${disabled} onclick=${onclick}>${text}</button>`;

  function entry() {
    const { text, isBad = false } = hint();
    const isEmpty = !draft && !clues.length;
    const mayBeWord = splits.get(draft)?.hit !== 0;
    return html`<div class="entry">
      <p class=${`hint${isBad ? " bad" : ""}`} role=${isBad && !problem ? "alert" : null}>${text}</p>
      <div class="buttons">
        ${isUnset() && button("rest", "Rest is grey", paintRestGrey)}
        ${isUnset() && mayBeWord && button("found", "It was the word", enterAsWord)}
        ${isComplete() && !isUnset() && button("commit", "Enter", () => press("Enter"), "main")}
        ${button("undo", "Undo", undo, "", isEmpty)}
        ${!draft && !hasEnded() && button("clear", "New game", startNewGame, "", isEmpty)}
      </div>
      ${
        isWon()
          ? html`<section class="card" aria-label="Share"><${ShareBox} text=${gameText(edition(), clues)} link=${location.href} /></section>`
          : html`<${Keyboard} onKey=${press} colours=${letterColours(clues)} />`
      }
    </div>`;
  }

  /** What the other sections need to go on with this game. */
  const game = () => ({
    e: params.get("e"),
    w: params.get("w"),
    hard: params.get("hard"),
    c: clueList.write(clues),
  });

  const onAnalyse = () => {
    claimNext();
    open("analyse", game());
  };

  const endButtons = () => html`<div class="buttons">
    ${button("analyse", "Analyse this game", onAnalyse, "main")}
    ${button("again", "New game", startNewGame)}
  </div>`;

  /** @param {Suggestions} known */
  function ending({ won, remaining, suggestions }) {
    if (won)
      return html`<p class="lead-line">Found: <strong class="guess">${clues.at(-1)?.guess}</strong> in ${plural(clues.length, "guess", "guesses")}.</p>
        ${endButtons()}`;
    const left =
      remaining === 1
        ? html`It can only have been <strong class="guess">${suggestions[0]?.guess}</strong>.`
        : `${plural(remaining, "word")} would still fit.`;
    return html`<p class="lead-line">All ${inWords(edition().max_guesses)} guesses are used. ${left}</p>${endButtons()}`;
  }

  /** The one sentence that leads: what to play and why, or what else there is to do. */
  function advice() {
    if (problem) return html`<${Trouble} problem=${problem} clues=${clues} onUndo=${undo} onRetry=${refresh} />`;
    if (!known) return html`<${Waiting} text="Looking for the best guess" />`;
    if (hasEnded()) return ending(known);
    const { remaining, clues: made, max_guesses: most, proved } = known;
    const [first] = known.suggestions;
    const used = made.length;
    return html`${
      first
        ? html`<p class="lead-line">
            <button type="button" class="play-word" data-key="play" onclick=${() => take(first.guess)}>Play <b>${first.guess}</b></button><span class="unseen">:</span>
            ${" "}${reasonFor(known, splits.get(first.guess), value?.guess === draft ? value : null)}
          </p>`
        : html`<p class="lead-line">No guess helps here.</p>`
    }
      <p class="fits">
        <span><strong>${whole(remaining)}</strong> ${remaining === 1 ? "word fits" : "words fit"}</span>
        ${used < most && html`<span>guess ${used + 1} of ${most}</span>`}
        ${proved ? html`<${Term} of="proved" kind="badge proved" />` : proving ? html`<span class="badge busy">proving…</span>` : known.estimates && html`<${Term} of="estimate" text="estimated" kind="badge" />`}
      </p>`;
  }

  /** @param {Suggestions} known */
  function reasons(known) {
    const shown = splits.get(isComplete() ? draft : "") ?? splits.get(best()?.guess ?? "");
    return html`<section class="card" aria-labelledby="guesses-title">
        <${SuggestionTable} known=${known} onTake=${take} />
        <${ProofState} known=${known} proving=${proving} tried=${tried} onProve=${() => prove(limits.proof_seconds)} onStop=${stopProving} />
      </section>
      ${
        shown &&
        html`<section class="card" aria-labelledby="split-title">
          <${SplitCard} key=${`${shown.guess} ${answered}`} split=${shown} chosen=${draft === shown.guess ? colours : null} />
        </section>`
      }
      <section class="card" aria-labelledby="words-title">
        <${WordsCard} key=${answered} known=${known} onTake=${take} />
      </section>
      <p class="dim"><${CopyButton} key=${location.href} label="Copy a link to this position" text=${location.href} kind="quiet" /></p>`;
  }

  function redraw() {
    draw(
      root,
      html`<h1 class="unseen">Assistant</h1>
        <section class=${`card advice${problem ? " trouble" : ""}`} aria-label="What to play">${advice()}</section>
        <div class="desk"><div class="sticky">${board()}${entry()}</div></div>
        <div class="reasons" aria-busy=${answered !== params.toString()}>
          ${settings()}
          ${known && !known.won && reasons(known)}
        </div>`,
    );
  }

  return {
    key,
    redraw,
    leave() {
      for (const request of [suggestRequest, exactRequest, splitRequest, draftRequest, valueRequest, checkRequest])
        request.stop();
    },
    /** @param {URLSearchParams} given */
    update(given) {
      checkRequest.stop();
      refusal = "";
      draftProblem = value = null;
      params = given;
      const list = clueList.read(params.get("c"));
      if (list.length !== clues.length + 1) freshRow = -1;
      clues = list;
      if (answered !== params.toString()) splits.clear();
      redraw();
      refresh();
    },
  };
}
