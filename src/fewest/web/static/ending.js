// The end of a game: skill, luck, one remark, and the game to share.
/**
 * @import { Analysis, ClueRequest } from "fewest-api"
 * @import { RequestError } from "./request.js"
 */
import { Dial } from "./components.js";
import { Component, html, say } from "./dom.js";
import { ask, outcomeOf } from "./request.js";
import { clues, editionOf, gameOf, settingOf, sourceOf } from "./settings.js";
import { ShareBox } from "./share.js";

const WORTH_NAMING = 0.05; // guesses; smaller losses are not mentioned

/**
 * One remark on a game: the guess that cost most, or else the luckiest or unluckiest reply.
 * @param {Analysis} analysis
 * @returns {{ guess?: string, text: string }}
 */
function remarkOn({ turns }) {
  const worst = turns.reduce((one, other) => (other.saved > one.saved ? other : one));
  if (worst.saved >= WORTH_NAMING) return { guess: worst.guess, text: worst.mistake || worst.skill_text };
  const extreme = (/** @type {{ luck: number, luck_text: string }} */ turn) =>
    turn.luck_text ? Math.abs(turn.luck - 50) : 0;
  const striking = turns.reduce((one, other) => (extreme(other) > extreme(one) ? other : one));
  if (striking.luck_text) return { guess: striking.guess, text: striking.luck_text };
  return { text: turns.every(({ perfect }) => perfect) ? "Every guess was the best." : "No guess cost you much." };
}

/**
 * The date and the name of a game, for its picture.
 * @param {URLSearchParams} params
 * @param {Date} day
 */
function noteOf(params, day) {
  const list = sourceOf(params) === "edition" ? [editionOf(params).title] : [];
  const date = day.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  return [gameOf(params).title, ...list, date].join(" · ");
}

/**
 * A finished game: its turns, its text to share, and when it was.
 * @typedef {{ params: URLSearchParams, turns: ClueRequest[], text: string, link?: string, day?: Date }} Finished
 */

/** The request for the analysis of a game, as the Analyse section sends it. @param {Finished} game */
const questionOf = ({ params, turns }) => ({
  ...settingOf(params),
  text: turns.map(({ guess, reply }) => `${guess}=${reply}`).join(" "),
});

/** How a finished game went; a new component for each game. @param {Finished} game */
export const Ending = (game) => html`<${Verdict} key=${clues.write(game.turns)} ...${game} />`;

/** @extends {Component<Finished, { analysis?: Analysis, problem?: RequestError }>} */
class Verdict extends Component {
  controller = new AbortController();

  async componentDidMount() {
    const { answer: analysis, problem } = await outcomeOf(
      ask("analyse", questionOf(this.props), this.controller.signal),
    );
    if (!analysis && !problem) return;
    this.setState({ analysis, problem });
    if (!analysis) return;
    const { guess, text } = remarkOn(analysis);
    say(`Skill ${analysis.skill}, luck ${analysis.luck}. ${guess ? `${guess}: ` : ""}${text}`);
  }

  componentWillUnmount() {
    this.controller.abort();
  }

  /** @param {Finished} game */
  render({ params, text, link, day = new Date() }) {
    const { analysis, problem } = this.state;
    const { guess, text: told } = analysis
      ? remarkOn(analysis)
      : { text: problem?.message ?? "Analysing every guess…" };
    return html`<section class="card ending" aria-label="How it went" aria-busy=${!analysis && !problem}>
      <div class="dials">
        <${Dial} name="skill" value=${analysis?.skill} />
        <${Dial} name="luck" value=${analysis?.luck} />
      </div>
      <p class="remark">${guess && html`<b class="guess">${guess}</b>: `}${told}</p>
      <${ShareBox} text=${text} note=${noteOf(params, day)} link=${link} />
    </section>`;
  }
}
