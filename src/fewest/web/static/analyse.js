// Analyse: a finished game, guess by guess, and My games.
/**
 * @import { Analysis, Feedback, Turn } from "fewest-api"
 * @import { LoggedGame } from "./log.js"
 */

import {
  button,
  Dial,
  EditionSelect,
  GuessTable,
  HardSwitch,
  Head,
  isNarrow,
  Notice,
  Plot,
  RuleSelect,
  Skeleton,
  WORD_INPUT,
  WordList,
  WordsSelect,
} from "./components.js";
import { closest, html, percent, plural, say, whole, withValue } from "./dom.js";
import { Term } from "./help.js";
import { History } from "./history.js";
import { addAnalysed, claimNext, forgetGame, gameNow, isAnalysed, takeClaim } from "./log.js";
import { ask, outcomeOf } from "./request.js";
import { Section } from "./section.js";
import { clues, editionOf, HARD, limits, settingOf, ULTRA, words, wordsOf } from "./settings.js";
import { ShareBox } from "./share.js";
import { coloursOf, Row, SmallTiles, Squares } from "./tiles.js";

const EXAMPLE = "crane slate rebut";
const PLACEHOLDER = `${EXAMPLE}\n\nor clues such as crane=01001, or the squares that your game shares, together with your words`;
const MOST_ROWS = 6; // the most rows drawn while an analysis is awaited
const SWIPE = 50; // the least length of a swipe, in pixels

const EMPTY = {
  analysis: /** @type {Analysis | null} */ (null),
  own: /** @type {LoggedGame | null} */ (null), // the game in the format of the log
  problem: /** @type {{ message: string, kind: string, guess?: string | null, rows?: string[] } | null} */ (null),
  isWaiting: false,
  step: 0, // the index of the guess that is shown
};

/** @extends {Section<typeof EMPTY>} */
export class Analyse extends Section {
  state = EMPTY;
  game = ""; // the text of the form
  secret = "";
  touch = { x: 0, y: 0 }; // where a swipe began

  recover() {
    if (this.state.problem?.kind === "busy") this.refresh();
  }

  /** Analyse the game of the form. */
  go() {
    const text = this.game.trim().slice(0, limits.longest_pasted);
    const isPlain = /^[\p{L}\s]+$/u.test(text);
    this.navigation.change({
      c: "",
      g: isPlain ? words.write(text.toLowerCase().split(/\s+/)) : "",
      t: isPlain ? "" : text,
      x: this.secret.trim().toLowerCase(),
    });
    if (text) return;
    takeClaim();
    const message = "Paste or type a game first.";
    this.set({ analysis: null, problem: { message, kind: "input" } });
  }

  submit() {
    claimNext();
    this.go();
  }

  showExample = () => {
    [this.game, this.secret] = [EXAMPLE, ""];
    takeClaim();
    this.go();
  };

  /** @param {string} answer */
  answerWith(answer) {
    this.secret = answer;
    this.go();
  }

  /** The game of the address, as text. */
  text() {
    const list = clues.read(this.params.get("c"));
    if (list.length) return list.map(({ guess, reply }) => `${guess}=${reply}`).join(" ");
    return this.params.get("t") ?? words.read(this.params.get("g")).join(" ");
  }

  /** Ask for the analysis of the game in the address. */
  refresh = async () => {
    const { params } = this;
    const signal = this.requests.next("analyse");
    const isOwn = takeClaim();
    const text = this.text();
    this.secret = params.get("x") ?? "";
    if (text) this.game = text;
    this.set({ ...EMPTY, isWaiting: Boolean(text) });
    if (!text) return;
    const asked = ask("analyse", { ...settingOf(params), text, secret: this.secret || null }, signal);
    const { answer: analysis, problem } = await outcomeOf(asked);
    if (analysis) {
      const own = this.loggedGame(analysis);
      if (isOwn && own && !isAnalysed(own)) addAnalysed(own);
      this.set({ analysis, own, isWaiting: false });
      say(analysis.summary);
    } else if (problem) {
      if (isOwn && ["answer", "busy"].includes(problem.kind)) claimNext(); // the corrected game will be sent again
      this.set({ problem, isWaiting: false });
    }
  };

  /** The game in the format of the log; null if it is not finished. @param {Analysis} analysis */
  loggedGame({ outcome, hard, rule, max_guesses, skill, luck, turns, secret }) {
    if (outcome === "open") return null;
    const facts = { outcome, hard, rule, max_guesses, skill, luck, words: wordsOf(this.params) };
    return gameNow(facts, editionOf(this.params).label, turns, secret);
  }

  /** @param {number} step */
  goTo = (step) => {
    const turn = this.state.analysis?.turns[step];
    if (!turn || step === this.state.step) return;
    this.set({ step });
    say(`Guess ${step + 1}, ${turn.guess}. ${turn.skill_text} ${turn.luck_text}`.trim());
  };

  toggleKept = () => {
    const { own } = this.state;
    if (!own) return;
    if (isAnalysed(own)) forgetGame(own);
    else addAnalysed(own);
    say(isAnalysed(own) ? "Saved to My games." : "Removed from My games.");
    this.redraw();
  };

  /** Show a game of the log; its marks go into the log if they are missing. @param {LoggedGame} game */
  openLogged = ({ edition, words: list, rule, hard, clues: given, outcome, secret, skill }) => {
    if (skill === null) claimNext();
    const turns = given.map((clue) => clue.split("=")).map(([guess, reply]) => ({ guess, reply }));
    this.navigation.change({
      e: edition,
      w: list,
      hard: rule === "consistent" ? ULTRA : hard ? HARD : "",
      c: clues.write(turns),
      g: "",
      t: "",
      x: outcome === "won" ? "" : secret,
    });
    scrollTo(0, 0);
  };

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || closest(event, "input, textarea, select")) return;
    if (!this.state.analysis || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
    event.preventDefault();
    this.goTo(this.state.step + (key === "ArrowRight" ? 1 : -1));
  }

  form() {
    const onSubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit();
    };
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.submit();
    };
    const take = (/** @type {"game" | "secret"} */ name) =>
      withValue((text) => {
        this[name] = text;
      });
    return html`<form class="card game-form" onsubmit=${onSubmit}>
      <label for="game">Paste or type your game</label>
      <textarea id="game" rows="4" maxLength=${limits.longest_pasted} spellcheck=${false} autocapitalize="none"
        placeholder=${PLACEHOLDER} value=${this.game} oninput=${take("game")} onkeydown=${onKey} />
      <label class="field">
        <span>Answer, if you did not find it</span>
        <input ...${WORD_INPUT} size="12" placeholder="none" value=${this.secret} oninput=${take("secret")} />
      </label>
      <div class="buttons">
        <button type="submit" class="button main">Analyse</button>
        ${button("example", "Show an example", this.showExample)}
      </div>
    </form>`;
  }

  head() {
    const { params, setting } = this;
    const inView = html`<${EditionSelect} params=${params} onChange=${setting("e")} />
      <${HardSwitch} params=${params} onChange=${setting("hard")} />`;
    return html`<${Head} title="Analyse" inView=${inView}>
      <${WordsSelect} params=${params} onChange=${setting("w")} />
      <${RuleSelect} params=${params} onChange=${setting("hard")} />
    <//>`;
  }

  /**
   * Ask for the answer, if the text leaves open whether the game was lost.
   * @param {string} message
   * @param {string | null} [guess]
   */
  question(message, guess) {
    const onSubmit = (/** @type {any} */ event) => {
      event.preventDefault();
      const answer = event.currentTarget.answer.value.trim();
      if (answer) this.answerWith(answer);
    };
    return html`<form class="card question" role="alert" onsubmit=${onSubmit}>
      <p class="lead-line">${guess ? `Was ${guess.toUpperCase()} the answer?` : message}</p>
      <div class="buttons">
        ${guess && button("was-it", "Yes, found", () => this.answerWith(guess), "main")}
        <label class="field">
          <span>${guess ? "No, it was" : "It was"}</span>
          <input ...${WORD_INPUT} name="answer" size="9" data-key="the-answer" />
        </label>
        <button type="submit" class="button">Analyse the lost game</button>
      </div>
    </form>`;
  }

  /** A form for the missing guesses: a field for each row of squares. @param {string[]} rows */
  rowsForm(rows) {
    const onSubmit = (/** @type {any} */ event) => {
      event.preventDefault();
      const guesses = [...event.currentTarget.querySelectorAll("input")].map(({ value }) => value.trim());
      this.game = rows.map((reply, row) => `${guesses[row]}=${reply}`).join(" ");
      this.submit();
    };
    const field = (/** @type {string} */ reply, /** @type {number} */ row) => html`<label class="row-field">
      <${Squares} reply=${reply} />
      <input ...${WORD_INPUT} required maxLength=${reply.length} size=${reply.length + 2}
        aria-label=${`Guess ${row + 1}, which got ${coloursOf(reply)}`} data-key=${`row-${row}`} />
    </label>`;
    return html`<form class="card question" onsubmit=${onSubmit}>
      <p class="lead-line" role="alert">Which words did you guess?</p>
      ${rows.map(field)}
      <div class="buttons"><button type="submit" class="button main">Analyse these words</button></div>
    </form>`;
  }

  /** The placeholder while the analysis is computed. */
  waiting() {
    const rows = this.text().trim().split(/\s+/);
    return html`<section class="card advice" aria-label="Verdict" aria-busy="true"><${Skeleton} lines=${isNarrow() ? 5 : 3.8} text="Analysing every guess" /></section>
      <div class="desk">
        <p class="track-head dim">${"\u00a0"}</p>
        <ol class="turns">${rows.slice(0, MOST_ROWS).map((_, row) => html`<li class="turn"><${Row} length=${5} row=${row} /></li>`)}</ol>
      </div>
      <div class="reasons"><section key="waiting" class="card"><${Skeleton} lines=${13} text="" /></section></div>`;
  }

  /** The form, shown when there is no analysis. */
  start() {
    const { problem } = this.state;
    const trouble = !problem
      ? null
      : problem.kind === "answer"
        ? this.question(problem.message, problem.guess)
        : problem.rows?.length
          ? this.rowsForm(problem.rows)
          : html`<${Notice} text=${problem.message} />`;
    return html`<section class="card advice" aria-label="About this section">
        <p class="lead">Compare each of your guesses with the best one, and see how much was skill and how much was luck.</p>
        <div aria-live="off">${trouble}</div>
      </section>
      <div class="desk">${this.form()}</div>
      <div class="reasons"><${History} onOpen=${this.openLogged} /></div>`;
  }

  /** @param {Analysis} analysis */
  result(analysis) {
    const { own, step } = this.state;
    const onStart = (/** @type {TouchEvent} */ { touches: [{ clientX, clientY }] }) => {
      this.touch = { x: clientX, y: clientY };
    };
    const onEnd = (/** @type {TouchEvent} */ { changedTouches: [{ clientX, clientY }] }) => {
      const [x, y] = [clientX - this.touch.x, clientY - this.touch.y];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.goTo(this.state.step + (x < 0 ? 1 : -1));
    };
    return html`<${Verdict} analysis=${analysis} isKept=${own && isAnalysed(own)} onKeep=${own && this.toggleKept} />
      <div class="desk"><div class="sticky">
        <p class="track-head dim" aria-hidden="true"><span>skill</span><span>luck</span></p>
        <${Track} turns=${analysis.turns} step=${step} onStep=${this.goTo} />
      </div></div>
      <div class="reasons analysis" ontouchstart=${onStart} ontouchend=${onEnd}>
        <${Step} analysis=${analysis} step=${step} onStep=${this.goTo} />
        <${Whole} analysis=${analysis} />
        <section class="card" aria-labelledby="share-title"><h2 id="share-title">Share</h2><${ShareBox} text=${analysis.share} /></section>
        <details class="folded another"><summary>Another game</summary>${this.form()}</details>
        <${History} onOpen=${this.openLogged} />
      </div>`;
  }

  view() {
    const { analysis, isWaiting } = this.state;
    return html`${this.head()}${analysis ? this.result(analysis) : isWaiting ? this.waiting() : this.start()}`;
  }
}

/**
 * A number of guesses; an estimate is marked.
 * @param {number} value
 * @param {boolean} exact
 */
const about = (value, exact) => `${exact ? "" : "~"}${value.toFixed(2)}`;

/**
 * The verdict: one sentence, skill and luck.
 * @param {{ analysis: Analysis, isKept: boolean | null, onKeep: (() => void) | null }} props
 */
const Verdict = ({ analysis: { summary, skill, luck, exact, hard, note }, isKept: kept, onKeep }) => html`<section
  class="card advice verdict" aria-label="Verdict">
  <p class="lead-line">${summary}</p>
  ${note && html`<p class="notice">${note}</p>`}
  <div class="dials">
    <${Dial} name="skill" value=${skill} />
    <${Dial} name="luck" value=${luck} />
    <p class="dim">
      ${hard && "Played in hard mode, which the solver follows too. "}
      ${exact ? html`All values are <${Term} of="proved" />.` : html`~ marks an <${Term} of="estimate" />.`}
      ${
        onKeep &&
        html` <button type="button" class="quiet" data-key="keep" onclick=${onKeep}>${kept ? "Saved to My games · Remove" : "Save to My games"}</button>`
      }
    </p>
  </div>
</section>`;

/**
 * The list of guesses; the pressed one is shown in detail.
 * @param {{ turns: Turn[], step: number, onStep: (to: number) => void }} props
 */
const Track = ({ turns, step, onStep }) => html`<ol class="turns">
  ${turns.map(
    (turn, index) => html`<li class="turn">
      <button type="button" data-key=${`turn-${index}`} aria-current=${index === step ? "step" : null} onclick=${() => onStep(index)}
        aria-label=${`Guess ${index + 1}: ${turn.guess}`}>
        <${SmallTiles} guess=${turn.guess} reply=${turn.reply} />
        <span class="mark-cell skill">${turn.before === 1 && turn.perfect ? "–" : turn.skill}</span>
        <span class="mark-cell luck">${turn.bits_expected > 0 ? turn.luck : "–"}</span>
      </button>
    </li>`,
  )}
</ol>`;

/** A table of the guess and the best one. @param {{ turn: Turn }} props */
function Pair({ turn }) {
  const line = (/** @type {string} */ key, /** @type {string} */ guess, /** @type {string[]} */ cells) => ({
    key,
    guess: html`<small class="dim">${key}</small> <b class="guess">${guess}</b>`,
    cells,
  });
  const { guess, expected, exact, bits_expected, hit, best, best_expected, best_exact, best_bits, best_hit } = turn;
  const { preferred, preferred_expected, preferred_exact, preferred_bits, preferred_hit, saved, lost } = turn;
  const cells = (/** @type {string} */ takes, /** @type {number} */ bits, /** @type {number} */ chance) => [
    takes,
    bits.toFixed(1),
    percent(chance),
  ];
  const lines = [line("yours", guess, cells(about(expected, exact), bits_expected, hit))];
  if (saved > 0)
    lines.push(
      line("better", preferred, cells(about(preferred_expected, preferred_exact), preferred_bits, preferred_hit)),
    );
  if (lost > Math.max(0, saved))
    lines.push(line("best", best, cells(about(best_expected, best_exact), best_bits, best_hit)));
  return html`<${GuessTable} label="Your guess and better ones" kind="versus" lines=${lines} />`;
}

/** A folded list of the words that were left. @param {{ name: string, words: string[], count: number }} props */
const Left = ({ name, words: list, count }) => html`<details class="left-words">
  <summary>${whole(count)} ${name}</summary>
  <${WordList} words=${list} count=${count} />
</details>`;

/** @param {{ analysis: Analysis, step: number, onStep: (to: number) => void }} props */
function Step({ analysis: { turns }, step, onStep }) {
  const turn = turns[step];
  const isLast = step === turns.length - 1;
  const badge = turn.best_exact ? "proved" : "estimate";
  const hasWon = turn.left === 0;
  return html`<section class="card step" aria-labelledby="step-title">
    <div class="step-bar">
      <button type="button" class="button" data-key="previous" disabled=${step === 0} onclick=${() => onStep(step - 1)} aria-label="Previous guess">‹</button>
      <h2 id="step-title">Guess ${step + 1} of ${turns.length}: <em class="guess">${turn.guess}</em></h2>
      <button type="button" class="button" data-key="next" disabled=${isLast} onclick=${() => onStep(step + 1)} aria-label="Next guess">›</button>
    </div>
    ${turn.skill_text && html`<p class=${turn.saved > 0 ? "told" : "fine"}>${turn.skill_text}</p>`}
    ${turn.luck_text && html`<p class="told">${turn.luck_text}</p>`}
    <${Pair} turn=${turn} />
    <p class="dim badge-line"><span class=${`badge ${badge}`}>${turn.best_exact ? "proved" : "estimated"}</span>
      ${" "}${turn.best_exact ? "no guess needs fewer guesses on average" : "the exact value takes too long to compute"}${turn.exact || !turn.best_exact ? "" : "; the value of your guess is an estimate"}</p>
    <${Left} key=${`before-${step}`} name=${turn.before === 1 ? "word left before this guess" : "words left before this guess"} words=${turn.words_before} count=${turn.before} />
    ${!hasWon && html`<${Left} key=${`after-${step}`} name=${turn.after === 1 ? "word left after this guess" : "words left after this guess"} words=${turn.words_after} count=${turn.after} />`}
    ${turn.line.length > 0 && html`<${Line} turn=${turn} step=${step} />`}
  </section>`;
}

/** How the solver would have continued. @param {{ turn: Turn, step: number }} props */
const Line = ({ turn: { line }, step }) => html`<div class="solver-line">
  <h3>${step ? "How the solver would continue" : "How the solver would play"}: ${plural(line.length, "guess", "guesses")}</h3>
  ${line.map((/** @type {Feedback} */ { guess, reply }) => html`<${SmallTiles} guess=${guess} reply=${reply} />`)}
</div>`;

/** The uncertainty after each guess, and its expected value. @param {{ turns: Turn[] }} props */
function BitsPlot({ turns }) {
  const start = [0, turns[0].bits_before];
  const points = [
    start,
    ...turns.map(({ reply, bits_after }, index) => [index + 1, /^2+$/.test(reply) ? 0 : bits_after]),
  ];
  const expected = [
    start,
    ...turns.map(({ bits_before, bits_expected }, index) => [index + 1, Math.max(0, bits_before - bits_expected)]),
  ];
  const labels = [`${start[1].toFixed(1)} bits`, ...turns.map(({ guess }) => guess)];
  return html`<${Plot}
    series=${[{ points: expected, class: "soft", kind: "dots" }, { points, class: "main", kind: "step", labels }]}
    x="after guess"
    y="bits of uncertainty"
    label=${`Bits of uncertainty: ${points.map(([, bits]) => bits.toFixed(1)).join(", ")}`}
    right=${64}
    xTicks=${points.map(([turn]) => [turn, turn ? String(turn) : "start"])}
  />`;
}

/** The game as a whole. @param {{ analysis: Analysis }} props */
const Whole = ({ analysis }) => html`<section class="card" aria-labelledby="bits-title">
  <h2 id="bits-title">The whole game</h2>
  <p class="sum">${analysis.equation}</p>
  <${BitsPlot} turns=${analysis.turns} />
  <p class="dim legend">
    <span><i class="swatch main" />left after your guess</span>
    <span><i class="swatch soft" />expected after your guess</span>
  </p>
</section>`;
