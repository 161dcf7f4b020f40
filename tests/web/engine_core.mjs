// Asks the core in WebAssembly what standard input says, and prints its answers; see test_engine_core.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as engine from "../../src/fewest/web/static/engine/core.js";

const TYPES = { int32: Int32Array, float64: Float64Array, uint32: Uint32Array, uint16: Uint16Array };

const unpack = (packed) => {
  if (packed === null) return null;
  const bytes = Uint8Array.from(Buffer.from(packed.bytes, "base64"));
  return new TYPES[packed.type](bytes.buffer);
};
const unpackAll = (fields) => Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, unpack(each)]));
const pack = (array) => array && Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return { error: error.constructor.name, message: error.message };
  }
};

const splitOf = (table, { replies, win, step, ...arrays }) =>
  Object.values(core.splits(table, { replies, win, step, ...unpackAll(arrays) })).map(pack);

const answerOf = (search, { guess, left, bound, target, work, ...arrays }) => {
  const { secrets, guesses } = unpackAll(arrays);
  const parent = new engine.StopToken(core);
  const stop = new engine.StopToken(core, work ?? Infinity, parent);
  const limits = { left, bound, target, stop };
  const reports = [];
  core.onProgress = (report) => reports.push(report);
  const answer = attempt(() =>
    guess === null ? search.best(secrets, guesses, limits) : search.solveGuess(guess, secrets, guesses, limits),
  );
  const told = { answer, stopped: stop.stopped, nodes: search.nodes };
  for (const token of [stop, parent]) token.free();
  for (const report of reports) {
    assert.ok(report.done >= 0 && report.done < report.of);
    assert.equal(guess === null || report.guess === -1, true);
    if (report.guess >= 0 && answer.cost < (bound ?? Infinity)) assert.ok(report.cost >= answer.cost);
  }
  reported += reports.length;
  return told;
};

const encoded = ({ guesses, secrets }) => {
  const [numbers, length] = [new Map(), [...guesses[0]].length];
  return {
    length,
    letters: engine.encode(guesses, length, numbers),
    secretLetters: engine.encode(secrets, length, numbers),
  };
};

const tableOf = (game) => {
  const { length, letters, secretLetters } = encoded(game);
  return core.replyTable(length, letters, secretLetters);
};

const searchOf = (game, { memory, penalty, forTests, hardMode, asked, ...arrays }) => {
  const rule = hardMode && {
    hintRow: unpack(hardMode.hintRow),
    hints: unpack(hardMode.hints),
    replies: hardMode.replies,
    ...encoded(game),
  };
  const table = tableOf(game);
  const problem = { table, memory, penalty, forTests, hardMode: rule, ...unpackAll(arrays) };
  const search = new engine.Search(core, problem);
  const answers = asked.map((each) => answerOf(search, each));
  search.free();
  return answers;
};

let reported = 0;
const core = await engine.Core.load(readFileSync(process.argv[2]));
const games = JSON.parse(readFileSync(0, "utf8"));
const answers = games.map((game) =>
  attempt(() => {
    const table = tableOf(game);
    const told = {
      cells: pack(table.cells),
      splits: game.splits.map((each) => attempt(() => splitOf(table, each))),
      searches: game.searches.map((each) => attempt(() => searchOf(game, each))),
    };
    table.free();
    return told;
  }),
);
const { IMPOSSIBLE, NO_LIMIT } = engine;
console.log(JSON.stringify({ answers, limits: [IMPOSSIBLE, NO_LIMIT], memory: core.memory, reports: reported }));
