// Assistant: the game is played elsewhere; here is what is known of it, and what to guess.
import { MOST_CLUES, aborted, ask, clues, h, latest, percent, plural, put, say, whole } from "./dom.js";
import {
  LENGTH,
  boardKey,
  editionSelect,
  fieldSelect,
  folded,
  forBoard,
  hardToggle,
  keyboard,
  notice,
  row,
  select,
  setting,
  shake,
  splitChart,
  waiting,
  wordField,
  wordList,
} from "./parts.js";

const ROWS = 6;
const NOTHING = "0".repeat(LENGTH);
const WIN = "2".repeat(LENGTH);
let strategies = null;

export function mount(root, { change, open }) {
  const state = {
    params: new URLSearchParams(),
    clues: [],
    draft: "",
    colours: NOTHING,
    cursor: 0,
    known: null,
    problem: null,
    split: null,
    splitProblem: null,
    opened: new Set(), // the bars of the split that are open
    all: false,
    allWords: false,
    sharpening: false,
    fresh: -1,
    last: "",
    drawn: "",
    checking: false, // a clue is entered, and its word looked up
    later: [], // the keys that were pressed meanwhile
  };
  const asking = latest(),
    sharpening = latest(),
    splitting = latest(),
    checking = latest();
  const parts = {
    settings: h("div", { class: "settings" }),
    board: h("div", { class: "board", role: "region", "aria-label": "Board" }),
    under: h("div", { class: "under" }),
    keys: h("div", {}),
    summary: h("section", { class: "card summary", "aria-label": "What is known" }),
    guesses: h("section", { class: "card", "aria-labelledby": "guesses-title" }),
    split: h("section", { class: "card", "aria-labelledby": "split-title" }),
    secrets: h("section", { class: "card", "aria-labelledby": "secrets-title" }),
  };
  root.append(
    h("h1", { class: "unseen" }, "Assistant"),
    folded(parts.settings),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "left" }, h("div", { class: "sticky" }, parts.board, parts.under, parts.keys)),
      h("div", { class: "right" }, parts.summary, parts.guesses, parts.split, parts.secrets),
    ),
  );

  const asked = () => ({ ...setting(state.params), clues: state.clues });
  const wanted = () => ({
    ...asked(),
    count: 8,
    ...(state.params.get("o") ? { opener: state.params.get("o") } : {}),
  });
  const own = () => (state.params.get("s") ? { strategy: state.params.get("s") } : {});
  const won = () => !state.problem && state.clues.at(-1)?.reply === WIN;
  const used = () => !state.problem && !won() && state.clues.length >= ROWS;
  const setClues = (list, how) => change({ c: clues.write(list) }, how);

  /** Ask what is known: an answer at once, and then the exact one. */
  async function refresh() {
    const signal = asking();
    sharpening();
    splitting();
    state.sharpening = false;
    try {
      state.known = await ask("suggest", { ...wanted(), ...own() }, signal);
      state.problem = null;
      say(
        won()
          ? `Found in ${state.clues.length}.`
          : `${plural(state.known.remaining, "word")} possible. Best guess: ${state.known.suggestions[0]?.guess ?? "none"}.`,
      );
    } catch (error) {
      if (aborted(error)) return;
      state.problem = error;
      state.known = null;
      say(error.message);
    }
    draw();
    if (!state.known) return;
    chooseSplit();
    if (state.known.sharpens && !state.params.get("s")) sharpen();
  }

  async function sharpen() {
    state.sharpening = true;
    drawGuesses();
    try {
      const exact = await ask("suggest/exact", wanted(), sharpening());
      if (exact.proved) {
        state.known = exact;
        say(
          `Proved: ${exact.suggestions[0].guess} takes ${exact.suggestions[0].expected.toFixed(2)} guesses on average.`,
        );
      }
    } catch (error) {
      if (aborted(error)) return;
    }
    state.sharpening = false;
    drawGuesses();
    chooseSplit();
  }

  /** What the draft, or else the best guess, would do. */
  async function chooseSplit() {
    const guess = state.draft.length === LENGTH ? state.draft : state.known?.suggestions[0]?.guess;
    const signal = splitting();
    if (!guess || !state.known || won()) {
      state.split = null;
      drawSplit();
      return;
    }
    if (isSplit(guess)) {
      drawSplit();
      return;
    }
    if (!(await loadSplit(guess, signal))) return;
    if (state.splitProblem && state.draft === guess) say(state.splitProblem.message);
    drawSplit();
    drawUnder();
  }

  const isSplit = (guess) => state.split?.guess === guess && state.split.at === state.last;

  /** Ask what a guess would do, and with it whether it is allowed; false if nobody waits any more. */
  async function loadSplit(guess, signal) {
    try {
      const split = { ...(await ask("split", { ...asked(), guess }, signal)), at: state.last };
      if (!isSplit(guess)) state.opened = new Set();
      state.split = split;
      state.splitProblem = null;
    } catch (error) {
      if (aborted(error)) return false;
      state.split = null;
      state.splitProblem = error;
    }
    return true;
  }

  function typed() {
    checking();
    state.splitProblem = null;
    state.refused = "";
    state.cursor = 0;
    if (state.draft.length < LENGTH) state.colours = NOTHING;
    drawBoard();
    drawUnder();
    chooseSplit();
  }

  function take(guess) {
    state.draft = guess;
    state.colours = state.known?.remaining === 1 ? WIN : NOTHING;
    typed();
    parts.board.querySelector(`[data-key="tile-${state.clues.length}-0"]`)?.focus({ preventScroll: true });
    nowRow()?.scrollIntoView({ block: "nearest" });
  }

  const nowRow = () => parts.board.querySelectorAll(".row")[state.clues.length];

  /** Why no clue is taken now, or nothing. */
  function standing() {
    if (state.problem?.kind === "contradiction") return "Correct the marked tile first, or undo.";
    if (Number.isInteger(state.problem?.clue)) return "Undo up to the marked row first.";
    if (state.clues.length >= MOST_CLUES) return "Twenty clues are enough.";
    return "";
  }

  function refuse(text) {
    state.refused = text;
    drawUnder();
    shake(nowRow());
    say(text);
  }

  function paint(place, colour) {
    state.colours = state.colours.slice(0, place) + colour + state.colours.slice(place + 1);
    drawBoard();
    drawUnder();
    drawSplit();
  }

  /** Enter the draft as a clue, once it is known to be a word that is allowed. */
  async function commit() {
    const clue = { guess: state.draft, reply: state.colours },
      missing = LENGTH - clue.guess.length;
    if (state.checking || !clue.guess) return;
    if (standing()) refuse(standing());
    else if (missing) refuse(`${plural(missing, "letter is", "letters are")} missing.`);
    else {
      state.checking = true;
      const told = isSplit(clue.guess) || (state.splitProblem && state.splitProblem.kind !== "busy");
      const here = told || (await loadSplit(clue.guess, checking()));
      state.checking = false;
      if (here && state.splitProblem) refuse(state.splitProblem.message);
      else if (here) enter(clue);
      for (const name of state.later.splice(0)) press(name);
    }
  }

  function enter(clue) {
    state.draft = "";
    state.colours = NOTHING;
    state.fresh = state.clues.length;
    setClues([...state.clues, clue]);
  }

  function undo() {
    if (state.draft) {
      state.draft = "";
      typed();
    } else if (state.clues.length) {
      say(`${state.clues.at(-1).guess} is taken back.`);
      setClues(state.clues.slice(0, -1));
    }
  }

  function press(name) {
    if (state.checking) {
      state.later.push(name);
      return;
    }
    if (won() && name !== "Backspace") return;
    if (name === "Enter") commit();
    else if (name === "Backspace") {
      if (state.draft) {
        state.draft = state.draft.slice(0, -1);
        typed();
      }
    } else if (/^[a-z]$/.test(name) && state.draft.length < LENGTH) {
      state.draft += name;
      typed();
    } else if (/^[012]$/.test(name) && state.draft.length === LENGTH) {
      const place = state.cursor;
      state.cursor = Math.min(LENGTH - 1, place + 1);
      paint(place, name);
    }
  }

  function key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.closest?.("input, textarea")) {
      event.preventDefault();
      undo();
      return;
    }
    if (event.key === "Enter" && event.target.matches?.("input[type=text]")) event.target.blur(); // its word is taken
    if (!forBoard(event)) return;
    const on = event.target.closest?.(".board .tile");
    if (on && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const tiles = [...parts.board.querySelectorAll("button.tile")];
      tiles[tiles.indexOf(on) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
      event.preventDefault();
    } else if (on && /^[012]$/.test(event.key)) {
      const place = Number(on.dataset.place),
        line = Number(on.dataset.row);
      if (line === state.clues.length) {
        paint(place, event.key);
        parts.board.querySelector(`[data-key="tile-${line}-${Math.min(LENGTH - 1, place + 1)}"]`)?.focus();
      } else recolour(line, place, event.key);
    } else {
      const name = boardKey(event, state.draft, "012");
      if (name) press(name);
    }
  }

  function recolour(line, place, colour) {
    const list = state.clues.map((clue) => ({ ...clue }));
    list[line].reply = list[line].reply.slice(0, place) + colour + list[line].reply.slice(place + 1);
    setClues(list, { replace: true });
  }

  function drawSettings() {
    const get = (name) => state.params.get(name) ?? "";
    put(
      parts.settings,
      editionSelect(state.params, (e) => change({ e })),
      fieldSelect(state.params, (w) => change({ w })),
      select(
        "Strategy",
        get("s"),
        [["", "Exact where possible"], ...(strategies ?? []).map(({ name }) => [name, name])],
        (s) => change({ s }),
      ),
      wordField("Own opener", get("o"), (o) => change({ o }), "any"),
      hardToggle(state.params, (hard) => change({ hard })),
    );
  }

  function drawBoard() {
    const { draft, colours, cursor, problem } = state;
    const drawn = JSON.stringify([state.clues, draft, colours, cursor, problem?.clue, problem?.tiles, won()]);
    if (drawn === state.drawn) return; // what moves goes on moving
    state.drawn = drawn;
    const rows = [];
    const count = Math.max(ROWS, state.clues.length + (won() ? 0 : 1));
    for (let at = 0; at < count; at += 1) {
      if (at < state.clues.length) {
        const { guess, reply } = state.clues[at];
        const wrong =
          state.problem?.clue === at ? (state.problem.tiles.length ? state.problem.tiles : [0, 1, 2, 3, 4]) : [];
        rows.push(
          row(guess, reply, {
            row: at,
            wrong,
            flip: at === state.fresh,
            onclick: (place) => recolour(at, place, String((Number(reply[place]) + 1) % 3)),
          }),
        );
      } else if (at === state.clues.length && !won()) {
        const full = state.draft.length === LENGTH;
        rows.push(
          row(state.draft, full ? state.colours : null, {
            row: at,
            cursor: full ? state.cursor : state.draft.length,
            onclick: full
              ? (place) => {
                  state.cursor = place;
                  paint(place, String((Number(state.colours[place]) + 1) % 3));
                }
              : undefined,
          }),
        );
      } else rows.push(row("", null, { row: at }));
    }
    put(parts.board, rows);
    state.fresh = -1;
  }

  function drawUnder() {
    const full = state.draft.length === LENGTH;
    const part =
      full && state.split?.guess === state.draft
        ? state.split.parts.find(({ reply }) => reply === state.colours)
        : null;
    const wrong = state.refused || (state.problem && standing()) || (full && state.splitProblem?.message);
    const lost = used() && !state.draft;
    let hint = state.problem ? "" : "Type a word, or take a suggestion.";
    if (wrong) hint = wrong;
    else if (won()) hint = `Found in ${state.clues.length}.`;
    else if (lost) hint = "All six guesses are used.";
    else if (full && state.split?.guess === state.draft)
      hint = part
        ? `With these colours ${plural(part.count, "word")} would remain.`
        : "No word that is left gives these colours.";
    else if (full) hint = "Set the colours: click a tile, or press 0 for grey, 1 for yellow, 2 for green.";
    const bad = wrong || (full && state.split?.guess === state.draft && !part);
    put(
      parts.under,
      h("p", { class: `hint${bad ? " bad" : ""}`, role: bad && !state.problem ? "alert" : null }, hint),
      h(
        "div",
        { class: "buttons" },
        won() || lost
          ? h(
              "button",
              {
                type: "button",
                class: "button main",
                dataset: { key: "analyse" },
                onclick: () =>
                  open("analyse", {
                    e: state.params.get("e"),
                    w: state.params.get("w"),
                    hard: state.params.get("hard"),
                    c: clues.write(state.clues),
                  }),
              },
              "Analyse this game",
            )
          : h(
              "button",
              {
                type: "button",
                class: "button main",
                disabled: !full,
                onclick: () => press("Enter"),
                dataset: { key: "commit" },
              },
              "Enter clue",
            ),
        h(
          "button",
          {
            type: "button",
            class: "button",
            disabled: !state.draft && !state.clues.length,
            onclick: undo,
            dataset: { key: "undo" },
          },
          "Undo",
        ),
        h(
          "button",
          {
            type: "button",
            class: "button",
            disabled: !state.clues.length && !state.draft,
            onclick: () => {
              state.draft = "";
              if (state.clues.length) setClues([]);
              else typed();
            },
            dataset: { key: "clear" },
          },
          "New game",
        ),
      ),
    );
  }

  function drawSummary() {
    if (state.problem) {
      const others = Object.entries(state.problem.others ?? {});
      put(
        parts.summary,
        notice(state.problem),
        state.problem.kind === "contradiction"
          ? h(
              "p",
              { class: "dim" },
              state.problem.tiles.length
                ? "The marked tile is the likeliest mistake; press it to change its colour."
                : "Press a tile to change its colour, or undo.",
              others.length
                ? ` Or clue ${others.map(([at, left]) => `${Number(at) + 1} (${state.clues[at]?.guess}; without it ${plural(left, "word")} would fit)`).join(", or clue ")}.`
                : "",
            )
          : state.problem.kind === "busy"
            ? h("button", { type: "button", class: "button", onclick: refresh, dataset: { key: "retry" } }, "Try again")
            : null,
      );
      return;
    }
    if (!state.known) {
      put(parts.summary, waiting("Looking"));
      return;
    }
    const { remaining, bits } = state.known;
    if (won()) {
      put(
        parts.summary,
        h(
          "p",
          { class: "big" },
          h("strong", {}, state.clues.at(-1).guess.toUpperCase()),
          h("span", {}, `found in ${state.clues.length}`),
        ),
      );
      return;
    }
    put(
      parts.summary,
      h(
        "p",
        { class: "big" },
        h("strong", {}, whole(remaining)),
        h("span", {}, remaining === 1 ? "word is possible" : "words are possible"),
      ),
      h(
        "p",
        { class: "dim" },
        remaining === 1
          ? "Nothing is uncertain any more."
          : `${bits.toFixed(2)} bits of uncertainty${state.clues.length >= ROWS ? ", and no guess left" : `, guess ${state.clues.length + 1} of ${ROWS}`}`,
      ),
    );
  }

  function drawGuesses() {
    const { known } = state;
    parts.guesses.hidden = !known || won();
    if (!known || won()) return;
    const proved = known.proved,
      estimated = known.estimates;
    const badge = proved
      ? h("span", { class: "badge proved" }, "proved")
      : h(
          "span",
          { class: `badge${state.sharpening ? " busy" : ""}` },
          state.sharpening ? "proving…" : estimated ? "estimated" : `by ${known.strategy}`,
        );
    const head = proved ? "expected" : estimated ? "estimate" : "score";
    put(
      parts.guesses,
      h("div", { class: "card-head" }, h("h2", { id: "guesses-title" }, "Best guesses"), badge),
      h(
        "div",
        { class: `table${proved ? " sharp" : ""}`, role: "table", "aria-label": "Ranked guesses" },
        h(
          "div",
          { class: "line head", role: "row" },
          h("span", { role: "columnheader" }, "guess"),
          h(
            "span",
            {
              role: "columnheader",
              title: proved ? "Expected guesses from here, with perfect play" : "What the strategy ranks by",
            },
            head,
          ),
          h("span", { role: "columnheader", title: "Bits that the reply tells on average" }, "bits"),
          h("span", { role: "columnheader", title: "The chance to be the secret" }, "hit"),
        ),
        known.suggestions.map((each) =>
          h(
            "div",
            { class: `line${each.hit ? " possible" : ""}`, role: "row" },
            h(
              "span",
              { role: "cell" },
              h(
                "button",
                {
                  type: "button",
                  class: "pick",
                  onclick: () => take(each.guess),
                  dataset: { key: `pick-${each.guess}` },
                  "aria-label": `Take ${each.guess}`,
                },
                each.guess,
              ),
            ),
            h("span", { role: "cell" }, (each.expected ?? each.score).toFixed(proved || estimated ? 3 : 2)),
            h("span", { role: "cell" }, each.bits.toFixed(2)),
            h("span", { role: "cell" }, percent(each.hit)),
          ),
        ),
      ),
      known.suggestions.some(({ hit }) => hit) && known.suggestions.some(({ hit }) => !hit)
        ? h("p", { class: "dim key-line" }, h("i", { class: "may-be" }), "may be the word itself")
        : null,
      !proved && !estimated
        ? h("p", { class: "dim" }, (strategies ?? []).find(({ name }) => name === known.strategy)?.summary ?? "")
        : null,
    );
  }

  function drawSplit() {
    parts.split.hidden = !state.split;
    if (!state.split) return;
    const { split } = state;
    const chosen = state.draft === split.guess ? state.colours : null;
    put(
      parts.split,
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "split-title" }, "How ", h("em", { class: "guess" }, split.guess), " splits the field"),
        h(
          "span",
          { class: "dim" },
          `${split.bits.toFixed(2)} bits · ${plural(split.parts.length, "reply", "replies")} · at worst ${whole(split.largest)}`,
        ),
      ),
      splitChart(split, {
        chosen,
        all: state.all,
        opened: state.opened,
        more: () => {
          state.all = !state.all;
          drawSplit();
        },
      }),
    );
  }

  function drawSecrets() {
    const { known } = state;
    parts.secrets.hidden = !known || won();
    if (!known || won()) return;
    const weighted = known.secrets.length > 1 && known.secrets[0].chance > known.secrets.at(-1).chance * 1.0001;
    const few = known.secrets.slice(0, state.allWords ? undefined : 60);
    put(
      parts.secrets,
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "secrets-title" }, known.remaining === 1 ? "The word" : "Possible words"),
        weighted ? h("span", { class: "dim" }, "likeliest first") : null,
      ),
      wordList(
        few.map(({ word }) => word),
        known.remaining,
        take,
      ),
      known.secrets.length > 60
        ? h(
            "button",
            {
              type: "button",
              class: "quiet",
              dataset: { key: "more-words" },
              onclick: () => {
                state.allWords = !state.allWords;
                drawSecrets();
              },
            },
            state.allWords
              ? "Show fewer"
              : `Show ${known.remaining > known.secrets.length ? "the first " : "all "}${whole(known.secrets.length)}`,
          )
        : null,
    );
  }

  function draw() {
    drawBoard();
    drawUnder();
    drawSummary();
    drawGuesses();
    drawSecrets();
    if (!state.known || won()) {
      state.split = null;
      drawSplit();
    }
  }

  ask("strategies")
    .then((list) => {
      const menu = parts.settings.querySelector('[data-key="select-Strategy"]'),
        now = state.params.get("s");
      if (!strategies)
        menu?.append(...list.map(({ name }) => h("option", { value: name, selected: name === now }, name)));
      strategies = list;
      drawGuesses();
    })
    .catch(() => {});
  put(parts.keys, keyboard(press));

  return {
    key,
    leave() {
      asking();
      sharpening();
      splitting();
      checking();
    },
    update(params) {
      checking();
      state.refused = "";
      state.splitProblem = null;
      state.params = params;
      const list = clues.read(params.get("c"));
      if (state.clues.length !== list.length) state.allWords = state.all = false;
      state.clues = list;
      state.last = params.toString();
      drawSettings();
      drawBoard();
      drawUnder();
      if (!state.known) drawSummary();
      refresh();
    },
  };
}
