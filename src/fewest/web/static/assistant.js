// Assistant: for a game that you play elsewhere, what to guess next, and why.
/**
 * @import { ClueRequest, Suggestions, Value } from "fewest-api"
 * @import { How } from "./app.js"
 * @import { Action, State } from "./assistant_state.js"
 * @import { Progress } from "./engine/progress.js"
 */
import { fitting } from "./advice.js";
import {
  bestOf,
  hasEnded,
  initialState,
  isBehind,
  isComplete,
  isLookedUp,
  isWon,
  noSuchReply,
  reduce,
  whyNoClue,
  whyNoGuess,
} from "./assistant_state.js";
import { AssistantView } from "./assistant_view.js";
import { closest, html, plural, say } from "./dom.js";
import { factsOf, loadFacts } from "./games.js";
import { claimNext } from "./log.js";
import { countsOf, inputOf, isEntered, spoken, writeCounts } from "./replies.js";
import { ask, outcomeOf } from "./request.js";
import { BoardSection } from "./section.js";
import {
  clues as clueList,
  first,
  GAME_PARAMS,
  gameParams,
  limits,
  pastOf,
  preferenceOf,
  settingOf,
  streakOf,
  usual,
} from "./settings.js";
import { remember } from "./storage.js";
import { colourWord, recoloured, shake, UNSET } from "./tiles.js";

const SETTINGS = [...GAME_PARAMS, "w", "s", "o", "hard", "k", "a", "safe"]; // parameters that the next visit restores

/**
 * The assistant for one board. It connects the state with the server, the address, the focus and the storage.
 * @extends {BoardSection<State>}
 */
export class Assistant extends BoardSection {
  state = initialState(usual);

  /** @param {Action} action */
  dispatch(action) {
    this.set(reduce(this.state, action));
  }

  view() {
    return html`<${AssistantView} state=${this.state} params=${this.params} on=${this} />`;
  }

  /** @param {URLSearchParams} params */
  update(params) {
    this.requests.stop("check");
    this.params = params;
    this.readAddress();
    this.refresh();
  }

  recover() {
    this.refresh();
  }

  /** Read the address; its clues depend on the game, which may not be known yet. */
  readAddress() {
    const facts = factsOf(this.params);
    const clues = clueList.read(this.params.get("c"), facts !== null && !facts.has_words);
    const address = this.params.toString();
    this.dispatch({ type: "opened", address, game: facts ?? usual, isGameKnown: facts !== null, clues });
  }

  /** The position, for a request. */
  position() {
    return { ...settingOf(this.params), clues: this.state.clues };
  }

  /** Whether common words may be preferred; a strategy ignores that setting. */
  hasPreference = () => this.state.game.common_words && !this.params.get("s");

  question() {
    const opener = this.params.get("o") || null;
    const isPreferring = this.hasPreference() && (this.state.clues.length > 0 || !opener);
    const streak = this.params.get("s") ? {} : streakOf(this.params);
    const preference = isPreferring ? preferenceOf(this.params) : {};
    return { ...this.position(), count: first.suggestions.length, opener, ...streak, ...preference };
  }

  /** Ask for suggestions: first for quick ones, then for exact ones. */
  refresh = async () => {
    const signal = this.requests.next("suggest");
    const { params } = this;
    const address = params.toString();
    this.requests.stop("exact", "split", "draft", "value");
    this.dispatch({ type: "asked" });
    const { answer: known, problem } = this.isFirst() ? { answer: first } : await outcomeOf(this.suggest(signal));
    if (known) this.dispatch({ type: "suggested", address, known });
    else if (problem) this.dispatch({ type: "failed", address, problem });
    else return;
    const { state } = this;
    if (state.clues.length) this.keepGame(hasEnded(state) ? null : params);
    if (problem) say(problem.message);
    if (!known) return;
    const count = fitting(known, state.game.noun);
    say(isWon(state) ? `Found in ${state.clues.length}.` : `${count}. Best guess: ${bestOf(state) || "none"}.`);
    this.lookAtBest();
    this.lookAtDraft();
    if (params.get("s")) return;
    if (known.can_improve) this.prove();
    else if (this.provesAlone(known)) this.proveLonger();
  };

  /** Whether the page contains the suggestions: it does before the first clue of today's game. */
  isFirst = () =>
    !this.state.clues.length && !SETTINGS.some((name) => this.params.get(name)) && !("past" in pastOf(this.params));

  /** Load the description of the game, then ask for suggestions. @param {AbortSignal} signal */
  async suggest(signal) {
    if (!this.state.isGameKnown) {
      const { params } = this;
      await loadFacts(params, this.requests.next("game"));
      if (params === this.params) this.readAddress();
    }
    return ask("suggest", { ...this.question(), strategy: this.params.get("s") || null }, signal);
  }

  /**
   * Search for a proof with the usual budget, or for `seconds`.
   * @param {number} [seconds]
   * @returns {Promise<void>}
   */
  async prove(seconds) {
    this.dispatch({ type: "proving", search: seconds ? "long" : "short" });
    const question = { ...this.question(), ...(seconds && { seconds }) };
    const onProgress = (/** @type {Progress} */ progress) => this.dispatch({ type: "progressed", progress });
    const asked = ask("suggest/exact", question, this.requests.next("exact"), onProgress);
    const { answer: exact, problem } = await outcomeOf(asked);
    if (!exact && !problem) return;
    if (exact?.proved || exact?.exact) {
      const { guess, expected } = exact.suggestions[0];
      const isNews = !this.state.known?.proved || bestOf(this.state) !== guess;
      this.dispatch({ type: "proved", known: exact });
      const word = exact.proved ? "Proved" : "Exact";
      if (isNews) say(`${word}: ${guess} needs ${expected?.toFixed(2)} guesses on average.`);
    } else {
      this.dispatch({ type: "unproved", seconds: seconds ?? 1 });
      if (exact && seconds) say("No proof found.");
      if (exact && !seconds && this.provesAlone(exact)) return this.proveLonger();
    }
    this.lookAtBest();
    this.lookAtDraft();
  }

  /** Whether to start a long search unasked: no shipped proof covers past answers. @param {Suggestions} known */
  provesAlone = ({ proved, remaining }) =>
    "past" in pastOf(this.params) && !proved && remaining > 1 && remaining <= limits.proof_words;

  proveLonger = () => this.prove(limits.proof_seconds);

  stopProving = () => {
    this.requests.stop("exact");
    this.dispatch({ type: "unproved", seconds: 1 });
  };

  /** Load the split of the best guess. */
  async lookAtBest() {
    const guess = bestOf(this.state);
    if (guess && !isWon(this.state) && !this.state.splits.has(guess)) await this.lookUp(guess, "split");
  }

  /** Load the split and the value of the draft, and whether it is allowed. */
  async lookAtDraft() {
    const { state } = this;
    if (!state.known || !isComplete(state) || isWon(state)) return;
    if (!isBehind(state)) this.lookAtValue();
    if (state.splits.has(state.draft)) return;
    await this.lookUp(state.draft, "draft");
    if (this.state.draftProblem) say(this.state.draftProblem.message);
  }

  /**
   * Load the split of a guess, which also tells whether it is allowed. Returns false if the request is aborted.
   * @param {string} guess
   * @param {string} name Name of the request.
   */
  async lookUp(guess, name) {
    const asked = ask("split", { ...this.position(), guess }, this.requests.next(name));
    const { answer: split, problem } = await outcomeOf(asked);
    if (split) this.dispatch({ type: "split", guess, split });
    if (problem && guess === this.state.draft) this.dispatch({ type: "disallowed", problem });
    return Boolean(split ?? problem);
  }

  /** Load the value of the draft, and that of the best guess by the same method, so that they can be compared. */
  async lookAtValue() {
    const { known, draft } = this.state;
    const best = bestOf(this.state);
    if (!known || !best || draft === best) return;
    const signal = this.requests.next("value");
    const value = await this.loadValue(draft, signal);
    if (!value) return; // the request for the split reports the error
    const isExact = value.expected !== null;
    const isAlike = isExact === known.exact && (isExact || !this.params.get("s")); // strategies have their own estimates
    if (!isAlike) await this.loadValue(best, signal);
  }

  /**
   * @param {string} guess
   * @param {AbortSignal} signal
   * @returns {Promise<Value | undefined>}
   */
  async loadValue(guess, signal) {
    const known = this.state.values.get(guess);
    if (known) return known;
    const { answer: value } = await outcomeOf(ask("value", { ...this.position(), guess }, signal));
    if (value) this.dispatch({ type: "valued", guess, value });
    return value;
  }

  /** @param {string} draft */
  setDraft = (draft) => {
    this.requests.stop("check", "draft", "value");
    this.dispatch({ type: "typed", draft });
    this.lookAtDraft();
  };

  /** Make a suggestion the draft. @param {string} guess */
  take = (guess) => {
    if (isBehind(this.state)) return;
    const { hasMarks } = inputOf(this.state.game);
    if (this.state.draft !== guess) {
      this.setDraft(guess);
      say(`${guess.toUpperCase()} is entered. Play it, then ${hasMarks ? "set its colours" : "enter its reply"}.`);
    }
    if (hasMarks) this.focusTile(Math.max(0, this.state.reply.indexOf(UNSET)));
    this.draftRow()?.scrollIntoView({ block: "nearest" });
  };

  draftRow() {
    return this.root.querySelectorAll(".board .row")[this.state.clues.length];
  }

  /** Focus a tile of the draft. @param {number} place */
  focusTile(place) {
    const tile = this.root.querySelector(`[data-key="tile-${this.state.clues.length}-${place}"]`);
    if (tile instanceof HTMLElement) tile.focus({ preventScroll: true });
  }

  /** @param {string} text */
  refuse(text) {
    this.dispatch({ type: "refused", text });
    shake(this.draftRow());
    say(text);
  }

  /**
   * Set a colour in the row of the draft or of a clue.
   * @param {number} row
   * @param {number} place
   * @param {string} [colour] Default: the next one in the cycle.
   * @param {number} [cursor]
   */
  paint(row, place, colour, cursor) {
    const { clues, draft } = this.state;
    const { guess, reply: before } = clues[row] ?? { guess: draft, reply: this.state.reply };
    const reply = recoloured(before, place, colour);
    say(`${guess[place].toUpperCase()} ${colourWord(reply[place])}`);
    if (row === clues.length) this.dispatch({ type: "replied", reply, cursor });
    else this.setClues(clues.with(row, { guess, reply }), { replace: true });
  }

  /** Make the suggestion the draft, and set its first colour. @param {number} place */
  paintBest = (place) => {
    this.setDraft(bestOf(this.state));
    this.paint(this.state.clues.length, place, undefined, place);
    this.focusTile(place);
  };

  /** Enter the draft; letters without a colour become grey. */
  next = () => {
    if (this.state.isChecking) return;
    this.dispatch({ type: "replied", reply: this.state.reply.replaceAll(UNSET, "0") });
    this.commit();
  };

  enterAsWord = () => {
    this.dispatch({ type: "replied", reply: this.state.game.keyboard.win });
    this.commit();
  };

  /**
   * Set the reply to the draft or to the open row, in a game without colours.
   * @param {string} reply
   * @param {number} [cursor]
   */
  setReply(reply, cursor) {
    const { openRow, clues, game } = this.state;
    if (game.keyboard.reply !== "field") say(spoken(game.keyboard, reply));
    if (openRow < 0) this.dispatch({ type: "replied", reply, cursor });
    else if (isEntered(game.keyboard, reply))
      this.setClues(clues.with(openRow, { guess: clues[openRow].guess, reply }), { replace: true });
    else this.refuse(noSuchReply(this.state, reply));
  }

  /** Toggle whether the reply of a row can be changed. @param {number} row */
  unfold = (row) => this.dispatch({ type: "unfolded", row });

  /** Enter the draft as a clue, once it is known whether it is allowed. */
  async commit() {
    if (this.state.isChecking || !this.state.draft) return;
    const wrong = whyNoGuess(this.state, limits.most_clues);
    if (wrong) return this.refuse(wrong);
    if (isLookedUp(this.state)) return this.enter();
    this.dispatch({ type: "checking" });
    const isAnswered = await this.lookUp(this.state.draft, "check");
    const { laterKeys } = this.state;
    this.dispatch({ type: "checked" });
    if (isAnswered) this.enter();
    laterKeys.forEach(this.press);
  }

  /** Enter the draft, unless it is not allowed or has no reply yet. */
  enter() {
    const { clues, draft, reply, game } = this.state;
    const { hasMarks } = inputOf(game);
    const wrong = whyNoClue(this.state);
    if (wrong) {
      this.refuse(wrong);
      if (hasMarks && !this.state.draftProblem) this.focusTile(reply.indexOf(UNSET));
    } else {
      if (hasMarks) remember("tiles", "known");
      this.setClues([...clues, { guess: draft, reply }]);
    }
  }

  /**
   * @param {ClueRequest[]} clues
   * @param {How} [how]
   */
  setClues(clues, how) {
    this.enterTurns(clueList.write(clues), how);
  }

  undo = () => {
    const { draft, clues } = this.state;
    if (draft) this.setDraft("");
    else if (clues.length) {
      say(`${clues.at(-1)?.guess} removed.`);
      this.setClues(clues.slice(0, -1));
    }
  };

  startNewGame = () => {
    this.setDraft("");
    if (this.state.clues.length) this.setClues([]);
  };

  analyse = () => {
    const [w, hard] = [this.params.get("w"), this.params.get("hard")];
    claimNext();
    this.navigation.open("analyse", { ...gameParams(this.params), w, hard, c: clueList.write(this.state.clues) });
  };

  /** Handle a key of the board. @param {string} key */
  press = (key) => {
    const { clues, draft, cursor, game, isChecking } = this.state;
    const { hasMarks, isSymbol, places } = inputOf(game);
    if (isChecking) this.dispatch({ type: "pressed", key });
    else if (isWon(this.state) && key !== "Backspace") return;
    else if (key === "Enter" && hasMarks && /\d/.test(this.state.reply)) this.next();
    else if (key === "Enter") this.commit();
    else if (key === "Backspace") {
      if (!draft) return;
      this.setDraft(draft.slice(0, -1));
      say(`${draft.at(-1)?.toUpperCase()} deleted`);
    } else if (isSymbol(key) && !isComplete(this.state)) {
      this.setDraft(draft + key);
      const next = hasMarks ? "Now its colours." : "Now its reply.";
      say(isComplete(this.state) ? `${this.state.draft.toUpperCase()}. ${next}` : key.toUpperCase());
    } else if (isComplete(this.state)) {
      if (!hasMarks) this.pressReply(key);
      else if (/^[012]$/.test(key)) this.paint(clues.length, cursor, key, Math.min(places - 1, cursor + 1));
    }
  };

  /**
   * Enter a reply without colours by keys: its numbers in order, or its text.
   * @param {string} key
   */
  pressReply(key) {
    const { cursor, reply, game } = this.state;
    const { reply: kind, counts, texts } = game.keyboard;
    if (kind === "counts" && /^\d$/.test(key)) {
      const numbers = cursor ? countsOf(game.keyboard, reply) : counts.map(() => 0);
      const counted = numbers.with(cursor, Math.min(Number(key), counts[cursor].most));
      this.setReply(writeCounts(game.keyboard, counted), (cursor + 1) % counts.length);
    } else if (kind === "texts" && texts.includes(key)) this.setReply(key);
  }

  /** Handle a key while a tile has the focus. Returns whether the key was for the tile. @param {KeyboardEvent} event */
  pressOnTile(event) {
    const tile = closest(event, ".board .tile");
    if (!tile) return false;
    const { clues, game } = this.state;
    const { hasMarks, places } = inputOf(game);
    const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const tiles = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(".board button.tile")]);
      tiles[tiles.indexOf(tile) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
      event.preventDefault();
    } else if (!hasMarks || !/^[012]$/.test(event.key)) return false;
    else {
      this.paint(row, place, event.key);
      if (row === clues.length) this.focusTile(Math.min(places - 1, place + 1));
    }
    return true;
  }

  /** Change settings, and remember them for the next visit. @param {Record<string, string>} values */
  changeSettings(values) {
    const kept = SETTINGS.map((name) => [name, values[name] ?? this.params.get(name) ?? ""]);
    remember("assistant", String(new URLSearchParams(kept.filter(([, text]) => text))));
    this.navigation.change(values);
  }

  /** @param {string} name */
  setting = (name) => (/** @type {string} */ value) => this.changeSettings({ [name]: value });

  /**
   * Change the game; ask before clues are lost.
   * @param {Record<string, string>} values
   */
  setGame = async (values) => {
    const count = this.state.clues.length;
    const isOnlyList = !Object.keys(values).some((name) => ["game", "len", "boards"].includes(name));
    const text = `You have entered ${plural(count, "clue")}. A new game starts without them.`;
    const answers = { ...(isOnlyList && { keep: "Keep the clues" }), fresh: "New game" };
    const answer = await this.wantsNewGame(count > 0, text, answers);
    if (answer === "keep") this.changeSettings(values);
    if (answer !== "fresh") return;
    this.setDraft("");
    this.changeSettings({ ...values, o: "", c: "" });
  };
}
