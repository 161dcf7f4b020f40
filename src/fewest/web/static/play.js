// Play: practice, the adversary, several boards.
/**
 * @import { BoardsGame, DuelUnderWay, Played } from "fewest-api"
 * @import { Frame, Values } from "./app.js"
 * @import { Problem } from "./request.js"
 */
import { choose } from "./dialog.js";
import { draw, html, inWords, plural, say, whole } from "./dom.js";
import { claimNext } from "./games.js";
import { boardKey, EditionSelect, HardToggle, isForBoard, isNarrow, Select, Settings, WordList } from "./parts.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { choice, clues, DEFAULTS, editionOf, isHard, limits, words } from "./settings.js";
import { CopyButton, ShareBox } from "./share.js";
import { coloursOf, Keyboard, letterColours, Row, shake } from "./tiles.js";

/** @type {Record<string, string>} */
const MODES = { practice: "Practice", adversary: "Adversary", boards: "Boards" };

/** The numbers of boards in the menu: powers of two. */
const BOARDS = [1, 2, 4, 8, 16, 32].filter((each) => each >= limits.fewest_boards && each <= limits.most_boards);

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % (limits.largest_seed + 1);

/**
 * @typedef {Partial<Played & DuelUnderWay & BoardsGame>} Answer
 * @typedef {Answer & { list: string[], mode: string, asked: string }} Game An answer, with the guesses it is for.
 * @param {Element} root
 * @param {Frame} frame
 */
export function mount(root, { change, open }) {
  const gameRequest = new LatestRequest(); // the game of the address
  const guessRequest = new LatestRequest(); // a guess that is not in the address yet
  const hintRequest = new LatestRequest();
  let params = new URLSearchParams();
  let draft = "";
  /** @type {string[]} */
  let sent = []; // guesses that wait for their answers, the oldest first
  let isSending = false;
  let isRefused = false; // the draft is a word that was refused; the next letter replaces it
  /** @type {Promise<void> | null} */
  let loading = null;
  /** @type {Game | null} */
  let game = null;
  /** @type {Problem | { message: string, kind?: string } | null} */
  let problem = null;
  let isBroken = false; // the address leads to no game
  let hint = "";
  let isUnfolded = false; // the list of the words that the adversary has left
  let freshRow = -1; // the row that was answered last, which flips

  /**
   * A whole number in the address, if it is within limits.
   * @param {string} name
   * @param {number} low
   * @param {number} high
   */
  const number = (name, low, high) => {
    const text = params.get(name) ?? "";
    return /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null;
  };
  const edition = () => editionOf(params);
  const mode = () => choice(params, "m", Object.keys(MODES));
  const isSeveral = () => mode() === "boards";
  const guesses = () => words.read(params.get("g"));
  const hard = () => isHard(params) && !isSeveral();
  const boardCount = () => number("n", limits.fewest_boards, limits.most_boards) ?? Number(DEFAULTS.n);
  const seed = () => number("seed", 0, limits.largest_seed);
  const hasGivenUp = () => params.get("up") === "1";
  const restart = (/** @type {Values} */ values = {}) => change({ g: "", up: "", seed: randomSeed(), ...values });
  /**
   * Change a setting, which starts a new game; a game that is under way is only given up if that is wanted.
   * @param {string} name
   */
  const restartWith = (name) => async (/** @type {string} */ value) => {
    const isUnderWay = Boolean(game?.list.length) && !isOver();
    const text = "This starts a new game; the one under way is given up.";
    if (!isUnderWay || (await choose("A new game?", text, { fresh: "New game" }))) restart({ [name]: value });
    else redraw();
  };
  const isOver = () => Boolean(game && (game.over || (mode() === "adversary" && game.won)));

  /** @param {string[]} list */
  const request = (list) => {
    const common = { edition: edition().label, guesses: list };
    if (mode() === "adversary") return { path: "adversary", body: { ...common, hard: hard() } };
    if (isSeveral()) return { path: "boards", body: { ...common, boards: boardCount(), seed: seed() } };
    return { path: "play", body: { ...common, hard: hard(), seed: seed(), give_up: hasGivenUp() } };
  };

  /**
   * Ask for the game with some guesses, and show it.
   * @param {string[]} list
   * @param {AbortSignal} signal
   */
  async function load(list, signal) {
    const asked = request(list);
    const answer = await ask(/** @type {any} */ (asked.path), /** @type {any} */ (asked.body), signal);
    hintRequest.stop();
    hint = "";
    isBroken = false;
    game = { .../** @type {Answer} */ (answer), list, mode: mode(), asked: JSON.stringify(asked) };
    if (list.length || isOver()) say(isOver() ? outcome(game) : lastReply(game));
  }

  /** Ask for the game of the address. */
  async function refresh() {
    problem = null;
    try {
      await load(guesses(), gameRequest.next());
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      game = null;
      isBroken = true;
      problem = found;
      say(found.message);
    }
    freshRow = -1;
    redraw();
  }

  const reload = () => {
    loading = refresh();
  };

  /** @param {Game} game */
  function lastReply({ list, replies, boards = [] }) {
    const last = list.at(-1);
    if (replies) return `${last}: ${coloursOf(replies.at(-1) ?? "")}.`;
    return `${last}: ${boards.filter(({ done }) => done).length} of ${boards.length} boards done.`;
  }

  /** @param {Game} game */
  function outcome({ won, list, boards, secret }) {
    if (won) return `Won in ${plural(list.length, "guess", "guesses")}.`;
    if (!boards) return `It was ${secret?.toUpperCase()}.`;
    const missed = boards.filter(({ done }) => !done).map((each) => each.secret);
    return `All guesses are made. Missed: ${missed.join(", ").toUpperCase()}.`;
  }

  /** Take the draft as a guess; the next letter begins the row after it. */
  function guess() {
    const { length } = edition();
    if (draft.length < length) {
      problem = draft ? { message: `The word has ${length} letters.` } : null;
      return;
    }
    sent.push(draft);
    draft = "";
    send();
  }

  /** Send the guesses one after the other; one that is accepted goes into the address. */
  async function send() {
    if (isSending) return;
    isSending = true;
    while (sent.length) {
      await loading;
      if (isBroken) sent = [];
      if (!sent.length) break;
      const [word] = sent;
      const list = [...guesses(), word];
      try {
        await load(list, guessRequest.next());
        sent.shift();
        if (isOver()) [draft, sent] = ["", []];
        freshRow = list.length - 1;
        change({ g: words.write(list) });
      } catch (error) {
        const found = problemOf(error);
        if (!found) continue;
        sent.shift();
        if (found.kind === "busy") sent = [];
        if (!sent.length && !draft) [draft, isRefused] = [word, true];
        problem = found;
        redraw();
        shakeRow();
      }
    }
    isSending = false;
  }

  /**
   * Handle a key of the board.
   * @param {string} name
   */
  function press(name) {
    if (isOver() || isBroken) return;
    const before = draft;
    if (name === "Backspace") draft = draft.slice(0, -1);
    else if (/^[a-z]$/.test(name) && isRefused) draft = name;
    else if (/^[a-z]$/.test(name) && draft.length < edition().length) draft += name;
    isRefused = false;
    if (name === "Enter" || draft !== before) problem = null;
    if (name === "Enter") guess();
    redraw();
    if (problem) shakeRow();
  }

  const shakeRow = () => root.querySelectorAll(".row.now").forEach(shake);

  async function showHint() {
    if (!game) return;
    const { list, replies = [] } = game;
    const label = edition().label;
    const signal = hintRequest.next();
    try {
      if (isSeveral()) {
        const asked = { edition: label, guesses: list, boards: boardCount(), seed: seed() ?? 0, hint: true };
        const [best] = (await ask("boards", asked, signal)).proposals;
        hint =
          best &&
          `Hint: ${best.guess}. It tells ${best.bits.toFixed(1)} bits and finishes ${best.hits.toFixed(2)} boards on average.`;
      } else {
        const asked = {
          edition: label,
          hard: hard(),
          clues: list.map((guess, at) => ({ guess, reply: replies[at] })),
          count: 1,
          strategy: mode() === "adversary" ? "minimax" : null,
        };
        const { suggestions, remaining } = await ask("suggest", asked, signal);
        const [best] = suggestions;
        hint =
          best &&
          `Hint: ${best.guess}. ${plural(remaining, "word fits", "words fit")}; it tells ${best.bits.toFixed(1)} bits${best.hit ? "" : " and cannot be the word itself"}.`;
      }
      hint ??= "There is no hint.";
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      hint = found.message;
    }
    say(hint);
    redraw();
  }

  function lead() {
    if (mode() === "adversary")
      return "It has no word: it keeps as many as it can, and gives in when only yours is left.";
    const same = isSeveral()
      ? { e: params.get("e"), seed: seed(), m: "boards", n: boardCount() }
      : { e: params.get("e"), hard: params.get("hard"), seed: seed() };
    const values = Object.entries(same).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
    const text = `${location.origin}/play?${new URLSearchParams(values)}`;
    const link = (/** @type {string} */ label) =>
      html`<${CopyButton} key=${text} label=${label} text=${text} kind="quiet" />`;
    return isSeveral()
      ? html`Every guess is made on all boards at once. ${link("Copy a link to these words")}`
      : html`Find the word in ${inWords(edition().max_guesses)} guesses. ${link("Copy a link to this word")}`;
  }

  const modes = () => html`<div class="segments" role="group" aria-label="What to play">
    ${Object.entries(MODES).map(
      ([name, text]) => html`<button type="button" aria-pressed=${name === mode()} data-key=${`mode-${name}`}
        onclick=${() => name !== mode() && restartWith("m")(name)}>${text}</button>`,
    )}
  </div>`;

  function settings() {
    const sizes = [...new Set([...BOARDS, boardCount()])].sort((a, b) => a - b).map(String);
    return html`<${Settings} name="play" isFolded>
      ${
        isSeveral() &&
        html`<${Select} label="Boards" value=${String(boardCount())} choices=${sizes.map((each) => [each, each])}
          onChange=${restartWith("n")} />`
      }
      <${EditionSelect} params=${params} onChange=${restartWith("e")} />
      ${!isSeveral() && html`<${HardToggle} params=${params} onChange=${restartWith("hard")} />`}
    <//>`;
  }

  /**
   * One board: rows that are answered, sent, typed and free.
   * @param {string[]} replies
   * @param {number} most How many rows there are.
   * @param {{ isClosed?: boolean, isBrief?: boolean, kind?: string, name?: string }} [options] A closed board takes no
   *   guess; a brief one shows no free rows.
   */
  function board(replies, most, { isClosed = false, isBrief = false, kind = "", name = "Board" } = {}) {
    const { length } = edition();
    const list = game?.list ?? [];
    const used = isClosed ? replies.length : list.length + sent.length + 1;
    const rows = Array.from({ length: isBrief ? Math.min(most, used) : most }, (_, row) => {
      if (row < replies.length)
        return html`<${Row} ...${{ guess: list[row], reply: replies[row], length, row, flip: row === freshRow }} />`;
      const next = row - list.length;
      if (isClosed || next < 0 || next > sent.length) return html`<${Row} length=${length} row=${row} />`;
      if (next < sent.length) return html`<${Row} guess=${sent[next]} length=${length} row=${row} />`;
      return html`<${Row} ...${{ guess: draft, length, row, cursor: draft.length, now: true }} />`;
    });
    return html`<div class=${`board ${kind}`} role="group" aria-label=${name}>${rows}</div>`;
  }

  function boards() {
    const { max_guesses: usual } = edition();
    if (!game) return isSeveral() && !isBroken ? null : board([], usual, { isClosed: isBroken });
    const { boards: several, list, replies = [], over, won, max_guesses } = game;
    if (!several) {
      const most = max_guesses ?? Math.max(usual, list.length + sent.length + (won ? 0 : 1));
      return board(replies, most, { isClosed: isOver() });
    }
    const isBrief = several.length >= 8 || isNarrow();
    return several.map(({ done, replies, secret, remaining }, at) => {
      const options = { isClosed: done || over, isBrief, kind: done ? "won" : "", name: `Board ${at + 1}` };
      return html`<figure class=${over && !done ? "missed" : ""}>
        ${board(replies, max_guesses ?? usual, options)}
        <figcaption>${secret ? html`<strong>${secret}</strong>` : plural(remaining, "word")}</figcaption>
      </figure>`;
    });
  }

  function hintText() {
    if (problem) return problem.message;
    if (game && isOver()) return outcome(game);
    if (hint) return hint;
    if (game?.boards) return `Guess ${game.list.length + 1} of ${game.max_guesses}: type a word.`;
    if (game?.remaining?.length) return `${plural(game.remaining.at(-1) ?? 0, "word")} left to it.`;
    return "Type a word and press Enter.";
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (key, text, onclick, kind = "") =>
    html`<button key=${key} type="button" class=${`button ${kind}`} data-key=${key} onclick=${onclick}>${text}</button>`;

  function underBoard() {
    const isOpen = !isOver() && !isBroken;
    const isPractice = mode() === "practice";
    const { list = [], replies = [] } = game ?? {};
    const finished = {
      e: params.get("e"),
      hard: params.get("hard"),
      c: clues.write(list.map((guess, at) => ({ guess, reply: replies[at] }))),
      x: game?.won ? "" : (game?.secret ?? ""),
    };
    const onAnalyse = () => {
      claimNext();
      open("analyse", finished);
    };
    return html`<div class="under">
      <p class=${`hint${problem ? " bad" : ""}`} role=${problem ? "alert" : null}>${hintText()}</p>
      <div class="buttons">
        ${isBroken && problem?.kind === "busy" && button("retry", "Try again", reload)}
        ${isOpen && button("hint", "Hint", showHint)}
        ${isOpen && isPractice && button("give-up", "Give up", () => change({ up: "1" }))}
        ${button("new", "New game", () => restart(), isOpen ? "" : "main")}
        ${isOver() && isPractice && list.length > 0 && button("analyse", "Analyse", onAnalyse)}
      </div>
    </div>`;
  }

  function moreCards() {
    if (!game?.list.length) return null;
    const { share, words: left, won, remaining } = game;
    const count = remaining?.at(-1) ?? 0;
    const onToggle = (/** @type {any} */ event) => {
      isUnfolded = event.target.open;
    };
    return html`
      ${
        isOver() &&
        share &&
        html`<section class="card" aria-label="Share"><h2>Share</h2><${ShareBox} text=${share} /></section>`
      }
      ${
        left &&
        !won &&
        html`<details class="card fold" open=${isUnfolded} ontoggle=${onToggle}>
          <summary>The ${whole(count)} words that it has left</summary>
          <${WordList} words=${left} count=${count} />
        </details>`
      }`;
  }

  /** The best colour of each letter; with several boards, yellow if the letter is in any word. */
  function keyColours() {
    const { list = [], replies = [], boards: several } = game ?? {};
    const cluesOf = (/** @type {string[]} */ given) => given.map((reply, at) => ({ guess: list[at], reply }));
    return several
      ? letterColours(
          several.flatMap((each) => cluesOf(each.replies)),
          1,
        )
      : letterColours(cluesOf(replies));
  }

  function redraw() {
    const count = game?.boards?.length ?? (isSeveral() ? boardCount() : 1);
    const size = !isSeveral() ? null : count > 8 ? "16" : count > 4 ? "8" : "4";
    const table = `table-top${isSeveral() ? " docked" : ""}${isOver() || isBroken ? " ended" : ""}`;
    draw(
      root,
      html`<h1>Play</h1>
        <p class="lead">${lead()}</p>
        <div class="bar">${modes()}${settings()}</div>
        <div class=${table}>
          <div class=${`boards${isSeveral() ? " many" : ""}`} role="region" aria-label="Board"
            data-count=${count} data-size=${size}>${boards()}</div>
          <div class="dock">${underBoard()}<${Keyboard} onKey=${press} colours=${keyColours()} /></div>
          <div>${moreCards()}</div>
        </div>`,
    );
  }

  return {
    redraw,
    leave() {
      sent = [];
      gameRequest.stop();
      guessRequest.stop();
      hintRequest.stop();
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (!isForBoard(event)) return;
      const name = boardKey(event, draft);
      if (name && (draft || name !== "Enter")) press(name);
    },
    /** @param {URLSearchParams} given */
    update(given) {
      params = given;
      if (mode() !== "adversary" && seed() === null) {
        change({ seed: randomSeed() }, { replace: true });
        return;
      }
      if (game?.asked === JSON.stringify(request(guesses()))) {
        gameRequest.stop();
        redraw(); // the answer came with the guess
        return;
      }
      guessRequest.stop();
      hintRequest.stop();
      draft = hint = "";
      sent = [];
      isRefused = false;
      problem = null;
      isBroken = false;
      if (game?.mode !== mode() || (!isSeveral() && !guesses().length && !hasGivenUp())) game = null;
      redraw();
      reload();
    },
  };
}
