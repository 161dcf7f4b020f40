// The choice of a game, its options and its words.
/** @import { GameFacts } from "fewest-api" */

import { button, Field, Notice, Select, Switch } from "./components.js";
import { openPanel } from "./dialog.js";
import { Component, capital, html, whole } from "./dom.js";
import { ask, forgetPast, keepList, keepPast, outcomeOf } from "./request.js";
import {
  editionOf,
  editions,
  gameOf,
  games,
  HARD,
  isUsual,
  limits,
  optionsOf,
  playedOf,
  ruleOf,
  sourceOf,
  usual,
  writeGame,
} from "./settings.js";
import { recall } from "./storage.js";

const MOST_OPTION = 10_000;
const USUAL_LANGUAGE = "en";

/** @type {Map<string, GameFacts>} The descriptions received so far. */
const described = new Map();

/** @param {URLSearchParams} params */
const keyOf = (params) => JSON.stringify(playedOf(params));

/** The description of the game of an address, if it is known. @param {URLSearchParams} params */
export function factsOf(params) {
  if (!isUsual(params)) return described.get(keyOf(params)) ?? null;
  const { label, title, guesses, answers, max_guesses } = editionOf(params);
  return { ...usual, label, title, guesses, answers, max_guesses };
}

/**
 * The description of the game of an address; ask the server if necessary.
 * @param {URLSearchParams} params
 * @param {AbortSignal} signal
 * @returns {Promise<GameFacts>}
 */
export async function loadFacts(params, signal) {
  const known = factsOf(params);
  if (known) return known;
  const facts = await ask("game", playedOf(params), signal);
  described.set(keyOf(params), facts);
  return facts;
}

/**
 * A field for a whole number; other text and numbers out of bounds are ignored.
 * @param {{ label: string, value: number, least?: number, most?: number, onChange: (value: number) => void }} props
 */
function NumberField({ label, value, least = 1, most = MOST_OPTION, onChange }) {
  const onTake = (/** @type {string} */ text) => {
    const number = Math.round(Number(text));
    if (text && number >= least && number <= most && number !== value) onChange(number);
  };
  const input = { type: "number", inputmode: "numeric", min: least, max: most, "data-key": `number-${label}` };
  return html`<${Field} label=${label} value=${String(value)} input=${input} onTake=${onTake} />`;
}

/** @type {string[]} */
let languages = []; // the languages that the server offers, once loaded

/**
 * @typedef {{ value: string, onChange: (value: string) => void }} LanguageProps
 * @extends {Component<LanguageProps>}
 */
class LanguageSelect extends Component {
  async componentDidMount() {
    const { answer } = await outcomeOf(ask("languages", null, new AbortController().signal));
    languages = answer ?? [];
    this.setState({});
  }

  /** @param {LanguageProps} props */
  render({ value, onChange }) {
    const names = new Intl.DisplayNames("en", { type: "language" });
    const choices = [...new Set([value, ...languages])].map((code) => [code, names.of(code) ?? code]);
    choices.sort(([, one], [, other]) => one.localeCompare(other));
    return html`<${Select} label="Language" value=${value} choices=${choices} onChange=${onChange} />`;
  }
}

/** Open the panel for your own list of words; `onList` gets the name that the server gives it. @param {(name: string) => void} onList */
function editList(onList) {
  const panel = openPanel("Your own list", (close) => {
    const onName = (/** @type {string} */ name) => {
      if (panel.open) onList(name);
      close();
    };
    return html`<${ListForm} onName=${onName} />`;
  });
  panel.querySelector("textarea")?.focus();
}

/** The past answers that this device keeps, on a button that opens their panel. */
export const PastSetting = () => html`<div class="field"><span>Past answers</span>
    ${button("past", recall("past-sentence") || "None: add some", () => {
      openPanel("Past answers", () => html`<${PastForm} />`)
        .querySelector("textarea")
        ?.focus();
    })}</div>`;

/** @extends {Component<{}, { problem?: string, isSending?: boolean, text?: string }>} */
class PastForm extends Component {
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async send(event) {
    event.preventDefault();
    this.setState({ isSending: true, problem: "" });
    const { answer, problem } = await outcomeOf(keepPast(event.currentTarget.past.value, new AbortController().signal));
    if (answer) location.reload(); // everything shown depends on the belief
    this.setState({ isSending: false, problem: problem?.message });
  }

  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  async load({ currentTarget: { files } }) {
    if (files?.[0]) this.setState({ text: await files[0].text() });
  }

  render() {
    const { problem, isSending, text = recall("past") ?? "" } = this.state;
    const forget = () => {
      forgetPast();
      location.reload();
    };
    return html`<form onsubmit=${(/** @type {any} */ event) => this.send(event)}>
      <p>Words that were the answer before rarely come again. Enter one word per line, or a date and a word: 2024-12-31,lemur. This device keeps the list.</p>
      <input type="file" accept=".csv,.txt,text/*" aria-label="Load a file" onchange=${(/** @type {any} */ event) => this.load(event)} />
      <textarea name="past" rows="8" aria-label="Past answers" data-key="past-text" maxlength=${limits.longest_list} spellcheck=${false}
        autocapitalize="none" value=${text} oninput=${(/** @type {any} */ event) => this.setState({ text: event.target.value })}></textarea>
      ${problem && html`<${Notice} text=${problem} />`}
      <div class="buttons"><button type="submit" class="button main" disabled=${isSending}>Use these answers</button>
        ${recall("past-name") && button("forget-past", "Remove them", forget)}</div>
    </form>`;
  }
}

/** @extends {Component<{ onName: (name: string) => void }, { problem?: string, isSending?: boolean }>} */
class ListForm extends Component {
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async send(event) {
    event.preventDefault();
    const text = event.currentTarget.words.value;
    this.setState({ isSending: true, problem: "" });
    const { answer: name, problem } = await outcomeOf(keepList(text, new AbortController().signal));
    if (name) this.props.onName(name);
    this.setState({ isSending: false, problem: problem?.message });
  }

  render() {
    const { problem, isSending } = this.state;
    return html`<form onsubmit=${(/** @type {any} */ event) => this.send(event)}>
      <p>Enter up to ${whole(limits.most_listed)} words of equal length, separated by spaces or line breaks.</p>
      <textarea name="words" rows="8" aria-label="Words" data-key="list" maxlength=${limits.longest_list} spellcheck=${false}
        autocapitalize="none">${recall("list") ?? ""}</textarea>
      ${problem && html`<${Notice} text=${problem} />`}
      <div class="buttons"><button type="submit" class="button main" disabled=${isSending}>Use these words</button></div>
    </form>`;
  }
}

/** @typedef {{ params: URLSearchParams, onChange: (values: Record<string, string>) => void }} GameProps `onChange` gets the changed parameters. */

/**
 * Change the parameters that differ from the address.
 * @param {GameProps} props
 */
const changed =
  ({ params, onChange }) =>
  (/** @type {Record<string, string>} */ values) =>
    onChange(Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (params.get(name) ?? ""))));

/** The choice of a game. @param {GameProps} props */
export function GameSelect(props) {
  const { params } = props;
  const setGame = (/** @type {string} */ name) => {
    const next = games.find(({ game }) => game === name);
    changed(props)({
      game: name,
      ...(next?.on_words ? {} : { lang: "", len: "", list: "" }),
      ...(next?.hard_mode || ruleOf(params) !== HARD ? {} : { hard: "" }),
    });
  };
  const choices = games.map(({ game, title }) => [game, title]);
  return html`<${Select} label="Game" value=${gameOf(params).game} choices=${choices} onChange=${setGame} />`;
}

/** The options of the game, and its words. @param {GameProps} props */
export function GameSettings(props) {
  const { params } = props;
  const onChange = changed(props);
  const choice = gameOf(params);
  const options = optionsOf(params);
  const source = sourceOf(params);
  const setOption = (/** @type {string} */ name) => (/** @type {number | boolean} */ value) =>
    onChange({ game: writeGame(choice, { ...options, [name]: value }) });
  const setSource = (/** @type {string} */ value) => {
    if (value === "own") editList((list) => onChange({ list, lang: "", len: "" }));
    else if (value === "other") onChange({ lang: USUAL_LANGUAGE, len: "6", list: "" });
    else onChange({ e: value, lang: "", len: "", list: "" });
  };
  const lists = [
    ...editions.map(({ label, title }) => [label, title]).reverse(),
    ["other", "Another language or length"],
    ["own", "Your own list"],
  ];
  return html`${Object.entries(options).map(([name, value]) =>
    typeof value === "boolean"
      ? html`<${Switch} key=${name} label=${capital(name)} value=${value} onChange=${setOption(name)} />`
      : html`<${NumberField} key=${name} label=${capital(name)} value=${value} onChange=${setOption(name)} />`,
  )}
    ${
      source !== "none" &&
      html`<${Select} label="Edition" value=${source === "edition" ? editionOf(params).label : source} choices=${lists}
        onChange=${setSource} />`
    }
    ${
      source === "other" &&
      html`<${LanguageSelect} value=${params.get("lang") || USUAL_LANGUAGE} onChange=${(/** @type {string} */ lang) => onChange({ lang })} />
        <${NumberField} label="Letters" value=${Number(params.get("len")) || 5} least=${2} most=${12}
          onChange=${(/** @type {number} */ length) => onChange({ len: String(length) })} />`
    }
    ${source === "own" && button("edit-list", "Edit the list", () => setSource("own"))}`;
}
