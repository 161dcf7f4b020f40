// Play: practice, the adversary, several boards.
/**
 * @import { BoardsGame, DuelUnderWay, GameFacts, Played } from "fewest-api"
 * @import { Frame, Values } from "./app.js"
 * @import { RequestError } from "./request.js"
 */

import {
  boardKey,
  Histogram,
  isForBoard,
  isNarrow,
  PreferenceSettings,
  Resume,
  RuleSelect,
  Select,
  Settings,
  WordField,
  WordList,
} from "./components.js";
import { choose } from "./dialog.js";
import { draw, html, inWords, oneOf, plural, say, whole } from "./dom.js";
import { factsOf, GameSettings, keysOf, loadFacts } from "./games.js";
import { claimNext } from "./kept.js";
import { ReplyChip, spoken } from "./replies.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import {
  askedRule,
  believedOf,
  choice,
  clues,
  DEFAULTS,
  gameParams,
  isUsual,
  limits,
  playedOf,
  preferenceOf,
  ruleOf,
  usual,
  words,
} from "./settings.js";
import { CopyButton, ShareBox } from "./share.js";
import { countGame, tally } from "./statistics.js";
import { keepUnderWay } from "./storage.js";
import { coloursOf, Keyboard, letterColours, Row, shake } from "./tiles.js";

/** @type {Record<string, string>} */
const MODES = { practice: "Practice", daily: "Daily", adversary: "Adversary", boards: "Boards" };

/** The numbers of boards in the menu: powers of two. */
const BOARDS = [1, 2, 4, 8, 16, 32].filter((each) => each >= limits.fewest_boards && each <= limits.most_boards);

const ROWS_SHOWN = 10; // so many rows of a longer game are shown from the start
const ROWS_OF_SEVERAL = 6; // and of each of several boards

/** The date of this machine, such as 2026-01-31. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((each) => String(each).padStart(2, "0")).join("-");
}

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
  /** @type {GameFacts | null} */
  let facts = null; // what is played, once that is known
  let hints = 0; // how often a hint was asked for in this game
  let isMine = false; // the game is played here, not only looked at
  let draft = "";
  /** @type {string[]} */
  let sent = []; // guesses that wait for their answers, the oldest first
  let isSending = false;
  let isRefused = false; // the draft is a word that was refused; the next letter replaces it
  /** @type {Promise<void> | null} */
  let loading = null;
  /** @type {Game | null} */
  let game = null;
  /** @type {RequestError | { message: string, kind?: string } | null} */
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
  const played = () => facts ?? usual;
  const keyboard = () => played().keyboard;
  const noun = () => played().noun;
  const hasMarks = () => keyboard().reply === "marks";
  const isTyped = () => keyboard().rows.length > 0;
  const places = () => keyboard().length ?? 0;
  const mode = () => choice(params, "m", Object.keys(MODES));
  const isSeveral = () => mode() === "boards";
  const guesses = () => words.read(params.get("g"));
  const isAlone = () => mode() === "practice" || mode() === "daily";
  const rule = () => askedRule(ruleOf(params, played().hard_mode)); // but not of several boards
  const hasPreference = () => mode() !== "adversary" && played().common_words; // which has hints of its own
  const day = () => (/^\d{4}-\d\d-\d\d$/.test(params.get("day") ?? "") ? (params.get("day") ?? "") : today());
  const boardCount = () => number("n", limits.fewest_boards, limits.most_boards) ?? Number(DEFAULTS.n);
  const seed = () => number("seed", 0, limits.largest_seed);
  const hasGivenUp = () => params.get("up") === "1";
  const restart = (/** @type {Values} */ values = {}) => {
    hints = 0;
    isMine = false;
    keepUnderWay("play", null);
    change({ g: "", up: "", day: "", seed: randomSeed(), ...values });
  };
  /** @param {string} name */
  const restartWith = (name) => (/** @type {string} */ value) => restartAs({ [name]: value });
  /**
   * Change settings, which starts a new game; a game that is under way is only given up if that is wanted.
   * @param {Values} values
   */
  const restartAs = async (values) => {
    const isUnderWay = guesses().length + sent.length > 0 && !isOver() && !isBroken; // answered yet or not
    const text = "This starts a new game; the one under way is given up.";
    if (!isUnderWay || (await choose("A new game?", text, { fresh: "New game" }))) restart(values);
    else redraw();
  };
  const isOver = () => Boolean(game && (game.over || (mode() === "adversary" && game.won)));

  /** @param {string[]} list */
  const request = (list) => {
    const common = { ...playedOf(params), guesses: list };
    if (mode() === "adversary") return { path: "adversary", body: { ...common, ...rule() } };
    if (isSeveral())
      return { path: "boards", body: { ...common, ...believedOf(params), boards: boardCount(), seed: seed() } };
    const secret = mode() === "daily" ? { day: day() } : { seed: seed() };
    return { path: "play", body: { ...common, ...secret, ...rule(), give_up: hasGivenUp() } };
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
    if (isMine && isAlone() && isOver()) count(game);
    if (isMine && isOver()) keepUnderWay("play", null);
    if (list.length || isOver()) say(isOver() ? outcome(game) : lastReply(game));
  }

  /**
   * Count a game that is over; each counts once.
   * @param {Game} game
   */
  function count({ won = false, list }) {
    const which = mode() === "daily" ? day() : String(seed());
    const isGivenUp = hasGivenUp() && !won;
    countGame({ game: played().label, which, won, guesses: list.length, hints, isGivenUp });
  }

  /** Ask for the game of the address. */
  async function refresh() {
    problem = null;
    try {
      const asked = params;
      const signal = gameRequest.next();
      facts ??= await loadFacts(asked, signal);
      await load(guesses(), signal);
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
    const reply = replies?.at(-1) ?? "";
    if (replies) return `${last}: ${hasMarks() ? coloursOf(reply) : spoken(keyboard(), reply)}.`;
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
    const symbols = played().has_words ? "letters" : "places";
    if (isTyped() && [...draft].length < places()) {
      problem = draft ? { message: `The ${noun()} has ${places()} ${symbols}.` } : null;
      return;
    }
    if (!draft) return;
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
        isMine = true;
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
    else if (isSymbol(name) && isRefused) draft = name;
    else if (isSymbol(name) && [...draft].length < places()) draft += name;
    isRefused = false;
    if (name === "Enter" || draft !== before) problem = null;
    if (name === "Enter") guess();
    redraw();
    if (problem) shakeRow();
  }

  /**
   * Whether a key is a symbol of guesses; the letters of a language are all typed, though not all are shown.
   * @param {string} name
   */
  const isSymbol = (name) =>
    isTyped() && (keyboard().rows.some((row) => row.includes(name)) || (played().has_words && /^\p{L}$/u.test(name)));

  const shakeRow = () => root.querySelectorAll(".row.now").forEach(shake);

  /**
   * Change which words hints rather name; the game goes on.
   * @param {string} name
   */
  const setPreference = (name) => (/** @type {string} */ value) => {
    hintRequest.stop();
    hint = "";
    change({ [name]: value });
  };

  async function showHint() {
    if (!game) return;
    const { list, replies = [] } = game;
    hints += 1;
    const signal = hintRequest.next();
    try {
      if (isSeveral()) {
        const game = { ...believedOf(params), guesses: list, boards: boardCount(), seed: seed() ?? 0 };
        const asked = { ...game, hint: true, ...(hasPreference() ? preferenceOf(params) : {}) };
        const [best] = (await ask("boards", asked, signal)).proposals;
        hint =
          best &&
          `Hint: ${best.guess}. It tells ${best.bits.toFixed(1)} bits and finishes ${best.hits.toFixed(2)} boards on average.`;
      } else {
        const isDuel = mode() === "adversary"; // which holds answers alone, all equally likely
        const asked = {
          ...(isDuel ? playedOf(params) : believedOf(params)),
          ...rule(),
          ...(hasPreference() ? preferenceOf(params) : {}),
          clues: list.map((guess, at) => ({ guess, reply: replies[at] })),
          count: 1,
          strategy: isDuel ? "minimax" : null,
        };
        const { suggestions, remaining } = await ask("suggest", asked, signal);
        const [best] = suggestions;
        hint =
          best &&
          `Hint: ${best.guess}. ${plural(remaining, `${noun()} fits`, `${noun()}s fit`)}; it tells ${best.bits.toFixed(1)} bits${best.hit ? "" : ` and cannot be the ${noun()} itself`}.`;
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
      return `It has no ${noun()}: it keeps as many as it can, and gives in when only yours is left.`;
    const what = gameParams(params);
    const same = isSeveral()
      ? { ...what, seed: seed(), m: "boards", n: boardCount() }
      : mode() === "daily"
        ? { ...what, hard: params.get("hard"), m: "daily", day: day() }
        : { ...what, hard: params.get("hard"), seed: seed() };
    const values = Object.entries(same).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    );
    const text = `${location.origin}/play?${new URLSearchParams(values)}`;
    const link = (/** @type {string} */ label) =>
      html`<${CopyButton} key=${text} label=${label} text=${text} kind="quiet" />`;
    return isSeveral()
      ? html`Every guess is made on all boards at once. ${link("Copy a link to these words")}`
      : html`${mode() === "daily" && `The ${noun()} of ${day()}, the same for everyone. `}Find the ${noun()} in ${inWords(played().max_guesses)} guesses. ${link(`Copy a link to this ${noun()}`)}`;
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
      <${GameSettings} params=${params} onChange=${restartAs} />
      ${
        !isSeveral() &&
        html`<${RuleSelect} params=${params} hasHardMode=${played().hard_mode} onChange=${restartWith("hard")} />`
      }
      ${hasPreference() && html`<${PreferenceSettings} params=${params} onChange=${setPreference} />`}
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
    const list = game?.list ?? [];
    const used = isClosed ? replies.length : list.length + sent.length + 1;
    const shown = isBrief ? used : Math.max(used, isSeveral() ? ROWS_OF_SEVERAL : ROWS_SHOWN);
    const count = Math.min(most, shown);
    const rows = Array.from({ length: count }, (_, row) => {
      if (row < replies.length) return boardRow({ guess: list[row], row, flip: row === freshRow }, replies[row]);
      const next = row - list.length;
      if (isClosed || next < 0 || next > sent.length) return boardRow({ row });
      if (next < sent.length) return boardRow({ guess: sent[next], row });
      return boardRow({ guess: draft, row, cursor: [...draft].length, now: true });
    });
    const length = hasMarks() ? places() : places() + 2;
    const classes = `board ${kind}${keyboard().pegs ? " pegs" : ""}`;
    const style = { "--length": length, ...(isSeveral() ? {} : { "--rows": count }) };
    return html`<div class=${classes} role="group" aria-label=${name} style=${style}>${rows}</div>`;
  }

  /**
   * A row of a board; a reply without colours stands behind it.
   * @param {{ guess?: string, row: number, flip?: boolean, cursor?: number, now?: boolean }} props
   * @param {string | null} [reply]
   */
  function boardRow(props, reply = null) {
    const { guess = "", row, now } = props;
    const label = `Reply to guess ${row + 1}`;
    const end =
      reply !== null && !hasMarks() && html`<${ReplyChip} keyboard=${keyboard()} text=${reply} label=${label} />`;
    if (!isTyped() || !places())
      return html`<div class=${`row free${now ? " now" : ""}`} role="group" aria-label=${`Guess ${row + 1}${guess ? `: ${guess}` : ""}`}>
        <span class="free-guess">${guess}</span>${end || (hasMarks() && reply)}</div>`;
    const pegs = keysOf(played()).pegs;
    if (hasMarks()) return html`<${Row} ...${{ ...props, reply, length: places(), pegs }} />`;
    return html`<${Row} ...${{ ...props, length: places(), pegs, end: end || html`<span class="chip none" />` }} />`;
  }

  function boards() {
    const { max_guesses: usual } = played();
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
        <figcaption>${secret ? html`<strong>${secret}</strong>` : plural(remaining, noun())}</figcaption>
      </figure>`;
    });
  }

  function hintText() {
    if (problem) return problem.message;
    if (game && isOver()) return outcome(game);
    if (hint) return hint;
    if (game?.boards) return `Guess ${game.list.length + 1} of ${game.max_guesses}: type ${oneOf(noun())}.`;
    if (game?.remaining?.length) return `${plural(game.remaining.at(-1) ?? 0, noun())} left to it.`;
    return `Type ${oneOf(noun())} and press Enter.`;
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
    const { list = [], replies = [] } = game ?? {};
    const finished = {
      ...gameParams(params),
      hard: params.get("hard"),
      c: clues.write(list.map((guess, at) => ({ guess, reply: replies[at] ?? "" }))),
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
        ${isOpen && isAlone() && button("give-up", "Give up", giveUp)}
        ${mode() !== "daily" && button("new", "New game", () => restart(), isOpen ? "" : "main")}
        ${isOver() && isAlone() && isUsual(params) && list.length > 0 && button("analyse", "Analyse", onAnalyse)}
      </div>
    </div>`;
  }

  function giveUp() {
    isMine = true;
    change({ up: "1" });
  }

  /** How the games so far went. */
  function statistics() {
    const { games, wins, mean, streak, longest, hinted, distribution } = tally(played().label);
    if (!games || !isAlone()) return null;
    const most = Math.max(...Object.keys(distribution).map(Number), 1);
    const counts = Object.fromEntries(Array.from({ length: most }, (_, at) => [at + 1, distribution[at + 1] ?? 0]));
    return html`<details class="card fold" open=${isOver()}>
      <summary>Your ${plural(games, "game")}</summary>
      <p>${whole(wins)} won (${Math.round((100 * wins) / games)}%)${mean ? ` in ${mean.toFixed(2)} guesses on average` : ""}.
        Won in a row: ${streak} now, ${longest} at most.${hinted ? ` With hints: ${whole(hinted)}.` : ""}</p>
      <${Histogram} counts=${counts} maxGuesses=${played().max_guesses} />
    </details>`;
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
          <summary>The ${whole(count)} ${noun()}s that it has left</summary>
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

  /** What a guess is typed with. */
  function keys() {
    if (isTyped())
      return html`<${Keyboard} onKey=${press} colours=${hasMarks() ? keyColours() : {}} ...${keysOf(played())} />`;
    const take = (/** @type {string} */ word) => {
      draft = word;
      guess();
      redraw();
    };
    return html`<${WordField} key=${game?.list.length} label=${`Your ${noun()}`} value="" keepsCase=${!played().has_words} onChange=${take} />`;
  }

  const resume = () => {
    const onResume = (/** @type {URLSearchParams} */ found) => {
      isMine = true;
      open("play", Object.fromEntries(found));
    };
    return html`<${Resume} section="play" param="g" onResume=${onResume} onForget=${redraw} />`;
  };

  function redraw() {
    const count = game?.boards?.length ?? (isSeveral() ? boardCount() : 1);
    const size = !isSeveral() ? null : count > 8 ? "16" : count > 4 ? "8" : "4";
    const table = `table-top${isSeveral() ? " docked" : ""}${isOver() || isBroken ? " ended" : ""}`;
    draw(
      root,
      html`<h1>Play</h1>
        <p class="lead">${lead()}</p>
        ${!guesses().length && !sent.length && !draft && resume()}
        <div class="bar">${modes()}${settings()}</div>
        <div class=${table}>
          <div class=${`boards${isSeveral() ? " many" : ""}`} role="region" aria-label="Board"
            data-count=${count} data-size=${size}>${boards()}</div>
          <div class="dock">${underBoard()}${keys()}</div>
          <div>${moreCards()}${statistics()}</div>
        </div>`,
    );
  }

  return {
    redraw,
    recover() {
      if (problem?.kind !== "busy") return;
      problem = null;
      if (isBroken) reload();
      else press("Enter"); // the word that could not be sent
    },
    leave() {
      sent = [];
      gameRequest.stop();
      guessRequest.stop();
      hintRequest.stop();
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (!isForBoard(event)) return;
      const name = boardKey(event, draft, keyboard().rows.join(""));
      if (name && (draft || name !== "Enter")) press(name);
    },
    /** @param {URLSearchParams} given */
    update(given) {
      params = given;
      facts = factsOf(params);
      if (mode() !== "adversary" && mode() !== "daily" && seed() === null) {
        change({ seed: randomSeed() }, { replace: true });
        return;
      }
      if (game?.asked === JSON.stringify(request(guesses()))) {
        gameRequest.stop();
        if (isMine && !isOver()) keepUnderWay("play", params);
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
