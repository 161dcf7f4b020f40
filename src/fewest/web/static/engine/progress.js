// How far a long search is: only the page shows it.

const PAUSE = 200; // milliseconds between reports at least

/**
 * How many guesses are settled, and the best so far; or how many of the replies to the guess that is given. Once the
 * best guess is found, `of` is 0.
 * @typedef {{ done: number, of: number, guess: string | null, mean?: number }} Progress
 */

/** @type {(progress: Progress) => void} */
let tell = () => {};
let last = 0;

/** Have reports from now on told to a function. @param {(progress: Progress) => void} call */
export function tellProgress(call) {
  tell = call;
  last = performance.now();
}

/** Report, unless the last report is too fresh. @param {() => Progress} progress */
export function report(progress) {
  const now = performance.now();
  if (now - last < PAUSE) return;
  last = now;
  tell(progress());
}
