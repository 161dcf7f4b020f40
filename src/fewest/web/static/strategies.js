// Strategies: how well each plays every answer, and pictures of why.
import { aborted, ask, h, latest, put, say, whole } from "./dom.js";
import {
  OPENERS,
  editionOf,
  editionSelect,
  folded,
  hardToggle,
  histogram,
  isHard,
  notice,
  plot,
  waiting,
  wordField,
} from "./parts.js";

const PERFECT = "Perfect play after its opener, proved by exact search.";
const PROVED = 10; // openers whose exact value is looked at, each a second or more
const SECONDS = 10; // how long a search may improve itself

export function mount(root, { change }) {
  const asking = latest();
  let params = new URLSearchParams();
  let list = [],
    rows = new Map(),
    picked = null;
  const settings = h("div", { class: "settings" });
  const card = (name) => h("section", { class: "card", "aria-labelledby": `${name}-title` });
  const [table, spread, bits, curve, openers, convergence] = [
    "compare",
    "spread",
    "bits",
    "curve",
    "openers",
    "convergence",
  ].map(card);
  root.append(
    h("h1", {}, "Strategies"),
    h("p", { class: "lead" }, "Every answer is played, nothing is sampled. The page fills while you watch."),
    folded(settings),
    h("div", { class: "columns wide-left" }, h("div", { class: "left" }, table), h("div", { class: "right" }, spread)),
    h("div", { class: "pair" }, bits, curve, openers, convergence),
  );
  const about = (name) => list.find((each) => each.name === name)?.summary ?? PERFECT;

  async function run() {
    const signal = asking();
    const edition = editionOf(params),
      hard = isHard(params),
      opener = params.get("o") || null;
    const compare = async (strategy, first) =>
      (await ask("compare", { edition, hard, strategies: [strategy], opener: first }, signal))[0];
    rows = new Map();
    picked = null;
    for (const each of [bits, curve, openers, convergence]) put(each);
    draw();
    try {
      if (!list.length) list = await ask("strategies", undefined, signal);
      drawCurve(await ask(`curve/${edition}`, undefined, signal));
      for (const name of [...list.map((each) => each.name), "optimal"]) {
        try {
          rows.set(name, await compare(name, name === "optimal" ? (opener ?? OPENERS[edition]) : opener));
        } catch (error) {
          if (aborted(error)) throw error;
          rows.set(name, { strategy: name, problem: error.message });
          if (opener && name !== "optimal") {
            put(table, notice(error));
            return;
          }
        }
        draw();
      }
      say("All strategies have played.");
      if (hard) return;
      await watchConvergence(edition, signal);
      await tryOpeners(edition, compare, signal);
    } catch (error) {
      if (!aborted(error)) put(table, notice(error));
    }
  }

  function drawSettings() {
    put(
      settings,
      editionSelect(params, (e) => change({ e })),
      wordField("Opener for all", params.get("o"), (o) => change({ o }), "their own"),
      hardToggle(params, (hard) => change({ hard })),
    );
  }

  function draw() {
    const done = [...rows.values()].filter((row) => !row.problem).sort((a, b) => a.mean - b.mean);
    const failed = [...rows.values()].filter((row) => row.problem);
    const total = list.length + 1;
    const shown = rows.get(picked) ?? done[0];
    put(
      table,
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "compare-title" }, "Comparison"),
        h("span", { class: "dim" }, rows.size < total ? `${rows.size} of ${total}` : `${done.length} strategies`),
      ),
      done.length ? drawTable(done, shown) : null,
      rows.size < total ? waiting("Playing every answer") : null,
      failed.map((row) => h("p", { class: "dim" }, `${row.strategy}: ${row.problem}`)),
    );
    spread.hidden = !shown;
    if (!shown) return;
    put(
      spread,
      h("h2", { id: "spread-title" }, shown.strategy),
      h(
        "p",
        { class: "big" },
        h("strong", {}, shown.mean.toFixed(4)),
        h("span", {}, `guesses on average from ${shown.opener}`),
      ),
      histogram(shown.histogram, "Guesses needed"),
      h("p", { class: "dim" }, about(shown.strategy)),
    );
    drawBits(shown, done[0]);
  }

  function drawTable(done, shown) {
    const heads = ["strategy", "opener", "mean", "total", "worst", "lost"].map((name) =>
      h("th", { scope: "col" }, name),
    );
    const line = (row) => {
      const pick = {
        type: "button",
        class: "pick",
        "aria-pressed": String(row === shown),
        dataset: { key: `pick-${row.strategy}` },
        title: about(row.strategy),
        onclick: () => {
          picked = row.strategy;
          draw();
        },
      };
      const cells = [
        row.opener,
        row.mean.toFixed(4),
        whole(row.total),
        row.worst,
        row.losses ? whole(row.losses) : "–",
      ];
      return h(
        "tr",
        { class: row === shown ? "picked" : "" },
        h("th", { scope: "row" }, h("button", pick, row.strategy)),
        [...cells.map(String), ribbon(row)].map((cell) => h("td", {}, cell)),
      );
    };
    return h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparison table" },
      h(
        "table",
        { class: "compare" },
        h("thead", {}, h("tr", {}, heads, h("th", { scope: "col" }, h("span", { class: "unseen" }, "distribution")))),
        h("tbody", {}, done.map(line)),
      ),
    );
  }

  function picture(where, name, title, image, text, busy = null) {
    put(where, h("h2", { id: `${name}-title` }, title), image, text && h("p", { class: "dim" }, text), busy);
  }

  function drawBits(shown, best) {
    const points = (row) => row.bits.map((left, at) => [at, left]);
    const series = [
      { points: points(best), class: "soft" },
      {
        points: points(shown),
        class: "main",
        kind: "step",
        titles: shown.bits.map((left) => `${left.toFixed(2)} bits`),
      },
    ];
    picture(
      bits,
      "bits",
      "Bits left",
      plot(series, {
        x: "after guess",
        y: "bits of uncertainty, on average",
        label: `Bits left by ${shown.strategy}: ${shown.bits.map((left) => left.toFixed(2)).join(", ")}`,
      }),
      shown === best
        ? `How ${shown.strategy} uses its guesses up, over all answers. Choose another strategy to set it beside this one.`
        : `${shown.strategy} beside ${best.strategy} (pale), over all answers; a game that is won has no bits left.`,
    );
  }

  function drawCurve(found) {
    picture(
      curve,
      "curve",
      "What bits cost",
      plot(
        [
          { points: found.bits.map((bits, at) => [bits, found.guesses[at]]), class: "main" },
          { points: found.knots, class: "main", kind: "dots" },
        ],
        {
          x: "bits of uncertainty",
          y: "guesses still needed",
          label: "Guesses still needed by bits of uncertainty, a curve that rises",
        },
      ),
      "Learnt from games: how many guesses some bits of uncertainty take. The default strategy plays by it.",
    );
  }

  /** What is predicted of the best openers, beside what they take: one proof after the other. */
  async function tryOpeners(edition, compare, signal) {
    const { suggestions } = await ask("suggest", { edition, count: PROVED }, signal);
    const points = [],
      names = [];
    const show = (busy) => {
      const title = "Openers, predicted and proved";
      if (!points.length) {
        picture(openers, "openers", title, null, busy ? "" : "No proof was quick enough here.", busy);
        return;
      }
      const low = Math.min(...points.flat()),
        high = Math.max(...points.flat());
      picture(
        openers,
        "openers",
        title,
        plot(
          [
            {
              points: [
                [low, low],
                [high, high],
              ],
              class: "soft",
            },
            {
              points,
              class: "main",
              kind: "dots",
              labels: names,
              titles: points.map(([is, said], at) => `${names[at]}: ${is.toFixed(4)}, predicted ${said.toFixed(4)}`),
            },
          ],
          {
            x: "guesses it takes with perfect play",
            y: "guesses predicted",
            label: `Openers by what they take and what was predicted: ${points.map(([is, said], at) => `${names[at]} ${is.toFixed(3)} and ${said.toFixed(3)}`).join(", ")}`,
            fromZero: false,
            side: 56,
          },
        ),
        "The openers that promise most, each proved while you watch. On the pale line a prediction is exact.",
        busy,
      );
    };
    for (const { guess, score } of suggestions) {
      show(waiting(`${points.length} of ${suggestions.length} proved`));
      try {
        points.push([(await compare("optimal", guess)).mean, score]);
        names.push(guess);
      } catch (error) {
        if (aborted(error)) throw error; // else its proof takes too long
      }
    }
    show(null);
  }

  /** How a search that starts from brute force gets better. */
  async function watchConvergence(edition, signal) {
    put(
      convergence,
      h("h2", { id: "convergence-title" }, "A search that improves itself"),
      waiting(`Searching for ${SECONDS} seconds`),
    );
    const found = await ask("converge", { edition, seconds: SECONDS }, signal);
    const steps = found.steps.slice(1); // the first is brute force, thousands of guesses
    const last = steps.at(-1);
    const best = rows.get("optimal")?.mean;
    picture(
      convergence,
      "convergence",
      "A search that improves itself",
      plot(
        [
          ...(best
            ? [
                {
                  points: [
                    [0, best],
                    [last.seconds, best],
                  ],
                  class: "soft",
                },
              ]
            : []),
          { points: steps.map(({ seconds, mean }) => [seconds, mean]), class: "main" },
          { points: [[last.seconds, last.mean]], class: "main", kind: "dots", labels: [last.opener] },
        ],
        {
          x: "seconds",
          y: "guesses that the best known play takes",
          label: `From ${steps[0].mean.toFixed(4)} to ${last.mean.toFixed(4)} guesses in ${last.iteration} iterations`,
          fromZero: false,
          side: 56,
        },
      ),
      `${last.iteration} iterations bring the best known play to ${last.mean.toFixed(4)} guesses${best ? `; the pale line is perfect play, ${best.toFixed(4)}` : ""}.`,
    );
  }

  return {
    leave: () => asking(),
    update(given) {
      params = given;
      drawSettings();
      run();
    },
  };
}

/** The distribution as one thin ribbon. */
function ribbon(row) {
  const total = Object.values(row.histogram).reduce((sum, count) => sum + count, 0);
  const told = Object.entries(row.histogram).map(([guesses, count]) => `${count} in ${guesses}`);
  return h(
    "span",
    { class: "ribbon", role: "img", "aria-label": told.join(", ") },
    Object.entries(row.histogram).map(([guesses, count]) =>
      h("i", { class: `g${Math.min(7, guesses)}`, "--share": count / total }),
    ),
  );
}
