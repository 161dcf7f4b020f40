// Explore: walk the optimal tree of any opener.
import { aborted, ask, h, latest, plural, put, say, whole, words } from "./dom.js";
import {
  OPENERS,
  editionOf,
  editionSelect,
  folded,
  hardToggle,
  histogram,
  isHard,
  notice,
  small,
  squares,
  waiting,
  wordField,
  wordList,
} from "./parts.js";

export function mount(root, { change }) {
  const quick = latest(),
    exact = latest();
  let params = new URLSearchParams();
  let node = null,
    proving = false,
    problem = null,
    all = false;
  const settings = h("div", { class: "settings" });
  const crumbs = h("nav", { class: "crumbs", "aria-label": "Path" });
  const main = h("section", { class: "card", "aria-labelledby": "node-title" });
  const side = h("section", { class: "card", "aria-labelledby": "spread-title" });
  root.append(
    h("h1", {}, "Explore a tree"),
    h(
      "p",
      { class: "lead" },
      "Perfect play after any opener: every reply, what it leaves, and the guess that is best then.",
    ),
    folded(settings),
    crumbs,
    h("div", { class: "columns wide-left" }, h("div", { class: "left" }, main), h("div", { class: "right" }, side)),
  );

  const opener = () => params.get("o") || OPENERS[editionOf(params)];
  const path = () => words.read(params.get("r"));
  const walk = (replies, how) => change({ r: words.write(replies) }, how);

  async function run() {
    const asked = {
      edition: editionOf(params),
      hard: isHard(params),
      opener: opener(),
      replies: path(),
      ...(params.get("f") ? { secret: params.get("f") } : {}),
    };
    const one = quick(),
      two = exact();
    problem = null;
    proving = true;
    if (!node) put(main, waiting("Growing a tree"));
    const sharp = load(asked, true, two);
    try {
      const first = await Promise.race([load(asked, false, one), sharp.catch(() => new Promise(() => {}))]);
      if (!node || !node.proved || node.key !== keyOf(asked)) node = { ...first, key: keyOf(asked) };
      if (node.proved) proving = false;
      told();
    } catch (error) {
      if (aborted(error)) return;
      if (error.clue === null) problem = error;
      else node = null; // the replies lead nowhere in the quick tree; they may in the best one
    }
    draw();
    try {
      node = { ...(await sharp), key: keyOf(asked) };
      problem = null;
      proving = false;
      if (node.proved) say(`Proved: ${node.opener} takes ${node.whole_mean.toFixed(4)} guesses on average.`);
    } catch (error) {
      if (aborted(error)) return;
      proving = false;
      if (error.kind === "reply" && path().length) {
        walk(path().slice(0, error.clue ?? -1), { replace: true }); // back to where it still led somewhere
        return;
      }
      problem = error;
    }
    draw();
  }

  const keyOf = (asked) => JSON.stringify(asked);
  const load = (asked, wanted, signal) => ask("tree", { ...asked, exact: wanted }, signal);
  const told = () => say(node.guess ? `${plural(node.count, "word")}; the guess is ${node.guess}.` : "Found.");

  function drawSettings() {
    put(
      settings,
      editionSelect(params, (e) => change({ e, r: "", f: "" })),
      wordField("Opener", opener(), (o) => change({ o, r: "" })),
      wordField("Find a secret", params.get("f"), (f) => change({ f }), "any answer"),
      hardToggle(params, (hard) => change({ hard, r: "" })),
    );
  }

  function draw() {
    side.hidden = Boolean(problem) || !node;
    if (side.hidden) {
      put(crumbs);
      put(main, problem ? notice(problem) : waiting("Growing a tree"));
      return;
    }
    put(
      crumbs,
      h(
        "ol",
        {},
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "crumb",
              onclick: () => walk([]),
              disabled: !node.path.length,
              dataset: { key: "crumb-0" },
            },
            "start",
          ),
        ),
        node.path.map((clue, at) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "crumb",
                onclick: () => walk(path().slice(0, at + 1)),
                "aria-current": at === node.path.length - 1 ? "step" : null,
                dataset: { key: `crumb-${at + 1}` },
              },
              small(clue.guess, clue.reply),
            ),
          ),
        ),
      ),
    );
    const found = node.secret_path;
    const onPath =
      found.length > path().length && found.slice(0, path().length).every(({ reply }, at) => reply === path()[at])
        ? found[path().length]?.reply
        : null;
    const badge = node.proved
      ? h("span", { class: "badge proved" }, "proved")
      : h("span", { class: `badge${proving ? " busy" : ""}` }, proving ? "proving…" : `by ${node.strategy}`);
    const most = Math.max(...node.branches.map(({ count }) => count), 1);
    const shown = all ? node.branches : node.branches.slice(0, 14);
    const hidden =
      onPath && !shown.some(({ reply }) => reply === onPath)
        ? node.branches.filter(({ reply }) => reply === onPath)
        : [];
    put(
      main,
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "node-title" }, node.guess ? ["Guess ", h("em", { class: "guess" }, node.guess)] : "Found"),
        badge,
      ),
      h(
        "p",
        { class: "dim" },
        node.guess
          ? `${plural(node.count, "word")} possible here; guess ${path().length + 1}. Choose a reply to go on.`
          : `It takes ${plural(path().length, "guess", "guesses")}.`,
      ),
      found.length
        ? h(
            "p",
            { class: "found" },
            h("span", {}, `${params.get("f")} takes ${found.length}: `),
            found.map((clue, at) =>
              h(
                "button",
                {
                  type: "button",
                  class: "crumb",
                  dataset: { key: `found-${at}` },
                  "aria-label": `Go to guess ${at + 1}, ${clue.guess}`,
                  onclick: () => walk(found.slice(0, at).map(({ reply }) => reply)),
                },
                small(clue.guess, clue.reply),
              ),
            ),
          )
        : null,
      node.guess
        ? h(
            "div",
            { class: "branch head", "aria-hidden": "true" },
            ["reply", "", "words", "next", "mean · worst"].map((name) => h("span", {}, name)),
          )
        : null,
      h(
        "ul",
        { class: "branches" },
        [...hidden, ...shown].map((branch) =>
          h(
            "li",
            { class: branch.reply === onPath ? "on-path" : "" },
            h(
              "button",
              {
                type: "button",
                class: "branch",
                disabled: branch.guess === null,
                dataset: { key: `branch-${branch.reply}`, reply: branch.reply },
                onclick: () => walk([...path(), branch.reply]),
              },
              squares(branch.reply),
              h("span", { class: "part-bar", "--share": branch.count / most }),
              h(
                "span",
                { class: "branch-count" },
                whole(branch.count),
                h("span", { class: "unseen" }, branch.count === 1 ? " word" : " words"),
              ),
              h("span", { class: "branch-guess" }, branch.guess ?? "found"),
              h(
                "span",
                { class: "branch-mean dim" },
                branch.guess
                  ? [
                      h("span", { class: "unseen" }, "mean "),
                      `${branch.mean.toFixed(2)} · `,
                      h("span", { class: "unseen" }, "worst "),
                      String(branch.worst),
                    ]
                  : null,
              ),
            ),
            branch.count <= 12 && branch.guess
              ? h("span", { class: "branch-words dim" }, branch.words.join(" "))
              : null,
          ),
        ),
      ),
      node.branches.length > 14
        ? h(
            "button",
            {
              type: "button",
              class: "quiet",
              dataset: { key: "all" },
              onclick: () => {
                all = !all;
                draw();
              },
            },
            all ? "Show fewer" : `Show all ${node.branches.length} replies`,
          )
        : null,
      node.guess ? null : wordList([node.path.at(-1)?.guess ?? ""]),
    );
    put(
      side,
      h("h2", { id: "spread-title" }, path().length ? "From here" : "The whole tree"),
      h(
        "p",
        { class: "big" },
        h("strong", {}, node.mean.toFixed(path().length ? 3 : 4)),
        h("span", {}, path().length ? "guesses in all, on average" : "guesses on average"),
      ),
      histogram(node.histogram, "Guesses needed"),
      h(
        "dl",
        { class: "facts" },
        h("div", {}, h("dt", {}, "opener"), h("dd", {}, node.opener)),
        h("div", {}, h("dt", {}, "total"), h("dd", {}, whole(node.whole_total))),
        h("div", {}, h("dt", {}, "mean"), h("dd", {}, node.whole_mean.toFixed(4))),
        h("div", {}, h("dt", {}, "worst"), h("dd", {}, String(node.whole_worst))),
      ),
      h(
        "p",
        { class: "dim" },
        node.proved
          ? "No play after this opener takes fewer guesses."
          : proving
            ? "The best tree is being searched for; this one is close."
            : "To find the best tree takes too long here; this is how the default strategy plays.",
      ),
    );
  }

  return {
    leave() {
      quick();
      exact();
    },
    update(given) {
      params = given;
      all = false;
      drawSettings();
      run();
    },
  };
}
