// Requests to the engine in this page, if it has one. Two workers answer them without a server.
//
// A worker cannot be interrupted. So one worker answers quick requests, and the other searches. To cancel a search, end
// its worker and start a new one, which takes over the requests that were waiting.

const SEARCHES = ["suggest/exact", "value", "analyse", "tree"];
const MOST_KEPT = 1 << 25; // bytes that the core of an idle worker may keep; its memory never shrinks
const HANDED_IN = ["lists", "past"]; // requests that both workers must receive

/**
 * @import { Progress } from "./engine/progress.js"
 * @typedef {{ answer?: unknown, error?: any }} Outcome
 * @typedef {{ path: string, body: any }} Request
 * @typedef {(progress: Progress) => void} OnProgress
 * @typedef {{ id: number, request: Request, settle: (outcome: Outcome) => void, onProgress?: OnProgress }} Sent
 * @typedef {{ url: string, core: WebAssembly.Module, data: Blob }} Engine
 */

/** Unpack data that is embedded in the page. @param {string} name */
function unpacked(name) {
  const packed = atob(document.getElementById(`engine-${name}`)?.textContent ?? "");
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = packed.charCodeAt(at); // Uint8Array.from would make an array of numbers first
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/** @returns {Promise<Engine>} */
async function unpack() {
  const [code, data, core] = await Promise.all([
    unpacked("code").text(),
    unpacked("data").blob(),
    unpacked("core")
      .arrayBuffer()
      .then((bytes) => WebAssembly.compile(bytes)),
  ]);
  return { url: URL.createObjectURL(new Blob([code], { type: "text/javascript" })), core, data };
}

/** A worker and the requests that wait for it. */
class EngineWorker {
  /** @type {Sent[]} */
  #waiting = []; // requests; the first one is being answered
  /** @type {Worker | null} */
  #worker = null;
  #last = 0;

  /**
   * @param {Engine} engine
   * @param {Request[]} known The lists and past answers sent so far.
   */
  constructor(engine, known) {
    this.engine = engine;
    this.known = known;
  }

  /**
   * Ask for an answer. An aborted request ends at once without an answer or an error.
   * @param {Request} request
   * @param {AbortSignal} signal
   * @param {OnProgress} [onProgress]
   * @returns {Promise<Outcome>}
   */
  ask(request, signal, onProgress) {
    return new Promise((settle) => {
      const sent = { id: ++this.#last, request, settle, onProgress };
      this.#waiting.push(sent);
      signal.addEventListener("abort", () => this.#abort(sent));
      if (!this.#worker) this.#start();
      else if (this.#waiting[0] === sent) this.#send();
    });
  }

  /** Send a list or past answers to the worker; one that starts later receives them then. @param {Request} request */
  tell(request) {
    this.#worker?.postMessage({ id: 0, ...request });
  }

  /** Start the worker, and answer the waiting requests. */
  #start() {
    const { url, core, data } = this.engine;
    this.#worker = new Worker(url);
    this.#worker.addEventListener("message", (event) => this.#settle(event.data));
    this.#worker.addEventListener("error", (event) => this.#fail(event.message));
    this.#worker.postMessage({ core, data });
    for (const request of this.known) this.tell(request);
    this.#send();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Send the first waiting request. */
  #send() {
    const [first] = this.#waiting;
    if (first) this.#worker?.postMessage({ id: first.id, ...first.request });
  }

  /** @param {Outcome & { id: number, memory: number, progress?: Progress }} outcome */
  #settle({ id, memory, progress, ...outcome }) {
    const [first] = this.#waiting;
    if (first?.id !== id) return;
    if (progress) return first.onProgress?.(progress);
    this.#waiting.shift();
    first.settle(outcome);
    const keepsTree = first.request.path === "tree"; // requests for its other nodes follow
    if (!this.#waiting.length && memory > MOST_KEPT && !keepsTree) this.#end();
    this.#send();
  }

  /** Give up after an error outside a request, such as lack of memory. @param {string} why */
  #fail(why) {
    this.#end();
    const error = { detail: `The page could not compute this (${why}). Try again.`, kind: "busy" };
    for (const { settle } of this.#waiting.splice(0)) settle({ error });
  }

  /** @param {Sent} sent */
  #abort(sent) {
    sent.settle({});
    const place = this.#waiting.indexOf(sent);
    if (place > 0) this.#waiting.splice(place, 1);
    if (place !== 0 || !SEARCHES.includes(sent.request.path)) return; // quick requests end soon
    this.#waiting.shift();
    this.#end();
    if (this.#waiting.length) this.#start();
  }
}

/** @param {Engine} engine */
function makeWorkers(engine) {
  /** @type {Request[]} */
  const known = [];
  const [quick, search] = [new EngineWorker(engine, known), new EngineWorker(engine, known)];
  return async (
    /** @type {Request} */ request,
    /** @type {AbortSignal} */ signal,
    /** @type {OnProgress} */ onProgress = () => {},
  ) => {
    const { path, body } = request;
    const isSearch = SEARCHES.includes(path) && body.seconds !== 0 && body.exact !== false;
    const outcome = await (isSearch ? search : quick).ask(request, signal, onProgress);
    if (outcome.answer && HANDED_IN.includes(path)) {
      known.push(request);
      search.tell(request);
    }
    return outcome;
  };
}

/** @returns {Promise<void>} */
const isRead = () =>
  new Promise((resolve) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => resolve(), { once: true });
    else resolve();
  });

/** The function that asks the engine in this page; null if a server answers. */
export const engine = document.documentElement.dataset.engine ? isRead().then(unpack).then(makeWorkers) : null;
