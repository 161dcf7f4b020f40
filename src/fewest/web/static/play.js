// Play: practice, the adversary, several boards.
import { USUAL, aborted, ask, clues, h, latest, plural, put, say, whole, words } from "./dom.js";
import {
  COLOURS,
  LENGTH,
  boardKey,
  colourKeys,
  copyButton,
  editionOf,
  editionSelect,
  folded,
  forBoard,
  hardToggle,
  isHard,
  isNarrow,
  keyboard,
  row,
  select,
  shake,
  shareBox,
  wordList,
} from "./parts.js";

const MODES = [
  ["practice", "Practice"],
  ["adversary", "Adversary"],
  ["boards", "Boards"],
];
const ROWS = 6;
const BOARDS = [2, 4, 8, 16];
const LARGEST_SEED = 2 ** 31 - 1;

export function mount(root, { change, open }) {
  const asking = latest(), // the game of the address
    trying = latest(), // a guess that is not in the address yet
    hinting = latest();
  let params = new URLSearchParams();
  let draft = "",
    sent = [], // guesses whose answers are awaited, the oldest first
    sending = false,
    refused = false, // the draft came back; the next letter begins another
    loading = null,
    game = null,
    problem = null,
    broken = false, // the address leads to no game
    hint = "",
    unfolded = false,
    fresh = -1;
  const modes = h("div", { class: "segments", role: "group", "aria-label": "What to play" });
  const settings = h("div", { class: "settings" });
  const lead = h("p", { class: "lead" });
  const board = h("div", { class: "boards", role: "region", "aria-label": "Board" });
  const under = h("div", { class: "under" });
  const keys = keyboard(press);
  const more = h("div", {});
  const table = h("div", { class: "table-top" }, board, h("div", { class: "dock" }, under, keys), more);
  root.append(h("h1", {}, "Play"), lead, h("div", { class: "bar" }, modes, folded(settings)), table);

  /** A whole number of the address, if it is one within limits. */
  const number = (name, low, high) => {
    const text = params.get(name) ?? "";
    return /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null;
  };
  const mode = () => (MODES.some(([name]) => name === params.get("m")) ? params.get("m") : USUAL.m);
  const guesses = () => words.read(params.get("g"));
  const hard = () => isHard(params) && mode() !== "boards";
  const count = () => number("n", BOARDS[0], BOARDS.at(-1)) ?? Number(USUAL.n);
  const seed = () => number("seed", 0, LARGEST_SEED);
  const gaveUp = () => params.get("up") === "1";
  const draw31 = () => crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
  const restart = (values = {}) => change({ g: "", up: "", seed: draw31(), ...values });
  const over = () => Boolean(game && (game.over || (mode() === "adversary" && game.won)));
  const missed = () => (game?.boards ?? []).filter(({ done }) => !done).map(({ secret }) => secret);

  const request = (list) => {
    const common = { edition: editionOf(params), guesses: list };
    if (mode() === "adversary") return ["adversary", { ...common, hard: hard() }];
    if (mode() === "boards") return ["boards", { ...common, boards: count(), seed: seed() }];
    return ["play", { ...common, hard: hard(), seed: seed(), give_up: gaveUp() }];
  };

  /** Take the answer to a request as the game that is shown. */
  function take(answer, asked, list) {
    hinting();
    hint = "";
    broken = false;
    game = { ...answer, list, mode: mode(), key: JSON.stringify(asked) };
    if (list.length || over()) say(told());
  }

  /** Ask for the game of the address. */
  async function refresh() {
    const list = guesses(),
      asked = request(list);
    problem = null;
    try {
      take(await ask(...asked, asking()), asked, list);
    } catch (error) {
      if (aborted(error)) return;
      game = null;
      broken = true;
      problem = error;
      say(error.message);
    }
    fresh = -1;
    draw();
  }

  function told() {
    if (over()) return outcome();
    const last = game.list.at(-1);
    if (game.replies) return `${last}: ${[...game.replies.at(-1)].map((digit) => COLOURS[digit]).join(", ")}.`;
    return `${last}: ${game.boards.filter(({ done }) => done).length} of ${game.boards.length} boards done.`;
  }

  function outcome() {
    if (game.won) return `Won in ${plural(game.list.length, "guess", "guesses")}.`;
    if (mode() === "boards") return `All guesses are made. Missed: ${missed().join(", ").toUpperCase()}.`;
    return `It was ${game.secret.toUpperCase()}.`;
  }

  /** Take the draft as a guess; what is typed next is for the row after it. */
  function guess() {
    if (draft.length < LENGTH) {
      problem = draft ? { message: `The word has ${LENGTH} letters.` } : null;
      return;
    }
    sent.push(draft);
    draft = "";
    send();
  }

  /** Try the guesses one after the other; one goes into the address when it is accepted. */
  async function send() {
    if (sending) return;
    sending = true;
    while (sent.length) {
      await loading;
      if (broken) sent = [];
      if (!sent.length) break;
      const [word] = sent,
        list = [...guesses(), word],
        asked = request(list);
      try {
        const answer = await ask(...asked, trying());
        sent.shift();
        take(answer, asked, list);
        if (over()) [draft, sent] = ["", []];
        fresh = list.length - 1;
        change({ g: words.write(list) });
      } catch (error) {
        if (aborted(error)) continue;
        sent.shift();
        if (error.kind === "busy") sent = [];
        if (!sent.length && !draft) [draft, refused] = [word, true];
        problem = error;
        draw();
        shakeNow();
      }
    }
    sending = false;
  }

  function press(name) {
    if (over() || broken) return;
    const before = draft;
    if (name === "Backspace") draft = draft.slice(0, -1);
    else if (/^[a-z]$/.test(name) && refused) draft = name;
    else if (/^[a-z]$/.test(name) && draft.length < LENGTH) draft += name;
    refused = false;
    if (name === "Enter" || draft !== before) problem = null;
    if (name === "Enter") guess();
    drawBoard();
    drawUnder();
    if (problem) shakeNow();
  }

  const shakeNow = () => board.querySelectorAll(".row.now").forEach(shake);

  async function help() {
    if (!game) return;
    const { list, replies } = game,
      edition = editionOf(params),
      signal = hinting();
    try {
      if (mode() === "boards") {
        const asked = { edition, guesses: list, boards: count(), seed: seed(), hint: true };
        const best = (await ask("boards", asked, signal)).proposals[0];
        hint = best
          ? `Hint: ${best.guess}. It tells ${best.bits.toFixed(1)} bits and finishes ${best.hits.toFixed(2)} boards on average.`
          : "There is no hint.";
      } else {
        const asked = {
          edition,
          hard: hard(),
          clues: list.map((guess, at) => ({ guess, reply: replies[at] })),
          count: 1,
          ...(mode() === "adversary" ? { strategy: "minimax" } : {}),
        };
        const found = await ask("suggest", asked, signal),
          best = found.suggestions[0];
        hint = best
          ? `Hint: ${best.guess}. ${plural(found.remaining, "word fits", "words fit")}; it tells ${best.bits.toFixed(1)} bits${best.hit ? "" : " and cannot be the word itself"}.`
          : "There is no hint.";
      }
    } catch (error) {
      if (aborted(error)) return;
      hint = error.message;
    }
    say(hint);
    drawUnder();
  }

  function drawSettings() {
    put(
      modes,
      MODES.map(([name, text]) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(name === mode()),
            dataset: { key: `mode-${name}` },
            onclick: () => restart({ m: name }),
          },
          text,
        ),
      ),
    );
    const sizes = [...new Set([...BOARDS, count()])].sort((a, b) => a - b).map(String);
    put(
      settings,
      mode() === "boards"
        ? select(
            "Boards",
            String(count()),
            sizes.map((each) => [each, each]),
            (n) => restart({ n }),
          )
        : null,
      editionSelect(params, (e) => restart({ e })),
      mode() === "boards" ? null : hardToggle(params, (hard) => restart({ hard })),
    );
    const same = { e: params.get("e"), hard: params.get("hard"), seed: seed() };
    if (mode() === "boards") Object.assign(same, { hard: null, m: "boards", n: count() });
    const query = new URLSearchParams(Object.entries(same).filter(([, value]) => value !== null));
    const link = (label) => copyButton(label, `${location.origin}/play?${query}`, "quiet");
    put(
      lead,
      {
        practice: ["Find the word in six guesses. ", link("Copy a link to this word")],
        adversary: "It has no word: it keeps as many as it can, and gives in when only yours is left.",
        boards: ["Every guess is made on all boards at once. ", link("Copy a link to these words")],
      }[mode()],
    );
  }

  /** The rows of one board: what is answered, what was sent, what is typed, and what is free. */
  function drawOne(replies, most, { closed = false, brief = false, kind = "", name = "Board" } = {}) {
    const list = game?.list ?? [];
    const used = closed ? replies.length : list.length + sent.length + 1;
    const rows = Array.from({ length: brief ? Math.min(most, used) : most }, (_, at) => {
      if (at < replies.length) return row(list[at], replies[at], { row: at, flip: at === fresh });
      const next = at - list.length;
      if (closed || next < 0 || next > sent.length) return row("", null, { row: at });
      if (next < sent.length) return row(sent[next], null, { row: at });
      const made = row(draft, null, { row: at, cursor: draft.length });
      made.classList.add("now");
      return made;
    });
    return h("div", { class: `board ${kind}`, role: "group", "aria-label": name }, rows);
  }

  function drawBoard() {
    const several = mode() === "boards";
    table.classList.toggle("docked", several);
    board.classList.toggle("many", several);
    board.dataset.count = several ? String(count()) : "1";
    if (several) board.dataset.size = count() > 8 ? "16" : count() > 4 ? "8" : "4";
    else delete board.dataset.size;
    if (several && !game && !broken) put(board);
    else if (!game) put(board, drawOne([], ROWS, { closed: broken }));
    else if (several) {
      const brief = game.boards.length >= 8 || isNarrow();
      put(
        board,
        game.boards.map((each, at) => {
          const lost = game.over && !each.done;
          const how = { closed: each.done || game.over, brief, kind: each.done ? "won" : "", name: `Board ${at + 1}` };
          return h(
            "figure",
            { class: lost ? "missed" : "" },
            drawOne(each.replies, game.max_guesses, how),
            h("figcaption", {}, each.secret ? h("strong", {}, each.secret) : plural(each.remaining, "word")),
          );
        }),
      );
    } else {
      const most = game.max_guesses ?? Math.max(ROWS, game.list.length + sent.length + (game.won ? 0 : 1));
      put(board, drawOne(game.replies, most, { closed: over() }));
    }
    fresh = -1;
  }

  const button = (key, text, onclick, kind = "") =>
    h("button", { type: "button", class: `button ${kind}`, dataset: { key }, onclick }, text);

  function drawUnder() {
    const practice = mode() === "practice",
      ended = over();
    let text = hint || "Type a word and press Enter.";
    if (problem) text = problem.message;
    else if (ended) text = outcome();
    else if (!hint && game?.boards) text = `Guess ${game.list.length + 1} of ${game.max_guesses}: type a word.`;
    else if (!hint && mode() === "adversary" && game?.remaining?.length)
      text = `${plural(game.remaining.at(-1), "word")} left to it.`;
    const analyse = () =>
      open("analyse", {
        e: params.get("e"),
        hard: params.get("hard"),
        c: clues.write(game.list.map((guess, at) => ({ guess, reply: game.replies[at] }))),
      });
    put(
      under,
      h("p", { class: `hint${problem ? " bad" : ""}`, role: problem ? "alert" : null }, text),
      h(
        "div",
        { class: "buttons" },
        broken && problem?.kind === "busy" ? button("retry", "Try again", load) : null,
        !ended && !broken ? button("hint", "Hint", help) : null,
        !ended && !broken && practice ? button("give-up", "Give up", () => change({ up: "1" })) : null,
        button("new", "New game", () => restart(), ended || broken ? "main" : ""),
        ended && practice && game.list.length ? button("analyse", "Analyse", analyse) : null,
      ),
    );
    table.classList.toggle("ended", ended || broken);
  }

  function drawMore() {
    const toggle = ({ currentTarget }) => {
      unfolded = !currentTarget.parentElement.open;
    };
    put(
      more,
      over() && game.share && game.list.length
        ? h("section", { class: "card", "aria-label": "Share" }, h("h2", {}, "Share"), shareBox(game.share))
        : null,
      mode() === "adversary" && game?.words && game.list.length && !game.won
        ? h(
            "details",
            {
              class: "card fold",
              open: unfolded,
            },
            h("summary", { onclick: toggle }, `The ${whole(game.remaining.at(-1))} words that it has left`),
            wordList(game.words, game.remaining.at(-1)),
          )
        : null,
    );
  }

  /** The best colour of each letter; on several boards only whether it was on any. */
  function known() {
    const found = {};
    const several = Boolean(game?.boards);
    for (const replies of several ? game.boards.map((each) => each.replies) : [game?.replies ?? []])
      replies.forEach((reply, at) =>
        [...reply].forEach((digit, place) => {
          const letter = game.list[at][place];
          found[letter] = Math.max(found[letter] ?? 0, Math.min(several ? 1 : 2, Number(digit)));
        }),
      );
    return found;
  }

  function draw() {
    drawBoard();
    drawUnder();
    drawMore();
    colourKeys(keys, known());
  }

  const load = () => {
    loading = refresh();
  };

  return {
    leave() {
      sent = [];
      asking();
      trying();
      hinting();
    },
    key(event) {
      if (!forBoard(event)) return;
      const name = boardKey(event, draft);
      if (name && (draft || name !== "Enter")) press(name);
    },
    update(given) {
      params = given;
      if (mode() !== "adversary" && seed() === null) {
        change({ seed: draw31() }, { replace: true });
        return;
      }
      drawSettings();
      if (game?.key === JSON.stringify(request(guesses()))) {
        asking();
        draw(); // the answer came with the guess
        return;
      }
      trying();
      hinting();
      draft = hint = "";
      sent = [];
      refused = false;
      problem = null;
      broken = false;
      if (game?.mode !== mode() || (mode() !== "boards" && !guesses().length && !gaveUp())) game = null;
      if (!game) draw(); // a new game is there at once
      load();
    },
  };
}
