// My games: how many guesses they took, skill and luck over time, and the file to carry them elsewhere.
/** @import { KeptGame } from "./kept.js" */

import { button, Histogram, Notice, Plot, Shortened, wholeTicks } from "./components.js";
import { choose } from "./dialog.js";
import { Component, html, plural, say } from "./dom.js";
import { csvOf, forgetGame, idOf, isLasting, jsonOf, keepGames, keptGames, readGames } from "./kept.js";
import { save } from "./share.js";
import { Squares } from "./tiles.js";

const SHOWN = 8;
const WINDOW = 10; // games that a point of a line is the mean of
const DOTS = 60; // with more games only the lines are drawn

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;

/**
 * The mean of each value and those before it.
 * @param {number[]} values
 */
const trend = (values) => values.map((_, at) => [at + 1, mean(values.slice(Math.max(0, at + 1 - WINDOW), at + 1))]);

/** @param {KeptGame} game */
const scoreOf = ({ outcome, clues, max_guesses }) => `${outcome === "won" ? clues.length : "X"}/${max_guesses}`;

/** @param {{ games: KeptGame[] }} props */
function Trend({ games }) {
  /** @type {any[]} */
  const series = ["luck", "skill"].flatMap((name) => {
    const values = games.map((game) => game[/** @type {"skill" | "luck"} */ (name)]);
    const dots = { points: values.map((value, at) => [at + 1, value]), kind: "dots", class: name };
    return [...(games.length <= DOTS ? [dots] : []), { points: trend(values), class: name }];
  });
  const last = (/** @type {"skill" | "luck"} */ name) =>
    Math.round(mean(games.slice(-WINDOW).map((game) => game[name])));
  return html`<${Plot} series=${series} x="game" y="0 to 99" xTicks=${wholeTicks(1, games.length)}
      label=${`Skill and luck of ${plural(games.length, "game")}: of the last ${Math.min(WINDOW, games.length)}, skill ${last("skill")} and luck ${last("luck")} on average`} />
    <p class="dim legend">
      <span><i class="swatch skill" />skill, ${last("skill")} of late</span>
      <span><i class="swatch luck" />luck, ${last("luck")} of late</span>
    </p>`;
}

/**
 * @typedef {{ onOpen: (game: KeptGame) => void }} HistoryProps
 * @extends {Component<HistoryProps, { trouble?: string, done?: string }>}
 */
export class History extends Component {
  /** @param {string} kind */
  export(kind) {
    const text = kind === "json" ? jsonOf(keptGames()) : csvOf(keptGames());
    save(new File([text], `fewest-games.${kind}`, { type: kind === "json" ? "application/json" : "text/csv" }));
    this.tell(`${plural(keptGames().length, "game")} exported.`);
  }

  /** @param {string} done */
  tell(done, trouble = "") {
    this.setState({ done, trouble });
    say(done || trouble);
  }

  /** @param {HTMLInputElement} input */
  async import(input) {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const list = readGames(await file.text());
      const added = keepGames(list);
      const rest = list.length - added;
      this.tell(`${plural(added, "game")} added${rest ? `, ${plural(rest, "game")} known already` : ""}.`);
    } catch (error) {
      this.tell("", `${file.name} was not imported: ${error instanceof Error ? error.message : "it cannot be read"}.`);
    }
    input.value = "";
  }

  /** @param {KeptGame} game */
  async forget(game) {
    const text = `${game.clues.map((clue) => clue.split("=")[0].toUpperCase()).join(" ")} of ${game.when} no longer counts.`;
    if (!(await choose("Forget this game?", text, { forget: "Forget" }))) return;
    forgetGame(game);
    this.tell("The game is forgotten.");
  }

  /** @param {KeptGame} game */
  item(game) {
    const { onOpen } = this.props;
    return html`<li key=${`${game.when} ${idOf(game)}`} class="kept">
      <button type="button" class="kept-open" data-key=${`open-${game.when}-${idOf(game)}`} onclick=${() => onOpen(game)}
        aria-label=${`Open the game of ${game.when}: ${game.secret || "lost"}, ${scoreOf(game)}, skill ${game.skill}, luck ${game.luck}`}>
        <span class="dim">${game.when}</span>
        <strong>${(game.secret || "?").toUpperCase()}</strong>
        <span>${scoreOf(game)}</span>
        <span class="kept-marks">skill ${game.skill} · luck ${game.luck}</span>
        <${Squares} reply=${game.clues[0].split("=")[1]} />
      </button>
      <button type="button" class="icon-button" aria-label=${`Forget the game of ${game.when}, ${game.secret}`}
        onclick=${() => this.forget(game)}>✕</button>
    </li>`;
  }

  charts() {
    const games = keptGames();
    const won = games.filter(({ outcome }) => outcome === "won");
    const most = Math.max(6, ...games.map(({ max_guesses }) => max_guesses));
    /** @type {Record<string, number>} */
    const counts = Object.fromEntries(Array.from({ length: most }, (_, at) => [at + 1, 0]));
    for (const { clues } of won) counts[clues.length] += 1;
    const lost = games.length - won.length;
    if (lost) counts[most + 1] = lost;
    const average = won.length ? ` in ${mean(won.map(({ clues }) => clues.length)).toFixed(2)} guesses on average` : "";
    return html`<p>${plural(games.length, "game")}, ${won.length} won${average}${lost ? `, ${lost} lost` : ""}.</p>
      <${Histogram} counts=${counts} maxGuesses=${most} noun="game" />
      ${games.length > 1 && html`<h3>Skill and luck over time</h3><${Trend} games=${games} />`}`;
  }

  render() {
    const games = keptGames();
    const { trouble, done } = this.state;
    const view = (/** @type {KeptGame[]} */ shown) =>
      html`<ol class="kept-games">${shown.map((game) => this.item(game))}</ol>`;
    const list = {
      name: "more-games",
      list: [...games].reverse(),
      count: SHOWN,
      more: `Show all ${games.length}`,
      view,
    };
    return html`<section class="card history" aria-labelledby="history-title">
      <h2 id="history-title">My games</h2>
      ${games.length ? this.charts() : html`<p class="dim">Games that you analyse are kept here, in this browser alone.</p>`}
      ${games.length > 0 && html`<${Shortened} ...${list} />`}
      ${!isLasting() && html`<${Notice} text="This browser does not keep the games; export them before you leave." />`}
      ${trouble && html`<${Notice} text=${trouble} />`}
      ${done && html`<p class="dim">${done}</p>`}
      <div class="buttons">
        ${games.length > 0 && button("export-json", "Export JSON", () => this.export("json"))}
        ${games.length > 0 && button("export-csv", "Export CSV", () => this.export("csv"))}
        <label class="button file">
          Import
          <input type="file" class="unseen" accept=".json,.csv,application/json,text/csv"
            onchange=${(/** @type {any} */ event) => this.import(event.currentTarget)} />
        </label>
      </div>
    </section>`;
  }
}
