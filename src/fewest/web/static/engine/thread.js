// What a worker of the page runs: it answers one request after the other. static/workers.js starts it.
import { answer, start } from "./engine.js";
import { FewestError } from "./errors.js";
import * as loaded from "./loaded.js";
import { tellProgress } from "./progress.js";

/** @type {Promise<unknown>} */
let before = Promise.resolve(); // all that came earlier

/** @param {MessageEvent} event */
async function handle({ data: { id, path, body, core, data } }) {
  if (core) return start(core, JSON.parse(data));
  tellProgress((progress) => postMessage({ id, progress }));
  const found = await answer(path, body).then(
    (each) => ({ answer: each }),
    (error) => ({ error: error instanceof FewestError ? error.toJson() : { detail: String(error), kind: "input" } }),
  );
  postMessage({ id, memory: loaded.core.memory, ...found });
}

addEventListener("message", (event) => {
  before = before.then(() => handle(event)).catch(reportError); // the page hears of it
});
