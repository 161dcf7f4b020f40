// The progress of a long search, which only the page shows.

const PAUSE = 200; // the least time between reports, in milliseconds

/**
 * How many guesses are settled, and the best so far. If a guess is given, how many of its replies are settled. Once
 * the best guess is found, `of` is 0.
 * @typedef {{ done: number, of: number, guess: string | null, mean?: number }} Progress
 */

/** @type {(progress: Progress) => void} */
let tell = () => {};
let last = 0;

/** Send all reports from now on to a function. @param {(progress: Progress) => void} call */
export function tellProgress(call) {
  tell = call;
  last = performance.now();
}

/** Report, unless the last report was a moment ago. @param {() => Progress} progress */
export function report(progress) {
  const now = performance.now();
  if (now - last < PAUSE) return;
  last = now;
  tell(progress());
}
