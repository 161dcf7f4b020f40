// The state of the assistant, and how each event changes it.
/**
 * @import { ClueRequest, GameFacts, Parts, Suggestions, Value } from "fewest-api"
 * @import { Progress } from "./engine/progress.js"
 * @import { RequestError } from "./request.js"
 */
import { plural } from "./dom.js";
import { inputOf, isEntered, noReply, spoken } from "./replies.js";

/** The initial state. @param {GameFacts} game */
export const initialState = (game) => ({
  address: "", // the parameters of the address
  game, // the default game until the description of the real one is loaded
  isGameKnown: false,
  clues: /** @type {ClueRequest[]} */ ([]),
  draft: "", // the typed guess
  reply: "", // the reply to the complete draft; some colours may be unset
  cursor: 0, // the place for the next digit
  openRow: -1, // the row whose reply is being changed, in games without colours
  freshRow: -1, // the row entered last, which flips
  known: /** @type {Suggestions | null} */ (null),
  problem: /** @type {RequestError | null} */ (null), // what is wrong with the clues
  answered: "", // the address that `known` or `problem` belongs to
  splits: /** @type {Map<string, Parts>} */ (new Map()), // the splits of guesses in this position
  values: /** @type {Map<string, Value>} */ (new Map()), // the values of guesses in this position
  draftProblem: /** @type {RequestError | null} */ (null), // why the draft is not allowed
  refusal: "", // why the draft was not entered
  proving: /** @type {"" | "short" | "long"} */ (""), // the running search for a proof
  progress: /** @type {Progress | null} */ (null), // the progress of that search, if known
  tried: 0, // the seconds of the last search without a proof
  isChecking: false, // whether the draft is being looked up before it is entered
  laterKeys: /** @type {string[]} */ ([]), // pressed during the lookup
});

/** @typedef {ReturnType<typeof initialState>} State */

/**
 * An event.
 * @typedef {{ type: "opened", address: string, game: GameFacts, isGameKnown: boolean, clues: ClueRequest[] }
 *   | { type: "asked" }
 *   | { type: "suggested", address: string, known: Suggestions }
 *   | { type: "failed", address: string, problem: RequestError }
 *   | { type: "proving", search: "short" | "long" }
 *   | { type: "progressed", progress: Progress }
 *   | { type: "proved", known: Suggestions }
 *   | { type: "unproved", seconds: number }
 *   | { type: "split", guess: string, split: Parts }
 *   | { type: "valued", guess: string, value: Value }
 *   | { type: "typed", draft: string }
 *   | { type: "disallowed", problem: RequestError }
 *   | { type: "replied", reply: string, cursor?: number }
 *   | { type: "unfolded", row: number }
 *   | { type: "refused", text: string }
 *   | { type: "checking" }
 *   | { type: "pressed", key: string }
 *   | { type: "checked" }} Action
 */

/** @type {{ [Type in Action["type"]]: (state: State, action: Extract<Action, { type: Type }>) => Partial<State> }} */
const CHANGES = {
  opened: (state, { address, game, isGameKnown, clues }) => {
    const isAlike = isGameKnown && game.label === state.game.label && clues.length === state.clues.length;
    const last = clues.length === state.clues.length + 1 ? clues.at(-1) : null;
    const isDraft = last?.guess === state.draft && last.reply === state.reply;
    return {
      ...{ address, game, isGameKnown, clues },
      draft: isDraft ? "" : state.draft,
      freshRow: isDraft ? clues.length - 1 : -1,
      openRow: isAlike ? state.openRow : -1,
      ...(address === state.answered ? {} : { splits: new Map(), values: new Map() }),
    };
  },
  asked: () => ({ refusal: "", draftProblem: null, proving: "", tried: 0 }),
  suggested: (_, { address, known }) => ({ known, problem: null, answered: address }),
  failed: (_, { address, problem }) => ({ known: null, problem, answered: address }),
  proving: (_, { search }) => ({ proving: search, progress: null }),
  progressed: (_, { progress }) => ({ progress }),
  proved: (_, { known }) => ({ known, proving: "" }),
  unproved: (_, { seconds }) => ({ proving: "", tried: seconds }),
  split: ({ draft, draftProblem, splits }, { guess, split }) => ({
    splits: new Map(splits).set(guess, split),
    draftProblem: guess === draft ? null : draftProblem,
  }),
  valued: ({ values }, { guess, value }) => ({ values: new Map(values).set(guess, value) }),
  typed: ({ game }, { draft }) => ({
    ...{ draft, reply: noReply(game.keyboard), cursor: 0, openRow: -1 },
    ...{ draftProblem: null, refusal: "" },
  }),
  disallowed: (_, { problem }) => ({ draftProblem: problem }),
  replied: (state, { reply, cursor = state.cursor }) => ({ reply, cursor, refusal: "" }),
  unfolded: ({ openRow }, { row }) => ({ openRow: row === openRow ? -1 : row }),
  refused: (_, { text }) => ({ refusal: text }),
  checking: () => ({ isChecking: true }),
  pressed: ({ laterKeys }, { key }) => ({ laterKeys: [...laterKeys, key] }),
  checked: () => ({ isChecking: false, laterKeys: [] }),
};

/**
 * The state after an action.
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export const reduce = (state, action) => ({
  ...state,
  ...CHANGES[action.type](state, /** @type {never} */ (action)),
});

/** The first suggestion. @param {State} state */
export const bestOf = ({ known }) => known?.suggestions[0]?.guess ?? "";

/** Whether the draft is a complete guess. @param {State} state */
export const isComplete = ({ game, draft }) => inputOf(game).isWhole(draft);

/** Whether the draft is a complete guess without a complete reply. @param {State} state */
export const isUnset = (state) => isComplete(state) && !isEntered(state.game.keyboard, state.reply);

/** @param {State} state */
export const isWon = ({ problem, clues, game }) => !problem && clues.at(-1)?.reply === game.keyboard.win;

/** Whether the game is won, or no guess is left. @param {State} state */
export const hasEnded = (state) =>
  isWon(state) || (!state.problem && !state.draft && state.clues.length >= state.game.max_guesses);

/** Whether what is known belongs to the previous position. @param {State} state */
export const isBehind = ({ isChecking, answered, address }) => isChecking || answered !== address;

/** Whether the server has said whether the draft is allowed. @param {State} state */
export const isLookedUp = ({ splits, draft, draftProblem }) =>
  splits.has(draft) || (draftProblem !== null && draftProblem.kind !== "busy");

/** What to correct before another clue can be entered; empty if nothing. @param {State} state */
export function obstacle({ problem, game }) {
  const wrong = inputOf(game).hasMarks ? "tile" : "reply";
  if (problem?.kind === "contradiction") return `Correct a marked ${wrong} first, or undo.`;
  return problem && problem.clue !== null ? "Undo back to the marked row first." : "";
}

/**
 * Why the draft cannot be entered, before it is looked up; empty if it can.
 * @param {State} state
 * @param {number} mostClues
 */
export function whyNoGuess(state, mostClues) {
  const { isTyped, places, symbol } = inputOf(state.game);
  const missing = isTyped ? places - [...state.draft].length : 0;
  if (obstacle(state)) return obstacle(state);
  if (state.clues.length >= mostClues) return `The limit is ${mostClues} clues.`;
  return missing ? `${plural(missing, `${symbol} is`, `${symbol}s are`)} missing.` : "";
}

/** Why the draft cannot be entered, after it has been looked up; empty if it can. @param {State} state */
export function whyNoClue(state) {
  const { hasMarks, symbol } = inputOf(state.game);
  if (state.draftProblem) return state.draftProblem.message;
  if (!isUnset(state)) return "";
  if (hasMarks) return `Tap the coloured ${symbol}s first, or press Next if all are grey.`;
  return state.reply ? noSuchReply(state, state.reply) : "Enter the reply first.";
}

/**
 * A message that a reply is impossible.
 * @param {State} state
 * @param {string} reply
 */
export const noSuchReply = ({ game }, reply) => `The reply ${spoken(game.keyboard, reply)} is impossible.`;
