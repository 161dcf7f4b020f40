// Strategies: how well each plays all answers, with plots that show why.
/**
 * @import { Converged, CurvePoints, Evaluated } from "fewest-api"
 */

import {
  EditionSelect,
  HardSwitch,
  Head,
  Histogram,
  Notice,
  Plot,
  RuleSelect,
  Skeleton,
  Waiting,
  WordField,
} from "./components.js";
import { html, say, whole } from "./dom.js";
import { ask, outcomeOf } from "./request.js";
import { Section } from "./section.js";
import { askedRule, editionOf, ruleOf, strategies } from "./settings.js";

const OPTIMAL = { name: "optimal", summary: "Perfect play after its opener, proved by exact search." };
/** The strategies, usually the best first, so that few rows of the table move when it is sorted at the end. */
const USUAL_ORDER =
  "expected-moves most-parts entropic entropy statistical expected-size minimax letters letters-adjusted";
const placeOf = (/** @type {{ name: string }} */ { name }) => USUAL_ORDER.split(" ").indexOf(name) >>> 0; // unknown names come last
const PLAYERS = [OPTIMAL, ...strategies.toSorted((a, b) => placeOf(a) - placeOf(b))];
const PROOFS = 10; // openers to prove; each takes a second or more
const SECONDS = 10; // the time of the search that improves itself

/** @param {string} strategy */
const summaryOf = (strategy) => PLAYERS.find(({ name }) => name === strategy)?.summary ?? OPTIMAL.summary;

/** @typedef {{ name: string, predicted: number, mean: number }} Proof An opener with its predicted and proved guesses. */

const EMPTY = {
  played: /** @type {Evaluated[]} */ ([]), // best first
  failed: /** @type {{ name: string, message: string }[]} */ ([]),
  picked: "",
  message: "", // shown instead of the table
  curve: /** @type {CurvePoints | null} */ (null),
  convergence: /** @type {Converged | "running" | null} */ (null),
  proofs: /** @type {Proof[] | null} */ (null),
  proofsRunning: "", // the progress of the proofs
};

/** @extends {Section<typeof EMPTY>} */
export class Strategies extends Section {
  state = EMPTY;

  refresh = async () => {
    this.set(EMPTY);
    const { problem } = await outcomeOf(this.run(this.requests.next("run")));
    if (problem) this.set({ message: problem.message });
  };

  /** Evaluate every strategy, then run the searches. @param {AbortSignal} signal */
  async run(signal) {
    const { label: edition, opener: best } = editionOf(this.params);
    const opener = this.params.get("o") || null;
    this.set({ curve: await ask(`curve/${edition}`, null, signal) });
    for (const { name } of [...strategies, OPTIMAL]) {
      const isOptimal = name === OPTIMAL.name;
      const evaluated = this.evaluate(name, opener ?? (isOptimal ? best : null), signal);
      const { answer: row, problem } = opener && !isOptimal ? { answer: await evaluated } : await outcomeOf(evaluated);
      signal.throwIfAborted();
      const { played, failed } = this.state;
      if (row) this.set({ played: [...played, row].sort((a, b) => a.mean - b.mean) });
      if (problem) this.set({ failed: [...failed, { name, message: problem.message }] });
    }
    say("All strategies are done.");
    if (ruleOf(this.params, true)) return; // the searches below take too long with a rule
    this.set({ convergence: "running" });
    this.set({ convergence: await ask("converge", { edition, seconds: SECONDS }, signal) });
    await this.proveOpeners(edition, signal);
  }

  /**
   * @param {string} name
   * @param {string | null} opener
   * @param {AbortSignal} signal
   */
  async evaluate(name, opener, signal) {
    const setting = { edition: editionOf(this.params).label, ...askedRule(ruleOf(this.params, true)) };
    return (await ask("compare", { ...setting, strategies: [name], opener }, signal))[0];
  }

  /**
   * Prove the values of the most promising openers, one after the other.
   * @param {string} edition
   * @param {AbortSignal} signal
   */
  async proveOpeners(edition, signal) {
    const { suggestions } = await ask("suggest", { edition, count: PROOFS }, signal);
    /** @type {Proof[]} */
    let proofs = [];
    for (const { guess, score } of suggestions) {
      this.set({ proofs, proofsRunning: `${proofs.length} of ${suggestions.length} proved` });
      const { answer: row } = await outcomeOf(this.evaluate(OPTIMAL.name, guess, signal));
      signal.throwIfAborted();
      if (row) proofs = [...proofs, { name: guess, predicted: score, mean: row.mean }]; // otherwise the proof took too long
    }
    this.set({ proofs, proofsRunning: "" });
  }

  comparison() {
    const { played, failed, message } = this.state;
    if (message) return html`<${Notice} text=${message} />`;
    const done = played.length + failed.length;
    const isRunning = done < PLAYERS.length;
    return html`<div class="card-head">
        <h2 id="compare-title">Comparison</h2>
        <span class="dim">${isRunning ? `${done} of ${PLAYERS.length}` : `${played.length} strategies`}</span>
      </div>
      ${this.table()}
      ${failed.map(({ name, message: text }) => html`<p class="dim">${name}: ${text}</p>`)}`;
  }

  shown() {
    const { played, picked } = this.state;
    return played.find(({ strategy }) => strategy === picked) ?? played[0];
  }

  /** The table; sorted, best first, once all strategies are done. */
  table() {
    const { played, failed } = this.state;
    const isDone = (/** @type {string} */ name) => failed.some((each) => each.name === name);
    const waiting = PLAYERS.flatMap(({ name }) =>
      isDone(name) ? [] : (played.find(({ strategy }) => strategy === name) ?? name),
    );
    const line = (/** @type {Evaluated | string} */ row) => {
      if (typeof row === "string")
        return html`<tr key=${row} class="dim"><th scope="row">${row}</th><td colspan="5"><${Skeleton} lines=${0.6} text="not played yet" /></td></tr>`;
      const { strategy, opener, mean, total, worst, losses } = row;
      const isShown = row === this.shown();
      return html`<tr key=${strategy} class=${isShown ? "picked" : ""}>
        <th scope="row">
          <button type="button" class="pick" data-key=${`pick-${strategy}`} aria-pressed=${isShown}
            onclick=${() => this.set({ picked: strategy })}>${strategy}</button>
        </th>
        <td>${opener}</td>
        <td>${mean.toFixed(4)}</td>
        <td>${whole(total)}</td>
        <td>${worst}</td>
        <td>${losses ? whole(losses) : "–"}</td>
      </tr>`;
    };
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Comparison table">
      <table class="compare">
        <thead>
          <tr>
            ${["strategy", "opener", "mean", "total", "worst", "lost"].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>${played.length + failed.length < PLAYERS.length ? waiting.map(line) : played.map(line)}</tbody>
      </table>
    </div>`;
  }

  /** @param {Evaluated} row */
  spread({ strategy, mean, opener, histogram }) {
    return html`<h2 id="spread-title">${strategy}</h2>
      <p class="big"><strong>${mean.toFixed(4)}</strong><span>guesses on average, starting with ${opener}</span></p>
      <${Histogram} counts=${histogram} maxGuesses=${editionOf(this.params).max_guesses} />
      <p class="dim">${summaryOf(strategy)}</p>`;
  }

  view() {
    const { played, curve, convergence, proofs, proofsRunning, message } = this.state;
    const { params, setting: set } = this;
    const row = this.shown();
    const best = played.find(({ strategy }) => strategy === OPTIMAL.name)?.mean;
    const awaited = !message && html`<${Skeleton} lines=${10} text="" />`;
    const spread = row ? this.spread(row) : awaited;
    const searched = !ruleOf(params, true) && awaited;
    const card = (/** @type {string} */ name, /** @type {unknown} */ picture, /** @type {unknown} */ placeholder) =>
      html`<section class="card" aria-labelledby=${picture ? `${name}-title` : null}>${picture || placeholder}</section>`;
    const inView = html`<${EditionSelect} params=${params} onChange=${set("e")} />
      <${HardSwitch} params=${params} onChange=${set("hard")} />
      <${WordField} label="Opener for all" value=${params.get("o")} placeholder="their own" onChange=${set("o")} />`;
    return html`<${Head} title="Strategies" inView=${inView}>
        <${RuleSelect} params=${params} onChange=${set("hard")} />
      <//>
      <section class="card advice" aria-labelledby=${message ? null : "compare-title"}>
        <p class="lead">Each strategy plays every answer of the list once. Results appear as soon as they are computed.</p>
        ${this.comparison()}
      </section>
      ${spread && html`<div class="desk"><section class="card sticky" aria-labelledby=${row ? "spread-title" : null} aria-busy=${!row}>${spread}</section></div>`}
      <div class="reasons">
        ${card("bits", row && html`<${BitsPicture} row=${row} best=${played[0]} />`, awaited)}
        ${card("curve", curve && html`<${CurvePicture} curve=${curve} />`, awaited)}
        ${card("openers", proofs && html`<${OpenersPicture} proofs=${proofs} running=${proofsRunning} />`, searched)}
        ${card("convergence", convergence && html`<${ConvergencePicture} convergence=${convergence} best=${best} />`, searched)}
      </div>`;
  }
}

/**
 * The bits left after each guess, compared with the best strategy.
 * @param {{ row: Evaluated, best: Evaluated }} props
 */
function BitsPicture({ row: { strategy, bits }, best }) {
  const points = (/** @type {number[]} */ list) => list.map((left, index) => [index, left]);
  const texts = bits.map((left) => left.toFixed(2));
  const series = [
    { points: points(best.bits), class: "soft" },
    { points: points(bits), class: "main", kind: "step" },
  ];
  return html`<h2 id="bits-title">Bits left</h2>
    <${Plot} series=${series} x="after guess" y="bits of uncertainty, on average"
      label=${`Bits left by ${strategy}: ${texts.join(", ")}`} />
    <p class="dim">
      ${
        strategy === best.strategy
          ? `How fast the strategy '${strategy}' narrows down the answers. Choose another strategy in the table to compare it.`
          : `${strategy} compared with ${best.strategy} (pale). A game that is won counts as 0 bits.`
      }
    </p>`;
}

/** The expected number of guesses by bits of uncertainty. @param {{ curve: CurvePoints }} props */
function CurvePicture({ curve: { bits, guesses, knots } }) {
  const series = [
    { points: bits.map((bit, index) => [bit, guesses[index]]), class: "main" },
    { points: knots, class: "main", kind: "dots" },
  ];
  return html`<h2 id="curve-title">Guesses needed by bits of uncertainty</h2>
    <${Plot} series=${series} x="bits of uncertainty" y="guesses still needed"
      label="Guesses still needed by bits of uncertainty: a rising curve" />
    <p class="dim">Learnt from games. The default strategy estimates the value of a position with this curve.</p>`;
}

/**
 * The predicted and the proved number of guesses of some openers.
 * @param {{ proofs: Proof[], running: string }} props
 */
function OpenersPicture({ proofs, running }) {
  const points = proofs.map(({ mean, predicted }) => [mean, predicted]);
  const [low, high] = [Math.min(...points.flat()), Math.max(...points.flat())];
  const texts = proofs.map(({ name, mean, predicted }) => `${name} ${mean.toFixed(3)} and ${predicted.toFixed(3)}`);
  const labels = proofs.map(({ name }) => name);
  const diagonal = [low, high].map((value) => [value, value]);
  const series = [
    { points: diagonal, class: "soft" },
    { points, class: "main", kind: "dots", labels },
  ];
  const about = proofs.length
    ? "The most promising openers, with their predicted and proved number of guesses. On the pale line the two are equal."
    : "No proof finished in time.";
  return html`<h2 id="openers-title">Openers: predicted and proved guesses</h2>
    ${
      proofs.length > 0 &&
      html`<${Plot} series=${series} x="guesses needed (proved)" y="guesses predicted" fromZero=${false} right=${56}
        label=${`Openers with proved and predicted guesses: ${texts.join(", ")}`} />`
    }
    ${(proofs.length > 0 || !running) && html`<p class="dim">${about}</p>`}
    ${running && html`<${Waiting} text=${running} />`}`;
}

/**
 * How a search that starts from brute force improves.
 * @param {{ convergence: Converged | "running", best?: number }} props
 */
function ConvergencePicture({ convergence, best }) {
  const title = html`<h2 id="convergence-title">A search that improves itself</h2>`;
  if (convergence === "running") return html`${title}<${Waiting} text=${`Searching for ${SECONDS} seconds`} />`;
  const steps = convergence.steps.slice(1); // the first is brute force: thousands of guesses
  const { seconds, mean, opener, iteration } = steps[steps.length - 1];
  const perfect = [0, seconds].map((second) => [second, best]);
  const series = [
    ...(best ? [{ points: perfect, class: "soft" }] : []),
    { points: steps.map((step) => [step.seconds, step.mean]), class: "main" },
    { points: [[seconds, mean]], class: "main", kind: "dots", labels: [opener] },
  ];
  return html`${title}
    <${Plot} series=${series} x="seconds" y="guesses of the best play found" fromZero=${false} right=${56}
      label=${`From ${steps[0].mean.toFixed(4)} to ${mean.toFixed(4)} guesses in ${iteration} iterations`} />
    <p class="dim">
      After ${iteration} iterations the best play found needs ${mean.toFixed(4)} guesses.${best ? ` The pale line is perfect play: ${best.toFixed(4)}.` : ""}
    </p>`;
}
