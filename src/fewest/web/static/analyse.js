// Analyse: a finished game, guess by guess.
import { aborted, ask, clues, h, latest, plural, put, say, words } from "./dom.js";
import {
  editionSelect,
  fieldSelect,
  folded,
  hardToggle,
  notice,
  plot,
  setting,
  shareBox,
  small,
  waiting,
} from "./parts.js";

const EXAMPLE = "crane slate rebut";

export function mount(root, { change }) {
  const asking = latest();
  let params = new URLSearchParams();
  const text = h("textarea", {
    id: "game",
    rows: 4,
    maxLength: 4000,
    spellcheck: false,
    autocapitalize: "none",
    placeholder: `${EXAMPLE}\n\nor crane=01001 slate=00011 …, or the guesses and the squares that the game lets you share`,
  });
  const secret = h("input", {
    type: "text",
    maxLength: 32,
    size: 12,
    placeholder: "none",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
  });
  const settings = h("div", { class: "settings" });
  const result = h("div", { "aria-live": "off" });
  const submit = () => {
    const { guesses, grid } = read(text.value);
    change({ c: "", g: words.write(guesses), q: grid, x: secret.value.trim().toLowerCase() });
    if (!guesses.length) refuse(grid);
  };
  const refuse = (grid) =>
    put(
      result,
      notice(grid ? "Squares alone are not enough; write the guesses too." : "There is no guess in this text."),
    );
  root.append(
    h("h1", {}, "Analyse a game"),
    h("p", { class: "lead" }, "What each guess was worth, and how much of the outcome was skill and how much luck."),
    folded(settings),
    h(
      "form",
      {
        class: "card game-form",
        onsubmit: (event) => {
          event.preventDefault();
          submit();
        },
      },
      h("label", { htmlFor: "game" }, "The guesses, up to the secret"),
      text,
      h("label", { class: "field" }, h("span", {}, "Secret, if it was not found"), secret),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "button main" }, "Analyse"),
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => {
              text.value = EXAMPLE;
              secret.value = "";
              submit();
            },
          },
          "Show an example",
        ),
      ),
    ),
    result,
  );
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  });

  async function run() {
    const signal = asking(),
      list = clues.read(params.get("c"));
    const guesses = list.length ? list.map(({ guess, reply }) => `${guess}=${reply}`) : words.read(params.get("g"));
    secret.value = params.get("x") ?? "";
    if (!guesses.length) {
      if (params.get("q")) refuse(true);
      else put(result);
      return;
    }
    text.value = [guesses.join(" "), params.get("q")].filter(Boolean).join("\n\n");
    put(result, waiting("Thinking about every guess"));
    try {
      const missed = secret.value ? { secret: secret.value } : {};
      const asked = { ...setting(params), guesses, grid: params.get("q") || null, ...missed };
      const made = await ask("analyse", asked, signal);
      put(result, show(made));
      say(`Skill ${made.skill}, luck ${made.luck}.`);
    } catch (error) {
      if (!aborted(error)) put(result, notice(error));
    }
  }

  return {
    leave: () => asking(),
    update(given) {
      params = given;
      put(
        settings,
        editionSelect(params, (e) => change({ e })),
        fieldSelect(params, (w) => change({ w })),
        hardToggle(params, (hard) => change({ hard })),
      );
      run();
    },
  };
}

/** The first line of what games let one share: it holds a score such as 3/6 or X/6, or is of a duel of ours. */
const HEAD = /(^|[^\p{L}\d])[\dX]\/\d|^\s*fewest duel\b/iu;

/** Guesses and squares out of what was pasted. */
function read(text) {
  const guesses = [],
    grid = [];
  const lines = text.split("\n").filter((line) => !HEAD.test(line));
  for (const piece of lines.join("\n").split(/[\s,;]+/)) {
    if (/^[⬛⬜🟨🟩🟦🟧\ufe0f]+$/u.test(piece)) grid.push(piece);
    else if (/^\p{L}+(=\S+)?$/u.test(piece)) guesses.push(piece.toLowerCase());
  }
  return {
    guesses: guesses.filter((each) => each !== "wordle" || guesses.length === 1).slice(0, 20),
    grid: grid.join(" "),
  };
}

const about = (value, exact, digits = 2) => `${exact ? "" : "~"}${value.toFixed(digits)}`;

function dial(name, value, text) {
  return h(
    "div",
    { class: `dial ${name}`, "--value": value / 99, role: "img", "aria-label": `${name}: ${value} of 99` },
    h("div", { class: "dial-face" }, h("strong", {}, String(value)), h("span", {}, name)),
    h("p", {}, text),
  );
}

function show(made) {
  const { turns } = made;
  const sum = `${plural(turns.length, "guess", "guesses")}${made.solved ? "" : ` + ${about(made.left, made.exact)} still expected`} = ${about(made.par, turns[0].exact)} for perfect play + ${about(made.lost, made.exact)} lost by choices ${made.gained >= 0 ? "−" : "+"} ${about(Math.abs(made.gained), made.exact)} ${made.gained >= 0 ? "gained by luck" : "lost by bad luck"}`;
  const points = [
    [0, turns[0].bits_before],
    ...turns.map((turn, at) => [at + 1, turn.after === 1 && turn.reply === "22222" ? 0 : turn.bits_after]),
  ];
  const expected = [
    [0, turns[0].bits_before],
    ...turns.map((turn, at) => [at + 1, Math.max(0, turn.bits_before - turn.bits_expected)]),
  ];
  return h(
    "div",
    { class: "analysis" },
    h(
      "section",
      { class: "card verdict", "aria-label": "Verdict" },
      h(
        "div",
        { class: "dials" },
        dial(
          "skill",
          made.skill,
          made.skill >= 95
            ? "Hardly to be improved."
            : made.skill >= 80
              ? "Well played."
              : made.skill >= 60
                ? "Solid, with room."
                : "Better guesses were there.",
        ),
        dial(
          "luck",
          made.luck,
          made.luck >= 70 ? "The replies were kind." : made.luck >= 40 ? "As usual." : "The replies were harsh.",
        ),
      ),
      h("p", { class: "sum" }, sum),
      made.exact ? null : h("p", { class: "dim" }, "~ marks an estimate: the exact value takes too long there."),
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "turns-title" },
      h("h2", { id: "turns-title" }, "Guess by guess"),
      h(
        "ol",
        { class: "turns" },
        turns.map((turn) =>
          h(
            "li",
            { class: "turn" },
            h(
              "div",
              { class: "turn-head" },
              small(turn.guess, turn.reply),
              h("span", { class: "dim" }, `${turn.before.toLocaleString("en")} → ${turn.after.toLocaleString("en")}`),
            ),
            h(
              "dl",
              { class: "facts" },
              fact("skill", turn.before === 1 && turn.perfect ? "–" : String(turn.skill)),
              fact("luck", turn.bits_expected > 0 ? String(turn.luck) : "–"),
              fact(
                "bits",
                `${turn.bits_got.toFixed(1)} of ${turn.bits_expected.toFixed(1)}`,
                "bits that came, of those to be expected",
              ),
              fact("takes", about(turn.expected, turn.exact), "guesses expected from there on"),
              fact("best", turn.perfect ? "this one" : `${turn.best} ${about(turn.best_expected, turn.exact)}`),
            ),
            h(
              "p",
              { class: turn.perfect ? "fine" : "why" },
              turn.perfect ? "No guess was better." : `Lost ${about(turn.lost, turn.exact)}: ${turn.why}`,
            ),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "right" },
      h(
        "section",
        { class: "card", "aria-labelledby": "bits-title" },
        h("h2", { id: "bits-title" }, "The bits falling"),
        plot(
          [
            { points: expected, class: "soft", kind: "dots" },
            {
              points,
              class: "main",
              kind: "step",
              labels: points.map(([, bits], at) => (at ? turns[at - 1].guess : `${bits.toFixed(1)} bits`)),
            },
          ],
          {
            x: "after guess",
            y: "bits of uncertainty",
            label: `Bits of uncertainty: ${points.map(([, bits]) => bits.toFixed(1)).join(", ")}`,
            side: 64,
            xTicks: points.map(([at]) => [at, at ? String(at) : "start"]),
          },
        ),
        h(
          "p",
          { class: "dim legend" },
          h("span", {}, h("i", { class: "swatch main" }), "what was left"),
          h("span", {}, h("i", { class: "swatch soft" }), "what was to be expected after that guess"),
        ),
      ),
      h(
        "section",
        { class: "card", "aria-labelledby": "share-title" },
        h("h2", { id: "share-title" }, "Share"),
        shareBox(made.share),
      ),
    ),
  );
}

function fact(name, value, title) {
  return h("div", { title }, h("dt", {}, name), h("dd", {}, value));
}
