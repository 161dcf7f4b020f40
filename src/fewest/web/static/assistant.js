// Assistant: suggests guesses for a game that is played elsewhere, from its clues.
/**
 * @import { Clue, Parts, Suggestion, Suggestions } from "fewest-api"
 * @import { Frame, How } from "./app.js"
 * @import { Problem } from "./request.js"
 */
import { closest, draw, html, inWords, percent, plural, say, whole } from "./dom.js";
import {
  boardKey,
  EditionSelect,
  HardToggle,
  isForBoard,
  Keyboard,
  Notice,
  Row,
  Select,
  Settings,
  SplitChart,
  shake,
  Waiting,
  WordField,
  WordList,
  WordsSelect,
} from "./parts.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { clues as clueList, editionOf, limits, settingOf, strategies } from "./settings.js";

const SUGGESTIONS = 8;
const WORDS_SHOWN = 60;

/** @param {string} colour */
const nextColour = (colour) => String((Number(colour) + 1) % 3);

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
export function mount(root, { change, set, open }) {
  const suggestRequest = new LatestRequest();
  const exactRequest = new LatestRequest();
  const splitRequest = new LatestRequest();
  const checkRequest = new LatestRequest();
  let params = new URLSearchParams();
  /** @type {Clue[]} */
  let clues = [];
  let draft = "";
  let colours = ""; // of the draft, once it is complete
  let cursor = 0;
  let freshRow = -1; // the row that was entered last, which flips
  /** @type {Suggestions | null} */
  let known = null;
  /** @type {Problem | null} */
  let problem = null; // with the clues
  /** @type {(Parts & { position: string }) | null} */
  let split = null; // what the draft or the best guess does
  /** @type {Problem | null} */
  let splitProblem = null; // why the draft is not allowed
  let answered = ""; // the position that the page has an answer to, as in the address
  let refusal = ""; // why the draft was not entered
  let isProving = false;
  let isChecking = false; // the draft is looked up before it is entered
  /** @type {string[]} */
  let laterKeys = []; // pressed while it is looked up
  let showAllParts = false;
  let showAllWords = false;

  const edition = () => editionOf(params);
  const noColours = () => "0".repeat(edition().length);
  const allGreen = () => "2".repeat(edition().length);
  const position = () => ({ ...settingOf(params), clues });
  const question = () => ({ ...position(), count: SUGGESTIONS, opener: params.get("o") || null });
  const isComplete = () => draft.length === edition().length;
  const isWon = () => !problem && clues.at(-1)?.reply === allGreen();
  const isOver = () => !problem && !isWon() && clues.length >= edition().max_guesses;
  const isSplit = (/** @type {string} */ guess) => split?.guess === guess && split.position === params.toString();
  const setClues = (/** @type {Clue[]} */ list, /** @type {How} */ how = {}) =>
    change({ c: clueList.write(list) }, how);

  /** Ask for suggestions: an answer at once, and then the exact one. */
  async function refresh() {
    const signal = suggestRequest.next();
    const asked = params.toString();
    exactRequest.stop();
    splitRequest.stop();
    isProving = false;
    try {
      known = await ask("suggest", { ...question(), strategy: params.get("s") || null }, signal);
      problem = null;
      const best = known.suggestions[0]?.guess ?? "none";
      say(isWon() ? `Found in ${clues.length}.` : `${plural(known.remaining, "word")} possible. Best guess: ${best}.`);
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
    updateSplit();
    if (known.sharpens && !params.get("s")) prove();
  }

  async function prove() {
    isProving = true;
    redraw();
    try {
      const exact = await ask("suggest/exact", question(), exactRequest.next());
      if (exact.proved) {
        known = exact;
        const { guess, expected } = exact.suggestions[0];
        say(`Proved: ${guess} takes ${expected?.toFixed(2)} guesses on average.`);
      }
    } catch (error) {
      if (!problemOf(error)) return;
    }
    isProving = false;
    redraw();
    updateSplit();
  }

  /** Find out what the draft, or else the best guess, does. */
  async function updateSplit() {
    const guess = isComplete() ? draft : known?.suggestions[0]?.guess;
    const signal = splitRequest.next();
    if (!guess || !known || isWon()) split = null;
    else {
      if (isSplit(guess) || !(await loadSplit(guess, signal))) return;
      if (splitProblem && draft === guess) say(splitProblem.message);
    }
    redraw();
  }

  /**
   * Ask what a guess does, and with it whether it is allowed; false if the request is aborted.
   * @param {string} guess
   * @param {AbortSignal} signal
   */
  async function loadSplit(guess, signal) {
    try {
      split = { ...(await ask("split", { ...position(), guess }, signal)), position: params.toString() };
      splitProblem = null;
    } catch (error) {
      const found = problemOf(error);
      if (!found) return false;
      split = null;
      splitProblem = found;
    }
    return true;
  }

  /**
   * Change the draft.
   * @param {string} word
   */
  function setDraft(word, reply = noColours()) {
    checkRequest.stop();
    draft = word;
    splitProblem = null;
    refusal = "";
    cursor = 0;
    colours = reply;
    redraw();
    updateSplit();
  }

  /**
   * Take a suggestion as the draft.
   * @param {string} guess
   */
  function take(guess) {
    setDraft(guess, known?.remaining === 1 ? allGreen() : noColours());
    focusTile(clues.length, 0);
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
    redraw();
  }

  /** Enter the draft as a clue, once it is known to be an allowed word. */
  async function commit() {
    const clue = { guess: draft, reply: colours };
    const missing = edition().length - draft.length;
    if (isChecking || !draft) return;
    if (obstacle()) refuse(obstacle());
    else if (missing) refuse(`${plural(missing, "letter is", "letters are")} missing.`);
    else {
      isChecking = true;
      const isKnown = isSplit(draft) || (splitProblem !== null && splitProblem.kind !== "busy");
      const isAnswered = isKnown || (await loadSplit(draft, checkRequest.next()));
      isChecking = false;
      if (isAnswered && splitProblem) refuse(splitProblem.message);
      else if (isAnswered) {
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
      if (draft) setDraft(draft.slice(0, -1));
    } else if (/^[a-z]$/.test(name) && !isComplete()) setDraft(draft + name);
    else if (/^[012]$/.test(name) && isComplete()) {
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
    setClues(clues.with(row, { guess, reply: recoloured(reply, place, colour) }), { replace: true });
  }

  const settings = () => html`<${Settings}>
    <${EditionSelect} params=${params} onChange=${set("e")} />
    <${WordsSelect} params=${params} onChange=${set("w")} />
    <${Select} label="Strategy" value=${params.get("s") ?? ""} onChange=${set("s")}
      choices=${[["", "Exact where possible"], ...strategies.map(({ name }) => [name, name])]} />
    <${WordField} label="Own opener" value=${params.get("o")} placeholder="any" onChange=${set("o")} />
    <${HardToggle} params=${params} onChange=${set("hard")} />
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
    const count = Math.max(edition().max_guesses, clues.length + (isWon() ? 0 : 1));
    const rows = Array.from({ length: count }, (_, row) => boardRow(row));
    return html`<div class="board" role="region" aria-label="Board">${rows}</div>`;
  }

  /** The hint below the board, and whether it says that something is wrong. */
  function hint() {
    const draftSplit = isComplete() && split?.guess === draft ? split : null;
    const wrong = refusal || (problem && obstacle()) || (isComplete() && splitProblem?.message);
    if (wrong) return { text: wrong, isBad: true };
    if (isWon()) return { text: `Found in ${clues.length}.` };
    if (isOver() && !draft) return { text: `All ${inWords(edition().max_guesses)} guesses are used.` };
    if (draftSplit) {
      const part = draftSplit.parts.find(({ reply }) => reply === colours);
      if (part) return { text: `With these colours ${plural(part.count, "word")} would remain.` };
      return { text: "No word that is left gives these colours.", isBad: true };
    }
    if (isComplete()) return { text: "Set the colours: click a tile, or press 0 for grey, 1 for yellow, 2 for green." };
    return { text: problem ? "" : "Type a word, or take a suggestion." };
  }

  function underBoard() {
    const { text, isBad = false } = hint();
    const isEmpty = !draft && !clues.length;
    const game = {
      e: params.get("e"),
      w: params.get("w"),
      hard: params.get("hard"),
      c: clueList.write(clues),
    };
    const main =
      isWon() || (isOver() && !draft)
        ? html`<button type="button" class="button main" data-key="analyse" onclick=${() => open("analyse", game)}>Analyse this game</button>`
        : html`<button type="button" class="button main" data-key="commit" disabled=${!isComplete()} onclick=${() => press("Enter")}>Enter clue</button>`;
    return html`<div class="under">
      <p class=${`hint${isBad ? " bad" : ""}`} role=${isBad && !problem ? "alert" : null}>${text}</p>
      <div class="buttons">
        ${main}
        <button type="button" class="button" data-key="undo" disabled=${isEmpty} onclick=${undo}>Undo</button>
        <button type="button" class="button" data-key="clear" disabled=${isEmpty} onclick=${startNewGame}>New game</button>
      </div>
    </div>`;
  }

  /** @param {Problem} problem */
  function problemSummary({ kind, message, tiles, others }) {
    const suspects = Object.entries(others).map(
      ([at, left]) => `${Number(at) + 1} (${clues[Number(at)]?.guess}; without it ${plural(left, "word")} would fit)`,
    );
    const advice = tiles.length
      ? "The marked tile is the likeliest mistake; press it to change its colour."
      : "Press a tile to change its colour, or undo.";
    const alternatives = suspects.length ? ` Or clue ${suspects.join(", or clue ")}.` : "";
    return html`<${Notice} text=${message} />
      ${kind === "contradiction" && html`<p class="dim">${advice}${alternatives}</p>`}
      ${kind === "busy" && html`<button type="button" class="button" data-key="retry" onclick=${refresh}>Try again</button>`}`;
  }

  function summary() {
    if (problem) return problemSummary(problem);
    if (!known) return html`<${Waiting} text="Looking" />`;
    const { remaining, bits, max_guesses: most } = known;
    const used = known.clues.length;
    if (known.won)
      return html`<p class="big"><strong>${known.clues.at(-1)?.guess.toUpperCase()}</strong><span>found in ${used}</span></p>`;
    const turn = used >= most ? "and no guess left" : `guess ${used + 1} of ${most}`;
    return html`<p class="big">
        <strong>${whole(remaining)}</strong><span>${remaining === 1 ? "word is possible" : "words are possible"}</span>
      </p>
      <p class="dim">
        ${remaining === 1 ? "Nothing is uncertain any more." : `${bits.toFixed(2)} bits of uncertainty, ${turn}`}
      </p>`;
  }

  /** @param {Suggestions} known */
  function suggestions({ proved, estimates, strategy, suggestions }) {
    const badge = isProving ? "proving…" : estimates ? "estimated" : `by ${strategy}`;
    const score = proved ? "expected" : estimates ? "estimate" : "score";
    const scoreTitle = proved ? "Expected guesses from here, with perfect play" : "What the strategy ranks by";
    const line = (/** @type {Suggestion} */ each) => html`<div
      key=${each.guess} class=${`line${each.hit ? " possible" : ""}`} role="row">
      <span role="cell"><button type="button" class="pick" data-key=${`pick-${each.guess}`}
        aria-label=${`Take ${each.guess}`} onclick=${() => take(each.guess)}>${each.guess}</button></span>
      <span role="cell">${proved && each.expected === null ? "~" : ""}${(each.expected ?? each.score).toFixed(proved || estimates ? 3 : 2)}</span>
      <span role="cell">${each.bits.toFixed(2)}</span>
      <span role="cell">${percent(each.hit)}</span>
    </div>`;
    const hits = suggestions.filter(({ hit }) => hit).length;
    return html`<div class="card-head">
        <h2 id="guesses-title">Best guesses</h2>
        ${proved ? html`<span class="badge proved">proved</span>` : html`<span class=${`badge${isProving ? " busy" : ""}`}>${badge}</span>`}
      </div>
      <div class=${`table${proved ? " sharp" : ""}`} role="table" aria-label="Ranked guesses">
        <div class="line head" role="row">
          <span role="columnheader">guess</span>
          <span role="columnheader" title=${scoreTitle}>${score}</span>
          <span role="columnheader" title="Bits that the reply tells on average">bits</span>
          <span role="columnheader" title="The chance to be the secret">hit</span>
        </div>
        ${suggestions.map(line)}
      </div>
      ${hits > 0 && hits < suggestions.length && html`<p class="dim key-line"><i class="may-be" />may be the word itself</p>`}
      ${!proved && !estimates && html`<p class="dim">${strategies.find(({ name }) => name === strategy)?.summary}</p>`}`;
  }

  /** @param {Parts & { position: string }} split */
  function splitCard(split) {
    const { guess, position, bits, parts, largest } = split;
    const toggle = () => {
      showAllParts = !showAllParts;
      redraw();
    };
    return html`<div class="card-head">
        <h2 id="split-title">How <em class="guess">${guess}</em> splits the field</h2>
        <span class="dim">${bits.toFixed(2)} bits · ${plural(parts.length, "reply", "replies")} · at worst ${whole(largest)}</span>
      </div>
      <${SplitChart} key=${`${guess} ${position}`} split=${split} chosen=${draft === guess ? colours : null}
        all=${showAllParts} onToggleAll=${toggle} />`;
  }

  /** @param {Suggestions} known */
  function secretsCard({ remaining, secrets: listed }) {
    const secrets = listed ?? [];
    const isWeighted = secrets.length > 1 && secrets[0].chance > secrets[secrets.length - 1].chance * 1.0001;
    const words = secrets.slice(0, showAllWords ? undefined : WORDS_SHOWN).map(({ word }) => word);
    const toggle = () => {
      showAllWords = !showAllWords;
      redraw();
    };
    return html`<div class="card-head">
        <h2 id="secrets-title">${remaining === 1 ? "The word" : "Possible words"}</h2>
        ${isWeighted && html`<span class="dim">likeliest first</span>`}
      </div>
      <${WordList} words=${words} count=${remaining} onWord=${take} />
      ${
        secrets.length > WORDS_SHOWN &&
        html`<button type="button" class="quiet" data-key="more-words" onclick=${toggle}>
          ${showAllWords ? "Show fewer" : `Show ${remaining > secrets.length ? "the first" : "all"} ${whole(secrets.length)}`}
        </button>`
      }`;
  }

  function redraw() {
    const shown = known?.won ? null : known;
    const shownSplit = shown && split;
    draw(
      root,
      html`<h1 class="unseen">Assistant</h1>
        ${settings()}
        <div class="columns">
          <div class="left"><div class="sticky">${board()}${underBoard()}<div><${Keyboard} onKey=${press} /></div></div></div>
          <div class="right" aria-busy=${answered !== params.toString()}>
            <section class="card summary" aria-label="What is known">${summary()}</section>
            <section class="card" aria-labelledby="guesses-title" hidden=${!shown}>${shown && suggestions(shown)}</section>
            <section class="card" aria-labelledby="split-title" hidden=${!shownSplit}>${shownSplit && splitCard(shownSplit)}</section>
            <section class="card" aria-labelledby="secrets-title" hidden=${!shown}>${shown && secretsCard(shown)}</section>
          </div>
        </div>`,
    );
  }

  return {
    key,
    leave() {
      suggestRequest.stop();
      exactRequest.stop();
      splitRequest.stop();
      checkRequest.stop();
    },
    /** @param {URLSearchParams} given */
    update(given) {
      checkRequest.stop();
      refusal = "";
      splitProblem = null;
      params = given;
      const list = clueList.read(params.get("c"));
      if (list.length !== clues.length) showAllWords = showAllParts = false;
      if (list.length !== clues.length + 1) freshRow = -1;
      clues = list;
      redraw();
      refresh();
    },
  };
}
