// Numbers computed and written as in Python, so that both show the same digits.

/** The sum of some numbers, correctly rounded: math.fsum. @param {Iterable<number>} numbers */
export function fsum(numbers) {
  /** @type {number[]} */
  const partials = [];
  for (let x of numbers) {
    let count = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low) partials[count++] = low;
      x = high;
    }
    partials.length = count;
    partials.push(x);
  }
  return partials.reduceRight((sum, part) => sum + part, 0);
}

/** The sum of some numbers, from left to right. @param {ArrayLike<number>} numbers */
export const sum = (numbers) => Array.from(numbers).reduce((total, number) => total + number, 0);

/** Round to the nearest whole number, ties to even, like round in Python. @param {number} x */
export function round(x) {
  const below = Math.floor(x);
  const rest = x - below;
  return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1;
}

/**
 * Format a number with some decimals, ties to even, like f"{x:.2f}" in Python.
 * @param {number} x
 * @param {number} digits
 */
export function fixed(x, digits) {
  const scaled = x * 10 ** digits;
  const isTie = Math.abs(scaled) < 2 ** 40 && scaled % 1 !== 0 && (scaled * 2) % 1 === 0 && scaled / 10 ** digits === x;
  return isTie ? (round(scaled) / 10 ** digits).toFixed(digits) : x.toFixed(digits);
}

/** A whole number with commas: f"{n:,}". @param {number} n */
export const whole = (n) => n.toLocaleString("en-US");

/**
 * A number and a noun: 1 guess, 2,315 answers.
 * @param {number} number
 * @param {string} noun
 */
export const plural = (number, noun, plurals = `${noun}s`) => `${whole(number)} ${number === 1 ? noun : plurals}`;

/** A probability as a percentage; never rounded to 0% or 100%. @param {number} chance */
export function percent(chance) {
  if (chance === 0) return "-";
  if (chance === 1) return "100%";
  if (chance < 0.0005) return "<0.1%";
  if (chance >= 0.995) return ">99%";
  return `${fixed(100 * chance, chance < 0.0995 ? 1 : 0)}%`;
}

/** The indices of an array sorted by a key; equal keys keep their order. @param {number} size */
export const sortedBy = (size, /** @type {(index: number) => number} */ key) =>
  Int32Array.from(Array.from({ length: size }, (_, index) => index).sort((a, b) => key(a) - key(b)));

/**
 * The place of a number in a sorted array.
 * @param {ArrayLike<number>} rising
 * @param {number} number
 */
export function placeOf(rising, number) {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {number} a @param {number} b @returns {number} */
export const greatestDivisor = (a, b) => (b ? greatestDivisor(b, a % b) : a);

/** The numbers from 0 to `size` - 1. @param {number} size */
export const range = (size) => new Int32Array(size).map((_, index) => index);
