// Requests to the API.
/**
 * @import * as api from "fewest-api"
 * @import { OnProgress } from "./workers.js"
 */

import { released } from "./press.js";
import { recall, remember } from "./storage.js";
import { engine } from "./workers.js";

const RETRIES = 2; // how often a busy server is asked again
const LOOK_DELAY = 2000; // milliseconds between looks for a server that is gone
const GONE = "The server does not answer; is fewest serve still running? This page goes on once it is back.";

/** @type {Record<string, string>} Where texts are handed in that the server may forget, by the kind of its error. */
const KEPT = { list: "lists", past: "past" };

let lookTimer = 0;
let onReturn = () => {};

/** What to do once a server that was gone answers again. @param {() => void} call */
export function whenBack(call) {
  onReturn = call;
}

/** Look for the server from now on: it does not answer. */
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

/** Why a request failed, in one sentence. */
export class RequestError extends Error {
  /** @param {Partial<api.ErrorReply> | null} data */
  constructor(data) {
    super(typeof data?.detail === "string" ? data.detail : "Something went wrong; try again.");
    this.kind = data?.kind ?? "input";
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
 * How a request ends: with an answer, with a problem, or with neither if it was aborted. Any other error is thrown.
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
 * Ask the API. An answer that comes while something is pressed waits for the end of the press.
 * @template {keyof api.Endpoints} Path
 * @param {Path} path
 * @param {api.Endpoints[Path]["request"]} body
 * @param {AbortSignal} signal
 * @param {OnProgress} [onProgress] Is told how far a long search is, by the engine in the page.
 * @returns {Promise<api.Endpoints[Path]["answer"]>}
 */
export async function ask(path, body, signal, onProgress) {
  try {
    return await request(path, body, signal, onProgress).catch(async (error) => {
      const kept = error instanceof RequestError ? KEPT[error.kind] : undefined;
      const text = kept && recall(error.kind);
      if (!text) throw error;
      await request(kept, { text }, signal); // the server has forgotten it
      return request(path, body, signal, onProgress);
    });
  } finally {
    await released();
    signal.throwIfAborted();
  }
}

/**
 * Ask the engine in the page, or else the server.
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
  if (response.status > 500) lookForServer(); // it is ending, or what stands before it does not reach it
  const data = await response.json().catch(() => null);
  signal.throwIfAborted();
  if (!response.ok || data === null) throw new RequestError(data);
  return data;
}

/**
 * Hand in one's own list of words; the next visit finds it again. Returns what the server calls it.
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
 * Hand in past answers, which count less from then on in today's game; the next visit finds them again.
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

/** Forget the past answers. */
export function forgetPast() {
  for (const name of ["past", "past-name", "past-sentence"]) remember(name, "");
}

/** Requests by name: each ends when the next one of its name is sent. */
export class Requests {
  /** @type {Map<string, AbortController>} */
  #sent = new Map();

  /** Stop the request before, and give the signal for a new one. @param {string} name */
  next(name) {
    this.stop(name);
    const controller = new AbortController();
    this.#sent.set(name, controller);
    return controller.signal;
  }

  /** Stop the requests of some names, or all. @param {string[]} names */
  stop(...names) {
    for (const name of names.length ? names : this.#sent.keys()) this.#sent.get(name)?.abort();
  }
}
