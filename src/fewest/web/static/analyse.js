// Analyse: a finished game, guess by guess.
/**
 * @import { Analysis, Turn } from "fewest-api"
 * @import { Frame } from "./app.js"
 */
import { draw, html, plural, say, whole, withValue } from "./dom.js";
import { Term } from "./help.js";
import { EditionSelect, HardToggle, Notice, Plot, Settings, Waiting, WORD_INPUT, WordsSelect } from "./parts.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import { clues, limits, settingOf, words } from "./settings.js";
import { ShareBox } from "./share.js";
import { SmallTiles } from "./tiles.js";

const EXAMPLE = "crane slate rebut";
const PLACEHOLDER = `${EXAMPLE}\n\nor crane=01001 slate=00011 …, or the guesses and the squares that the game lets you share`;

/**
 * @param {Element} root
 * @param {Frame} frame
 */
export function mount(root, { change, set }) {
  const analyseRequest = new LatestRequest();
  let params = new URLSearchParams();
  let game = ""; // the text of the guesses
  let secret = "";
  /** @type {unknown} */
  let result = null;

  function submit() {
    const { guesses, grid } = readGame(game);
    change({ c: "", g: words.write(guesses), q: grid, x: secret.trim().toLowerCase() });
    if (!guesses.length) refuse(Boolean(grid));
  }

  /** @param {boolean} hasSquares */
  function refuse(hasSquares) {
    const text = hasSquares
      ? "Squares alone are not enough; write the guesses too."
      : "There is no guess in this text.";
    show(html`<${Notice} text=${text} />`);
  }

  /** Ask for the analysis of the game in the address. */
  async function run() {
    const signal = analyseRequest.next();
    const list = clues.read(params.get("c"));
    const guesses = list.length ? list.map(({ guess, reply }) => `${guess}=${reply}`) : words.read(params.get("g"));
    const grid = params.get("q");
    secret = params.get("x") ?? "";
    if (!guesses.length) {
      if (grid) refuse(true);
      else show(null);
      return;
    }
    game = [guesses.join(" "), grid].filter(Boolean).join("\n\n");
    show(html`<${Waiting} text="Thinking about every guess" />`);
    try {
      const asked = { ...settingOf(params), guesses, grid: grid || null, secret: secret || null };
      const analysis = await ask("analyse", asked, signal);
      show(html`<${Result} analysis=${analysis} />`);
      say(`Skill ${analysis.skill}, luck ${analysis.luck}.`);
    } catch (error) {
      const problem = problemOf(error);
      if (problem) show(html`<${Notice} text=${problem.message} />`);
    }
  }

  /** @param {unknown} given */
  function show(given) {
    result = given;
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
      submit();
    };
    draw(
      root,
      html`<h1>Analyse a game</h1>
        <p class="lead">What each guess was worth, and how much of the outcome was skill and how much luck.</p>
        <${Settings} name="analyse">
          <${EditionSelect} params=${params} onChange=${set("e")} />
          <${WordsSelect} params=${params} onChange=${set("w")} />
          <${HardToggle} params=${params} onChange=${set("hard")} />
        <//>
        <form class="card game-form" onsubmit=${onSubmit}>
          <label for="game">The guesses, up to the secret</label>
          <textarea id="game" rows="4" maxLength=${2 * limits.longest_grid} spellcheck=${false} autocapitalize="none"
            placeholder=${PLACEHOLDER} value=${game} oninput=${onGame} onkeydown=${onKey} />
          <label class="field">
            <span>Secret, if it was not found</span>
            <input ...${WORD_INPUT} size="12" placeholder="none" value=${secret} oninput=${onSecret} />
          </label>
          <div class="buttons">
            <button type="submit" class="button main">Analyse</button>
            <button type="button" class="button" onclick=${showExample}>Show an example</button>
          </div>
        </form>
        <div aria-live="off">${result}</div>`,
    );
  }

  return {
    redraw: () => show(result),
    leave() {
      analyseRequest.stop();
    },
    /** @param {URLSearchParams} given */
    update(given) {
      params = given;
      run();
    },
  };
}

/** The first line of a shared game: it holds a score such as 3/6 or X/6, or is of a duel of fewest. */
const HEAD = /(^|[^\p{L}\d])[\dX]\/\d|^\s*fewest duel\b/iu;

/**
 * The guesses and the squares in a text.
 * @param {string} text
 */
function readGame(text) {
  const guesses = [];
  const grid = [];
  const lines = text.split("\n").filter((line) => !HEAD.test(line));
  for (const piece of lines.join("\n").split(/[\s,;]+/)) {
    if (/^(?:⬛|⬜|🟨|🟩|🟦|🟧|\ufe0f)+$/u.test(piece)) grid.push(piece);
    else if (/^\p{L}+(=\S+)?$/u.test(piece)) guesses.push(piece.toLowerCase());
  }
  return {
    guesses: guesses.filter((each) => each !== "wordle" || guesses.length === 1).slice(0, limits.most_clues),
    grid: grid.join(" "),
  };
}

/**
 * A number of guesses; an estimate is marked.
 * @param {number} value
 * @param {boolean} exact
 */
const about = (value, exact) => `${exact ? "" : "~"}${value.toFixed(2)}`;

/** @param {{ name: string, value: number, text: string }} props */
const Dial = ({ name, value, text }) => html`<div
  class=${`dial ${name}`} style=${{ "--value": value / 99 }} role="img" aria-label=${`${name}: ${value} of 99`}>
  <div class="dial-face"><strong>${value}</strong><span>${name}</span></div>
  <p>${text}</p>
</div>`;

/** @param {number} skill */
function skillText(skill) {
  if (skill >= 95) return "Hardly to be improved.";
  if (skill >= 80) return "Well played.";
  return skill >= 60 ? "Solid, with room." : "Better guesses were there.";
}

/** @param {number} luck */
function luckText(luck) {
  if (luck >= 70) return "The replies were kind.";
  return luck >= 40 ? "As usual." : "The replies were harsh.";
}

/**
 * How the number of guesses adds up.
 * @param {Analysis} analysis
 */
function sum({ turns, solved, left, par, lost, gained, exact }) {
  const made = plural(turns.length, "guess", "guesses");
  const open = solved ? "" : ` + ${about(left, exact)} still expected`;
  const luck = `${gained >= 0 ? "−" : "+"} ${about(Math.abs(gained), exact)} ${gained >= 0 ? "gained by luck" : "lost by bad luck"}`;
  return `${made}${open} = ${about(par, turns[0].exact)} for perfect play + ${about(lost, exact)} lost by choices ${luck}`;
}

/** @param {{ name: string, value: string | number, term?: string }} props */
const Fact = ({ name, value, term }) => html`<div>
  <dt>${term ? html`<${Term} of=${term} text=${name} />` : name}</dt><dd>${value}</dd>
</div>`;

/** @param {{ turn: Turn }} props */
const TurnItem = ({ turn }) => html`<li class="turn">
  <div class="turn-head">
    <${SmallTiles} guess=${turn.guess} reply=${turn.reply} />
    <span class="dim">${whole(turn.before)} → ${whole(turn.after)}</span>
  </div>
  <dl class="facts">
    <${Fact} name="skill" value=${turn.before === 1 && turn.perfect ? "–" : turn.skill} />
    <${Fact} name="luck" value=${turn.bits_expected > 0 ? turn.luck : "–"} />
    <${Fact} name="bits" value=${`${turn.bits_got.toFixed(1)} of ${turn.bits_expected.toFixed(1)}`} term="bits" />
    <${Fact} name="takes" value=${about(turn.expected, turn.exact)} term="expected" />
    <${Fact} name="best" value=${turn.perfect ? "this one" : `${turn.best} ${about(turn.best_expected, turn.exact)}`} />
  </dl>
  <p class=${turn.perfect ? "fine" : "why"}>
    ${turn.perfect ? "No guess was better." : `Lost ${about(turn.lost, turn.exact)}: ${turn.why}`}
  </p>
</li>`;

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

/** @param {{ analysis: Analysis }} props */
function Result({ analysis }) {
  const { turns, skill, luck, exact, share } = analysis;
  return html`<div class="analysis">
    <section class="card verdict" aria-label="Verdict">
      <div class="dials">
        <${Dial} name="skill" value=${skill} text=${skillText(skill)} />
        <${Dial} name="luck" value=${luck} text=${luckText(luck)} />
      </div>
      <p class="sum">${sum(analysis)}</p>
      ${!exact && html`<p class="dim">~ marks an estimate: the exact value takes too long there.</p>`}
    </section>
    <section class="card" aria-labelledby="turns-title">
      <h2 id="turns-title">Guess by guess</h2>
      <ol class="turns">${turns.map((turn) => html`<${TurnItem} turn=${turn} />`)}</ol>
    </section>
    <div class="right">
      <section class="card" aria-labelledby="bits-title">
        <h2 id="bits-title">The bits falling</h2>
        <${BitsPlot} turns=${turns} />
        <p class="dim legend">
          <span><i class="swatch main" />what was left</span>
          <span><i class="swatch soft" />what was to be expected after that guess</span>
        </p>
      </section>
      <section class="card" aria-labelledby="share-title"><h2 id="share-title">Share</h2><${ShareBox} text=${share} /></section>
    </div>
  </div>`;
}
