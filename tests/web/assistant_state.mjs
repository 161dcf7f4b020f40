// The state of the assistant without a browser: actions in a row, and what can be told from the state after them.
import assert from "node:assert/strict";
import test from "node:test";
import {
  hasEnded,
  initialState,
  isBehind,
  isComplete,
  isLookedUp,
  isUnset,
  isWon,
  obstacle,
  reduce,
  whyNoClue,
  whyNoGuess,
} from "../../src/fewest/web/static/assistant_state.js";

const marks = { rows: ["abcde", "rnst"], length: 5, pegs: false, reply: "marks", texts: [], counts: [], win: "22222" };
const wordle = { label: "original", noun: "word", has_words: true, max_guesses: 6, keyboard: marks };
const texts = { ...marks, rows: [], length: null, reply: "texts", texts: ["low", "high", "found"], win: "found" };
const numbers = { label: "numbers", noun: "number", has_words: false, max_guesses: 6, keyboard: texts };
const crane = { guess: "crane", reply: "01200" };
const opened = (clues, game = wordle) => ({
  type: "opened",
  address: JSON.stringify(clues),
  game,
  isGameKnown: true,
  clues,
});
const after = (...actions) => actions.reduce(reduce, initialState(wordle));

test("a draft is complete, then has a reply, then is a clue that flips", () => {
  const typed = after(opened([]), { type: "typed", draft: "cran" });
  assert.equal(isComplete(typed), false);
  assert.equal(whyNoGuess(typed, 20), "1 letter is missing.");
  const whole = reduce(typed, { type: "typed", draft: "crane" });
  assert.deepEqual([isUnset(whole), whole.reply, whyNoGuess(whole, 20)], [true, "?????", ""]);
  assert.equal(whyNoClue(whole), "Tap the coloured letters first, or press Next if all are grey.");
  const replied = reduce(whole, { type: "replied", reply: "01200", cursor: 4 });
  assert.deepEqual([isUnset(replied), whyNoClue(replied), replied.cursor], [false, "", 4]);
  const entered = reduce(replied, opened([crane]));
  assert.deepEqual([entered.draft, entered.freshRow], ["", 0]);
  assert.equal(reduce(entered, opened([crane])).freshRow, -1);
});

test("another address leaves a draft alone, and forgets what guesses did before", () => {
  const looked = after(opened([]), { type: "typed", draft: "slate" }, { type: "split", guess: "slate", split: {} });
  assert.ok(isLookedUp(looked));
  const moved = reduce(looked, opened([crane]));
  assert.deepEqual([moved.draft, moved.freshRow, moved.splits.size], ["slate", -1, 0]);
});

test("what is known is of the position before until the next answer comes", () => {
  const known = { suggestions: [] };
  const first = after(opened([]), { type: "suggested", address: "[]", known });
  assert.equal(isBehind(first), false);
  const second = reduce(first, opened([crane]));
  assert.deepEqual([isBehind(second), second.known], [true, known]);
  const problem = { kind: "contradiction", clue: 0, message: "No." };
  const failed = reduce(second, { type: "failed", address: second.address, problem });
  assert.deepEqual([isBehind(failed), failed.known], [false, null]);
  assert.equal(obstacle(failed), "Correct a marked tile first, or undo.");
});

test("keys that are pressed while a word is looked up wait", () => {
  const checking = after({ type: "checking" }, { type: "pressed", key: "a" }, { type: "pressed", key: "b" });
  assert.deepEqual([isBehind(checking), checking.laterKeys], [true, ["a", "b"]]);
  assert.deepEqual(reduce(checking, { type: "checked" }).laterKeys, []);
});

test("a busy server leaves a word open, another problem does not, and the next question forgets both", () => {
  const busy = after({ type: "typed", draft: "slate" }, { type: "disallowed", problem: { kind: "busy" } });
  const wrong = reduce(busy, { type: "disallowed", problem: { kind: "input", message: "It is not a word." } });
  assert.deepEqual([isLookedUp(busy), isLookedUp(wrong)], [false, true]);
  assert.equal(whyNoClue(wrong), "It is not a word.");
  const asked = reduce(reduce(wrong, { type: "refused", text: "No." }), { type: "asked" });
  assert.deepEqual([asked.refusal, asked.draftProblem], ["", null]);
});

test("a game is won by its last reply, and ends after the last guess unless another one is typed", () => {
  assert.ok(isWon(after(opened([crane, { guess: "stare", reply: "22222" }]))));
  const full = after(opened(Array(6).fill(crane)));
  assert.deepEqual([isWon(full), hasEnded(full)], [false, true]);
  assert.equal(hasEnded(reduce(full, { type: "typed", draft: "s" })), false);
  assert.equal(whyNoGuess(reduce(full, { type: "typed", draft: "stare" }), 6), "The limit is 6 clues.");
});

test("a reply without colours is one of those that there are, and one row is open at a time", () => {
  const typed = after(opened([{ guess: "25", reply: "low" }], numbers), { type: "typed", draft: "40" });
  assert.equal(whyNoClue(typed), "Enter the reply first.");
  assert.equal(whyNoClue(reduce(typed, { type: "replied", reply: "lower" })), "The reply lower is impossible.");
  const open = reduce(typed, { type: "unfolded", row: 0 });
  assert.deepEqual([open.openRow, reduce(open, { type: "unfolded", row: 0 }).openRow], [0, -1]);
  assert.equal(reduce(open, opened([{ guess: "25", reply: "high" }], numbers)).openRow, 0);
  assert.equal(reduce(open, opened([], numbers)).openRow, -1);
});

test("a search for a proof ends with a proof, or with the seconds that it took", () => {
  const proving = after({ type: "proving", search: "long" });
  const known = { suggestions: [], proved: true };
  assert.deepEqual(reduce(proving, { type: "proved", known }), { ...proving, known, proving: "" });
  assert.deepEqual(reduce(proving, { type: "unproved", seconds: 20 }), { ...proving, proving: "", tried: 20 });
});
