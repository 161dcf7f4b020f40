// The core in the browser: reply tables, splits and exact search of src/core, compiled to WebAssembly.
//
// Memory. Arrays that go in are copied, and arrays that come out are the caller's. Three things live in the memory of
// the core until their free() is called: a ReplyTable, a StopToken and a Search. A search frees its table. The memory
// of the core grows and never shrinks: to give it back, drop the Core, or end its worker.
//
// A call that is stopped, or fails with a message, leaves everything as usable as before. After any other error, such
// as a WebAssembly.RuntimeError, drop the Core.

const LANES = 64; // as kLanes of kernels.h

/** The cost if no strategy exists. Every cost below it is exact as a number. */
export const IMPOSSIBLE = 2 ** 44;

/** The number of guesses left when there is no guess limit. */
export const NO_LIMIT = 2 ** 20;

/** A token stopped the call. */
export class Stopped extends Error {}

/** The position takes more guesses than the depth limit of the search. */
export class TooDeep extends Error {}

/**
 * @typedef {Record<string, (...values: number[]) => number>} Exports
 * @typedef {Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array} Numbers
 * @typedef {{ entropy: Float64Array, sumOfSquares: Float64Array, hit: Float64Array, largest: Uint32Array,
 *   parts: Uint32Array, after: Float64Array | null }} Split What each guess does to a belief, as Split of splits.py.
 * @typedef {{ cost: number, depth: number, guess: number }} Answer The least cost, the most guesses that its
 *   strategy takes, and the first guess or -1. A cost of at least the bound is only a lower bound.
 * @typedef {{ done: number, of: number, cost: number, guess: number }} Progress How many first guesses, or parts of the
 *   guess given, are settled, and the best first guess so far or -1.
 * @typedef {{ left?: number, bound?: number, target?: number, stop?: StopToken | null }} Limits
 * @typedef {{ length: number, letters: Uint8Array, hintRow: Uint16Array, hints: Uint32Array, replies: number }} HardMode
 *   The guesses (see `encode`), and tables as HardModeTables of _core.pyi: `hints` has a row of `replies` entries per kind.
 */

/** One instance of the core. */
export class Core {
  #exports = /** @type {Exports} */ ({});
  #memory = new WebAssembly.Memory({ initial: 0 });

  /** Called with the progress of a search; must not throw. @type {((progress: Progress) => void) | null} */
  onProgress = null;

  /**
   * Start the core.
   * @param {BufferSource | WebAssembly.Module} code the file fewest.wasm
   */
  static async load(code) {
    const core = new Core();
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    const { exports } = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: core.#system(),
      fewest: {
        on_progress: (/** @type {number[]} */ ...[done, of, cost, guess]) =>
          core.onProgress?.({ done, of, cost, guess }),
      },
    });
    core.#memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    core.#exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    core.#exports._initialize();
    return core;
  }

  /** The memory of the core, in bytes. */
  get memory() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * The reply to every guess for every secret: a row per secret.
   * @param {number} length of the words, from 1 to 5
   * @param {Uint8Array} guesses see `encode`
   * @param {Uint8Array} secrets
   */
  replyTable(length, guesses, secrets) {
    const [rows, columns] = [secrets, guesses].map((letters) => letters.length / length);
    const table = new ReplyTable(this, rows, columns);
    try {
      this.lend([guesses, secrets], (ours, theirs) =>
        this.call("fill_reply_table", length, ours, columns, theirs, rows, table.pointer),
      );
    } catch (error) {
      table.free();
      throw error;
    }
    return table;
  }

  /**
   * Split a belief by every guess of a table, or by some.
   * @param {ReplyTable} table
   * @param {{ replies: number, win: number, secrets: Int32Array, weights?: Float64Array | null,
   *   guesses?: Int32Array | null, curve?: Float64Array | null, step?: number }} belief `secrets` are rows and `guesses`
   *   columns of the table; `weights` are the probabilities, unless all are equal; `curve` the values of a Curve at
   *   multiples of `step` bits
   * @returns {Split}
   */
  splits(table, { replies, win, secrets, weights = null, guesses = null, curve = null, step = 1 / 64 }) {
    const count = guesses?.length ?? table.columns;
    if (weights !== null && weights.length !== secrets.length) throw new Error("give one weight per secret");
    const scores = new Float64Array((curve ? 4 : 3) * count);
    const counts = new Uint32Array(2 * count);
    this.lend([secrets, weights, guesses, scores, counts, curve], (rows, chances, columns, a, b, values) => {
      const after = curve ? a + 24 * count : 0;
      const belief = [replies, win, rows, chances, secrets.length, columns, count];
      this.call("split", ...table.shape, ...belief, a, b, values, curve?.length ?? 0, step, after);
      scores.set(this.view(Float64Array, a, scores.length));
      counts.set(this.view(Uint32Array, b, counts.length));
    });
    const [entropy, sumOfSquares, hit, after] = [0, 1, 2, 3].map((at) => scores.subarray(at * count, (at + 1) * count));
    const [largest, parts] = [counts.subarray(0, count), counts.subarray(count)];
    return { entropy, sumOfSquares, hit, largest, parts, after: curve ? after : null };
  }

  /**
   * System calls of the core; it only asks for the time.
   * @returns {Record<string, (...values: never[]) => number>}
   */
  #system() {
    const unsupported = () => 52;
    return {
      clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
        this.view(BigUint64Array, at, 1)[0] = BigInt(Math.round(performance.now() * 1e6));
        return 0;
      },
      fd_close: unsupported,
      fd_fdstat_get: unsupported,
      fd_seek: unsupported,
      fd_write: unsupported,
      proc_exit: () => {
        throw new Error("the core has aborted");
      },
    };
  }

  // The rest is for the classes of this module.

  /**
   * Call a function of the core that returns a status, and throw the matching error.
   * @param {string} name
   * @param {number[]} values
   */
  call(name, ...values) {
    const status = this.#exports[name](...values);
    if (status === 0) return;
    const bytes = this.view(Uint8Array, this.#exports.error_message(), 256);
    const message = new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    throw new ([Stopped, TooDeep][status - 1] ?? Error)(message);
  }

  /**
   * Call a function of the core that returns a value.
   * @param {string} name
   * @param {number[]} values
   */
  ask(name, ...values) {
    return this.#exports[name](...values);
  }

  /** @param {number} bytes */
  allocate(bytes) {
    const pointer = bytes < 2 ** 32 ? this.#exports.allocate(Math.max(bytes, 1)) >>> 0 : 0;
    if (pointer === 0) throw new Error("there is not enough memory");
    return pointer;
  }

  /**
   * A view of the memory of the core, valid until it next grows.
   * @template {Numbers | BigUint64Array} T
   * @param {{ new (buffer: ArrayBufferLike, at: number, length: number): T }} type
   * @param {number} pointer
   * @param {number} length
   */
  view(type, pointer, length) {
    return new type(this.#memory.buffer, pointer >>> 0, length);
  }

  /** A pointer to a copy of an array, 0 for null. @param {Numbers | null} array */
  copy(array) {
    if (array === null) return 0;
    const pointer = this.allocate(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    this.view(Uint8Array, pointer, bytes.length).set(bytes);
    return pointer;
  }

  /**
   * Call a function with pointers to copies of some arrays, 0 for null.
   * @template T
   * @param {(Numbers | null)[]} arrays
   * @param {(...pointers: number[]) => T} use
   * @returns {T}
   */
  lend(arrays, use) {
    /** @type {number[]} */
    const pointers = [];
    try {
      for (const array of arrays) pointers.push(this.copy(array));
      return use(...pointers);
    } finally {
      for (const pointer of pointers) this.#exports.release(pointer);
    }
  }
}

/** Replies in the memory of the core, a byte each. */
export class ReplyTable {
  /**
   * Use Core.replyTable.
   * @param {Core} core
   * @param {number} rows
   * @param {number} columns
   */
  constructor(core, rows, columns) {
    this.core = core;
    this.rows = rows;
    this.columns = columns;
    this.pointer = core.allocate(rows * Math.ceil(columns / LANES) * LANES); // a search puts its own table there later
  }

  /** The arguments that stand for the table in calls of the core. */
  get shape() {
    return [this.pointer, this.rows, this.columns];
  }

  /** All replies, row by row: a view that any further call may invalidate. */
  get cells() {
    return this.core.view(Uint8Array, this.pointer, this.rows * this.columns);
  }

  /** Release the memory. */
  free() {
    this.core.ask("release", this.pointer);
    this.pointer = 0;
  }
}

/** Stops the calls that share it once they have done a given amount of work; see StopToken of _core.pyi. */
export class StopToken {
  /**
   * Make a token; its parent must outlive it.
   * @param {Core} core
   * @param {number} work
   * @param {StopToken | null} parent
   */
  constructor(core, work = Infinity, parent = null) {
    this.core = core;
    this.pointer = core.ask("make_stop", parent?.pointer ?? 0, work);
  }

  /** Whether this token or an ancestor is stopped. */
  get stopped() {
    return this.core.ask("is_stopped", this.pointer) !== 0;
  }

  /** Release the memory. */
  free() {
    this.core.ask("free_stop", this.pointer);
    this.pointer = 0;
  }
}

/** Finds strategies of the least cost, with a transposition table. */
export class Search {
  /**
   * Prepare a search; throws Stopped if the token is stopped.
   * @param {Core} core
   * @param {{ table: ReplyTable, secretOfGuess: Int32Array, weights: Float64Array, memory: number, penalty?: number,
   *   hardMode?: HardMode | null, forTests?: boolean, stop?: StopToken | null }} problem as make_search of _core.pyi:
   *   weights are whole numbers, a row each, and `memory` is the size of the transposition table in bytes
   */
  constructor(core, { table, secretOfGuess, weights, memory, penalty = 0, hardMode = null, forTests, stop = null }) {
    if (secretOfGuess.length !== table.columns || weights.length !== table.rows) {
      throw new Error("secretOfGuess must have a number per guess, weights one per secret");
    }
    const { length, letters, hintRow, hints } = hardMode ?? { length: 0, letters: null, hintRow: null, hints: null };
    if (letters && letters.length !== length * table.columns)
      throw new Error("letters must have one letter per guess and place");
    this.core = core;
    // In hard mode the search reads these arrays until it is freed.
    this.kept = [letters, hintRow, hints].map((array) => core.copy(array));
    const rules = [length, ...this.kept];
    const replies = hardMode?.replies ?? 0;
    const hintRows = hardMode ? hardMode.hints.length / replies : 0;
    this.pointer = core.lend([secretOfGuess, weights, new Uint32Array(1)], (secrets, costs, out) => {
      const given = [...table.shape, secrets, costs, memory, ...rules, hintRows, replies, penalty];
      try {
        core.call("make_search", ...given, +(forTests ?? false), stop?.pointer ?? 0, out);
      } finally {
        table.pointer = 0;
      }
      return core.view(Uint32Array, out, 1)[0];
    });
  }

  /** The number of positions searched. */
  get nodes() {
    return this.core.ask("nodes", this.pointer);
  }

  /**
   * The least cost of a position, and the guess to play.
   * @param {Int32Array} secrets rows of the table
   * @param {Int32Array} guesses those made before, columns of the table
   * @param {Limits} limits
   */
  best(secrets, guesses = new Int32Array(), limits = {}) {
    return this.#answer("best", [], secrets, guesses, limits);
  }

  /**
   * The least cost of a position with a given next guess.
   * @param {number} guess
   * @param {Int32Array} secrets
   * @param {Int32Array} guesses
   * @param {Limits} limits
   */
  solveGuess(guess, secrets, guesses = new Int32Array(), limits = {}) {
    return this.#answer("solve_guess", [guess], secrets, guesses, limits);
  }

  /** Release the memory. */
  free() {
    this.core.ask("free_search", this.pointer);
    for (const pointer of this.kept) this.core.ask("release", pointer);
    this.kept = [];
    this.pointer = 0;
  }

  /**
   * @param {string} question
   * @param {number[]} first
   * @param {Int32Array} secrets
   * @param {Int32Array} guesses
   * @param {Limits} limits
   * @returns {Answer}
   */
  #answer(question, first, secrets, guesses, { left = NO_LIMIT, bound = IMPOSSIBLE, target = NO_LIMIT, stop = null }) {
    return this.core.lend([secrets, guesses, new Float64Array(2)], (ours, made, out) => {
      const position = [ours, secrets.length, made, guesses.length];
      this.core.call(question, this.pointer, ...first, ...position, left, bound, target, stop?.pointer ?? 0, out);
      const [depth, guess] = this.core.view(Int32Array, out + 8, 2);
      return { cost: this.core.view(Float64Array, out, 1)[0], depth, guess };
    });
  }
}

/** The most different letters of words. */
export const MOST_LETTERS = 256;

/**
 * Encode words of one length as numbers, place by place: all first letters, then all second letters.
 * @param {readonly string[]} words
 * @param {number} length
 * @param {Map<string, number>} [numbers] of the letters, at most MOST_LETTERS; new ones are added
 */
export function encode(words, length, numbers = new Map()) {
  const letters = new Uint8Array(length * words.length);
  for (const [at, word] of words.entries()) {
    let to = at;
    for (const letter of word) {
      const number = numbers.get(letter) ?? numbers.size;
      if (number === numbers.size) numbers.set(letter, number);
      letters[to] = number;
      to += words.length;
    }
    if (to !== at + letters.length) throw new Error(`${word} has ${[...word].length} letters, not ${length}`);
  }
  return letters;
}
