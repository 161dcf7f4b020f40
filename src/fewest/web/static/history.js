// My games: guesses, skill and luck over time, and export and import.
/** @import { LoggedGame } from "./log.js" */

import { button, Histogram, Notice, Plot, Shortened, wholeTicks } from "./components.js";
import { choose } from "./dialog.js";
import { Component, html, plural, say } from "./dom.js";
import { addGames, forgetGame, idOf, isLasting, linesOf, loggedGames, readGames, tally } from "./log.js";
import { editions } from "./settings.js";
import { save } from "./share.js";
import { Squares } from "./tiles.js";

const SHOWN = 8;
const WINDOW = 10; // games in the moving average
const DOTS = 60; // with more games, draw only the lines

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The moving average of some values. @param {number[]} values */
const trend = (values) =>
  values.map((_, index) => [index + 1, mean(values.slice(Math.max(0, index + 1 - WINDOW), index + 1))]);

/** The games that can be opened: Wordle on an edition. */
const shownGames = () =>
  loggedGames().filter(
    ({ edition, clues }) =>
      editions.some(({ label }) => label === edition) && clues.length && clues.every((clue) => /=[012]+$/.test(clue)),
  );

/** @param {LoggedGame} game */
const dayOf = ({ when }) => when.slice(0, 10);

/** @param {LoggedGame} game */
const scoreOf = ({ outcome, clues, max_guesses }) => `${outcome === "won" ? clues.length : "X"}/${max_guesses}`;

/** @param {{ games: LoggedGame[] }} props */
function Trend({ games }) {
  /** @type {any[]} */
  const series = /** @type {const} */ (["luck", "skill"]).flatMap((name) => {
    const values = games.map((game) => game[name] ?? 0);
    const dots = { points: values.map((value, index) => [index + 1, value]), kind: "dots", class: name };
    return [...(games.length <= DOTS ? [dots] : []), { points: trend(values), class: name }];
  });
  const last = (/** @type {"skill" | "luck"} */ name) =>
    Math.round(mean(games.slice(-WINDOW).map((game) => game[name] ?? 0)));
  return html`<${Plot} series=${series} x="game" y="skill and luck, 0 to 99" xTicks=${wholeTicks(1, games.length)}
      label=${`Skill and luck of ${plural(games.length, "game")}: of the last ${Math.min(WINDOW, games.length)}, skill ${last("skill")} and luck ${last("luck")} on average`} />
    <p class="dim legend">
      <span><i class="swatch skill" />skill, recently ${last("skill")}</span>
      <span><i class="swatch luck" />luck, recently ${last("luck")}</span>
    </p>`;
}

/**
 * @typedef {{ onOpen: (game: LoggedGame) => void }} HistoryProps
 * @extends {Component<HistoryProps, { trouble?: string, done?: string }>}
 */
export class History extends Component {
  export() {
    const games = loggedGames();
    save(new File([linesOf(games)], "fewest-games.jsonl", { type: "application/jsonl" }));
    this.tell(`${plural(games.length, "game")} exported.`);
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
      const added = addGames(list);
      const rest = list.length - added;
      this.tell(`${plural(added, "game")} added${rest ? `, ${plural(rest, "game")} already there` : ""}.`);
    } catch (error) {
      this.tell(
        "",
        `${file.name} was not imported: ${error instanceof Error ? error.message : "the file cannot be read"}.`,
      );
    }
    input.value = "";
  }

  /** @param {LoggedGame} game */
  async forget(game) {
    const text = `${game.clues.map((clue) => clue.split("=")[0].toUpperCase()).join(" ")} of ${dayOf(game)} will be removed from your statistics.`;
    if (!(await choose("Remove this game?", text, { forget: "Remove" }))) return;
    forgetGame(game);
    this.tell("Game removed.");
  }

  /** @param {LoggedGame} game */
  item(game) {
    const { onOpen } = this.props;
    const { skill, luck } = game;
    const day = dayOf(game);
    const secret = game.secret || "lost";
    const isAnalysed = skill !== null;
    const marks = isAnalysed ? [`skill ${skill}`, `luck ${luck}`] : [];
    return html`<li key=${`${game.when} ${idOf(game)}`} class="kept">
      <button type="button" class="kept-open" data-key=${`open-${game.when}-${idOf(game)}`} onclick=${() => onOpen(game)}
        aria-label=${`${isAnalysed ? "Open" : "Analyse"} the game of ${day}: ${[secret, scoreOf(game), ...marks].join(", ")}`}>
        <span class="dim">${day}</span>
        <strong>${(game.secret || "?").toUpperCase()}</strong>
        <span>${scoreOf(game)}</span>
        <span class=${`kept-marks ${isAnalysed ? "" : "todo"}`}>${marks.join(" · ") || "Analyse"}</span>
        <${Squares} reply=${game.clues[0].split("=")[1]} />
      </button>
      <button type="button" class="icon-button" aria-label=${`Remove the game of ${day}, ${game.secret}`}
        onclick=${() => this.forget(game)}>✕</button>
    </li>`;
  }

  charts() {
    const games = shownGames();
    const analysed = games.filter(({ skill }) => skill !== null);
    const { wins, average, counts } = tally(games, 6);
    const most = Object.keys(counts).length;
    const lost = games.length - wins;
    if (lost) counts[most + 1] = lost;
    return html`<p>${plural(games.length, "game")}, ${wins} won${average}${lost ? `, ${lost} lost` : ""}.</p>
      <${Histogram} counts=${counts} maxGuesses=${most} noun="game" />
      ${analysed.length > 1 && html`<h3>Skill and luck over time</h3><${Trend} games=${analysed} />`}`;
  }

  render() {
    const games = shownGames();
    const { trouble, done } = this.state;
    const view = (/** @type {LoggedGame[]} */ shown) =>
      html`<ol class="kept-games">${shown.map((game) => this.item(game))}</ol>`;
    const list = { list: [...games].reverse(), count: SHOWN, more: `Show all ${games.length}`, view };
    return html`<section class="card history" aria-labelledby="history-title">
      <h2 id="history-title">My games</h2>
      ${games.length ? this.charts() : html`<p class="dim">Games that you play or analyse appear here. They are stored only in this browser.</p>`}
      ${games.length > 0 && html`<${Shortened} name="more-games" ...${list} />`}
      ${!isLasting() && html`<${Notice} text="This browser does not store your games. Export them before you leave." />`}
      ${trouble && html`<${Notice} text=${trouble} />`}
      ${done && html`<p class="dim">${done}</p>`}
      <div class="buttons">
        ${loggedGames().length > 0 && button("export", "Export", () => this.export())}
        <label class="button file">
          Import
          <input type="file" class="unseen" accept=".json,.jsonl"
            onchange=${(/** @type {any} */ event) => this.import(event.currentTarget)} />
        </label>
      </div>
    </section>`;
  }
}
