// Play: practice, the adversary, several boards.
/**
 * @import { BoardsGame, DuelUnderWay, Played } from "fewest-api"
 * @import { Values } from "./app.js"
 * @import { RequestError } from "./request.js"
 */

import { addition, isReachable, linkTo, shownAddress } from "./address.js";
import { fitting } from "./advice.js";
import { sizeOf, wordsLeft } from "./boards.js";
import {
  BoardsSelect,
  button,
  CommonSwitch,
  HardSwitch,
  Head,
  Histogram,
  isNarrow,
  PreferenceSettings,
  RuleSelect,
  WordList,
} from "./components.js";
import { html, oneOf, plural, say, whole } from "./dom.js";
import { Ending } from "./ending.js";
import { Board, GuessKeys, GuessRow } from "./entry.js";
import { factsOf, GameSelect, GameSettings, loadFacts } from "./games.js";
import { addPlayed, claimNext, gameNow, gamesOn, tally } from "./log.js";
import { inputOf, spoken } from "./replies.js";
import { ask, outcomeOf } from "./request.js";
import { BoardSection } from "./section.js";
import {
  askedRule,
  believedOf,
  choice,
  clues,
  DEFAULTS,
  gameParams,
  isUsual,
  limits,
  numberOf,
  playedOf,
  preferenceOf,
  ruleOf,
  sourceOf,
  usual,
  words,
  wordsOf,
} from "./settings.js";
import { CopyButton, ShareBox } from "./share.js";
import { keepUnderWay } from "./storage.js";
import { coloursOf, letterColours, lettersOfBoards } from "./tiles.js";

/** @type {Record<string, string>} */
const MODES = { practice: "Practice", daily: "Daily", adversary: "Adversary", boards: "Boards" };

const ROWS_SHOWN = 10; // how many rows are shown at the start of a longer game
const ROWS_OF_SEVERAL = 6; // how many rows are shown on each of several boards

/** Whether to leave out the free rows of several boards. @param {number} count */
const isBrief = (count) => count >= 8 || isNarrow();

/** The date of this machine, such as 2026-01-31. */
const today = () => new Date().toLocaleDateString("sv");

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % (limits.largest_seed + 1);

/** What an address asks for; numbers out of bounds are ignored. @param {URLSearchParams} params */
function wishOf(params) {
  const mode = choice(params, "m", Object.keys(MODES));
  const day = params.get("day") ?? "";
  return {
    mode,
    isDuel: mode === "adversary",
    isSeveral: mode === "boards",
    isDaily: mode === "daily",
    isAlone: mode === "practice" || mode === "daily",
    guesses: words.read(params.get("g")),
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : today(),
    boards: numberOf(params, "n", limits.fewest_boards, limits.most_boards) ?? Number(DEFAULTS.n),
    seed: numberOf(params, "seed", 0, limits.largest_seed),
    hasGivenUp: params.get("up") === "1",
  };
}

/**
 * @typedef {Partial<Played & DuelUnderWay & BoardsGame>} Reply
 * @typedef {Reply & { guesses: string[], mode: string, asked: string }} Answer With the guesses that it is about.
 */

const EMPTY = {
  game: usual, // the default game until the description of the real one is loaded
  answer: /** @type {Answer | null} */ (null), // the state of the game
  draft: "",
  sent: /** @type {string[]} */ ([]), // guesses without a reply yet, the oldest first
  isRefused: false, // whether the draft was refused; the next letter replaces it
  problem: /** @type {RequestError | { message: string, kind?: string } | null} */ (null),
  isBroken: false, // whether the address has no valid game
  hint: "",
  steps: /** @type {string[]} */ ([]), // the hints that can be shown next
  freshRow: -1, // the row with the last reply, which flips
};

/** @extends {BoardSection<typeof EMPTY>} */
export class Play extends BoardSection {
  state = EMPTY;
  name = "play";
  digits = "";
  wish = wishOf(this.params);
  hints = 0; // how often a hint was asked for in this game
  isSending = false;
  /** @type {Promise<void> | null} */
  loading = null;

  /** @param {URLSearchParams} params */
  update(params) {
    this.params = params;
    this.wish = wishOf(params);
    const { mode, isDuel, isSeveral, isDaily, seed, guesses, hasGivenUp } = this.wish;
    const game = factsOf(params) ?? usual;
    if (!isDuel && !isDaily && seed === null) return this.navigation.change({ seed: randomSeed() }, { replace: true });
    if (this.state.answer?.asked === JSON.stringify(this.question(guesses))) {
      this.requests.stop("game");
      if (!this.isOver()) this.keepGame(params);
      return this.set({ game }); // the answer came with the guess
    }
    this.requests.stop("guess", "hint");
    const isOther = this.state.answer?.mode !== mode || (!isSeveral && !guesses.length && !hasGivenUp);
    this.set({ ...EMPTY, game, answer: isOther ? null : this.state.answer });
    this.reload();
  }

  recover() {
    if (this.state.problem?.kind !== "busy") return;
    this.set({ problem: null });
    if (this.state.isBroken) this.reload();
    else this.press("Enter"); // send the word once more
  }

  leave() {
    this.set({ sent: [] });
    super.leave();
  }

  isOver(answer = this.state.answer) {
    return Boolean(answer && (answer.over || (this.wish.isDuel && answer.won)));
  }

  /** Whether guesses can be made. */
  isOpen() {
    return !this.isOver() && !this.state.isBroken;
  }

  /** Whether only a server can play this. */
  needsServer() {
    return this.state.isBroken && this.state.problem?.kind === "server";
  }

  /** The rule for guesses; several boards have none. */
  rule() {
    return askedRule(ruleOf(this.params, this.state.game.hard_mode));
  }

  /** Whether hints may prefer common words; not against the adversary. */
  hasPreference() {
    return !this.wish.isDuel && this.state.game.common_words;
  }

  /** The request for the game after some guesses. @param {string[]} guesses */
  question(guesses) {
    const { isDuel, isSeveral, isDaily, boards, seed, day, hasGivenUp } = this.wish;
    const common = { ...playedOf(this.params), guesses };
    if (isDuel) return { path: "adversary", body: { ...common, ...this.rule() } };
    if (isSeveral) return { path: "boards", body: { ...common, ...believedOf(this.params), boards, seed } };
    const secret = isDaily ? { day } : { seed };
    return { path: "play", body: { ...common, ...secret, ...this.rule(), give_up: hasGivenUp } };
  }

  /**
   * Ask for the game after some guesses.
   * @param {string[]} guesses
   * @param {AbortSignal} signal
   * @returns {Promise<Answer>}
   */
  async load(guesses, signal) {
    const question = this.question(guesses);
    const reply = await ask(/** @type {any} */ (question.path), /** @type {any} */ (question.body), signal);
    return { .../** @type {Reply} */ (reply), guesses, mode: this.wish.mode, asked: JSON.stringify(question) };
  }

  /**
   * Show the state of the game; log it if it is over.
   * @param {Answer} answer
   * @param {Partial<typeof EMPTY>} changes
   */
  show(answer, changes) {
    this.requests.stop("hint");
    this.set({ answer, hint: "", isBroken: false, ...changes });
    if (this.isOver()) {
      if (this.isMine && this.wish.isAlone) this.log(answer);
      this.keepGame(null);
      say(this.outcome(answer));
    } else if (answer.guesses.length) say(this.lastReply(answer));
  }

  /** The turns of the game so far. */
  turns() {
    const { guesses = [], replies = [] } = this.state.answer ?? {};
    return guesses.map((guess, turn) => ({ guess, reply: replies[turn] ?? "" }));
  }

  /** Log a finished game. @param {Answer} answer */
  log({ won = false, secret }) {
    const { isDaily, day, hasGivenUp } = this.wish;
    const { label, max_guesses } = this.state.game;
    const outcome = won ? "won" : hasGivenUp ? "given up" : "lost";
    const words = sourceOf(this.params) === "edition" ? wordsOf(this.params) : "own";
    const facts = { ...this.rule(), words, outcome, max_guesses, hints: this.hints, daily: isDaily ? day : "" };
    addPlayed(gameNow(facts, label, this.turns(), secret));
  }

  /** Load the game of the address. */
  async loadAddress() {
    const { answer, problem } = await outcomeOf(this.loadGame(this.requests.next("game")));
    if (answer) this.show(answer, { freshRow: -1 });
    if (!problem) return;
    this.set({ answer: null, isBroken: true, problem, freshRow: -1 });
    say(problem.message);
  }

  /** @param {AbortSignal} signal */
  async loadGame(signal) {
    const { params } = this;
    const game = await loadFacts(params, signal);
    if (params === this.params) this.set({ game });
    return this.load(this.wish.guesses, signal);
  }

  reload = () => {
    this.loading = this.loadAddress();
  };

  /** @param {Answer} answer */
  lastReply({ guesses, replies, boards = [] }) {
    const last = guesses.at(-1);
    const reply = replies?.at(-1) ?? "";
    const { game } = this.state;
    if (replies) return `${last}: ${inputOf(game).hasMarks ? coloursOf(reply) : spoken(game.keyboard, reply)}.`;
    return `${last}: ${boards.filter(({ done }) => done).length} of ${boards.length} boards done.`;
  }

  /** @param {Answer} answer */
  outcome({ won, guesses, boards, secret }) {
    if (won) return `Won in ${plural(guesses.length, "guess", "guesses")}.`;
    if (!boards) return `It was ${secret?.toUpperCase()}.`;
    const missed = boards.filter(({ done }) => !done).map((board) => board.secret);
    return `No guesses left. Missed: ${missed.join(", ").toUpperCase()}.`;
  }

  /** Take the draft as a guess; the next letter begins the row after it. */
  guess() {
    const { draft, sent, game } = this.state;
    const { isWhole, places, symbol } = inputOf(game);
    if (isWhole(draft)) {
      this.set({ sent: [...sent, draft], draft: "" });
      this.send();
    } else if (draft) this.set({ problem: { message: `The ${game.noun} has ${places} ${symbol}s.` } });
  }

  /** Send the guesses one after the other. */
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.state.sent.length) {
      await this.loading;
      if (this.state.isBroken) this.set({ sent: [] });
      else if (this.state.sent.length) await this.sendNext();
    }
    this.isSending = false;
  }

  /** Send the oldest guess; if it is accepted, add it to the address. */
  async sendNext() {
    const [word] = this.state.sent;
    const guesses = [...this.wish.guesses, word];
    this.isMine = true;
    const { answer, problem } = await outcomeOf(this.load(guesses, this.requests.next("guess")));
    const { draft, sent } = this.state;
    if (answer) {
      const left = this.isOver(answer) ? { sent: [], draft: "" } : { sent: sent.slice(1) };
      this.show(answer, { ...left, freshRow: guesses.length - 1 });
      this.navigation.change({ g: words.write(guesses) });
    } else if (problem) {
      const left = problem.kind === "busy" ? [] : sent.slice(1);
      this.set({ problem, sent: left, ...(!left.length && !draft && { draft: word, isRefused: true }) });
      this.shakeRow();
    }
  }

  /** Handle a key of the board. @param {string} key */
  press = (key) => {
    const { draft: before, isRefused, game, problem } = this.state;
    const { isSymbol, places } = inputOf(game);
    if (!this.isOpen()) return;
    let draft = before;
    if (key === "Backspace") draft = before.slice(0, -1);
    else if (isSymbol(key) && isRefused) draft = key;
    else if (isSymbol(key) && [...before].length < places) draft += key;
    const isOther = key === "Enter" || draft !== before;
    this.set({ draft, isRefused: false, problem: isOther ? null : problem });
    if (key === "Enter") this.guess();
    if (this.state.problem) this.shakeRow();
  };

  /** @param {string} draft */
  takeWord = (draft) => {
    this.set({ draft, problem: null });
    this.guess();
  };

  /** @param {Values} [values] */
  restart(values = {}) {
    keepUnderWay("play", null);
    this.hints = 0;
    this.isMine = false;
    this.navigation.change({ g: "", up: "", day: "", seed: randomSeed(), ...values });
  }

  /**
   * Change settings, which starts a new game; ask before an unfinished game is lost.
   * @param {Values} values
   */
  restartAs = async (values) => {
    const isUnderWay = this.wish.guesses.length + this.state.sent.length > 0 && this.isOpen(); // with or without a reply
    if (await this.wantsNewGame(isUnderWay)) this.restart(values);
  };

  /** @param {string} name */
  restartWith = (name) => (/** @type {string} */ value) => this.restartAs({ [name]: value });

  giveUp = () => {
    this.isMine = true;
    this.navigation.change({ up: "1" });
  };

  analyse = () => {
    const { won, secret } = this.state.answer ?? {};
    claimNext();
    this.navigation.open("analyse", {
      ...gameParams(this.params),
      w: this.params.get("w"),
      hard: this.params.get("hard"),
      c: clues.write(this.turns()),
      x: won ? "" : (secret ?? ""),
    });
  };

  /** Change which words hints prefer; the game goes on. @param {string} name */
  setPreference = (name) => (/** @type {string} */ value) => {
    this.requests.stop("hint");
    this.set({ hint: "" });
    this.navigation.change({ [name]: value });
  };

  /** Show the next hint: how many words are left, then the first letter of the best guess, then the guess. */
  showHint = async () => {
    await this.loading;
    if (!this.state.answer) return;
    let { steps } = this.state;
    if (!this.state.hint) {
      const signal = this.requests.next("hint");
      const preference = this.hasPreference() ? preferenceOf(this.params) : {};
      const asked = this.wish.isSeveral ? this.boardsHint(preference, signal) : this.guessHint(preference, signal);
      const { answer, problem } = await outcomeOf(asked);
      if (!answer && !problem) return;
      steps = answer ?? [problem?.message ?? ""];
    }
    const [hint, ...rest] = steps;
    if (hint === undefined) return;
    this.hints += 1;
    this.set({ hint, steps: rest });
    say(hint);
  };

  /**
   * The hints that lead to a guess.
   * @param {string} left How many words fit.
   * @param {string | undefined} guess
   * @param {string} why
   */
  hintSteps(left, guess, why) {
    if (!guess) return ["No hint available."];
    const first = [...guess][0].toUpperCase();
    return [`Hint: ${left}.`, `Hint: the best guess begins with ${first}.`, `Hint: ${guess.toUpperCase()}. It ${why}.`];
  }

  /**
   * @param {object} preference
   * @param {AbortSignal} signal
   */
  async boardsHint(preference, signal) {
    const { body } = this.question(this.state.answer?.guesses ?? []);
    const asked = /** @type {any} */ ({ ...body, hint: true, ...preference });
    const { proposals, boards } = await ask("boards", asked, signal);
    const { noun } = this.state.game;
    const left = boards.flatMap(({ done, ...board }, index) =>
      done ? [] : `board ${index + 1} has ${wordsLeft(board, noun)}`,
    );
    const [best] = proposals;
    return this.hintSteps(left.join("; "), best?.guess, best?.why || "is as good as any");
  }

  /**
   * @param {object} preference
   * @param {AbortSignal} signal
   */
  async guessHint(preference, signal) {
    const { isDuel } = this.wish; // the adversary uses only the answers, all equally likely
    const asked = {
      ...(isDuel ? playedOf(this.params) : believedOf(this.params)),
      ...this.rule(),
      ...preference,
      clues: this.turns(),
      count: 1,
      strategy: isDuel ? "minimax" : null,
    };
    const known = await ask("suggest", asked, signal);
    const [best] = known.suggestions;
    const { noun } = this.state.game;
    const rest = best?.hit ? "" : ` and cannot be the ${noun} itself`;
    const why = known.remaining === 1 ? `is the only ${noun} left` : `gains ${best?.bits.toFixed(1)} bits${rest}`;
    return this.hintSteps(fitting(known, noun), best?.guess, why);
  }

  /** The task, and a link to it. */
  lead() {
    const { isDuel, isSeveral, isDaily, day } = this.wish;
    const { noun, max_guesses } = this.state.game;
    if (isDuel) return `There is no fixed ${noun}: each reply keeps as many ${noun}s alive as possible.`;
    const url = shownAddress();
    for (const name of ["g", "up", "k", "a"]) url.searchParams.delete(name);
    if (isDaily) url.searchParams.set("day", day);
    const address = url.pathname + url.search;
    const text = isReachable ? linkTo(address) : addition(address);
    const link = (/** @type {string} */ what) => {
      const label = isReachable
        ? `Copy a link to ${what}`
        : `Copy an invitation to ${what} for others who have this page`;
      return html`<${CopyButton} key=${text} label=${label} text=${text} kind="quiet" />`;
    };
    if (isSeveral) return html`Each guess counts on all boards. ${link("these words")}`;
    const shared = isDaily && `The ${noun} of ${day}, the same for everyone. `;
    return html`${shared}Find the ${noun} in ${max_guesses} guesses. ${link(`this ${noun}`)}`;
  }

  modes() {
    const { mode } = this.wish;
    return html`<div class="segments" role="group" aria-label="What to play">
      ${Object.entries(MODES).map(
        ([name, text]) => html`<button type="button" aria-pressed=${name === mode} data-key=${`mode-${name}`}
          onclick=${() => name !== mode && this.restartAs({ m: name })}>${text}</button>`,
      )}
    </div>`;
  }

  head() {
    const { params, restartAs, restartWith } = this;
    const { isSeveral, boards } = this.wish;
    const { hard_mode } = this.state.game;
    const inView = html`<${GameSelect} params=${params} onChange=${restartAs} />
      ${!isSeveral && hard_mode && html`<${HardSwitch} params=${params} onChange=${restartWith("hard")} />`}
      ${this.hasPreference() && html`<${CommonSwitch} params=${params} onChange=${this.setPreference("a")} />`}`;
    return html`<${Head} title="Play" inView=${inView}>
      ${isSeveral && html`<${BoardsSelect} value=${boards} least=${limits.fewest_boards} onChange=${restartWith("n")} />`}
      <${GameSettings} params=${params} onChange=${restartAs} />
      ${!isSeveral && html`<${RuleSelect} params=${params} hasHardMode=${hard_mode} onChange=${restartWith("hard")} />`}
      ${this.hasPreference() && html`<${PreferenceSettings} params=${params} onChange=${this.setPreference} />`}
    <//>`;
  }

  /**
   * One board: rows with replies, rows that are sent, the typed row and free rows.
   * @param {string[]} replies
   * @param {number} most How many rows there are.
   * @param {{ isClosed?: boolean, isBrief?: boolean, kind?: string, name?: string }} [options] A closed board accepts no
   *   guess; a brief one has no free rows.
   */
  board(replies, most, { isClosed = false, isBrief = false, kind, name } = {}) {
    const { answer, sent, draft, freshRow, game } = this.state;
    const guesses = answer?.guesses ?? [];
    const used = isClosed ? replies.length : guesses.length + sent.length + 1;
    const shown = isBrief ? used : Math.max(used, this.wish.isSeveral ? ROWS_OF_SEVERAL : ROWS_SHOWN);
    const count = Math.min(most, shown);
    const rows = Array.from({ length: count }, (_, row) => {
      if (row < replies.length) return { row, guess: guesses[row], reply: replies[row], flip: row === freshRow };
      const next = row - guesses.length;
      if (isClosed || next < 0 || next > sent.length) return { row };
      if (next < sent.length) return { row, guess: sent[next] };
      return { row, guess: draft, cursor: [...draft].length, now: true };
    });
    return html`<${Board} ...${{ game, kind, name, count: this.wish.isSeveral ? undefined : count }}>
      ${rows.map((row) => html`<${GuessRow} game=${game} ...${row} />`)}
    <//>`;
  }

  boards() {
    const { answer, game, isBroken, sent } = this.state;
    const { max_guesses: usual, noun } = game;
    if (!answer && this.wish.isSeveral && !isBroken)
      return Array.from({ length: this.wish.boards }, () => {
        return html`<figure>${this.board([], usual, { isBrief: isBrief(this.wish.boards) })}<figcaption>\u00a0</figcaption></figure>`;
      });
    if (!answer) return this.board([], usual, { isClosed: isBroken });
    const { boards, guesses, replies = [], over, won } = answer;
    const most = answer.max_guesses ?? Math.max(usual, guesses.length + sent.length + (won ? 0 : 1));
    if (!boards) return this.board(replies, most, { isClosed: this.isOver(), isBrief: this.isOver() });
    return boards.map(({ done, replies, secret, remaining, likely }, index) => {
      const options = {
        isClosed: done || over,
        isBrief: isBrief(boards.length),
        kind: done ? "won" : "",
        name: `Board ${index + 1}`,
      };
      return html`<figure class=${over && !done ? "missed" : ""}>
        ${this.board(replies, most, options)}
        <figcaption>${secret ? html`<strong>${secret}</strong>` : wordsLeft({ remaining, likely }, noun)}</figcaption>
      </figure>`;
    });
  }

  hintText() {
    const { problem, answer, hint, game } = this.state;
    if (problem) return problem.message;
    if (answer && this.isOver()) return this.outcome(answer);
    if (hint) return hint;
    if (answer?.boards) return `Guess ${answer.guesses.length + 1} of ${answer.max_guesses}: type ${oneOf(game.noun)}.`;
    if (answer?.remaining?.length) return `${plural(answer.remaining.at(-1) ?? 0, game.noun)} left.`;
    return `Type ${oneOf(game.noun)} and press Enter.`;
  }

  /** What to do next, or how the game ended. */
  hint() {
    const { problem } = this.state;
    const kind = `${this.isOpen() ? "" : "lead-line "}hint${problem ? " bad" : ""}`;
    return html`<p class=${kind} role=${problem ? "alert" : null}>${this.hintText()}</p>`;
  }

  buttons() {
    const { problem, isBroken, answer, hint, steps, game } = this.state;
    const { isAlone, isDaily } = this.wish;
    const hintName = hint ? ["", `The ${game.noun}`, "A letter"][steps.length] : "Hint";
    const isOpen = this.isOpen();
    const canAnalyse = this.isOver() && isAlone && isUsual(this.params) && answer?.guesses.length;
    return html`<div class="buttons">
      ${isBroken && problem?.kind === "busy" && button("retry", "Try again", this.reload)}
      ${isOpen && hintName && button("hint", hintName, this.showHint)}
      ${isOpen && isAlone && button("give-up", "Give up", this.giveUp)}
      ${!isDaily && button("new", "New game", () => this.restart(), isOpen ? "" : "main")}
      ${canAnalyse ? button("analyse", "Analyse in full", this.analyse) : null}
    </div>`;
  }

  /** Statistics of the finished games. */
  statistics() {
    const { label, max_guesses } = this.state.game;
    const { games, wins, average, streak, longest, hinted, counts } = tally(gamesOn(label));
    if (!games || !this.wish.isAlone) return null;
    return html`<details class="card fold" open=${this.isOver()}>
      <summary>Your ${plural(games, "game")}</summary>
      <p>${whole(wins)} won (${Math.round((100 * wins) / games)}%)${average}.
        Winning streak: ${streak} now, ${longest} at best.${hinted ? ` ${plural(hinted, "game")} with hints.` : ""}</p>
      <${Histogram} counts=${counts} maxGuesses=${max_guesses} />
    </details>`;
  }

  /** The analysis of the game and the text to share; against the adversary, the words that are left. */
  moreCards() {
    const { answer, game } = this.state;
    if (!answer?.guesses.length) return null;
    const { params, wish } = this;
    const { won, share: text = "" } = answer;
    if (wish.isAlone) {
      const day = wish.isDaily ? new Date(`${wish.day}T12:00`) : undefined;
      return this.isOver() && html`<${Ending} ...${{ params, turns: this.turns(), text, day }} />`;
    }
    const { words: left, remaining } = answer;
    const count = remaining?.at(-1) ?? 0;
    const box = html`<section class="card" aria-label="Share"><h2>Share</h2><${ShareBox} text=${text} /></section>`;
    return html`
      ${this.isOver() && text && box}
      ${
        left &&
        !won &&
        html`<details class="card fold">
          <summary>${plural(count, game.noun)} left</summary>
          <${WordList} words=${left} count=${count} />
        </details>`
      }`;
  }

  /** The best colour of each letter, on each open board. */
  keyColours() {
    const { guesses = [], replies = [], boards } = this.state.answer ?? {};
    const given = (/** @type {string[]} */ list) => list.map((reply, turn) => ({ guess: guesses[turn], reply }));
    if (!boards) return letterColours(given(replies));
    return lettersOfBoards(boards.map((board) => (board.done ? [] : given(board.replies))));
  }

  view() {
    const { answer, sent, draft } = this.state;
    const { isSeveral, boards, guesses } = this.wish;
    const count = answer?.boards?.length ?? (isSeveral ? boards : 1);
    const isOpen = this.isOpen();
    const isFresh = !guesses.length && !sent.length && !draft;
    return html`${this.head()}
      <section class="card advice" aria-label="What to play">
        ${this.modes()}
        ${isOpen ? html`<p class="lead">${this.lead()}</p>` : this.hint()}
        ${isFresh && this.resume()}
      </section>
      ${!this.needsServer() && this.desk(count)}
      <div class="reasons">${this.moreCards()}${this.statistics()}</div>`;
  }

  /** The boards, and the buttons and keys below them. @param {number} count */
  desk(count) {
    const { answer, game } = this.state;
    const { isSeveral } = this.wish;
    const isOpen = this.isOpen();
    const keys = { game, colours: this.keyColours(), turn: answer?.guesses.length };
    return html`<div class="desk"><div class="sticky">
        <div class=${`boards${isSeveral ? " many" : ""}`} role="region" aria-label="Board" data-size=${isSeveral ? sizeOf(count) : null}>${this.boards()}</div>
        <div class=${isSeveral ? "dock" : "entry"}>
          <div class="under">${isOpen && this.hint()}${this.buttons()}</div>
          ${isOpen && html`<${GuessKeys} ...${keys} onKey=${this.press} onWord=${this.takeWord} />`}
        </div>
      </div></div>`;
  }
}
