// Requests to the API.
/**
 * @import * as api from "fewest-api"
 * @import { OnProgress } from "./workers.js"
 */

import { released } from "./press.js";
import { recall, remember } from "./storage.js";
import { engine } from "./workers.js";

const RETRIES = 2; // how often to repeat a request to a busy server
const LOOK_DELAY = 2000; // milliseconds between attempts to reach the server
const GONE = "The server does not answer. Start it again with fewest serve; this page then continues by itself.";

/** @type {Record<string, string>} Paths for texts that the server may forget, by the kind of the error. */
const KEPT = { list: "lists", past: "past" };

let lookTimer = 0;
let onReturn = () => {};

/** Set what to do when the server answers again. @param {() => void} call */
export function whenBack(call) {
  onReturn = call;
}

/** Start trying to reach the server. */
function lookForServer() {
  clearTimeout(lookTimer);
  lookTimer = setTimeout(look, LOOK_DELAY);
}

async function look() {
  const response = await fetch("/api/v1/limits", { cache: "no-store" }).catch(() => null);
  if (!response?.ok) return lookForServer();
  clearTimeout(lookTimer);
  onReturn();
}

/** What to do about words outside the list of answers, by the kind of the error. @type {Record<string, string>} */
const NEXT_STEPS = {
  contradiction: "Check the colours. If they are right, open More and set Words to Today's NYT game.",
  input: "To analyse a game with this answer, open More in Analyse, and set Words to Today's NYT game.",
};

/** A failed request, with a message for the user. */
export class RequestError extends Error {
  /** @param {Partial<api.ErrorReply> | null} data */
  constructor(data) {
    const detail = typeof data?.detail === "string" ? data.detail : "Something went wrong. Try again.";
    const kind = data?.kind ?? "input";
    super(data?.unlisted ? `${detail} ${NEXT_STEPS[kind]}` : detail);
    this.kind = kind;
    this.unlisted = data?.unlisted ?? false;
    this.clue = data?.clue ?? null;
    this.tiles = data?.tiles ?? [];
    this.others = data?.others ?? {};
    this.guess = data?.guess ?? null;
    this.rows = data?.rows ?? [];
  }
}

/** @param {unknown} error */
const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * Wait for a request: for its answer, for its problem, or for neither if it was aborted. Other errors are thrown.
 * @template Answer
 * @param {Promise<Answer>} asked
 * @returns {Promise<{ answer?: Answer, problem?: RequestError }>}
 */
export async function outcomeOf(asked) {
  try {
    return { answer: await asked };
  } catch (error) {
    if (error instanceof RequestError) return { problem: error };
    if (isAbort(error)) return {};
    throw error;
  }
}

/**
 * Ask the API. The answer is delayed while something is pressed.
 * @template {keyof api.Endpoints} Path
 * @param {Path} path
 * @param {api.Endpoints[Path]["request"]} body
 * @param {AbortSignal} signal
 * @param {OnProgress} [onProgress] Called by the engine in the page with the progress of a long search.
 * @returns {Promise<api.Endpoints[Path]["answer"]>}
 */
export async function ask(path, body, signal, onProgress) {
  try {
    return await request(path, body, signal, onProgress).catch(async (error) => {
      const kept = error instanceof RequestError ? KEPT[error.kind] : undefined;
      const text = kept && recall(error.kind);
      if (!text) throw error;
      await request(kept, { text }, signal); // the server has forgotten it; send it again
      return request(path, body, signal, onProgress);
    });
  } finally {
    await released();
    signal.throwIfAborted();
  }
}

/**
 * Ask the engine in the page if there is one, otherwise the server.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {OnProgress} [onProgress]
 */
async function request(path, body, signal, onProgress) {
  if (!engine) return send(path, body, signal);
  const askEngine = await engine;
  signal.throwIfAborted();
  const { answer, error } = await askEngine({ path, body }, signal, onProgress);
  signal.throwIfAborted();
  if (error) throw new RequestError(error);
  return /** @type {any} */ (answer);
}

/**
 * Send a request, and again if the server is busy.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 */
async function send(path, body, signal) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const options = { signal, ...(body ? post : {}) };
  let response;
  try {
    for (let left = RETRIES; ; left -= 1) {
      response = await fetch(`/api/v1/${path}`, options);
      if (response.status !== 429 || !left) break;
      const seconds = Number(response.headers.get("retry-after") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    lookForServer();
    throw new RequestError({ detail: GONE, kind: "busy" });
  }
  if (response.status > 500) lookForServer(); // it is shutting down, or a proxy cannot reach it
  const data = await response.json().catch(() => null);
  signal.throwIfAborted();
  if (!response.ok || data === null) throw new RequestError(data);
  return data;
}

/**
 * Send your own list of words and remember it. Returns the name that the server gives it.
 * @param {string} text
 * @param {AbortSignal} signal
 */
export async function keepList(text, signal) {
  const { word_list: name } = await ask("lists", { text }, signal);
  remember("list", text);
  remember("list-name", name);
  return name;
}

/**
 * Send past answers, which become less likely in today's game, and remember them. Returns their name.
 * @param {string} text
 * @param {AbortSignal} signal
 */
export async function keepPast(text, signal) {
  const { past: name, sentence } = await ask("past", { text }, signal);
  remember("past", text);
  remember("past-name", name);
  remember("past-sentence", sentence);
  return name;
}

/** Remove the past answers. */
export function forgetPast() {
  for (const name of ["past", "past-name", "past-sentence"]) remember(name, "");
}

/** Requests by name; a new request aborts the previous one of its name. */
export class Requests {
  /** @type {Map<string, AbortController>} */
  #sent = new Map();

  /** Abort the previous request; return the signal for a new one. @param {string} name */
  next(name) {
    this.stop(name);
    const controller = new AbortController();
    this.#sent.set(name, controller);
    return controller.signal;
  }

  /** Abort the requests of some names, or all. @param {string[]} names */
  stop(...names) {
    for (const name of names.length ? names : this.#sent.keys()) this.#sent.get(name)?.abort();
  }
}
