// The assistant for several boards: one guess, and a reply from every board.
/**
 * @import { BoardsGame } from "fewest-api"
 * @import { RequestError } from "./request.js"
 */

import { Trouble } from "./advice.js";
import { AssistantHead } from "./assistant_view.js";
import { button, Skeleton, WordList } from "./components.js";
import { html, oneOf, plural, say, whole } from "./dom.js";
import { Board, GuessKeys, GuessRow, ReplyEntry } from "./entry.js";
import { factsOf, loadFacts } from "./games.js";
import { inputOf, isEntered, noReply } from "./replies.js";
import { ask, outcomeOf } from "./request.js";
import { BoardSection } from "./section.js";
import {
  believedOf,
  boardsOf,
  limits,
  pastOf,
  preferenceOf,
  sourceOf,
  turns as turnList,
  usual,
  WORDS,
  wordsOf,
} from "./settings.js";
import { colourWord, lettersOfBoards, recoloured, UNSET } from "./tiles.js";

/** @typedef {{ guess: string, replies: (string | null)[] }} Turn */

/**
 * The number of words that are left on a board, and how many of them are likely.
 * @param {{ remaining: number, likely: number }} board
 * @param {string} noun
 */
export const wordsLeft = ({ remaining, likely }, noun) =>
  plural(remaining, noun) + (likely < remaining ? `, ${whole(likely)} likely` : "");

/** The size class of several boards, so that they fit side by side. @param {number} count */
export const sizeOf = (count) => (count > 8 ? "16" : count > 4 ? "8" : "4");

const EMPTY = {
  game: usual, // the default game until the description of the real one is loaded
  isGameKnown: false,
  turns: /** @type {Turn[]} */ ([]),
  known: /** @type {BoardsGame | null} */ (null),
  problem: /** @type {RequestError | null} */ (null),
  draft: "",
  replies: /** @type {string[]} */ ([]), // the reply of each board to the complete draft
  cursor: 0, // the tile that the next digit colours, counted over all open boards
  refusal: "", // why the draft was not entered
};

/** @extends {BoardSection<typeof EMPTY>} */
export class BoardsAssistant extends BoardSection {
  state = EMPTY;

  /** @param {URLSearchParams} params */
  update(params) {
    this.params = params;
    this.set({ ...EMPTY, ...this.address() });
    this.refresh();
  }

  recover() {
    this.refresh();
  }

  /** The state in the address; its clues depend on the game, which may not be known yet. */
  address() {
    const facts = factsOf(this.params);
    const turns = turnList.read(this.params.get("c"), this.count(), facts !== null && !facts.has_words);
    return { game: facts ?? usual, isGameKnown: facts !== null, turns };
  }

  count() {
    return boardsOf(this.params);
  }

  isComplete() {
    return inputOf(this.state.game).isWhole(this.state.draft);
  }

  /** The boards whose secret has not been found. */
  openBoards() {
    const { turns, game } = this.state;
    const isDone = (/** @type {number} */ board) => turns.some(({ replies }) => replies[board] === game.keyboard.win);
    return Array.from({ length: this.count() }, (_, board) => board).filter((board) => !isDone(board));
  }

  /** The open boards without a complete reply to the draft. */
  unanswered() {
    const { game, replies } = this.state;
    return this.openBoards().filter((board) => !isEntered(game.keyboard, replies[board] ?? ""));
  }

  refresh = async () => {
    const { params } = this;
    const { answer: known, problem } = await outcomeOf(this.assist(this.requests.next("assist")));
    if (!known && !problem) return;
    this.set({ known: known ?? null, problem: problem ?? null });
    const best = known?.proposals[0]?.guess ?? "none";
    say(problem ? problem.message : known?.won ? "All boards are done." : `Best guess: ${best}.`);
    if (this.state.turns.length) this.keepGame(known?.won ? null : params);
  };

  /** Load the description of the game, then ask for proposals. @param {AbortSignal} signal */
  async assist(signal) {
    await loadFacts(this.params, this.requests.next("game"));
    if (!this.state.isGameKnown) this.set(this.address());
    const preference = this.hasPreference() ? preferenceOf(this.params) : {};
    const { turns } = this.state;
    return ask(
      "boards/assist",
      { ...believedOf(this.params), ...pastOf(this.params), boards: this.count(), turns, ...preference },
      signal,
    );
  }

  /** @param {string} draft */
  setDraft = (draft) => {
    const replies = Array.from({ length: this.count() }, () => noReply(this.state.game.keyboard));
    this.set({ draft, replies, refusal: "", cursor: 0 });
  };

  /** @param {string} refusal */
  refuse(refusal) {
    this.set({ refusal });
    this.shakeRow();
    say(refusal);
  }

  /**
   * @param {number} board
   * @param {string} reply
   */
  setReply(board, reply) {
    this.set({ replies: this.state.replies.with(board, reply), refusal: "" });
  }

  /**
   * @param {number} board
   * @param {number} place
   * @param {string} [colour] Default: the next one in the cycle.
   */
  paint(board, place, colour) {
    const reply = recoloured(this.state.replies[board], place, colour);
    say(`Board ${board + 1}: ${this.state.draft[place].toUpperCase()} ${colourWord(reply[place])}`);
    this.setReply(board, reply);
  }

  paintRestGrey = () => this.set({ replies: this.state.replies.map((reply) => reply.replaceAll(UNSET, "0")) });

  commit = () => {
    const { draft, problem, game, turns, known, replies } = this.state;
    const { places, symbol } = inputOf(game);
    const [first] = this.unanswered();
    if (!draft) return;
    if (problem) this.refuse("Undo the last guess first.");
    else if (!this.isComplete()) this.refuse(`The ${game.noun} has ${places} ${symbol}s.`);
    else if (first !== undefined) this.refuse(`Enter the reply of board ${first + 1}.`);
    else if (turns.length >= (known?.max_guesses ?? limits.most_clues)) this.refuse("No guesses left.");
    else {
      const open = this.openBoards();
      const given = replies.map((reply, board) => (open.includes(board) ? reply : null));
      this.setTurns([...turns, { guess: draft, replies: given }]);
    }
  };

  /** @param {Turn[]} turns */
  setTurns(turns) {
    this.enterTurns(turnList.write(turns));
  }

  undo = () => {
    if (this.state.draft) this.setDraft("");
    else if (this.state.turns.length) this.setTurns(this.state.turns.slice(0, -1));
  };

  /** @param {string} key */
  press = (key) => {
    const { draft, game, known, cursor } = this.state;
    const { hasMarks, isSymbol, places } = inputOf(game);
    if (key === "Enter") this.commit();
    else if (key === "Backspace") this.setDraft([...draft].slice(0, -1).join(""));
    else if (isSymbol(key) && !this.isComplete() && !known?.won) this.setDraft(draft + key);
    else if (hasMarks && this.isComplete() && /^[012]$/.test(key)) {
      const boards = this.openBoards();
      this.set({ cursor: Math.min(boards.length * places - 1, cursor + 1) });
      this.paint(boards[Math.floor(cursor / places)], cursor % places, key);
    }
  };

  hasPreference = () => this.state.game.common_words;

  /**
   * Change the game; ask before an unfinished game is lost.
   * @param {Record<string, string>} values
   */
  setGame = async (values) => {
    if (await this.wantsNewGame(this.state.turns.length > 0)) this.navigation.change({ ...values, c: "" });
  };

  advice() {
    const { problem, known, turns, game } = this.state;
    if (problem)
      return html`<${Trouble} problem=${problem} clues=${turns} noun=${game.noun} onUndo=${this.undo} onRetry=${this.refresh} />`;
    if (!known) return html`<${Skeleton} lines=${3} text="Looking for the best guess" />`;
    if (known.won)
      return html`<p class="lead-line">All boards are done in ${plural(turns.length, "guess", "guesses")}.</p>`;
    const [best, ...others] = known.proposals;
    const pick = (/** @type {{ guess: string }} */ { guess }) =>
      html`<button type="button" class="pick" data-key=${`pick-${guess}`} onclick=${() => this.setDraft(guess)}>${guess}</button> `;
    return html`<p class="lead-line">
        <button type="button" class="play-word" data-key="play" onclick=${() => this.setDraft(best.guess)}>Play <b>${best.guess}</b></button>${": "}${best.why || "as good as any other"}.
      </p>
      <p class="fits"><span>guess ${turns.length + 1} of ${known.max_guesses}</span> <span>or ${others.map(pick)}</span></p>
      ${sourceOf(this.params) === "edition" && html`<p class="dim">${WORDS[wordsOf(this.params)].sentence}</p>`}`;
  }

  /** @param {number} board */
  figure(board) {
    const { known, turns, game, replies } = this.state;
    const position = known?.boards[board];
    const name = `Board ${board + 1}`;
    const isOpen = this.openBoards().includes(board) && !known?.won;
    const rows = turns.map((turn, row) => ({ guess: turn.guess, reply: turn.replies[board], row }));
    const label = (/** @type {number} */ row) => `Reply of board ${board + 1} to guess ${row + 1}`;
    const entry = {
      keyboard: game.keyboard,
      text: replies[board] ?? "",
      onReply: (/** @type {string} */ text) => this.setReply(board, text),
      onEnter: this.commit,
    };
    return html`<figure key=${board} aria-label=${name}>
      <${Board} game=${game} name=${name} kind=${position?.done ? "won" : ""}>
        ${rows.map((row) => row.reply !== null && html`<${GuessRow} game=${game} ...${row} label=${label(row.row)} />`)}
        ${isOpen && this.draftRow(board)}
      <//>
      ${isOpen && this.isComplete() && !inputOf(game).hasMarks && html`<${ReplyEntry} ...${entry} />`}
      ${isOpen && this.isComplete() && button(`found-${board}`, "Found", () => this.setReply(board, game.keyboard.win))}
      <figcaption>${position?.secret ? html`<strong>${position.secret}</strong>` : position ? wordsLeft(position, game.noun) : "\u00a0"}</figcaption>
    </figure>`;
  }

  /** @param {number} board */
  draftRow(board) {
    const { game, draft, replies, turns } = this.state;
    const row = { game, guess: draft, row: turns.length, now: true };
    if (!this.isComplete() || !inputOf(game).hasMarks) return html`<${GuessRow} ...${row} />`;
    const onTile = (/** @type {number} */ place) => this.paint(board, place);
    return html`<div class="board-row" data-board=${board}><${GuessRow} ...${row} reply=${replies[board]} onTile=${onTile} /></div>`;
  }

  hint() {
    const { refusal, known, game } = this.state;
    if (refusal || known?.won) return refusal;
    if (!this.isComplete()) return `Tap the suggestion, or type ${oneOf(game.noun)}.`;
    return this.unanswered().length ? "Enter the reply of every board." : "";
  }

  entry() {
    const { draft, turns, refusal, game } = this.state;
    const isUnset = this.isComplete() && this.unanswered().length > 0;
    const open = this.openBoards();
    const clues = Array.from({ length: this.count() }, (_, board) =>
      open.includes(board) ? turns.map(({ guess, replies }) => ({ guess, reply: replies[board] ?? "" })) : [],
    );
    const keys = { game, draft, turn: turns.length, colours: lettersOfBoards(clues) };
    return html`<div class="dock"><div class="under">
        <p class=${`hint${refusal ? " bad" : ""}`} role=${refusal ? "alert" : null}>${this.hint()}</p>
        <div class="buttons">
          ${isUnset && inputOf(game).hasMarks && button("rest", "Rest is grey", this.paintRestGrey)}
          ${this.isComplete() && !isUnset && button("commit", "Enter", this.commit, "main")}
          ${(draft || turns.length > 0) && button("undo", "Undo", this.undo)}
          ${!draft && turns.length > 0 && button("clear", "New game", () => this.setTurns([]))}
        </div>
      </div>
      <${GuessKeys} ...${keys} onKey=${this.press} onWord=${this.setDraft} /></div>`;
  }

  /** The likeliest words that fit each open board, once there is a clue. */
  wordsLeft() {
    const { known, game, turns } = this.state;
    const open = (known?.boards ?? [])
      .map((board, index) => ({ ...board, number: index + 1 }))
      .filter(({ done }) => !done);
    if (!open.length || !turns.length) return null;
    return html`<section class="card" aria-label="What fits">
      ${open.map(
        (board) => html`<p><b>Board ${board.number}</b> <span class="dim">${wordsLeft(board, game.noun)}</span></p>
          <${WordList} words=${board.words} count=${board.remaining} onWord=${this.setDraft} />`,
      )}
    </section>`;
  }

  view() {
    const { problem, known, turns, draft, game, isGameKnown } = this.state;
    return html`<${AssistantHead} game=${game} params=${this.params} on=${this} />
      <section class=${`card advice${problem ? " trouble" : ""}`} aria-label="What to play" aria-busy=${!known && !problem}>${this.advice()}${!turns.length && !draft && this.resume()}</section>
      ${
        problem?.kind !== "server" &&
        html`<div class="desk">
          <div class="boards many" role="region" aria-label="Boards" data-size=${sizeOf(this.count())}>${isGameKnown && Array.from({ length: this.count() }, (_, board) => this.figure(board))}</div>
          ${isGameKnown && this.entry()}
        </div>
        <div class="reasons">${this.wordsLeft()}</div>`
      }`;
  }
}
