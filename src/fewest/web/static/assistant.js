// Assistant: a companion for a game that is played elsewhere: what to guess next, and why.
/**
 * @import { Clue, GameFacts, Parts, Suggestions, Value } from "fewest-api"
 * @import { Frame, How, Section } from "./app.js"
 * @import { RequestError } from "./request.js"
 */
import { gameText, ProofState, reasonFor, SplitCard, SuggestionTable, Trouble, WordsCard } from "./advice.js";
import {
  BoardsSelect,
  boardKey,
  isForBoard,
  PreferenceSettings,
  Resume,
  RuleSelect,
  Select,
  Settings,
  Waiting,
  WordField,
  WordsSelect,
} from "./components.js";
import { choose } from "./dialog.js";
import { closest, draw, html, inWords, oneOf, plural, say, whole } from "./dom.js";
import { factsOf, GameSettings, keysOf, loadFacts } from "./games.js";
import { Term, TileCycle } from "./help.js";
import { claimNext } from "./kept.js";
import { countsOf, isEntered, noReply, ReplyChip, ReplyEntry, spoken, writeCounts } from "./replies.js";
import { ask, LatestRequest, problemOf } from "./request.js";
import {
  boardsOf,
  clues as clueList,
  GAME_PARAMS,
  gameParams,
  isUsual,
  limits,
  preferenceOf,
  settingOf,
  sourceOf,
  strategies,
  usual,
} from "./settings.js";
import { CopyButton, ShareBox } from "./share.js";
import { keepUnderWay, recall, remember } from "./storage.js";
import { colourWord, Keyboard, letterColours, Row, shake, UNSET } from "./tiles.js";

const SUGGESTIONS = 8;
const SETTINGS = [...GAME_PARAMS, "w", "s", "o", "hard", "k", "a"]; // the parameters that the next visit finds again
const ROWS_SHOWN = 10; // so many rows of a longer game are shown from the start

/** @param {string} colour */
const nextColour = (colour) => (colour === UNSET ? "0" : String((Number(colour) + 1) % 3));

/**
 * @param {string} reply
 * @param {number} place
 * @param {string} colour
 */
const recoloured = (reply, place, colour) => reply.slice(0, place) + colour + reply.slice(place + 1);

/**
 * The assistant for one board or, if the address says so, for several.
 * @param {Element} root
 * @param {Frame} frame
 * @returns {Section}
 */
export function mount(root, frame) {
  /** @type {Section | null} */
  let shown = null;
  let isSeveral = false;
  let latest = 0;
  return {
    key: (event) => shown?.key?.(event),
    redraw: () => shown?.redraw(),
    recover: () => shown?.recover?.(),
    leave() {
      latest += 1;
      shown?.leave();
    },
    /** @param {URLSearchParams} params */
    async update(params) {
      latest += 1;
      const thisUpdate = latest;
      const several = boardsOf(params) > 1;
      if (!shown || several !== isSeveral) {
        const mountNext = several ? (await import("./boards.js")).mount : mountOne;
        if (thisUpdate !== latest) return;
        shown?.leave();
        isSeveral = several;
        root.classList.toggle("several", several);
        shown = mountNext(root, frame);
      }
      shown.update(params);
    },
  };
}

/**
 * @param {Element} root
 * @param {Frame} frame
 * @returns {Section}
 */
function mountOne(root, { change, open }) {
  const gameRequest = new LatestRequest(); // what the game is
  const suggestRequest = new LatestRequest();
  const exactRequest = new LatestRequest();
  const splitRequest = new LatestRequest(); // of the best guess
  const draftRequest = new LatestRequest(); // the split of the draft
  const valueRequest = new LatestRequest(); // its value
  const checkRequest = new LatestRequest();
  let params = new URLSearchParams();
  /** @type {GameFacts | null} */
  let facts = null; // what is played, once that is known
  /** @type {Clue[]} */
  let clues = [];
  let draft = "";
  let colours = ""; // the reply to the draft, once it is complete; colours that nobody has chosen are unset
  let isMine = false; // clues were entered here, not only looked at
  let openRow = -1; // the row whose reply is changed, in games without colours
  let cursor = 0;
  let freshRow = -1; // the row that was entered last, which flips
  /** @type {Suggestions | null} */
  let known = null;
  /** @type {RequestError | null} */
  let problem = null; // with the clues
  /** @type {Map<string, Parts>} */
  const splits = new Map(); // what guesses do in this position
  /** @type {Map<string, Value>} */
  const values = new Map(); // what guesses are worth in this position
  /** @type {RequestError | null} */
  let draftProblem = null; // why the draft is not allowed
  let answered = ""; // the position that the page has an answer to, as in the address
  let refusal = ""; // why the draft was not entered
  /** @type {"" | "short" | "long"} */
  let proving = ""; // which search for a proof is under way
  let tried = 0; // the seconds of the search that found no proof
  let isChecking = false; // the draft is looked up before it is entered
  /** @type {string[]} */
  let laterKeys = []; // pressed while it is looked up

  const game = () => facts ?? usual;
  const keyboard = () => game().keyboard;
  const hasMarks = () => keyboard().reply === "marks";
  const isTyped = () => keyboard().rows.length > 0;
  const places = () => keyboard().length ?? 0;
  const fit = (/** @type {number} */ count) => plural(count, `${game().noun} fits`, `${game().noun}s fit`);
  const position = () => ({ ...settingOf(params), clues });
  const hasPreference = () => game().common_words && !params.get("s"); // a strategy ranks in its own way
  const question = () => {
    const opener = params.get("o") || null;
    const preference = hasPreference() && (clues.length || !opener) ? preferenceOf(params) : {};
    return { ...position(), count: SUGGESTIONS, opener, ...preference };
  };
  const best = () => known?.suggestions[0];
  const isComplete = () => (isTyped() ? [...draft].length === places() : draft !== "");
  const isUnset = () => isComplete() && !isEntered(keyboard(), colours);
  const isWon = () => !problem && clues.at(-1)?.reply === keyboard().win;
  const isOver = () => !problem && !isWon() && clues.length >= game().max_guesses;
  const hasEnded = () => isWon() || (isOver() && !draft);
  const isBehind = () => isChecking || answered !== params.toString(); // what is shown is of the position before
  const setClues = (/** @type {Clue[]} */ list, /** @type {How} */ how = {}) => {
    isMine = true;
    if (!list.length) keepUnderWay("assistant", null);
    change({ c: clueList.write(list) }, how);
  };

  /** Ask for suggestions: an answer at once, and then the exact one. */
  async function refresh() {
    const signal = suggestRequest.next();
    const asked = params.toString();
    for (const request of [exactRequest, splitRequest, draftRequest, valueRequest]) request.stop();
    proving = "";
    tried = 0;
    try {
      if (!facts) await learnGame();
      known = await ask("suggest", { ...question(), strategy: params.get("s") || null }, signal);
      problem = null;
      const text = `${fit(known.remaining)}. Best guess: ${best()?.guess ?? "none"}.`;
      say(isWon() ? `Found in ${clues.length}.` : text);
    } catch (error) {
      const found = problemOf(error);
      if (!found) return;
      problem = found;
      known = null;
      say(problem.message);
    }
    answered = asked;
    if (isMine && clues.length) keepUnderWay("assistant", hasEnded() ? null : params);
    redraw();
    if (!known) return;
    lookAtBest();
    lookAtDraft();
    if (known.sharpens && !params.get("s")) prove();
  }

  /** Read the clues of the address, as what is played writes them. */
  function readClues() {
    const list = clueList.read(params.get("c"), facts !== null && !facts.has_words);
    if (list.length !== clues.length + 1) freshRow = -1;
    if (list.length !== clues.length) openRow = -1;
    clues = list;
  }

  /** Find out what is played. */
  async function learnGame() {
    const asked = params;
    const found = await loadFacts(asked, gameRequest.next());
    if (asked !== params) return;
    facts = found;
    readClues();
    redraw();
  }

  /**
   * Search for a proof: with the usual budget, or for so many seconds.
   * @param {number} [seconds]
   */
  async function prove(seconds) {
    proving = seconds ? "long" : "short";
    redraw();
    try {
      const exact = await ask("suggest/exact", { ...question(), ...(seconds && { seconds }) }, exactRequest.next());
      if (exact.proved || exact.exact) {
        const isNews = !known?.proved || best()?.guess !== exact.suggestions[0].guess;
        known = exact;
        const { guess, expected } = exact.suggestions[0];
        if (isNews)
          say(`${exact.proved ? "Proved" : "Exact"}: ${guess} takes ${expected?.toFixed(2)} guesses on average.`);
      } else {
        tried = seconds ?? 1;
        if (seconds) say("No proof was found.");
      }
    } catch (error) {
      if (!problemOf(error)) return;
      tried = seconds ?? 1;
    }
    proving = "";
    redraw();
    lookAtBest();
    lookAtDraft();
  }

  function stopProving() {
    exactRequest.stop();
    proving = "";
    tried = 1;
    redraw();
  }

  /** Find out what the best guess does. */
  async function lookAtBest() {
    const guess = best()?.guess;
    if (!guess || isWon() || splits.has(guess)) return;
    try {
      splits.set(guess, await ask("split", { ...position(), guess }, splitRequest.next()));
    } catch (error) {
      if (!problemOf(error)) return;
    }
    redraw();
  }

  /** Find out what the draft does, whether it is allowed, and what it is worth. */
  async function lookAtDraft() {
    if (!known || !isComplete() || isWon()) return;
    if (!isBehind()) lookAtValue();
    if (splits.has(draft) || !(await loadDraft(draftRequest.next()))) return;
    if (draftProblem) say(draftProblem.message);
    redraw();
  }

  /**
   * Ask what the draft does, and with it whether it is allowed; false if the request is aborted.
   * @param {AbortSignal} signal
   */
  async function loadDraft(signal) {
    const guess = draft;
    try {
      splits.set(guess, await ask("split", { ...position(), guess }, signal));
      draftProblem = null;
    } catch (error) {
      const found = problemOf(error);
      if (!found) return false;
      draftProblem = found;
    }
    return true;
  }

  /** Ask what the draft is worth; the best guess is valued in the same way, so that they can be compared. */
  async function lookAtValue() {
    const first = best()?.guess;
    if (!known || !first || draft === first) return;
    const signal = valueRequest.next();
    const load = async (/** @type {string} */ guess) => {
      const found = values.get(guess) ?? (await ask("value", { ...position(), guess }, signal));
      values.set(guess, found);
      return found;
    };
    try {
      const isExact = (await load(draft)).expected !== null;
      const isAlike = isExact === known.exact && (isExact || !params.get("s")); // a strategy may estimate in another way
      if (!isAlike) await load(first);
      redraw();
    } catch (error) {
      problemOf(error); // what is wrong with it the split tells
    }
  }

  /**
   * Change the draft.
   * @param {string} word
   */
  function setDraft(word) {
    for (const request of [checkRequest, draftRequest, valueRequest]) request.stop();
    draft = word;
    draftProblem = null;
    refusal = "";
    cursor = 0;
    openRow = -1;
    colours = noReply(keyboard());
    redraw();
    lookAtDraft();
  }

  /**
   * Take a suggestion as the draft.
   * @param {string} guess
   */
  function take(guess) {
    if (isBehind()) return;
    if (draft !== guess) {
      setDraft(guess);
      say(`${guess.toUpperCase()} is typed. Play it, then ${hasMarks() ? "set its colours" : "enter its reply"}.`);
    }
    if (hasMarks()) focusTile(clues.length, Math.max(0, colours.indexOf(UNSET)));
    draftRow()?.scrollIntoView({ block: "nearest" });
  }

  const draftRow = () => root.querySelectorAll(".board .row")[clues.length];

  /**
   * @param {number} row
   * @param {number} place
   */
  function focusTile(row, place) {
    const tile = root.querySelector(`[data-key="tile-${row}-${place}"]`);
    if (tile instanceof HTMLElement) tile.focus({ preventScroll: true });
  }

  /** Why no clue can be entered now, or an empty text. */
  function obstacle() {
    if (problem?.kind === "contradiction")
      return hasMarks() ? "Correct the marked tile first, or undo." : "Correct the marked reply first, or undo.";
    if (problem && problem.clue !== null) return "Undo up to the marked row first.";
    const most = inWords(limits.most_clues);
    if (clues.length >= limits.most_clues) return `${most[0].toUpperCase()}${most.slice(1)} clues are enough.`;
    return "";
  }

  /** @param {string} text */
  function refuse(text) {
    refusal = text;
    redraw();
    shake(draftRow());
    say(text);
  }

  /**
   * Set a colour of the draft.
   * @param {number} place
   * @param {string} colour
   */
  function paint(place, colour) {
    colours = recoloured(colours, place, colour);
    refusal = "";
    say(`${draft[place].toUpperCase()} ${colourWord(colour)}`);
    redraw();
  }

  /** Make all letters grey that have no colour yet. */
  function paintRestGrey() {
    colours = colours.replaceAll(UNSET, "0");
    refusal = "";
    say("The rest is grey.");
    redraw();
  }

  function enterAsWord() {
    colours = keyboard().win;
    commit();
  }

  /**
   * Set the reply to the draft, or to the row that is open, in a game without colours.
   * @param {string} text
   */
  function setReply(text) {
    refusal = "";
    if (keyboard().reply !== "field") say(spoken(keyboard(), text));
    if (openRow < 0) {
      colours = text;
      redraw();
    } else if (isEntered(keyboard(), text))
      setClues(clues.with(openRow, { guess: clues[openRow].guess, reply: text }), { replace: true });
    else refuse(`There is no reply of ${spoken(keyboard(), text)}.`);
  }

  /** Enter the draft as a clue, once every letter has a colour and it is known to be an allowed word. */
  async function commit() {
    const missing = isTyped() ? places() - [...draft].length : 0;
    if (isChecking || !draft) return;
    const symbol = game().has_words ? "letter" : "place";
    if (obstacle()) refuse(obstacle());
    else if (missing) refuse(`${plural(missing, `${symbol} is`, `${symbol}s are`)} missing.`);
    else {
      isChecking = true;
      const isKnown = splits.has(draft) || (draftProblem !== null && draftProblem.kind !== "busy");
      if (!isKnown) redraw();
      const isAnswered = isKnown || (await loadDraft(checkRequest.next()));
      isChecking = false;
      if (!isAnswered) redraw();
      else if (draftProblem) refuse(draftProblem.message);
      else if (isUnset() && hasMarks()) {
        refuse(`Set the colour of every ${symbol} first.`);
        focusTile(clues.length, colours.indexOf(UNSET));
      } else if (isUnset()) {
        refuse(colours ? `There is no reply of ${spoken(keyboard(), colours)}.` : "Enter the reply first.");
      } else {
        const clue = { guess: draft, reply: colours };
        if (hasMarks()) remember("tiles", "known");
        draft = "";
        freshRow = clues.length;
        setClues([...clues, clue]);
      }
      const keys = laterKeys;
      laterKeys = [];
      keys.forEach(press);
    }
  }

  function undo() {
    if (draft) setDraft("");
    else if (clues.length) {
      say(`${clues.at(-1)?.guess} is taken back.`);
      setClues(clues.slice(0, -1));
    }
  }

  function startNewGame() {
    draft = "";
    if (clues.length) setClues([]);
    else setDraft("");
  }

  /**
   * Handle a key of the board.
   * @param {string} name
   */
  function press(name) {
    if (isChecking) laterKeys.push(name);
    else if (isWon() && name !== "Backspace") return;
    else if (name === "Enter") commit();
    else if (name === "Backspace") {
      if (!draft) return;
      say(`${draft.at(-1)?.toUpperCase()} deleted`);
      setDraft(draft.slice(0, -1));
    } else if (isTyped() && isSymbol(name) && !isComplete()) {
      setDraft(draft + name);
      const next = hasMarks() ? "Now its colours." : "Now its reply.";
      say(isComplete() ? `${draft.toUpperCase()}. ${next}` : name.toUpperCase());
    } else if (hasMarks() && /^[012]$/.test(name) && isComplete()) {
      const place = cursor;
      cursor = Math.min(places() - 1, place + 1);
      paint(place, name);
    } else if (isComplete()) pressReply(name);
  }

  /**
   * Whether a key is a symbol of guesses; the letters of a language are all typed, though not all are shown.
   * @param {string} name
   */
  const isSymbol = (name) =>
    keyboard().rows.some((row) => row.includes(name)) || (game().has_words && /^\p{L}$/u.test(name));

  /**
   * Enter a reply without colours by keys: the numbers one after the other, or the text itself.
   * @param {string} name
   */
  function pressReply(name) {
    const { reply, counts, texts } = keyboard();
    if (reply === "counts" && /^\d$/.test(name)) {
      const numbers = cursor ? countsOf(keyboard(), colours) : counts.map(() => 0);
      numbers[cursor] = Math.min(Number(name), counts[cursor].most);
      cursor = (cursor + 1) % counts.length;
      setReply(writeCounts(keyboard(), numbers));
    } else if (reply === "texts" && texts.includes(name)) setReply(name);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !closest(event, "input, textarea")) {
      event.preventDefault();
      undo();
      return;
    }
    if (event.key === "Enter") closest(event, "input[type=text]")?.blur(); // the word of a field is taken
    if (!isForBoard(event)) return;
    const tile = closest(event, ".board .tile");
    if (tile && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const tiles = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".board button.tile")]);
      tiles[tiles.indexOf(tile) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
      event.preventDefault();
    } else if (tile && hasMarks() && /^[012]$/.test(event.key)) {
      const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
      if (row === clues.length) {
        paint(place, event.key);
        focusTile(row, Math.min(places() - 1, place + 1));
      } else recolour(row, place, event.key);
    } else {
      const name = boardKey(event, draft, `0123456789${keyboard().rows.join("")}`);
      if (name) press(name);
    }
  }

  /**
   * Change a colour of a clue.
   * @param {number} row
   * @param {number} place
   * @param {string} colour
   */
  function recolour(row, place, colour) {
    const { guess, reply } = clues[row];
    say(`${guess[place].toUpperCase()} ${colourWord(colour)}`);
    setClues(clues.with(row, { guess, reply: recoloured(reply, place, colour) }), { replace: true });
  }

  /**
   * Change settings, which the next visit finds again.
   * @param {Record<string, string>} values
   * @param {Record<string, string>} [others] What changes along with them.
   */
  function changeSettings(values, others = {}) {
    const kept = SETTINGS.map((each) => [each, values[each] ?? params.get(each) ?? ""]);
    remember("assistant", String(new URLSearchParams(kept.filter(([, text]) => text))));
    change({ ...values, ...others });
  }

  /** @param {string} name */
  const setting = (name) => (/** @type {string} */ value) => changeSettings({ [name]: value });

  /**
   * Change what is played; clues are only given up if that is wanted.
   * @param {Record<string, string>} values
   */
  async function setGame(values) {
    if (!clues.length) {
      setDraft("");
      return changeSettings(values, { o: "" });
    }
    const isOnlyList = Object.keys(values).every((name) => !["game", "len", "boards"].includes(name));
    const text = `You have entered ${plural(clues.length, "clue")}.`;
    const answer = isOnlyList
      ? await choose(
          "Another list of words",
          `${text} Are they of a game with the other list of words, or do you start a new game?`,
          { keep: "Keep the clues", fresh: "New game" },
        )
      : await choose("Another game", `${text} Another game begins without clues.`, { fresh: "New game" });
    if (answer) changeSettings(values, answer === "fresh" ? { c: "" } : {});
    else redraw();
  }

  const settings = () => html`<${Settings} name="assistant" isFolded>
    <${GameSettings} params=${params} onChange=${setGame} />
    <${BoardsSelect} params=${params} onChange=${(/** @type {string} */ boards) => setGame({ boards })} />
    ${sourceOf(params) === "edition" && html`<${WordsSelect} params=${params} onChange=${setting("w")} />`}
    <${Select} label="Strategy" value=${params.get("s") ?? ""} onChange=${setting("s")}
      choices=${[["", "Exact where possible"], ...strategies.map(({ name }) => [name, name])]} />
    <${WordField} label="Own opener" value=${params.get("o")} placeholder="any" onChange=${setting("o")} />
    <${RuleSelect} params=${params} hasHardMode=${game().hard_mode} onChange=${setting("hard")} />
    ${hasPreference() && html`<${PreferenceSettings} params=${params} onChange=${setting} />`}
  <//>`;

  /**
   * A row of a game without colours: the reply stands behind the tiles.
   * @param {number} row
   */
  function plainRow(row) {
    const isDraft = row === clues.length;
    const { guess, reply } = clues[row] ?? { guess: isDraft && !isWon() ? draft : "", reply: isDraft ? colours : "" };
    const isAnswered = row < clues.length;
    const label = `Reply to guess ${row + 1}`;
    const onPress = () => {
      openRow = openRow === row ? -1 : row;
      redraw();
    };
    const end =
      (isAnswered || (isDraft && isComplete())) &&
      html`<${ReplyChip} ...${{ keyboard: keyboard(), text: reply, label, isOpen: row === openRow, onPress: isAnswered ? onPress : undefined }} />`;
    const length = places();
    const wrong = problem?.clue === row ? [...Array(length || 1).keys()] : [];
    if (!isTyped() || !length)
      return html`<div class=${`row free${wrong.length ? " wrong" : ""}`} role="group" aria-label=${`Guess ${row + 1}${guess ? `: ${guess}` : ""}`}>
        <span class="free-guess">${guess}</span>${end}</div>`;
    const rowProps = {
      guess,
      length,
      row,
      wrong,
      end: end || html`<span class="chip none" />`,
      pegs: keysOf(game()).pegs,
    };
    return html`<${Row} ...${rowProps} cursor=${isDraft && !isWon() ? [...draft].length : undefined} />`;
  }

  /** @param {number} row */
  function boardRow(row) {
    if (!hasMarks() || !isTyped()) return plainRow(row);
    const length = places();
    if (row < clues.length) {
      const { guess, reply } = clues[row];
      const everyTile = [...Array(length).keys()];
      const wrong = problem?.clue !== row ? [] : problem.tiles.length ? problem.tiles : everyTile;
      const onTile = (/** @type {number} */ place) => recolour(row, place, nextColour(reply[place]));
      return html`<${Row} ...${{ guess, reply, length, row, wrong, onTile, flip: row === freshRow }} />`;
    }
    if (row > clues.length || isWon()) return html`<${Row} length=${length} row=${row} />`;
    if (!isComplete()) return html`<${Row} guess=${draft} length=${length} row=${row} cursor=${draft.length} />`;
    const onTile = (/** @type {number} */ place) => {
      cursor = place;
      paint(place, nextColour(colours[place]));
    };
    return html`<${Row} ...${{ guess: draft, reply: colours, length, row, cursor, onTile }} />`;
  }

  function board() {
    const least = Math.min(game().max_guesses, ROWS_SHOWN);
    const count = Math.max(least, clues.length + (hasEnded() ? 0 : 1));
    const rows = Array.from({ length: count }, (_, row) => boardRow(row));
    const length = hasMarks() ? places() : places() + 2;
    return html`<div class=${`board${keyboard().pegs ? " pegs" : ""}`} role="region" aria-label="Board" style=${{ "--length": length, "--rows": count }}>${rows}</div>`;
  }

  /**
   * The hint below the board, and whether it says that something is wrong.
   * @returns {{ text: unknown, isBad?: boolean }}
   */
  function hint() {
    const wrong = refusal || (problem && obstacle()) || (isComplete() && draftProblem?.message);
    if (wrong) return { text: wrong, isBad: true };
    if (hasEnded()) return { text: "" };
    if (isUnset() && !hasMarks()) {
      if (keyboard().reply === "counts" && colours)
        return { text: `There is no reply of ${spoken(keyboard(), colours)}.` };
      return { text: "Enter the reply that your game gives." };
    }
    if (isUnset()) {
      if (recall("tiles")) return { text: "Tap the letters to set their colours." };
      return { text: html`<${TileCycle} /> Tap a letter to colour it.` };
    }
    const part = isComplete() && splits.get(draft)?.parts.find(({ reply }) => reply === colours);
    const reply = hasMarks() ? "these colours" : "this reply";
    if (part) return { text: `With ${reply} ${plural(part.count, game().noun)} would remain.` };
    if (isComplete() && splits.has(draft))
      return { text: `No ${game().noun} that is left gives ${reply}.`, isBad: true };
    return { text: problem || isComplete() || isBehind() ? "" : `Tap the suggestion, or type ${oneOf(game().noun)}.` };
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (name, text, onclick, kind = "", disabled = false) =>
    html`<button key=${name} type="button" class=${`button ${kind}`} data-key=${name} disabled=${disabled} onclick=${onclick}>${text}</button>`;

  function entry() {
    const { text, isBad = false } = hint();
    const isEmpty = !draft && !clues.length;
    const mayBeWord = splits.get(draft)?.hit !== 0;
    return html`<div class="entry">
      <p class=${`hint${isBad ? " bad" : ""}`} role=${isBad && !problem ? "alert" : null}>${text}</p>
      <div class="buttons">
        ${isUnset() && hasMarks() && button("rest", "Rest is grey", paintRestGrey)}
        ${isUnset() && mayBeWord && button("found", `It was the ${game().noun}`, enterAsWord)}
        ${isComplete() && !isUnset() && button("commit", "Enter", () => press("Enter"), "main")}
        ${button("undo", "Undo", undo, "", isEmpty)}
        ${!draft && !hasEnded() && button("clear", "New game", startNewGame, "", isEmpty)}
      </div>
      ${
        isWon()
          ? html`<section class="card" aria-label="Share"><${ShareBox} text=${gameText(game(), clues, known)} link=${location.href} /></section>`
          : keys()
      }
    </div>`;
  }

  /** What is pressed next: the keys of a guess, or the reply to it. */
  function keys() {
    const isOpen = openRow >= 0 && openRow < clues.length;
    if (!hasMarks() && (isOpen || isComplete()) && !draftProblem) {
      const text = isOpen ? clues[openRow].reply : colours;
      const done = () => {
        openRow = -1;
        redraw();
      };
      return html`<${ReplyEntry} keyboard=${keyboard()} text=${text} onReply=${setReply} onEnter=${() => press("Enter")} />
        ${isOpen && html`<div class="buttons">${button("done", "Done", done)}</div>`}`;
    }
    if (isTyped())
      return html`<${Keyboard} onKey=${press} colours=${hasMarks() ? letterColours(clues) : {}} ...${keysOf(game())} />`;
    return html`<${WordField} key=${clues.length} label=${`Your ${game().noun}`} value=${draft} keepsCase=${!game().has_words} onChange=${setDraft} />`;
  }

  /** What the other sections need to go on with this game. */
  const finished = () => ({
    ...gameParams(params),
    w: params.get("w"),
    hard: params.get("hard"),
    c: clueList.write(clues),
  });

  const onAnalyse = () => {
    claimNext();
    open("analyse", finished());
  };

  const endButtons = () => html`<div class="buttons">
    ${isUsual(params) && button("analyse", "Analyse this game", onAnalyse, "main")}
    ${button("again", "New game", startNewGame)}
  </div>`;

  /** @param {Suggestions} known */
  function ending({ won, remaining, suggestions }) {
    if (won)
      return html`<p class="lead-line">Found: <strong class="guess">${clues.at(-1)?.guess}</strong> in ${plural(clues.length, "guess", "guesses")}.</p>
        ${endButtons()}`;
    const left =
      remaining === 1
        ? html`It can only have been <strong class="guess">${suggestions[0]?.guess}</strong>.`
        : `${plural(remaining, game().noun)} would still fit.`;
    return html`<p class="lead-line">All ${inWords(game().max_guesses)} guesses are used. ${left}</p>${endButtons()}`;
  }

  /** The one sentence that leads: what to play and why, or what else there is to do. */
  function advice() {
    if (problem)
      return html`<${Trouble} problem=${problem} clues=${clues} noun=${game().noun} onUndo=${undo} onRetry=${refresh} />`;
    const isOther = isBehind() && (hasEnded() || known?.won); // the card of the position before would mislead
    if (!known || isOther) return html`<${Waiting} text="Looking for the best guess" />`;
    if (hasEnded()) return ending(known);
    const { remaining, clues: made, max_guesses: most, proved, exact } = known;
    const [first] = known.suggestions;
    const used = made.length;
    return html`${
      first
        ? html`<p class="lead-line">
            <button type="button" class="play-word" data-key="play" onclick=${() => take(first.guess)}>Play <b>${first.guess}</b></button><span class="unseen">:</span>
            ${" "}${reasonFor(known, splits.get(first.guess), game().noun, draft === first.guess ? undefined : values.get(draft), values.get(first.guess))}
          </p>`
        : html`<p class="lead-line">No guess helps here.</p>`
    }
      <p class="fits">
        <span><strong>${whole(remaining)}</strong> ${game().noun}${remaining === 1 ? " fits" : "s fit"}</span>
        ${used < most && html`<span>guess ${used + 1} of ${most}</span>`}
        ${proved ? html`<${Term} of="proved" kind="badge proved" />` : proving ? html`<span class="badge busy">proving…</span>` : exact ? html`<span class="badge">exact</span>` : known.estimates && html`<${Term} of="estimate" text="estimated" kind="badge" />`}
      </p>`;
  }

  /** What a card has that is of the position before while the next one is awaited: nothing in it can be pressed. */
  function cardProps(kind = "") {
    const isOld = isBehind() && Boolean(known || problem);
    return { class: `card${kind}${isOld ? " behind" : ""}`, inert: isOld };
  }

  /** @param {Suggestions} known */
  function reasons(known) {
    const shown = splits.get(isComplete() ? draft : "") ?? splits.get(best()?.guess ?? "");
    const card = cardProps();
    return html`<section ...${card} aria-labelledby="guesses-title">
        <${SuggestionTable} known=${known} onTake=${take} />
        <${ProofState} known=${known} noun=${game().noun} proving=${proving} tried=${tried} onProve=${() => prove(limits.proof_seconds)} onStop=${stopProving} />
      </section>
      ${
        shown &&
        html`<section ...${card} aria-labelledby="split-title">
          <${SplitCard} key=${`${shown.guess} ${answered}`} split=${shown} noun=${game().noun} chosen=${draft === shown.guess ? colours : null} />
        </section>`
      }
      <section ...${card} aria-labelledby="words-title">
        <${WordsCard} key=${answered} known=${known} noun=${game().noun} onTake=${take} />
      </section>
      <p class="dim"><${CopyButton} key=${location.href} label="Copy a link to this position" text=${location.href} kind="quiet" /></p>`;
  }

  const resume = () => {
    const onResume = (/** @type {URLSearchParams} */ found) => {
      isMine = true;
      open("assistant", Object.fromEntries(found));
    };
    return html`<${Resume} section="assistant" param="c" onResume=${onResume} onForget=${redraw} />`;
  };

  function redraw() {
    draw(
      root,
      html`<h1 class="unseen">Assistant</h1>
        <section ...${cardProps(` advice${problem ? " trouble" : ""}`)} aria-label="What to play">${advice()}${!clues.length && !draft && resume()}</section>
        <div class="desk"><div class="sticky">${facts && board()}${facts && entry()}</div></div>
        <div class="reasons" aria-busy=${isBehind()}>
          ${settings()}
          ${known && !known.won && reasons(known)}
        </div>`,
    );
  }

  return {
    key,
    redraw,
    recover() {
      refusal = "";
      draftProblem = null;
      refresh();
    },
    leave() {
      for (const request of [
        gameRequest,
        suggestRequest,
        exactRequest,
        splitRequest,
        draftRequest,
        valueRequest,
        checkRequest,
      ])
        request.stop();
    },
    /** @param {URLSearchParams} given */
    update(given) {
      checkRequest.stop();
      refusal = "";
      draftProblem = null;
      params = given;
      const before = facts;
      facts = factsOf(params);
      if (before?.label !== facts?.label) openRow = -1;
      readClues();
      if (answered !== params.toString()) {
        splits.clear();
        values.clear();
      }
      redraw();
      refresh();
    },
  };
}
