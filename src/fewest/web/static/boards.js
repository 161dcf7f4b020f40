// The assistant for several boards: one guess, and the reply of every board to it.
/**
 * @import { BoardsGame, GameFacts } from "fewest-api"
 * @import { Frame, Section } from "./app.js"
 * @import { RequestError } from "./request.js"
 */

import {
  BoardsSelect,
  boardKey,
  isForBoard,
  PreferenceSettings,
  Resume,
  Settings,
  Waiting,
  WordField,
  WordList,
  WordsSelect,
} from "./components.js";
import { choose } from "./dialog.js";
import { closest, draw, html, oneOf, plural, say } from "./dom.js";
import { factsOf, GameSettings, keysOf, loadFacts } from "./games.js";
import { isEntered, noReply, ReplyChip, ReplyEntry } from "./replies.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import {
  believedOf,
  boardsOf,
  limits,
  preferenceOf,
  sourceOf,
  turns as turnList,
  usual,
  WORDS,
  wordsOf,
} from "./settings.js";
import { keepUnderWay } from "./storage.js";
import { colourWord, Keyboard, letterColours, Row, shake, UNSET } from "./tiles.js";

/** @typedef {{ guess: string, replies: (string | null)[] }} Turn */

/**
 * @param {Element} root
 * @param {Frame} frame
 * @returns {Section}
 */
export function mount(root, { change, set, open }) {
  const gameRequest = new LatestRequest();
  const request = new LatestRequest();
  let params = new URLSearchParams();
  /** @type {GameFacts | null} */
  let facts = null;
  /** @type {Turn[]} */
  let turns = [];
  /** @type {BoardsGame | null} */
  let known = null;
  /** @type {RequestError | null} */
  let problem = null;
  let draft = "";
  /** @type {string[]} */
  let replies = []; // of each board to the draft, once it is complete
  let cursor = 0; // the tile that the next digit colours, counted over all open boards
  let refusal = "";
  let isMine = false; // guesses were entered here, not only looked at

  const game = () => facts ?? usual;
  const keyboard = () => game().keyboard;
  const hasMarks = () => keyboard().reply === "marks";
  const isTyped = () => keyboard().rows.length > 0;
  const places = () => keyboard().length ?? 0;
  const count = () => boardsOf(params);
  const isOnEdition = () => sourceOf(params) === "edition";
  const isComplete = () => (isTyped() ? [...draft].length === places() : draft !== "");
  const isDone = (/** @type {number} */ board) => turns.some((turn) => turn.replies[board] === keyboard().win);
  const openBoards = () => Array.from({ length: count() }, (_, board) => board).filter((board) => !isDone(board));
  const missing = () => openBoards().filter((board) => !isEntered(keyboard(), replies[board] ?? ""));
  const hasEnded = () => Boolean(known?.won);
  const setTurns = (/** @type {Turn[]} */ list) => {
    isMine = true;
    if (!list.length) keepUnderWay("assistant", null);
    change({ c: turnList.write(list) });
  };

  async function refresh() {
    const signal = request.next();
    try {
      facts ??= await loadFacts(params, gameRequest.next());
      readTurns();
      const preference = facts.common_words ? preferenceOf(params) : {};
      known = await ask("boards/assist", { ...believedOf(params), boards: count(), turns, ...preference }, signal);
      problem = null;
      const [best] = known.proposals;
      say(known.won ? "All boards are done." : `Best guess: ${best?.guess ?? "none"}.`);
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      problem = found;
      known = null;
      say(found.message);
    }
    if (isMine && turns.length) keepUnderWay("assistant", hasEnded() ? null : params);
    redraw();
  }

  /** @param {string} word */
  function setDraft(word) {
    draft = word;
    refusal = "";
    cursor = 0;
    replies = Array.from({ length: count() }, () => noReply(keyboard()));
    redraw();
  }

  /** @param {string} text */
  function refuse(text) {
    refusal = text;
    redraw();
    for (const row of root.querySelectorAll(".row.now")) shake(row);
    say(text);
  }

  /**
   * @param {number} board
   * @param {string} text
   */
  function setReply(board, text) {
    replies = replies.with(board, text);
    refusal = "";
    redraw();
  }

  /**
   * @param {number} board
   * @param {number} place
   * @param {string} [colour]
   */
  function paint(board, place, colour) {
    const before = replies[board];
    const next = colour ?? (before[place] === UNSET ? "0" : String((Number(before[place]) + 1) % 3));
    say(`Board ${board + 1}: ${draft[place].toUpperCase()} ${colourWord(next)}`);
    setReply(board, before.slice(0, place) + next + before.slice(place + 1));
  }

  function commit() {
    if (!draft) return;
    const [first] = missing();
    if (problem) refuse("Take the last guess back first.");
    else if (!isComplete()) refuse(`The ${game().noun} has ${places()} ${game().has_words ? "letters" : "places"}.`);
    else if (first !== undefined) refuse(`The reply of board ${first + 1} is missing.`);
    else if (turns.length >= (known?.max_guesses ?? limits.most_clues)) refuse("All guesses are made.");
    else {
      const turn = { guess: draft, replies: replies.map((reply, board) => (isDone(board) ? null : reply)) };
      draft = "";
      setTurns([...turns, turn]);
    }
  }

  function undo() {
    if (draft) setDraft("");
    else if (turns.length) setTurns(turns.slice(0, -1));
  }

  /** @param {string} name */
  function press(name) {
    const isSymbol = keyboard().rows.some((row) => row.includes(name)) || (game().has_words && /^\p{L}$/u.test(name));
    if (name === "Enter") commit();
    else if (name === "Backspace") setDraft([...draft].slice(0, -1).join(""));
    else if (isTyped() && isSymbol && !isComplete() && !hasEnded()) setDraft(draft + name);
    else if (hasMarks() && isComplete() && /^[012]$/.test(name)) {
      const boards = openBoards();
      const [board, place] = [boards[Math.floor(cursor / places())], cursor % places()];
      cursor = Math.min(boards.length * places() - 1, cursor + 1);
      paint(board, place, name);
    }
  }

  /**
   * Change what is played; a game that is under way is only given up if that is wanted.
   * @param {Record<string, string>} values
   */
  async function setGame(values) {
    const text = "This begins a new game; what was entered is given up.";
    if (turns.length && !(await choose("A new game?", text, { fresh: "New game" }))) return redraw();
    setDraft("");
    change({ ...values, c: "" });
  }

  function advice() {
    if (problem)
      return html`<p class="lead-line bad" role="alert">${problem.message}</p>
        <div class="buttons">${turns.length > 0 && button("take-back", "Take the last guess back", undo)}
          ${problem.kind === "busy" && button("retry", "Try again", refresh, "main")}</div>`;
    if (!known) return html`<${Waiting} text="Looking for the best guess" />`;
    if (known.won)
      return html`<p class="lead-line">All boards are done in ${plural(turns.length, "guess", "guesses")}.</p>`;
    const [best, ...others] = known.proposals;
    return html`<p class="lead-line">
        <button type="button" class="play-word" data-key="play" onclick=${() => setDraft(best.guess)}>Play <b>${best.guess}</b></button><span class="unseen">:</span>
        ${" "}it tells ${best.bits.toFixed(1)} bits and finishes ${best.hits.toFixed(2)} boards on average.
      </p>
      <p class="fits"><span>guess ${turns.length + 1} of ${known.max_guesses}</span>
        <span>or ${others.map(({ guess }) => html`<button type="button" class="pick" data-key=${`pick-${guess}`} onclick=${() => setDraft(guess)}>${guess}</button> `)}</span></p>
      ${isOnEdition() && html`<p class="dim">${WORDS[wordsOf(params)].sentence}</p>`}`;
  }

  /** @param {number} board */
  function figure(board) {
    const state = known?.boards[board];
    const mine = turns.filter((turn) => turn.replies[board] !== null);
    const length = places();
    const { pegs } = keysOf(game());
    const isOpen = !isDone(board) && !hasEnded();
    const row = (/** @type {string} */ guess, /** @type {string} */ reply, /** @type {number} */ at) => {
      const label = `Reply of board ${board + 1} to guess ${at + 1}`;
      const end = !hasMarks() && html`<${ReplyChip} keyboard=${keyboard()} text=${reply} label=${label} />`;
      if (!isTyped() || !length)
        return html`<div class="row free"><span class="free-guess">${guess}</span>${end}</div>`;
      return html`<${Row} ...${{ guess, reply: hasMarks() ? reply : null, length, row: at, pegs, end }} />`;
    };
    const draftRow = () => {
      const at = turns.length;
      if (!isTyped() || !length) return html`<div class="row free now"><span class="free-guess">${draft}</span></div>`;
      if (!isComplete() || !hasMarks())
        return html`<${Row} ...${{ guess: draft, length, row: at, pegs, now: true }} />`;
      const onTile = (/** @type {number} */ place) => paint(board, place);
      return html`<div class="board-row" data-board=${board}><${Row} ...${{ guess: draft, reply: replies[board], length, row: at, now: true, onTile }} /></div>`;
    };
    const classes = `board${state?.done ? " won" : ""}${keyboard().pegs ? " pegs" : ""}`;
    return html`<figure key=${board} aria-label=${`Board ${board + 1}`}>
      <div class=${classes} role="group" aria-label=${`Board ${board + 1}`} style=${{ "--length": length }}>
        ${mine.map(({ guess, replies: made }, at) => row(guess, made[board] ?? "", at))}
        ${isOpen && draftRow()}
      </div>
      ${isOpen && isComplete() && !hasMarks() && html`<${ReplyEntry} keyboard=${keyboard()} text=${replies[board] ?? ""} onReply=${(/** @type {string} */ text) => setReply(board, text)} onEnter=${commit} />`}
      ${isOpen && isComplete() && button(`found-${board}`, "Found", () => setReply(board, keyboard().win))}
      <figcaption>${state?.secret ? html`<strong>${state.secret}</strong>` : state && plural(state.remaining, game().noun)}</figcaption>
    </figure>`;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (name, text, onclick, kind = "") =>
    html`<button key=${name} type="button" class=${`button ${kind}`} data-key=${name} onclick=${onclick}>${text}</button>`;

  function entry() {
    const isUnset = isComplete() && missing().length > 0;
    const hint =
      refusal ||
      (hasEnded()
        ? ""
        : isUnset
          ? "Enter the reply of every board."
          : isComplete()
            ? ""
            : `Tap the suggestion, or type ${oneOf(game().noun)}.`);
    const paintRest = () => {
      replies = replies.map((reply) => reply.replaceAll(UNSET, "0"));
      redraw();
    };
    const colours = letterColours(
      turns.flatMap(({ guess, replies: made }) => made.flatMap((reply) => (reply === null ? [] : [{ guess, reply }]))),
      1,
    );
    return html`<div class="dock"><div class="under">
        <p class=${`hint${refusal ? " bad" : ""}`} role=${refusal ? "alert" : null}>${hint}</p>
        <div class="buttons">
          ${isUnset && hasMarks() && button("rest", "Rest is grey", paintRest)}
          ${isComplete() && !isUnset && button("commit", "Enter", commit, "main")}
          ${(draft || turns.length > 0) && button("undo", "Undo", undo)}
          ${!draft && turns.length > 0 && button("clear", "New game", () => setTurns([]))}
        </div>
      </div>
      ${
        isTyped()
          ? html`<${Keyboard} onKey=${press} colours=${hasMarks() ? colours : {}} ...${keysOf(game())} />`
          : html`<${WordField} key=${turns.length} label=${`Your ${game().noun}`} value=${draft} keepsCase=${!game().has_words} onChange=${setDraft} />`
      }</div>`;
  }

  function wordsLeft() {
    const few = (known?.boards ?? [])
      .map((board, at) => ({ ...board, at }))
      .filter(({ done, words, remaining }) => !done && words.length === remaining);
    if (!few.length) return null;
    return html`<section class="card" aria-label="What fits">
      ${few.map(({ at, words }) => html`<p><b>Board ${at + 1}</b></p><${WordList} words=${words} onWord=${setDraft} />`)}
    </section>`;
  }

  const resume = () => {
    const onResume = (/** @type {URLSearchParams} */ found) => {
      isMine = true;
      open("assistant", Object.fromEntries(found));
    };
    return html`<${Resume} section="assistant" param="c" onResume=${onResume} onForget=${redraw} />`;
  };

  function redraw() {
    draw(
      root,
      html`<h1 class="unseen">Assistant</h1>
        <section class=${`card advice${problem ? " trouble" : ""}`} aria-label="What to play">${advice()}${!turns.length && !draft && resume()}</section>
        <div class="table-top docked">
          <div class="boards many" role="region" aria-label="Boards">${facts && Array.from({ length: count() }, (_, board) => figure(board))}</div>
          ${facts && entry()}
        </div>
        <div class="reasons">
          <${Settings} name="assistant" isFolded>
            <${BoardsSelect} params=${params} onChange=${(/** @type {string} */ boards) => setGame({ boards })} />
            <${GameSettings} params=${params} onChange=${setGame} />
            ${isOnEdition() && html`<${WordsSelect} params=${params} onChange=${set("w")} />`}
            ${game().common_words && html`<${PreferenceSettings} params=${params} onChange=${set} />`}
          <//>
          ${wordsLeft()}
        </div>`,
    );
  }

  /** Read the turns of the address. */
  function readTurns() {
    turns = turnList.read(params.get("c"), count(), facts !== null && !facts.has_words);
  }

  return {
    redraw,
    recover: refresh,
    leave() {
      gameRequest.stop();
      request.stop();
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !closest(event, "input, textarea")) {
        event.preventDefault();
        undo();
        return;
      }
      if (!isForBoard(event)) return;
      const name = boardKey(event, draft, `012${keyboard().rows.join("")}`);
      if (name) press(name);
    },
    /** @param {URLSearchParams} given */
    update(given) {
      params = given;
      facts = factsOf(params);
      readTurns();
      known = problem = null;
      setDraft("");
      refresh();
    },
  };
}
