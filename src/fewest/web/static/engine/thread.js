// The worker of the page: answers requests one after the other. Started by static/workers.js.
import { answer, start } from "./engine.js";
import { FewestError } from "./errors.js";
import * as loaded from "./loaded.js";
import { tellProgress } from "./progress.js";

/** @type {Promise<unknown>} */
let before = Promise.resolve(); // the queue of earlier requests

/** @param {MessageEvent} event */
async function handle({ data: { id, path, body, core, data } }) {
  if (core) return start(core, JSON.parse(await data.text()));
  tellProgress((progress) => postMessage({ id, progress }));
  const found = await answer(path, body).then(
    (each) => ({ answer: each }),
    (error) => ({ error: error instanceof FewestError ? error.toJson() : { detail: String(error), kind: "input" } }),
  );
  postMessage({ id, memory: loaded.core.memory, ...found });
}

addEventListener("message", (event) => {
  before = before.then(() => handle(event)).catch(reportError); // reports the error to the page
});
