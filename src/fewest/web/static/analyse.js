// Analyse: a finished game, guess by guess, and all games that were kept.
/**
 * @import { Analysis, Feedback, Turn } from "fewest-api"
 * @import { Frame } from "./app.js"
 * @import { KeptGame } from "./kept.js"
 * @import { RequestError } from "./request.js"
 */

import {
  EditionSelect,
  Notice,
  Plot,
  RuleSelect,
  Settings,
  Waiting,
  WORD_INPUT,
  WordList,
  WordsSelect,
} from "./components.js";
import { closest, draw, html, percent, plural, say, whole, withValue } from "./dom.js";
import { Term } from "./help.js";
import { History } from "./history.js";
import { claimNext, forgetGame, gameOf, isKept, keepGames, takeClaim } from "./kept.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { clues, editionOf, HARD, limits, settingOf, ULTRA, words, wordsOf } from "./settings.js";
import { ShareBox } from "./share.js";
import { SmallTiles } from "./tiles.js";

const EXAMPLE = "crane slate rebut";
const PLACEHOLDER = `${EXAMPLE}\n\nor whatever you have: numbered words, crane=01001 …, or the squares that the game lets you share, with your words`;
const SWIPE = 50; // pixels

/**
 * @param {Element} root
 * @param {Frame} frame
 */
export function mount(root, { change, set }) {
  const analyseRequest = new LatestRequest();
  let params = new URLSearchParams();
  let game = ""; // the text of the form
  let secret = "";
  let isWaiting = false;
  /** @type {Analysis | null} */
  let analysis = null;
  /** @type {KeptGame | null} */
  let own = null; // the game as it would be kept
  /** @type {RequestError | null} */
  let problem = null;
  let step = 0;
  let touchX = 0;
  let touchY = 0;

  function submit() {
    const text = game.trim().slice(0, limits.longest_pasted);
    claimNext();
    go(text);
  }

  /** @param {string} text */
  function go(text) {
    const isPlain = /^[\p{L}\s]+$/u.test(text);
    const sought = secret.trim().toLowerCase();
    change({
      c: "",
      q: "",
      g: isPlain ? words.write(text.toLowerCase().split(/\s+/)) : "",
      t: isPlain ? "" : text,
      x: sought,
    });
    if (!text) {
      takeClaim();
      analysis = null;
      problem = /** @type {any} */ ({ message: "There is no guess here yet: paste or type a game.", kind: "input" });
      redraw();
    }
  }

  /** The game of the address, as text. */
  function textOf() {
    const list = clues.read(params.get("c"));
    if (list.length) return list.map(({ guess, reply }) => `${guess}=${reply}`).join(" ");
    return params.get("t") ?? [words.read(params.get("g")).join(" "), params.get("q")].filter(Boolean).join("\n\n");
  }

  /** Ask for the analysis of the game in the address. */
  async function run() {
    const signal = analyseRequest.next();
    const isOwn = takeClaim();
    const text = textOf();
    secret = params.get("x") ?? "";
    analysis = own = problem = null;
    step = 0;
    isWaiting = Boolean(text);
    if (text) game = text;
    redraw();
    if (!text) return;
    try {
      analysis = await ask("analyse", { ...settingOf(params), text, secret: secret || null }, signal);
      own = gameOf(analysis, { edition: editionOf(params).label, words: wordsOf(params) });
      if (isOwn && own && !isKept(own)) keepGames([own]);
      say(analysis.summary);
    } catch (error) {
      problem = problemOf(error);
      if (!problem) return;
      if (isOwn && (problem.kind === "answer" || problem.kind === "busy")) claimNext(); // it is asked again
    }
    isWaiting = false;
    redraw();
  }

  /** @param {number} to */
  function goTo(to) {
    if (!analysis || to < 0 || to >= analysis.turns.length || to === step) return;
    step = to;
    const { guess, skill_text, luck_text } = analysis.turns[step];
    say(`Guess ${step + 1}, ${guess}. ${skill_text} ${luck_text}`);
    redraw();
  }

  /** @param {string} answer */
  function answerWith(answer) {
    secret = answer;
    go(game.trim());
  }

  function toggleKept() {
    if (!own) return;
    if (isKept(own)) forgetGame(own);
    else keepGames([own]);
    say(isKept(own) ? "Kept." : "Forgotten.");
    redraw();
  }

  /** @param {KeptGame} kept */
  function openKept(kept) {
    const list = kept.clues.map((clue) => clue.split("=")).map(([guess, reply]) => ({ guess, reply }));
    const sought = kept.outcome === "won" ? "" : kept.secret;
    change({
      e: kept.edition,
      w: kept.words,
      hard: kept.rule === "consistent" ? ULTRA : kept.hard ? HARD : "",
      c: clues.write(list),
      g: "",
      q: "",
      t: "",
      x: sought,
    });
    scrollTo(0, 0);
  }

  function form() {
    const onSubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      submit();
    };
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    };
    const onGame = withValue((text) => {
      game = text;
    });
    const onSecret = withValue((text) => {
      secret = text;
    });
    const showExample = () => {
      game = EXAMPLE;
      secret = "";
      takeClaim();
      go(EXAMPLE);
    };
    return html`<form class="card game-form" onsubmit=${onSubmit}>
      <label for="game">Your game, pasted or typed</label>
      <textarea id="game" rows="4" maxLength=${limits.longest_pasted} spellcheck=${false} autocapitalize="none"
        placeholder=${PLACEHOLDER} value=${game} oninput=${onGame} onkeydown=${onKey} />
      <label class="field">
        <span>Answer, if you did not find it</span>
        <input ...${WORD_INPUT} size="12" placeholder="none" value=${secret} oninput=${onSecret} />
      </label>
      <div class="buttons">
        <button type="submit" class="button main">Analyse</button>
        <button type="button" class="button" onclick=${showExample}>Show an example</button>
      </div>
    </form>
    <${Settings} name="analyse">
      <${EditionSelect} params=${params} onChange=${set("e")} />
      <${WordsSelect} params=${params} onChange=${set("w")} />
      <${RuleSelect} params=${params} onChange=${set("hard")} />
    <//>`;
  }

  /** What is asked where nothing says whether the game was lost. */
  function question(/** @type {RequestError} */ { message, guess }) {
    let answer = "";
    const onSubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (answer.trim()) answerWith(answer);
    };
    return html`<form class="card question" role="alert" onsubmit=${onSubmit}>
      <p class="lead-line">${guess ? `Was ${guess.toUpperCase()} the answer?` : message}</p>
      <div class="buttons">
        ${guess && html`<button type="button" class="button main" data-key="was-it" onclick=${() => answerWith(guess)}>Yes, found</button>`}
        <label class="field">
          <span>${guess ? "No, it was" : "It was"}</span>
          <input ...${WORD_INPUT} size="9" data-key="the-answer" oninput=${withValue((text) => {
            answer = text;
          })} />
        </label>
        <button type="submit" class="button">Analyse the lost game</button>
      </div>
    </form>`;
  }

  function trouble() {
    if (!problem) return null;
    return problem.kind === "answer" ? question(problem) : html`<${Notice} text=${problem.message} />`;
  }

  function redraw() {
    const swipe = {
      ontouchstart: (/** @type {TouchEvent} */ { touches: [touch] }) => {
        [touchX, touchY] = [touch.clientX, touch.clientY];
      },
      ontouchend: (/** @type {TouchEvent} */ { changedTouches: [touch] }) => {
        const [x, y] = [touch.clientX - touchX, touch.clientY - touchY];
        if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) goTo(step + (x < 0 ? 1 : -1));
      },
    };
    const shown = analysis;
    const view = shown
      ? html`<${Verdict} analysis=${shown} isKept=${own && isKept(own)} onKeep=${own && toggleKept} />
          <div class="analysis" ...${swipe}>
            <${Step} analysis=${shown} step=${step} onStep=${goTo} />
            <div class="right">
              <${Whole} analysis=${shown} />
              <section class="card" aria-labelledby="share-title"><h2 id="share-title">Share</h2><${ShareBox} text=${shown.share} /></section>
            </div>
          </div>
          <details class="folded another"><summary>Another game</summary>${form()}</details>`
      : html`<p class="lead">What each guess was worth beside the best one, and how much was skill and how much luck.</p>
          <div aria-live="off">${isWaiting ? html`<${Waiting} text="Thinking about every guess" />` : trouble()}</div>
          ${form()}`;
    draw(root, html`<h1>Analyse a game</h1>${view}<${History} onOpen=${openKept} />`);
  }

  return {
    redraw,
    recover() {
      if (problem?.kind === "busy") run();
    },
    leave() {
      analyseRequest.stop();
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || closest(event, "input, textarea, select")) return;
      if (!analysis || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
      event.preventDefault();
      goTo(step + (key === "ArrowRight" ? 1 : -1));
    },
    /** @param {URLSearchParams} given */
    update(given) {
      params = given;
      run();
    },
  };
}

/**
 * A number of guesses; an estimate is marked.
 * @param {number} value
 * @param {boolean} exact
 */
const about = (value, exact) => `${exact ? "" : "~"}${value.toFixed(2)}`;

/** @param {{ name: string, value: number }} props */
const Dial = ({ name, value }) => html`<div
  class=${`dial ${name}`} style=${{ "--value": value / 99 }} role="img" aria-label=${`${name}: ${value} of 99`}>
  <strong>${value}</strong><span>${name}</span><i />
</div>`;

/**
 * The verdict: one sentence, skill and luck.
 * @param {{ analysis: Analysis, isKept: boolean | null, onKeep: (() => void) | null }} props
 */
const Verdict = ({ analysis: { summary, skill, luck, exact, hard, note }, isKept: kept, onKeep }) => html`<section
  class="card verdict" aria-label="Verdict">
  <p class="lead-line">${summary}</p>
  ${note && html`<p class="notice">${note}</p>`}
  <div class="dials">
    <${Dial} name="skill" value=${skill} />
    <${Dial} name="luck" value=${luck} />
    <p class="dim">
      ${hard && "Played in hard mode, which the solver keeps to as well. "}
      ${exact ? html`All values are <${Term} of="proved" />.` : html`~ marks an <${Term} of="estimate" />.`}
      ${
        onKeep &&
        html` <button type="button" class="quiet" data-key="keep" onclick=${onKeep}>${kept ? "Kept in my games; forget it" : "Keep it in my games"}</button>`
      }
    </p>
  </div>
</section>`;

/**
 * The guesses as a list to choose from.
 * @param {{ turns: Turn[], step: number, onStep: (to: number) => void }} props
 */
const Track = ({ turns, step, onStep }) => html`<ol class="turns">
  ${turns.map(
    (turn, at) => html`<li class="turn">
      <button type="button" data-key=${`turn-${at}`} aria-current=${at === step ? "step" : null} onclick=${() => onStep(at)}
        aria-label=${`Guess ${at + 1}: ${turn.guess}`}>
        <${SmallTiles} guess=${turn.guess} reply=${turn.reply} />
        <span class="mark-cell skill">${turn.before === 1 && turn.perfect ? "–" : turn.skill}</span>
        <span class="mark-cell luck">${turn.bits_expected > 0 ? turn.luck : "–"}</span>
      </button>
    </li>`,
  )}
</ol>`;

/**
 * The guess beside the best one.
 * @param {{ turn: Turn }} props
 */
function Pair({ turn }) {
  const line = (
    /** @type {string} */ name,
    /** @type {string} */ guess,
    /** @type {number} */ takes,
    /** @type {boolean} */ exact,
    /** @type {number} */ bits,
    /** @type {number} */ hit,
  ) => html`<div class="line" role="row">
    <span role="rowheader"><small class="dim">${name}</small> <b class="guess">${guess}</b></span>
    <span role="cell">${about(takes, exact)}</span>
    <span role="cell">${bits.toFixed(1)}</span>
    <span role="cell">${percent(hit)}</span>
  </div>`;
  return html`<div class="table versus" role="table" aria-label="Your guess and the best">
    <div class="line head" role="row">
      <span role="columnheader">guess</span>
      <span role="columnheader"><${Term} of="expected" /></span>
      <span role="columnheader"><${Term} of="bits" /></span>
      <span role="columnheader"><${Term} of="hit" /></span>
    </div>
    ${line("yours", turn.guess, turn.expected, turn.exact, turn.bits_expected, turn.hit)}
    ${turn.why && line("best", turn.best, turn.best_expected, turn.best_exact, turn.best_bits, turn.best_hit)}
  </div>`;
}

/**
 * Words that were left, folded away.
 * @param {{ name: string, words: string[], count: number }} props
 */
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
    <p class="track-head dim" aria-hidden="true"><span>skill</span><span>luck</span></p>
    <${Track} turns=${turns} step=${step} onStep=${onStep} />
    <p class=${turn.why ? "told" : "fine"}>${turn.skill_text} ${turn.why && html`<span class="dim why">${sentence(turn.why)}</span>`}</p>
    <p class="told">${turn.luck_text}</p>
    <${Pair} turn=${turn} />
    <p class="dim badge-line"><span class=${`badge ${badge}`}>${turn.best_exact ? "proved" : "estimated"}</span>
      ${" "}${turn.best_exact ? "no guess takes fewer on average" : "the exact value takes too long here"}${turn.exact || !turn.best_exact ? "" : "; the value of yours is estimated"}</p>
    <${Left} key=${`before-${step}`} name=${turn.before === 1 ? "word was left before it" : "words were left before it"} words=${turn.words_before} count=${turn.before} />
    ${!hasWon && html`<${Left} key=${`after-${step}`} name=${turn.after === 1 ? "word was left after it" : "words were left after it"} words=${turn.words_after} count=${turn.after} />`}
    ${turn.line.length > 0 && html`<${Line} turn=${turn} step=${step} />`}
  </section>`;
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * How the solver would have gone on.
 * @param {{ turn: Turn, step: number }} props
 */
const Line = ({ turn: { line }, step }) => html`<div class="solver-line">
  <h3>${step ? "The solver from here" : "The solver from the start"}: ${plural(line.length, "guess", "guesses")}</h3>
  ${line.map((/** @type {Feedback} */ { guess, reply }) => html`<${SmallTiles} guess=${guess} reply=${reply} />`)}
</div>`;

/**
 * The uncertainty after each guess, and what was to be expected of it.
 * @param {{ turns: Turn[] }} props
 */
function BitsPlot({ turns }) {
  const start = [0, turns[0].bits_before];
  const points = [start, ...turns.map(({ reply, bits_after }, at) => [at + 1, /^2+$/.test(reply) ? 0 : bits_after])];
  const expected = [
    start,
    ...turns.map(({ bits_before, bits_expected }, at) => [at + 1, Math.max(0, bits_before - bits_expected)]),
  ];
  const labels = [`${start[1].toFixed(1)} bits`, ...turns.map(({ guess }) => guess)];
  return html`<${Plot}
    series=${[{ points: expected, class: "soft", kind: "dots" }, { points, class: "main", kind: "step", labels }]}
    x="after guess"
    y="bits of uncertainty"
    label=${`Bits of uncertainty: ${points.map(([, bits]) => bits.toFixed(1)).join(", ")}`}
    right=${64}
    xTicks=${points.map(([at]) => [at, at ? String(at) : "start"])}
  />`;
}

/**
 * The game as a whole.
 * @param {{ analysis: Analysis }} props
 */
const Whole = ({ analysis }) => html`<section class="card" aria-labelledby="bits-title">
  <h2 id="bits-title">The whole game</h2>
  <p class="sum">${analysis.equation}</p>
  <${BitsPlot} turns=${analysis.turns} />
  <p class="dim legend">
    <span><i class="swatch main" />what was left</span>
    <span><i class="swatch soft" />what was to be expected after that guess</span>
  </p>
</section>`;
